// Bodies that stand still, nearly stand still, or slide along each other: what a simulator asks most. Work is
// counted, never time. ./test --campaign at-rest [N] asks N times and reports the slowest.
#include "graze/continuous/search/model_contact.h"
#include "graze/continuous/search/tuning.h"
#include "graze/discrete/wide/distance.h"

#include "support/body_queries.h"
#include "support/door_meshes.h"
#include "support/random_poses.h"
#include "support/slower.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>

namespace graze::at_rest_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

std::uint64_t work_of(const FirstContact& found) {
    const FirstContactCounters& c = found.counters;
    return c.node_pairs + c.triangle_pairs + c.feature_steps;
}

/// HANDLING T1: a box 0.1034 above a floor.
struct TwoBoxes {
    Body floor = *build_body(box_mesh({1000, 1000, 50})), box = *build_body(box_mesh({50, 35, 25}));
    Pose low{Vec3(0, 0, -50), Eigen::Quaterniond::Identity()};
    Pose high{Vec3(-0x1.5080234825c85p+8, -0x1.04a4fed51c2f6p+8, 0x1.e681cf84361adp+5),
              Eigen::Quaterniond(0x1.14c1fa8cf9de5p-5, 0x1.344b9b51e63f8p-1, 0x1.7c29fe31c464p-2,
                                 -0x1.697ad11f0a8dbp-1)};
};

constexpr std::uint64_t kEnough = 20'000;  // work; the pair of T1 took more than 10^8

}  // namespace

TEST(AtRest, Regression_TwoBoxesAtRestAreNotWalked) {
    const TwoBoxes boxes;
    FirstContactWorkspace w;
    const auto ask = [&](double clearance, double from) {
        return first_contact(
            boxes.floor.at_rest(boxes.low), boxes.box.at_rest(boxes.high),
            {.clearance = clearance, .tolerance = 0.0044, .most_work = kEnough, .from = from}, &w);
    };
    for (const double from : {0.0, 0.25}) {
        const FirstContact found = ask(0.088, from);
        EXPECT_EQ(found.verdict, ContactVerdict::Clear);
        EXPECT_EQ(found.clear_until, 1.0);
        EXPECT_EQ(work_of(found), 0u);
        EXPECT_EQ(ask(0.1, from).verdict, ContactVerdict::Clear);  // in the band (c, c + e]: c alone decides
    }
    EXPECT_EQ(ask(0.11, 0.0).verdict, ContactVerdict::OverlapAtStart);
    EXPECT_EQ(ask(0.11, 0.25).verdict, ContactVerdict::Contact);
}

// The same pair with motions that do not say that nothing moves: the walk has to see it.
TEST(AtRest, Regression_NoClearanceMakesTheWalkOfStandingBodiesLong) {
    const TwoBoxes boxes;
    const MovingBody floor = boxes.floor.at_rest(boxes.low),
                     box = boxes.box.moving(slerp({boxes.high, boxes.high}));
    FirstContactWorkspace w;
    Rng rng(2501);
    std::uint64_t most = 0;
    int clear = 0, contacts = 0;
    for (int i = 0; i < 2000; ++i) {
        const double c = i == 0 ? 0.088 : rng.uniform(0.02, 0.1033),
                     e = i == 0 ? 0.0044 : rng.uniform(0.0, 0.1) * c;
        std::optional<FirstContact> first;
        for (const BoxBounds bounds : {BoxBounds::Plain, BoxBounds::Simd, BoxBounds::Fused}) {
            const FirstContactTuning tuning{.bounds = bounds};
            const auto found = first_contact(
                floor, box, {.clearance = c, .tolerance = e, .most_work = kEnough, .tuning = &tuning}, &w);
            ASSERT_NE(found.verdict, ContactVerdict::Undecided) << "c = " << c << ", e = " << e;
            most = std::max(most, work_of(found));
            if (!first) first = found;
            ASSERT_EQ(found.verdict, first->verdict);
            ASSERT_EQ(found.clear_until, first->clear_until);
        }
        (first->verdict == ContactVerdict::Clear ? clear : contacts) += 1;
    }
    EXPECT_LE(most, 500u);
    EXPECT_GT(clear, 500);
    EXPECT_GE(clear + contacts, 2000);
}

