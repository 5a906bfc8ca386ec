// A search for first contact whose guess of the time was wrong, and one that several threads share.
#include "graze/continuous/search/model_contact.h"
#include "graze/continuous/search/walk_share.h"
#include "graze/core/interrupt.h"
#include "graze/core/random.h"

#include "support/odd_meshes.h"
#include "support/tuned_options.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <thread>

namespace graze::first_contact_guess_test {
namespace {

/// A floor of strips from x = 0 to 12, and a wall across it at x = 2.
Mesh room() {
    constexpr std::uint32_t kStrips = 96;
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i <= kStrips; ++i) {
        const double x = 12.0 * i / kStrips;
        vertices.insert(vertices.end(), {{x, 0.0, 0.0}, {x, 2.0, 0.0}});
        if (i == kStrips) break;
        triangles.push_back({2 * i, 2 * i + 1, 2 * i + 2});
        triangles.push_back({2 * i + 1, 2 * i + 3, 2 * i + 2});
    }
    const auto n = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), {{2.0, 0.0, 0.25}, {2.0, 2.0, 0.25}, {2.0, 1.0, 2.0}});
    triangles.push_back({n, n + 1, n + 2});
    return test::mesh_of(std::move(vertices), std::move(triangles));
}

/// A sheet of 2 kSide^2 triangles in waves.
template <std::uint32_t kSide = 40>
Mesh wave(double phase, double sign) {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i <= kSide; ++i)
        for (std::uint32_t j = 0; j <= kSide; ++j) {
            vertices.emplace_back(0.25 * i, 0.25 * j, sign * std::sin(1.3 * i + phase) * std::cos(0.9 * j));
            if (i == kSide || j == kSide) continue;
            const std::uint32_t k = i * (kSide + 1) + j;
            triangles.push_back({k, k + 1, k + kSide + 1});
            triangles.push_back({k + 1, k + kSide + 2, k + kSide + 1});
        }
    return test::mesh_of(std::move(vertices), std::move(triangles));
}

}  // namespace

// A block glides so near above a floor that floats cannot tell them apart, and then meets a wall: every guess
// is that it touches the floor long before. The walk takes pairs in any order, so that it knows the wall
// before it has seen all of the floor.
TEST(FirstContactGuess, Example_AWrongGuessIsTakenBack) {
    constexpr double kGap = 1e-6;
    const Mesh far = room();
    const Mesh block =
        test::mesh_of({{12.0, 0.5, kGap}, {11.0, 0.5, kGap}, {11.0, 1.5, kGap}, {11.0, 1.0, 1.0}},
                      {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}});
    const BodyModel a = build_body_model(far), b = build_body_model(block);
    const Pose from{};
    const RigidMotion rest = AtRest{};
    const RigidMotion glide = make_screw({from, {Vec3(-16.0, 0.0, 0.0), Eigen::Quaterniond::Identity()}, 0});
    FirstContactWorkspace w;
    std::uint64_t wrong = 0;
    for (const VisitOrder order :
         {VisitOrder::AsTheyCome, VisitOrder::EarliestChildFirst, VisitOrder::EarliestFirst})
        for (const int threads : {1, 2}) {
            const test::TunedOptions plain{{.tolerance = 1e-8, .threads = threads},
                                           {.order = order, .long_after = 40, .guesses = 0}};
            test::TunedOptions guessing = plain;
            guessing.tuning.guesses = 8;
            const FirstContact expected = first_contact({a, rest}, {b, glide, &from}, plain.all(), w);
            ASSERT_EQ(expected.verdict, ContactVerdict::Contact);
            EXPECT_NEAR(expected.clear_until, 9.0 / 16.0, 1e-8);
            EXPECT_EQ(expected.counters.wrong_guesses, 0u);
            const FirstContact found = first_contact({a, rest}, {b, glide, &from}, guessing.all(), w);
            EXPECT_EQ(found.verdict, ContactVerdict::Contact);
            EXPECT_EQ(found.clear_until, expected.clear_until);
            EXPECT_EQ(found.distance_hi, expected.distance_hi);
            wrong += found.counters.wrong_guesses;
        }
    EXPECT_GE(wrong, 1u);
}

