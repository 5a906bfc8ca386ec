#include "graze/motion/motion_jet.h"

namespace graze::internal {
namespace {

constexpr Interval kTwo{2.0, 2.0};

}  // namespace

IntervalVec3 arm_of(const MotionJet& jet, const Vec3& point) {
    return jet.rotation * (exactly(point) - exactly(jet.reference));
}

IntervalVec3 turning_velocity(const MotionJet& jet, const IntervalVec3& arm) { return cross(jet.spin, arm); }

IntervalVec3 turning_acceleration(const MotionJet& jet, const IntervalVec3& arm) {
    const IntervalVec3 inward = cross(jet.spin, cross(jet.spin, arm));
    // A steady turn has exactly none; products with zeros are the slow ones.
    return is_zero(jet.spin_rate) ? inward : cross(jet.spin_rate, arm) + inward;
}

IntervalVec3 point_at(const MotionJet& jet, const Vec3& point) { return arm_of(jet, point) + jet.position; }

IntervalVec3 velocity_at(const MotionJet& jet, const Vec3& point) {
    return turning_velocity(jet, arm_of(jet, point)) + jet.velocity;
}

IntervalVec3 acceleration_at(const MotionJet& jet, const Vec3& point) {
    return turning_acceleration(jet, arm_of(jet, point)) + jet.acceleration;
}

IntervalVec3 direction_at(const MotionJet& jet, const Vec3& direction) {
    return jet.rotation * exactly(direction);
}

// motion.md (M14): z = p_a - (the point of b's frame that b's position stands for), then turned back by b.
MotionJet relative(const MotionJet& a, const MotionJet& b) {
    const IntervalMat3 back = transposed(b.rotation);
    const IntervalVec3 z = a.position - b.position;
    const IntervalVec3 z1 = a.velocity - b.velocity;
    const IntervalVec3 z2 = a.acceleration - b.acceleration;
    const IntervalVec3& w = b.spin;
    return {.reference = a.reference,
            .rotation = cut_to_rotation(back * a.rotation),
            .position = back * z + exactly(b.reference),
            .velocity = back * (z1 - cross(w, z)),
            .acceleration = back * (z2 - cross(b.spin_rate, z) - kTwo * cross(w, z1) + cross(w, cross(w, z))),
            .spin = back * (a.spin - w),
            .spin_rate = back * (a.spin_rate - b.spin_rate - cross(w, a.spin))};
}

// motion.md (M15).
MotionJet compose(const MotionJet& outer, const MotionJet& inner) {
    const IntervalMat3& R = outer.rotation;
    const IntervalVec3& w = outer.spin;
    const IntervalVec3 v = R * (inner.position - exactly(outer.reference));
    const IntervalVec3 v1 = R * inner.velocity;
    const IntervalVec3 spin = R * inner.spin;
    return {.reference = inner.reference,
            .rotation = cut_to_rotation(R * inner.rotation),
            .position = v + outer.position,
            .velocity = cross(w, v) + v1 + outer.velocity,
            .acceleration = turning_acceleration(outer, v) + kTwo * cross(w, v1) + R * inner.acceleration +
                            outer.acceleration,
            .spin = w + spin,
            .spin_rate = outer.spin_rate + R * inner.spin_rate + cross(w, spin)};
}

MotionJet hull(const MotionJet& a, const MotionJet& b) {
    // Positions are of a's reference point; the other's is moved there first.
    return {.reference = a.reference,
            .rotation = hull(a.rotation, b.rotation),
            .position = hull(a.position, point_at(b, a.reference)),
            .velocity = hull(a.velocity, velocity_at(b, a.reference)),
            .acceleration = hull(a.acceleration, acceleration_at(b, a.reference)),
            .spin = hull(a.spin, b.spin),
            .spin_rate = hull(a.spin_rate, b.spin_rate)};
}

MotionJet at_rate(const MotionJet& jet, const Interval& rate) {
    MotionJet result = jet;
    result.velocity = rate * jet.velocity;
    result.acceleration = sqr(rate) * jet.acceleration;
    result.spin = rate * jet.spin;
    result.spin_rate = sqr(rate) * jet.spin_rate;
    return result;
}

Pose middle_pose(const MotionJet& jet) {
    Mat3 rotation;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) rotation(i, j) = midpoint(jet.rotation[i][j]);
    const IntervalVec3 origin = jet.position - jet.rotation * exactly(jet.reference);
    return {Vec3(midpoint(origin[0]), midpoint(origin[1]), midpoint(origin[2])),
            Eigen::Quaterniond(rotation).normalized()};
}

}  // namespace graze::internal
