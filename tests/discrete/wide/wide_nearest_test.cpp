#include "graze/discrete/wide/wide_nearest.h"

#include "graze/core/random.h"
#include "graze/discrete/triangles/triangle_distance.h"

#include "support/random_poses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace graze::wide_nearest_test {
namespace {

using test::random_pose;
using test::random_vector;

struct MeshBody {
    Mesh mesh;
    WideTree tree;
};

enum class Shape { Soup, Needles, Segments, Points };

MeshBody random_body(Rng& rng, Shape shape, int triangles, double size) {
    MeshBody body;
    for (int i = 0; i < triangles; ++i) {
        const Vec3 p = random_vector(rng, 0.5 * size), q = p + random_vector(rng, 0.2 * size);
        Vec3 r = p + random_vector(rng, 0.2 * size);
        if (shape == Shape::Needles) r = 0.4 * p + 0.6 * q + random_vector(rng, 1e-8 * size);
        if (shape == Shape::Segments) r = q;
        const auto first = static_cast<std::uint32_t>(body.mesh.vertices.size());
        body.mesh.vertices.insert(body.mesh.vertices.end(),
                                  {p, shape == Shape::Points ? p : q, shape == Shape::Points ? p : r});
        body.mesh.triangles.push_back({first, first + 1, first + 2});
    }
    make_one_surface(body.mesh, "soup");
    body.tree = build_wide_tree(body.mesh);
    return body;
}

struct Seen {
    double lo, hi;
};
using SeenPairs = std::map<std::pair<std::uint32_t, std::uint32_t>, Seen>;

struct Collector {
    SeenPairs seen;
    double scale;
};

Visit collect(void* context, std::span<const WideNearTriangles> pairs) {
    auto& collector = *static_cast<Collector*>(context);
    for (const WideNearTriangles& pair : pairs)
        collector.seen[{pair.a, pair.b}] = {pair.lo / collector.scale, pair.hi / collector.scale};
    return Visit::GoOn;
}

/// Good axes or bad ones: the bounds must hold along any.
Vec3 trial_direction(Rng& rng, const Pose& pose) {
    return rng.uniform(0, 1) < 0.5 ? pose.translation : random_vector(rng, 1.0);
}

/// What a search visits, with true lengths.
SeenPairs pairs_within(const MeshBody& a, const MeshBody& b, const Pose& pose, double limit,
                       const Vec3& direction) {
    const WidePlacement placement = wide_placement({}, pose, a.tree, b.tree);
    WideAim aim = first_aim(placement, a.tree, b.tree);
    turn_aim(aim, placement, direction);
    limit_aim(aim, limit);
    std::vector<WideNearEntry> stack(stack_size(a.tree, b.tree));
    Collector collector{{}, static_cast<double>(aim.scale)};
    (void)traverse_nearest({a.tree, b.tree, placement, aim}, stack, {&collector, &collect});
    return collector.seen;
}

/// Soundness: all pairs within the limit are visited, and the bounds hold.
void expect_sound(const MeshBody& a, const MeshBody& b, const Pose& pose, double limit,
                  const SeenPairs& seen) {
    const FinePlacement fine = fine_placement({}, pose);
    for (std::uint32_t i = 0; i < a.mesh.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < b.mesh.triangles.size(); ++j) {
            const Corners of_a = corners(a.mesh, i), of_b = corners(b.mesh, j);
            const bool meet = triangles_meet(of_a, {}, of_b, pose);
            const TriangleGap truth = fine_gap(of_a, of_b, fine);
            const double lo = meet ? 0.0 : truth.lo, hi = meet ? 0.0 : truth.hi;
            const auto found = seen.find({i, j});
            if (found == seen.end()) {
                EXPECT_GT(hi, limit) << i << ' ' << j;
            } else {
                EXPECT_LE(found->second.lo, hi) << i << ' ' << j;
                EXPECT_GE(found->second.hi, lo) << i << ' ' << j;
            }
        }
}

}  // namespace

