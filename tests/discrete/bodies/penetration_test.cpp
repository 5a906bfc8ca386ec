#include "graze/discrete/bodies/penetration.h"

#include "graze/numeric/outward.h"
#include "support/plain_solid.h"
#include "support/pose_families.h"
#include "support/prisms.h"
#include "support/shapes.h"
#include "support/slower.h"

#include <gtest/gtest.h>

#include <numbers>

namespace graze::penetration_test {
namespace {

constexpr double kPlainError = 1e-9;  // plain formulas and poses on coordinates below 1000
constexpr double kGap = 0.05;         // the default that is aimed at

Pose at(double x, double y, double z) { return {Vec3(x, y, z), Eigen::Quaterniond::Identity()}; }

Penetration depth(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                  const PenetrationOptions& options = {}) {
    const BodyModel model_a = build_body_model(a), model_b = build_body_model(b);
    return penetration({model_a, pose_a}, {model_b, pose_b}, options);
}

void expect_depth(const Penetration& found, double truth, double error, const char* what) {
    EXPECT_LE(found.lo, truth + error) << what;
    EXPECT_GE(found.hi, truth - error) << what;
    EXPECT_LE(found.hi, (1.0 + kGap) * found.lo + error) << what;
}

/// The same whatever common pose, and with the bodies exchanged.
void expect_depth_in_all_poses(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b,
                               double truth, double error, const char* what) {
    Rng rng(19);
    for (int i = 0; i < 4; ++i) {
        const Pose pose = i == 0 ? Pose{} : test::random_pose(rng, 10.0);
        const Pose moved_a = compose(pose, pose_a), moved_b = compose(pose, pose_b);
        expect_depth(depth(a, moved_a, b, moved_b), truth, error, what);
        expect_depth(depth(b, moved_b, a, moved_a), truth, error, what);
    }
}

/// Of two boxes along the axes: coordinates are independent, and the depth in a box is the least of three.
double depth_of_boxes(const Box& a, const Box& b) {
    double in_a = kInfinity, in_b = kInfinity;
    for (int k = 0; k < 3; ++k) {
        const double lo = std::max(a.min[k], b.min[k]), hi = std::min(a.max[k], b.max[k]);
        if (lo >= hi) return 0.0;
        const auto deepest = [&](double min, double max) {
            const double middle = std::clamp(0.5 * (min + max), lo, hi);
            return std::min(middle - min, max - middle);
        };
        in_a = std::min(in_a, deepest(a.min[k], a.max[k]));
        in_b = std::min(in_b, deepest(b.min[k], b.max[k]));
    }
    return std::max(in_a, in_b);
}

/// A ring about z.
Mesh torus(double great, double small, int around, int across) {
    Mesh mesh;
    for (int i = 0; i < around; ++i)
        for (int j = 0; j < across; ++j) {
            const double u = 2.0 * std::numbers::pi * i / around, v = 2.0 * std::numbers::pi * j / across;
            const double r = great + small * std::cos(v);
            mesh.vertices.push_back({r * std::cos(u), r * std::sin(u), small * std::sin(v)});
        }
    const auto id = [&](int i, int j) {
        return static_cast<std::uint32_t>((i % around) * across + j % across);
    };
    for (int i = 0; i < around; ++i)
        for (int j = 0; j < across; ++j) {
            mesh.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
            mesh.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
        }
    make_one_surface(mesh, "torus");
    return mesh;
}

Mesh hollow(Mesh outer, const Mesh& hole) {
    const auto first = static_cast<std::uint32_t>(outer.vertices.size());
    outer.vertices.insert(outer.vertices.end(), hole.vertices.begin(), hole.vertices.end());
    for (const Triangle& t : hole.triangles)
        outer.triangles.push_back({t[0] + first, t[2] + first, t[1] + first});
    make_one_surface(outer, "hollow");
    return outer;
}

Mesh scaled(Mesh mesh, double by) {
    for (Vec3& v : mesh.vertices) v *= by;
    return mesh;
}

const Mesh kBox = test::box_mesh({2, 3, 4});

TEST(Penetration, Example_BoxesAsTheFormulaSays) {
    const Mesh plate = test::box_mesh({20, 25, 0.5});
    const auto box_at = [](const Vec3& half, const Vec3& centre) {
        return Box{centre - half, centre + half};
    };
    const auto expect = [&](const Mesh& other, const Vec3& half, const Vec3& centre, const char* what) {
        const double truth = depth_of_boxes(box_at({2, 3, 4}, Vec3::Zero()), box_at(half, centre));
        expect_depth_in_all_poses(kBox, Pose{}, other, at(centre.x(), centre.y(), centre.z()), truth, 1e-12,
                                  what);
    };
    expect(kBox, {2, 3, 4}, {3.5, 0.25, 0.125}, "0.5 deep");
    expect(kBox, {2, 3, 4}, {1, 1, 1}, "deep");
    expect(kBox, {2, 3, 4}, {3, 5, 7}, "a corner");
    expect(kBox, {2, 3, 4}, {0, 0, 0}, "the same body twice");
    expect(plate, {20, 25, 0.5}, {0, 0, 1}, "through a plate");
    expect(test::box_mesh({0.5, 0.25, 0.75}), {0.5, 0.25, 0.75}, {0.25, 0.5, 1}, "nested");
}

TEST(Penetration, Example_SpheresAndRings) {
    const Mesh ball = test::sphere_mesh(40, 80), ring = torus(3, 1, 90, 40);
    constexpr double kFacets = 6e-3;  // 3 (1 - cos(pi / 90)) and less
    expect_depth_in_all_poses(ball, Pose{}, ball, at(1.75, 0.2, 0.1), 2.0 - Vec3(1.75, 0.2, 0.1).norm(),
                              kFacets, "balls");
    expect_depth_in_all_poses(ring, Pose{}, ball, at(1.25, 0, 0), 0.25, kFacets, "a ball in the hole");
    expect_depth_in_all_poses(ring, Pose{}, ball, at(3, 0, 0), 1.0, kFacets, "a ball in the ring");
}

TEST(Penetration, Example_HolesAndCavitiesAreOutside) {
    const Mesh ring = torus(3, 1, 40, 20), cube = test::box_mesh({0.5, 0.4, 0.3});
    const Mesh shell = hollow(kBox, test::box_mesh({1, 1.5, 2}));
    for (const Mesh* body : {&ring, &shell}) {
        const Penetration found = depth(*body, Pose{}, cube, at(0.1, 0, 0));
        EXPECT_EQ(found.lo, 0.0);
        EXPECT_EQ(found.hi, 0.0);
    }
    // From a wall between x = 1 and x = 2 into the shell.
    expect_depth(depth(shell, Pose{}, cube, at(1.25, 0, 0)), 0.5, 1e-12, "half a wall");
}

TEST(Penetration, Example_ThePointIsThere) {
    const Mesh needle = test::box_mesh({2, 0.1, 0.15});  // its tip is 1 deep in the box
    const Pose there = at(4, 2.5, 3.25);
    const Penetration found = depth(kBox, at(1, 2, 3), needle, there);
    EXPECT_EQ(found.deep_in, Side::A);
    EXPECT_NEAR(found.in[0].at.x(), 2.0, 0.06);
    EXPECT_GE(test::plain_distance(found.in[0].at, test::plain_solid(kBox, at(1, 2, 3))),
              found.lo - kPlainError);
    EXPECT_NE(test::plain_winding(found.in[0].at, test::plain_solid(needle, there)), 0);
    const Penetration swapped = depth(needle, there, kBox, at(1, 2, 3));
    EXPECT_EQ(swapped.deep_in, Side::B);
    for (const Penetration* either : {&found, &swapped}) EXPECT_GE(either->skin_hi, 1.0 - kPlainError);
}

/// A pin that goes through a sheet reaches its middle; one that dents it does not.
TEST(Penetration, Example_ThroughAThinWall) {
    const Mesh sheet = test::box_mesh({20, 25, 0.5}), pin = test::box_mesh({1, 2, 8});
    EXPECT_TRUE(reaches_middle(depth(sheet, Pose{}, pin, at(0.25, 0.5, 2))));
    EXPECT_FALSE(reaches_middle(depth(sheet, Pose{}, pin, at(0.25, 0.5, 8.25))));
    EXPECT_FALSE(reaches_middle(depth(kBox, Pose{}, kBox, at(3.75, 0.25, 0.125))));
    // A small body that is swallowed, flush with the skin of a large one.
    EXPECT_TRUE(reaches_middle(
        depth(test::box_mesh({20, 20, 20}), Pose{}, test::box_mesh({2, 3, 0.25}), at(0, 0, 19.75))));
    EXPECT_FALSE(reaches_middle(depth(kBox, Pose{}, kBox, at(9, 0, 0))));
}

TEST(Penetration, Example_EnoughEndsTheSearch) {
    const Mesh bumpy = test::bumpy_sphere_mesh(30, 40);
    const Pose there = at(0.9, 0.8, 0.3);
    const Penetration all = depth(bumpy, Pose{}, bumpy, there);
    const Penetration deeper = depth(bumpy, Pose{}, bumpy, there, {.enough = 0.5 * all.lo});
    EXPECT_GT(deeper.lo, 0.5 * all.lo);
    EXPECT_GE(deeper.hi, all.lo);
    const Penetration less = depth(bumpy, Pose{}, bumpy, there, {.enough = 2.0 * all.hi});
    EXPECT_LE(less.hi, 2.0 * all.hi);
    EXPECT_GE(less.hi, all.lo);
    EXPECT_LT(deeper.cells, all.cells);
    EXPECT_LT(less.cells, all.cells);
}

TEST(Penetration, Degenerate_ApartOrTouchingHasNoDepth) {
    const Penetration apart = depth(kBox, Pose{}, kBox, at(5, 0, 0));
    EXPECT_EQ(apart.lo, 0.0);
    EXPECT_EQ(apart.hi, 0.0);
    for (const Pose& pose : {at(4, 0, 0), at(4, 1, 1), at(4, 6, 8)}) {
        const Penetration touching = depth(kBox, Pose{}, kBox, pose);
        EXPECT_EQ(touching.lo, 0.0);
        EXPECT_GE(touching.hi, 0.0);
        EXPECT_LT(touching.hi, 1e-9);
    }
}

/// Flush faces that overlap by next to nothing, in any pose: a plane bounds that without small cells.
TEST(Penetration, Example_ThinOverlapsAreBoundedByAPlane) {
    Rng rng(41);
    for (const double truth : {1e-2, 1e-5, 1e-9}) {
        for (int trial = 0; trial < 8; ++trial) {
            const Pose pose = test::random_pose(rng, 5.0);
            const Penetration found =
                depth(kBox, pose, test::box_mesh({1, 7, 2}), compose(pose, at(3.0 - truth, 0.5, 0.25)));
            EXPECT_LE(found.lo, truth + 1e-13);
            EXPECT_GE(found.hi, truth - 1e-13);
            EXPECT_LE(found.hi, 1.5 * truth + 1e-9) << truth;
            EXPECT_LT(found.cells, 500u) << truth;
        }
    }
}

TEST(Penetration, Degenerate_InsideOutAndZeroAreaChangeNothing) {
    Mesh odd = kBox;
    for (Triangle& t : odd.triangles) std::swap(t[1], t[2]);
    odd.triangles.push_back({0, 0, 1});
    odd.triangles.push_back({3, 3, 3});
    make_one_surface(odd, "odd");
    expect_depth(depth(odd, Pose{}, kBox, at(3.5, 0.25, 0.125)), 0.5, 1e-12, "odd");
    expect_depth(depth(kBox, Pose{}, odd, at(3.5, 0.25, 0.125)), 0.5, 1e-12, "odd");
}

TEST(Penetration, Degenerate_LengthsOfAnySizeKeepTheBounds) {
    for (const double scale : {0x1p-400, 0x1p-70, 0x1p-20, 0x1p20, 0x1p70, 0x1p400}) {
        const Penetration found =
            depth(scaled(kBox, scale), Pose{}, scaled(kBox, scale), at(3.5 * scale, 0.25 * scale, 0));
        EXPECT_LE(found.lo, 0.5 * scale) << scale;
        EXPECT_GE(found.hi, 0.5 * scale) << scale;
    }
}

/// A skin at x = 1e7 has doubles 2e-9 apart: bounds hold where depth is far below that, and tell depths above.
TEST(Penetration, Degenerate_FarFromTheOriginThePosesRoundingCounts) {
    Rng rng(3);
    for (int trial = 0; trial < 20; ++trial) {
        const Pose far = test::random_pose(rng, 1e7);
        for (const double truth : {0.5, 1e-3, 1e-12}) {
            Pose other = far;
            other.translation += far.rotation.normalized() * Vec3(4.0 - truth, 0.25, 0.125);
            const Penetration found = depth(kBox, far, kBox, other);
            EXPECT_LE(found.lo, truth + 1e-8);
            EXPECT_GE(found.hi, truth - 1e-8);
        }
    }
}

/// Soundness: no sampled point inside both is deeper than hi, and the point of lo is as deep as it says.
/// Tightness: hi exceeds the deepest sample by little more than their spacing.
TEST(Penetration, Reference_DenseSamplesWithPlainFormulas) {
    const Mesh bodies[] = {kBox, test::sphere_mesh(7, 9, 3.0), torus(3, 1.2, 12, 7),
                           test::lattice_mesh(2, 2.5, 0.8), hollow(kBox, test::box_mesh({1, 2, 3}))};
    Rng rng(2024);
    int deep = 0, none = 0;
    constexpr int kSteps = 11;
    for (int trial = 0; trial < 40 / test::kSlower + 1; ++trial) {
        SCOPED_TRACE(trial);
        const Mesh &a = bodies[rng.below(5)], &b = bodies[rng.below(5)];
        const double apart = trial % 2 == 0 ? 2.0 : 5.0;
        const Pose pose_a = test::random_pose(rng, 1.0), pose_b = test::random_pose(rng, apart);
        const Penetration found = depth(a, pose_a, b, pose_b);
        const test::PlainSolid plain_a = test::plain_solid(a, pose_a), plain_b = test::plain_solid(b, pose_b);
        Box box_a, box_b;
        for (const auto& t : plain_a.triangles)
            for (const Vec3& x : t) box_a.add(x);
        for (const auto& t : plain_b.triangles)
            for (const Vec3& x : t) box_b.add(x);
        const Vec3 lo = box_a.min.cwiseMax(box_b.min), hi = box_a.max.cwiseMin(box_b.max);
        double deepest = 0.0;
        for (int i = 0; i <= kSteps; ++i)
            for (int j = 0; j <= kSteps; ++j)
                for (int k = 0; k <= kSteps; ++k) {
                    const Vec3 x = lo + (hi - lo).cwiseProduct(Vec3(i + 0.31, j + 0.37, k + 0.43)) / kSteps;
                    const double depth_here =
                        std::max(test::plain_distance(x, plain_a), test::plain_distance(x, plain_b));
                    if (depth_here <= deepest) continue;
                    if (test::plain_winding(x, plain_a) != 0 && test::plain_winding(x, plain_b) != 0)
                        deepest = depth_here;
                }
        ASSERT_LE(deepest, found.hi + kPlainError);
        ASSERT_LE(found.lo, found.hi);
        const double spacing = (hi - lo).norm() / kSteps;
        ASSERT_LE(found.hi, (1.0 + kGap) * deepest + 2.0 * spacing);
        for (const std::size_t side : {0u, 1u}) {
            const DepthIn& in = found.in[side];
            if (in.lo == 0.0) continue;
            ASSERT_GE(test::plain_distance(in.at, side == 0 ? plain_a : plain_b), in.lo - kPlainError);
            ASSERT_NE(test::plain_winding(in.at, plain_a), 0);
            ASSERT_NE(test::plain_winding(in.at, plain_b), 0);
        }
        ++(found.lo > 0.1 ? deep : none);
    }
    EXPECT_GT(deep, 10 / test::kSlower);
    EXPECT_GT(none, 2 / test::kSlower - 1);
}

/// A bolt in a hole of its own radius, facets against facets: no cell of space is as small as what they overlap by. The
/// bound is told by the skins all the same, and no sample between them is deeper.
TEST(Penetration, Reference_CoaxialFacetsAreBoundedLikeTheirSkins) {
    Rng rng(555);
    int inside = 0, tight = 0;
    constexpr int kTrials = 12 / test::kSlower + 1;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const int n = 16 + 4 * static_cast<int>(rng.below(6)), m = 16 + 4 * static_cast<int>(rng.below(6));
        constexpr double kRadius = 5.0;
        const Mesh bolt = test::bolt(n, kRadius, 15.0, 8.0, 3.0);
        const Mesh plate = test::prism(test::ring(test::circle(m, kRadius), test::circle(m, 14.0)), -10.0, 0.0);
        const Pose pose_b = trial % 3 == 0 ? Pose{} : test::random_pose(rng, 10.0);
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(rng.uniform(0.0, 1.0), Vec3::UnitZ()));
        const Eigen::Quaterniond tilt(Eigen::AngleAxisd(rng.uniform(0.0, 1e-3), Vec3::UnitX()));
        const Vec3 shift(rng.uniform(-0.02, 0.02), rng.uniform(-0.02, 0.02), rng.uniform(-0.02, 0.02));
        const Pose pose_a = compose(pose_b, {shift, (turn * tilt).normalized()});
        const double facets = kRadius * (1.0 - std::cos(std::numbers::pi / std::min(n, m)));
        const double limit = 2.0 * (facets + 0.04);
        const Penetration found = depth(bolt, pose_a, plate, pose_b,
                                        {.enough = limit, .most_cells = 4000, .decide = limit, .most_pieces = 20000});
        ASSERT_LE(found.lo, found.hi);
        ASSERT_LE(found.skin_hi, limit);
        ASSERT_LE(found.hi, 6.0 * limit);  // a recorded ceiling: without the skins it is 20 times the limit
        if (found.hi <= limit) ++tight;
        const test::PlainSolid plain_a = test::plain_solid(bolt, pose_a), plain_b = test::plain_solid(plate, pose_b);
        for (int i = 0; i < 1500; ++i) {
            const double angle = rng.uniform(0.0, 2.0 * std::numbers::pi);
            const double radius = i % 4 == 0 ? rng.uniform(4.0, 8.0) : kRadius + rng.uniform(-0.2, 0.1);
            const double z = i % 4 == 0 ? rng.uniform(-0.05, 0.05) : rng.uniform(-10.0, 0.0);
            const Vec3 x = apply(pose_b, Vec3(radius * std::cos(angle), radius * std::sin(angle), z));
            if (test::plain_winding(x, plain_a) == 0 || test::plain_winding(x, plain_b) == 0) continue;
            ++inside;
            ASSERT_LE(std::max(test::plain_distance(x, plain_a), test::plain_distance(x, plain_b)),
                      found.hi + kPlainError);
        }
    }
    EXPECT_GT(inside, 20 * kTrials);
    EXPECT_GE(tight, kTrials / 4);
}

