#include "graze/queries/paths/model_contacts.h"

#include "graze/continuous/search/features_within.h"
#include "graze/core/interrupt.h"
#include "graze/queries/paths/path_proof.h"

#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <csignal>
#include <deque>

namespace graze::first_contacts_test {
namespace {

/// Bodies of two kinds, anywhere in a cube, with ways of their own.
struct Crowd {
    Mesh ball = test::bumpy_sphere_mesh(6, 9), box = test::box_mesh({0.9, 0.5, 0.3});
    BodyModel model_of_ball = build_body_model(ball), model_of_box = build_body_model(box);
    std::deque<Pose> from, to;
    std::deque<RigidMotion> motions;
    std::vector<MovingModel> bodies;
    std::vector<IgnoredPair> ignore;
    std::vector<PairClearance> clearances;

    void add(const BodyModel& model, const Pose& begin, const Pose& end) {
        from.push_back(begin);
        to.push_back(end);
        motions.push_back(make_screw({begin, end, 0}));
        bodies.push_back({model, motions.back(), &from.back()});
    }
    [[nodiscard]] PairRules rules() const { return {ignore, clearances, 0.01}; }
};

std::unique_ptr<Crowd> random_crowd(Rng& rng, int count, double side, double step) {
    auto crowd = std::make_unique<Crowd>();
    for (int i = 0; i < count; ++i) {
        const Vec3 place = test::random_vector(rng, side);
        crowd->add(i % 3 == 0 ? crowd->model_of_box : crowd->model_of_ball, test::random_pose(rng, place),
                   test::random_pose(rng, place + test::random_vector(rng, step)));
    }
    const auto any = [&] { return static_cast<std::uint32_t>(rng.below(static_cast<std::uint64_t>(count))); };
    for (int i = 0; i < count / 2; ++i) {
        const std::uint32_t j = any(), k = any();
        if (j < k) crowd->ignore.push_back({{j, k}, Allowed(rng.below(3))});
    }
    for (int i = 0; i < count / 2; ++i) {
        const std::uint32_t j = any(), k = any();
        if (j < k) crowd->clearances.push_back({{j, k}, rng.uniform(0.0, 0.6)});
    }
    return crowd;
}

/// What an answer is, less counters and memos.
struct Known {
    ContactVerdict verdict;
    double clear_until;
    std::vector<std::array<std::uint32_t, 6>> contacts;
    std::vector<BodyPair> overlaps;
    bool operator==(const Known&) const = default;

