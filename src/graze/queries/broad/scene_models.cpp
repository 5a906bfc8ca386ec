#include "graze/queries/broad/scene_models.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/core/wording.h"

#include <unordered_map>

#include <fmt/format.h>

namespace graze::internal {

Expected<SceneModels> build_models(const Scene& scene, std::span<const BodyPair> pairs,
                                   const SceneModelOptions& options) {
    std::vector<bool> is_needed(scene.bodies.size(), false);
    for (const BodyPair& pair : pairs) is_needed[pair[0]] = is_needed[pair[1]] = true;
    std::unordered_map<const Mesh*, std::size_t> place;
    std::vector<const Mesh*> meshes;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const Mesh* mesh = scene.bodies[i].mesh.get();
        if (!is_needed[i] || !place.emplace(mesh, meshes.size()).second) continue;
        if (mesh->triangles.size() > kMostTriangles)
            return make_error(ErrorCode::Unsupported, in_quotes(scene.bodies[i].name),
                              fmt::format("{} triangles, the limit is 2^30 - 1", mesh->triangles.size()),
                              "split the mesh");
        meshes.push_back(mesh);
    }
    Progress progress("preparing meshes", meshes.size(), options.progress);
    const auto models = parallel_map(
        meshes.size(), {.threads = options.threads, .progress = &progress},
        [&](std::size_t i) { return std::make_shared<const BodyModel>(build_body_model(*meshes[i])); });
    if (!models || interrupt_requested())
        return make_error(ErrorCode::Interrupted, "preparing meshes", "interrupted");
    SceneModels result;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        result.of_body.push_back(is_needed[i] ? (*models)[place.at(scene.bodies[i].mesh.get())] : nullptr);
    return result;
}

}  // namespace graze::internal
