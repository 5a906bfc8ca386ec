#include "completeness.h"

#include "output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::cli {

void add_completeness(Json& json, const Scene& scene) {
    Json missing = Json::array();
    for (const MissingPart& part : scene.missing)
        missing.push_back({{"file", part.file}, {"what", part.what}, {"why", part.why}});
    json["missing"] = std::move(missing);
    json["notes"] = scene.notes;
}

std::string completeness_text(const Scene& scene, bool allow_missing) {
    std::string text;
    for (const std::string& note : scene.notes) text += "note: " + shown(note) + "\n";
    for (const MissingPart& part : scene.missing)
        text += fmt::format("missing: {}: {}: {}\n", shown(part.file), shown(part.what), shown(part.why));
    if (is_incomplete(scene, allow_missing))
        text += "what is missing was not looked at; --allow-missing goes on without it\n";
    return text;
}

bool is_incomplete(const Scene& scene, bool allow_missing) {
    return !allow_missing && !scene.missing.empty();
}

}  // namespace graze::cli
