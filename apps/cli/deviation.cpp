#include "deviation.h"

#include "graze/queries/instant/cad_margin.h"
#include "output.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze::cli {

Json deviation_json(const TessellationDeviation& deviation) {
    return {{"requested", deviation.requested},
            {"measured", deviation.measured},
            {"proved", deviation.proved ? Json(*deviation.proved) : Json()}};
}

Json deviation_json(const Scene& scene) {
    const auto most = greatest_deviation(scene);
    if (!most) return {};
    const auto bodies = std::count_if(scene.bodies.begin(), scene.bodies.end(),
                                      [](const SceneBody& body) { return body.mesh->deviation.has_value(); });
    Json json = deviation_json(*most);
    json["bodies"] = bodies;
    return json;
}

Json cad_json(const Scene& scene, bool is_clear, HoldsForCad holds, double margin, const std::string& why) {
    const auto most = greatest_deviation(scene);
    if (!most) return {};
    Json without_bound = Json::array();
    for (const SceneBody& body : scene.bodies)
        if (!body.mesh->deviation || !body.mesh->deviation->proved) without_bound.push_back(body.name);
    return {{"verdict", is_clear && holds == HoldsForCad::Yes ? "clear" : "undecided"},
            {"holds_for_cad", name_of(holds)},
            {"margin", margin},
            {"why", why.empty() ? Json() : Json(why)},
            {"edge_gap", most->edge_gap},
            {"without_bound", std::move(without_bound)},
            {"trusted",
             {"OpenCASCADE's translation of the file into surfaces and curves that trim them",
              "faces end at these curves: gaps between faces that share an edge, up to edge_gap as sampled, are no surface",
              "which body is inside another is judged by triangles"}}};
}

std::string deviation_text(const Scene& scene) {
    const auto most = greatest_deviation(scene);
    if (!most) return {};
    if (most->proved)
        return fmt::format("triangles stand for CAD surfaces: at most {} off, proved ({} as sampled, {} requested)\n",
                           length_text(*most->proved, scene.unit), length_text(most->measured, scene.unit),
                           length_text(most->requested, scene.unit));
    return fmt::format("triangles stand for CAD surfaces: up to {} off as sampled ({} requested), no bound\n",
                       length_text(most->measured, scene.unit), length_text(most->requested, scene.unit));
}

}  // namespace graze::cli
