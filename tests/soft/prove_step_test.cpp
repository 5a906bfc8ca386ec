// Proofs about steps of rods, attacked: wherever a step is proved free, skins are made at many times of it, and the exact
// test of triangles, which shares nothing with the proof, must find nothing.
#include "graze/soft/prove_step.h"

#include "graze/core/random.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/soft/rod_skin.h"
#include "graze/soft/soft_memory.h"
#include "support/random_vector.h"

#include "graze/motion/motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace graze::prove_step_test {

using namespace graze::test;
using namespace graze::soft;

RodDrawing drawing_through(const std::vector<Vec3>& points, double radius, int segments) {
    RodDrawing drawing;
    drawing.name = "rod";
    drawing.points = points;
    drawing.radius = radius;
    drawing.segments = segments;
    return drawing;
}

/// Meets of the skin with itself, stretch by stretch; neighbours share a ring and are left out.
bool skin_meets_itself(const Mesh& skin, int sides) {
    const auto n = static_cast<std::uint32_t>(sides);
    const auto segment = [&](std::uint32_t t) {
        std::uint32_t first = ~0U;
        for (const std::uint32_t v : skin.triangles[t]) first = std::min(first, v / n);
        return first;
    };
    std::vector<Box> boxes;
    for (std::uint32_t t = 0; t < skin.triangles.size(); ++t) boxes.push_back(box_of(corners(skin, t)));
    bool meets = false;
    const soft::BoxTree tree(boxes);
    for (std::uint32_t t = 0; t < boxes.size() && !meets; ++t)
        tree.visit_meeting(boxes[t], [&](std::uint32_t u) {
            if (meets || u <= t || segment(u) <= segment(t) + 1) return;
            meets = triangles_meet(corners(skin, t), Pose{}, corners(skin, u), Pose{});
        });
    return meets;
}

std::vector<Vec3> nodes_between(const std::vector<Vec3>& from, const std::vector<Vec3>& to, double t) {
    std::vector<Vec3> nodes;
    for (std::size_t i = 0; i < from.size(); ++i) nodes.push_back(from[i] + t * (to[i] - from[i]));
    return nodes;
}

/// A model of one rod, whatever its shape: made straight, and then given other nodes.
SoftModel model_of(const RodDrawing& drawing, const std::vector<Vec3>& nodes) {
    RodDrawing straight = drawing;
    double length = 0.0;
    for (std::size_t i = 1; i < nodes.size(); ++i) length += (nodes[i] - nodes[i - 1]).norm();
    straight.points = {Vec3::Zero(), Vec3(length, 0.0, 0.0)};
    auto world = make_soft_world({{straight}, {}, {}, {}}, {});
    EXPECT_TRUE(world.has_value());
    SoftModel model = world->memory().model;
    for (std::size_t i = 1; i < nodes.size(); ++i) model.rods[0].length[i - 1] = (nodes[i] - nodes[i - 1]).norm();
    return model;
}

constexpr int kSides = 8;

Mesh ring_mesh(double radius, double tube, std::uint32_t around, std::uint32_t across) {
    Mesh mesh;
    for (std::uint32_t i = 0; i < around; ++i)
        for (std::uint32_t j = 0; j < across; ++j) {
            const double a = 2.0 * std::numbers::pi * i / around, b = 2.0 * std::numbers::pi * j / across;
            const double r = radius + tube * std::cos(b);
            mesh.vertices.push_back({r * std::cos(a), r * std::sin(a), tube * std::sin(b)});
            const std::uint32_t p = i * across + j, q = i * across + (j + 1) % across;
            const std::uint32_t s = (i + 1) % around * across + j, t = (i + 1) % around * across + (j + 1) % across;
            mesh.triangles.push_back({p, s, t});
            mesh.triangles.push_back({p, t, q});
        }
    make_one_surface(mesh, "ring");
    return mesh;
}

TEST(ProveStep, Property_AProvedRodNeverMeetsItself) {
    Rng rng(2828);
    int proved = 0, refused = 0, folded = 0, met = 0;
    for (int round = 0; round < 300; ++round) {
        // An arc, a hairpin or a helix, of a radius from just below what the skin allows, and wriggling.
        const double radius = 1.0, bent = rng.uniform(0.9, 3.0), rise = rng.below(2) == 0 ? 0.0 : rng.uniform(0.0, 0.6);
        const double turn = rng.uniform(0.5, 2.3) * std::numbers::pi;
        const int segments = 12 + static_cast<int>(rng.below(20));
        std::vector<Vec3> from, to;
        const double wriggle = rng.below(2) == 0 ? 0.01 : 0.2;
        const Vec3 way = random_vector(rng, 1.0);
        for (int i = 0; i <= segments; ++i) {
            const double angle = turn * i / segments;
            from.push_back(bent * Vec3(std::cos(angle), std::sin(angle), rise * angle) + random_vector(rng, 0.002));
            to.push_back(from.back() + way * std::sin(3.0 * angle) * wriggle + random_vector(rng, 0.1 * wriggle));
        }
        const SoftModel model = model_of(drawing_through({}, radius, segments), from);
        const StepProof proof = prove_step(model, {from, to, {}});
        bool meets = false;
        for (int k = 0; k <= 6; ++k) {
            const auto rings = rings_of(nodes_between(from, to, k / 6.0), Vec3(0.3, 0.4, 0.9).normalized());
            meets = meets || skin_meets_itself(skin_of(rings, radius, kSides), kSides);
        }
        proved += proof.is_proved();
        refused += !proof.is_proved();
        folded += proof.obstacle == Obstacle::Fold || proof.obstacle == Obstacle::Rod;
        met += meets;
        ASSERT_FALSE(proof.is_proved() && meets) << round;
    }
    EXPECT_GT(proved, 40);
    EXPECT_GT(refused, 60);
    EXPECT_GT(folded, 5);
    EXPECT_GT(met, 10);
}

