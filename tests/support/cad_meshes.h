// Patches as meshes from CAD: with a cover, and a proved deviation.
#pragma once

#include "graze/model/mesh.h"

#include "support/cad_patches.h"

namespace graze::test {

[[nodiscard]] inline std::shared_ptr<const Mesh> mesh_of(const Patch& patch, double measured) {
    Mesh made;
    made.vertices = patch.vertices;
    for (const auto& t : patch.triangles) made.triangles.push_back({t[0], t[1], t[2]});
    make_one_surface(made, "patch");
    const surface::MeshNeighbours neighbours(patch.vertices, patch.triangles);
    const double proved = deviation_bound(patch.face, patch.of_element, neighbours, 1.2 * measured);
    made.deviation = TessellationDeviation{measured, measured, proved};
    made.surfaces[0].proved_deviation = proved;
    made.cover = patch.cover();
    return std::make_shared<const Mesh>(std::move(made));
}

}  // namespace graze::test
