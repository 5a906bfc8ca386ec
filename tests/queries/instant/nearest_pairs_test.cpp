#include "graze/queries/instant/nearest_pairs.h"

#include "graze/core/random.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace graze::nearest_pairs_test {
namespace {

Scene scattered(std::uint64_t seed, int count, double room) {
    Scene scene;
    Rng rng(seed);
    const auto mesh = std::make_shared<const Mesh>(test::brick({0, 0, 0}, {1, 2, 3}));
    for (int i = 0; i < count; ++i)
        scene.bodies.push_back({std::to_string(i),
                                mesh,
                                {{rng.uniform(0, room), rng.uniform(0, room), rng.uniform(0, room)},
                                 Eigen::Quaterniond::Identity()}});
    return scene;
}

std::vector<PairDistance> nearest(const Scene& scene, std::size_t count, std::optional<double> within = {},
                                  int threads = 0) {
    const auto found = find_nearest(scene, {count, within, threads, Progress::Draw::Never});
    EXPECT_TRUE(found.has_value());
    return found ? *found : std::vector<PairDistance>();
}

TEST(NearestPairs, Reference_AreTheFirstOfAllPairs) {
    int apart = 0, meeting = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const Scene scene = scattered(seed, 25, seed % 2 == 0 ? 12.0 : 60.0);
        auto all = *find_distances(scene, {.within = {}, .threads = 1, .progress = Progress::Draw::Never});
        std::ranges::sort(all, {}, [](const PairDistance& pair) { return pair.distance.hi; });
        for (const std::size_t count : {1u, 7u, 300u, 1000u}) {
            const auto found = nearest(scene, count);
            ASSERT_EQ(found.size(), std::min(count, all.size()));
            for (std::size_t i = 0; i < found.size(); ++i)
                EXPECT_EQ(found[i].distance.hi, all[i].distance.hi) << seed << ": " << i;
        }
        ++(all.front().distance.hi > 0.0 ? apart : meeting);
    }
    EXPECT_GT(apart, 5);
    EXPECT_GT(meeting, 5);
}

TEST(NearestPairs, Example_WithinAndIgnoredPairsAreLeftOut) {
    Scene scene = scattered(4, 25, 60.0);
    const auto free = nearest(scene, 3);
    scene.ignore = {{{free[0].bodies[0], free[0].bodies[1]}}};
    const auto ruled = nearest(scene, 2);
    EXPECT_EQ(ruled[0].bodies, free[1].bodies);
    EXPECT_EQ(nearest(scene, 10, free[1].distance.hi).size(), 1u);
    EXPECT_EQ(nearest(scattered(1, 1, 5.0), 4).size(), 0u);
}

TEST(NearestPairs, Property_SameForAnyNumberOfThreads) {
    const Scene scene = scattered(9, 200, 30.0);
    const auto one = nearest(scene, 40, {}, 1), many = nearest(scene, 40, {}, 3);
    ASSERT_EQ(one.size(), many.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i].bodies, many[i].bodies);
        EXPECT_EQ(one[i].distance.lo, many[i].distance.lo);
    }
}

}  // namespace
}  // namespace graze::nearest_pairs_test
