#include "graze/core/hash.h"
#include "graze/core/random.h"

#include <array>
#include <limits>

#include <gtest/gtest.h>

namespace graze::random_hash_test {
namespace {

// The first outputs of splitmix64 from seed 1234567, as published with it (prng.di.unimi.it) and used by many
// as its check values.
TEST(Random, Reference_PublishedValuesOfSplitmix64) {
    Rng rng(1234567);
    for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                         4593380528125082431u, 16408922859458223821u})
        EXPECT_EQ(rng.bits(), expected);
}

TEST(Random, Example_RealsStayInTheirRangeAndFillIt) {
    Rng rng(42);
    double least = 1.0, most = 0.0;
    for (int i = 0; i < 10000; ++i) {
        const double u = rng.unit();
        ASSERT_GE(u, 0.0);
        ASSERT_LT(u, 1.0);
        least = std::min(least, u);
        most = std::max(most, u);
        const double v = rng.uniform(-3.0, 5.0);
        ASSERT_GE(v, -3.0);
        ASSERT_LE(v, 5.0);
    }
    EXPECT_LT(least, 0.01);
    EXPECT_GT(most, 0.99);
}

TEST(Random, Example_BelowReachesEveryValueAndNoMore) {
    Rng rng(7);
    std::array<int, 6> counts{};
    for (int i = 0; i < 6000; ++i) {
        const std::uint64_t value = rng.below(6);
        ASSERT_LT(value, 6u);
        ++counts[value];
    }
    for (const int count : counts) EXPECT_NEAR(count, 1000, 150);  // 5 standard deviations are 144
    for (int i = 0; i < 10; ++i) EXPECT_EQ(rng.below(1), 0u);
    std::uint64_t largest = 0;
    for (int i = 0; i < 100; ++i)
        largest = std::max(largest, rng.below(std::numeric_limits<std::uint64_t>::max()));
    EXPECT_GT(largest, std::uint64_t{1} << 62);
}

TEST(Hash, Regression_GoldenValuesStay) {
    EXPECT_EQ(Hash().value(), 0x2545F4914F6CDD1Du);
    Hash hash;
    hash.add(std::uint64_t{1});
    hash.add(2.5);
    hash.add(std::string_view("graze"));
    EXPECT_EQ(hash.value(), 0xE383D9E89E18F9F4u);
}

TEST(Hash, Property_OrderSignAndLengthMatter) {
    const auto of = [](auto... parts) {
        Hash hash;
        (hash.add(parts), ...);
        return hash.value();
    };
    using namespace std::string_view_literals;
    EXPECT_NE(of(1.0, 2.0), of(2.0, 1.0));
    EXPECT_NE(of(0.0), of(-0.0));
    EXPECT_NE(of("ab"sv, "c"sv), of("a"sv, "bc"sv));
    EXPECT_NE(of("\0"sv), of(""sv));
    EXPECT_EQ(of("ab"sv, 3.0), of("ab"sv, 3.0));
}

}  // namespace
}  // namespace graze::random_hash_test