TEST(WideNearest, Example_CornerOverFaceIsMeasuredWhateverTheSize) {
    // Below some 1e-24 the bounds hold but prove nothing: error_in_float adds 2^-100 for underflow.
    for (const double size : {1e-22, 1.0, 1e30}) {
        SCOPED_TRACE(size);
        MeshBody a, b;
        a.mesh.vertices = {Vec3(0, 0, 0) * size, Vec3(5, 0, 0) * size, Vec3(0, 4, 0) * size};
        b.mesh.vertices = {Vec3(1, 1, 0.75) * size, Vec3(3, 2, 2) * size, Vec3(1, 3, 4) * size};
        for (MeshBody* body : {&a, &b}) {
            body->mesh.triangles = {{0, 1, 2}};
            make_one_surface(body->mesh, "one");
            body->tree = build_wide_tree(body->mesh);
        }
        const SeenPairs seen = pairs_within(a, b, {}, size, Vec3::UnitZ());
        ASSERT_EQ(seen.size(), 1u);
        EXPECT_NEAR(seen.begin()->second.lo, 0.75 * size, 2e-4 * size);
        EXPECT_NEAR(seen.begin()->second.hi, 0.75 * size, 2e-4 * size);
        EXPECT_TRUE(pairs_within(a, b, {}, 0.74 * size, Vec3::UnitZ()).empty());
    }
}

TEST(WideNearest, Reference_NothingWithinTheLimitIsLeftOutAndBoundsHold) {
    Rng rng(41);
    std::size_t visited = 0, all = 0;
    for (const char* target : wide_targets()) {
        ASSERT_TRUE(force_wide_target(target));
        for (const Shape shape : {Shape::Soup, Shape::Needles, Shape::Segments, Shape::Points})
            for (const double size : {1e-30, 1e-22, 3e-20, 1e-6, 1.0, 1e15})
                for (const double apart : {0.3, 1.5, 40.0}) {
                    SCOPED_TRACE(std::string(target) + ' ' + std::to_string(static_cast<int>(shape)));
                    SCOPED_TRACE(size);
                    const MeshBody a = random_body(rng, shape, 20, size),
                                   b = random_body(rng, Shape::Soup, 18, size);
                    const Pose pose = random_pose(rng, random_vector(rng, 1.0).normalized() * (apart * size));
                    const double limit = (apart + rng.uniform(-0.4, 0.2)) * size;
                    const SeenPairs seen =
                        pairs_within(a, b, pose, std::max(limit, 0.1 * size), trial_direction(rng, pose));
                    expect_sound(a, b, pose, std::max(limit, 0.1 * size), seen);
                    visited += seen.size();
                    all += a.mesh.triangles.size() * b.mesh.triangles.size();
                }
    }
    force_wide_target("");
    EXPECT_GT(visited, all / 20);
    EXPECT_LT(visited, all * 3 / 4);
}

TEST(WideNearest, Property_BoundsAreNarrowAndFewPairsTooManyAreVisited) {
    Rng rng(43);
    double width = 0.0;
    std::size_t visited = 0, within = 0;
    for (int trial = 0; trial < 20; ++trial) {
        const MeshBody a = random_body(rng, Shape::Soup, 60, 1.0), b = random_body(rng, Shape::Soup, 50, 1.0);
        const Pose pose = random_pose(rng, Vec3(1.2, 0.4, -0.3));
        const FinePlacement fine = fine_placement({}, pose);
        for (const auto& [pair, bounds] : pairs_within(a, b, pose, 0.5, pose.translation)) {
            width += bounds.hi - bounds.lo;
            ++visited;
            within +=
                fine_gap(corners(a.mesh, pair.first), corners(b.mesh, pair.second), fine).lo <= 0.5 ? 1 : 0;
        }
    }
    EXPECT_GT(visited, 1000u);
    EXPECT_LE(visited, within + within / 50);               // recorded: none too many
    EXPECT_LE(width / static_cast<double>(visited), 2e-4);  // recorded: 5.7e-5
}

}  // namespace graze::wide_nearest_test
