#include "graze/discrete/triangles/triangle_overlap.h"

#include "oracle/exact_triangles.h"
#include "support/slower.h"
#include "support/triangle_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace graze::triangle_overlap_test {
namespace {

using test::TrianglePair;

// Pairs of each family in a normal run; GRAZE_TEST_SCALE multiplies (10 makes the campaign of 1.1 million).
constexpr int kPairsPerFamily = 10000;

int scale_of_test() {
    const char* text = std::getenv("GRAZE_TEST_SCALE");
    return text == nullptr ? 1 : std::max(1, std::atoi(text));
}

TriangleDecision decide(const TrianglePair& pair) {
    const PosePair poses = pose_pair(pair.pose_a, pair.pose_b);
    return meeting_of(pair.a, move_into_a(poses, pair.b), poses);
}

TriangleMeeting plain(const Corners& a, const Corners& b) { return decide({a, b, {}, {}}).meeting; }

TriangleMeeting expected(const TrianglePair& pair) {
    const oracle::Meeting truth = oracle::meeting_of(pair.a, pair.pose_a, pair.b, pair.pose_b);
    return !truth.meet   ? TriangleMeeting::Apart
           : truth.cross ? TriangleMeeting::Crossing
                         : TriangleMeeting::Touching;
}

const Corners kBase = {Vec3(0, 0, 0), Vec3(5, 0, 0), Vec3(0, 3, 0)};

}  // namespace

TEST(TriangleOverlap, Example_PiercingAndTouchingAndApart) {
    const Vec3 low(1, 1, -1), high(1, 1, 2);
    EXPECT_EQ(plain(kBase, {low, high, Vec3(9, 9, 1)}), TriangleMeeting::Crossing);
    EXPECT_EQ(plain(kBase, {Vec3(1, 1, 0), high, Vec3(9, 9, 1)}),
              TriangleMeeting::Touching);  // a corner on the face
    EXPECT_EQ(plain(kBase, {Vec3(1, 1, 1e-300), high, Vec3(9, 9, 1)}), TriangleMeeting::Apart);
    EXPECT_EQ(plain(kBase, {Vec3(1, 0, -1), Vec3(1, 0, 1), Vec3(1, -4, 0)}),
              TriangleMeeting::Touching);  // edge to edge
    EXPECT_EQ(plain(kBase, {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 1, 7)}),
              TriangleMeeting::Touching);  // an edge in the face
}

TEST(TriangleOverlap, Example_CoplanarIsTouching) {
    EXPECT_EQ(plain(kBase, {Vec3(1, 1, 0), Vec3(9, 1, 0), Vec3(1, 9, 0)}), TriangleMeeting::Touching);
    EXPECT_EQ(plain(kBase, kBase), TriangleMeeting::Touching);
    EXPECT_EQ(plain(kBase, {Vec3(5, 0, 0), Vec3(9, 1, 0), Vec3(9, 9, 0)}),
              TriangleMeeting::Touching);  // one corner
    EXPECT_EQ(plain(kBase, {Vec3(3, 2, 0), Vec3(9, 1, 0), Vec3(9, 9, 0)}), TriangleMeeting::Apart);
    EXPECT_EQ(plain({Vec3(-9, -9, 0), Vec3(90, -9, 0), Vec3(-9, 90, 0)}, kBase),
              TriangleMeeting::Touching);  // inside
}

TEST(TriangleOverlap, Degenerate_SegmentsAndPoints) {
    const Corners through = {Vec3(1, 1, -1), Vec3(1, 1, 4), Vec3(1, 1, 2)};
    EXPECT_EQ(plain(kBase, through), TriangleMeeting::Crossing);
    EXPECT_EQ(plain(through, kBase), TriangleMeeting::Crossing);
    EXPECT_EQ(plain(kBase, {Vec3(1, 0, -1), Vec3(1, 0, 4), Vec3(1, 0, 2)}),
              TriangleMeeting::Touching);  // through an edge
    EXPECT_EQ(plain(kBase, {Vec3(1, 1, 0), Vec3(1, 1, 0), Vec3(1, 1, 0)}), TriangleMeeting::Touching);
    EXPECT_EQ(plain(kBase, {Vec3(4, 2, 0), Vec3(4, 2, 0), Vec3(4, 2, 0)}), TriangleMeeting::Apart);
    EXPECT_EQ(plain(through, {Vec3(0, 1, 3), Vec3(2, 1, 3), Vec3(1, 1, 3)}),
              TriangleMeeting::Touching);  // two segments
    EXPECT_EQ(plain(through, {Vec3(1, 1, 5), Vec3(1, 1, 6), Vec3(1, 1, 7)}),
              TriangleMeeting::Apart);  // on one line
    EXPECT_EQ(plain(through, {Vec3(1, 1, 7), Vec3(1, 1, 4), Vec3(1, 1, 5)}), TriangleMeeting::Touching);
}