// A body at rest from the middle on: the part in which nothing moves is not walked either.
TEST(AtRest, Property_PiecesAtRestAreAnsweredByTheDiscreteTest) {
    const TwoBoxes boxes;
    Pose from = boxes.high;
    from.translation += Vec3(10, 20, 30);
    const std::array pieces{slerp({from, boxes.high}), rest(boxes.high)};
    const MovingBody floor = boxes.floor.at_rest(boxes.low);
    const FirstContactOptions options{.clearance = 0.088, .tolerance = 0.0044};
    const auto both = first_contact(
        floor, boxes.box.moving(*one_after_another(pieces, std::array{0.0, 0.5, 1.0})), options);
    const auto moving = first_contact(floor, boxes.box.moving(pieces[0]), options);
    EXPECT_EQ(both.verdict, ContactVerdict::Clear);
    EXPECT_EQ(both.clear_until, 1.0);
    EXPECT_EQ(work_of(both), work_of(moving));
}

namespace {

/// A pair, where they nearly touch, and how large they are.
struct NearPair {
    Body a, b;
    Pose pose_a, pose_b;
    double size, distance;
};

NearPair random_boxes(Rng& rng) {
    static const Body floor = *build_body(box_mesh({1000, 1000, 50})),
                      box = *build_body(box_mesh({50, 35, 25}));
    NearPair pair{floor, box, {}, {}, 100.0, 0.0};
    pair.pose_a.translation = Vec3(0, 0, -50);
    if (rng.below(2) == 0) pair.a = box;
    if (rng.below(4) == 0) pair.pose_a = random_pose(rng, pair.pose_a.translation);
    pair.pose_b = random_pose(rng, random_vector(rng, 300.0));
    if (rng.below(3) == 0) pair.pose_b.rotation = pair.pose_a.rotation;  // flat on flat
    return pair;
}

NearPair random_shells(Rng& rng) {
    static const Body door = *build_body(shell_mesh(24, 0.02, 0.0)),
                      seat = *build_body(shell_mesh(17, 0.02, 0.03));
    NearPair pair{seat, door, {}, {}, 2.0, 0.0};
    if (rng.below(4) == 0) pair.pose_b = random_pose(rng, random_vector(rng, 2.0));
    return pair;
}

Vec3 direction(Rng& rng) { return random_vector(rng, 1.0).normalized(); }

/// Moves b away until the bodies are apart, and then to a distance of about `gap`. False: it did not work.
bool bring_near(Rng& rng, NearPair& pair, double gap, DiscreteWorkspace& w) {
    for (int i = 0; i < 8; ++i) {
        const BodyDistance d = distance(pair.a.at(pair.pose_a), pair.b.at(pair.pose_b), &w);
        pair.distance = d.lo;
        if (d.lo > 0.0 && d.hi < 1.5 * gap && d.lo > 0.3 * gap) return true;
        if (d.hi == 0.0) {
            pair.pose_b.translation += rng.uniform(0.1, 1.0) * pair.size * direction(rng);
        } else {
            pair.pose_b.translation += (d.hi - gap) / d.hi * (d.on_a - d.on_b);
        }
    }
    return false;
}

enum class Moves { NotAtAll, NotReally, Hardly, Along };

Motion motion_of(Rng& rng, const NearPair& pair, Moves how) {
    if (how == Moves::NotAtAll) return rest(pair.pose_b);
    if (how == Moves::NotReally) return slerp({pair.pose_b, pair.pose_b});
    const double way = how == Moves::Hardly ? pair.size * std::pow(10.0, rng.uniform(-13.0, -3.0))
                                            : pair.size * rng.uniform(0.01, 0.5);
    Vec3 along = direction(rng);
    Pose to = pair.pose_b;
    if (how == Moves::Along) along = (along - along.z() * Vec3::UnitZ()).normalized();
    to.translation += way * along;
    const double half = 0.5 * way / pair.size * (rng.below(2) == 0 ? 1.0 : 0.0);
    const Vec3 axis = how == Moves::Along ? Vec3(Vec3::UnitZ()) : direction(rng);
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(2.0 * half, axis));
    to.rotation = product(turn, pair.pose_b.rotation).normalized();
    return rng.below(2) == 0 ? slerp({pair.pose_b, to}) : screw({pair.pose_b, to});
}

