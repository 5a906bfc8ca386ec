#include "graze/discrete/wide/wide_distance.h"

#include "graze/core/random.h"
#include "graze/discrete/triangles/triangle_distance.h"

#include "support/random_poses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace graze::wide_distance_test {
namespace {

using test::random_pose;
using test::random_vector;

struct MeshBody {
    Mesh mesh;
    WideTree tree;
    [[nodiscard]] WideBody view() const { return {mesh, tree}; }
};

MeshBody body_of(const std::vector<Corners>& triangles) {
    MeshBody body;
    for (const Corners& t : triangles) {
        const auto first = static_cast<std::uint32_t>(body.mesh.vertices.size());
        body.mesh.vertices.insert(body.mesh.vertices.end(), t.begin(), t.end());
        body.mesh.triangles.push_back({first, first + 1, first + 2});
    }
    make_one_surface(body.mesh, "soup");
    body.tree = build_wide_tree(body.mesh);
    return body;
}

MeshBody random_body(Rng& rng, int triangles, double size, bool flat_ones) {
    std::vector<Corners> soup;
    for (int i = 0; i < triangles; ++i) {
        const Vec3 p = random_vector(rng, 0.5 * size);
        const Vec3 q = p + random_vector(rng, 0.2 * size);
        soup.push_back(
            {p, q, flat_ones && i % 3 == 0 ? (i % 2 ? p : q) : p + random_vector(rng, 0.2 * size)});
    }
    return body_of(soup);
}

double largest_coordinate(const MeshBody& a, const MeshBody& b, const Pose& pose_a, const Pose& pose_b) {
    double most = (pose_b.translation - pose_a.translation).lpNorm<Eigen::Infinity>();
    for (const MeshBody* body : {&a, &b})
        for (const Vec3& v : body->mesh.vertices) most = std::max(most, v.lpNorm<Eigen::Infinity>());
    return most;
}

double ulp(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()) - x; }

bool any_within(const MeshBody& a, const Pose& pose_a, const MeshBody& b, const Pose& pose_b, double limit) {
    for (std::uint32_t i = 0; i < a.mesh.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < b.mesh.triangles.size(); ++j)
            if (is_within_exactly(corners(a.mesh, i), pose_a, corners(b.mesh, j), pose_b, limit)) return true;
    return false;
}

}  // namespace

TEST(WideDistance, Example_ClearanceEqualToTheGapAndOneUlpBelow) {
    const double gap = 0.7;
    const MeshBody a = body_of({{Vec3(0, 0, 0), Vec3(5, 0, 0), Vec3(0, 4, 0)}});
    const MeshBody b = body_of(
        {{Vec3(1, 1, gap), Vec3(3, 2, 2), Vec3(1, 3, 4)}, {Vec3(9, 9, 9), Vec3(9, 8, 9), Vec3(8, 9, 9)}});
    DiscreteMemory w;
    EXPECT_TRUE(is_within(a.view(), {}, b.view(), {}, gap, w));
    EXPECT_FALSE(is_within(a.view(), {}, b.view(), {}, std::nextafter(gap, 0.0), w));
    EXPECT_TRUE(is_within(a.view(), {}, b.view(), {}, std::nextafter(gap, 1.0), w));
    const BodyDistance d = distance(a.view(), {}, b.view(), {}, w);
    EXPECT_LE(d.lo, gap);
    EXPECT_GE(d.hi, gap);
    EXPECT_LE(d.hi - d.lo, 4 * ulp(gap));
    EXPECT_LT((d.on_a - Vec3(1, 1, 0)).norm() + (d.on_b - Vec3(1, 1, gap)).norm(), 1e-14);
    EXPECT_EQ(d.triangles, (IdPair{0, 0}));
}

TEST(WideDistance, Example_MeetingBodiesAreAtZero) {
    const MeshBody a = body_of({{Vec3(0, 0, 0), Vec3(5, 0, 0), Vec3(0, 4, 0)}});
    DiscreteMemory w;
    const BodyDistance d = distance(a.view(), {}, a.view(), {}, w);
    EXPECT_EQ(d.lo, 0.0);
    EXPECT_EQ(d.hi, 0.0);
    EXPECT_TRUE(is_within(a.view(), {}, a.view(), {}, 0.0, w));
    EXPECT_EQ(find_within(a.view(), {}, a.view(), {}, 0.0, w).triangles.size(), 1u);
}

TEST(WideDistance, Degenerate_PointsSegmentsAndParallelEdges) {
    const Vec3 p(1, 2, 3), q(4, 6, 3);
    const MeshBody point = body_of({{p, p, p}}), other = body_of({{q, q, q}});
    const MeshBody segment = body_of({{Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(1, 0, 0)}});
    const MeshBody over = body_of({{Vec3(1.5, 3, 4), Vec3(1.5, 3, 4), Vec3(1.5, 3, 4)}});
    const MeshBody parallel = body_of({{Vec3(1, 3, 4), Vec3(7, 3, 4), Vec3(7, 9, 9)}});
    DiscreteMemory w;
    EXPECT_TRUE(is_within(point.view(), {}, other.view(), {}, 5.0, w));
    EXPECT_FALSE(is_within(point.view(), {}, other.view(), {}, std::nextafter(5.0, 0.0), w));
    EXPECT_TRUE(
        is_within(segment.view(), {}, over.view(), {}, 5.0, w));  // a corner over the inside of an edge
    EXPECT_FALSE(is_within(segment.view(), {}, over.view(), {}, std::nextafter(5.0, 0.0), w));
    EXPECT_TRUE(is_within(segment.view(), {}, parallel.view(), {}, 5.0, w));
    EXPECT_FALSE(is_within(segment.view(), {}, parallel.view(), {}, std::nextafter(5.0, 0.0), w));
}

