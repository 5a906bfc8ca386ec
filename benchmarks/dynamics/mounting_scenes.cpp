// First order: one body is pulled by a hand that does not care what is in its way.
#include "dynamics/scenes.h"

#include "graze/demo/demo.h"
#include "graze/demo/solids.h"
#include "graze/demo/turn.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::bench {
namespace {

// A hand that trembles: the same at every frame for everybody.
Pose trembling(const Pose& pose, int frame, std::uint64_t seed, double length, double turns) {
    Rng rng(seed + 7919u * static_cast<std::uint64_t>(frame));
    const auto any = [&] { return rng.uniform(-1.0, 1.0); };
    Pose made = pose;
    made.translation += length * Vec3(any(), any(), any());
    made.rotation = product(turned_about({any(), any(), any() + 1.5}, turns * any()), pose.rotation);
    return made;
}

// `meshes`: where the demo's body is, seen from where the bench's copy of it is (its centre of mass).
struct Pulled {
    DynamicsScene scene;
    Pose offset;  // demo pose = compose(bench pose, offset)
};

Pulled pulled(const char* name, const char* what, const Scene& demo, std::uint32_t moves) {
    Pulled made{{name, what, {}}, {}};
    made.scene.is_second_order = false;
    made.scene.gravity.setZero();
    for (std::uint32_t i = 0; i < demo.bodies.size(); ++i) {
        if (i != moves) {
            made.scene.bodies.push_back(
                standing(demo.bodies[i].name, *demo.bodies[i].mesh, demo.bodies[i].pose));
            continue;
        }
        made.scene.driven = static_cast<int>(made.scene.bodies.size());
        made.scene.bodies.push_back(movable(demo.bodies[i].name, *demo.bodies[i].mesh, demo.bodies[i].pose));
        made.offset = relative(made.scene.bodies.back().pose, demo.bodies[i].pose);
    }
    return made;
}

DynamicsScene tori() {
    Pulled p = pulled("tori", "One ring through another, pulled away for 1,000 frames",
                      *make_demo("interlocked-tori"), 1);
    p.scene.frames = 1000;
    p.scene.target = [](int frame, const Pose& now) {
        Pose wanted = now;
        const double turn = 0.002 * frame;
        wanted.translation += Vec3(2.0 * std::cos(turn), 2.0 * std::sin(0.7 * turn), 1.2 * std::sin(turn));
        return trembling(wanted, frame, 31, 0.3, 0.003);
    };
    p.scene.ending = [offset = p.offset](Poses poses) {
        const bool linked = rings_are_linked(poses[0], compose(poses[1], offset), 50.0);
        return DynamicsEnding{linked ? "linked" : "apart", linked ? 0 : 1};
    };
    return p.scene;
}

DynamicsScene peg(const char* name, const char* what, double clearance) {
    const Scene demo =
        *make_demo("peg-in-hole", {1, {{"clearance", clearance}, {"resolution", 32.0}, {"rows", 6.0}}});
    Scene from = demo;
    const Pose above = demo.paths[0].poses[1], seat = demo.paths[0].poses[2];
    from.bodies[0].pose = above;
    Pulled p = pulled(name, what, from, 0);
    p.scene.frames = 150;
    const Pose out = inverse(p.offset);
    p.scene.target = [=](int frame, const Pose&) {
        Pose wanted = above;
        const double part = std::min(1.0, frame / 110.0);
        wanted.translation += part * (seat.translation - above.translation);
        // 1 % of the hole, and half a degree; a calm hand at the end.
        return compose(frame < 110 ? trembling(wanted, frame, 41, 0.2, 0.0014) : wanted, out);
    };
    p.scene.ending = [=, offset = p.offset](Poses poses) {
        const double left = compose(poses[0], offset).translation.z() - seat.translation.z();
        return DynamicsEnding{fmt::format("{:.2f} mm from its seat", left), left < -1.0 ? 1 : 0};
    };
    return p.scene;
}

DynamicsScene peg_one() {
    return peg("peg-1%", "A pin of 20 mm into its hole, play 0.2 mm, by a trembling hand", 0.1);
}
DynamicsScene peg_tenth() { return peg("peg-0.1%", "The same, play 0.02 mm", 0.01); }
DynamicsScene peg_hundredth() { return peg("peg-0.01%", "The same, play 0.002 mm", 0.001); }

DynamicsScene screw() {
    const Scene demo = *make_demo("screw-and-nut", {1, {{"resolution", 24.0}}});
    Pulled p =
        pulled("screw", "A screw pulled out of its nut and turned by a tenth of a turn a frame", demo, 0);
    p.scene.frames = 50;  // then it is nearly out
    const Vec3 from = demo.bodies[0].pose.translation;
    p.scene.target = [](int, const Pose& now) {
        return Pose{now.translation + Vec3(0.0, 0.0, 0.5), product(turned_about_z(0.1), now.rotation)};
    };
    // 5 turns of 1.5 mm: who rises more jumped over threads.
    p.scene.ending = [from, offset = p.offset](Poses poses) {
        const double lifted = compose(poses[0], offset).translation.z() - from.z();
        return DynamicsEnding{fmt::format("lifted {:.2f} of 7.5 mm", lifted), lifted > 7.5 + 0.5 ? 1 : 0};
    };
    return p.scene;
}

DynamicsScene screw_in() {
    const Scene demo = *make_demo("screw-and-nut", {1, {{"resolution", 24.0}}});
    Scene from = demo;
    const Pose seat = demo.bodies[0].pose;
    from.bodies[0].pose = body_pose(demo.paths[0], demo.paths[0].poses.size() - 1);
    Pulled p = pulled("screw-in", "The screw from above into its nut, pushed and turned by a tenth of a turn a frame", from, 0);
    p.scene.frames = 600;
    const Pose start_pose = from.bodies[0].pose, out = inverse(p.offset);
    // The hand keeps it upright over the nut, pushes by more than the thread lets it sink, and turns it.
    p.scene.target = [=](int frame, const Pose&) {
        Pose wanted{Vec3(0.0, 0.0, std::max(seat.translation.z(), start_pose.translation.z() - 0.12 * frame)),
                    product(turned_about_z(-0.1 * frame), start_pose.rotation)};
        return compose(wanted, out);
    };
    p.scene.ending = [seat, start = from.bodies[0].pose, offset = p.offset](Poses poses) {
        const double z = compose(poses[0], offset).translation.z() - seat.translation.z();
        return DynamicsEnding{fmt::format("{:.2f} mm above its seat, from {:.2f}", z, start.translation.z() - seat.translation.z()),
                              z < -1.0 ? 1 : 0};
    };
    return p.scene;
}

// Slow: a rabbit is pressed on another and drawn round it.
DynamicsScene rabbits_slowly() {
    const Scene demo = *make_demo("bunnies", {1, {{"triangles", 5000.0}}});
    const std::uint32_t moves = demo.paths[0].body;
    Pulled p = pulled("rabbits-slow", "A rabbit pressed on another and slowly drawn over it", demo, moves);
    p.scene.frames = 300;
    const Pose start = p.scene.bodies[static_cast<std::size_t>(p.scene.driven)].pose;
    const Vec3 other = mass_properties(p.scene.bodies[static_cast<std::size_t>(1 - p.scene.driven)].body).centre +
                       p.scene.bodies[static_cast<std::size_t>(1 - p.scene.driven)].pose.translation;
    p.scene.target = [=](int frame, const Pose& now) {
        Pose wanted = now;
        const Vec3 towards = (other - now.translation).normalized();
        const Vec3 aside = Vec3::UnitZ().cross(towards).normalized();
        wanted.translation += 0.8 * towards + 0.5 * std::cos(0.02 * frame) * aside + Vec3(0.0, 0.0, 0.4 * std::sin(0.05 * frame));
        wanted.rotation = start.rotation;
        return wanted;
    };
    p.scene.ending = [=, driven = static_cast<std::size_t>(p.scene.driven)](Poses poses) {
        return DynamicsEnding{fmt::format("went {:.0f} mm", (poses[driven].translation - start.translation).norm()), 0};
    };
    return p.scene;
}

DynamicsScene plates() {
    const Scene demo = *make_demo("plates", {1, {{"triangles", 5000.0}, {"wedge", 0.0}}});
    Pulled p = pulled("plates", "A plate pressed on a plate, then slid along by 0.4 mm a frame", demo, 0);
    p.scene.frames = 120;
    const Pose from = p.scene.bodies[static_cast<std::size_t>(p.scene.driven)].pose;
    const Vec3 along = demo.paths[0].poses[1].translation.normalized();
    // Down: across the way and what is level; the plates' own frame is tilted, and a plate resists turning
    // most about its normal.
    const DynamicsBody& plate = p.scene.bodies[static_cast<std::size_t>(p.scene.driven)];
    int normal = 0;
    plate.inertia.maxCoeff(&normal);
    Vec3 up = plate.pose.rotation * Vec3::Unit(normal);
    if (up.dot(from.translation - mass_properties(p.scene.bodies[1].body).centre) < 0.0) up = -up;
    p.scene.target = [=](int frame, const Pose& now) {
        Pose wanted = now;
        wanted.rotation = from.rotation;
        wanted.translation += -0.5 * up + (frame >= 20 ? 0.4 : 0.0) * along;
        return wanted;
    };
    p.scene.ending = [=](Poses poses) {
        const Vec3 way = poses[0].translation - from.translation;
        const double aside = (way - along * along.dot(way) - up * up.dot(way)).norm();
        return DynamicsEnding{
            fmt::format("{:.2f} % of the way, aside {:.2g} mm", 100.0 * along.dot(way) / 40.0, aside),
            up.dot(way) < -3.0 ? 1 : 0};
    };
    return p.scene;
}

constexpr DynamicsSceneKind kScenes[] = {
    {"tori", tori},   {"peg-1%", peg_one}, {"peg-0.1%", peg_tenth}, {"peg-0.01%", peg_hundredth},
    {"screw", screw}, {"screw-in", screw_in}, {"rabbits-slow", rabbits_slowly}, {"plates", plates},
};

}  // namespace

std::span<const DynamicsSceneKind> mounting_scenes() { return kScenes; }

}  // namespace graze::bench
