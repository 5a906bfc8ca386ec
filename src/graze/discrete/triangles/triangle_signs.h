// The signs that the triangle-triangle test asks for, on six corners in the frame of a: 0 to 2 those of a, 3
// to 5 those of b.
//
// Planes are the hot part: three corners share one normal, so their filter stands here; all else is
// posed_predicates.h. The corners of a are exact, those of b each within `error` per coordinate. With u =
// 2^-53, P = |p|_1 and so on, and entries of p, q, r that are differences of corners, off by at most dp, dq,
// dr before they were rounded:
//
//     |det(p, q, r) - computed| <= 9 u perm(p, q, r) + dp Q' R' + P dq R' + P Q dr,                     (1)
//     Q' = Q + 3 dq,  R' = R + 3 dr
//
// where perm has the absolute values of all six products: the first term is the rounding of the determinant
// and of its entries (docs/predicates.md (3)); the others telescope det over its rows, each minor of |q|, |r|
// being below Q R.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/geometry/posed_predicates.h"

#include <array>

namespace graze::internal {

using Sides = std::array<Sign, 3>;
[[nodiscard]] inline bool has(const Sides& sides, Sign sign) {
    return sides[0] == sign || sides[1] == sign || sides[2] == sign;
}
[[nodiscard]] inline bool is_split(const Sides& sides) {
    return has(sides, Sign::Positive) && has(sides, Sign::Negative);
}
inline constexpr std::array<Axis, 3> kAxes = {Axis::X, Axis::Y, Axis::Z};

class TriangleSigns {
  public:
    TriangleSigns(const Corners& a, const MovedTriangle& b, const PosePair& poses)
        : a_(a), b_(b), poses_(poses) {}

    /// Sign of det(c_j - c_i, c_k - c_i, c_l - c_i).
    [[nodiscard]] Sign orient3d(int i, int j, int k, int l);
    /// Sign of component `axis` of (c_j - c_i) x (c_k - c_i).
    [[nodiscard]] Sign orient2d(Axis axis, int i, int j, int k);
    /// Sign of coordinate `axis` of c_i - c_j.
    [[nodiscard]] Sign compare(Axis axis, int i, int j);

    /// Sides of the corners of b on the plane of a: orient3d(0, 1, 2, 3 + j).
    [[nodiscard]] Sides sides_of_b() { return sides(0, 3); }
    /// Sides of the corners of a on the plane of b: orient3d(3, 4, 5, i).
    [[nodiscard]] Sides sides_of_a() { return sides(3, 0); }

    /// Whether the filter left some sign open so far.
    [[nodiscard]] bool needed_exact() const { return needed_exact_; }
    /// Corner i as its own body has it.
    [[nodiscard]] const Vec3& local(int i) const { return i < 3 ? a_[i] : b_.corner[i - 3].local; }

  private:
    [[nodiscard]] PairPoint point(int i) const { return i < 3 ? vertex_of_a(a_[i]) : b_.corner[i - 3]; }
    [[nodiscard]] const Vec3& near(int i) const { return i < 3 ? a_[i] : b_.corner[i - 3].near; }
    [[nodiscard]] double error(int i) const { return i < 3 ? 0.0 : b_.corner[i - 3].error; }
    [[nodiscard]] Sides sides(int plane, int points);
    [[nodiscard]] Sign exactly(const Decision& decision);

    const Corners& a_;
    const MovedTriangle& b_;
    const PosePair& poses_;
    bool needed_exact_ = false;
};

}  // namespace graze::internal