    void add(const BodyPair& bodies, const ContactFeaturePair& at) {
        contacts.push_back(
            {bodies[0], bodies[1], at.triangles[0], at.triangles[1], at.features[0], at.features[1]});
    }
};

Known known_of(const FirstContacts& found) {
    Known known{found.verdict, found.clear_until, {}, {}};
    for (const BodyContact& contact : found.contacts) known.add(contact.bodies, contact.at);
    for (const BodyOverlap& overlap : found.overlaps) known.overlaps.push_back(overlap.bodies);
    return known;
}

/// Every pair over all of time, one after the other.
Known one_by_one(const Crowd& crowd) {
    FirstContactWorkspace w;
    const PairRules rules = crowd.rules();
    Known known{ContactVerdict::Clear, 1.0, {}, {}};
    const auto for_pairs = [&](auto&& visit) {
        for (std::uint32_t i = 0; i < crowd.bodies.size(); ++i)
            for (std::uint32_t j = i + 1; j < crowd.bodies.size(); ++j)
                if (const PairRule rule = rules.of(i, j); !rule.allowed)
                    visit(BodyPair{i, j}, crowd.bodies[i], crowd.bodies[j], rule.clearance);
    };
    for_pairs([&](const BodyPair& pair, const MovingModel& a, const MovingModel& b, double clearance) {
        const FirstContact found = first_contact(a, b, {.clearance = clearance}, w);
        if (found.verdict == ContactVerdict::OverlapAtStart) {
            known.overlaps.push_back(pair);
            for (const ContactFeaturePair& at : found.contacts) known.add(pair, at);
        }
        if (found.verdict == ContactVerdict::Contact && known.overlaps.empty())
            known.verdict = ContactVerdict::Contact;
        known.clear_until = std::min(known.clear_until, found.clear_until);
    });
    if (!known.overlaps.empty()) {
        known.verdict = ContactVerdict::OverlapAtStart;
        known.clear_until = 0.0;
    } else if (known.verdict == ContactVerdict::Contact) {
        for_pairs([&](const BodyPair& pair, const MovingModel& a, const MovingModel& b, double clearance) {
            const double e = default_tolerance(std::max(a.model.size, b.model.size));
            const double reach = (exactly(clearance) + exactly(e)).hi;
            for (const ContactFeaturePair& at : features_within(a, b, known.clear_until, reach, w))
                known.add(pair, at);
        });
    }
    return known;
}

}  // namespace

TEST(FirstContacts, Reference_AsEveryPairOneByOne) {
    Rng rng(9021);
    std::array<int, 3> seen{};
    std::size_t searched = 0, pairs = 0;
    FirstContactsWorkspace w;
    for (int trial = 0; trial < 60; ++trial) {
        SCOPED_TRACE(trial);
        const auto crowd =
            random_crowd(rng, trial % 4 == 0 ? 40 : 12, rng.uniform(4.0, 12.0), trial % 3 == 0 ? 6.0 : 1.0);
        const Known expected = one_by_one(*crowd);
        const FirstContacts found = first_contacts(crowd->bodies, crowd->rules(), {}, w);
        ASSERT_EQ(known_of(found), expected);
        ++seen[expected.verdict == ContactVerdict::Clear     ? 0
               : expected.verdict == ContactVerdict::Contact ? 1
                                                             : 2];
        searched += found.searched;
        pairs += crowd->bodies.size() * (crowd->bodies.size() - 1) / 2;
        for (const int threads : {2, 7})
            ASSERT_EQ(known_of(first_contacts(crowd->bodies, crowd->rules(), {.threads = threads}, w)),
                      expected);
    }
    for (const int times : seen) EXPECT_GE(times, 5);
    EXPECT_LT(2 * searched, pairs);
}

// The same crowd again and again, each time a little further: as a simulator asks.
TEST(FirstContacts, Property_TheLastStepMakesItFasterNotDifferent) {
    Rng rng(9023);
    FirstContactsWorkspace w;
    std::uint64_t guesses_with = 0, guesses_without = 0;
    int contacts = 0;
    for (int trial = 0; trial < 6; ++trial) {
        auto crowd = random_crowd(rng, 30, 9.0, 3.0);
        for (std::uint32_t i = 0; i < 30; ++i)  // what overlaps at the start is of no interest here
            for (std::uint32_t j = i + 1; j < 30; ++j) {
                FirstContactWorkspace alone;
                if (first_contact(crowd->bodies[i], crowd->bodies[j], {.clearance = 0.7}, alone).verdict ==
                    ContactVerdict::OverlapAtStart)
                    crowd->ignore.push_back({{i, j}, Allowed::Everything});
            }
        std::vector<PairMemo> last;
        for (int step = 0; step < 5; ++step) {
            SCOPED_TRACE(step);
            for (std::size_t i = 0; i < crowd->bodies.size(); ++i) {
                crowd->to[i].translation += test::random_vector(rng, 0.01);
                crowd->motions[i] = make_screw({crowd->from[i], crowd->to[i], 0});
            }
            const FirstContacts without = first_contacts(crowd->bodies, crowd->rules(), {}, w);
            const FirstContacts with = first_contacts(crowd->bodies, crowd->rules(), {.last = last}, w);
            ASSERT_EQ(known_of(with), known_of(without));
            contacts += with.verdict == ContactVerdict::Contact;
            if (step > 0) {
                guesses_with += with.counters.guesses;
                guesses_without += without.counters.guesses;
            }
            ASSERT_TRUE(std::is_sorted(with.memos.begin(), with.memos.end(),
                                       [](const auto& x, const auto& y) { return x.bodies < y.bodies; }));
            last = with.memos;
        }
    }
    EXPECT_GE(contacts, 15);
    EXPECT_LT(2 * guesses_with, guesses_without);
}

// What a scene file with paths says.
TEST(FirstContacts, Reference_AsPathsSay) {
    Rng rng(9025);
    std::array<int, 2> seen{};
    FirstContactsWorkspace w;
    for (int trial = 0; trial < 12; ++trial) {
        SCOPED_TRACE(trial);
        const auto crowd = random_crowd(rng, 8, 6.0, 2.0);
        Scene scene;
        for (std::uint32_t i = 0; i < crowd->bodies.size(); ++i) {
            const Mesh& mesh = *crowd->bodies[i].model.mesh;
            scene.bodies.push_back({std::to_string(i), std::make_shared<const Mesh>(mesh), crowd->from[i]});
            scene.paths.push_back({i, InBetween::Screw, {crowd->from[i], crowd->to[i]}, {}});
        }
        scene.ignore = crowd->ignore;
        scene.clearance = crowd->clearances;
        const auto paths =
            prove_paths(scene, {.clearance = 0.01, .with_proof = false, .progress = Progress::Draw::Never});
        ASSERT_TRUE(paths.has_value());
        const FirstContacts found = first_contacts(crowd->bodies, crowd->rules(), {}, w);
        ASSERT_STREQ(name_of(paths->verdict), found.verdict == ContactVerdict::Clear ? "clear"
                                              : found.verdict == ContactVerdict::Contact
                                                  ? "contact"
                                                  : "overlap_at_start");
        if (found.verdict == ContactVerdict::OverlapAtStart) continue;
        ++seen[found.verdict == ContactVerdict::Contact];
        ASSERT_NEAR(paths->clear_until, found.clear_until, 1e-9);  // screws about other points of their axes
    }
    EXPECT_GE(seen[0], 2);
    EXPECT_GE(seen[1], 2);
}

// An arm of two links swings over a post: links never meet each other, the outer one the post.
TEST(FirstContacts, Example_LinksOfAnArm) {
    const Mesh bar = test::box_mesh({1.0, 0.1, 0.1}), post = test::box_mesh({0.2, 0.2, 2.0});
    const BodyModel of_bar = build_body_model(bar), of_post = build_body_model(post);
    const auto turning = [](const Vec3& place, double angle) {
        return make_joint({.placement = {place, Eigen::Quaterniond::Identity()},
                           .axis = Vec3(0, 0, 1),
                           .angle_t0 = 0.0,
                           .angle_t1 = angle});
    };
    Composed arm;  // bars from -1 to 1, the second one beyond the end of the first
    arm.links = {{{}, turning(Vec3::Zero(), 0.0)}, {0u, turning(Vec3(2.2, 0, 0), 1.5)}};
    const RigidMotion rest = AtRest{{Vec3(2.2, 1.0, 0), Eigen::Quaterniond::Identity()}};
    const std::vector<MovingModel> bodies{
        {of_bar, LinkMotion{&arm, 0}}, {of_bar, LinkMotion{&arm, 1}}, {of_post, rest}};
    FirstContactsWorkspace w;
    const FirstContacts found = first_contacts(bodies, PairRules({}, {}, 0.0), {}, w);
    ASSERT_EQ(found.verdict, ContactVerdict::Contact);
    for (const BodyContact& contact : found.contacts) EXPECT_EQ(contact.bodies, (BodyPair{1, 2}));
    const std::array<IgnoredPair, 1> ignore{{{{1, 2}}}};
    EXPECT_EQ(first_contacts(bodies, PairRules(ignore, {}, 0.0), {}, w).verdict, ContactVerdict::Clear);
}

// A box passes another by a gap that their swept boxes keep, too.
TEST(FirstContacts, Example_AClearanceOfAPairIsKeptInTheBroadPhase) {
    Crowd crowd;  // half sides 0.9, 0.5, 0.3
    const auto at = [](double x, double y) { return Pose{Vec3(x, y, 0.0), Eigen::Quaterniond::Identity()}; };
    crowd.add(crowd.model_of_box, at(0.0, 0.0), at(0.0, 0.0));
    crowd.add(crowd.model_of_box, at(-5.0, 1.4), at(5.0, 1.4));
    FirstContactsWorkspace w;
    EXPECT_EQ(first_contacts(crowd.bodies, PairRules({}, {}, 0.0), {}, w).searched, 0u);
    const std::array<PairClearance, 1> own{{{{0, 1}, 0.5}}};
    for (const PairRules& rules : {PairRules({}, own, 0.0), PairRules({}, {}, 0.5)}) {
        const FirstContacts found = first_contacts(crowd.bodies, rules, {}, w);
        ASSERT_EQ(found.verdict, ContactVerdict::Contact);
        EXPECT_NEAR(found.clear_until, (5.0 - 1.8 - 0.3) / 10.0, 1e-5);  // 0.3^2 + 0.4^2 = 0.5^2
    }
}

TEST(FirstContacts, Degenerate_NobodyAndAlone) {
    FirstContactsWorkspace w;
    const PairRules rules({}, {}, 0.0);
    EXPECT_EQ(first_contacts({}, rules, {}, w).verdict, ContactVerdict::Clear);
    const Mesh box = test::box_mesh({1, 1, 1});
    const BodyModel model = build_body_model(box);
    const RigidMotion rest = AtRest{};
    const std::vector<MovingModel> alone{{model, rest}};
    const FirstContacts found = first_contacts(alone, rules, {.threads = 0}, w);
    EXPECT_EQ(found.verdict, ContactVerdict::Clear);
    EXPECT_EQ(found.clear_until, 1.0);
}

// What nobody can decide is not called clear, nor a later contact the first.
TEST(FirstContacts, Degenerate_AToleranceBelowRounding) {
    Crowd crowd;
    const auto at = [](double x, double y) {
        return Pose{Vec3(x, y, 0.1), Eigen::Quaterniond(Eigen::AngleAxisd(0.3, Vec3(1, 2, 3).normalized()))};
    };
    crowd.add(crowd.model_of_ball, at(0.0, 0.0), at(0.0, 0.0));
    crowd.add(crowd.model_of_ball, at(5.0, 0.1), at(0.0, 0.1));
    FirstContactsWorkspace w;
    const PairRules rules({}, {}, 0.0);
    const FirstContacts meets = first_contacts(crowd.bodies, rules, {}, w);
    ASSERT_EQ(meets.verdict, ContactVerdict::Contact);
    const FirstContacts open = first_contacts(crowd.bodies, rules, {.tolerance = 1e-30}, w);
    EXPECT_EQ(open.verdict, ContactVerdict::Undecided);
    EXPECT_TRUE(open.contacts.empty());
    EXPECT_NEAR(open.clear_until, meets.clear_until, 1e-5);
}

TEST(FirstContacts, Degenerate_CtrlC) {
    Rng rng(9027);
    const auto crowd = random_crowd(rng, 12, 4.0, 1.0);
    FirstContactsWorkspace w;
    const InterruptScope scope;
    std::raise(SIGINT);
    const FirstContacts found = first_contacts(crowd->bodies, crowd->rules(), {.threads = 2}, w);
    EXPECT_EQ(found.verdict, ContactVerdict::Undecided);
    EXPECT_EQ(found.clear_until, 0.0);
}

}  // namespace graze::first_contacts_test