/// Two slabs that are nearly one: their sides are near each other, and the same side of both is inside. What a plane
/// parts there is nothing; a bound from it would be below the truth.
TEST(Penetration, Reference_ThinSlabsAlmostAtOnePlace) {
    Rng rng(4711);
    for (int trial = 0; trial < 24 / test::kSlower + 1; ++trial) {
        const Vec3 half_a(rng.uniform(0.3, 1.0), rng.uniform(0.3, 1.0), rng.uniform(0.02, 0.08));
        const Vec3 half_b(rng.uniform(0.3, 1.0), rng.uniform(0.3, 1.0), rng.uniform(0.02, 0.08));
        const Vec3 centre(rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), rng.uniform(-0.04, 0.04));
        const double truth = depth_of_boxes({-half_a, half_a}, {centre - half_b, centre + half_b});
        const Pose pose = test::random_pose(rng, 3.0);
        const Penetration found =
            depth(test::box_mesh(half_a), pose, test::box_mesh(half_b),
                  compose(pose, at(centre.x(), centre.y(), centre.z())), {.relative_gap = 1e-3, .most_cells = 6000});
        ASSERT_GE(found.hi, truth - kPlainError) << trial;
        ASSERT_LE(found.lo, truth + kPlainError) << trial;
    }
}

