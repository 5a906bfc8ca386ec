// Maps of two joints against distances at random values, with the bodies placed by hand.
#include "graze/queries/paths/joint_map.h"

#include "graze/core/random.h"
#include "graze/discrete/wide/distance.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace graze::joint_map_test {
namespace {

using internal::CellState;
using internal::JointCell;
using internal::JointMap;

std::shared_ptr<const Mesh> brick(const Vec3& min, const Vec3& max) {
    return std::make_shared<const Mesh>(test::brick(min, max));
}

/// An upper arm turns about the origin, a forearm about its end; a post and a wall stand in the way.
Scene arm() {
    Scene scene;
    scene.bodies = {{"upper", brick({0.1, -0.15, -0.2}, {1.9, 0.1, 0.2}), {}},
                    {"fore", brick({2.1, -0.1, -0.15}, {3.3, 0.12, 0.1}), {}},
                    {"post", brick({-0.6, 2.4, -1}, {-0.3, 2.7, 1}), {}},
                    {"wall", brick({3.0, -2.6, -0.5}, {3.2, -0.9, 0.5}), {}}};
    scene.joints = {{.body = 0,
                     .parent = std::nullopt,
                     .kind = JointKind::Revolute,
                     .axis = Vec3(0, 0, 2),
                     .limits = std::array{-60.0, 120.0}},
                    {.body = 1,
                     .parent = 0,
                     .kind = JointKind::Revolute,
                     .axis = Vec3(0, 0, 1),
                     .origin = Vec3(2, 0, 0),
                     .limits = std::array{-90.0, 90.0}}};
    return scene;
}

Pose turned(double degrees) {
    const double half = 0.5 * degrees * std::numbers::pi / 180.0;
    return {Vec3::Zero(), Eigen::Quaterniond(std::cos(half), 0, 0, std::sin(half))};
}

/// Of the bodies' distances, the least of all pairs that the joints move against each other.
double true_distance(const Scene& scene, const std::array<double, 2>& q) {
    const Pose upper = turned(q[0]);
    const Vec3 elbow(2, 0, 0);
    Pose fore = turned(q[0] + q[1]);
    fore.translation = apply(upper, elbow) - apply(turned(q[0] + q[1]), elbow);
    std::vector<Body> bodies;
    for (const SceneBody& body : scene.bodies) bodies.push_back(*build_body(body.mesh));
    const std::array<Pose, 4> poses{upper, fore, Pose{}, Pose{}};
    double least = HUGE_VAL;
    for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}})
        least = std::min(least,
                         distance(bodies[static_cast<std::size_t>(i)].at(poses[static_cast<std::size_t>(i)]),
                                  bodies[static_cast<std::size_t>(j)].at(poses[static_cast<std::size_t>(j)]))
                             .hi);
    return least;
}

JointMap map_of(const Scene& scene, const std::array<internal::JointRange, 2>& ranges,
                internal::JointMapOptions options = {}) {
    options.progress = Progress::Draw::Never;
    if (options.threads == 0) options.threads = 1;
    auto map = internal::joint_map(scene, ranges, options);
    EXPECT_TRUE(map.has_value());
    return *std::move(map);
}

std::array<internal::JointRange, 2> limits_of(const Scene& scene) {
    return {*internal::range_of(scene, 0, std::nullopt, "test"),
            *internal::range_of(scene, 1, std::nullopt, "test")};
}

/// No distance at any value of a cell is below lo, and hi is one of them. Returns how many of each state were seen.
std::array<int, 3> attack(const Scene& scene, const JointMap& map, int rounds, Rng& rng) {
    std::array<int, 3> seen{};
    for (int round = 0; round < rounds; ++round) {
        const int i = static_cast<int>(rng.below(static_cast<std::uint32_t>(map.cells[0]))),
                  j = static_cast<int>(rng.below(static_cast<std::uint32_t>(map.cells[1])));
        const JointCell& cell = map.cell(i, j);
        ++seen[static_cast<std::size_t>(cell.state)];
        const auto u = map.values(0, i), v = map.values(1, j);
        const std::array<double, 2> q{rng.below(4) == 0 ? u[rng.below(2)] : rng.uniform(u[0], u[1]),
                                      rng.below(4) == 0 ? v[rng.below(2)] : rng.uniform(v[0], v[1])};
        EXPECT_GE(true_distance(scene, q), cell.lo - 1e-9) << i << ", " << j;
        EXPECT_TRUE(u[0] <= cell.at[0] && cell.at[0] <= u[1] && v[0] <= cell.at[1] && cell.at[1] <= v[1]);
        EXPECT_NEAR(true_distance(scene, cell.at), cell.hi, 1e-9);
        if (cell.state == CellState::Clear) {
            EXPECT_GT(cell.lo, 0.0);
        }
    }
    return seen;
}

}  // namespace

TEST(JointMap, Reference_NoDistanceInACellIsBelowItsBound) {
    const Scene scene = arm();
    Rng rng(12);
    const JointMap map = map_of(scene, limits_of(scene),
                                {.cells = {12, 10}, .gap = 0.3, .tolerance = 0.03, .most_looks = 300});
    EXPECT_EQ(map.pairs, 5u);
    const auto seen = attack(scene, map, 100, rng);
    EXPECT_GT(seen[0], 40);
    EXPECT_GT(seen[1], 10);
    ASSERT_TRUE(map.drawn.has_value());
    EXPECT_EQ(map.drawn->state, CellState::Clear);
    EXPECT_NEAR(map.drawn->hi, true_distance(scene, {0, 0}), 1e-9);
    std::size_t clear = 0, near = 0;
    for (const JointCell& cell : map.of)
        if (cell.state == CellState::Clear)
            ++clear, near += cell.hi - cell.lo <= std::max(0.3 * cell.hi, 0.03) * (1.0 + 1e-12);
    EXPECT_GT(4 * near, 3 * clear) << "bounds are loose";
}