TEST(ProveStep, Property_AProvedRodNeverMeetsABody) {
    Rng rng(77);
    int proved = 0, refused = 0, met = 0;
    const auto body = build_body(ring_mesh(6.0, 2.0, 16, 10));
    ASSERT_TRUE(body.has_value());
    for (int round = 0; round < 200; ++round) {
        RodDrawing drawing = drawing_through({Vec3(-10, 0, 0), Vec3(10, 0, 0)}, 1.0, 10);
        std::vector<Vec3> from, to;
        const Vec3 aside = random_vector(rng, 3.0), way = random_vector(rng, 4.0);
        for (int i = 0; i <= 10; ++i) {
            from.push_back(Vec3(2.0 * i - 10.0, 0.0, 0.0) + aside);
            to.push_back(from.back() + way + random_vector(rng, 0.1));
        }
        Pose before{random_vector(rng, 1.0), Eigen::Quaterniond(0.5, 0.5, 0.5, 0.5)}, after = before;
        after.translation += random_vector(rng, 1.0);
        after.rotation = (Eigen::Quaterniond(Eigen::AngleAxisd(0.2 * rng.unit(), Vec3(0.3, 0.5, 0.8).normalized())) * after.rotation).normalized();
        SoftModel model = model_of(drawing, from);
        model.bodies = {prepared(*body)};
        model.body_friction = {0.3};
        model.body_names = {"ring"};
        model.is_ignored = {{false}};
        const std::vector<BodyWay> ways{way_of(model.bodies[0], before, after)};
        const StepProof proof = prove_step(model, {from, to, ways});
        bool meets = false;
        const Motion motion = slerp({before, after}, model.bodies[0].centre);
        for (int k = 0; k <= 5; ++k) {
            const Mesh skin = skin_of(rings_of(nodes_between(from, to, k / 5.0), Vec3::UnitZ()), 1.0, kSides);
            const Pose pose = motion.pose_at(k / 5.0);
            std::vector<Box> boxes;
            for (std::uint32_t u = 0; u < body->mesh().triangles.size(); ++u) {
                boxes.emplace_back();
                for (const Vec3& corner : corners(body->mesh(), u)) boxes.back().add(apply(pose, corner));
                boxes.back().min.array() -= 1e-9;
                boxes.back().max.array() += 1e-9;
            }
            const soft::BoxTree tree(boxes);
            for (std::uint32_t t = 0; t < skin.triangles.size() && !meets; ++t)
                tree.visit_meeting(box_of(corners(skin, t)), [&](std::uint32_t u) {
                    meets = meets || triangles_meet(corners(skin, t), Pose{}, corners(body->mesh(), u), pose);
                });
        }
        proved += proof.is_proved();
        refused += !proof.is_proved();
        met += meets;
        ASSERT_FALSE(proof.is_proved() && meets) << round;
    }
    EXPECT_GT(proved, 20);
    EXPECT_GT(refused, 40);
    EXPECT_GT(met, 30);
}

TEST(ProveStep, Example_RingsCrossWhereTheBendIsTooSharp) {
    for (const double angle : {0.3, 0.6, 0.9, 1.2}) {  // l = 1, r = 1: the middle segment between two such bends
        std::vector<Vec3> nodes{Vec3(0, 0, 0), Vec3(1, 0, 0)};
        nodes.push_back(nodes[1] + Vec3(std::cos(angle), std::sin(angle), 0.0));
        nodes.push_back(nodes[2] + Vec3(std::cos(2.0 * angle), std::sin(2.0 * angle), 0.0));
        const SoftModel model = model_of(drawing_through({}, 1.0, 3), nodes);
        EXPECT_EQ(prove_rings_apart(model, 1, {nodes, nodes, {}}), 2.0 * std::tan(0.5 * angle) < 1.0) << angle;
    }
}

TEST(ProveStep, Degenerate_ASegmentThatTurnsRoundIsNotProved) {
    const std::vector<Vec3> from{Vec3(0, 0, 0), Vec3(5, 0, 0), Vec3(10, 0, 0)}, to{Vec3(5, 0, 0), Vec3(0, 0, 0), Vec3(-5, 0, 0)};
    const SoftModel model = model_of(drawing_through({}, 0.1, 2), from);
    EXPECT_FALSE(prove_step(model, {from, to, {}}).is_proved());
    EXPECT_TRUE(prove_step(model, {from, from, {}}).is_proved());
    std::vector<Vec3> unknown = from;
    unknown[1].x() = std::nan("");
    EXPECT_FALSE(prove_step(model, {from, unknown, {}}).is_proved());
}

}  // namespace graze::prove_step_test