/// A sheet lands flat on another: more triangles touch at once than are put off, or than one thread lists.
struct Landing {
    Mesh below = wave<12>(0.0, 0.0), above = wave<11>(0.0, 0.0);
    BodyModel a = build_body_model(below), b = build_body_model(above);
    RigidMotion rest = AtRest{};
    Pose from{Vec3(0.1, 0.05, 1.0), Eigen::Quaterniond::Identity()};
    RigidMotion fall = make_screw({from, {Vec3(0.15, 0.1, -0.5), Eigen::Quaterniond::Identity()}, 0});

    struct Touch {
        std::array<std::uint32_t, 4> ids;
        std::array<double, 10> numbers;
        bool operator==(const Touch&) const = default;
    };
    [[nodiscard]] std::vector<Touch> listed(const test::TunedOptions& options) const {
        FirstContactWorkspace w;
        const FirstContact found = first_contact({a, rest}, {b, fall, &from}, options.all(), w);
        EXPECT_EQ(found.verdict, ContactVerdict::Contact);
        EXPECT_NEAR(found.clear_until, 1.0 / 1.5, 1e-5);
        std::vector<Touch> touches;
        for (const ContactFeaturePair& c : found.contacts)
            touches.push_back(
                {{c.triangles[0], c.triangles[1], c.features[0], c.features[1]},
                 {c.points[0].x(), c.points[0].y(), c.points[0].z(), c.points[1].x(), c.points[1].y(),
                  c.points[1].z(), c.normal.x(), c.normal.y(), c.normal.z(), c.distance_hi}});
        return touches;
    }
};

TEST(FirstContactGuess, Example_AllThatTouchesAtOnceIsListed) {
    const Landing landing;
    const auto expected = landing.listed({{}, {.guesses = 0}});
    EXPECT_GT(expected.size(), 256u);
    EXPECT_EQ(landing.listed({{}, {.guesses = 3}}), expected);
}

TEST(FirstContactThreads, Property_ManyThreadsListTheSame) {
    const Landing landing;
    const auto expected = landing.listed({{.threads = 1}});
    EXPECT_GT(expected.size(), 512u);  // several blocks
    for (const int threads : {2, 7}) EXPECT_EQ(landing.listed({{.threads = threads}}), expected) << threads;
}

// Ctrl-C comes when the contact is known and its list is not: that is made all the same.
TEST(FirstContactThreads, Degenerate_AListIsWholeAfterCtrlC) {
    const Landing landing;
    const auto expected = landing.listed({});
    const InterruptScope scope;
    std::raise(SIGINT);
    for (const int threads : {1, 2})
        EXPECT_EQ(landing.listed({{.threads = threads}, {.long_after = ~std::uint64_t{0}}}), expected)
            << threads;
}

// Two waves face each other and close: their crests come near one after the other. The walks begin to share
// almost at once, so that all that they hand over matters.
TEST(FirstContactThreads, Property_SharedWalksFindTheSame) {
    const Mesh below = wave(0.0, 1.0), above = wave(0.4, -1.0);
    const BodyModel a = build_body_model(below), b = build_body_model(above);
    const RigidMotion rest = AtRest{};
    std::array<int, 2> seen{};
    for (const double fall : {1.0, 2.5, 3.0}) {
        const Pose from{Vec3(0.0, 0.0, 4.0), Eigen::Quaterniond::Identity()};
        const Pose to{Vec3(0.1, 0.0, 4.0 - fall),
                      Eigen::Quaterniond(Eigen::AngleAxisd(0.05, Vec3(1.0, 1.0, 0.0).normalized()))};
        const RigidMotion motion = make_screw({from, to, 0});
        FirstContactWorkspace w;
        const FirstContact alone = first_contact({a, rest}, {b, motion, &from}, {}, w);
        const std::vector<ContactFeaturePair> contacts(alone.contacts.begin(), alone.contacts.end());
        ++seen[alone.verdict == ContactVerdict::Clear ? 0 : 1];
        for (const int threads : {1, 2, 7})
            for (const std::uint64_t long_after : {1, 30}) {
                const FirstContactTuning tuning{.long_after = long_after};
                const FirstContact shared =
                    first_contact({a, rest}, {b, motion, &from}, {.threads = threads, .tuning = &tuning}, w);
                ASSERT_EQ(shared.verdict, alone.verdict) << threads;
                EXPECT_EQ(shared.clear_until, alone.clear_until) << threads;
                EXPECT_EQ(shared.distance_hi, alone.distance_hi) << threads;
                ASSERT_EQ(shared.contacts.size(), contacts.size()) << threads;
                for (std::size_t i = 0; i < contacts.size(); ++i)
                    EXPECT_EQ(shared.contacts[i].triangles, contacts[i].triangles) << threads;
            }
    }
    EXPECT_GE(seen[0], 1);
    EXPECT_GE(seen[1], 1);
}

