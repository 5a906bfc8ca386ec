#include "graze/io/text/text_cursor.h"

#include "graze/core/random.h"

#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

namespace graze::text_cursor_test {

TEST(TextCursor, Example_LineEndsOfEveryKindCountOnce) {
    TextCursor text("\xEF\xBB\xBFone\ntwo\r\nthree\rfour");
    for (const char* expected : {"one", "two", "three", "four"}) {
        EXPECT_EQ(text.rest_of_line(), expected);
        text.next_line();
    }
    EXPECT_TRUE(text.at_end());
    EXPECT_EQ(text.line_number(), 4u);
}

TEST(TextCursor, Reference_NumbersAreTheNearestDoubles) {
    Rng rng(17);
    for (int trial = 0; trial < 20000; ++trial) {
        std::string word = rng.below(2) ? "-" : "";
        for (std::uint64_t n = 1 + rng.below(22); n > 0; --n) word += static_cast<char>('0' + rng.below(10));
        if (rng.below(2)) word.insert(word.size() - rng.below(word.size() - 1), ".");
        if (rng.below(2)) word += "e" + std::to_string(static_cast<int>(rng.below(700)) - 350);
        const double expected = std::strtod(word.c_str(), nullptr);
        const auto number = parse_number(word.data(), word.data() + word.size());
        ASSERT_EQ(number.has_value(), std::isfinite(expected)) << word;
        if (number) {
            ASSERT_EQ(number->value, expected) << word;
            ASSERT_EQ(number->stop, word.data() + word.size()) << word;
        }
    }
}

TEST(TextCursor, Degenerate_WordsThatAreNoNumbers) {
    for (const std::string word : {"", "+", "-", "abc", "nan", "inf", "-inf", "+-1", "1e999", "--1"})
        EXPECT_FALSE(parse_number(word.data(), word.data() + word.size())) << word;
    for (const std::string word : {"", "x", "99999999999999999999", "+-3"})
        EXPECT_FALSE(parse_integer(word.data(), word.data() + word.size())) << word;
    const std::string answer = "+42";
    EXPECT_EQ(parse_integer(answer.data(), answer.data() + answer.size())->value, 42);
    EXPECT_EQ(number_fault("1e999"), "'1e999' is not finite as a double (limit 1.8e308)");
    EXPECT_EQ(number_fault("abc"), "'abc' is not a number");
}

}  // namespace graze::text_cursor_test
