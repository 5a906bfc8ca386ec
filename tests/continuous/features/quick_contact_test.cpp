#include "graze/continuous/features/quick_contact.h"

#include "graze/continuous/features/interval_contact.h"
#include "graze/motion/angle.h"

#include "support/body_queries.h"
#include "support/feature_queries.h"
#include "support/memory_use.h"

#include <gtest/gtest.h>

namespace graze::quick_contact_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

std::optional<RoundedMotion> rounded_motion_of(const MovingFeature& feature) {
    const auto* motion = std::get_if<const RigidMotion*>(&feature.motion);
    return motion != nullptr ? std::optional(rounded_motion(**motion)) : std::nullopt;
}

QuickContact quickly(const MovingFeature& a, const MovingFeature& b, const FeatureContactOptions& options) {
    const auto of_a = rounded_motion_of(a), of_b = rounded_motion_of(b);
    return quick_feature_contact(rounded_feature(a, of_a ? &*of_a : nullptr),
                                 rounded_feature(b, of_b ? &*of_b : nullptr), options);
}

// Two features in a world of their own, with a least distance that is known by construction.
struct KnownPair {
    std::vector<Vec3> moving, still;
    JointMotion joint;
    double least;
};

enum class Known { WheelAndPlane, PlateAbovePlate, ParallelEdges, EdgePastAxis, VertexPassesEdge, Kinds };
constexpr const char* kKnownNames[] = {"WheelAndPlane", "PlateAbovePlate", "ParallelEdges", "EdgePastAxis",
                                       "VertexPassesEdge"};

// Of clear queries, on average; a third of them turn ten times.
constexpr int kMostWindows[] = {30, 1, 1, 75, 50};

// All about the z axis, lengths about 1; the gap is where nearest.
KnownPair known_pair(Rng& rng, Known kind, double gap) {
    KnownPair pair;
    pair.least = gap;
    const double turns = rng.below(3) == 0 ? 10.0 : rng.uniform(0.6, 1.4);
    pair.joint = {
        .placement = {}, .axis = {0, 0, 1}, .angle_t0 = -1.0, .angle_t1 = 2.0 * kPi.lo * turns - 1.0};
    const double h = rng.uniform(0.2, 2.0);
    switch (kind) {
        case Known::WheelAndPlane:  // tangential: the vertex runs below the face x = 1 + gap
            pair.moving = {{1, 0, 0.1 * h}};
            pair.still = {{1 + gap, -2, -3}, {1 + gap, 2, -3}, {1 + gap, 0.1, 3 + h}};
            break;
        case Known::PlateAbovePlate:  // sliding in parallel planes
            pair.moving = {{1, 0.3, gap}};
            pair.still = {{-9, -9, 0}, {9, -9, 0}, {0.2, 9 + h, 0}};
            break;
        case Known::ParallelEdges:
            pair.moving = {{1, 0, -h}, {1, 0, 1}};
            pair.still = {{1 + gap, 0, -1}, {1 + gap, 0, h}};
            break;
        case Known::EdgePastAxis:  // the moving line keeps 0.1 from the axis, the still edge is nearer
            pair.moving = {{-h, 0.1 + gap, 0}, {1, 0.1 + gap, 0}};
            pair.still = {{0, 0.1, -1}, {0, 0.1, h}};
            break;
        default:  // a vertex on the circle of the wheel passes the end of an edge
            pair.moving = {{1, 0, 0}};
            pair.still = {{1 + gap, 0, 0}, {1 + gap + h, 0.2, 0.1}};
    }
    return pair;
}

// Scaled, turned and moved away: what is known of it is then known up to `rounding`.
struct PlacedPair {
    RigidMotion moving_motion, still_motion;
    MovingFeature moving, still;
    double least, rounding, size;
};

std::unique_ptr<PlacedPair> placed_pair(Rng& rng, const KnownPair& known, double size, double offset) {
    auto result = std::make_unique<PlacedPair>();
    const Pose pose{random_vector(rng, offset * size), random_rotation(rng)};
    JointMotion joint = known.joint;
    joint.placement = pose;
    result->moving_motion = make_joint(joint);
    result->still_motion = AtRest{pose};
    const auto feature = [&](const std::vector<Vec3>& vertices, const RigidMotion& motion) {
        MovingFeature f;
        f.count = static_cast<int>(vertices.size());
        for (int i = 0; i < f.count; ++i) f.vertices[i] = size * vertices[i];
        f.motion = &motion;
        return f;
    };
    result->moving = feature(known.moving, result->moving_motion);
    result->still = feature(known.still, result->still_motion);
    result->least = size * known.least;
    result->size = size;
    result->rounding = 1e-13 * (1.0 + offset) * size;
    return result;
}

}  // namespace

