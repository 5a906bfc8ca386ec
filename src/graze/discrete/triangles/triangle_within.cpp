// The exact comparison of the distance of two posed triangles with a length, in integers.
#include "graze/discrete/triangles/triangle_distance.h"
#include "graze/discrete/triangles/triple.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

using Int = boost::multiprecision::cpp_int;

/// The exponent of the last bit that a double uses; large for zero.
int lowest_bit(double x) {
    if (x == 0.0) return std::numeric_limits<int>::max();
    int exponent = 0;
    auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
    for (exponent -= 53; mantissa % 2 == 0; mantissa /= 2) ++exponent;
    return exponent;
}

/// x / 2^low. Pre: it is an integer.
Int integer(double x, int low) {
    int exponent = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
    exponent -= 53 + low;
    if (mantissa == 0) return 0;
    return exponent >= 0 ? Int(Int(mantissa) << exponent) : Int(Int(mantissa) / (Int(1) << -exponent));
}

/// The exponent by which all these become integers.
class Grid {
  public:
    void add(double x) { low_ = std::min(low_, lowest_bit(x)); }
    void add(const Vec3& v) {
        for (const double x : v) add(x);
    }
    [[nodiscard]] Int operator()(double x) const { return integer(x, low_); }
    [[nodiscard]] Triple<Int> operator()(const Vec3& v) const {
        return {(*this)(v.x()), (*this)(v.y()), (*this)(v.z())};
    }

  private:
    int low_ = std::numeric_limits<int>::max();
};

struct IntTurn {
    Triple<Int> v;
    Int w;
    [[nodiscard]] Int norm_sq() const { return dot(v, v) + w * w; }
};

/// A rotation does not change with the length of its quaternion.
IntTurn integer(const Eigen::Quaterniond& q) {
    Grid grid;
    for (const double x : q.coeffs()) grid.add(x);
    return {grid(Vec3(q.x(), q.y(), q.z())), grid(q.w())};
}

/// R(q) x = (w^2 - |v|^2) x + 2 (v . x) v + 2 w (v x x).
Triple<Int> turned(const IntTurn& q, const Triple<Int>& x) {
    return Int(q.w * q.w - dot(q.v, q.v)) * x + Int(2 * dot(q.v, x)) * q.v + Int(2 * q.w) * cross(q.v, x);
}
Triple<Int> turned_back(const IntTurn& q, const Triple<Int>& x) { return turned({Int(-1) * q.v, q.w}, x); }

/// Two triangles in the frame of a and a length, all multiplied by one positive number that makes them
/// integers.
struct IntPair {
    Corners3<Int> a, b;
    Int limit_sq;
};

// x_a = R(p)^T (R(q) x + |q|^2 (t_b - t_a)) / (|p|^2 |q|^2)
IntPair integers_of(const Corners& a, const Pose& pose_a, const Corners& b, const Pose& pose_b,
                    double limit) {
    Grid grid;
    grid.add(limit);
    grid.add(pose_a.translation);
    grid.add(pose_b.translation);
    for (int i = 0; i < 3; ++i) {
        grid.add(a[i]);
        grid.add(b[i]);
    }
    const IntTurn p = integer(pose_a.rotation), q = integer(pose_b.rotation);
    const Int scale = p.norm_sq() * q.norm_sq(), length = scale * grid(limit);
    const Triple<Int> shift = q.norm_sq() * (grid(pose_b.translation) - grid(pose_a.translation));
    IntPair pair{{}, {}, length * length};
    for (int i = 0; i < 3; ++i) {
        pair.a[i] = scale * grid(a[i]);
        pair.b[i] = turned_back(p, turned(q, grid(b[i])) + shift);
    }
    return pair;
}

// Each of these compares one pair of features whose closest points lie inside both; the distance of two
// triangles is the least over all pairs for which that is so. No division: numerators against numerators.

bool points_within(const Triple<Int>& p, const Triple<Int>& q, const Int& limit_sq) {
    const Triple<Int> w = p - q;
    return dot(w, w) <= limit_sq;
}

bool point_and_edge_within(const Triple<Int>& p, const Triple<Int>& q, const Triple<Int>& v,
                           const Int& limit_sq) {
    const Triple<Int> w = p - q;
    const Int vv = dot(v, v), along = dot(w, v);
    if (vv == 0 || along < 0 || along > vv) return false;
    const Triple<Int> across = cross(w, v);
    return dot(across, across) <= Int(limit_sq * vv);
}

bool edges_within(const Triple<Int>& p, const Triple<Int>& u, const Triple<Int>& q, const Triple<Int>& v,
                  const Int& limit_sq) {
    const Triple<Int> r = p - q, n = cross(u, v);
    const Int denominator = dot(n, n);  // |u|^2 |v|^2 - (u . v)^2
    if (denominator == 0) return false;
    const Int s = dot(cross(v, r), n), t = dot(cross(u, r), n);
    if (s < 0 || s > denominator || t < 0 || t > denominator) return false;
    const Int height = dot(r, n);
    return Int(height * height) <= Int(limit_sq * denominator);
}

bool point_and_face_within(const Triple<Int>& p, const Corners3<Int>& f, const Int& limit_sq) {
    const Triple<Int> u = f[1] - f[0], v = f[2] - f[0], w = p - f[0], n = cross(u, v);
    const Int nn = dot(n, n);
    if (nn == 0) return false;
    const Int s = dot(cross(w, v), n), t = dot(cross(u, w), n);
    if (s < 0 || t < 0 || Int(s + t) > nn) return false;
    const Int height = dot(w, n);
    return Int(height * height) <= Int(limit_sq * nn);
}

bool features_within(const IntPair& pair, int i, int j) {
    const Triple<Int>&p = pair.a[i], &q = pair.b[j];
    const Triple<Int> u = pair.a[(i + 1) % 3] - p, v = pair.b[(j + 1) % 3] - q;
    return points_within(p, q, pair.limit_sq) || point_and_edge_within(p, q, v, pair.limit_sq) ||
           point_and_edge_within(q, p, u, pair.limit_sq) || edges_within(p, u, q, v, pair.limit_sq);
}

}  // namespace

bool is_within_exactly(const Corners& a, const Pose& pose_a, const Corners& b, const Pose& pose_b,
                       double limit) {
    if (triangles_meet(a, pose_a, b, pose_b)) return true;
    const IntPair pair = integers_of(a, pose_a, b, pose_b, limit);
    for (int i = 0; i < 3; ++i) {
        if (point_and_face_within(pair.a[i], pair.b, pair.limit_sq)) return true;
        if (point_and_face_within(pair.b[i], pair.a, pair.limit_sq)) return true;
        for (int j = 0; j < 3; ++j)
            if (features_within(pair, i, j)) return true;
    }
    return false;
}

}  // namespace graze::internal
