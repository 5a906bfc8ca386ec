#include "graze/model/sharp_features.h"

#include "graze/model/diagnosis.h"

#include <algorithm>

namespace graze {
namespace {

/// Where a triangle goes from one of its edges: its direction within its plane, across the edge, of length 1;
/// zero if the triangle has no area.
Vec3 inwards(const Mesh& mesh, std::uint32_t half_edge) {
    const Vec3& from = mesh.vertices[start_of(mesh, half_edge)];
    const Vec3 along = (mesh.vertices[end_of(mesh, half_edge)] - from).stableNormalized();
    const Vec3 to_apex = mesh.vertices[start_of(mesh, next_in_triangle(next_in_triangle(half_edge)))] - from;
    const Vec3 across = to_apex - along.dot(to_apex) * along;
    const double length = across.stableNorm();
    return length > kFlat * to_apex.stableNorm() ? Vec3(across / length) : Vec3(Vec3::Zero());
}

/// The outside of the triangle of a half-edge, by its direction and `inwards`.
Vec3 outside(const Mesh& mesh, std::uint32_t half_edge, const Vec3& in) {
    return (mesh.vertices[end_of(mesh, half_edge)] - mesh.vertices[start_of(mesh, half_edge)])
        .stableNormalized()
        .cross(in);
}

bool is_sharp(const Mesh& mesh, std::span<const std::uint32_t> half_edges, bool is_one_sided) {
    if (half_edges.size() != 2) return true;  // a rim, or several sheets
    const Vec3 in = inwards(mesh, half_edges[0]), other = inwards(mesh, half_edges[1]);
    if (in.isZero(0.0) || other.isZero(0.0)) return true;
    const double bend = outside(mesh, half_edges[0], in).dot(other);  // minus the sine of the fold
    const bool is_folded_back = in.dot(other) > 0.0;
    const bool bends_in = bend > kFlat, bends_out = bend < -kFlat;
    return bends_out || (bends_in ? !is_one_sided : is_folded_back);
}

/// Solid, and each piece shows its outside.
bool shows_its_outside(const BodyModel& model) {
    if (!model.is_solid) return false;
    const MeshDiagnosis diagnosis = diagnose(*model.mesh, model.adjacency);
    return diagnosis.collapsed_triangles.count == 0 &&
           std::all_of(diagnosis.pieces.begin(), diagnosis.pieces.end(),
                       [](const Piece& piece) { return piece.facing == Facing::Outward; });
}

void name_edges(SharpFeatures& sharp) {
    const Adjacency& adjacency = sharp.model->adjacency;
    sharp.edge_of.assign(3 * sharp.model->mesh->triangles.size(), SharpFeatures::kNoEdge);
    for (std::uint32_t e = 0; e < adjacency.edge_count(); ++e)
        for (const std::uint32_t half_edge : adjacency.edge(e)) sharp.edge_of[half_edge] = e;
}

void name_vertices(SharpFeatures& sharp) {
    const Mesh& mesh = *sharp.model->mesh;
    sharp.owner_of_vertex.assign(mesh.vertices.size(), {});
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        for (FeatureSlot k = 0; k < 3; ++k)
            if ((sharp.model->owned_features[t] >> k & 1) != 0)
                sharp.owner_of_vertex[mesh.triangles[t][k]] = {t, k};
}

void list_neighbours(SharpFeatures& sharp) {
    const std::size_t edges = sharp.model->adjacency.edge_count();
    sharp.of_vertex.assign(sharp.model->mesh->vertices.size() + 1, 0);
    for (std::uint32_t e = 0; e < edges; ++e)
        for (const std::uint32_t v : sharp.ends_of(e)) ++sharp.of_vertex[v + 1];
    for (std::size_t v = 1; v < sharp.of_vertex.size(); ++v) sharp.of_vertex[v] += sharp.of_vertex[v - 1];
    sharp.neighbours.resize(2 * edges);
    std::vector<std::uint32_t> next = sharp.of_vertex;
    for (std::uint32_t e = 0; e < edges; ++e) {
        const auto [u, v] = sharp.ends_of(e);
        sharp.neighbours[next[u]++] = v;
        sharp.neighbours[next[v]++] = u;
    }
}

void find_sharp(SharpFeatures& sharp) {
    const Mesh& mesh = *sharp.model->mesh;
    const Adjacency& adjacency = sharp.model->adjacency;
    std::vector<bool> is_on_one(mesh.vertices.size(), false);
    for (std::uint32_t e = 0; e < adjacency.edge_count(); ++e) {
        if (!is_sharp(mesh, adjacency.edge(e), sharp.is_one_sided)) continue;
        sharp.edges.push_back(e);
        for (const std::uint32_t v : sharp.ends_of(e)) is_on_one[v] = true;
    }
    for (const Triangle& triangle : mesh.triangles)
        if (is_collapsed(triangle))
            for (const std::uint32_t v : triangle) is_on_one[v] = true;
    for (std::uint32_t v = 0; v < is_on_one.size(); ++v)
        if (is_on_one[v]) sharp.vertices.push_back(v);
}

/// A tree over points or segments, as triangles without area. Without any it stays empty.
template <class CornersOf>
WideTree tree_over(const Mesh& mesh, std::span<const std::uint32_t> ids, CornersOf corners_of) {
    if (ids.empty()) return {};
    Mesh thin;
    thin.vertices = mesh.vertices;
    for (const std::uint32_t id : ids) thin.triangles.push_back(corners_of(id));
    make_one_surface(thin, "sharp");
    return build_wide_tree(thin);
}

}  // namespace

SharpFeatures find_sharp_features(const BodyModel& model) {
    SharpFeatures sharp;
    sharp.model = &model;
    sharp.is_one_sided = shows_its_outside(model);
    name_edges(sharp);
    name_vertices(sharp);
    list_neighbours(sharp);
    find_sharp(sharp);
    sharp.vertex_tree = tree_over(*model.mesh, sharp.vertices, [](std::uint32_t v) {
        return Triangle{v, v, v};
    });
    sharp.edge_tree = tree_over(*model.mesh, sharp.edges, [&](std::uint32_t e) {
        const auto [u, v] = sharp.ends_of(e);
        return Triangle{u, v, v};
    });
    return sharp;
}

}  // namespace graze
