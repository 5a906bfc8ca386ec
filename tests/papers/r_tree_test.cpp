#include "graze_papers/r_tree.h"

#include "graze/core/random.h"

#include <gtest/gtest.h>

namespace graze::papers::r_tree_test {
namespace {

Box random_box(Rng& rng) {
    Box box;
    for (int k = 0; k < 2; ++k) {
        const double x = static_cast<double>(rng.below(40)), y = static_cast<double>(rng.below(25)),
                     z = static_cast<double>(rng.below(11));
        box.add(Vec3(x, y, z));
        if (rng.below(2) == 0) break;  // half of them points
    }
    return box;
}

std::vector<std::uint32_t> found(const RTree& tree, const Box& query) {
    std::vector<std::uint32_t> items;
    std::uint64_t tests = 0;
    tree.for_each_overlapping(query, tests, [&](std::uint32_t item) {
        items.push_back(item);
        return true;
    });
    std::sort(items.begin(), items.end());
    return items;
}

}  // namespace

TEST(RTree, Example_OverlapIsClosed) {
    Box unit, right, apart;
    unit.add(Vec3(0, 0, 0)), unit.add(Vec3(1, 2, 3));
    right.add(Vec3(1, 2, 3)), right.add(Vec3(4, 5, 6));
    apart.add(Vec3(1, std::nextafter(2.0, 3.0), 3)), apart.add(Vec3(4, 5, 6));
    EXPECT_TRUE(overlap(unit, right));
    EXPECT_TRUE(overlap(right, unit));
    EXPECT_FALSE(overlap(unit, apart));
    EXPECT_FALSE(overlap(apart, unit));
}

TEST(RTree, Degenerate_NoneAndOneAndEqualBoxes) {
    EXPECT_TRUE(RTree().is_empty());
    EXPECT_TRUE(found(RTree(), Box{}).empty());
    Box box;
    box.add(Vec3(1, 2, 3));
    const std::vector<Box> equal(37, box);
    for (const std::size_t count : {std::size_t{1}, std::size_t{4}, std::size_t{5}, std::size_t{37}}) {
        const std::span<const Box> items(equal.data(), count);
        const RTree tree(items);
        EXPECT_EQ(audit(tree, items), "");
        EXPECT_EQ(found(tree, box).size(), count);
    }
}

TEST(RTree, Reference_EqualsTryingAllBoxesForEverySize) {
    Rng rng(4711);
    std::size_t hits = 0, misses = 0;
    for (std::size_t count = 1; count < 300; ++count) {
        std::vector<Box> items;
        for (std::size_t k = 0; k < count; ++k) items.push_back(random_box(rng));
        const RTree tree(items);
        ASSERT_EQ(audit(tree, items), "") << count;
        for (int q = 0; q < 5; ++q) {
            const Box query = random_box(rng);
            std::vector<std::uint32_t> expected;
            for (std::uint32_t k = 0; k < count; ++k)
                if (overlap(items[k], query)) expected.push_back(k);
            ASSERT_EQ(found(tree, query), expected) << count;
            hits += expected.size(), misses += count - expected.size();
        }
    }
    EXPECT_GT(hits, 10000u);
    EXPECT_GT(misses, 10000u);
}

TEST(RTree, Property_StopsWhenToldAndNeedsFewTests) {
    Rng rng(5);
    std::vector<Box> items;
    for (int k = 0; k < 4096; ++k) {
        const int place = k * 1235 % 4096;  // neighbours do not come one after the other
        Box box;
        box.add(Vec3(place % 16, place / 16 % 16, place / 256));
        items.push_back(box);
    }
    const RTree tree(items);
    std::uint64_t tests = 0;
    int visits = 0;
    EXPECT_FALSE(
        tree.for_each_overlapping(tree.bounds(), tests, [&](std::uint32_t) { return ++visits < 3; }));
    EXPECT_EQ(visits, 3);
    tests = 0;
    EXPECT_EQ(found(tree, items[1234]).size(), 1u);
    tree.for_each_overlapping(items[1234], tests, [](std::uint32_t) { return true; });
    EXPECT_LT(tests, 40u);  // 6 levels of 4 children, if nodes hardly overlap: 25
}

}  // namespace graze::papers::r_tree_test
