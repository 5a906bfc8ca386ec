#include "graze/discrete/body_model.h"

namespace graze {
namespace {

/// Every edge is run along as often one way as the other, and there is one.
bool has_no_rim(const Mesh& mesh, const Adjacency& adjacency) {
    for (std::size_t e = 0; e < adjacency.edge_count(); ++e) {
        std::int64_t balance = 0;
        for (const std::uint32_t half_edge : adjacency.edge(e))
            balance += start_of(mesh, half_edge) < end_of(mesh, half_edge) ? 1 : -1;
        if (balance != 0) return false;
    }
    return adjacency.edge_count() > 0;
}

}  // namespace

BodyModel build_body_model(const Mesh& mesh) {
    BodyModel model{&mesh, build_wide_tree(mesh), find_adjacency(mesh), {}, {}, size_of(bounds_of(mesh)),
                    false};
    for (const Vec3& vertex : mesh.vertices) model.bits.add(vertex);
    model.owned_features = find_feature_owners(mesh, model.adjacency);
    model.is_solid = has_no_rim(mesh, model.adjacency);
    return model;
}

}  // namespace graze
