#include "graze/io/scene/rules_file.h"

#include "graze/core/file.h"
#include "graze/io/scene/scene_rules.h"

namespace graze {

Expected<void> add_rules_file(Scene& scene, const std::filesystem::path& path) {
    const auto text = read_file(path);
    if (!text) return text.error();
    auto file = parse_rules_text(*text, path.string());
    if (!file) return file.error();
    const double factor = conversion_factor(file->unit, scene.unit);
    for (IgnoreDescription& rule : file->rules.ignore)
        if (rule.depth) *rule.depth *= factor;
    for (ClearanceDescription& rule : file->rules.clearance) rule.distance *= factor;
    if (auto added = add_rules(scene, file->rules, {path.string(), UnknownName::Note}); !added) return added;
    return validate(scene, path.string());
}

}  // namespace graze
