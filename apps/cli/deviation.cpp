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
