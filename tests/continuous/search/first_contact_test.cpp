#include "graze/continuous/search/model_contact.h"
#include "graze/continuous/search/tuning.h"

#include "support/body_queries.h"

#include <gtest/gtest.h>

#include <numbers>

namespace graze::first_contact_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)
using oracle::Bracket;

Pose at(double x, double y, double z) {
    Pose pose;
    pose.translation = Vec3(x, y, z);
    pose.rotation = Eigen::Quaterniond::Identity();
    return pose;
}

struct Slide {
    PoseSegment poses;
    RigidMotion motion;
};
Slide slide(const Pose& from, const Pose& to) { return {{from, to, 0}, make_screw({from, to, 0})}; }

MotionFamily quick_family(Rng& rng) {
    const auto f = MotionFamily(rng.below(kMotionFamilies));
    const bool is_slow = f == MotionFamily::LeastTurn || f == MotionFamily::Parameters;
    return is_slow ? MotionFamily::Screw : f;
}

/// The features of a reported pair as the oracle sees them.
Bracket distance_of(const BodyQuery& query, const ContactFeaturePair& pair, double t) {
    const auto of = [&](const OwnedBody& body, int side) {
        const auto at_t = body.truth().places(oracle::Num(t));
        const Triangle& ids = body.mesh->triangles[pair.triangles[side]];
        const FeatureSlot slot = pair.features[side];
        std::vector<NumVec> places;
        if (slot < 3)
            places = {at_t[ids[slot]]};
        else if (slot == kFaceSlot)
            places = {at_t[ids[0]], at_t[ids[1]], at_t[ids[2]]};
        else
            places = {at_t[ids[slot - 3]], at_t[ids[(slot - 2) % 3]]};
        return places;
    };
    const Bracket sq = oracle::distance_sq(of(query.a, 0), of(query.b, 1));
    return {std::sqrt(sq.lo) * (1.0 - 1e-15), std::sqrt(sq.hi) * (1.0 + 1e-15)};
}

}  // namespace

TEST(FirstContact, Example_BoxesMeetAtAKnownTime) {
    const Mesh left = box_mesh({1.0, 2.0, 3.0}), right = box_mesh({0.5, 0.25, 0.75}, {0.5, 0.1, 0.2});
    const BodyModel a = build_body_model(left), b = build_body_model(right);
    const RigidMotion rest = AtRest{at(0, 0, 0)};
    const Slide way = slide(at(5.0, 0, 0), at(-5.0, 0, 0));  // the near face goes from 5 to -5
    FirstContactWorkspace w;
    const auto touch = first_contact({a, rest}, {b, way.motion, &way.poses.from}, {.tolerance = 1e-6}, w);
    ASSERT_EQ(touch.verdict, ContactVerdict::Contact);
    EXPECT_LE(touch.clear_until, 0.4);
    EXPECT_GT(touch.clear_until, 0.4 - 1.01e-7);
    EXPECT_LE(touch.distance_hi, 1e-6);
    ASSERT_FALSE(touch.contacts.empty());
    for (const ContactFeaturePair& c : touch.contacts) EXPECT_NEAR(c.normal.x(), -1.0, 1e-6);
    const auto sooner =
        first_contact({a, rest}, {b, way.motion, &way.poses.from}, {.clearance = 1.0, .tolerance = 1e-6}, w);
    ASSERT_EQ(sooner.verdict, ContactVerdict::Contact);
    EXPECT_LE(sooner.clear_until, 0.3);
    EXPECT_GT(sooner.clear_until, 0.3 - 1.01e-7);
    // Past it: the two are 0.01 apart on the way.
    const Slide past = slide(at(5.0, 2.16, 0), at(-5.0, 2.16, 0));
    EXPECT_EQ(first_contact({a, rest}, {b, past.motion, &past.poses.from}, {.tolerance = 1e-6}, w).verdict,
              ContactVerdict::Clear);
    EXPECT_EQ(first_contact({a, rest}, {b, past.motion, &past.poses.from},
                            {.clearance = 0.011, .tolerance = 1e-6}, w)
                  .verdict,
              ContactVerdict::Contact);
}

