#include "graze/motion/linear_parameters.h"

#include "graze/core/assert.h"
#include "graze/motion/angle.h"

#include <fmt/format.h>

namespace graze::internal {
namespace {

Eigen::Quaterniond negated(const Eigen::Quaterniond& q) { return {-q.w(), -q.x(), -q.y(), -q.z()}; }

bool is_negative_real(const Eigen::Quaterniond& q) {
    return q.w() < 0.0 && q.x() == 0.0 && q.y() == 0.0 && q.z() == 0.0;
}

// The rotation vector of q as it is written: longer than pi if its real part is negative (motion.md, M16).
IntervalVec3 rotation_vector_of(const Eigen::Quaterniond& q, int turns) {
    const Eigen::Quaterniond identity = Eigen::Quaterniond::Identity();
    const Turn turn = shortest_turn(identity, q);
    if (turn.is_none) return kZeroVector;
    const bool is_long_way = nearer_sign(identity, q).coeffs() != q.coeffs();
    const Interval length = exactly(turns) * kTwoPi + (is_long_way ? kTwoPi - turn.angle : turn.angle);
    return (is_long_way ? -length : length) * turn.axis;
}

}  // namespace

LinearParameters make_linear_parameters(const PoseParameters& from, const PoseParameters& to) {
    GRAZE_ASSERT(from.position.allFinite() && from.rotation_vector.allFinite());
    GRAZE_ASSERT(to.position.allFinite() && to.rotation_vector.allFinite());
    return {.position = exactly(from.position),
            .velocity = exactly(to.position) - exactly(from.position),
            .rotation_vector = exactly(from.rotation_vector),
            .rotation_rate = exactly(to.rotation_vector) - exactly(from.rotation_vector)};
}

}  // namespace graze::internal

namespace graze {

Expected<void> validate_parameters(const PoseSegment& poses, const std::string& where) {
    constexpr int kMostTurns = 1000000;
    if (poses.turns == 0) return {};
    if (poses.turns > kMostTurns || poses.turns < -kMostTurns)
        return make_error(ErrorCode::BadInput, where,
                          fmt::format("{} turns; at most {} are allowed", poses.turns, kMostTurns),
                          "split the path");
    if (shortest_turn(Eigen::Quaterniond::Identity(), poses.to.rotation).is_none)
        return make_error(ErrorCode::BadInput, where,
                          "whole turns to an orientation that is not turned have no axis",
                          "use \"screw\" or \"slerp\", or a pose in between");
    return {};
}

}  // namespace graze

namespace graze::internal {

LinearParameters make_linear_parameters(const PoseSegment& poses) {
    GRAZE_ASSERT(is_valid(poses.from) && is_valid(poses.to) && validate_parameters(poses, "").has_value());
    const Eigen::Quaterniond q0 = nearer_sign(Eigen::Quaterniond::Identity(), poses.from.rotation);
    Eigen::Quaterniond q1 = nearer_sign(q0, poses.to.rotation);
    if (is_negative_real(q1)) q1 = negated(q1);
    const IntervalVec3 r0 = rotation_vector_of(q0, 0);
    return {.position = exactly(poses.from.translation),
            .velocity = exactly(poses.to.translation) - exactly(poses.from.translation),
            .rotation_vector = r0,
            .rotation_rate = rotation_vector_of(q1, poses.turns) - r0};
}

MotionJet jet_over(const LinearParameters& motion, const Interval& time) {
    GRAZE_ASSERT(time.lo >= 0.0 && time.hi <= 1.0 && time.lo <= time.hi);
    const IntervalVec3& k = motion.rotation_rate;
    const IntervalVec3 r = motion.rotation_vector + time * k;
    const RotationSeries series = rotation_series(norm_sq(r));
    const IntervalMat3 r_matrix = cross_matrix(r);
    const IntervalVec3 r_k = cross(motion.rotation_vector, k);  // r x k does not depend on t: motion.md (M18)
    const IntervalVec3 r_r_k = cross(r, r_k);
    // r r^T - |r|^2 instead of [r] [r]: the diagonal is a sum of squares.
    IntervalMat3 r_sq = outer(r, r);
    for (int i = 0; i < 3; ++i) r_sq[i][i] = -(sqr(r[(i + 1) % 3]) + sqr(r[(i + 2) % 3]));
    return {.reference = Vec3::Zero(),
            .rotation = cut_to_rotation(identity_matrix() + series.a * r_matrix + series.b * r_sq),
            .position = motion.position + time * motion.velocity,
            .velocity = motion.velocity,
            .acceleration = kZeroVector,
            .spin = k + series.b * r_k + series.c * r_r_k,
            .spin_rate = dot(r, k) * (series.db * r_k + series.dc * r_r_k) + series.c * cross(k, r_k)};
}

}  // namespace graze::internal