TEST(WideDistance, Reference_ExactComparisonAgreesWithBoundsOnRandomPairs) {
    Rng rng(37);
    int within = 0;
    constexpr int kTrials = 600;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const MeshBody a = random_body(rng, 1, 1.0, trial % 3 == 0),
                       b = random_body(rng, 1, 1.0, trial % 5 == 0);
        const Pose pose_a = random_pose(rng, random_vector(rng, 3.0)),
                   pose_b = random_pose(rng, pose_a.translation);
        const Corners of_a = corners(a.mesh, 0), of_b = corners(b.mesh, 0);
        const TriangleGap fine = fine_gap(of_a, of_b, fine_placement(pose_a, pose_b));
        const TriangleGap rough = gap(of_a, move_into_a(pose_pair(pose_a, pose_b), of_b));
        if (triangles_meet(of_a, pose_a, of_b, pose_b)) {
            EXPECT_LE(fine.lo, 0.0);
            EXPECT_LE(rough.lo, 0.0);
            continue;
        }
        EXPECT_LE(fine.hi - fine.lo, 1e-15);
        EXPECT_LE(rough.lo, fine.hi);
        EXPECT_GE(rough.hi, fine.lo);
        EXPECT_TRUE(is_within_exactly(of_a, pose_a, of_b, pose_b, fine.hi));
        EXPECT_FALSE(is_within_exactly(of_a, pose_a, of_b, pose_b, std::nextafter(fine.lo, 0.0)));
        within += is_within_exactly(of_a, pose_a, of_b, pose_b, 0.5) ? 1 : 0;
    }
    EXPECT_GT(within, kTrials / 10);
    EXPECT_LT(within, kTrials * 9 / 10);
}

TEST(WideDistance, Reference_BoundsHoldExactlyAndAreAsNarrowAsPromised) {
    Rng rng(23);
    int apart = 0;
    for (const double size : {1e-6, 1.0, 1e6})
        for (int trial = 0; trial < 4; ++trial) {
            SCOPED_TRACE(trial);
            const MeshBody a = random_body(rng, 9, size, trial % 2 == 1),
                           b = random_body(rng, 8, size, trial % 2 == 0);
            const Pose pose_a = random_pose(rng, random_vector(rng, size));
            const Pose pose_b = random_pose(rng, pose_a.translation + random_vector(rng, 1.5 * size));
            DiscreteMemory w;
            const BodyDistance d = distance(a.view(), pose_a, b.view(), pose_b, w);
            ASSERT_TRUE(any_within(a, pose_a, b, pose_b, d.hi));
            if (d.hi == 0.0) continue;
            ++apart;
            ASSERT_FALSE(any_within(a, pose_a, b, pose_b, std::nextafter(d.lo, 0.0)));
            EXPECT_LE(d.hi - d.lo, 1e-12 * d.hi + 8 * ulp(largest_coordinate(a, b, pose_a, pose_b)));
            EXPECT_NEAR((d.on_a - d.on_b).norm(), d.hi, 1e-13 * size + 1e-13 * pose_a.translation.norm());
        }
    EXPECT_GT(apart, 8);
}

TEST(WideDistance, Reference_PairsWithinAClearanceEqualExactBruteForce) {
    Rng rng(29);
    std::size_t found = 0;
    for (int trial = 0; trial < 8; ++trial) {
        SCOPED_TRACE(trial);
        const MeshBody a = random_body(rng, 18, 1.0, true), b = random_body(rng, 15, 1.0, false);
        const Pose pose = random_pose(rng, random_vector(rng, 0.3));
        const double clearance = rng.uniform(0.1, 0.5);
        std::vector<IdPair> truth;
        for (std::uint32_t i = 0; i < a.mesh.triangles.size(); ++i)
            for (std::uint32_t j = 0; j < b.mesh.triangles.size(); ++j)
                if (is_within_exactly(corners(a.mesh, i), {}, corners(b.mesh, j), pose, clearance))
                    truth.push_back({i, j});
        DiscreteMemory w;
        const auto pairs = find_within(a.view(), {}, b.view(), pose, clearance, w).triangles;
        EXPECT_EQ(std::vector<IdPair>(pairs.begin(), pairs.end()), truth);
        found += truth.size();
    }
    EXPECT_GT(found, 50u);
    EXPECT_LT(found, 1000u);
}

