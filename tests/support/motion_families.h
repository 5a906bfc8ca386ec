// Motions of all kinds, each with its truth from the oracle: random and from degenerate families.
#pragma once

#include "graze/motion/rigid_motion.h"

#include "oracle/true_motion.h"
#include "support/pose_families.h"

#include <cmath>

namespace graze::test {

enum class MotionFamily {
    Screw,         // random poses
    NoTurn,        // the same orientation, up to a factor
    SmallTurn,     // by 5e-4 to 1e-15
    LeastTurn,     // by about 1e-200
    HalfTurn,      // by exactly 180 degrees
    NearHalfTurn,  // an ulp or so from it
    ManyTurns,     // up to ten whole turns either way
    AxisTurn,      // about a coordinate axis, through the origin: many exact zeros
    FarBody,       // the body is 1e5 sizes from its frame's origin and from the world's
    Slerp,
    SlerpManyTurns,
    Parameters,  // linear parameters, rotation vectors up to ten turns long
    ParametersThroughZero,
    ParametersOfPoses,
    Joint,
    Rest,
};
inline constexpr int kMotionFamilies = 16;
inline constexpr const char* kMotionFamilyNames[kMotionFamilies] = {"Screw",
                                                                    "NoTurn",
                                                                    "SmallTurn",
                                                                    "LeastTurn",
                                                                    "HalfTurn",
                                                                    "NearHalfTurn",
                                                                    "ManyTurns",
                                                                    "AxisTurn",
                                                                    "FarBody",
                                                                    "Slerp",
                                                                    "SlerpManyTurns",
                                                                    "Parameters",
                                                                    "ParametersThroughZero",
                                                                    "ParametersOfPoses",
                                                                    "Joint",
                                                                    "Rest"};

struct MotionCase {
    RigidMotion motion;
    oracle::Path truth;
    Vec3 near = Vec3::Zero();  // points of the body are about here
};

/// Digits that the oracle needs: the axis of a tiny turn is far away.
[[nodiscard]] inline mpfr_prec_t digits_for(MotionFamily family) {
    return family == MotionFamily::LeastTurn ? 2400 : 320;
}

[[nodiscard]] inline Eigen::Quaterniond turned_a_little(Rng& rng, const Eigen::Quaterniond& q, double angle) {
    const Vec3 axis = random_vector(rng, 1.0).normalized() * (0.5 * angle);
    return product(q, Eigen::Quaterniond(1.0, axis.x(), axis.y(), axis.z()));
}

[[nodiscard]] inline PoseSegment random_pose_pair(Rng& rng, MotionFamily family, double size) {
    PoseSegment pair{random_pose(rng, size), random_pose(rng, size), 0};
    Eigen::Quaterniond& q0 = pair.from.rotation;
    Eigen::Quaterniond& q1 = pair.to.rotation;
    switch (family) {
        case MotionFamily::NoTurn:
            q1 = q0;
            if (rng.below(2) == 0) q1.coeffs() *= -1.0;
            break;
        case MotionFamily::SmallTurn:
            q1 = turned_a_little(rng, q0, std::pow(10.0, rng.uniform(-15.0, -3.3)));
            break;
        case MotionFamily::LeastTurn:
            q0 = Eigen::Quaterniond(1.0, 0.0, 0.0, 0.0);
            q1 = Eigen::Quaterniond(1.0, 1e-200, rng.uniform(-1e-200, 1e-200), -3e-201);
            break;
        case MotionFamily::HalfTurn: {
            constexpr double kUnits[4][4] = {{0, 0, 0, 1}, {0.6, 0.8, 0, 0}, {0, -0.6, 0.8, 0}, {0, 0, 1, 0}};
            const auto& u = kUnits[1 + rng.below(3)];
            q0 = Eigen::Quaterniond(u[3], u[0], u[1], u[2]);
            q1 = rng.below(2) == 0 ? Eigen::Quaterniond(1, 0, 0, 0) : Eigen::Quaterniond(-1, 0, 0, 0);
            if (rng.below(2) == 0) std::swap(q0, q1);
            break;
        }
        case MotionFamily::NearHalfTurn:
            q0 = Eigen::Quaterniond(1, 0, 0, 0);
            q1 = Eigen::Quaterniond(rng.uniform(-1e-15, 1e-15), 0.6, -0.8, rng.uniform(-1e-15, 1e-15));
            break;
        case MotionFamily::ManyTurns:
        case MotionFamily::SlerpManyTurns:
            pair.turns = static_cast<int>(rng.below(21)) - 10;
            break;
        case MotionFamily::AxisTurn: {
            const int axis = static_cast<int>(rng.below(3));
            q0 = Eigen::Quaterniond::Identity();
            q1 = turn_about(axis, rng.below(2) == 0 ? 0.6 : -0.6, 0.8);
            pair.from.translation = pair.to.translation = Vec3::Zero();
            pair.to.translation[axis] = size;
            pair.turns = static_cast<int>(rng.below(3)) - 1;
            break;
        }
        default:
            break;
    }
    return pair;
}

/// Of rotation vectors: that of q0 by the rule applied to the identity, that of q1 by the rule from there on.
[[nodiscard]] inline oracle::Path true_parameters_of(const PoseSegment& p) {
    const auto signed_q0 = oracle::way_of_turning(Eigen::Quaterniond::Identity(), p.from.rotation);
    auto q1 = oracle::exact(p.to.rotation);
    const auto r = oracle::times(oracle::conjugate(signed_q0), q1);
    const auto& first = sgn(r.w) != 0 ? r.w : sgn(r.x) != 0 ? r.x : sgn(r.y) != 0 ? r.y : r.z;
    if (sgn(first) < 0) q1 = {-q1.x, -q1.y, -q1.z, -q1.w};
    const auto v0 = oracle::axis_angle(signed_q0), v1 = oracle::axis_angle(q1);
    const oracle::Num whole = oracle::Num(2.0 * p.turns) * oracle::pi();
    return oracle::true_linear_parameters(oracle::nums(p.from.translation), v0.angle * v0.axis,
                                          oracle::nums(p.to.translation), (v1.angle + whole) * v1.axis);
}

[[nodiscard]] inline MotionCase parameters_case(Rng& rng, MotionFamily family, double size) {
    if (family == MotionFamily::ParametersOfPoses) {
        PoseSegment pair = random_pose_pair(rng, MotionFamily::Screw, size);
        if (rng.below(3) == 0) pair.turns = static_cast<int>(rng.below(5)) - 2;
        if (rng.below(4) == 0) pair.from.rotation = Eigen::Quaterniond::Identity();
        return {make_linear_parameters(pair), true_parameters_of(pair)};
    }
    const double length = rng.below(2) == 0 ? 3.0 : 60.0;
    PoseParameters from{random_vector(rng, size), random_vector(rng, length)};
    PoseParameters to{random_vector(rng, size), random_vector(rng, length)};
    if (family == MotionFamily::ParametersThroughZero) {
        from.rotation_vector = random_vector(rng, 1.0);
        to.rotation_vector = rng.below(2) == 0 ? Vec3(-from.rotation_vector) : Vec3::Zero();
        if (rng.below(4) == 0) from.rotation_vector = to.rotation_vector = Vec3::Zero();
    }
    return {make_linear_parameters(from, to),
            oracle::true_linear_parameters(oracle::nums(from.position), oracle::nums(from.rotation_vector),
                                           oracle::nums(to.position), oracle::nums(to.rotation_vector))};
}

[[nodiscard]] inline MotionCase joint_case(Rng& rng, double size) {
    JointMotion joint{random_pose(rng, size), random_vector(rng, 1.0),  rng.uniform(-3.0, 3.0),
                      rng.uniform(-9.0, 9.0), rng.uniform(-size, size), rng.uniform(-size, size)};
    if (rng.below(3) == 0) joint.slide_t0 = joint.slide_t1 = 0.0;
    if (rng.below(3) == 0) joint.angle_t1 = joint.angle_t0;
    if (rng.below(5) == 0) joint.axis = Vec3(0.0, 0.0, 1e-200);
    return {make_joint(joint), oracle::true_joint(joint.placement, joint.axis, joint.angle_t0, joint.angle_t1,
                                                  joint.slide_t0, joint.slide_t1)};
}

/// Lengths are about `size`.
[[nodiscard]] inline MotionCase random_motion(Rng& rng, MotionFamily family, double size) {
    switch (family) {
        case MotionFamily::Slerp:
        case MotionFamily::SlerpManyTurns: {
            const PoseSegment pair = random_pose_pair(rng, family, size);
            const Vec3 reference = rng.below(2) == 0 ? Vec3(Vec3::Zero()) : random_vector(rng, size);
            return {make_slerp(pair, reference),
                    oracle::true_slerp(pair.from, pair.to, pair.turns, reference)};
        }
        case MotionFamily::Parameters:
        case MotionFamily::ParametersThroughZero:
        case MotionFamily::ParametersOfPoses:
            return parameters_case(rng, family, size);
        case MotionFamily::Joint:
            return joint_case(rng, size);
        case MotionFamily::Rest: {
            const Pose pose = random_pose(rng, size);
            return {AtRest{pose}, [pose](const oracle::NumVec& x, const oracle::Num&) {
                        return oracle::posed_by(pose, x);
                    }};
        }
        case MotionFamily::FarBody: {
            PoseSegment pair = random_pose_pair(rng, family, size);
            const Vec3 centre = random_vector(rng, 1e5 * size);
            const Vec3 home = random_vector(rng, 1e5 * size);  // both poses bring the body about here
            for (Pose* pose : {&pair.from, &pair.to})
                pose->translation += home - apply({Vec3::Zero(), pose->rotation}, centre);
            return {make_screw(pair, centre), oracle::true_screw(pair.from, pair.to, 0), centre};
        }
        default: {
            const PoseSegment pair = random_pose_pair(rng, family, size);
            const Vec3 reference = rng.below(2) == 0 ? Vec3(Vec3::Zero()) : random_vector(rng, size);
            return {make_screw(pair, reference), oracle::true_screw(pair.from, pair.to, pair.turns)};
        }
    }
}

}  // namespace graze::test
