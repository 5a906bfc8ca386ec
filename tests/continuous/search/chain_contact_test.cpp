// First contact of bodies on chains of joints: as first_contact_test.cpp and its neighbours for rigid ones.
#include "graze/continuous/search/tuning.h"
#include "oracle/quick_bodies.h"
#include "support/chain_queries.h"

#include <gtest/gtest.h>

namespace graze::chain_contact_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)
using oracle::Bracket;

constexpr double kShortest = 0x1p-18, kMargin = 0x1p-12;  // the oracle proves nothing to the last instant

ChainFamily any_family(Rng& rng) { return ChainFamily(rng.below(kChainFamilies)); }

}  // namespace

TEST(ChainContact, Reference_PlantedContactsAreNeverMissed) {
    constexpr FirstContactTuning kLongWindows{.most_bend = 100.0f};  // in which all depends on the bends
    Rng rng(177);
    FirstContactWorkspace w;
    int late = 0;
    for (int trial = 0; trial < 400 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const auto family = ChainFamily(trial % kChainFamilies);
        const int triangles = 20 + static_cast<int>(rng.below(80));
        ChainQuery query = random_chain_query(rng, family, triangles, 1.0);
        plant_contact(rng, query);
        if (rng.below(2) == 0) std::swap(query.a, query.b);
        const double e = std::max(1e-6 * query.size, 1e-10 * query.reach), d = 1e-12 * query.reach;
        FirstContactOptions options{.clearance = d, .tolerance = e};
        if (trial % 4 == 0 && triangles < 40) options.tuning = &kLongWindows;
        const auto found = first_contact(query.a.moving(), query.b.moving(), options, w);
        if (found.verdict == ContactVerdict::OverlapAtStart) continue;  // all at rest
        ASSERT_EQ(found.verdict, ContactVerdict::Contact) << kChainFamilyNames[int(family)];
        ASSERT_LE(found.clear_until, query.time);
        ASSERT_LE(found.distance_hi, d + e);
        ASSERT_FALSE(found.contacts.empty());
        for (const ContactFeaturePair& contact : found.contacts)  // as far apart as they say, in the world
            ASSERT_LE((contact.points[0] - contact.points[1]).norm(),
                      contact.distance_hi + 1e-9 * query.reach);
        late += found.clear_until > 0.01;
    }
    EXPECT_GT(late, 100 * rounds());
}

// GRAZE_CHAIN_MOTIONS=N: so many motions.
TEST(ChainContact, Reference_OracleOverAllTriangles) {
    Rng rng(1026);
    const oracle::MoreDigits digits(128);
    FirstContactWorkspace w;
    int contacts = 0, clears = 0, unresolved = 0;
    const char* wanted = std::getenv("GRAZE_CHAIN_MOTIONS");
    const int trials = wanted != nullptr ? std::atoi(wanted) : 6;
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(trial);
        const auto family = ChainFamily(rng.below(kChainFamilies));
        ChainQuery query =
            random_chain_query(rng, family == ChainFamily::AnyMotions ? ChainFamily::Mixed : family,
                               12 + static_cast<int>(rng.below(40)), rng.uniform(0.8, 2.5), 2);
        FirstContactOptions options{.clearance = rng.uniform(0.0, 0.4) * query.size,
                                    .tolerance = 1e-6 * query.size};
        if (rng.below(3) == 0) {
            plant_contact(rng, query);
            options.clearance = 1e-12 * query.reach;
        }
        oracle::QuickBodies truth(query.a.truth(), query.b.truth());
        const double d = options.clearance, e = *options.tolerance;
        const Bracket start = truth.distance_at(0.0);
        if (start.lo <= d) continue;
        const FirstContact found = first_contact(query.a.moving(), query.b.moving(), options, w);
        ASSERT_NE(found.verdict, ContactVerdict::Undecided);
        const auto expect_proved = [&](double until) {
            const auto outcome = truth.prove_farther({0.0, until}, d, kShortest);
            ASSERT_NE(outcome.proof, oracle::QuickBodies::Proof::Refuted) << "within d at " << outcome.time;
            unresolved += outcome.proof == oracle::QuickBodies::Proof::Unresolved;
        };
        if (found.verdict == ContactVerdict::Clear) {
            ++clears;
            expect_proved(1.0);
            continue;
        }
        ++contacts;
        ASSERT_EQ(found.verdict, ContactVerdict::Contact);
        ASSERT_LE(found.distance_hi, d + e);
        const Bracket there = truth.distance_at(found.clear_until);
        ASSERT_LE(there.lo, found.distance_hi);  // tight
        ASSERT_GE(there.hi, d);                  // sound, at the end of it
        double nearest = HUGE_VAL;
        for (const ContactFeaturePair& pair : found.contacts) nearest = std::min(nearest, pair.distance_hi);
        ASSERT_LE(std::abs(nearest - there.lo), 1e-9 * query.reach);
        if (found.clear_until > kMargin) expect_proved(found.clear_until - kMargin);
    }
    EXPECT_GT(contacts, trials / 8);
    EXPECT_GT(clears, trials / 8);
    EXPECT_LE(unresolved, trials / 4);
}