TEST(QuickContact, Reference_KnownLeastDistancesAreMetFromBothSides) {
    Rng rng(9001);
    for (int kind = 0; kind < static_cast<int>(Known::Kinds); ++kind) {
        int windows = 0, queries = 0;
        for (int trial = 0; trial < 240; ++trial) {
            SCOPED_TRACE(std::string(kKnownNames[kind]) + " " + std::to_string(trial));
            const double gap = std::pow(10.0, rng.uniform(-5.0, 0.0));
            const double offset = trial % 3 == 0 ? 1e5 : 1.0;
            const auto pair =
                placed_pair(rng, known_pair(rng, Known(kind), gap), kSizes[rng.below(3)], offset);
            const double e = std::max(1e-2 * pair->least, 1e-11 * offset * pair->size);
            const bool swap = rng.below(2) == 0;
            const MovingFeature &a = swap ? pair->still : pair->moving,
                                &b = swap ? pair->moving : pair->still;
            // Soundness: nearer than the clearance is never clear.
            const FeatureContactOptions wide{.clearance = pair->least + pair->rounding, .tolerance = e};
            const auto touching = quickly(a, b, wide);
            ASSERT_TRUE(touching.is_decided);
            ASSERT_EQ(touching.result.verdict, ContactVerdict::Contact);
            ASSERT_LE(touching.result.distance_hi, wide.clearance + e);
            // Tightness: farther by the tolerance is clear.
            if (pair->least - pair->rounding <= 1.001 * e) continue;
            const auto clear =
                quickly(a, b, {.clearance = pair->least - pair->rounding - 1.001 * e, .tolerance = e});
            ASSERT_TRUE(clear.is_decided);
            ASSERT_EQ(clear.result.verdict, ContactVerdict::Clear);
            windows += clear.result.windows;
            ++queries;
        }
        EXPECT_GT(queries, 100);
        EXPECT_LT(windows, kMostWindows[kind] * queries) << kKnownNames[kind];
    }
}

TEST(QuickContact, Reference_WideClearancesOfShortEdgesAreKept) {
    // A short edge whose line keeps r + gap from the axis, past an edge at r: gap apart when it faces it. A
    // normal that follows must not win by getting longer.
    Rng rng(9005);
    for (int trial = 0; trial < 2000; ++trial) {
        SCOPED_TRACE(trial);
        const double gap = std::pow(10.0, rng.uniform(-1.0, 1.5)),
                     r = std::pow(10.0, rng.uniform(-3.0, -0.3));
        const double length = std::pow(10.0, rng.uniform(-2.0, 0.0)), h = rng.uniform(0.01, 1.0);
        const RigidMotion turn = make_joint({.placement = {},
                                             .axis = {0, 0, 1},
                                             .angle_t0 = rng.uniform(-6.0, -0.1),
                                             .angle_t1 = rng.uniform(0.1, 6.0)});
        const RigidMotion rest = AtRest{Pose{}};
        const MovingFeature a{2, {Vec3(-length * h, r + gap, 0), Vec3(length, r + gap, 0)}, &turn};
        const MovingFeature b{2, {Vec3(0, r, -h), Vec3(0, r, h)}, &rest};
        const double e = gap * std::pow(10.0, rng.uniform(-7.0, -2.0));
        const auto touching = quickly(a, b, {.clearance = gap * (1.0 + 1e-9), .tolerance = e});
        ASSERT_TRUE(touching.is_decided);
        ASSERT_EQ(touching.result.verdict, ContactVerdict::Contact) << "missed";
    }
}

