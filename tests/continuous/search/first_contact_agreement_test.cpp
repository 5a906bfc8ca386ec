// Every variant of the search that there is gives the same bits: each instruction set, each lever, any number
// of threads on one query or that ask at once; and the reference prover agrees where it decides.
// ./test --campaign agreement [N] sends N motions instead of 150.
#include "graze/continuous/proof/reference_prover.h"
#include "graze/core/parallel.h"

#include "support/body_queries.h"
#include "support/slower.h"
#include "support/tuned_options.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <bit>
#include <cstdio>

namespace graze::first_contact_agreement_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

/// All of an answer but the counters, as bits: equal zeros of different sign would be a difference.
using Bits = std::vector<std::uint64_t>;

Bits bits_of(const FirstContact& found) {
    Bits bits{static_cast<std::uint64_t>(found.verdict), static_cast<std::uint64_t>(found.meeting),
              std::bit_cast<std::uint64_t>(found.clear_until),
              std::bit_cast<std::uint64_t>(found.distance_hi)};
    for (const ContactFeaturePair& c : found.contacts) {
        for (int side = 0; side < 2; ++side) {
            bits.insert(bits.end(), {c.triangles[side], c.surfaces[side], c.features[side]});
            for (const double x : c.points[side]) bits.push_back(std::bit_cast<std::uint64_t>(x));
        }
        for (const double x : c.normal) bits.push_back(std::bit_cast<std::uint64_t>(x));
        bits.push_back(std::bit_cast<std::uint64_t>(c.distance_hi));
    }
    return bits;
}

struct Question {
    BodyQuery bodies;
    FirstContactOptions options;
};

Question random_question(Rng& rng) {
    const auto family = [&] { return MotionFamily(rng.below(kMotionFamilies)); };
    const MotionFamily a = family(), b = rng.below(2) == 0 ? MotionFamily::Rest : family();
    const int triangles = 12 + static_cast<int>(rng.below(rng.below(10) == 0 ? 488 : 100));
    Question q{random_body_query(rng, a, b, triangles, rng.uniform(0.5, 3.0)), {}};
    const double e = std::max(1e-6 * q.bodies.size, 1e-10 * q.bodies.reach);
    q.options = {.clearance = rng.below(2) == 0 ? 0.0 : rng.uniform(0.0, 0.3) * q.bodies.size,
                 .tolerance = e};
    if (rng.below(3) == 0) {
        plant_contact(rng, q.bodies);
        q.options.clearance = 1e-12 * q.bodies.reach;
    }
    if (rng.below(2) == 0) std::swap(q.bodies.a, q.bodies.b);
    return q;
}

Bits ask(const Question& q, const FirstContactOptions& options, FirstContactWorkspace& w) {
    return bits_of(first_contact(q.bodies.a.moving(), q.bodies.b.moving(), options, w));
}

std::vector<std::pair<const char*, test::TunedOptions>> lever_settings(const FirstContactOptions& asked) {
    const test::TunedOptions options{asked};
    test::TunedOptions plain = options, unclipped = options, isotropic = options, unfiltered = options,
                       unordered = options, longer = options, shorter = options, all_off = options,
                       unguessed = options, guessed = options, deep = options, queued = options,
                       two = options, seven = options, crowded = options, unfused = options;
    plain.tuning.bounds = all_off.tuning.bounds = BoxBounds::Plain;
    unfused.tuning.bounds = BoxBounds::Simd;
    unclipped.tuning.clipping = all_off.tuning.clipping = TimeClipping::Off;
    isotropic.tuning.bends = all_off.tuning.bends = BendBounds::Isotropic;
    unfiltered.tuning.leaf_filter = all_off.tuning.leaf_filter = LeafFilter::None;
    unordered.tuning.order = all_off.tuning.order = VisitOrder::AsTheyCome;
    unguessed.tuning.guesses = all_off.tuning.guesses = 0;
    guessed.tuning.guesses = 30;
    deep.tuning.order = VisitOrder::EarliestChildFirst;
    queued.tuning.long_after = two.tuning.long_after = seven.tuning.long_after = 1;
    crowded.tuning.long_after = 1;
    crowded.tuning.most_waiting = 6;
    two.options.threads = 2;
    seven.options.threads = 7;
    longer.tuning.most_bend = 0.5f;
    shorter.tuning.most_bend = 0.005f;
    return {{"plain", plain},           {"no clipping", unclipped}, {"isotropic", isotropic},
            {"no planes", unfiltered},  {"any order", unordered},   {"long windows", longer},
            {"short windows", shorter}, {"all off", all_off},       {"no guess", unguessed},
            {"many guesses", guessed},  {"depth first", deep},      {"queues", queued},
            {"2 threads", two},         {"7 threads", seven},       {"short queues", crowded},
            {"rounded twice", unfused}};
}

