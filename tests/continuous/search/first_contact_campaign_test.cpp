// Small bodies, 50 to 500 triangles (boxes have 12), against the quick oracle over all pairs of features.
// ./test --campaign first-contact [N] sends N motions instead of 200.
#include "oracle/quick_bodies.h"

#include "support/body_queries.h"
#include "support/slower.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <cstdio>

namespace graze::first_contact_campaign_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)
using oracle::Bracket;
using oracle::QuickBodies;

int motions_wanted(const char* variable, int otherwise) {
    const char* text = std::getenv(variable);
    return text != nullptr ? std::max(1, std::atoi(text)) : std::max(1, otherwise / kSlower);
}

void show_progress(int done, int all) {
    if (isatty(STDERR_FILENO) == 0) return;
    std::fprintf(stderr, "\r%d of %d motions%s", done, all, done == all ? "\n" : "");
}

/// All but those for which the oracle needs thousands of digits, or that turn by up to twenty times.
MotionFamily family_for_the_oracle(Rng& rng) {
    const auto f = MotionFamily(rng.below(kMotionFamilies));
    return f == MotionFamily::LeastTurn || f == MotionFamily::Parameters ? MotionFamily::Screw : f;
}

struct Question {
    BodyQuery bodies;
    FirstContactOptions options;
};

Question random_question(Rng& rng) {
    const MotionFamily family_b = family_for_the_oracle(rng);
    MotionFamily family_a = rng.below(2) == 0 ? MotionFamily::Rest : family_for_the_oracle(rng);
    if (family_a == MotionFamily::Rest && family_b == MotionFamily::Rest) family_a = MotionFamily::Slerp;
    const int triangles = 50 + static_cast<int>(rng.below(rng.below(3) == 0 ? 450 : 100));
    Question q{random_body_query(rng, family_a, family_b, triangles, rng.uniform(0.8, 2.5)), {}};
    const double e = std::max(1e-6 * q.bodies.size, 1e-10 * q.bodies.reach);
    q.options = {.clearance = rng.uniform(0.0, 0.6) * q.bodies.size, .tolerance = e};
    if (rng.below(3) == 0) {
        plant_contact(rng, q.bodies);
        q.options.clearance = 1e-12 * q.bodies.reach;
    }
    if (rng.below(2) == 0) std::swap(q.bodies.a, q.bodies.b);
    return q;
}

std::vector<Vec3> vertices_of(const Mesh& mesh, std::uint32_t triangle, FeatureSlot slot) {
    const auto c = corners(mesh, triangle);
    if (slot == kFaceSlot) return {c[0], c[1], c[2]};
    if (slot < kFirstEdgeSlot) return {c[slot]};
    return {c[slot - 3], c[(slot - 2) % 3]};
}

bool is_part_of(const std::vector<Vec3>& feature, const Mesh& mesh, std::uint32_t triangle) {
    const auto c = corners(mesh, triangle);
    return std::all_of(feature.begin(), feature.end(),
                       [&](const Vec3& x) { return x == c[0] || x == c[1] || x == c[2]; });
}

/// Every pair of triangles that the oracle sees within d + e has two features in the list.
void expect_all_contacts(const BodyQuery& bodies, const FirstContact& found,
                         const std::vector<oracle::NearPair>& near) {
    const Mesh &a = *bodies.a.mesh, &b = *bodies.b.mesh;
    for (const oracle::NearPair& pair : near)
        ASSERT_TRUE(
            std::any_of(found.contacts.begin(), found.contacts.end(),
                        [&](const ContactFeaturePair& c) {
                            return is_part_of(vertices_of(a, c.triangles[0], c.features[0]), a, pair.a) &&
                                   is_part_of(vertices_of(b, c.triangles[1], c.features[1]), b, pair.b);
                        }))
            << "triangles " << pair.a << " and " << pair.b;
}

struct Tally {
    int contacts = 0, clears = 0, at_start = 0, unresolved = 0, undecided = 0, listed = 0;
    [[nodiscard]] int all() const { return contacts + clears + at_start; }
};

/// The oracle proves nothing to the last instant: the distance there may be d and the least more.
constexpr double kShortest = 0x1p-36;

void expect_proved(QuickBodies& truth, const oracle::Stretch& over, double d, Tally& tally) {
    const auto outcome = truth.prove_farther(over, d, kShortest);
    ASSERT_NE(outcome.proof, QuickBodies::Proof::Refuted) << "within the clearance at " << outcome.time;
    tally.unresolved += outcome.proof == QuickBodies::Proof::Unresolved;
}