TEST(QuickContact, Reference_DecidesNearlyAllPlantedContactsAsIntervalsDo) {
    Rng rng(9002);
    int decided = 0, wandering = 0, both_turning = 0, straight_windows = 0, windows = 0;
    constexpr int kQueries = 3000;
    for (int i = 0; i < kQueries; ++i) {
        SCOPED_TRACE(i);
        const PlantedQuery query = i % 4 == 0
                                       ? random_linear_query(rng)
                                       : random_planted_query(rng, MotionFamily(rng.below(kMotionFamilies)),
                                                              MotionFamily(rng.below(kMotionFamilies)));
        const double rounding = 1e-11 * query.reach;
        const FeatureContactOptions options{.clearance = rounding,
                                            .tolerance = std::max(1e-6 * query.size, rounding)};
        const MovingFeature &a = query.a.feature, &b = query.b.feature;
        const QuickContact quick = quickly(a, b, options);
        ASSERT_LE(quick.result.clear_until, query.time) << "missed";
        if (!quick.is_decided) continue;
        ++decided;
        (i % 4 == 0 ? straight_windows : windows) += quick.result.windows;
        const auto of_a = rounded_motion_of(a), of_b = rounded_motion_of(b);
        wandering += (of_a && !of_a->has_fixed_axis) || (of_b && !of_b->has_fixed_axis);
        both_turning += of_a && of_b && of_a->angle != 0.0 && of_b->angle != 0.0;
        ASSERT_EQ(quick.result.verdict, ContactVerdict::Contact);
        ASSERT_LE(quick.result.distance_hi, options.clearance + options.tolerance);
        if (i % 20 == 1) {  // the truth at the time that is reported
            const oracle::MoreDigits digits(2400);
            const auto there =
                oracle::distance_at(query.a.truth(), query.b.truth(), quick.result.clear_until);
            ASSERT_LE(there.lo, quick.result.distance_hi);
        }
        if (i % 10 != 0) continue;
        const auto slow = feature_contact_by_intervals(a, b, options);
        ASSERT_EQ(slow.verdict, ContactVerdict::Contact);
        ASSERT_LE(slow.clear_until, query.time);
    }
    RecordProperty("decided_in_doubles", std::to_string(double(decided) / kQueries));
    EXPECT_GT(decided, 0.98 * kQueries);
    EXPECT_LT(straight_windows, 8 * kQueries / 4);
    EXPECT_LT(windows, 13 * kQueries * 3 / 4);
    EXPECT_GT(wandering, 200);
    EXPECT_GT(both_turning, 500);
}

TEST(QuickContact, Property_PreparedMotionsGiveTheSameBits) {
    Rng rng(9003);
    for (int i = 0; i < 400; ++i) {
        const PlantedQuery query = random_planted_query(rng, MotionFamily(rng.below(kMotionFamilies)),
                                                        MotionFamily(rng.below(kMotionFamilies)));
        const FeatureContactOptions options{.clearance = 1e-11 * query.reach,
                                            .tolerance = std::max(1e-6 * query.size, 1e-11 * query.reach)};
        const RoundedMotion a = rounded_motion(*query.a.motion), b = rounded_motion(*query.b.motion);
        const auto once = first_feature_contact(query.a.feature, query.b.feature, options);
        const auto prepared = first_feature_contact(query.a.feature, query.b.feature, {&a, &b}, options);
        ASSERT_EQ(once.verdict, prepared.verdict);
        ASSERT_EQ(once.clear_until, prepared.clear_until);
        ASSERT_EQ(once.distance_hi, prepared.distance_hi);
        ASSERT_EQ(once.windows, prepared.windows);
        ASSERT_EQ(once.point_a, prepared.point_a);
        ASSERT_EQ(once.normal, prepared.normal);
    }
}

TEST(QuickContact, Property_NothingIsAllocated) {
    Rng rng(9004);
    for (int i = 0; i < 50; ++i) {
        const PlantedQuery query =
            i % 2 == 0 ? random_linear_query(rng)
                       : random_planted_query(rng, MotionFamily::Screw, MotionFamily::Parameters);
        ContactVerdict verdict{};
        const std::size_t bytes = peak_memory_of([&] {
            verdict =
                first_feature_contact(query.a.feature, query.b.feature,
                                      {.clearance = 1e-11 * query.reach, .tolerance = 1e-5 * query.size})
                    .verdict;
        });
        ASSERT_EQ(verdict, ContactVerdict::Contact);
        ASSERT_EQ(bytes, 0u);
    }
}

TEST(QuickContact, Degenerate_WhatDoublesCannotDecideIsLeftToIntervals) {
    const auto at = [](double x, double scale) {
        MovingFeature feature;
        feature.vertices[0] = Vec3(x, 0.0, 1.0) * scale;
        feature.motion = VertexEnds{{Vec3(x, 0.0, -1.0) * scale}};
        return feature;
    };
    MovingFeature face = at(0, 1);
    face.count = 3;
    face.vertices = {Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(0, 1, 0)};
    face.motion = VertexEnds{face.vertices};
    EXPECT_TRUE(quickly(at(0, 1), face, {}).is_decided);
    EXPECT_FALSE(quickly(at(0, 1), face, {.tolerance = 1e-14}).is_decided);  // below rounding
    EXPECT_FALSE(quickly(at(1e300, 1), face, {}).is_decided);
    EXPECT_FALSE(quickly(at(1e-300, 1e-300), at(2e-300, 1e-300), {.tolerance = 1e-306}).is_decided);
    EXPECT_FALSE(quickly(at(std::nan(""), 1), face, {}).is_decided);
    const auto poor = quickly(at(0, 1), face, {.most_windows = 1});
    EXPECT_TRUE(poor.is_decided);
    EXPECT_EQ(poor.result.verdict, ContactVerdict::Undecided);
}

