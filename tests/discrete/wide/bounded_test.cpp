#include "graze/discrete/wide/bounded.h"

#include "graze/core/random.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/discrete/wide/wide_query.h"

#include "support/random_poses.h"
#include "support/shapes.h"
#include "support/slower.h"
#include "support/soups.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace graze::bounded_test {
namespace {

using test::random_pose;
using test::random_vector;

Body body_of(Mesh mesh) { return *build_body(std::move(mesh)); }

/// Triangles of all shapes in a ball of radius 1, corners on a grid: many touch exactly.
Body random_soup(Rng& rng, int triangles) {
    Mesh mesh;
    for (int i = 0; i < triangles; ++i) {
        const Vec3 at = random_vector(rng, 0.8);
        Corners corners;
        for (Vec3& v : corners) v = ((at + random_vector(rng, 0.3)) * 32.0).array().round() / 32.0;
        test::add_triangle(mesh, corners, 0);
    }
    return body_of(std::move(mesh));
}

/// All pairs of triangles that meet, by trying all.
std::vector<IdPair> brute_force(const PosedBody& a, const PosedBody& b) {
    std::vector<IdPair> pairs;
    const PosePair poses = pose_pair(a.pose, b.pose);
    const Mesh &of_a = a.body.mesh(), &of_b = b.body.mesh();
    for (std::uint32_t j = 0; j < of_b.triangles.size(); ++j)
        for (std::uint32_t i = 0; i < of_a.triangles.size(); ++i)
            if (meeting_of(corners(of_a, i), move_into_a(poses, corners(of_b, j)), poses).meeting !=
                TriangleMeeting::Apart)
                pairs.push_back({i, j});
    return pairs;
}

bool holds(const WideTree& tree, std::uint32_t node, std::uint32_t triangle) {
    const auto begin = tree.order.begin() + tree.nodes[node].begin,
               end = tree.order.begin() + tree.nodes[node].end;
    return std::find(begin, end, triangle) != end;
}

bool is_covered(const BoundedQuery& query, const PosedBody& a, const PosedBody& b, const IdPair& pair) {
    return std::any_of(query.left().begin(), query.left().end(), [&](const IdPair& nodes) {
        return holds(a.body.model().tree, nodes.a, pair.a) && holds(b.body.model().tree, nodes.b, pair.b);
    });
}

/// In pieces of random size; calls `look` after each that did not end it.
template <class Look>
int run_in_pieces(BoundedQuery& query, Rng& rng, Look&& look) {
    int stops = 0;
    for (;; ++stops) {
        BudgetClock clock({.most_work = 1 + rng.below(8)});
        if (query.proceed(clock)) return stops;
        look();
    }
}

struct Pair {
    PosedBody a, b;
};

/// Soups and bumpy bodies, apart, touching on the grid, and into each other.
Pair random_pair(Rng& rng, int trial) {
    static const Body bumps = body_of(test::bumpy_sphere_mesh(20, 24));
    const Vec3 direction = random_vector(rng, 1.0).normalized();
    if (trial % 2 == 0) {
        const Pose at = random_pose(rng, direction * rng.uniform(1.85, 2.1));
        return {bumps.at(random_pose(rng, Vec3::Zero())), bumps.at(at)};
    }
    const double way = rng.uniform(0.8, 2.2);
    const Vec3 grid = (direction * way * 32.0).array().round() / 32.0;
    return {random_soup(rng, 60).at(), random_soup(rng, 80).at({grid, Eigen::Quaterniond::Identity()})};
}

constexpr int kTrials = 120 / test::kSlower;

}  // namespace

TEST(Bounded, Example_NoWorkKnowsNothingAndOneUnitIsEnoughForFarBodies) {
    const Body body = body_of(test::box_mesh(Vec3(1, 2, 3)));
    const PosedBody a = body.at(), b = body.at({Vec3(100, 0, 0), Eigen::Quaterniond::Identity()});
    BoundedQuery query;
    query.begin_distance(a, b);
    BudgetClock nothing({.most_work = 0});
    EXPECT_FALSE(query.proceed(nothing));
    EXPECT_EQ(query.so_far().answer, Known::Undecided);
    EXPECT_EQ(query.so_far().distance.lo, 0.0);
    query.begin_meeting(a, b);
    BudgetClock one({.most_work = 1});
    EXPECT_TRUE(query.proceed(one));
    EXPECT_EQ(query.so_far().answer, Known::No);
}

