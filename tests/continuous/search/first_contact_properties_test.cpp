#include "graze/continuous/proof/reference_prover.h"
#include "graze/continuous/search/tuning.h"

#include "support/body_queries.h"

#include <gtest/gtest.h>

namespace graze::first_contact_properties_test {
namespace {

constexpr std::uint64_t kNeverUsedUp = std::uint64_t{1} << 40;  // of work

using namespace test;  // NOLINT(google-build-using-namespace)

MotionFamily any_family(Rng& rng) { return MotionFamily(rng.below(kMotionFamilies)); }

BodyQuery any_query(Rng& rng) {
    const MotionFamily a = any_family(rng), b = rng.below(2) == 0 ? MotionFamily::Rest : any_family(rng);
    BodyQuery query =
        random_body_query(rng, a, b, 20 + static_cast<int>(rng.below(100)), rng.uniform(0.5, 3.0));
    if (rng.below(2) == 0) std::swap(query.a, query.b);
    return query;
}

}  // namespace

TEST(FirstContactProperties, Reference_AgreesWithTheReferenceProver) {
    Rng rng(9);
    FirstContactWorkspace w;
    int clears = 0, contacts = 0;
    for (int trial = 0; trial < 40; ++trial) {
        SCOPED_TRACE(trial);
        const auto family = trial % 3 == 0   ? MotionFamily::Slerp
                            : trial % 3 == 1 ? MotionFamily::Screw
                                             : MotionFamily::ParametersOfPoses;
        const BodyQuery query = random_body_query(rng, family, trial % 2 == 0 ? MotionFamily::Rest : family,
                                                  30, rng.uniform(1.0, 3.0));
        const ProofMesh mesh_a = make_proof_mesh(*query.a.mesh), mesh_b = make_proof_mesh(*query.b.mesh);
        const ProofBody a{&mesh_a, {*query.a.motion}}, b{&mesh_b, {*query.b.motion}};
        const double e = 1e-3 * query.size, d = rng.uniform(0.01, 0.5) * query.size;
        const StrandProof proof = prove_strand({.a = a,
                                                .b = b,
                                                .clearance = d,
                                                .tolerance = e,
                                                .from = 0.0,
                                                .until = 1.0,
                                                .most_steps = 200000});
        if (proof.verdict == ContactVerdict::Clear) {  // farther apart than d: nothing within (d - e) + e
            ++clears;
            ASSERT_EQ(
                first_contact(query.a.moving(), query.b.moving(), {.clearance = d - e, .tolerance = e}, w)
                    .verdict,
                ContactVerdict::Clear);
        } else if (proof.verdict == ContactVerdict::Contact) {  // within d + e at some time
            ++contacts;
            const auto found =
                first_contact(query.a.moving(), query.b.moving(), {.clearance = d + e, .tolerance = e}, w);
            if (found.verdict == ContactVerdict::OverlapAtStart) continue;
            ASSERT_EQ(found.verdict, ContactVerdict::Contact);
            ASSERT_LE(found.clear_until, proof.contact_time);
        }
    }
    EXPECT_GT(clears, 5);
    EXPECT_GT(contacts, 5);
}

TEST(FirstContactProperties, Property_TheAnswerDoesNotDependOnLevers) {
    Rng rng(4);
    FirstContactWorkspace w;
    int contacts = 0, clears = 0;
    for (int trial = 0; trial < 250 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const BodyQuery query = any_query(rng);
        const FirstContactOptions options = options_for(rng, query);
        const Answer expected = answer_of(first_contact(query.a.moving(), query.b.moving(), options, w));
        contacts += expected.verdict == ContactVerdict::Contact;
        clears += expected.verdict == ContactVerdict::Clear;
        const auto expect_same = [&](const FirstContactTuning& tuning, const char* name) {
            FirstContactOptions other = options;
            other.tuning = &tuning;
            ASSERT_EQ(answer_of(first_contact(query.a.moving(), query.b.moving(), other, w)), expected)
                << name;
        };
        expect_same({.bounds = BoxBounds::Plain}, "plain");
        expect_same({.clipping = TimeClipping::Off}, "no clipping");
        expect_same({.bends = BendBounds::Isotropic}, "isotropic");
        expect_same({.leaf_filter = LeafFilter::None}, "no planes");
        expect_same({.order = VisitOrder::AsTheyCome}, "any order");
        expect_same({.most_bend = 0.5f}, "long windows");
        expect_same({.most_bend = 0.005f}, "short windows");
    }
    EXPECT_GT(contacts, 50);
    EXPECT_GT(clears, 50);
}

TEST(FirstContactProperties, Property_EveryInstructionSetDoesTheSameWork) {
    Rng rng(5);
    FirstContactWorkspace w;
    const auto targets = wide_targets();
    ASSERT_GE(targets.size(), 2u);
    int contacts = 0, undecided = 0;
    for (int trial = 0; trial < 60 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const BodyQuery query = any_query(rng);
        FirstContactOptions options = options_for(rng, query);
        // A budget that is never used up still makes all do the same work.
        const bool is_short = rng.below(3) == 0;
        options.most_work = is_short ? 1 + rng.below(8) : kNeverUsedUp;
        const FirstContact best = first_contact(query.a.moving(), query.b.moving(), options, w);
        const Answer expected = answer_of(best);
        contacts += expected.verdict == ContactVerdict::Contact;
        undecided += expected.verdict == ContactVerdict::Undecided;
        for (const char* target : targets) {
            ASSERT_TRUE(force_wide_target(target));
            const FirstContact found = first_contact(query.a.moving(), query.b.moving(), options, w);
            EXPECT_EQ(answer_of(found), expected) << target;
            EXPECT_EQ(found.counters.node_pairs, best.counters.node_pairs) << target;
            EXPECT_EQ(found.counters.rows, best.counters.rows) << target;
            EXPECT_EQ(found.counters.feature_pairs, best.counters.feature_pairs) << target;
            if (is_short) continue;
            FirstContactOptions unlimited = options;
            unlimited.most_work = FirstContactOptions{}.most_work;
            EXPECT_EQ(answer_of(first_contact(query.a.moving(), query.b.moving(), unlimited, w)), expected)
                << target;
        }
        force_wide_target("");
    }
    EXPECT_GT(contacts, 10);
    EXPECT_GT(undecided, 5);
}

TEST(FirstContactProperties, Property_ABudgetOnlyMakesLessKnown) {
    Rng rng(6);
    FirstContactWorkspace w;
    int partly = 0;
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        const BodyQuery query = any_query(rng);
        FirstContactOptions options = options_for(rng, query);
        const Answer all = answer_of(first_contact(query.a.moving(), query.b.moving(), options, w));
        options.most_work = 1 + rng.below(30);
        const Answer some = answer_of(first_contact(query.a.moving(), query.b.moving(), options, w));
        if (some.verdict != ContactVerdict::Undecided) {
            ASSERT_EQ(some, all);
            continue;
        }
        ASSERT_LE(some.clear_until, all.clear_until);
        partly += some.clear_until > 0.0 && some.clear_until < 1.0;
    }
    EXPECT_GT(partly, 10);
}

TEST(FirstContactProperties, Property_SwappedBodiesMeetAlike) {
    Rng rng(8);
    FirstContactWorkspace w;
    for (int trial = 0; trial < 200; ++trial) {
        SCOPED_TRACE(trial);
        BodyQuery query = any_query(rng);
        plant_contact(rng, query);
        const double e = std::max(1e-6 * query.size, 1e-10 * query.reach), d = 1e-12 * query.reach;
        const FirstContactOptions options{.clearance = d, .tolerance = e};
        const Answer forth = answer_of(first_contact(query.a.moving(), query.b.moving(), options, w));
        const Answer back = answer_of(first_contact(query.b.moving(), query.a.moving(), options, w));
        ASSERT_EQ(forth.verdict, back.verdict);
        // Each is within d + e where it stops and farther than d before: so neither is beyond the other's by
        // more than the time that both are between d and d + e.
        const FirstContactOptions wider{.clearance = d + e, .tolerance = e};
        const Answer first = answer_of(first_contact(query.a.moving(), query.b.moving(), wider, w));
        ASSERT_LE(first.clear_until, std::min(forth.clear_until, back.clear_until));
    }
}

}  // namespace graze::first_contact_properties_test
