#include "graze/model/diagnosis.h"

#include "graze/model/disjoint_sets.h"
#include "graze/numeric/predicates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace graze {
namespace {

VertexPair ends_of(const Mesh& mesh, std::uint32_t half_edge) {
    const auto [low, high] = std::minmax({start_of(mesh, half_edge), end_of(mesh, half_edge)});
    return {low, high};
}

bool runs_upward(const Mesh& mesh, std::uint32_t half_edge) {
    return start_of(mesh, half_edge) < end_of(mesh, half_edge);
}

void find_flat_triangles(const Mesh& mesh, MeshDiagnosis& diagnosis) {
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const bool collapsed = is_collapsed(mesh.triangles[t]);
        if (collapsed) diagnosis.collapsed_triangles.add(t);
        const auto [a, b, c] = corners(mesh, t);
        if (collapsed || are_collinear(a, b, c)) diagnosis.degenerate_triangles.add(t);
    }
}

/// Says what one edge is, and marks the piece that owns it if it is not a proper inner edge.
void judge_edge(const Mesh& mesh, std::span<const std::uint32_t> sharing, Piece& piece,
                MeshDiagnosis& diagnosis) {
    const VertexPair ends = ends_of(mesh, sharing[0]);
    const auto upward =
        std::count_if(sharing.begin(), sharing.end(), [&](auto h) { return runs_upward(mesh, h); });
    const bool is_balanced = 2 * static_cast<std::size_t>(upward) == sharing.size();
    if (sharing.size() == 1) diagnosis.boundary_edges.add(ends);
    if (sharing.size() > 2) diagnosis.nonmanifold_edges.add(ends);
    if (sharing.size() == 2 && !is_balanced) diagnosis.inconsistent_edges.add(ends);
    if (sharing.size() != 2 || !is_balanced) piece.closed = false;
    if (!is_balanced) diagnosis.balanced = false;
}

void judge_edges(const Mesh& mesh, const Adjacency& adjacency, std::span<const std::uint32_t> piece_of,
                 MeshDiagnosis& diagnosis) {
    diagnosis.balanced = adjacency.edge_count() > 0;
    for (std::size_t e = 0; e < adjacency.edge_count(); ++e) {
        const auto sharing = adjacency.edge(e);
        judge_edge(mesh, sharing, diagnosis.pieces[piece_of[triangle_of(sharing[0])]], diagnosis);
    }
    diagnosis.closed = adjacency.edge_count() > 0 && diagnosis.boundary_edges.count == 0 &&
                       diagnosis.nonmanifold_edges.count == 0 && diagnosis.inconsistent_edges.count == 0;
}

/// A triangle as seen from one of its edges.
struct Wing {
    std::uint32_t tip;
    std::uint32_t triangle;
    bool upward;  // runs along the edge from the smaller to the larger vertex id
};

enum class Copy : std::uint8_t { None, SameWay, OtherWay };

/// Triangles with the same vertices share all their edges, so it is enough to compare those that meet at the
/// edge of their two smallest vertices.
void find_copies_at(const Mesh& mesh, std::span<const std::uint32_t> sharing, std::vector<Wing>& wings,
                    std::vector<Copy>& copies) {
    wings.clear();
    const std::uint32_t larger = ends_of(mesh, sharing[0])[1];
    for (const std::uint32_t h : sharing) {
        const std::uint32_t tip = start_of(mesh, next_in_triangle(next_in_triangle(h)));
        if (tip > larger) wings.push_back({tip, triangle_of(h), runs_upward(mesh, h)});
    }
    std::sort(wings.begin(), wings.end(), [](const Wing& a, const Wing& b) {
        return a.tip != b.tip ? a.tip < b.tip : a.triangle < b.triangle;
    });
    bool seen[2] = {false, false};  // of this tip: downward, upward
    for (std::size_t i = 0; i < wings.size(); ++i) {
        const bool is_first = i == 0 || wings[i].tip != wings[i - 1].tip;
        if (is_first) seen[0] = seen[1] = false;
        if (!is_first) copies[wings[i].triangle] = seen[wings[i].upward] ? Copy::SameWay : Copy::OtherWay;
        seen[wings[i].upward] = true;
    }
}

void find_copies(const Mesh& mesh, const Adjacency& adjacency, MeshDiagnosis& diagnosis) {
    std::vector<Wing> wings;
    std::vector<Copy> copies(mesh.triangles.size(), Copy::None);
    for (std::size_t e = 0; e < adjacency.edge_count(); ++e)
        if (adjacency.edge(e).size() > 1) find_copies_at(mesh, adjacency.edge(e), wings, copies);
    for (std::uint32_t t = 0; t < copies.size(); ++t) {
        if (copies[t] == Copy::SameWay) diagnosis.duplicate_triangles.add(t);
        if (copies[t] == Copy::OtherWay) diagnosis.opposite_triangles.add(t);
    }
}