TEST(TriangleOverlap, Degenerate_ExtremeExponents) {
    for (const double s : {1e-300, 1e-160, 1e-100, 1e100, 1e150, 1e300}) {
        SCOPED_TRACE(s);
        const auto times = [s](Corners c) {
            for (Vec3& v : c) v *= s;
            return c;
        };
        const Corners pierces = {Vec3(1, 1, -1), Vec3(1, 1, 2), Vec3(9, 9, 1)};
        EXPECT_EQ(plain(times(kBase), times(pierces)), TriangleMeeting::Crossing);
        EXPECT_EQ(plain(times(kBase), times({Vec3(1, 1, 0), Vec3(1, 1, 2), Vec3(9, 9, 1)})),
                  TriangleMeeting::Touching);
        EXPECT_EQ(plain(times(kBase), times({Vec3(3, 2, -1), Vec3(3, 2, 1), Vec3(9, 9, 1)})),
                  TriangleMeeting::Apart);
    }
    const Corners tiny = {Vec3(1, 1, -5e-324), Vec3(1, 1, 5e-324), Vec3(1e300, 1, 5e-324)};
    EXPECT_EQ(plain(kBase, tiny), TriangleMeeting::Crossing);
}

TEST(TriangleOverlap, Reference_EveryKindEqualsLinearProgrammingOnAdversarialFamilies) {
    std::uint64_t seed = 20260101;
    for (const test::Family& family : test::kFamilies) {
        SCOPED_TRACE(family.name);
        Rng rng(seed++);
        std::array<int, 3> seen{};
        int exact = 0;
        const int pairs = kPairsPerFamily * scale_of_test();
        for (int trial = 0; trial < pairs; ++trial) {
            const TrianglePair pair = test::draw_pair(family, rng);
            const TriangleDecision decision = decide(pair);
            const TriangleMeeting truth = expected(pair);
            ASSERT_EQ(decision.meeting, truth) << "trial " << trial;
            ++seen[static_cast<int>(truth)];
            exact += decision.needed_exact;
        }
        std::printf("  %-16s apart %6d  touching %6d  crossing %6d  left the filter %.4f\n", family.name,
                    seen[0], seen[1], seen[2], static_cast<double>(exact) / pairs);
        // Vacuity guard: every answer that the family can give is common.
        const int common = pairs / 100;
        EXPECT_GT(seen[0], common);
        EXPECT_GT(seen[2], family.can_cross ? common : -1);
        EXPECT_LT(exact, family.most_exact * pairs);
        EXPECT_GT(seen[1], family.can_touch ? common : -1);
    }
}

TEST(TriangleOverlap, Property_OrderOfBodiesAndCornersAndScaleDoNotMatter) {
    Rng rng(77);
    std::array<int, 3> seen{};
    for (int trial = 0; trial < 20000 / test::kSlower; ++trial) {
        const test::Family& family = test::kFamilies[trial % test::kFamilies.size()];
        const TrianglePair pair = test::draw_pair(family, rng);
        const TriangleMeeting meeting = decide(pair).meeting;
        ASSERT_EQ(decide({pair.b, pair.a, pair.pose_b, pair.pose_a}).meeting, meeting) << trial;
        TrianglePair other = pair;
        std::rotate(other.a.begin(), other.a.begin() + 1 + trial % 2, other.a.end());
        std::swap(other.b[trial % 3], other.b[(trial + 1) % 3]);
        ASSERT_EQ(decide(other).meeting, meeting) << trial;
        test::scale(other, 0x1p7);  // upwards: subnormals lose bits downwards
        ASSERT_EQ(decide(other).meeting, meeting) << trial;
        ++seen[static_cast<int>(meeting)];
    }
    for (const int count : seen) EXPECT_GT(count, 2000 / test::kSlower);
}

}  // namespace graze::triangle_overlap_test
