#include "graze/dynamics/handling/wanted_motion.h"

#include "graze/dynamics/handling/near_pairs.h"
#include "graze/dynamics/handling/places.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kMostFreeTurn = 1.0;   // radians in a step, of a body that touches nothing
constexpr double kLeverOfSize = 0.3;    // a turn by w dips by w^2 times this part of the size
constexpr double kMostStiffness = 1e6;  // 1/s
constexpr double kJointBend = 0.01 - 0.0044;  // of the length of security: how far a joint may open half-way of a step

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

/// Cross product with r, as a matrix.
Mat3 cross_with(const Vec3& r) {
    Mat3 m;
    m << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
    return m;
}

/// The least motion, in the metric of masses, that moves a point of the body, at `arm` from its centre, by `way`.
Vec6 motion_of_point(const InverseMass& inverse, const Vec3& arm, const Vec3& way) {
    const Mat3 cross = cross_with(arm);
    const Mat3 give = inverse.mass * Mat3::Identity() - cross * inverse.inertia * cross;
    const Vec3 force = give.ldlt().solve(way);
    Vec6 motion;
    motion << inverse.mass * force, inverse.inertia * arm.cross(force);
    return motion.allFinite() ? motion : Vec6(Vec6::Zero());
}

/// Without what is locked.
Vec6 unlocked(const BodyState& body, Vec6 motion) {
    for (int k = 0; k < 3; ++k) {
        const Vec3 axis = locked_axis(body, k);
        if (body.lock.move[k]) motion.head<3>() -= axis.dot(motion.head<3>()) * axis;
        if (body.lock.turn[k]) motion.tail<3>() -= axis.dot(motion.tail<3>()) * axis;
    }
    return motion;
}

}  // namespace

Vec3 locked_axis(const BodyState& body, int k) {
    return body.lock.of_body ? Vec3(body.pose.rotation.normalized().toRotationMatrix().col(k)) : Vec3(Vec3::Unit(k));
}

Vec6 way_left(const WorldMemory& memory, std::uint32_t i) {
    const BodyState& body = memory.bodies[i];
    if (body.goal) return unlocked(body, displacement_to(body.pose, *body.goal, body.given.mass->centre));
    if (!body.is_grabbed) return Vec6::Zero();
    const Vec3 at = apply(body.pose, body.pull->grab->point);
    return unlocked(body, motion_of_point(body.inverse, at - body.centre, body.pull->grab->target - at));
}

void set_goals(WorldMemory& memory) {
    for (const std::uint32_t i : memory.movable) {
        BodyState& body = memory.bodies[i];
        body.goal.reset();
        body.is_grabbed = body.pull && !body.pull->target && body.pull->grab;
        if (!body.pull || body.is_grabbed) continue;
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
    for (const std::uint32_t i : memory.movable) memory.wanted[i] = way_left(memory, i);
    for (std::size_t k = 0; k < memory.joints.size(); ++k) {
        const JointPlace& joint = memory.joints[k];
        if (!joint.given.motor || memory.bodies[joint.given.body].wants()) continue;
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
    // A damped spring, implicit: stable for every stiffness.
    const double k = std::min(body.pull->stiffness, kMostStiffness), c = 2.0 * body.pull->damping * k;
    if (body.pull->grab && !body.pull->target) {
        const Vec3 at = apply(body.pose, body.pull->grab->point), arm = at - body.centre, turn = memory.impact[i].tail<3>();
        const Vec3 speed = memory.impact[i].head<3>() + turn.cross(arm);
        const Vec3 faster = (h * (k * k * (body.pull->grab->target - at - h * speed) - c * speed)) / (1.0 + h * c + h * h * k * k);
        change += motion_of_point(body.inverse, arm, faster);
        const double damping = h * body.pull->grab->turn_damping;
        change.tail<3>() -= damping / (1.0 + damping) * turn;
        return change;
    }
    if (!body.pull->target) return change;
    const Vec6 way = displacement_to(body.pose, *body.pull->target, body.given.mass->centre);
    change += (h * (k * k * (way - h * memory.impact[i]) - c * memory.impact[i])) / (1.0 + h * c + h * h * k * k);
    return change;
}

double trusted_share(const WorldMemory& memory, std::uint32_t i, const Vec6& displacement) {
    const BodyState& body = memory.bodies[i];
    const double turn = displacement.tail<3>().norm();
    double most = body.nearest_eps < kInfinity && memory.tuning.trusts_little
                            ? std::sqrt(body.nearest_eps * (0.01 - 0.0044) / 0.01 / (kLeverOfSize * body.size))
                            : kMostFreeTurn;
    if (body.joint_arm > 0.0 && memory.tuning.trusts_little) {
        const double eps = kJointBend * security_length(memory, {i, i});
        most = std::min(most, std::sqrt(8.0 * eps / body.joint_arm));
    }
    return turn > most ? most / turn : 1.0;
}

}  // namespace graze::internal
