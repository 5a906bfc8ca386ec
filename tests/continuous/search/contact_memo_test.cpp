// Coherence: what the last query found changes the time that the next one takes, and nothing else.
#include "support/chain_queries.h"

#include <gtest/gtest.h>

namespace graze::contact_memo_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

/// The memo counts, too.
struct Remembered {
    Answer answer;
    std::array<std::uint32_t, 4> memo;
    bool operator==(const Remembered&) const = default;
};

Remembered remembered(const FirstContact& found) {
    const FirstContactMemo& m = found.memo;
    return {answer_of(found), {m.triangles[0], m.triangles[1], m.features[0], m.features[1]}};
}

}  // namespace

TEST(ContactMemo, Property_NoMemoChangesTheAnswer) {
    Rng rng(301);
    FirstContactWorkspace w;
    int contacts = 0, clears = 0, saved = 0;
    FirstContactMemo last;  // of other bodies
    for (int trial = 0; trial < 250 * rounds(); ++trial) {
        SCOPED_TRACE(trial);
        const bool on_joints = trial % 3 == 0;
        const auto family_a = MotionFamily(rng.below(kMotionFamilies)),
                   family_b = MotionFamily(rng.below(kMotionFamilies));
        const int triangles = 20 + static_cast<int>(rng.below(60));
        BodyQuery rigid;
        ChainQuery chain;
        if (on_joints)
            chain = random_chain_query(rng, ChainFamily(rng.below(kChainFamilies)), triangles, 1.0);
        else
            rigid = random_body_query(rng, family_a, family_b, triangles, 1.0);
        if (rng.below(2) == 0) on_joints ? plant_contact(rng, chain) : plant_contact(rng, rigid);
        const MovingModel a = on_joints ? chain.a.moving() : rigid.a.moving(),
                          b = on_joints ? chain.b.moving() : rigid.b.moving();
        const double size = on_joints ? chain.size : rigid.size,
                     reach = on_joints ? chain.reach : rigid.reach;
        FirstContactOptions options{.clearance = rng.below(2) == 0 ? 1e-12 * reach : 0.1 * size,
                                    .tolerance = std::max(1e-6 * size, 1e-10 * reach)};
        if (rng.below(4) == 0) options.from = 0.3 * rng.unit(), options.until = rng.uniform(0.5, 1.0);
        const FirstContact without = first_contact(a, b, options, w);
        const Remembered expected = remembered(without);
        contacts += expected.answer.verdict == ContactVerdict::Contact;
        clears += expected.answer.verdict == ContactVerdict::Clear;
        const auto expect_same = [&](const FirstContactMemo& memo, const char* name) {
            FirstContactOptions with = options;
            with.last = &memo;
            const FirstContact found = first_contact(a, b, with, w);
            ASSERT_EQ(remembered(found), expected) << name;
            saved += found.counters.node_pairs < without.counters.node_pairs;
        };
        expect_same(without.memo, "its own");
        expect_same(last, "of other bodies");
        for (int i = 0; i < 3; ++i)
            expect_same({true,
                         {std::uint32_t(rng.below(100)), std::uint32_t(rng.below(100))},
                         {FeatureSlot(rng.below(8)), FeatureSlot(rng.below(8))}},
                        "of nothing");
        expect_same({true, {~0u, ~0u}, {kFaceSlot, 0}}, "of no triangle");
        if (without.memo.is_set) last = without.memo;
    }
    EXPECT_GT(contacts, 50);
    EXPECT_GT(clears, 20);
    EXPECT_GT(saved, 50);
}

// A simulator: the same way with small changes. The last contact is nearly always the next.
TEST(ContactMemo, Property_ASimilarMotionTakesLessWork) {
    Rng rng(302);
    FirstContactWorkspace w;
    const Mesh mesh = bumpy_sphere_mesh(30, 30);
    const BodyModel model = build_body_model(mesh);
    const RigidMotion rest = AtRest{};
    std::uint64_t without = 0, with = 0, guesses = 0;
    Pose from, to;
    from.translation = Vec3(3.0, 0.4, -0.3), to.translation = Vec3(0.5, -0.2, 0.6);
    to.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(0.7, Vec3(1.0, -2.0, 0.5).normalized()));
    FirstContactMemo memo;
    for (int step = 0; step < 50; ++step) {
        SCOPED_TRACE(step);
        to.translation += random_vector(rng, 0.01);
        const RigidMotion way = make_screw({from, to, 0});
        const FirstContact cold = first_contact({model, rest}, {model, way, &from}, {}, w);
        ASSERT_EQ(cold.verdict, ContactVerdict::Contact);
        FirstContactOptions options;
        options.last = &memo;
        const Remembered expected = remembered(cold);
        const std::uint64_t work = cold.counters.node_pairs;
        guesses += cold.counters.guesses;
        const FirstContact warm = first_contact({model, rest}, {model, way, &from}, options, w);
        ASSERT_EQ(remembered(warm), expected);
        if (step > 0) {
            without += work, with += warm.counters.node_pairs;
            EXPECT_EQ(warm.counters.guesses, 0u);
        }
        memo = warm.memo;
    }
    EXPECT_LT(with, without);
    EXPECT_GE(guesses, 50u);  // some us each: what is saved
}

}  // namespace graze::contact_memo_test