TEST(Bounded, Reference_AMeetingIsTheSamePairWhateverThePieces) {
    Rng rng(2601);
    int meet = 0, apart = 0, stops = 0;
    BoundedQuery query;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const auto [a, b] = random_pair(rng, trial);
        const auto whole = find_intersections(a, b);
        const std::vector<IdPair> truth = trial % 2 == 1 ? brute_force(a, b) : std::vector<IdPair>();
        query.begin_meeting(a, b);
        stops += run_in_pieces(query, rng, [&, &a = a, &b = b] {
            ASSERT_EQ(query.so_far().answer, Known::Undecided);
            for (const IdPair& pair : truth) ASSERT_TRUE(is_covered(query, a, b, pair));
        });
        const SoFar end = query.so_far();
        ASSERT_EQ(end.answer, whole.triangles.empty() ? Known::No : Known::Yes);
        if (end.answer == Known::Yes) {
            ASSERT_EQ(end.distance.triangles, whole.triangles.front());
        }
        (end.answer == Known::Yes ? meet : apart) += 1;
    }
    EXPECT_GT(meet, kTrials / 8);
    EXPECT_GT(apart, kTrials / 8);
    EXPECT_GT(stops, kTrials);
}

TEST(Bounded, Property_LeavesWithManyExactTestsStopInTheMiddle) {
    // Two flat rows in one plane, a hair apart: nothing that floats could tell.
    Mesh mesh;
    for (int i = 0; i < 8; ++i)
        test::add_triangle(mesh, {Vec3(i, 0, 0), Vec3(i + 0.75, 0, 0), Vec3(i, 0.75, 0)}, 0);
    const Body body = body_of(std::move(mesh));
    const PosedBody a = body.at(),
                    b = body.at({Vec3(0.0625, 0.6875 + 0x1p-40, 0), Eigen::Quaterniond::Identity()});
    const auto truth = brute_force(a, b);
    const auto whole = find_intersections(a, b);
    BoundedQuery query;
    query.begin_meeting(a, b);
    int stops = 0;
    for (;; ++stops) {
        ASSERT_LT(stops, 1000);
        BudgetClock clock({.most_work = 1});
        if (query.proceed(clock)) break;
        for (const IdPair& pair : truth) ASSERT_TRUE(is_covered(query, a, b, pair));
    }
    EXPECT_GT(stops, 2);
    EXPECT_EQ(query.so_far().answer, Known::No);
    EXPECT_TRUE(whole.triangles.empty() && truth.empty());
    EXPECT_GT(query.so_far().distance.counters.triangle_tests, 2u);
}

TEST(Bounded, Property_NoPairOfALeafIsPassedOverWhereTheWorkRunsOut) {
    // As above, but one of the upper row reaches into its partner: each in turn.
    const Eigen::Quaterniond upright = Eigen::Quaterniond::Identity();
    const auto row = [](int deeper) {
        Mesh mesh;
        for (int i = 0; i < 8; ++i) {
            const double y = i == deeper ? -0x1p-39 : 0.0;
            test::add_triangle(mesh, {Vec3(i, y, 0), Vec3(i + 0.75, 0, 0), Vec3(i, 0.75, 0)}, 0);
        }
        return body_of(std::move(mesh));
    };
    const Body lower = row(-1);
    int later = 0;
    for (int k = 0; k < 8; ++k) {
        const Body upper = row(k);
        const PosedBody a = lower.at(), b = upper.at({Vec3(0.0625, 0.6875 + 0x1p-40, 0), upright});
        ASSERT_EQ(brute_force(a, b).size(), 1u);
        BoundedQuery query;
        query.begin_meeting(a, b);
        for (int stops = 0;; ++stops) {
            ASSERT_LT(stops, 1000);
            BudgetClock clock({.most_work = 1});
            if (query.proceed(clock)) break;
        }
        ASSERT_EQ(query.so_far().answer, Known::Yes);
        EXPECT_EQ(query.so_far().distance.triangles, brute_force(a, b)[0]);
        later += query.so_far().distance.counters.triangle_tests > 1 ? 1 : 0;
    }
    EXPECT_GT(later, 3);
}

TEST(Bounded, Reference_ADistanceHoldsAllTheTimeAndEndsAsTheWhole) {
    Rng rng(2602);
    int early_hi = 0, early_lo = 0;
    BoundedQuery query;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const auto [a, b] = random_pair(rng, trial);
        const BodyDistance truth = distance(a, b);
        double last_hi = std::numeric_limits<double>::infinity();
        query.begin_distance(a, b);
        run_in_pieces(query, rng, [&] {
            const BodyDistance now = query.so_far().distance;
            ASSERT_LE(now.lo, truth.hi);
            ASSERT_GE(now.hi, truth.lo);
            ASSERT_LE(now.hi, last_hi);
            last_hi = now.hi;
            if (truth.hi > 0.0 && now.hi < 1.1 * truth.hi) ++early_hi;
            if (now.lo > 0.1 * truth.hi) ++early_lo;
        });
        const BodyDistance end = query.so_far().distance;
        ASSERT_EQ(end.lo, truth.lo);
        ASSERT_EQ(end.hi, truth.hi);
        ASSERT_EQ(end.triangles, truth.triangles);
        ASSERT_EQ(end.on_a, truth.on_a);
    }
    EXPECT_GT(early_hi, kTrials / 4);
    EXPECT_GT(early_lo, kTrials / 20);
}

