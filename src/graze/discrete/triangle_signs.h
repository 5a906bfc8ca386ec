// The signs that the triangle-triangle test asks for, on six corners in the frame of a: 0 to 2 those of a, 3
// to 5 those of b.
//
// Each is first tried in double. The corners of a are exact, those of b each within `error` per coordinate.
// With u = 2^-53, P = |p|_1 and so on, and entries of p, q, r each off by at most dp, dq, dr before they were
// rounded:
//
//     | det(p, q, r) - computed |  <=  9 u perm(p, q, r) + dp Q' R' + P dq R' + P Q dr,   Q' = Q + 3 dq, R' =
//     R + 3 dr      (1)
//
// where perm has the absolute values of all six products: the first term is the rounding of the determinant
// and of its entries, the others telescope det over its rows, each minor of |q|, |r| being below Q R. kSlack
// covers the rounding of the bound. What this cannot prove is asked of ExactCorners, built on first use. Not
// for users: it shows Boost.
#pragma once

#include "graze/discrete/exact_corners.h"
#include "graze/discrete/triangle_overlap.h"
#include "graze/numeric/sign.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace graze {

using Sides = std::array<Sign, 3>;

class TriangleSigns {
  public:
    TriangleSigns(const Corners& a, const MovedTriangle& b, const PosePair& poses)
        : a_(a), b_(b), poses_(poses) {}

    /// Sign of det(c_j - c_i, c_k - c_i, c_l - c_i).
    [[nodiscard]] Sign orient3d(int i, int j, int k, int l);
    /// Sign of component `axis` of (c_j - c_i) x (c_k - c_i).
    [[nodiscard]] Sign orient2d(int axis, int i, int j, int k);
    /// Sign of coordinate `axis` of c_i - c_j.
    [[nodiscard]] Sign compare(int axis, int i, int j);

    /// Sides of the corners of b on the plane of a: orient3d(0, 1, 2, 3 + j), sharing the normal.
    [[nodiscard]] Sides sides_of_b();
    /// Sides of the corners of a on the plane of b: orient3d(3, 4, 5, i).
    [[nodiscard]] Sides sides_of_a();

    [[nodiscard]] bool needed_exact() const { return exact_.has_value(); }
    /// Corner i as its own body has it.
    [[nodiscard]] const Vec3& local(int i) const { return i < 3 ? a_[i] : b_.local[i - 3]; }

  private:
    [[nodiscard]] const Vec3& corner(int i) const { return i < 3 ? a_[i] : b_.in_a[i - 3]; }
    [[nodiscard]] double error(int i) const { return i < 3 ? 0.0 : b_.error; }
    [[nodiscard]] Sides sides(int plane, int points);
    [[nodiscard]] const ExactCorners& exact();

    const Corners& a_;
    const MovedTriangle& b_;
    const PosePair& poses_;
    std::optional<ExactCorners> exact_;
};

}  // namespace graze
