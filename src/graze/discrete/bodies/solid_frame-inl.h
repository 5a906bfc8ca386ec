// Points of two posed bodies as integers without limit, in one frame for both. Shows Boost.
//
// Where signs on vertices do not suffice (points where edges pierce faces, samples inside parts of faces),
// the points are rationals. With lengths counted in 2^low, p and q the quaternions of a and b (scaled to
// integers), and
//     M = R(conj(p) q),   T = |q|^2 R(p)^T (t_b - t_a),   W = |p|^2 |q|^2                             (1)
// a vertex x of a stands at W x in the *common frame* and a vertex y of b at M y + T: integers, exactly
// (geometry/exact_frame.h has the same for a fixed width). Since M M^T = W^2, y = M^T (X - T) / W^2.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose.h"
#include "graze/numeric/interval.h"
#include "graze/numeric/vector.h"

#include <array>

#include <boost/multiprecision/cpp_int.hpp>

namespace graze::internal {

using Int = boost::multiprecision::cpp_int;
using Int3 = std::array<Int, 3>;
using IntTriangle = std::array<Int3, 3>;

/// The point numerator / denominator, in units of 2^low of the frame that it is seen in. denominator > 0.
struct GridPoint {
    Int3 numerator;
    Int denominator;
};

[[nodiscard]] inline Int3 operator-(const Int3& p, const Int3& q) {
    return {Int(p[0] - q[0]), Int(p[1] - q[1]), Int(p[2] - q[2])};
}
[[nodiscard]] inline Int dot(const Int3& p, const Int3& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }
[[nodiscard]] inline Int3 cross(const Int3& p, const Int3& q) {
    return {Int(p[1] * q[2] - p[2] * q[1]), Int(p[2] * q[0] - p[0] * q[2]), Int(p[0] * q[1] - p[1] * q[0])};
}
[[nodiscard]] inline int sign_of(const Int& x) { return x.sign(); }

/// x / 2^low. Pre: finite, and a multiple of 2^low.
[[nodiscard]] Int on_grid(double x, int low);
[[nodiscard]] Int3 on_grid(const Vec3& x, int low);

/// Contains numerator / denominator * 2^exponent. Pre: denominator > 0.
[[nodiscard]] Interval interval_of(const Int& numerator, const Int& denominator, int exponent);

class SolidFrame {
  public:
    /// Pre: valid poses; the vertices of both and the translations are multiples of 2^low.
    SolidFrame(const Pose& a, const Pose& b, int low);

    [[nodiscard]] int low() const { return low_; }
    /// Into the common frame.
    [[nodiscard]] Int3 from_a(const Vec3& vertex) const;
    [[nodiscard]] Int3 from_b(const Vec3& vertex) const;
    /// From the common frame into that of a body.
    [[nodiscard]] GridPoint in_a(const GridPoint& common) const;
    [[nodiscard]] GridPoint in_b(const GridPoint& common) const;

  private:
    int low_;
    std::array<Int3, 3> turn_;  // rows of M
    Int3 shift_;                // T
    Int scale_;                 // W
};

}  // namespace graze::internal
