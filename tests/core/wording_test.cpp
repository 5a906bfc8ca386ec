#include "graze/core/wording.h"

#include <gtest/gtest.h>

namespace graze::wording_test {
namespace {

const std::vector<std::string> kKeys{"name", "mesh", "pose", "part", "split"};

TEST(Wording, Example_EditDistanceCountsSwapsAsOne) {
    EXPECT_EQ(edit_distance("mesh", "mesh"), 0);
    EXPECT_EQ(edit_distance("mehs", "mesh"), 1);
    EXPECT_EQ(edit_distance("mes", "mesh"), 1);
    EXPECT_EQ(edit_distance("mexsh", "mesh"), 1);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
    EXPECT_EQ(edit_distance("", "abc"), 3);
    EXPECT_EQ(edit_distance("abc", ""), 3);
}

TEST(Wording, Example_NearMissFindsTypingErrorsOnly) {
    EXPECT_EQ(near_miss("Mesh", kKeys), "mesh");
    EXPECT_EQ(near_miss("psoe", kKeys), "pose");
    EXPECT_EQ(near_miss("splitt", kKeys), "split");
    EXPECT_EQ(near_miss("colour", kKeys), std::nullopt);
    EXPECT_EQ(did_you_mean("nmae", kKeys), "did you mean 'name'?");
    EXPECT_EQ(did_you_mean("colour", kKeys), "");
}

TEST(Wording, Degenerate_EmptyAndHugeNamesAreNearNothing) {
    EXPECT_EQ(near_miss("", kKeys), std::nullopt);
    EXPECT_EQ(near_miss(std::string(100000, 'm'), kKeys), std::nullopt);
    EXPECT_EQ(near_miss("x", std::vector<std::string>{"y"}), std::nullopt);  // one letter, all of it wrong
    EXPECT_EQ(near_miss("mesh", std::vector<std::string>{}), std::nullopt);
}

TEST(Wording, Example_QuotedKeepsUtf8AndOneLine) {
    EXPECT_EQ(in_quotes("T\xC3\xBCr 1"), "'T\xC3\xBCr 1'");
    EXPECT_EQ(in_quotes("a\nb\x1b[31m"), "'a\\x0ab\\x1b[31m'");
    EXPECT_EQ(in_quotes(""), "''");
}

TEST(Wording, Degenerate_QuotedShowsBytesThatAreNotUtf8) {
    EXPECT_EQ(in_quotes("\xC3"), "'\\xc3'");                    // cut short
    EXPECT_EQ(in_quotes("\xC0\x80"), "'\\xc0\\x80'");           // overlong
    EXPECT_EQ(in_quotes("\xED\xA0\x80"), "'\\xed\\xa0\\x80'");  // surrogate
    EXPECT_EQ(in_quotes("\xC2\x9B"), "'\\xc2\\x9b'");           // a C1 control: terminals obey it
    EXPECT_EQ(in_quotes("\xF0\x9F\x94\xA9"), "'\xF0\x9F\x94\xA9'");
    const std::string cut = in_quotes(std::string(1000, 'x'));
    EXPECT_EQ(cut, "'" + std::string(80, 'x') + "...'");
}

TEST(Wording, Example_PlainTextIsWhatQuotesLeaveAlone) {
    for (const char* text : {"", "T\xC3\xBCr 1", "\xF0\x9F\x94\xA9"})
        EXPECT_TRUE(is_plain_text(text)) << text;
    for (const char* text : {"a\nb", "\x7f", "ab\xC3", "\xC2\x9B"})
        EXPECT_FALSE(is_plain_text(text)) << in_quotes(text);
}

}  // namespace
}  // namespace graze::wording_test