/// Small and of few turns, since the prover is slow on purpose. Counts what it decided.
void expect_the_prover_agrees(Rng& rng, FirstContactWorkspace& w, std::array<int, 2>& decided) {
    constexpr MotionFamily kFamilies[] = {MotionFamily::Slerp, MotionFamily::Screw, MotionFamily::Joint,
                                          MotionFamily::ParametersOfPoses};
    const MotionFamily family = kFamilies[rng.below(4)];
    const BodyQuery query = random_body_query(rng, family, rng.below(2) == 0 ? MotionFamily::Rest : family,
                                              30, rng.uniform(1.0, 3.0));
    const ProofMesh mesh_a = make_proof_mesh(*query.a.mesh), mesh_b = make_proof_mesh(*query.b.mesh);
    const ProofBody a{&mesh_a, {*query.a.motion}}, b{&mesh_b, {*query.b.motion}};
    const double e = 1e-3 * query.size, d = rng.uniform(0.01, 0.5) * query.size;
    const StrandProof proof = prove_strand(
        {.a = a, .b = b, .clearance = d, .tolerance = e, .from = 0.0, .until = 1.0, .most_steps = 20000});
    if (proof.verdict == ContactVerdict::Clear) {  // farther apart than d: nothing within (d - e) + e
        ++decided[0];
        const auto found =
            first_contact(query.a.moving(), query.b.moving(), {.clearance = d - e, .tolerance = e}, w);
        ASSERT_EQ(found.verdict, ContactVerdict::Clear);
    } else if (proof.verdict == ContactVerdict::Contact) {  // within d + e at that time
        ++decided[1];
        const auto found =
            first_contact(query.a.moving(), query.b.moving(), {.clearance = d + e, .tolerance = e}, w);
        ASSERT_EQ(found.verdict, ContactVerdict::Contact);
        ASSERT_LE(found.clear_until, proof.contact_time);
    }
}

}  // namespace

TEST(FirstContactAgreement, Property_EveryVariantGivesTheSameBits) {
    const char* text = std::getenv("GRAZE_CAMPAIGN_AGREEMENT");
    const int all = text != nullptr ? std::max(1, std::atoi(text)) : 150 / kSlower;
    constexpr int kBatch = 50;       // asked by several threads at once
    constexpr int kProverStep = 50;  // the reference prover, on one in so many
    Rng rng(10006);
    FirstContactWorkspace w;
    std::array<int, 4> verdicts{};
    std::array<int, 2> proved{};
    const auto targets = wide_targets();
    ASSERT_GE(targets.size(), 2u);
    for (int done = 0; done < all;) {
        std::vector<Question> batch;
        std::vector<Bits> expected;
        for (; done < all && batch.size() < kBatch; ++done) {
            SCOPED_TRACE(done);
            batch.push_back(random_question(rng));
            const Question& q = batch.back();
            expected.push_back(ask(q, q.options, w));
            const auto verdict = static_cast<ContactVerdict>(expected.back()[0]);
            ++verdicts[static_cast<std::size_t>(verdict)];
            for (const char* target : targets) {
                ASSERT_TRUE(force_wide_target(target));
                EXPECT_EQ(ask(q, q.options, w), expected.back()) << target;
            }
            force_wide_target("");
            if (verdict != ContactVerdict::Undecided) {  // which levers may change: section 11
                for (const auto& [name, options] : lever_settings(q.options))
                    EXPECT_EQ(ask(q, options.all(), w), expected.back()) << name;
            }
            if (done % kProverStep == 0) expect_the_prover_agrees(rng, w, proved);
            if (HasFailure()) return;
        }
        for (const int threads : {1, 2, 7}) {
            const auto again = parallel_map(batch.size(), {.threads = threads}, [&](std::size_t i) {
                FirstContactWorkspace own;
                return ask(batch[i], batch[i].options, own);
            });
            ASSERT_TRUE(again.has_value());
            EXPECT_EQ(*again, expected) << threads << " threads";
        }
        if (isatty(STDERR_FILENO) != 0)
            std::fprintf(stderr, "\r%d of %d motions%s", done, all, done == all ? "\n" : "");
    }
    const auto of = [&](ContactVerdict v) { return verdicts[static_cast<std::size_t>(v)]; };
    std::printf(
        "%d motions, %zu instruction sets, 8 settings of levers, 1, 2 and 7 threads: %d clear, %d "
        "contacts, %d overlaps at the start, %d undecided; reference prover: %d clear, %d contacts\n",
        all, targets.size(), of(ContactVerdict::Clear), of(ContactVerdict::Contact),
        of(ContactVerdict::OverlapAtStart), of(ContactVerdict::Undecided), proved[0], proved[1]);
    EXPECT_GE(5 * of(ContactVerdict::Clear), all);
    EXPECT_GE(5 * of(ContactVerdict::Contact), all);
    EXPECT_GT(proved[0] + proved[1], 0);
}

}  // namespace graze::first_contact_agreement_test
