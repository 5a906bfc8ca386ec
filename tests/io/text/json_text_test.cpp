#include "graze/io/text/json_text.h"

#include <cmath>

#include <gtest/gtest.h>

namespace graze::json_text_test {
namespace {

std::string error_of(std::string_view text, const JsonLimits& limits = {}) {
    const auto parsed = parse_json_text(text, "f.json", limits);
    return parsed ? "accepted" : parsed.error().message;
}

TEST(JsonText, Example_KeepsKindsOrderAndValues) {
    const auto parsed = parse_json_text(R"({"b": [1, -2.5e3, true, null, "T\u00fcr"], "a": {}})", "f.json");
    ASSERT_TRUE(parsed.has_value());
    const auto& members = *parsed->members();
    ASSERT_EQ(members.size(), 2u);
    EXPECT_EQ(members[0].key, "b");
    EXPECT_EQ(members[1].key, "a");
    const auto& items = *members[0].value.items();
    ASSERT_EQ(items.size(), 5u);
    EXPECT_EQ(*items[0].number(), 1.0);
    EXPECT_EQ(*items[1].number(), -2500.0);
    EXPECT_EQ(*items[2].boolean(), true);
    EXPECT_STREQ(kind_of(items[3]), "null");
    EXPECT_EQ(*items[4].text(), "T\xC3\xBCr");
    EXPECT_EQ(items[4].number(), nullptr);
    EXPECT_TRUE(members[1].value.members()->empty());
}

TEST(JsonText, Example_DoublesAreRoundedToNearest) {
    const auto parsed =
        parse_json_text("[0.1, 9007199254740993.0, 4.9e-324, -0.0, 123456789012345678901234567890]", "f");
    ASSERT_TRUE(parsed.has_value());
    EXPECT_EQ(*(*parsed->items())[0].number(), 0.1);
    EXPECT_EQ(*(*parsed->items())[1].number(), 9007199254740992.0);
    EXPECT_EQ(*(*parsed->items())[2].number(), 4.9e-324);
    EXPECT_TRUE(std::signbit(*(*parsed->items())[3].number()));
    EXPECT_EQ(*(*parsed->items())[4].number(), 123456789012345678901234567890.0);
}

TEST(JsonText, Example_ByteOrderMarkIsAccepted) {
    EXPECT_EQ(error_of("\xEF\xBB\xBF[1]"), "accepted");
    EXPECT_NE(error_of("\xFF\xFE[\0"), "accepted");
}

TEST(JsonText, Example_SyntaxErrorsTellLineAndColumn) {
    EXPECT_EQ(error_of("{\n  \"a\": 1,\n  b\n}").rfind("f.json, line 3, column 3: syntax error", 0), 0u)
        << error_of("{\n  \"a\": 1,\n  b\n}");
    EXPECT_EQ(error_of("\xEF\xBB\xBF{]").rfind("f.json, line 1, column 2: ", 0), 0u);
    EXPECT_EQ(error_of("[1, 2").rfind("f.json, line 1, column ", 0), 0u);
}

TEST(JsonText, Degenerate_RefusedTexts) {
    const std::vector<std::pair<std::string, std::string>> table{
        {"", "is empty"},
        {" \n\t", "is empty"},
        {"\xFE\xFF{}", "UTF-16"},
        {"[1] 2", "syntax error"},
        {"[1,]", "syntax error"},
        {"[01]", "syntax error"},
        {"[NaN]", "syntax error"},
        {"[Infinity]", "syntax error"},
        {"['a']", "syntax error"},
        {"[1] // note", "syntax error"},
        {"[\"a\xff\"]", "syntax error"},
        {std::string("[\"a\0\"]", 6), "syntax error"},
        {"[1e999]", "beyond the largest double"},
        {"[-1e999]", "beyond the largest double"},
        {R"({"a": 1, "a": 2})", "key 'a' appears twice"},
        {R"({"x": [0, {"a": 1, "a": 2}]})", "f.json: /x/1: key 'a' appears twice"},
        {R"({"\u0061": 1, "a": 2})", "key 'a' appears twice"},
    };
    for (const auto& [text, complaint] : table)
        EXPECT_NE(error_of(text).find(complaint), std::string::npos) << text << "\n" << error_of(text);
}

TEST(JsonText, Degenerate_LimitsHold) {
    EXPECT_NE(error_of("[[[1]]]", {.depth = 2}).find("nested deeper than 2"), std::string::npos);
    EXPECT_EQ(error_of("[[[1]]]", {.depth = 3}), "accepted");
    EXPECT_NE(error_of(std::string(1'000'000, '[')).find("nested deeper than 32"), std::string::npos);
    EXPECT_NE(error_of("[1, 2, 3]", {.bytes = 8}).find("9 bytes, more than the limit of 8"),
              std::string::npos);
    EXPECT_NE(error_of(R"({"a": 1, "b": 2})", {.keys_per_object = 1}).find("more than 1 keys"),
              std::string::npos);
}

TEST(JsonText, Property_MessagesAreShortAndOnOneLine) {
    for (const std::string& text :
         {"[\"" + std::string(100000, 'x'),
          "{\"" + std::string(100000, 'k') + "\": 1, \"" + std::string(100000, 'k') + "\": 1}",
          std::string("[\"\n\r\x1b")}) {
        const std::string message = error_of(text);
        EXPECT_LT(message.size(), 500u);
        EXPECT_EQ(message.find_first_of("\n\r\x1b"), std::string::npos);
    }
}

TEST(JsonText, Example_PlacesEscapeAsRfc6901) {
    const JsonPlace root{"f.json", ""};
    EXPECT_EQ(root.words(), "f.json");
    EXPECT_EQ((root / "a/b" / std::size_t{3} / "~").words(), "f.json: /a~1b/3/~0");
    EXPECT_EQ((root / "a\nb").pointer, "/a\\x0ab");
}

}  // namespace
}  // namespace graze::json_text_test