/// Skins that lie on each other tell nothing of a core: the same shape twice, in other triangles.
TEST(Penetration, Example_ACoreBetweenSkinsThatAgreeIsFound) {
    for (const auto& [n, m] : {std::pair{24, 40}, std::pair{30, 31}}) {
        const Mesh a = test::prism(test::polygon(test::circle(n, 5.0)), -7.0, 7.0),
                   b = test::prism(test::polygon(test::circle(m, 5.0)), -7.0, 7.0);
        const Penetration found = depth(a, {}, b, {}, {.enough = 0.2, .most_cells = 1000, .decide = 0.2});
        EXPECT_GT(found.lo, 0.2);
        EXPECT_GT(depth(a, {}, b, {}).lo, 4.5);
    }
}

TEST(Penetration, Property_ABoxInRandomPosesIsNeverDeeperThanTheFormula) {
    Rng rng(77);
    int tight = 0;
    constexpr int kTrials = 200;
    for (int trial = 0; trial < kTrials / test::kSlower; ++trial) {
        const Vec3 half(rng.uniform(0.2, 3), rng.uniform(0.2, 3), rng.uniform(0.2, 3));
        const Vec3 centre = test::random_vector(rng, 4.0);
        const double truth =
            depth_of_boxes({Vec3(-2, -3, -4), Vec3(2, 3, 4)}, {centre - half, centre + half});
        const Pose pose = test::random_pose(rng, 5.0);
        const Penetration found =
            depth(kBox, pose, test::box_mesh(half), compose(pose, at(centre.x(), centre.y(), centre.z())));
        ASSERT_LE(found.lo, truth + kPlainError);
        ASSERT_GE(found.hi, truth - kPlainError);
        if (found.hi <= (1.0 + kGap) * found.lo) ++tight;
    }
    EXPECT_GT(tight, kTrials / test::kSlower * 4 / 5);
}