TEST(JointMap, Reference_RangesThatDoNotHoldTheDrawnValueAreBoundedToo) {
    const Scene scene = arm();
    Rng rng(13);
    // The forearm's axis is carried by the upper arm, the other way round nothing.
    const JointMap map =
        map_of(scene, {internal::JointRange{1, 40.0, 85.0}, internal::JointRange{0, 45.0, 110.0}},
               {.cells = {7, 9}, .gap = 0.3, .most_looks = 100});
    EXPECT_FALSE(map.drawn.has_value());
    int seen = 0;
    for (int round = 0; round < 60; ++round) {
        const int i = static_cast<int>(rng.below(7)), j = static_cast<int>(rng.below(9));
        const JointCell& cell = map.cell(i, j);
        const auto u = map.values(0, i), v = map.values(1, j);
        EXPECT_GE(true_distance(scene, {rng.uniform(v[0], v[1]), rng.uniform(u[0], u[1])}), cell.lo - 1e-9);
        EXPECT_FALSE(cell.is_reachable);
        seen += cell.state == CellState::Clear;
    }
    EXPECT_GT(seen, 20);
}

TEST(JointMap, Example_SlidesAreKnownByHand) {
    Scene scene;
    scene.bodies = {{"x", brick({0, 0, 0}, {1, 1, 1}), {}},
                    {"y", brick({0, 0, 2}, {1, 1, 3}), {}},
                    {"stone", brick({5, 0, 2}, {6, 1, 3}), {}}};
    scene.joints = {{.body = 0, .parent = std::nullopt, .kind = JointKind::Prismatic, .axis = Vec3(2, 0, 0)},
                    {.body = 1, .parent = 0, .kind = JointKind::Prismatic, .axis = Vec3(0, 0, 1)}};
    scene.ignore = {{{0, 1}}};
    const JointMap map = map_of(scene, {internal::JointRange{0, 0, 8}, internal::JointRange{1, 0, 2}},
                                {.cells = {16, 4}, .tolerance = 1e-3});
    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 4; ++j) {
            const auto u = map.values(0, i), v = map.values(1, j);
            // y at (q1, 0, q2), the stone 4 away along x; up to q2 = 1 they are level. x is below both.
            const double below = std::hypot(std::max({0.0, 4.0 - u[1], u[0] - 6.0}), 1.0);
            const double level =
                std::hypot(std::max({0.0, 4.0 - u[1], u[0] - 6.0}), std::max(0.0, v[0] - 1.0));
            const double least = std::min(below, level);
            EXPECT_LE(map.cell(i, j).lo, least + 1e-12);
            if (least > 0.01) {
                EXPECT_EQ(map.cell(i, j).state, CellState::Clear) << i << " " << j;
                EXPECT_GT(map.cell(i, j).lo, 0.8 * least);
                EXPECT_TRUE(map.cell(i, j).is_reachable) << "over the stone: " << i << " " << j;
            }
        }
    EXPECT_EQ(map.cell(9, 0).state, CellState::Contact);
}

TEST(JointMap, Example_ABodyInsideAnotherIsNoClearance) {
    Scene scene;
    scene.bodies = {{"seed", brick({0, 0, 0}, {0.2, 0.2, 0.2}), {}},
                    {"block", brick({2, -2, -2}, {6, 2, 2}), {}}};
    scene.joints = {{.body = 0, .parent = std::nullopt, .kind = JointKind::Prismatic, .axis = Vec3(1, 0, 0)},
                    {.body = 1, .parent = std::nullopt, .kind = JointKind::Prismatic, .axis = Vec3(0, 1, 0)}};
    const JointMap map =
        map_of(scene, {internal::JointRange{0, 0, 7}, internal::JointRange{1, 0, 0.5}}, {.cells = {14, 2}});
    EXPECT_EQ(map.cell(0, 0).state, CellState::Clear);
    EXPECT_TRUE(map.cell(0, 0).is_reachable);
    EXPECT_EQ(map.cell(7, 0).state, CellState::Contact) << "inside";
    EXPECT_EQ(map.cell(13, 1).state, CellState::Clear);
    EXPECT_FALSE(map.cell(13, 1).is_reachable);
}

TEST(JointMap, Threads_GiveTheSameMap) {
    const Scene scene = arm();
    internal::JointMapOptions options{.cells = {6, 5}, .most_looks = 40};
    const JointMap one = map_of(scene, limits_of(scene), options);
    options.threads = 2;
    const JointMap two = map_of(scene, limits_of(scene), options);
    for (std::size_t i = 0; i < one.of.size(); ++i) {
        EXPECT_EQ(one.of[i].lo, two.of[i].lo);
        EXPECT_EQ(one.of[i].hi, two.of[i].hi);
    }
    EXPECT_EQ(one.looks, two.looks);
}

TEST(JointMap, Degenerate_RangesThatAreNoneAreRefused) {
    Scene scene = arm();
    EXPECT_FALSE(internal::range_of(scene, 2, std::nullopt, "test").has_value());
    EXPECT_FALSE(internal::range_of(scene, 0, std::array{5.0, 5.0}, "test").has_value());
    scene.joints[0].limits.reset();
    EXPECT_FALSE(internal::range_of(scene, 0, std::nullopt, "test").has_value());
    EXPECT_EQ(internal::range_of(scene, 0, std::array{-5.0, 5.0}, "test")->to, 5.0);
}

}  // namespace graze::joint_map_test
