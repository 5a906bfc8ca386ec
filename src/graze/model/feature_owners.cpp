#include "graze/model/feature_owners.h"

namespace graze::internal {

std::vector<std::uint8_t> find_feature_owners(const Mesh& mesh, const Adjacency& adjacency) {
    std::vector<std::uint8_t> owned(mesh.triangles.size(), 0);
    std::vector<bool> has_owner(mesh.vertices.size(), false);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        for (unsigned k = 0; k < 3; ++k) {
            const std::uint32_t vertex = mesh.triangles[t][k];
            if (has_owner[vertex]) continue;
            has_owner[vertex] = true;
            owned[t] |= static_cast<std::uint8_t>(1u << k);
        }
        if (is_collapsed(mesh.triangles[t])) owned[t] |= 7u << kFirstEdgeSlot;
    }
    for (std::size_t e = 0; e < adjacency.edge_count(); ++e) {
        const std::uint32_t first = adjacency.edge(e).front();
        owned[triangle_of(first)] |= static_cast<std::uint8_t>(1u << (kFirstEdgeSlot + first % 3));
    }
    return owned;
}

}  // namespace graze::internal
