#include "graze/model/sharp_features.h"

#include "graze/model/diagnosis.h"

#include <algorithm>

namespace graze::internal {
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

enum class Fold : std::uint8_t { Flat, Sharp, Valley };

Fold fold_of(const Mesh& mesh, std::span<const std::uint32_t> half_edges, bool is_one_sided) {
    if (half_edges.size() != 2) return Fold::Sharp;  // a rim, or several sheets
    const Vec3 in = inwards(mesh, half_edges[0]), other = inwards(mesh, half_edges[1]);
    if (in.isZero(0.0) || other.isZero(0.0)) return Fold::Sharp;
    const double bend = outside(mesh, half_edges[0], in).dot(other);  // minus the sine of the fold
    if (bend < -kFlat) return Fold::Sharp;
    if (bend > kFlat) return is_one_sided ? Fold::Valley : Fold::Sharp;
    return in.dot(other) > 0.0 ? Fold::Sharp : Fold::Flat;  // folded back, or not
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

/// Of vertex v: [of_vertex[v], of_vertex[v + 1]) of `neighbours`, and of the list of edges that is returned.
std::vector<std::uint32_t> list_neighbours(SharpFeatures& sharp) {
    const std::size_t edges = sharp.model->adjacency.edge_count();
    sharp.of_vertex.assign(sharp.model->mesh->vertices.size() + 1, 0);
    for (std::uint32_t e = 0; e < edges; ++e)
        for (const std::uint32_t v : sharp.ends_of(e)) ++sharp.of_vertex[v + 1];
    for (std::size_t v = 1; v < sharp.of_vertex.size(); ++v) sharp.of_vertex[v] += sharp.of_vertex[v - 1];
    sharp.neighbours.resize(2 * edges);
    std::vector<std::uint32_t> next = sharp.of_vertex, edges_at(2 * edges);
    for (std::uint32_t e = 0; e < edges; ++e) {
        const auto [u, v] = sharp.ends_of(e);
        edges_at[next[u]] = edges_at[next[v]] = e;
        sharp.neighbours[next[u]++] = v;
        sharp.neighbours[next[v]++] = u;
    }
    return edges_at;
}

bool is_straight(const Vec3& u, const Vec3& v, const Vec3& w) {
    const Vec3 to = v - u, on = w - v;
    return to.dot(on) > 0.0 && to.cross(on).norm() <= kStraight * to.norm() * on.norm();
}

/// Joins sharp edges to ridges.
class Ridges {
  public:
    explicit Ridges(SharpFeatures& sharp) : sharp_(sharp), edges_at_(list_neighbours(sharp)) {
        const Adjacency& adjacency = sharp.model->adjacency;
        for (std::uint32_t e = 0; e < adjacency.edge_count(); ++e)
            folds_.push_back(fold_of(*sharp.model->mesh, adjacency.edge(e), sharp.is_one_sided));
        find_ends();
        is_used_.assign(adjacency.edge_count(), false);
        for (std::uint32_t e = 0; e < adjacency.edge_count(); ++e)
            if (folds_[e] == Fold::Sharp && !is_used_[e]) add(e);
    }

  private:
    enum class Is : std::uint8_t { Nothing, Between, End };

    /// A vertex is between two edges of a ridge if nothing else than these is not flat there.
    [[nodiscard]] Is role_of(std::uint32_t v) const {
        std::array<std::uint32_t, 2> others{};
        int count = 0;
        bool is_plain = true;
        for (std::uint32_t k = sharp_.of_vertex[v]; k < sharp_.of_vertex[v + 1]; ++k) {
            is_plain = is_plain && folds_[edges_at_[k]] != Fold::Valley;
            if (folds_[edges_at_[k]] != Fold::Sharp) continue;
            if (count < 2) others[static_cast<std::size_t>(count)] = sharp_.neighbours[k];
            ++count;
        }
        if (count == 0) return Is::Nothing;
        const auto& at = sharp_.model->mesh->vertices;
        const bool is_between = is_plain && count == 2 && is_straight(at[others[0]], at[v], at[others[1]]);
        return is_between ? Is::Between : Is::End;
    }

    void find_ends() {
        const Mesh& mesh = *sharp_.model->mesh;
        for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) roles_.push_back(role_of(v));
        for (const Triangle& triangle : mesh.triangles)
            if (is_collapsed(triangle))
                for (const std::uint32_t v : triangle) roles_[v] = Is::End;
        for (std::uint32_t v = 0; v < roles_.size(); ++v)
            if (roles_[v] == Is::End) sharp_.vertices.push_back(v);
    }

    [[nodiscard]] std::uint32_t other_end(std::uint32_t edge, std::uint32_t vertex) const {
        const auto [u, v] = sharp_.ends_of(edge);
        return u == vertex ? v : u;
    }
    /// The other sharp edge at a vertex between two.
    [[nodiscard]] std::uint32_t next_edge(std::uint32_t edge, std::uint32_t vertex) const {
        for (std::uint32_t k = sharp_.of_vertex[vertex];; ++k)
            if (folds_[edges_at_[k]] == Fold::Sharp && edges_at_[k] != edge) return edges_at_[k];
    }

    void add(std::uint32_t edge) {
        std::uint32_t from = sharp_.ends_of(edge)[0];
        while (roles_[from] == Is::Between) {  // back to where the ridge begins: a line has no way round
            edge = next_edge(edge, from);
            from = other_end(edge, from);
        }
        Ridge ridge{{from, from}, static_cast<std::uint32_t>(sharp_.edges.size()), 0};
        for (;;) {
            is_used_[edge] = true;
            sharp_.edges.push_back(edge);
            ++ridge.count;
            ridge.ends[1] = other_end(edge, ridge.ends[1]);
            if (roles_[ridge.ends[1]] != Is::Between) break;
            edge = next_edge(edge, ridge.ends[1]);
        }
        measure(ridge);
        sharp_.ridges.push_back(ridge);
    }

    void measure(const Ridge& ridge) {
        const auto& at = sharp_.model->mesh->vertices;
        const double length = (at[ridge.ends[1]] - at[ridge.ends[0]]).norm();
        std::uint32_t vertex = ridge.ends[0];
        for (std::uint32_t k = ridge.first; k < ridge.first + ridge.count; ++k) {
            sharp_.starts.push_back((at[vertex] - at[ridge.ends[0]]).norm() / length);
            vertex = other_end(sharp_.edges[k], vertex);
        }
    }

    SharpFeatures& sharp_;
    std::vector<std::uint32_t> edges_at_;
    std::vector<Fold> folds_;  // by edge
    std::vector<Is> roles_;    // by vertex
    std::vector<bool> is_used_;
};

/// A tree over points or segments, as triangles without area. Without any it stays empty.
template <class Things, class CornersOf>
WideTree tree_over(const Mesh& mesh, const Things& things, CornersOf corners_of) {
    if (things.empty()) return {};
    Mesh thin;
    thin.vertices = mesh.vertices;
    for (const auto& thing : things) thin.triangles.push_back(corners_of(thing));
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
    Ridges{sharp};
    sharp.vertex_tree = tree_over(*model.mesh, sharp.vertices, [](std::uint32_t v) {
        return Triangle{v, v, v};
    });
    sharp.ridge_tree = tree_over(*model.mesh, sharp.ridges, [](const Ridge& ridge) {
        return Triangle{ridge.ends[0], ridge.ends[1], ridge.ends[1]};
    });
    return sharp;
}

}  // namespace graze::internal
