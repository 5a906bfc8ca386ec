// The six corners of two posed triangles as integers: the truth behind the floating-point filter.
//
// In the frame of body a, times W = |q_a|^2 |q_b|^2 and times a power of two, all corners are integer vectors
// (see (1) in geometry/relative_pose.h, multiplied out):
//
//     a_i -> W a_i,        b_j -> R(q_a)^T ( R(q_b) b_j + |q_b|^2 (t_b - t_a) ).
//
// A common positive factor changes no sign that a triangle test asks for. Not for users: it shows Boost.
#pragma once

#include "graze/geometry/pose.h"
#include "graze/numeric/sign.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <array>

namespace graze {

/// On the stack up to 2,048 bits, which holds everything for coordinates and quaternions of usual exponents
/// (three factors of some 340 bits in orient3d); beyond that it grows on the heap and stays exact.
using BigInt = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<2048>,
                                             boost::multiprecision::et_off>;

class ExactCorners {
  public:
    using Point = std::array<BigInt, 3>;

    /// Corners 0 to 2 are those of a, 3 to 5 those of b, given in their own frames. Pre: all numbers finite.
    ExactCorners(const std::array<Vec3, 3>& a, const Pose& pose_a, const std::array<Vec3, 3>& b,
                 const Pose& pose_b);

    /// Sign of det(c_j - c_i, c_k - c_i, c_l - c_i).
    [[nodiscard]] Sign orient3d(int i, int j, int k, int l) const;
    /// Sign of component `axis` of (c_j - c_i) x (c_k - c_i).
    [[nodiscard]] Sign orient2d(int axis, int i, int j, int k) const;
    /// Sign of coordinate `axis` of c_i - c_j.
    [[nodiscard]] Sign compare(int axis, int i, int j) const;

  private:
    std::array<Point, 6> corner_;
};

}  // namespace graze