TEST(FirstContact, Example_WhatOverlapsAtTheStart) {
    const Mesh big = box_mesh({1.0, 2.0, 3.0}), small = box_mesh({0.1, 0.2, 0.3});
    const BodyModel a = build_body_model(big), b = build_body_model(small);
    const RigidMotion rest = AtRest{at(0, 0, 0)};
    FirstContactWorkspace w;
    const auto from = [&](double x, double clearance) {
        const Slide way = slide(at(x, 0, 0), at(x + 9.0, 0, 0));
        return first_contact({a, rest}, {b, way.motion, &way.poses.from},
                             {.clearance = clearance, .tolerance = 1e-6}, w);
    };
    EXPECT_EQ(from(0.0, 0.0).verdict, ContactVerdict::OverlapAtStart);
    EXPECT_EQ(from(0.0, 0.0).meeting, BodyMeeting::BInA);
    EXPECT_EQ(from(1.0, 0.0).meeting, BodyMeeting::Intersecting);
    EXPECT_EQ(from(1.0, 0.0).verdict, ContactVerdict::OverlapAtStart);
    EXPECT_EQ(from(1.5, 0.0).verdict, ContactVerdict::Clear);
    EXPECT_EQ(from(1.5, 0.5).verdict, ContactVerdict::OverlapAtStart);
    EXPECT_EQ(from(1.5, 0.5).contacts.size(), 1u);
    EXPECT_EQ(from(1.5, 0.39).verdict, ContactVerdict::Clear);
}

/// Division of time shows what only the bend hides; the children of two plates are no farther apart than
/// they.
TEST(FirstContact, Property_AHingeOpensInFewSteps) {
    constexpr std::uint32_t kCells = 30;
    Mesh plate;
    for (std::uint32_t i = 0; i <= kCells; ++i)
        for (std::uint32_t j = 0; j <= kCells; ++j) plate.vertices.emplace_back(i / 30.0, j / 30.0, 0.0);
    for (std::uint32_t i = 0; i < kCells; ++i)
        for (std::uint32_t j = 0; j < kCells; ++j) {
            const std::uint32_t v = i * (kCells + 1) + j;
            plate.triangles.push_back({v, v + kCells + 1, v + 1});
            plate.triangles.push_back({v + 1, v + kCells + 1, v + kCells + 2});
        }
    plate.surface_of_triangle.assign(plate.triangles.size(), 0);
    plate.surfaces.resize(1);
    const BodyModel model = build_body_model(plate);
    Pose open = at(0, 0, 1e-4);
    open.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(-std::numbers::pi / 2.0, Vec3::UnitY()));
    const Slide hinge = slide(at(0, 0, 1e-4), open);
    const RigidMotion rest = AtRest{at(0, 0, 0)};
    FirstContactWorkspace w;
    for (const BoxBounds bounds : {BoxBounds::Simd, BoxBounds::Plain}) {
        const FirstContactTuning tuning{.bounds = bounds};
        const auto found = first_contact({model, rest}, {model, hinge.motion, &hinge.poses.from},
                                         {.tolerance = 1e-6, .tuning = &tuning}, w);
        EXPECT_EQ(found.verdict, ContactVerdict::Clear);
        EXPECT_LE(found.counters.node_pairs, 300u);
        EXPECT_EQ(found.counters.feature_pairs, 0u);
    }
}

TEST(FirstContact, Reference_OracleOverAllFeatures) {
    Rng rng(2026);
    const oracle::MoreDigits digits(160);
    FirstContactWorkspace w;
    int contacts = 0, clears = 0;
    for (int trial = 0; trial < 6 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const MotionFamily family_a = quick_family(rng),
                           family_b = rng.below(2) == 0 ? MotionFamily::Rest : quick_family(rng);
        const BodyQuery query = random_body_query(rng, family_a, family_b,
                                                  8 + static_cast<int>(rng.below(20)), rng.uniform(1.0, 4.0));
        const auto truth_a = query.a.truth(), truth_b = query.b.truth();
        const auto least = oracle::least_body_distance(truth_a, truth_b, {0.0, 1.0}, 0.02 * query.size, 24);
        const double e = std::max(1e-5 * query.size, 1e-11 * query.reach);
        // Above the least distance that was seen: never clear, and not after the time at which it was seen.
        FirstContactOptions options{.clearance = least.distance.hi, .tolerance = e};
        const auto touching = first_contact(query.a.moving(), query.b.moving(), options, w);
        if (touching.verdict == ContactVerdict::OverlapAtStart) {  // bodies at rest know their poses
            ASSERT_LE(oracle::body_distance_at(truth_a, truth_b, 0.0).lo, options.clearance);
            continue;
        }
        ASSERT_EQ(touching.verdict, ContactVerdict::Contact);
        ++contacts;
        ASSERT_LE(touching.clear_until, least.time);
        ASSERT_LE(touching.distance_hi, options.clearance + e);
        ASSERT_FALSE(touching.contacts.empty());
        double nearest = HUGE_VAL;
        for (const ContactFeaturePair& pair : touching.contacts) {
            const Bracket d = distance_of(query, pair, touching.clear_until);
            ASSERT_LE(d.lo, pair.distance_hi);
            ASSERT_LE(d.lo, (options.clearance + e) * (1.0 + 1e-9));
            nearest = std::min(nearest, d.lo);
        }
        // Tight: the distance there is as near as promised; and nothing nearer was left out.
        ASSERT_LE(nearest, options.clearance + e);
        const Bracket all = oracle::body_distance_at(truth_a, truth_b, touching.clear_until);
        ASSERT_LE(std::abs(all.lo - nearest), 1e-9 * query.reach);
        // Sound: nothing as near before.
        for (const double part : {0.999999, 0.99, 0.9, rng.unit()})
            ASSERT_GT(oracle::body_distance_at(truth_a, truth_b, part * touching.clear_until).hi,
                      touching.clear_until > 0 ? options.clearance : -1.0);
        // Below what is possible by more than e: clear.
        options.clearance = least.distance.lo - 1.5 * e;
        if (!(options.clearance > 0.0)) continue;
        ++clears;
        ASSERT_EQ(first_contact(query.a.moving(), query.b.moving(), options, w).verdict,
                  ContactVerdict::Clear);
    }
    EXPECT_GT(contacts, 3);
    EXPECT_GT(clears, 2);
}