TEST(Penetration, Property_TheWorkLimitOnlyWidens) {
    const Mesh bumpy = test::bumpy_sphere_mesh(20, 30);
    const Penetration full = depth(bumpy, Pose{}, bumpy, at(1.1, 0.9, 0.2));
    double last = kInfinity;
    for (const std::uint64_t cells : {1u, 10u, 100u, 1000u}) {
        const Penetration found = depth(bumpy, Pose{}, bumpy, at(1.1, 0.9, 0.2), {.most_cells = cells});
        EXPECT_GE(found.hi, full.lo);
        EXPECT_LE(found.hi, last);
        EXPECT_LE(found.lo, full.hi);
        EXPECT_LE(found.cells, cells + 2);
        last = found.hi;
    }
}

TEST(Penetration, Property_SlackWidensByAtMostItselfTwice) {
    const Pose there = at(3.5, 0.25, 0.125);
    const Penetration exact = depth(kBox, Pose{}, kBox, there);
    const Penetration slack = depth(kBox, Pose{}, kBox, there, {.slack = 0.0625});
    // Every true pair of poses within the slack: moved apart, and together.
    EXPECT_LE(slack.lo, 0.5 - 2 * 0.0625);
    EXPECT_GE(slack.hi, 0.5 + 2 * 0.0625);
    EXPECT_GE(slack.lo, exact.lo - 0.2);
    EXPECT_LE(slack.hi, exact.hi + 0.25);
    // However small the cells: both bodies may be nearer by the slack.
    const Mesh cube = test::box_mesh({0.25, 0.25, 0.25});
    const Penetration fine =
        depth(cube, Pose{}, cube, at(0.4, 0.01, 0.02), {.relative_gap = 1e-3, .most_cells = 60000, .slack = 0.02});
    EXPECT_GE(fine.hi, 0.1 + 2 * 0.02);
    EXPECT_LE(fine.hi, 0.1 + 3 * 0.02);
}

}  // namespace
}  // namespace graze::penetration_test
