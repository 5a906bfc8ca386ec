#include "graze_papers/scd_clashes.h"

#include "graze/core/wording.h"
#include "graze_papers/per_mesh.h"
#include "graze_papers/scd.h"

#include <fmt/format.h>

namespace graze::papers {
namespace {

Error knows_no_distances(double clearance, const std::string& whose) {
    return make_error(ErrorCode::Unsupported, "s-cd",
                      fmt::format("{} asks for a clearance of {}, but this method finds bodies that meet and "
                                  "knows no distances: 0 is the limit",
                                  whose, clearance),
                      "use the method wide, or leave the clearance out");
}

Expected<void> refuse_clearances(const Scene& scene, double clearance) {
    if (clearance > 0.0) return knows_no_distances(clearance, "the query");
    for (const PairClearance& pair : scene.clearance)
        if (pair.distance > 0.0)
            return knows_no_distances(
                pair.distance,
                fmt::format("the scene, of {} and {},", in_quotes(scene.bodies[pair.bodies[0]].name),
                            in_quotes(scene.bodies[pair.bodies[1]].name)));
    for (const GroupsClearance& rule : scene.by_group.clearance)
        if (rule.distance > 0.0) return knows_no_distances(rule.distance, "a rule of the scene");
    return {};
}

}  // namespace

MeetingMethod scd_method(const Scene& scene, ScdTraversal traversal) {
    const auto models = std::make_shared<PerMesh<ScdModel>>(scene);
    return [models, traversal](const PosedMesh& a, const PosedMesh& b, Find find) {
        const auto make = [](const Mesh& mesh) { return ScdModel(mesh); };
        const ScdModel &model_a = models->of(a.mesh, make), &model_b = models->of(b.mesh, make);
        ScdWorkspace workspace;
        const Intersections found =
            scd_collide({model_a, a.pose}, {model_b, b.pose}, {find, traversal}, workspace);
        return FoundMeetings{std::move(workspace.triangles), std::move(workspace.surfaces), found.counters};
    };
}

Expected<ClashReport> find_clashes_by_scd(const Scene& scene, const ClashOptions& options,
                                          ScdTraversal traversal) {
    if (auto valid = refuse_clearances(scene, options.clearance); !valid) return valid.error();
    ClashOptions by_scd = options;
    by_scd.method = scd_method(scene, traversal);
    return find_clashes(scene, by_scd);
}

}  // namespace graze::papers
