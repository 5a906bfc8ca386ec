// Joints as rows of a motion problem: what they forbid as equations, limits as inequalities, motors as
// equations along what they allow. Joints form trees: loops are refused (joint_graph.h).
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/solve/friction.h"
#include "graze/scene/scene.h"

#include <optional>

namespace graze::internal {

/// A motor drives the free direction at a speed; with a strength, only as far as that goes.
struct JointMotor {
    double speed = 0.0;                   // of the value, in what the problem's unknowns are per unit of them
    std::optional<double> strength = {};  // largest force or torque, times the time that a force acts
};

/// A joint where it is now: body a turns or slides relative to body b about an axis of the world.
struct JointState {
    JointKind kind = JointKind::Fixed;
    std::int32_t a = 0, b = kNobody;
    Vec3 arm_a = Vec3::Zero(), arm_b = Vec3::Zero();  // from the centres to the joint's point on each body
    Vec3 axis = Vec3::UnitX();                        // unit; not used by Fixed
    /// How far the bodies have drifted out of the joint: place of a's point less b's, and the small turn of a
    /// relative to where b wants it. Rows undo `correction` of it.
    Vec3 offset = Vec3::Zero(), turn = Vec3::Zero();
    double value = 0.0;  // angle in radians, or length
    std::optional<std::array<double, 2>> limits = {};
    std::optional<JointMotor> motor = {};
};

struct JointRowsOptions {
    double correction =
        1.0;  // share of the drift to undo, per unit of the unknowns: 1 for displacements, b/dt for velocities
    double per_unit = 1.0;  // value per unit of the unknowns: 1 for displacements, 1/dt for velocities
};

/// Appends what the joint forbids (6, 5 or 5 equations), and a row for each limit: the value may go as far as
/// the limit, no farther; one beyond its limit must come back.
void append_joint_rows(const JointState& joint, const JointRowsOptions& options,
                       std::vector<MotionRow>& rows);

/// The motor as an equation along the free direction, with its strength. Pre: not Fixed, has a motor.
/// A motor against a limit is a contradiction for projections: give it to solve_friction, which bounds its force.
[[nodiscard]] BoundedRow motor_row(const JointState& joint);

}  // namespace graze::internal
