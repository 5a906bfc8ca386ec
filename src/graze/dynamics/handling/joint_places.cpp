#include "graze/dynamics/handling/joint_places.h"

#include "graze/dynamics/handling/places.h"

#include <cmath>
#include <numbers>

namespace graze::internal {
namespace {

struct Holder {
    Pose pose;
    Vec3 centre;
};

/// The parent; the world stands at the origin.
Holder holder_of(const WorldMemory& memory, const WorldJoint& joint) {
    if (!joint.parent) return {{}, Vec3::Zero()};
    const BodyState& parent = memory.bodies[*joint.parent];
    return {parent.pose, parent.centre};
}

Eigen::Quaterniond turn_between(const Pose& body, const Pose& parent) {
    return product(parent.rotation.normalized().conjugate(), body.rotation.normalized());
}

Vec3 turned(const Pose& pose, const Vec3& direction) { return apply({Vec3::Zero(), pose.rotation}, direction); }
Vec3 turned_back(const Pose& pose, const Vec3& direction) {
    return apply({Vec3::Zero(), pose.rotation.conjugate()}, direction);
}

}  // namespace

JointPlace place_joint(const WorldMemory& memory, const WorldJoint& joint) {
    const Pose& body = memory.bodies[joint.body].pose;
    const Holder parent = holder_of(memory, joint);
    const Vec3 axis = joint.kind == JointKind::Fixed ? Vec3(Vec3::UnitZ()) : Vec3(joint.axis.normalized());
    return {.given = joint,
            .at_body = turned_back(body, joint.origin - body.translation),
            .at_parent = turned_back(parent.pose, joint.origin - parent.pose.translation),
            .axis_body = turned_back(body, axis),
            .axis_parent = turned_back(parent.pose, axis),
            .turn = turn_between(body, parent.pose)};
}

JointState state_of(const WorldMemory& memory, JointPlace& joint) {
    const BodyState& body = memory.bodies[joint.given.body];
    const Holder parent = holder_of(memory, joint.given);
    const bool is_held = joint.given.parent && memory.bodies[*joint.given.parent].is_movable();
    JointState state;
    state.kind = joint.given.kind;
    state.a = static_cast<std::int32_t>(joint.given.body);
    state.b = is_held ? static_cast<std::int32_t>(*joint.given.parent) : kNobody;
    const Vec3 on_body = apply(body.pose, joint.at_body), on_parent = apply(parent.pose, joint.at_parent);
    state.axis = turned(parent.pose, joint.axis_parent).normalized();
    state.arm_a = on_body - body.centre;
    // A slider is held where its own point is, however far it went.
    state.arm_b = (state.kind == JointKind::Prismatic ? on_body : on_parent) - parent.centre;
    state.offset = on_body - on_parent;
    // How the body is turned, as the parent sees it, against the joint at value 0; in the world's axes.
    const Vec3 turn = turned(parent.pose, rotation_vector_of(product(turn_between(body.pose, parent.pose), joint.turn.conjugate())));
    if (state.kind == JointKind::Revolute) {
        const Vec3 own_axis = turned(body.pose, joint.axis_body);
        state.turn = state.axis.cross(own_axis);
        const double angle = turn.dot(state.axis), whole = 2.0 * std::numbers::pi;
        joint.value = angle + whole * std::round((joint.value - angle) / whole);
    } else {
        state.turn = turn;
        if (state.kind == JointKind::Prismatic) joint.value = state.offset.dot(state.axis);
    }
    state.value = joint.value;
    state.limits = joint.given.limits;
    if (joint.given.motor) state.motor = JointMotor{joint.given.motor->speed, joint.given.motor->strength};
    return state;
}

}  // namespace graze::internal
