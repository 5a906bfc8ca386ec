#include "graze/dynamics/handling/wanted_motion.h"

#include "graze/dynamics/handling/places.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kMostFreeTurn = 1.0;   // radians in a step, of a body that touches nothing
constexpr double kLeverOfSize = 0.3;    // a turn by w dips by w^2 times this part of the size
constexpr double kMostStiffness = 1e6;  // 1/s

/// The displacement that turns or slides a joint by `change`, of the body on it.
Vec6 joint_displacement(const JointState& joint, double change) {
    Vec6 made = Vec6::Zero();
    if (joint.kind == JointKind::Prismatic) {
        made.head<3>() = change * joint.axis;
    } else if (joint.kind == JointKind::Revolute) {
        // The centre turns about the axis: along a chord, and the joint's rows put it back on its circle.
        const Vec3 arm = -joint.arm_a;  // from the joint to the centre
        made.head<3>() = turn_by(change * joint.axis) * arm - arm;
        made.tail<3>() = change * joint.axis;
    }
    return made;
}

}  // namespace

void set_goals(WorldMemory& memory) {
    for (const std::uint32_t i : memory.movable) {
        BodyState& body = memory.bodies[i];
        body.goal.reset();
        if (!body.pull) continue;
        if (body.pull->target) {
            body.goal = *body.pull->target;
            continue;
        }
        Vec6 way;
        way << memory.options.frame * body.pull->velocity.linear, memory.options.frame * body.pull->velocity.angular;
        if (!way.isZero(0.0)) body.goal = moved(body.pose, body.given.mass->centre, way);
    }
    for (JointPlace& joint : memory.joints)
        if (joint.given.motor) joint.goal = joint.value + memory.options.frame * joint.given.motor->speed;
}

void want_goals(WorldMemory& memory) {
    for (const std::uint32_t i : memory.movable) {
        const BodyState& body = memory.bodies[i];
        memory.wanted[i] = body.goal ? displacement_to(body.pose, *body.goal, body.given.mass->centre) : Vec6(Vec6::Zero());
    }
    for (std::size_t k = 0; k < memory.joints.size(); ++k) {
        const JointPlace& joint = memory.joints[k];
        if (!joint.given.motor || memory.bodies[joint.given.body].goal) continue;
        memory.wanted[joint.given.body] = joint_displacement(memory.joint_states[k], joint.goal - joint.value);
    }
}

Vec6 velocity_change(const WorldMemory& memory, std::uint32_t i, double h) {
    const BodyState& body = memory.bodies[i];
    Vec6 change = Vec6::Zero();
    change.head<3>() = h * memory.options.gravity;
    if (!body.pull) return change;
    change.head<3>() += h * body.inverse.mass * body.pull->force.linear;
    change.tail<3>() += h * (body.inverse.inertia * body.pull->force.angular);
    if (!body.pull->target) return change;
    // A damped spring, implicit: stable for every stiffness.
    const double k = std::min(body.pull->stiffness, kMostStiffness), c = 2.0 * body.pull->damping * k;
    const Vec6 way = displacement_to(body.pose, *body.pull->target, body.given.mass->centre);
    change += (h * (k * k * (way - h * memory.impact[i]) - c * memory.impact[i])) / (1.0 + h * c + h * h * k * k);
    return change;
}

double trusted_share(const WorldMemory& memory, std::uint32_t i, const Vec6& displacement) {
    const BodyState& body = memory.bodies[i];
    const double turn = displacement.tail<3>().norm();
    const double most = body.nearest_eps < kInfinity && memory.tuning.trusts_little
                            ? std::sqrt(body.nearest_eps * (0.01 - 0.0044) / 0.01 / (kLeverOfSize * body.size))
                            : kMostFreeTurn;
    return turn > most ? most / turn : 1.0;
}

}  // namespace graze::internal
