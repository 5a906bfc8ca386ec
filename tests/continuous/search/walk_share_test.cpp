#include "graze/continuous/search/walk_share.h"

#include "graze/core/random.h"

#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

namespace graze::walk_share_test {
namespace {

WalkEntry entry(std::uint32_t id, Tick begin) { return {id, 0, {begin, begin + 1}}; }

std::vector<WalkEntry> entries(std::uint32_t count) {
    std::vector<WalkEntry> result;
    for (std::uint32_t i = count; i-- > 0;) result.push_back(entry(i, i));  // the latest first
    return result;
}

std::vector<std::uint32_t> ids(WalkQueue& queue) {
    std::vector<std::uint32_t> result;
    while (!queue.empty()) result.push_back(queue.pop().a);
    return result;
}

using Ids = std::vector<std::uint32_t>;

TEST(WalkShare, Example_PairsAreDealtOutByTime) {
    WalkShare share(entries(7), kEndOfTime, 3);
    WalkQueue nodes, triangles;
    ASSERT_TRUE(share.take(nodes, triangles, false));
    EXPECT_EQ(ids(nodes), (Ids{0, 3, 6}));  // one of three, the first among them
    ASSERT_TRUE(share.take(nodes, triangles, false));
    EXPECT_EQ(ids(nodes), (Ids{1, 4}));
    ASSERT_TRUE(share.take(nodes, triangles, false));
    EXPECT_EQ(ids(nodes), (Ids{2, 5}));
    EXPECT_TRUE(triangles.empty());
    EXPECT_FALSE(share.is_hungry());
}

TEST(WalkShare, Example_TheOlderHalfOfAStackIsGiven) {
    WalkShare share(entries(1), kEndOfTime, 2);
    WalkQueue nodes, triangles;
    ASSERT_TRUE(share.take(nodes, triangles, false));
    nodes.clear();
    std::vector<WalkEntry> stack{entry(10, 3), entry(11, 2), entry(12, 1), entry(13, 0), entry(14, 0)};
    share.give(stack, nodes, triangles);
    ASSERT_EQ(stack.size(), 3u);
    EXPECT_EQ(stack.front().a, 12u);
    WalkQueue taken;
    ASSERT_TRUE(share.take(taken, triangles, false));
    EXPECT_EQ(ids(taken), (Ids{11, 10}));
}

TEST(WalkShare, Example_TrianglesAreGivenOnlyIfThereAreNoNodesAndEnoughOfThem) {
    for (const bool has_nodes : {false, true})
        for (const std::uint32_t count : {7u, 8u}) {
            SCOPED_TRACE(count);
            WalkShare share(entries(1), kEndOfTime, 2);
            WalkQueue nodes, triangles, more_nodes, more_triangles;
            ASSERT_TRUE(share.take(nodes, triangles, false));
            if (has_nodes) nodes.push(entry(1, 1));  // with the one that it took: one to spare
            for (const WalkEntry& pair : entries(count)) triangles.push(pair);
            std::vector<WalkEntry> stack;
            share.give(stack, nodes, triangles);
            ASSERT_EQ(triangles.size(), !has_nodes && count == 8 ? 4u : count);
            EXPECT_EQ(nodes.size(), 1u);
            if (!has_nodes && count < 8) continue;  // nothing was given: to take would be to wait
            ASSERT_TRUE(share.take(more_nodes, more_triangles, false));
            EXPECT_EQ(more_nodes.size(), has_nodes ? 1u : 0u);
            EXPECT_EQ(more_triangles.size(), has_nodes ? 0u : 4u);
        }
}

TEST(WalkShare, Example_WhoComesBackTakesWhatWasGiven) {
    WalkShare share(entries(2), kEndOfTime, 2);
    WalkQueue nodes, triangles;
    ASSERT_TRUE(share.take(nodes, triangles, false));
    ASSERT_TRUE(share.take(nodes, triangles, false));
    std::vector<WalkEntry> stack(2, entry(5, 5));
    share.give(stack, nodes, triangles);  // one of the stack, one of the two nodes
    nodes.clear();
    EXPECT_TRUE(share.take(nodes, triangles, true));  // the other is still at work: half of what was given
    EXPECT_EQ(nodes.size(), 2u);
    EXPECT_FALSE(share.is_hungry());
}

TEST(WalkShare, Example_WhatIsLeftIsDroppedWhenAWalkFails) {
    WalkShare share(entries(4), kEndOfTime, 2);
    WalkQueue nodes, triangles, more;
    ASSERT_TRUE(share.take(nodes, triangles, false));
    share.abandon();
    EXPECT_FALSE(share.take(more, triangles, false));
    EXPECT_TRUE(more.empty() && triangles.empty());
}

TEST(WalkShare, Degenerate_NothingToShareEndsAtOnce) {
    WalkShare share({}, kEndOfTime, 1);
    WalkQueue nodes, triangles;
    EXPECT_FALSE(share.take(nodes, triangles, false));
    EXPECT_TRUE(nodes.empty() && triangles.empty());
}

TEST(WalkShareThreads, Example_WhoWaitsIsFedByWhoGives) {
    WalkShare share(entries(1), kEndOfTime, 2);
    WalkQueue nodes, triangles;
    ASSERT_TRUE(share.take(nodes, triangles, false));
    Ids taken;
    std::thread waiting([&] {
        WalkQueue own_nodes, own_triangles;
        for (bool is_back = false; share.take(own_nodes, own_triangles, is_back); is_back = true)
            for (const std::uint32_t id : ids(own_nodes)) taken.push_back(id);
    });
    for (std::uint32_t i = 0; i < 20; ++i) {
        while (!share.is_hungry()) std::this_thread::yield();
        std::vector<WalkEntry> stack{entry(100 + i, 0), entry(200 + i, 0)};
        share.give(stack, nodes, triangles);
        ASSERT_EQ(stack.size(), 1u);
    }
    while (!share.is_hungry())
        std::this_thread::yield();  // the other has taken the last one, and waits again
    nodes.clear();
    EXPECT_FALSE(share.take(nodes, triangles, true));
    waiting.join();
    std::sort(taken.begin(), taken.end());
    Ids wanted(20);
    for (std::uint32_t i = 0; i < 20; ++i) wanted[i] = 100 + i;
    EXPECT_EQ(taken, wanted);
}

TEST(WalkShareThreads, Example_AbandonEndsTheOthersAndDropsWhatIsLeft) {
    WalkShare share(entries(1), kEndOfTime, 3);
    WalkQueue nodes, triangles;
    ASSERT_TRUE(share.take(nodes, triangles, false));
    std::atomic<int> ended = 0;
    std::vector<std::thread> waiting;
    for (int i = 0; i < 2; ++i)
        waiting.emplace_back([&] {
            WalkQueue own_nodes, own_triangles;
            EXPECT_FALSE(share.take(own_nodes, own_triangles, false));
            ++ended;
        });
    while (!share.is_hungry()) std::this_thread::yield();
    EXPECT_EQ(ended, 0);
    share.abandon();
    for (std::thread& thread : waiting) thread.join();
    EXPECT_EQ(ended, 2);
}

TEST(WalkShareThreads, Property_TheEndOfTimeOnlyFalls) {
    for (int round = 0; round < 20; ++round) {
        WalkShare share({}, kEndOfTime, 4);
        std::vector<std::thread> threads;
        for (std::uint32_t i = 0; i < 4; ++i)
            threads.emplace_back([&share, i] {
                Rng rng(i);
                Tick before = kEndOfTime;
                for (Tick k = 1000; k > 0; --k) {
                    share.cut_at(4 * k + i);
                    share.cut_at(4 * k + i + static_cast<Tick>(rng.below(4000)));  // later: changes nothing
                    const Tick now = share.last();
                    if (now > before || now > 4 * k + i) ADD_FAILURE() << now << " after " << before;
                    before = now;
                }
            });
        for (std::thread& thread : threads) thread.join();
        ASSERT_EQ(share.last(), 4u);
    }
}

/// A walk over a tree of halves: pairs of "nodes" [a, b) with more than one number are divided, others counted.
struct HalvingWalk {
    WalkShare& share;
    std::vector<std::atomic<int>>& visits;
    std::atomic<int>& takers;  // walks that took something
    int wanted_takers;         // nobody goes on without them
    WalkQueue nodes = {}, triangles = {};
    std::vector<WalkEntry> stack = {};

