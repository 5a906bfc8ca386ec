#include "graze/discrete/bodies/meeting_point.h"

#include <algorithm>

namespace graze {
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

}  // namespace

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

}  // namespace graze