/// Corners of one vertex that are linked across two-triangle edges form a fan; two fans make it non-manifold.
void judge_vertices(const Mesh& mesh, const Adjacency& adjacency, MeshDiagnosis& diagnosis) {
    DisjointSets fans(adjacency.twin.size());  // of corners; corner 3*t+k is the start of half-edge 3*t+k
    for (std::uint32_t h = 0; h < adjacency.twin.size(); ++h) {
        const std::uint32_t twin = adjacency.twin[h];
        if (twin >= kCollapsed || twin < h) continue;
        const bool opposite = start_of(mesh, h) != start_of(mesh, twin);
        fans.join(h, opposite ? next_in_triangle(twin) : twin);
        fans.join(next_in_triangle(h), opposite ? twin : next_in_triangle(twin));
    }
    constexpr std::uint32_t kUnused = 0xFFFFFFFF, kTwoFans = 0xFFFFFFFE;
    std::vector<std::uint32_t> fan_of(mesh.vertices.size(), kUnused);
    std::vector<bool> is_used(mesh.vertices.size(), false);
    for (std::uint32_t h = 0; h < adjacency.twin.size(); ++h) {
        const std::uint32_t v = start_of(mesh, h);
        is_used[v] = true;
        if (adjacency.twin[h] == kCollapsed || fan_of[v] == kTwoFans) continue;
        const std::uint32_t fan = fans.find(h);
        fan_of[v] = fan_of[v] == kUnused || fan_of[v] == fan ? fan : kTwoFans;
    }
    std::int64_t in_edges = 0;
    for (std::uint32_t v = 0; v < fan_of.size(); ++v) {
        in_edges += fan_of[v] != kUnused;
        if (!is_used[v]) diagnosis.isolated_vertices.add(v);
        if (fan_of[v] == kTwoFans) diagnosis.nonmanifold_vertices.add(v);
    }
    diagnosis.euler_characteristic = in_edges - static_cast<std::int64_t>(adjacency.edge_count()) +
                                     static_cast<std::int64_t>(adjacency.half_edges.size() / 3);
}

/// Six times the signed volume under a skin: sum of det(a - o, b - o, c - o), which for a closed piece does
/// not depend on o. `error` bounds the distance of `sum` from the real number.
///
/// Each determinant, computed as in orient3d, errs by at most (7 u + 56 u^2) times its permanent
/// [Shewchuk97, sec. 4.3, "o3derrboundA"], u = 2^-53, plus what underflow may lose: at most nine products of
/// at most 2^-1074 each, times a factor below the largest coordinate difference. Adding n terms one after the
/// other errs by at most n u / (1 - n u) times the sum of their magnitudes.
struct VolumeSum {
    Vec3 origin = Vec3::Zero();
    double sum = 0.0;
    double magnitudes = 0.0;
    double permanents = 0.0;
    double largest = 0.0;  // coordinate difference
    double terms = 0.0;

    void add(const std::array<Vec3, 3>& corner) {
        const Vec3 a = corner[0] - origin, b = corner[1] - origin, c = corner[2] - origin;
        const Vec3 bc = b.cross(c);
        const Vec3 bc_abs(std::abs(b.y() * c.z()) + std::abs(b.z() * c.y()),
                          std::abs(b.z() * c.x()) + std::abs(b.x() * c.z()),
                          std::abs(b.x() * c.y()) + std::abs(b.y() * c.x()));
        const double det = a.x() * bc.x() + a.y() * bc.y() + a.z() * bc.z();
        sum += det;
        magnitudes += std::abs(det);
        permanents += a.cwiseAbs().dot(bc_abs);
        largest =
            std::max({largest, a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), c.cwiseAbs().maxCoeff()});
        terms += 1.0;
    }

    [[nodiscard]] double error() const {
        constexpr double kUnit = kUnitRoundoff, kTiny = std::numeric_limits<double>::min();
        constexpr double kDeterminant = 8.0 * kUnit;  // > 7 u + 56 u^2
        const double adding = (terms + 2.0) * kUnit;
        // Sums of positive terms are themselves low by a relative `adding` at most; the factor 1.01 covers
        // that and the rounding of this very expression as long as terms < 2^40.
        return 1.01 * (kDeterminant * permanents + adding * magnitudes + terms * kTiny * (1.0 + largest));
    }
};

void find_facings(const Mesh& mesh, std::span<const std::uint32_t> piece_of, std::vector<Piece>& pieces) {
    std::vector<VolumeSum> volumes(pieces.size());
    for (std::size_t p = 0; p < pieces.size(); ++p)
        volumes[p].origin = corners(mesh, pieces[p].first_triangle)[0];
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        if (piece_of[t] != kNoPiece && pieces[piece_of[t]].closed) volumes[piece_of[t]].add(corners(mesh, t));
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        if (!pieces[p].closed) continue;
        // Written so that overflow (infinity, NaN) stays Unknown.
        const double sum = volumes[p].sum, error = volumes[p].error();
        if (!std::isfinite(sum) || !std::isfinite(error)) continue;
        if (sum > error) pieces[p].facing = Facing::Outward;
        if (sum < -error) pieces[p].facing = Facing::Inward;
    }
}

std::vector<Piece> list_pieces(std::span<const std::uint32_t> piece_of) {
    std::vector<Piece> pieces;
    for (std::uint32_t t = 0; t < piece_of.size(); ++t) {
        if (piece_of[t] == kNoPiece) continue;
        if (piece_of[t] == pieces.size()) pieces.push_back({t, 0, true, Facing::Unknown});
        ++pieces[piece_of[t]].triangles;
    }
    return pieces;
}

}  // namespace

MeshDiagnosis diagnose(const Mesh& mesh) { return diagnose(mesh, find_adjacency(mesh)); }

MeshDiagnosis diagnose(const Mesh& mesh, const Adjacency& adjacency) {
    GRAZE_ASSERT(adjacency.twin.size() == 3 * mesh.triangles.size());
    MeshDiagnosis diagnosis;
    const std::vector<std::uint32_t> piece_of = find_pieces(mesh, adjacency);
    diagnosis.pieces = list_pieces(piece_of);
    find_flat_triangles(mesh, diagnosis);
    judge_edges(mesh, adjacency, piece_of, diagnosis);
    find_copies(mesh, adjacency, diagnosis);
    judge_vertices(mesh, adjacency, diagnosis);
    find_facings(mesh, piece_of, diagnosis.pieces);
    return diagnosis;
}

}  // namespace graze
