#include "graze/discrete/triangles/triangle_signs.h"

#include "graze/numeric/ordered_sums.h"

#include <cmath>

namespace graze::internal {
namespace {

double norm1(const Vec3& v) { return std::abs(v.x()) + std::abs(v.y()) + std::abs(v.z()); }

/// p x q, and beside it the same with absolute values.
struct Normal {
    Vec3 value;
    Vec3 magnitude;
};

Normal normal_of(const Vec3& p, const Vec3& q) {
    const double x0 = p.y() * q.z(), x1 = p.z() * q.y();
    const double y0 = p.z() * q.x(), y1 = p.x() * q.z();
    const double z0 = p.x() * q.y(), z1 = p.y() * q.x();
    return {{x0 - x1, y0 - y1, z0 - z1},
            {std::abs(x0) + std::abs(x1), std::abs(y0) + std::abs(y1), std::abs(z0) + std::abs(z1)}};
}

double dot_with_magnitude(const Vec3& p, const Vec3& q) {
    return p.x() * std::abs(q.x()) + p.y() * std::abs(q.y()) + p.z() * std::abs(q.z());
}

}  // namespace

Sign TriangleSigns::exactly(const Decision& decision) {
    needed_exact_ = true;
    return decision.sign;
}

// (1) with dp = dq = `of_plane` and dr = `of_point`, one of origin and point being a corner of b.
Sides TriangleSigns::sides(int plane, int points) {
    const Vec3& origin = near(plane);
    const Vec3 p = near(plane + 1) - origin, q = near(plane + 2) - origin;
    const Normal n = normal_of(p, q);
    const double P = norm1(p), Q = norm1(q);
    const double of_plane = plane == 0 ? 0.0 : 2.0 * b_.error, of_point = b_.error;
    const double of_r = of_plane * (Q + 3.0 * of_plane) + P * of_plane;  // factor of R' in (1)
    const double fixed = P * Q * of_point + 3.0 * of_point * of_r;
    Sides result;
    for (int k = 0; k < 3; ++k) {
        const Vec3 r = near(points + k) - origin;
        const double R = norm1(r);
        const double rounding =
            filter::kDeterminant * dot_with_magnitude(n.magnitude, r) + filter::kUnderflow * (1.0 + R);
        const Estimate estimate = {dot(n.value, r), (rounding + of_r * R + fixed) * filter::kRoundBound};
        const auto sign = certain_sign(estimate);
        result[k] = sign ? *sign
                         : exactly(exact::orient3d(poses_, point(plane), point(plane + 1), point(plane + 2),
                                                   point(points + k)));
    }
    return result;
}

Sign TriangleSigns::orient3d(int i, int j, int k, int l) {
    const double e = error(i) + error(j) + error(k) + error(l);
    const Vec3 &o = near(i), p = near(j) - o, q = near(k) - o, r = near(l) - o;
    if (const auto sign = certain_sign(filter::posed_determinant(p, q, r, e))) return *sign;
    return exactly(exact::orient3d(poses_, point(i), point(j), point(k), point(l)));
}

Sign TriangleSigns::orient2d(Axis axis, int i, int j, int k) {
    const double e = error(i) + error(j) + error(k);
    const Vec2 p = without(axis, near(j) - near(i)), q = without(axis, near(k) - near(i));
    if (const auto sign = certain_sign(filter::posed_cross(p, q, e))) return *sign;
    return exactly(exact::orient2d_without(axis, poses_, point(i), point(j), point(k)));
}

Sign TriangleSigns::compare(Axis axis, int i, int j) {
    const int k = static_cast<int>(axis);
    if (const auto sign = certain_sign(filter::posed_difference(near(i)[k], near(j)[k], error(i) + error(j))))
        return *sign;
    return exactly(exact::compare_coordinate(axis, poses_, point(i), point(j)));
}

}  // namespace graze::internal