// Here, because only one file of a program can count allocations.
TEST(FirstContactMemory, Property_NoAllocationOnceTheWorkspaceHasGrown) {
    Rng rng(9005);
    FirstContactWorkspace w;
    int contacts = 0;
    for (int i = 0; i < 50; ++i) {
        const BodyQuery query = random_body_query(
            rng, MotionFamily::Screw, i % 2 == 0 ? MotionFamily::Rest : MotionFamily::Slerp, 60, 1.5);
        const FirstContactOptions options{.tolerance = 1e-6 * query.size};
        const ContactVerdict first = first_contact(query.a.moving(), query.b.moving(), options, w).verdict;
        ContactVerdict again{};
        const std::size_t bytes = peak_memory_of(
            [&] { again = first_contact(query.a.moving(), query.b.moving(), options, w).verdict; });
        ASSERT_EQ(first, again);
        ASSERT_EQ(bytes, 0u);
        contacts += first == ContactVerdict::Contact;
    }
    EXPECT_GT(contacts, 5);
}

namespace {

struct RoundedPair {
    RoundedFeature a, b;  // rigid, by motions of the query that owns them
};
RoundedPair rounded_pair(const PlantedQuery& query, std::array<RoundedMotion, 2>& motions) {
    motions = {rounded_motion(*query.a.motion), rounded_motion(*query.b.motion)};
    return {rounded_feature(query.a.feature, &motions[0]), rounded_feature(query.b.feature, &motions[1])};
}

bool apart_around(const RoundedPair& pair, double middle, double half, double clearance) {
    const auto& [a, b] = pair;
    const PlacedFeature at_a = placed_at(a, middle), at_b = placed_at(b, middle);
    const auto midway = [](const PlacedFeature& at, const RoundedFeature& feature) {
        return MidwayFeature{
            at.count, at.is_still, feature.angle, {&at.vertices[0], &at.vertices[1], &at.vertices[2]}};
    };
    return prove_apart_around({midway(at_a, a), midway(at_b, b), a.error + b.error, half}, clearance);
}

}  // namespace

TEST(QuickContact, Reference_StretchesWithAPlantedContactAreNotProvedApart) {
    Rng rng(9101);
    for (int trial = 0; trial < 6000; ++trial) {
        SCOPED_TRACE(trial);
        const auto family_a = MotionFamily(rng.below(kMotionFamilies)),
                   family_b = trial % 2 == 0 ? MotionFamily::Rest : MotionFamily(rng.below(kMotionFamilies));
        const PlantedQuery query = random_planted_query(rng, family_a, family_b);
        const double length = std::pow(10.0, rng.uniform(-4.0, 0.0));
        const double from = std::max(0.0, query.time - length * rng.unit()),
                     until = std::min(1.0, from + length);
        if (!(from <= query.time && query.time <= until)) continue;
        const double half = 0.5 * (until - from), clearance = 1e-10 * query.reach;
        std::array<RoundedMotion, 2> motions;
        const RoundedPair pair = rounded_pair(query, motions);
        ASSERT_FALSE(apart_around(pair, from + half, half * (1.0 + 1e-14), clearance));
    }
}

TEST(QuickContact, Reference_ShortStretchesWithoutContactAreMostlyProvedApartAtOnce) {
    Rng rng(9102);
    int clear = 0, proved = 0, wrong = 0, near = 0;
    for (int trial = 0; trial < 4000; ++trial) {
        const auto family_b = trial % 2 == 0 ? MotionFamily::Rest : MotionFamily::Joint;
        const PlantedQuery query = random_planted_query(rng, MotionFamily::Screw, family_b);
        const double length = std::pow(10.0, rng.uniform(-4.0, -1.0));
        const double from = rng.uniform(0.0, 1.0 - length), half = 0.5 * length;
        std::array<RoundedMotion, 2> motions;
        const RoundedPair pair = rounded_pair(query, motions);
        const double least = least_sampled(pair.a, pair.b, {from, from + length}, 100);
        const bool is_proved = apart_around(pair, from + half, half, 0.0);
        // Soundness against clearances that samples undercut.
        wrong += apart_around(pair, from + half, half, 1.0001 * least + 1e-10 * query.reach);
        near += least < 0.1 * query.size;
        if (least < 0.3 * query.size) continue;
        ++clear;
        proved += is_proved;
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(near, 100);
    EXPECT_GT(clear, 500);
    EXPECT_GT(proved, 0.9 * clear);
}

}  // namespace graze::quick_contact_test
