#include "graze/continuous/search/walk_queue.h"

#include "graze/core/random.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <gtest/gtest.h>

namespace graze::walk_queue_test {
namespace {

auto key(const WalkEntry& x) { return std::tuple(x.window.begin, x.window.end, x.a, x.b); }

bool are_equal(const WalkEntry& x, const WalkEntry& y) { return key(x) == key(y); }

/// Few values of each, so that ties are common.
WalkEntry random_entry(Rng& rng) {
    const Tick begin = static_cast<Tick>(rng.below(3)), length = static_cast<Tick>(1 + rng.below(3));
    return {static_cast<std::uint32_t>(rng.below(3)),
            static_cast<std::uint32_t>(rng.below(3)),
            {begin, begin + length}};
}

std::vector<WalkEntry> random_entries(Rng& rng, std::size_t count) {
    std::vector<WalkEntry> entries(count);
    for (WalkEntry& entry : entries) entry = random_entry(rng);
    return entries;
}

WalkQueue queue_of(std::span<const WalkEntry> entries) {
    WalkQueue queue;
    for (const WalkEntry& entry : entries) queue.push(entry);
    return queue;
}

std::vector<WalkEntry> popped(WalkQueue queue) {
    std::vector<WalkEntry> entries;
    while (!queue.empty()) entries.push_back(queue.pop());
    return entries;
}

TEST(WalkQueue, Example_TheEarliestComesFirstThenTheShortestThenByIds) {
    const WalkEntry latest{0, 0, {5, 6}}, longest{0, 0, {2, 9}}, later_a{7, 0, {2, 4}}, later_b{3, 8, {2, 4}},
        first{3, 1, {2, 4}};
    WalkQueue queue = queue_of(std::array{latest, later_b, longest, first, later_a});
    EXPECT_EQ(queue.size(), 5u);
    EXPECT_EQ(key(queue.earliest()), key(first));
    for (const WalkEntry& wanted : {first, later_b, later_a, longest, latest})
        EXPECT_EQ(key(queue.pop()), key(wanted));
    EXPECT_TRUE(queue.empty());
}

TEST(WalkQueue, Example_AnEntryIsStoredWhole) {
    WalkEntry entry{};
    set_entry(entry, 0x80000001u, 0xfffffffeu, {0x3fffffffu, kEndOfTime});
    EXPECT_EQ(key(entry), key({0x80000001u, 0xfffffffeu, {0x3fffffffu, kEndOfTime}}));
}

TEST(WalkQueue, Degenerate_NothingAndOneEntryAreKept) {
    for (const std::size_t count : {0u, 1u}) {
        Rng rng(2);
        WalkQueue queue = queue_of(random_entries(rng, count));
        std::vector<WalkEntry> given;
        queue.give_half(given);
        EXPECT_EQ(queue.size(), count);
        EXPECT_TRUE(given.empty());
    }
}

TEST(WalkQueue, Property_TheOrderIsTotal) {
    Rng rng(3);
    int ties = 0, differ = 0;
    for (int i = 0; i < 20000; ++i) {
        const WalkEntry x = random_entry(rng), y = random_entry(rng), z = random_entry(rng);
        ASSERT_EQ(is_earlier(x, y) + is_earlier(y, x) + are_equal(x, y), 1);
        ASSERT_TRUE(!(is_earlier(x, y) && is_earlier(y, z)) || is_earlier(x, z));
        (are_equal(x, y) ? ties : differ) += 1;
    }
    EXPECT_GT(ties, 100);
    EXPECT_GT(differ, 10000);
}

TEST(WalkQueue, Property_PoppedInOrderWhateverTheOrderOfPushes) {
    Rng rng(4);
    for (int i = 0; i < 200; ++i) {
        std::vector<WalkEntry> entries = random_entries(rng, 1 + rng.below(40));
        const std::vector<WalkEntry> out = popped(queue_of(entries));
        std::sort(entries.begin(), entries.end(), is_earlier);
        ASSERT_TRUE(std::equal(out.begin(), out.end(), entries.begin(), entries.end(), are_equal));
    }
}

TEST(WalkQueue, Property_HalfIsGivenNothingIsLostAndBothHalvesKeepTheirOrder) {
    Rng rng(5);
    int gave_early = 0;
    for (int i = 0; i < 500; ++i) {
        std::vector<WalkEntry> entries = random_entries(rng, rng.below(40));
        WalkQueue queue = queue_of(entries);
        const WalkEntry held{99, 99, {7, 8}};  // was there before: stays
        std::vector<WalkEntry> given{held};
        queue.give_half(given);
        ASSERT_EQ(key(given.front()), key(held));
        ASSERT_EQ(given.size() - 1, entries.size() / 2);
        ASSERT_EQ(queue.size(), entries.size() - entries.size() / 2);
        std::vector<WalkEntry> all = popped(queue);
        ASSERT_TRUE(std::is_sorted(all.begin(), all.end(), is_earlier));  // still a heap
        std::sort(entries.begin(), entries.end(), is_earlier);
        if (!entries.empty()) {
            ASSERT_EQ(key(all.front()), key(entries.front()));  // who gives goes on first
        }
        if (entries.size() > 8) {  // what is given has early ones among it, too
            const auto early = entries[entries.size() / 2];
            gave_early += std::any_of(given.begin() + 1, given.end(),
                                      [&](const WalkEntry& x) { return is_earlier(x, early); });
        }
        all.insert(all.end(), given.begin() + 1, given.end());
        std::sort(all.begin(), all.end(), is_earlier);
        ASSERT_TRUE(std::equal(all.begin(), all.end(), entries.begin(), entries.end(), are_equal));
    }
    EXPECT_GT(gave_early, 300);
}

}  // namespace
}  // namespace graze::walk_queue_test
