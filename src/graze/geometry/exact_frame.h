// Points of two posed bodies as exact integer vectors in the frame of one of them, here called the owner.
//
// The owner's vertices are doubles in its frame. The other body's vertex x stands there at (M x + T) / W with
//     M = R(conj(p) q),   T = |q|^2 R(p)^T (t_other - t_owner),   W = |p|^2 |q|^2 > 0,                 (16)
// p, q being the quaternions of the owner and the other. Differences of points keep a positive factor of
// their own (1 or W), which no sign of a product of differences can see. Q, X: bits of a quaternion component
// and of a length.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/exact_rotation.h"
#include "graze/geometry/pose.h"
#include "graze/numeric/exact_vector.h"

namespace graze::internal {

/// Powers of two by which the doubles are divided to become integers.
struct FrameGrid {
    int low_owner;  // quaternion
    int low_other;  // quaternion
    int low_length;
};

template <int Q, int X>
class TurnedFrame {
  public:
    static constexpr int kWideBits = 4 * Q + X + 10;

    TurnedFrame(const Pose& owner, const Pose& other, const FrameGrid& grid) : low_(grid.low_length) {
        const auto p = scaled<Q>(owner.rotation, grid.low_owner);
        const auto q = scaled<Q>(other.rotation, grid.low_other);
        const auto norm_q = norm_sq(q);
        turn_ = matrix(conjugate_product(p, q));
        scale_ = norm_sq(p) * norm_q;
        shift_ = transposed(matrix(p)) * (norm_q * (length(other.translation) - length(owner.translation)));
    }

    [[nodiscard]] WideVec3<X> length(const Vec3& v) const { return scaled<X>(v, low_); }

    /// W (other - own).
    [[nodiscard]] WideVec3<kWideBits> across(const WideVec3<X>& other, const WideVec3<X>& own) const {
        return turn_ * other + shift_ - scale_ * own;
    }
    /// A positive multiple of a difference of two points of the other body.
    [[nodiscard]] auto turned(const WideVec3<X + 1>& difference) const { return turn_ * difference; }

  private:
    int low_;
    WideMat3<4 * Q + 6> turn_;
    WideInt<4 * Q + 4> scale_;
    WideVec3<4 * Q + X + 7> shift_;
};

/// Both bodies have the same quaternion: M = W = 1 but for T = R(p)^T (t_other - t_owner) / |p|^2.
template <int Q, int X>
class ParallelFrame {
  public:
    static constexpr int kWideBits = 2 * Q + X + 6;

    ParallelFrame(const Pose& owner, const Pose& other, const FrameGrid& grid) : low_(grid.low_length) {
        const auto p = scaled<Q>(owner.rotation, grid.low_owner);
        scale_ = norm_sq(p);
        shift_ = transposed(matrix(p)) * (length(other.translation) - length(owner.translation));
    }

    [[nodiscard]] WideVec3<X> length(const Vec3& v) const { return scaled<X>(v, low_); }

    [[nodiscard]] WideVec3<kWideBits> across(const WideVec3<X>& other, const WideVec3<X>& own) const {
        return scale_ * (other - own) + shift_;
    }
    [[nodiscard]] WideVec3<X + 1> turned(const WideVec3<X + 1>& difference) const { return difference; }

  private:
    int low_;
    WideInt<2 * Q + 2> scale_;
    WideVec3<2 * Q + X + 5> shift_;
};

}  // namespace graze::internal