/// The first triangles of a mesh, and one more.
Mesh stretch_of(const Mesh& mesh, std::size_t count, std::uint32_t more) {
    std::vector<Triangle> triangles(mesh.triangles.begin(), mesh.triangles.begin() + count);
    triangles.push_back(mesh.triangles[more]);
    return test::mesh_of(mesh.vertices, std::move(triangles));
}

// What other threads came to in an earlier query is about other bodies: a workspace forgets it. Here those
// had more triangles, and met at the same time.
TEST(FirstContactThreads, Regression_FewerThreadsAfterMany) {
    const Mesh below = wave(0.0, 1.0), above = wave(0.4, -1.0);
    const BodyModel a = build_body_model(below), b = build_body_model(above);
    const RigidMotion rest = AtRest{};
    const Pose from{Vec3(0.0, 0.0, 4.0), Eigen::Quaterniond::Identity()};
    const RigidMotion fall = make_screw({from, {Vec3(0.1, 0.0, 1.0), Eigen::Quaterniond::Identity()}, 0});
    FirstContactWorkspace used, fresh;
    constexpr FirstContactTuning kSoonLong{.long_after = 1};
    FirstContactOptions options{.threads = 7, .tuning = &kSoonLong};
    const FirstContact first = first_contact({a, rest}, {b, fall, &from}, options, used);
    ASSERT_EQ(first.verdict, ContactVerdict::Contact);
    const double time = first.clear_until;
    const auto [on_a, on_b] = first.contacts.front().triangles;
    const Mesh few_below = stretch_of(below, 200, on_a), few_above = stretch_of(above, 200, on_b);
    const BodyModel c = build_body_model(few_below), d = build_body_model(few_above);
    options.threads = 2;
    const FirstContact found = first_contact({c, rest}, {d, fall, &from}, options, used);
    const std::vector<ContactFeaturePair> contacts(found.contacts.begin(), found.contacts.end());
    EXPECT_NEAR(found.clear_until, time, 1e-5);
    options.threads = 1;
    const FirstContact expected = first_contact({c, rest}, {d, fall, &from}, options, fresh);
    EXPECT_EQ(found.clear_until, expected.clear_until);
    ASSERT_EQ(contacts.size(), expected.contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i)
        EXPECT_EQ(contacts[i].triangles, expected.contacts[i].triangles);
}

/// Ids of the first body, sorted.
std::vector<std::uint32_t> ids_of(const WalkQueue& queue) {
    std::vector<std::uint32_t> ids;
    for (const WalkEntry& entry : queue.all()) ids.push_back(entry.a);
    std::sort(ids.begin(), ids.end());
    return ids;
}

TEST(FirstContactThreads, Example_NothingThatIsGivenIsLost) {
    WalkShare share({}, 100, 1);
    std::vector<WalkEntry> stack;
    WalkQueue nodes, triangles, taken, taken_triangles;
    for (std::uint32_t i = 0; i < 5; ++i) stack.push_back({i, 0, {10 - i, 20}});
    for (std::uint32_t i = 5; i < 9; ++i) nodes.push({i, 0, {30 - i, 40}});
    for (std::uint32_t i = 9; i < 19; ++i) triangles.push({i, 0, {50 - i, 60}});
    share.give(stack, nodes, triangles);
    EXPECT_EQ(stack.size(), 3u);
    EXPECT_EQ(nodes.size(), 2u);
    EXPECT_EQ(triangles.size(), 10u);  // there are nodes to spare
    ASSERT_TRUE(share.take(taken, taken_triangles, false));
    EXPECT_EQ(taken.size(), 4u);
    EXPECT_TRUE(taken_triangles.empty());
    std::vector<std::uint32_t> all = ids_of(taken);
    for (const WalkEntry& entry : stack) all.push_back(entry.a);
    for (const std::uint32_t id : ids_of(nodes)) all.push_back(id);
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_FALSE(share.take(taken, taken_triangles, true));
}