int queries_wanted() {
    const char* text = std::getenv("GRAZE_CAMPAIGN_AT_REST");
    return text != nullptr ? std::max(1, std::atoi(text)) : std::max(1, 4000 / kSlower);
}

/// The most work that any of the queries of the campaign may take: some 10 ms.
constexpr std::uint64_t kMostWork = 40'000;

/// Of this thread: what others do on the machine does not count.
double cpu_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

struct Slowest {
    std::uint64_t work = 0;
    double milliseconds = 0.0;
    int query = -1;
};

}  // namespace

TEST(AtRestCampaign, Property_NoQueryAtRestOrNearlySoIsLong) {
    const int all = queries_wanted();
    Rng rng(2502);
    FirstContactWorkspace w;
    DiscreteWorkspace discrete;
    Slowest by_work, by_time;
    std::array<int, 4> verdicts{};
    int asked = 0;
    while (asked < all) {
        NearPair pair = rng.below(4) == 0 ? random_shells(rng) : random_boxes(rng);
        const double gap = pair.size * std::pow(10.0, rng.uniform(-5.0, -2.0));
        if (!bring_near(rng, pair, gap, discrete)) continue;
        for (int i = 0; i < 8; ++i, ++asked) {
            const auto how = static_cast<Moves>(rng.below(4));
            const double c =
                pair.distance * (rng.below(8) == 0 ? rng.uniform(0.9, 1.0) : rng.uniform(0.0, 0.95));
            const double e = std::max(0.05 * c, 1e-3 * pair.distance);
            const FirstContactTuning tuning{.bounds = rng.below(2) == 0 ? BoxBounds::Simd : BoxBounds::Fused,
                                            .guesses = rng.below(2) == 0 ? 0 : 3};
            const MovingBody a = pair.a.at_rest(pair.pose_a), b = pair.b.moving(motion_of(rng, pair, how));
            const double begin = cpu_milliseconds();
            const FirstContact found =
                first_contact(a, b, {.clearance = c, .tolerance = e, .tuning = &tuning}, &w);
            const double ms = cpu_milliseconds() - begin;
            ASSERT_LE(work_of(found), kMostWork) << "query " << asked;
            ASSERT_NE(found.verdict, ContactVerdict::Undecided) << "query " << asked;
            ++verdicts[static_cast<std::size_t>(found.verdict)];
            if (work_of(found) > by_work.work) by_work = {work_of(found), ms, asked};
            if (ms > by_time.milliseconds) by_time = {work_of(found), ms, asked};
        }
    }
    std::printf(
        "%d queries: %d clear, %d contacts, %d overlap at start; most work %llu (%.2f ms, query %d), "
        "longest %.2f ms (work %llu, query %d)\n",
        asked, verdicts[0], verdicts[1], verdicts[2], static_cast<unsigned long long>(by_work.work),
        by_work.milliseconds, by_work.query, by_time.milliseconds,
        static_cast<unsigned long long>(by_time.work), by_time.query);
    EXPECT_GE(5 * verdicts[0], asked);
    EXPECT_GE(20 * verdicts[1], asked);
}

}  // namespace graze::at_rest_test
