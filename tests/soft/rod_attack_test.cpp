// Hostile drives: rods torn through clips, knots pulled tight, tangles, bodies that are shaken among rods. Whatever is
// asked, no skin may meet anything, ever; what cannot be done is not done, and is said.
//
// GRAZE_CAMPAIGN_RODS=FRAMES runs so many frames of each (./test --campaign rods).
#include "graze/dynamics/handling/exact_check.h"
#include "graze/dynamics/handling/world_memory.h"
#include "graze/soft/coupled_world.h"
#include "graze/soft/rod_skin.h"
#include "graze/soft/soft_memory.h"
#include "soft/shapes.h"
#include "support/random_vector.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <numbers>

namespace graze::rod_attack_test {

using namespace soft;
using namespace soft_test;
using test::random_vector;

int frames_to_run(int slice) {
    const char* wanted = std::getenv("GRAZE_CAMPAIGN_RODS");
    return wanted != nullptr ? std::max(1, std::atoi(wanted)) : slice;
}

/// A ring about x.
Body ring(double radius, double tube) {
    constexpr std::uint32_t kAround = 24, kAcross = 8;
    Mesh mesh;
    for (std::uint32_t i = 0; i < kAround; ++i)
        for (std::uint32_t k = 0; k < kAcross; ++k) {
            const double a = 2.0 * std::numbers::pi * i / kAround, b = 2.0 * std::numbers::pi * k / kAcross, r = radius + tube * std::cos(b);
            mesh.vertices.emplace_back(tube * std::sin(b), r * std::cos(a), r * std::sin(a));
        }
    const auto at = [](std::uint32_t i, std::uint32_t k) { return (i % kAround) * kAcross + k % kAcross; };
    for (std::uint32_t i = 0; i < kAround; ++i)
        for (std::uint32_t k = 0; k < kAcross; ++k) {
            mesh.triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
            mesh.triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
        }
    make_one_surface(mesh, "ring");
    auto body = build_body(std::move(mesh));
    EXPECT_TRUE(body.has_value());
    return *std::move(body);
}

struct Attack {
    int frames = 0, refused_starts = 0, halved = 0;
    std::uint64_t contacts = 0, self_contacts = 0;
    double stood = 0.0, waited = 0.0;
};

void look_at(Attack& attack, const SoftWorld& world, const SoftReport& report) {
    ++attack.frames;
    attack.halved += report.halved;
    attack.contacts += static_cast<std::uint64_t>(report.contacts);
    attack.self_contacts += static_cast<std::uint64_t>(report.self_contacts);
    attack.stood += report.stood;
    attack.waited = std::max(attack.waited, report.waited);
    ASSERT_TRUE(report.certified);
    ASSERT_TRUE(skins_meeting(world).empty()) << "frame " << attack.frames;
    for (const Vec3& x : world.nodes(0)) ASSERT_TRUE(x.allFinite());
}

/// A hold that goes wildly from place to place: some moves take a tenth of a second.
Hold wild(Rng& rng, int node, const Vec3& mean, double size, double seconds) {
    Hold hold{.rod = 0, .node = node, .kind = node == 0 ? HoldKind::Clamp : HoldKind::Hinge, .stiffness = 1e5, .most_force = 200.0};
    hold.moves = {{0.0, Vec3::Zero(), 0.0}};
    while (hold.moves.back().time < seconds)
        hold.moves.push_back({hold.moves.back().time + rng.uniform(0.1, 0.6), mean + random_vector(rng, size), rng.uniform(-720.0, 720.0)});
    return hold;
}

TEST(RodAttack, Property_TornThroughAClip) {
    Attack attack;
    const int frames = frames_to_run(40);
    for (std::uint64_t seed = 1; attack.frames < frames; ++seed) {
        Rng rng(seed);
        const double radius = rng.uniform(1.5, 4.0);
        SoftScene scene{{cable(Vec3(-120, 0, 0), Vec3(60, 0, 0), radius, 60, seed % 2 == 0 ? "steel wire" : "rubber hose")}, {}, {}, {}};
        scene.bodies = {{ring(radius * rng.uniform(1.6, 2.5) + 3.0, 3.0), Pose{}, 0.5, "clip", {}}};
        scene.holds = {wild(rng, 0, Vec3::Zero(), 150.0, 3.0), wild(rng, 60, Vec3::Zero(), 150.0, 3.0)};
        auto world = make_soft_world(scene, on_earth());
        ASSERT_TRUE(world.has_value()) << world.error().message;
        for (int i = 0; i < 40 && attack.frames < frames; ++i) look_at(attack, *world, advance(*world));
    }
    EXPECT_GT(attack.contacts, 0u);
}

/// An open overhand knot, as a curve through points.
RodDrawing knot(double size, double radius, int segments) {
    RodDrawing rod = cable(Vec3::Zero(), Vec3::UnitX(), radius, segments);
    rod.points = {Vec3(-4.0, 0.0, 0.4), Vec3(-2.4, -0.4, 0.4)};
    for (int i = 0; i <= 24; ++i) {  // most of a trefoil, opened at the top
        const double t = -0.5 * std::numbers::pi + 0.35 + (2.0 * std::numbers::pi - 0.7) * i / 24.0;
        rod.points.emplace_back(std::sin(t) + 2.0 * std::sin(2.0 * t), std::cos(t) - 2.0 * std::cos(2.0 * t), -0.8 * std::sin(3.0 * t));
    }
    const Vec3 first = rod.points[2], last = rod.points.back();
    rod.points.front() = first + Vec3(-4.0, 2.5, 0.6);
    rod.points[1] = first + Vec3(-1.6, 1.0, 0.3);
    rod.points.push_back(last + Vec3(-1.6, -1.0, -0.3));
    rod.points.push_back(last + Vec3(-4.0, -2.5, -0.6));
    for (Vec3& p : rod.points) p *= size;
    rod.is_preformed = true;
    return rod;
}

TEST(RodAttack, Property_KnotsArePulledTight) {
    Attack attack;
    const int frames = frames_to_run(30);
    for (std::uint64_t seed = 1; attack.frames < frames; ++seed) {
        Rng rng(100 + seed);
        SoftScene scene{{knot(12.0, rng.uniform(1.0, 2.0), 140)}, {}, {}, {}};
        Hold one{.rod = 0, .node = 0, .stiffness = 1e5, .most_force = 50.0}, other{.rod = 0, .node = 140, .stiffness = 1e5, .most_force = 50.0};
        one.moves = {{0.0, Vec3::Zero(), 0.0}, {0.4, random_vector(rng, 120.0), 0.0}};
        other.moves = {{0.0, Vec3::Zero(), 0.0}, {0.4, random_vector(rng, 120.0), 0.0}};
        scene.holds = {one, other};
        auto world = make_soft_world(scene, on_earth());
        attack.refused_starts += !world.has_value();
        ASSERT_LT(attack.refused_starts, 20) << world.error().message;
        if (!world) continue;
        for (int i = 0; i < 30 && attack.frames < frames; ++i) look_at(attack, *world, advance(*world));
    }
    EXPECT_GT(attack.self_contacts, 0u);
}

TEST(RodAttack, Property_BodiesThatAreShakenAmongRods) {
    Attack attack;
    const int frames = frames_to_run(40);
    for (std::uint64_t seed = 1; attack.frames < frames; ++seed) {
        Rng rng(200 + seed);
        RodDrawing other = cable(Vec3(30, -90, -20), Vec3(30, 90, -20), 4.0, 40);
        other.name = "other";
        SoftScene scene{{cable(Vec3(-100, 0, 0), Vec3(100, 0, 0), 4.0, 50), other}, {box_body(Vec3(25, 12, 18), Vec3(0, 0, 40), "box"), box_body(Vec3(300, 300, 5), Vec3(0, 0, -60), "floor")}, {}, {}};
        scene.holds = {wild(rng, 0, Vec3::Zero(), 60.0, 3.0)};
        auto world = make_soft_world(scene, on_earth());
        ASSERT_TRUE(world.has_value()) << world.error().message;
        const Vec3 swing = random_vector(rng, 90.0), axis = random_vector(rng, 1.0).normalized();
        const double fast = rng.uniform(2.0, 25.0), turn = rng.uniform(0.5, 12.0);
        for (int i = 0; i < 40 && attack.frames < frames; ++i)
            look_at(attack, *world, advance(*world, [&](double clock) {
                Pose pose{Vec3(0, 0, 40) + std::sin(fast * clock) * swing, Eigen::Quaterniond(Eigen::AngleAxisd(turn * clock, axis))};
                return std::vector<Pose>{pose, world->memory().poses[1]};
            }));
    }
    EXPECT_GT(attack.contacts, 0u);
}

TEST(RodAttack, Property_BodiesThatRodsPushAndHandsTear) {
    Attack attack;
    const int frames = frames_to_run(30);
    for (std::uint64_t seed = 1; attack.frames < frames; ++seed) {
        Rng rng(300 + seed);
        std::vector<WorldBody> bodies;
        const std::array<Vec3, 3> halves{Vec3(20, 15, 10), Vec3(12, 12, 12), Vec3(300, 300, 5)}, places{Vec3(0, 0, 30), Vec3(45, 5, 25), Vec3(0, 0, -30)};
        for (std::size_t b = 0; b < 3; ++b) {
            bodies.push_back({.body = box(halves[b]), .pose = Pose{.translation = places[b]}});
            if (b < 2) bodies[b].mass = with_mass(mass_properties(bodies[b].body), rng.uniform(0.02, 1.0));
        }
        auto world = make_world(std::move(bodies), {.order = WorldOrder::Second, .gravity = Vec3(0, 0, -kGravity)});
        ASSERT_TRUE(world.has_value());
        CoupledRods rods{{cable(Vec3(-90, 0, 5), Vec3(110, 0, 5), 4.0, 50, seed % 2 == 0 ? "pvc cable" : "rubber hose")}, {}, {{0, 1}}};
        rods.holds = {wild(rng, 0, Vec3::Zero(), 60.0, 3.0), {.rod = 0, .node = 30, .body = 1, .stiffness = 1e4, .most_force = 100.0}};
        auto both = make_coupled_world(*std::move(world), rods, on_earth());
        ASSERT_TRUE(both.has_value()) << both.error().message;
        ExactCheck check(both->bodies);
        for (int i = 0; i < 30 && attack.frames < frames; ++i) {
            if (i % 10 == 0) pull(both->bodies, 0, {.target = Pose{.translation = random_vector(rng, 80.0)}, .stiffness = 40.0});
            look_at(attack, both->rods, advance(*both).rods);
            ASSERT_TRUE(check.meeting().empty());
        }
    }
    EXPECT_GT(attack.contacts, 0u);
}

}  // namespace graze::rod_attack_test