TEST(ChainContact, Property_NeitherLeversNorInstructionSetsChangeTheAnswer) {
    Rng rng(104);
    FirstContactWorkspace w;
    int contacts = 0, clears = 0;
    for (int trial = 0; trial < 120 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const ChainQuery query = random_chain_query(
            rng, any_family(rng), 20 + static_cast<int>(rng.below(60)), rng.uniform(0.5, 3.0));
        const FirstContactOptions options = options_for(rng, query);
        const FirstContact best = first_contact(query.a.moving(), query.b.moving(), options, w);
        const Answer expected = answer_of(best);
        contacts += expected.verdict == ContactVerdict::Contact;
        clears += expected.verdict == ContactVerdict::Clear;
        const auto expect_same = [&](const FirstContactTuning& tuning, const char* name) {
            FirstContactOptions other = options;
            other.tuning = &tuning;
            ASSERT_EQ(answer_of(first_contact(query.a.moving(), query.b.moving(), other, w)), expected)
                << name;
        };
        expect_same({.bounds = BoxBounds::Plain}, "plain");
        expect_same({.bends = BendBounds::Isotropic}, "isotropic");
        expect_same({.clipping = TimeClipping::Off, .leaf_filter = LeafFilter::None},
                    "no planes, no clipping");
        expect_same({.order = VisitOrder::AsTheyCome, .most_bend = 0.5f}, "any order, long windows");
        FirstContactOptions budgeted = options;
        budgeted.most_work = std::uint64_t{1} << 40;
        const FirstContactCounters work =
            first_contact(query.a.moving(), query.b.moving(), budgeted, w).counters;
        for (const char* target : wide_targets()) {
            ASSERT_TRUE(force_wide_target(target));
            const FirstContact found = first_contact(query.a.moving(), query.b.moving(), options, w);
            EXPECT_EQ(answer_of(found), expected) << target;
            // A budget, never used up: then all do the same work.
            const FirstContact counted = first_contact(query.a.moving(), query.b.moving(), budgeted, w);
            EXPECT_EQ(answer_of(counted), expected) << target;
            EXPECT_EQ(counted.counters.node_pairs, work.node_pairs) << target;
            EXPECT_EQ(counted.counters.feature_steps, work.feature_steps) << target;
        }
        force_wide_target("");
    }
    EXPECT_GT(contacts, 25);
    EXPECT_GT(clears, 25);
}

