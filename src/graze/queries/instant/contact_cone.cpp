#include "graze/queries/instant/contact_cone.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kParallel = 1e-14;  // the square of a sine, below which two edges count as parallel

/// `way` goes towards n by more than the slack. No root is taken.
bool goes_towards(const Vec3& way, const Vec3& n, const ConeSlack& slack) {
    const double towards = way.dot(n);
    return towards > 0.0 && towards * towards > slack.sine * slack.sine * way.squaredNorm();
}

/// Of a triangle that has no area.
NearestOnTriangle nearest_on_edges(const std::array<Vec3, 3>& corners, const Vec3& point) {
    NearestOnTriangle best{corners[0], 0};
    double least = (point - corners[0]).squaredNorm();
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 along = corners[(k + 1) % 3] - corners[k];
        const double length_sq = along.squaredNorm();
        if (!(length_sq > 0.0)) continue;
        const double s = std::clamp(along.dot(point - corners[k]) / length_sq, 0.0, 1.0);
        const Vec3 at = corners[k] + s * along;
        const double squared = (point - at).squaredNorm();
        if (!(squared < least)) continue;
        least = squared;
        const std::size_t slot = s == 0.0 ? k : s == 1.0 ? (k + 1) % 3 : k + kFirstEdgeSlot;
        best = {at, static_cast<FeatureSlot>(slot)};
    }
    return best;
}

}  // namespace

bool is_in_cone_of_vertex(const SharpFeatures& sharp, std::uint32_t vertex, const Vec3& n,
                          const ConeSlack& slack) {
    const std::vector<Vec3>& at = sharp.model->mesh->vertices;
    const auto neighbours = sharp.neighbours_of(vertex);
    return std::none_of(neighbours.begin(), neighbours.end(),
                        [&](std::uint32_t v) { return goes_towards(at[v] - at[vertex], n, slack); });
}

bool is_in_cone_of_edge(const SharpFeatures& sharp, std::uint32_t edge, const Vec3& n,
                        const ConeSlack& slack) {
    const Mesh& mesh = *sharp.model->mesh;
    const auto [u, v] = sharp.ends_of(edge);
    const Vec3 from = mesh.vertices[u], along = mesh.vertices[v] - from;
    const double per_length_sq = 1.0 / along.squaredNorm();
    const auto goes_up = [&](std::uint32_t half_edge) {
        const std::uint32_t apex = start_of(mesh, next_in_triangle(next_in_triangle(half_edge)));
        const Vec3 to_apex = mesh.vertices[apex] - from;
        return goes_towards(to_apex - along.dot(to_apex) * per_length_sq * along, n, slack);
    };
    const auto half_edges = sharp.model->adjacency.edge(edge);
    return std::none_of(half_edges.begin(), half_edges.end(), goes_up);
}

// By the regions of Voronoi of its features [Ericson05, sec. 5.1.5].
NearestOnTriangle nearest_on_triangle(const std::array<Vec3, 3>& corners, const Vec3& point) {
    const auto& [a, b, c] = corners;
    const Vec3 ab = b - a, ac = c - a, ap = point - a;
    const double d1 = ab.dot(ap), d2 = ac.dot(ap);
    if (d1 <= 0.0 && d2 <= 0.0) return {a, 0};
    const Vec3 bp = point - b;
    const double d3 = ab.dot(bp), d4 = ac.dot(bp);
    if (d3 >= 0.0 && d4 <= d3) return {b, 1};
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return {a + d1 / (d1 - d3) * ab, 3};
    const Vec3 cp = point - c;
    const double d5 = ab.dot(cp), d6 = ac.dot(cp);
    if (d6 >= 0.0 && d5 <= d6) return {c, 2};
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return {a + d2 / (d2 - d6) * ac, 5};
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0)
        return {b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), 4};
    const double sum = va + vb + vc;
    if (!(sum > 0.0)) return nearest_on_edges(corners, point);  // no area
    const double scale = 1.0 / sum;
    return {a + vb * scale * ab + vc * scale * ac, kFaceSlot};
}

std::optional<NearestOnSegments> nearest_inside_segments(const std::array<Vec3, 2>& a,
                                                         const std::array<Vec3, 2>& b) {
    const Vec3 u = a[1] - a[0], v = b[1] - b[0], w = a[0] - b[0];
    const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v), uw = u.dot(w), vw = v.dot(w);
    const double across = uu * vv - uv * uv;  // |u x v|^2
    if (!(across > kParallel * uu * vv)) return std::nullopt;
    const double s = (uv * vw - vv * uw) / across, t = (uu * vw - uv * uw) / across;
    if (!(s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0)) return std::nullopt;
    return NearestOnSegments{a[0] + s * u, b[0] + t * v, s, t};
}

double distance_lo(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b) {
    const auto inside = nearest_inside_segments(a, b);
    if (inside) return (inside->on_a - inside->on_b).norm();
    const auto squared = [](const Vec3& point, const std::array<Vec3, 2>& segment) {
        const Vec3 along = segment[1] - segment[0], way = point - segment[0];
        const double length_sq = along.squaredNorm();
        const double part = length_sq > 0.0 ? std::clamp(along.dot(way) / length_sq, 0.0, 1.0) : 0.0;
        return (way - part * along).squaredNorm();
    };
    const double ends = std::min({squared(a[0], b), squared(a[1], b), squared(b[0], a), squared(b[1], a)});
    // Of those that count as parallel, an inner point may be nearer: by the sine times half a length.
    const double shorter_sq = std::min((a[1] - a[0]).squaredNorm(), (b[1] - b[0]).squaredNorm());
    return std::max(0.0, std::sqrt(ends) - std::sqrt(kParallel * shorter_sq));
}

}  // namespace graze::internal
