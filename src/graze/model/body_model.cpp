#include "graze/model/body_model.h"

namespace graze::internal {
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

std::vector<Vec3> sample_pieces(const Mesh& mesh, const Adjacency& adjacency, bool is_solid) {
    const auto pieces = find_pieces(mesh, adjacency);
    std::vector<Vec3> samples;
    std::uint32_t next = 0;  // pieces are numbered by their first triangle
    for (std::uint32_t t = 0; t < pieces.size(); ++t) {
        if (pieces[t] == kNoPiece ? is_solid : pieces[t] != next) continue;
        if (pieces[t] == next) ++next;
        samples.push_back(corners(mesh, t)[0]);
    }
    return samples;
}

}  // namespace

BodyModel build_body_model(const Mesh& mesh) {
    BodyModel model;
    model.mesh = &mesh;
    model.tree = build_wide_tree(mesh);
    model.adjacency = find_adjacency(mesh);
    model.bounds = bounds_of(mesh);
    model.size = size_of(model.bounds);
    for (const Vec3& vertex : mesh.vertices) model.bits.add(vertex);
    model.owned_features = find_feature_owners(mesh, model.adjacency);
    model.is_solid = has_no_rim(mesh, model.adjacency);
    model.piece_samples = sample_pieces(mesh, model.adjacency, model.is_solid);
    return model;
}

}  // namespace graze::internal