TEST(FirstContact, Reference_PlantedContactsAreNeverMissed) {
    constexpr FirstContactTuning kLongWindows{.most_bend = 100.0f};
    Rng rng(77);
    FirstContactWorkspace w;
    int late = 0;
    for (int trial = 0; trial < 600 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const auto family_a = MotionFamily(rng.below(kMotionFamilies));
        const auto family_b =
            rng.below(2) == 0 ? MotionFamily::Rest : MotionFamily(rng.below(kMotionFamilies));
        const int triangles = 20 + static_cast<int>(rng.below(rng.below(8) == 0 ? 480 : 80));
        BodyQuery query = random_body_query(rng, family_a, family_b, triangles, 1.0);
        plant_contact(rng, query);
        const double e = std::max(1e-6 * query.size, 1e-10 * query.reach), d = 1e-12 * query.reach;
        FirstContactOptions options{.clearance = d, .tolerance = e};
        if (trial % 4 == 0 && triangles < 40)
            options.tuning = &kLongWindows;  // in which all depends on the bends
        const auto found = first_contact(query.a.moving(), query.b.moving(), options, w);
        if (family_a == MotionFamily::Rest && family_b == MotionFamily::Rest) {
            ASSERT_EQ(found.verdict, ContactVerdict::OverlapAtStart);
            continue;
        }
        ASSERT_EQ(found.verdict, ContactVerdict::Contact)
            << kMotionFamilyNames[int(family_a)] << " " << kMotionFamilyNames[int(family_b)];
        ASSERT_LE(found.clear_until, query.time);
        ASSERT_LE(found.distance_hi, d + e);
        ASSERT_FALSE(found.contacts.empty());
        late += found.clear_until > 0.01;
    }
    EXPECT_GT(late, 100 * rounds());
}

// Leaves only, and windows that are never divided: all depends on how far the triangles of leaves may bend.
TEST(FirstContact, Reference_PlantedContactsOfFewTrianglesInLongWindows) {
    Rng rng(78);
    FirstContactWorkspace w;
    std::uint64_t divisions = 0;
    for (int trial = 0; trial < 4000 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const auto turning = MotionFamily(rng.below(kMotionFamilies));
        BodyQuery query =
            random_body_query(rng, turning, MotionFamily::Rest, 2 + static_cast<int>(rng.below(6)), 1.0);
        plant_contact(rng, query);
        if (turning == MotionFamily::Rest) continue;
        if (rng.below(2) == 0) std::swap(query.a, query.b);
        const double e = std::max(1e-6 * query.size, 1e-10 * query.reach), d = 1e-12 * query.reach;
        constexpr FirstContactTuning kUndivided{.most_bend = 1e6f};
        const FirstContactOptions options{.clearance = d, .tolerance = e, .tuning = &kUndivided};
        const auto found = first_contact(query.a.moving(), query.b.moving(), options, w);
        ASSERT_EQ(found.verdict, ContactVerdict::Contact) << kMotionFamilyNames[int(turning)];
        ASSERT_LE(found.clear_until, query.time);
        divisions += found.counters.divisions;
    }
    EXPECT_LT(divisions, 8000u * static_cast<unsigned>(rounds()));  // but for gaps that only a bend hides
}

}  // namespace graze::first_contact_test