TEST(Bounded, Property_TheLowerBoundOfADistanceCountsWhatIsLookedAtLast) {
    // Small triangles all around, and long ones whose middles are far away: these wait to the end, and one of their
    // ends is nearest.
    Rng rng(2609);
    for (int trial = 0; trial < 10; ++trial) {
        Mesh mesh, one;
        for (int i = 0; i < 60; ++i) {
            const Vec3 at = random_vector(rng, 1.0).normalized() * rng.uniform(1.0, 1.1);
            test::add_triangle(mesh, {at, 1.02 * at + random_vector(rng, 0.01), 1.03 * at}, 0);
        }
        for (int i = 0; i < 8; ++i)
            test::add_triangle(
                mesh, {Vec3(-0.1, 0.5, 0.01 * i), Vec3(200, 3, 0.01 * i), Vec3(200, 4, 0.02 * i)}, 0);
        test::add_triangle(one, {Vec3(0, 0, 0), Vec3(0.01, 0, 0), Vec3(0, 0, 0.01)}, 0);
        const Body around = body_of(std::move(mesh)), middle = body_of(std::move(one));
        const double truth = distance(around.at(), middle.at()).lo;
        EXPECT_LT(truth, 0.55);
        BoundedQuery query;
        query.begin_distance(around.at(), middle.at());
        for (;;) {
            BudgetClock clock({.most_work = 1});
            const bool is_over = query.proceed(clock);
            EXPECT_LE(query.so_far().distance.lo, truth);
            if (is_over) break;
        }
    }
}

TEST(Bounded, Reference_AClearanceIsDecidedAsTheWhole) {
    Rng rng(2603);
    int yes = 0, no = 0;
    BoundedQuery query;
    for (int trial = 0; trial < kTrials; ++trial) {
        SCOPED_TRACE(trial);
        const auto [a, b] = random_pair(rng, trial);
        const double clearance = trial % 8 == 1 ? 0.25 : rng.uniform(0.0, 0.15);
        query.begin_within(a, b, clearance);
        run_in_pieces(query, rng, [&] { ASSERT_EQ(query.so_far().answer, Known::Undecided); });
        const bool is = is_within(a, b, clearance);
        ASSERT_EQ(query.so_far().answer, is ? Known::Yes : Known::No);
        (is ? yes : no) += 1;
    }
    EXPECT_GT(yes, kTrials / 8);
    EXPECT_GT(no, kTrials / 8);
}

TEST(Bounded, Property_ALimitOfWorkStopsAtTheSamePlaceOnEveryProcessor) {
    Rng rng(2604);
    for (int trial = 0; trial < kTrials / 4; ++trial) {
        const auto [a, b] = random_pair(rng, trial);
        const std::uint64_t most = 1 + rng.below(200);
        std::vector<SoFar> answers;
        std::vector<std::vector<IdPair>> left;
        std::vector<std::uint64_t> work;
        for (const char* target : wide_targets()) {
            ASSERT_TRUE(force_wide_target(target));
            BoundedQuery query;
            trial % 2 == 0 ? query.begin_meeting(a, b) : query.begin_distance(a, b);
            BudgetClock clock({.most_work = most});
            (void)query.proceed(clock);
            answers.push_back(query.so_far());
            left.emplace_back(query.left().begin(), query.left().end());
            work.push_back(clock.work());
        }
        force_wide_target("");
        for (std::size_t i = 1; i < answers.size(); ++i) {
            EXPECT_EQ(answers[i].answer, answers[0].answer);
            EXPECT_EQ(answers[i].distance.lo, answers[0].distance.lo);
            EXPECT_EQ(answers[i].distance.hi, answers[0].distance.hi);
            EXPECT_EQ(left[i], left[0]);
            EXPECT_EQ(work[i], work[0]);
        }
    }
}

TEST(Bounded, Property_APieceOverspendsByLessThanItself) {
    Rng rng(2605);
    for (int trial = 0; trial < kTrials / 4; ++trial) {
        const auto [a, b] = random_pair(rng, trial);
        BoundedQuery query;
        query.begin_meeting(a, b);
        const std::uint64_t most = 1 + rng.below(100);
        BudgetClock clock({.most_work = most});
        (void)query.proceed(clock);
        EXPECT_LE(clock.work(), most + 32);
    }
}

}  // namespace graze::bounded_test