// The same motion by other formulas: a screw about z, as one joint, as a joint in two halves that turn about
// the same line, as two joints on a base that moves like the other body.
TEST(ChainContact, Property_AChainThatEqualsAScrewMeetsAlike) {
    Rng rng(106);
    FirstContactWorkspace w;
    int contacts = 0, clears = 0;
    for (int trial = 0; trial < 100; ++trial) {
        SCOPED_TRACE(trial);
        const double angle = rng.uniform(-2.0, 2.0), slide = rng.uniform(-1.0, 1.0), part = rng.unit();
        const Pose home{};
        const Vec3 axis = random_vector(rng, 1.0);
        const RigidMotion rest = AtRest{home}, whole = make_joint({home, axis, 0.0, angle, 0.0, slide});
        Composed halves, on_base;
        const auto joint = [&](double share) {
            return make_joint({home, axis, 0.0, share * angle, 0.0, share * slide});
        };
        halves.links = {{std::nullopt, joint(part)}, {0u, joint(1.0 - part)}};
        on_base.links = {{std::nullopt, make_joint({home, random_vector(rng, 1.0), 0.0, 1.0, 0.0, 1.0})},
                         {0u, joint(part)},
                         {1u, joint(1.0 - part)}};
        const Mesh mesh_a = random_small_mesh(rng, 40), mesh_b0 = random_small_mesh(rng, 40);
        Mesh mesh_b = mesh_b0;
        move_mesh(mesh_b, 1.0, rng.uniform(1.0, 3.0) * random_vector(rng, 1.0).normalized());
        const BodyModel model_a = build_body_model(mesh_a), model_b = build_body_model(mesh_b);
        const double e = 1e-6;
        const auto ask = [&](const MotionRef& a, const MotionRef& b, double d) {
            return answer_of(first_contact({model_a, a}, {model_b, b}, {.clearance = d, .tolerance = e}, w));
        };
        const LinkMotion base{&on_base, 0};
        const std::array<std::array<MotionRef, 2>, 3> ways = {
            {{rest, whole}, {rest, LinkMotion{&halves, 1}}, {base, LinkMotion{&on_base, 2}}}};
        const double d = 0.01;
        const Answer first = ask(ways[0][0], ways[0][1], d);
        if (first.verdict == ContactVerdict::OverlapAtStart || first.clear_until == 0.0) continue;
        contacts += first.verdict == ContactVerdict::Contact;
        clears += first.verdict == ContactVerdict::Clear;
        for (const auto& way : ways) {
            const Answer other = ask(way[0], way[1], d), sooner = ask(way[0], way[1], d + 1.001 * e),
                         later = ask(way[0], way[1], d - 1.001 * e);
            // Within d + e where it stops: so the others stop there at the latest if d + e counts.
            ASSERT_LE(sooner.clear_until, first.clear_until);
            ASSERT_GE(later.clear_until, first.clear_until);
            if (first.verdict == ContactVerdict::Clear) {
                ASSERT_EQ(later.verdict, ContactVerdict::Clear);
            }
            if (other.verdict == ContactVerdict::Contact) {
                const Answer back = ask(ways[0][0], ways[0][1], d + 1.001 * e);
                ASSERT_EQ(back.verdict, ContactVerdict::Contact);
                ASSERT_LE(back.clear_until, other.clear_until);
            }
        }
    }
    EXPECT_GT(contacts, 20);
    EXPECT_GT(clears, 20);
}

// The base moves both alike: nothing of the answer depends on it.
TEST(ChainContact, Property_WhatCarriesBothChangesNoBit) {
    Rng rng(107);
    FirstContactWorkspace w;
    int contacts = 0;
    for (int trial = 0; trial < 60; ++trial) {
        SCOPED_TRACE(trial);
        ChainQuery query = random_chain_query(rng, ChainFamily::Ancestors, 40, rng.uniform(0.5, 2.0));
        if (rng.below(2) == 0) plant_contact(rng, query);
        const FirstContactOptions options{.clearance = 0.0, .tolerance = 1e-6 * query.size};
        const Answer here = answer_of(first_contact(query.a.moving(), query.b.moving(), options, w));
        contacts += here.verdict == ContactVerdict::Contact;
        query.tree->body.links[0].motion =
            random_motion(rng, MotionFamily(rng.below(kMotionFamilies)), 5.0 * query.size).motion;
        ASSERT_EQ(answer_of(first_contact(query.a.moving(), query.b.moving(), options, w)), here);
    }
    EXPECT_GT(contacts, 10);
}

}  // namespace graze::chain_contact_test
