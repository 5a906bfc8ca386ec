#include "graze/dynamics/solve/joint_rows.h"

#include "graze/core/assert.h"

#include <Eigen/Geometry>
#include <limits>

namespace graze::internal {
namespace {

MotionRow between(const JointState& joint, RowKind kind, double bound) {
    MotionRow row;
    row.a = joint.a;
    row.b = joint.b;
    row.kind = kind;
    row.bound = bound;
    return row;
}

// Velocity of a's point less b's, along a direction.
MotionRow sliding(const JointState& joint, const Vec3& direction, RowKind kind, double bound) {
    MotionRow row = between(joint, kind, bound);
    row.of_a << direction, joint.arm_a.cross(direction);
    if (joint.b != kNobody) row.of_b << -direction, -joint.arm_b.cross(direction);
    return row;
}

// Angular velocity of a less b's, along a direction.
MotionRow turning(const JointState& joint, const Vec3& direction, RowKind kind, double bound) {
    MotionRow row = between(joint, kind, bound);
    row.of_a.tail<3>() = direction;
    if (joint.b != kNobody) row.of_b.tail<3>() = -direction;
    return row;
}

struct Axes {
    Vec3 across, other;
};

Axes across(const Vec3& axis) {
    const Vec3 first = axis.unitOrthogonal();
    return {first, axis.cross(first)};
}

MotionRow free_row(const JointState& joint, double sign, RowKind kind, double bound) {
    return joint.kind == JointKind::Revolute ? turning(joint, sign * joint.axis, kind, bound)
                                             : sliding(joint, sign * joint.axis, kind, bound);
}

}  // namespace

void append_joint_rows(const JointState& joint, const JointRowsOptions& options,
                       std::vector<MotionRow>& rows) {
    const auto hold_place = [&](const Vec3& along) {
        rows.push_back(sliding(joint, along, RowKind::Equal, -options.correction * along.dot(joint.offset)));
    };
    const auto hold_turn = [&](const Vec3& along) {
        rows.push_back(turning(joint, along, RowKind::Equal, -options.correction * along.dot(joint.turn)));
    };
    const Axes axes = across(joint.axis);
    hold_place(axes.across);
    hold_place(axes.other);
    if (joint.kind != JointKind::Prismatic) hold_place(joint.axis);
    hold_turn(axes.across);
    hold_turn(axes.other);
    if (joint.kind != JointKind::Revolute) hold_turn(joint.axis);
    if (joint.kind == JointKind::Fixed || !joint.limits) return;
    const auto [least, most] = *joint.limits;
    rows.push_back(free_row(joint, 1.0, RowKind::AtLeast, options.per_unit * (least - joint.value)));
    rows.push_back(free_row(joint, -1.0, RowKind::AtLeast, options.per_unit * (joint.value - most)));
}

BoundedRow motor_row(const JointState& joint) {
    GRAZE_ASSERT(joint.kind != JointKind::Fixed && joint.motor);
    const double strength = joint.motor->strength.value_or(std::numeric_limits<double>::infinity());
    return {free_row(joint, 1.0, RowKind::Equal, joint.motor->speed), -strength, strength};
}

}  // namespace graze::internal
