#include "graze/surface/pierce.h"

#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

namespace graze::surface {
namespace {

/// A triple product of differences is off by less than this times the product of their lengths.
constexpr double kProductError = 64.0 * kUnitRoundoff;
constexpr double kRoundUp = 1.0 + 0x1p-40;

/// 1 or -1 if x.y is certainly beyond `far` times |x| on one side; else 0. `sizes`: |x| is a product of two lengths of
/// at most this product.
int side_of(const Vec3& x, double sizes, const Vec3& y, double far) {
    const double product = x.dot(y);
    const double least =
        (far * (x.norm() + kProductError * sizes) + kProductError * sizes * y.norm()) * kRoundUp;
    return product > least ? 1 : -product > least ? -1 : 0;
}

double area_of(const Element& e) {
    const Vec2 a = e.uv[1] - e.uv[0], b = e.uv[2] - e.uv[0];
    return a.x() * b.y() - a.y() * b.x();
}

bool are_apart(const Range& a, const Range& b) { return a.hi < b.lo || b.hi < a.lo; }

Range around(std::initializer_list<double> values, double by) {
    return {std::min(values) - by, std::max(values) + by};
}

}  // namespace

bool prove_pierced(const FlatPatch& a, std::size_t k, const FlatPatch& b, double error) {
    const Vec3 &p = a.corners[k], &q = a.corners[(k + 1) % 3], d = q - p;
    const auto& [x, y, z] = b.corners;
    const Vec3 normal = (y - x).cross(z - x);
    const double sizes = (y - x).norm() * (z - x).norm();
    // The curved patches are within their radius and 2 errors of what is computed with, point by point; so are ends.
    const double far = (b.radius + 4.0 * error) * kRoundUp;
    const int from = side_of(normal, sizes, p - x, far), to = side_of(normal, sizes, q - x, far);
    if (from == 0 || to != -from) return false;
    const double apart = (a.radius + b.radius + 4.0 * error) * kRoundUp;
    int all = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &s = b.corners[i], along = b.corners[(i + 1) % 3] - s;
        const int side = side_of(along.cross(d), along.norm() * d.norm(), p - s, apart);
        if (side == 0 || (all != 0 && side != all)) return false;
        all = side;
    }
    return true;
}

bool lies_within(const Face& face, const Element& e) {
    const auto is_straight = [](const Side& side) { return side.curve == kNoCurve; };
    if (!std::all_of(e.sides.begin(), e.sides.end(), is_straight)) return false;
    double most = 0.0;
    for (const Vec2& uv : e.uv) most = std::max(most, uv.cwiseAbs().maxCoeff());
    const double slack = 1024.0 * kUnitRoundoff * most;
    const Range u = around({e.uv[0].x(), e.uv[1].x(), e.uv[2].x()}, slack);
    const Range v = around({e.uv[0].y(), e.uv[1].y(), e.uv[2].y()}, slack);
    const double sign = area_of(face.elements.front());
    for (const Element& other : face.elements) {
        if (area_of(other) * sign < 0.0) return false;  // triangles that are folded over might cancel
        for (std::size_t k = 0; k < 3; ++k) {
            if (other.sides[k].curve == kNoCurve) continue;
            const Vec2 h = arc_hull(face, other.sides[k]);
            const Vec2 &from = other.uv[k], &to = other.uv[(k + 1) % 3];
            const bool is_clear = are_apart(u, around({from.x(), to.x()}, h.x())) ||
                                  are_apart(v, around({from.y(), to.y()}, h.y()));
            if (!is_clear) return false;
        }
    }
    return true;
}

}  // namespace graze::surface