void attack(const Question& q, FirstContactWorkspace& w, Tally& tally) {
    QuickBodies truth(q.bodies.a.truth(), q.bodies.b.truth());
    const double d = q.options.clearance, e = *q.options.tolerance;
    const Bracket start = truth.distance_at(0.0);
    if (start.lo <= 0.0 || (start.lo <= d && start.hi > d)) return;  // may overlap: another question
    const FirstContact found = first_contact(q.bodies.a.moving(), q.bodies.b.moving(), q.options, w);
    if (start.hi <= d) {
        ++tally.at_start;
        ASSERT_EQ(found.verdict, ContactVerdict::Contact);
        ASSERT_EQ(found.clear_until, 0.0);
        return;
    }
    tally.undecided += found.verdict == ContactVerdict::Undecided;
    if (found.verdict == ContactVerdict::Clear) {
        ++tally.clears;
        expect_proved(truth, {0.0, 1.0}, d, tally);
        return;
    }
    ++tally.contacts;
    ASSERT_EQ(found.verdict, ContactVerdict::Contact);
    ASSERT_LE(found.distance_hi, d + e);
    const Bracket there = truth.distance_at(found.clear_until);
    ASSERT_LE(there.lo, found.distance_hi);  // tight
    ASSERT_GE(there.hi, d);                  // sound, at the end of it
    const auto near = truth.within(found.clear_until, d + e);
    tally.listed += !near.empty();
    expect_all_contacts(q.bodies, found, near);
    if (found.clear_until > 4.0 * kShortest)
        expect_proved(truth, {0.0, found.clear_until - 4.0 * kShortest}, d, tally);
}

}  // namespace

TEST(QuickBodyOracle, Reference_BracketsContainTheSlowOracle) {
    Rng rng(31);
    const oracle::MoreDigits digits(160);
    int farther = 0, refuted = 0;
    for (int trial = 0; trial < 12; ++trial) {
        SCOPED_TRACE(trial);
        const BodyQuery query = random_body_query(rng, family_for_the_oracle(rng), family_for_the_oracle(rng),
                                                  12, rng.uniform(0.5, 3.0));
        const auto a = query.a.truth(), b = query.b.truth();
        QuickBodies quick(a, b);
        std::vector<std::pair<double, Bracket>> seen;
        for (int k = 0; k < 4; ++k) {
            const double t = k == 0 ? 0.0 : rng.unit();
            const Bracket slow = oracle::body_distance_at(a, b, t), fast = quick.distance_at(t);
            seen.emplace_back(t, slow);
            ASSERT_LE(fast.lo, slow.hi);
            ASSERT_GE(fast.hi, slow.lo);
            if (fast.lo > 0.0) {
                ASSERT_LE(fast.hi - fast.lo, 1e-11 * query.reach);
            }
        }
        // Not farther than what the slow one saw; and what is refuted, it sees too.
        const double least = std::min_element(seen.begin(), seen.end(), [](const auto& x, const auto& y) {
                                 return x.second.hi < y.second.hi;
                             })->second.hi;
        ASSERT_NE(quick.prove_farther({0.0, 1.0}, least, 0x1p-20).proof, QuickBodies::Proof::Farther);
        const auto other = quick.prove_farther({0.0, 1.0}, 0.7 * least, 0x1p-24);
        if (other.proof == QuickBodies::Proof::Farther) ++farther;
        if (other.proof == QuickBodies::Proof::Refuted) {
            ++refuted;
            ASSERT_LE(oracle::body_distance_at(a, b, other.time).lo, 0.7 * least);
        }
    }
    EXPECT_GT(farther, 2);
    EXPECT_GT(refuted, 0);
}

TEST(FirstContactCampaign, Reference_OracleOverAllFeatures) {
    const int all = motions_wanted("GRAZE_CAMPAIGN_MOTIONS", 200);
    Rng rng(6006);
    const oracle::MoreDigits digits(160);
    FirstContactWorkspace w;
    Tally tally;
    for (int trial = 0; tally.all() < all; ++trial) {
        SCOPED_TRACE(trial);
        attack(random_question(rng), w, tally);
        if (HasFatalFailure()) return;
        show_progress(tally.all(), all);
        ASSERT_LT(trial, 10 * all + 100);
    }
    std::printf(
        "%d motions: %d contacts (%d with a list to compare), %d clear, %d within the clearance at "
        "the start; %d that the oracle leaves open, %d undecided\n",
        tally.all(), tally.contacts, tally.listed, tally.clears, tally.at_start, tally.unresolved,
        tally.undecided);
    EXPECT_GE(4 * tally.contacts, all);
    EXPECT_GE(6 * tally.clears, all);
    EXPECT_GE(2 * tally.listed, tally.contacts);
    EXPECT_LE(50 * tally.unresolved, all + 50);
    EXPECT_EQ(tally.undecided, 0);
}

}  // namespace graze::first_contact_campaign_test
