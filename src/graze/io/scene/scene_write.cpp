#include "graze/io/scene/scene_file.h"

#include "graze/core/file.h"
#include "graze/core/interrupt.h"
#include "graze/io/scene/scene_assembly.h"
#include "graze/io/scene/scene_rods.h"
#include "graze/io/scene/scene_rules.h"
#include "graze/io/scene/scene_text.h"
#include "graze/io/text/staging_folder.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

namespace graze {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSceneName = "scene.json";
constexpr std::size_t kLongestStem = 100;

/// A file name that every system accepts, made from the name of a body.
std::string file_stem(const std::string& name) {
    std::string stem;
    for (const char c : name.substr(0, kLongestStem)) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '-' || c == '_';
        stem += plain || (c == '.' && !stem.empty()) ? c : '_';
    }
    return stem;
}

struct MeshNames {
    std::vector<std::string> of_body;
    std::vector<std::pair<std::string, const SceneBody*>>
        files;  // one per distinct mesh, in order of first use
};

MeshNames name_meshes(const Scene& scene) {
    MeshNames names;
    std::unordered_map<const Mesh*, std::string> known;
    std::set<std::string> taken;  // in lower case: some systems do not tell "A.obj" from "a.obj"
    for (const SceneBody& body : scene.bodies) {
        auto& name = known[body.mesh.get()];
        if (name.empty()) {
            const std::string stem = file_stem(body.name);
            std::string lower;
            for (int attempt = 1;; ++attempt) {
                name = attempt == 1 ? stem + ".obj" : fmt::format("{}-{}.obj", stem, attempt);
                lower = name;
                std::transform(lower.begin(), lower.end(), lower.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
                if (taken.insert(lower).second) break;
            }
            names.files.emplace_back(name, &body);
        }
        names.of_body.push_back(name);
    }
    return names;
}

}  // namespace

std::string internal::format_scene(const Scene& scene, const std::vector<std::string>& mesh_of_body) {
    SceneDescription text{scene.unit, {}, {}, {}, {}, {}};
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        text.bodies.push_back(
            {scene.bodies[i].name, mesh_of_body[i], scene.bodies[i].pose, {}, false, {}, {}, scene.bodies[i].physics});
    RuleDescriptions rules = describe_rules(scene);
    text.ignore = std::move(rules.ignore);
    text.clearance = std::move(rules.clearance);
    for (const Joint& joint : scene.joints)
        text.joints.push_back({scene.bodies[joint.body].name,
                               joint.parent ? std::optional(scene.bodies[*joint.parent].name) : std::nullopt,
                               joint.kind, joint.axis, joint.origin, joint.limits});
    for (const Path& path : scene.paths)
        text.paths.push_back(
            {scene.bodies[path.body].name, path.in_between, path.poses, path.turns, path.values, path.about});
    return format_scene_text(text);
}

std::vector<std::string> scene_file_names(const Scene& scene) {
    std::vector<std::string> names;
    for (const auto& [name, body] : name_meshes(scene).files) names.push_back(name);
    names.emplace_back(kSceneName);
    return names;
}

Expected<std::vector<std::string>> write_scene(const fs::path& folder, const Scene& scene) {
    return write_scene_with_rods(folder, scene, {});
}

Expected<std::vector<std::string>> internal::write_scene_with_rods(const fs::path& folder, const Scene& scene,
                                                                  const SceneRods& rods, const SceneDeformables& deformables) {
    if (auto valid = validate(scene, folder.string()); !valid) return valid.error();
    const MeshNames names = name_meshes(scene);
    std::string text = format_scene(scene, names.of_body);
    text.insert(text.rfind("\n}"), format_scene_rods(rods, scene) + format_scene_deformables(deformables, scene));

    auto staging = StagingFolder::create(folder);
    if (!staging) return staging.error();
    std::vector<std::string> written;
    for (const auto& [name, body] : names.files) {
        const std::array one{FileBody{body->name, *body->mesh}};
        const auto wrote =
            write_mesh_file(staging->path() / name, one, {.format = MeshFormat::Obj, .unit = scene.unit});
        if (!wrote) return wrote.error();
        if (interrupt_requested())
            return make_error(ErrorCode::Interrupted, folder.string(), "interrupted while writing");
        written.push_back(name);
    }
    if (auto wrote = write_file_atomically(staging->path() / kSceneName, text); !wrote) return wrote.error();
    written.emplace_back(kSceneName);
    if (auto moved = staging->move_out(written); !moved) return moved.error();
    return written;
}

}  // namespace graze