    void run() {
        for (bool is_back = false; share.take(nodes, triangles, is_back); is_back = true) {
            if (!is_back) ++takers;
            for (int steps = 0; !nodes.empty() || !triangles.empty() || !stack.empty(); ++steps) {
                if (steps == 100) wait_for_others();
                step();
            }
        }
    }
    void wait_for_others() {
        for (; takers < wanted_takers; std::this_thread::yield())
            if (share.is_hungry()) share.give(stack, nodes, triangles);
    }
    void step() {
        if (share.is_hungry()) share.give(stack, nodes, triangles);
        if (!triangles.empty()) {
            ++visits[triangles.pop().a];
        } else if (!stack.empty()) {
            const WalkEntry top = stack.back();
            stack.pop_back();
            open(top);
        } else if (!nodes.empty()) {
            open(nodes.pop());
        }
    }
    void open(const WalkEntry& pair) {
        if (pair.b - pair.a == 1) return triangles.push(pair);
        const std::uint32_t middle = pair.a + (pair.b - pair.a) / 2;
        for (const auto& [from, to] : {std::pair(pair.a, middle), std::pair(middle, pair.b)})
            (from % 3 == 0 ? nodes.push({from, to, {from, to}}) : stack.push_back({from, to, {from, to}}));
    }
};

TEST(WalkShareThreads, Property_EveryPairIsVisitedOnce) {
    constexpr std::uint32_t kCount = 20000;
    for (const int count : {1, 2, 4, 7})
        for (int round = 0; round < 5; ++round) {
            SCOPED_TRACE(count);
            std::vector<std::atomic<int>> visits(kCount);
            // One pair: the others wait for it.
            WalkShare share({{0, kCount, {0, kCount}}}, kEndOfTime, count);
            std::atomic<int> takers = 0;
            std::vector<HalvingWalk> walks(static_cast<std::size_t>(count),
                                           HalvingWalk{share, visits, takers, std::min(count, 2)});
            std::vector<std::thread> threads;
            for (HalvingWalk& walk : walks) threads.emplace_back([&walk] { walk.run(); });
            for (std::thread& thread : threads) thread.join();
            for (const auto& visit : visits) ASSERT_EQ(visit.load(), 1);
            ASSERT_GE(takers, std::min(count, 2));
        }
}

}  // namespace
}  // namespace graze::walk_share_test
