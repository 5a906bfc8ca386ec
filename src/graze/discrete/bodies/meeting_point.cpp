#include "graze/discrete/bodies/meeting_point.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

/// Where a line through two points pierces a triangle, and how far inside: the least barycentric coordinate.
struct Piercing {
    Vec3 at = Vec3::Zero();
    double inside = -1.0;
};

/// Nothing inside if the segment does not pass the plane, or if a number is not finite.
Piercing piercing(const Vec3& p, const Vec3& q, const Corners& t) {
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    const double above = normal.dot(p - t[0]), below = normal.dot(q - t[0]);
    if (!(above * below < 0.0)) return {};
    const Vec3 x = p + (q - p) * (above / (above - below));
    double inside = 1.0;
    for (std::size_t k = 0; k < 3; ++k)
        inside = std::min(inside, normal.dot((t[(k + 1) % 3] - t[k]).cross(x - t[k])) / normal.squaredNorm());
    return inside >= 0.0 ? Piercing{x, inside} : Piercing{};
}

constexpr double kOnePlane = 0x1p-30;  // heights over the other's plane, per size: drawn as one plane

Vec3 unit_normal(const Corners& t) { return (t[1] - t[0]).cross(t[2] - t[0]).stableNormalized(); }

double size_of(const Corners& t) {
    return std::max({(t[1] - t[0]).norm(), (t[2] - t[1]).norm(), (t[0] - t[2]).norm()});
}

/// The part of a polygon where height >= 0; linear in between.
template <class Height>
std::vector<Vec3> cut_off(const std::vector<Vec3>& polygon, const Height& height) {
    std::vector<Vec3> left;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const double above = height(p), next = height(q);
        if (above >= 0.0) left.push_back(p);
        if (above * next < 0.0) left.push_back(p + (q - p) * (above / (above - next)));
    }
    return left;
}

/// What of a polygon lies within the prism of a triangle, up and down its normal.
std::vector<Vec3> within_prism(std::vector<Vec3> polygon, const Corners& t, const Vec3& normal) {
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 inward = normal.cross(t[(k + 1) % 3] - t[k]);
        polygon = cut_off(polygon, [&](const Vec3& x) { return inward.dot(x - t[k]); });
    }
    return polygon;
}

}  // namespace

std::vector<Vec3> common_outline(const Corners& a, const Corners& b) {
    const Vec3 of_b = unit_normal(b);
    const auto height = [&](const Vec3& x) { return of_b.dot(x - b[0]); };
    std::vector<Vec3> polygon(a.begin(), a.end());
    const double limit = kOnePlane * std::max(size_of(a), size_of(b));
    const auto is_low = [&](const Vec3& x) { return std::abs(height(x)) <= limit; };
    if (std::all_of(a.begin(), a.end(), is_low)) return within_prism(polygon, b, of_b);
    // The segment in the plane of b: where the border of a passes it.
    std::vector<Vec3> segment;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 &p = a[k], &q = a[(k + 1) % 3];
        const double above = height(p), next = height(q);
        if (above == 0.0) segment.push_back(p);
        if (above * next < 0.0) segment.push_back(p + (q - p) * (above / (above - next)));
    }
    if (segment.size() != 2) return {};
    segment = within_prism(segment, b, of_b);
    if (segment.size() < 2) return {};
    return {segment.front(), segment.back()};
}

Corners posed_corners(const Mesh& mesh, std::uint32_t triangle, const Pose& pose) {
    const auto own = corners(mesh, triangle);
    return {apply(pose, own[0]), apply(pose, own[1]), apply(pose, own[2])};
}

void join_points(BodyDistance& found, const Corners& a, const Corners& b) {
    if (found.hi > 0.0) return;
    Piercing best;
    for (std::size_t k = 0; k < 3; ++k)
        for (const Piercing& other : {piercing(a[k], a[(k + 1) % 3], b), piercing(b[k], b[(k + 1) % 3], a)})
            if (other.inside > best.inside) best = other;
    if (best.inside >= 0.0) found.on_a = found.on_b = best.at;
}

}  // namespace graze::internal
