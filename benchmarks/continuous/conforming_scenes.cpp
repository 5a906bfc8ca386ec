#include "continuous/conforming_scenes.h"

#include "graze/demo/demo.h"
#include "graze/demo/turn.h"

#include <cmath>
#include <numbers>

namespace graze::bench {
namespace {

constexpr double kLong = 100.0;  // length of a plate

NearWay by_poses(const std::string& name, std::shared_ptr<const ContinuousBodies> bodies, const Pose& from,
                 const Pose& to, double wanted_us) {
    const ContinuousQuery query{{from, to, 0}};
    return {name, std::move(bodies), from, motion_of(query), query, ContactVerdict::Clear, wanted_us, false};
}

NearWay by_joint(const std::string& name, std::shared_ptr<const ContinuousBodies> bodies,
                 const JointMotion& joint, ContactVerdict expected, double wanted_us) {
    return {name,         std::move(bodies), joint.placement, make_joint(joint),
            std::nullopt, expected,          wanted_us,       false};
}

/// The screw in its nut, and how far it rises while it turns by 90 degrees.
struct Thread {
    std::shared_ptr<const ContinuousBodies> bodies;
    Pose seated, quarter;
    double rise;
};

Thread thread_of_demo() {
    const Scene scene = *make_demo("screw-and-nut");
    const Path& path = scene.paths[0];
    Thread thread{bodies_of("screw-and-nut", scene.bodies[1].mesh, scene.bodies[0].mesh), path.poses[0],
                  path.poses[1], 0.0};
    const double turns = path.turns[0] + 0.25;
    thread.rise = (path.poses[1].translation.z() - path.poses[0].translation.z()) * 0.25 / turns;
    thread.quarter.translation = thread.seated.translation + Vec3(0.0, 0.0, thread.rise);
    return thread;
}

NearWay screw_full_turn() {
    const Thread thread = thread_of_demo();
    const double sense =
        product(thread.quarter.rotation, thread.seated.rotation.conjugate()).z() > 0 ? 1 : -1;
    JointMotion joint{.placement = thread.seated};
    joint.unit = AngleUnit::Degree;
    joint.angle_t1 = 360.0 * sense;
    joint.slide_t1 = 4.0 * thread.rise;
    return by_joint("screw in its nut, full turn", thread.bodies, joint, ContactVerdict::Clear, 45000.0);
}

void add_pegs(std::vector<NearWay>& ways) {
    const Scene scene = *make_demo("peg-in-hole");
    const std::shared_ptr<const ContinuousBodies> bodies =
        bodies_of("peg-in-hole", scene.bodies[1].mesh, scene.bodies[0].mesh);
    const Pose &above = scene.paths[0].poses[1], &inside = scene.paths[0].poses[2];
    ways.push_back(by_poses("pin into its hole", bodies, above, inside, 10000.0));
    ways.back().is_raced = true;
    ways.push_back(by_poses("pin out of its hole", bodies, inside, above, 10000.0));
}

/// Two parallel plates with a gap, tilted in their own frame.
struct Plates {
    std::shared_ptr<const ContinuousBodies> bodies;  // b above a
    Vec3 along, across, up;
};

Plates plates_with(double gap) {
    constexpr double kTilt = 33.0;
    const Scene scene = *make_demo(
        "plates", {.parameters = {{"length", kLong}, {"gap", gap}, {"wedge", 0.0}, {"tilt", kTilt}}});
    const Mat3 tilt = rotation_about(Vec3(3.0, -2.0, 1.0), kTilt / 360.0);
    return {bodies_of("plates", scene.bodies[1].mesh, scene.bodies[0].mesh), tilt.col(0), tilt.col(1),
            tilt.col(2)};
}

/// A turn about a line, as a joint of the upper plate.
NearWay turning(const std::string& name, const Plates& plates, const Vec3& axis, const Vec3& origin,
                double degrees, ContactVerdict expected) {
    JointMotion joint{};
    joint.axis = axis;
    joint.origin = origin;
    joint.unit = AngleUnit::Degree;
    joint.angle_t1 = degrees;
    return by_joint(name, plates.bodies, joint, expected, 100.0);
}

void add_plates(std::vector<NearWay>& ways) {
    const Plates wide = plates_with(0.1), narrow = plates_with(1e-4 * kLong);
    const Vec3 edge = -0.5 * kLong * narrow.along;  // of the upper plate, where it is hinged
    ways.push_back(turning("plates, gap 1e-3, spinning by 90 degrees", wide, wide.up, Vec3::Zero(), 90.0,
                           ContactVerdict::Clear));
    ways.push_back(turning("plates, gap 1e-4, spinning by 90 degrees", narrow, narrow.up, Vec3::Zero(), 90.0,
                           ContactVerdict::Clear));
    ways.push_back(turning("plates, gap 1e-3, tilting by 3 degrees", wide, wide.across,
                           -0.5 * kLong * wide.along + 0.1 * wide.up, -3.0, ContactVerdict::Clear));
    const Vec3 hinge = edge + 1e-4 * kLong * narrow.up;
    ways.push_back(turning("hinge, opens by 90 degrees from gap 1e-4", narrow, narrow.across, hinge, -90.0,
                           ContactVerdict::Clear));
    // The same plates, closing: from open by 30 degrees to the gap.
    JointMotion closing{};
    closing.axis = narrow.across;
    closing.origin = hinge;
    closing.unit = AngleUnit::Degree;
    closing.angle_t0 = -30.0;
    NearWay shut = by_joint("hinge, shuts from 30 degrees to gap 1e-4", narrow.bodies, closing,
                            ContactVerdict::Clear, 100.0);
    shut.start = {};
    const Eigen::Quaterniond open(Eigen::AngleAxisd(-std::numbers::pi / 6.0, narrow.across));
    shut.start.rotation = open;
    shut.start.translation = hinge - open * hinge;
    ways.push_back(shut);
    ways.push_back(turning("hinge, swings into its neighbour from gap 1e-4", narrow, narrow.across, hinge,
                           1.0, ContactVerdict::Contact));
    ways.back().wanted_us = 0.0;  // it ends in thousands of contacts at once, and all are listed
}

}  // namespace

NearWay screw_quarter_turn() {
    const Thread thread = thread_of_demo();
    return by_poses("screw in its nut, quarter turn", thread.bodies, thread.seated, thread.quarter, 10000.0);
}

std::vector<NearWay> near_ways() {
    std::vector<NearWay> ways{screw_quarter_turn(), screw_full_turn()};
    ways.front().is_raced = true;
    add_pegs(ways);
    add_plates(ways);
    return ways;
}

}  // namespace graze::bench