TEST(FirstContactThreads, Example_TrianglesAreGivenWhereThereAreNoNodes) {
    WalkShare share({}, 100, 1);
    std::vector<WalkEntry> stack{{1, 1, {0, 1}}};
    WalkQueue nodes, triangles, taken_nodes, taken;
    nodes.push({2, 2, {0, 1}});
    for (std::uint32_t i = 0; i < 7; ++i) triangles.push({i, 0, {50 - i, 60}});
    share.give(stack, nodes, triangles);
    EXPECT_EQ(triangles.size(), 7u);  // too few to wake another for
    triangles.push({7, 0, {50 - 7, 60}});
    share.give(stack, nodes, triangles);
    EXPECT_EQ(triangles.size(), 4u);
    EXPECT_EQ(stack.size() + nodes.size(), 2u);
    ASSERT_TRUE(share.take(taken_nodes, taken, false));
    EXPECT_TRUE(taken_nodes.empty());
    std::vector<std::uint32_t> all = ids_of(taken);
    for (const std::uint32_t id : ids_of(triangles)) all.push_back(id);
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(FirstContactThreads, Property_WhatIsKeptComesInOrder) {
    Rng rng(20261118);
    for (int trial = 0; trial < 20; ++trial) {
        WalkQueue queue;
        for (std::uint32_t i = 0; i < 40; ++i)
            queue.push({i, 0, {static_cast<Tick>(rng.uniform(0.0, 1e6)), 1u << 30}});
        std::vector<WalkEntry> given;
        queue.give_half(given);
        EXPECT_EQ(given.size(), 20u);
        EXPECT_EQ(queue.size(), 20u);
        for (Tick before = 0; !queue.empty();) {
            const Tick next = queue.pop().window.begin;
            EXPECT_LE(before, next);
            before = next;
        }
    }
}

TEST(FirstContactThreads, Example_TheFirstToComeLeavesAsMuchForTheOthers) {
    std::vector<WalkEntry> start;
    for (std::uint32_t i = 0; i < 9; ++i) start.push_back({i, 0, {(i * 5) % 9, 20}});
    WalkShare share(start, 100, 3);
    std::vector<Tick> begins[3];
    for (auto& begin : begins) {
        WalkQueue nodes, triangles;
        ASSERT_TRUE(share.take(nodes, triangles, false));
        while (!nodes.empty()) begin.push_back(nodes.pop().window.begin);
    }
    EXPECT_EQ(begins[0], (std::vector<Tick>{0, 3, 6}));
    EXPECT_EQ(begins[1], (std::vector<Tick>{1, 4, 7}));
    EXPECT_EQ(begins[2], (std::vector<Tick>{2, 5, 8}));
}

TEST(FirstContactThreads, Example_WhoWaitsIsFed) {
    WalkShare share({{1, 1, {0, 1}}}, 100, 2);
    const auto count_rest = [&share](bool is_back) {
        std::size_t count = 0;
        for (WalkQueue nodes, triangles; share.take(nodes, triangles, is_back); is_back = true) {
            count += nodes.size();
            nodes.clear();
        }
        return count;
    };
    WalkQueue nodes, triangles;
    ASSERT_TRUE(share.take(nodes, triangles, false));
    std::size_t of_other = 0;
    std::thread other([&] { of_other = count_rest(false); });
    while (!share.is_hungry()) std::this_thread::yield();
    nodes.clear();
    std::vector<WalkEntry> stack{{2, 2, {0, 1}}, {3, 3, {0, 1}}, {4, 4, {0, 1}}, {5, 5, {0, 1}}};
    share.give(stack, nodes, triangles);
    EXPECT_EQ(stack.size(), 2u);
    const std::size_t own = count_rest(true);  // it may be back before the other wakes up
    other.join();
    EXPECT_EQ(own + of_other, 2u);
}

}  // namespace graze::first_contact_guess_test