/// A sphere of 2 n (n - 1) triangles.
MeshBody sphere(int n) {
    std::vector<Corners> faces;
    const auto at = [n](int i, int j) {
        const double u = 3.14159265358979 * i / n, v = 2 * 3.14159265358979 * j / n;
        return Vec3(std::sin(u) * std::cos(v), std::sin(u) * std::sin(v), std::cos(u));
    };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            if (i > 0) faces.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
            if (i + 1 < n) faces.push_back({at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)});
        }
    return body_of(faces);
}

TEST(WideDistance, Property_SearchLooksAtFewPairs) {
    const MeshBody a = sphere(60);
    DiscreteMemory w;
    Rng rng(47);
    for (const double apart : {2.0001, 2.1, 2.5, 4.0})
        for (int trial = 0; trial < 5; ++trial) {
            SCOPED_TRACE(apart);
            const Pose pose = random_pose(rng, random_vector(rng, 1.0).normalized() * apart);
            const BodyDistance d = distance(a.view(), {}, a.view(), pose, w);
            EXPECT_NEAR(d.hi, apart - 2.0, 0.004);       // facets
            EXPECT_LE(d.counters.box_updates, 2000u);    // of 5e7 pairs of triangles; recorded: 98 to 1394
            EXPECT_LE(d.counters.triangle_tests, 250u);  // recorded: 24 to 121
            EXPECT_TRUE(is_within(a.view(), {}, a.view(), pose, d.hi, w));
            EXPECT_FALSE(is_within(a.view(), {}, a.view(), pose, std::nextafter(d.lo, 0.0), w));
        }
}

TEST(WideDistance, Property_EveryInstructionSetGivesTheSameBits) {
    Rng rng(31);
    int apart = 0;
    for (int trial = 0; trial < 30; ++trial) {
        SCOPED_TRACE(trial);
        const MeshBody a = random_body(rng, 120, 1.0, false);
        const Pose pose = random_pose(rng, random_vector(rng, 2.0));
        DiscreteMemory w;
        const BodyDistance best = distance(a.view(), {}, a.view(), pose, w);
        apart += best.lo > 0.0 ? 1 : 0;
        for (const char* target : wide_targets()) {
            ASSERT_TRUE(force_wide_target(target));
            const BodyDistance d = distance(a.view(), {}, a.view(), pose, w);
            EXPECT_EQ(d.lo, best.lo);
            EXPECT_EQ(d.hi, best.hi);
            EXPECT_EQ(d.triangles, best.triangles);
            EXPECT_EQ(d.on_a, best.on_a);
        }
        force_wide_target("");
    }
    EXPECT_GT(apart, 8);
}

/// A plate of n x n squares with corners at these heights.
template <class Height>
MeshBody plate(int n, double width, Height&& height) {
    MeshBody body;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j)
            body.mesh.vertices.emplace_back(width * i / n, width * j / n, height(i, j));
    const auto id = [n](int i, int j) { return static_cast<std::uint32_t>(i * (n + 1) + j); };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            body.mesh.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
            body.mesh.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
        }
    make_one_surface(body.mesh, "plate");
    body.tree = build_wide_tree(body.mesh);
    return body;
}

TEST(WideDistance, Reference_PlatesThatFitAreAsFarApartAsTheirLowestCorner) {
    // Over a flat plate the distance is the least height, exactly; hundreds of pairs are as near but for some ulps.
    Rng rng(2601);
    int ties = 0, alone = 0;
    for (int trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE(trial);
        const double gap = rng.uniform(0.01, 2.0), spread = trial % 4 == 0 ? 0.0 : std::ldexp(1.0, -56 + 2 * (trial % 13));
        double least = std::numeric_limits<double>::infinity();
        const MeshBody flat = plate(5 + trial % 7, 120.0, [](int, int) { return 0.0; });
        const MeshBody above = plate(12, 90.0, [&](int, int) {
            const double height = gap + spread * rng.uniform(0.0, 64.0);
            least = std::min(least, height);
            return height;
        });
        // Both turned alike: seen from each other they stand as they did, up to roundings of the quaternions.
        const Pose pose = trial % 2 == 0 ? Pose{} : random_pose(rng, random_vector(rng, 50.0));
        DiscreteMemory w;
        const BodyDistance best = distance(flat.view(), pose, above.view(), pose, w);
        EXPECT_LE(best.lo, least);
        EXPECT_GE(best.hi, least);
        EXPECT_LE(best.hi - best.lo, 1e-12 * best.hi + 8 * ulp(120.0));
        ties += spread == 0.0 ? 1 : 0;
        alone += best.hi - best.lo < 0.5 * ulp(120.0) ? 1 : 0;
        for (const char* target : wide_targets()) {
            ASSERT_TRUE(force_wide_target(target));
            const BodyDistance d = distance(flat.view(), pose, above.view(), pose, w);
            EXPECT_EQ(d.lo, best.lo);
            EXPECT_EQ(d.hi, best.hi);
            EXPECT_EQ(d.triangles, best.triangles);
            EXPECT_EQ(d.on_a, best.on_a);
            EXPECT_EQ(d.on_b, best.on_b);
        }
        force_wide_target("");
    }
    EXPECT_GT(ties, 5);
    EXPECT_GT(alone, 5);
}

}  // namespace graze::wide_distance_test
