#include "studio/access.h"

#include <gtest/gtest.h>

#include <set>

namespace graze::studio::access_test {
namespace {

constexpr std::uint16_t kPort = 4711;
const std::string kToken = "0123456789abcdef0123456789abcdef";

struct Case {
    Needs needs = Needs::Token;
    std::string host = "127.0.0.1:4711";
    std::string origin = {};
    std::string target = "/?token=0123456789abcdef0123456789abcdef";
    bool twice = false;
};

bool goes(const Case& one) {
    return may_have(one.needs, {.host = one.host, .origin = one.origin, .has_origin = !one.origin.empty(), .twice = one.twice}, parse_target(one.target), kToken, kPort);
}

}  // namespace

TEST(StudioAccess, Example_OnlyTheAddressThatWasPrintedGoes) {
    EXPECT_TRUE(goes({}));
    EXPECT_TRUE(goes({.origin = "http://127.0.0.1:4711"}));
    EXPECT_TRUE(goes({.needs = Needs::TokenAndOrigin, .origin = "http://127.0.0.1:4711"}));
    EXPECT_TRUE(goes({.needs = Needs::Nothing, .target = "/studio.js"}));
    EXPECT_FALSE(goes({.needs = Needs::TokenAndOrigin}));
    for (const char* host : {"", "127.0.0.1", "127.0.0.1:4712", "localhost:4711", "127.0.0.1:4711.evil.org", "evil.org", "127.0.0.1:4711 ", "[::1]:4711"}) {
        EXPECT_FALSE(goes({.host = host})) << host;
        EXPECT_FALSE(goes({.needs = Needs::Nothing, .host = host, .target = "/studio.js"})) << host;
    }
    for (const char* origin : {"null", "http://127.0.0.1", "https://127.0.0.1:4711", "http://127.0.0.1:4711/", "http://localhost:4711", "http://evil.org"}) {
        EXPECT_FALSE(goes({.origin = origin})) << origin;
        EXPECT_FALSE(goes({.needs = Needs::TokenAndOrigin, .origin = origin})) << origin;
    }
    for (const char* target : {"/", "/?token=", "/?token=0123456789abcdef0123456789abcdee", "/?token=0123456789abcdef0123456789abcde", "/?Token=0123456789abcdef0123456789abcdef",
                               "/?token=0123456789abcdef0123456789abcdef&token=0123456789abcdef0123456789abcdef", "?token=0123456789abcdef0123456789abcdef",
                               "http://127.0.0.1:4711/?token=0123456789abcdef0123456789abcdef", "/?token=0123456789ABCDEF0123456789ABCDEF"})
        EXPECT_FALSE(goes({.target = target})) << target;
    EXPECT_FALSE(goes({.twice = true}));
}

TEST(StudioAccess, Degenerate_AServerWithoutTokenLetsNobodyIn) {
    EXPECT_FALSE(may_have(Needs::Token, {.host = "127.0.0.1:4711", .origin = {}}, parse_target("/?token="), "", kPort));
}

TEST(StudioAccess, Property_TokensDiffer) {
    std::set<std::string> tokens;
    for (int i = 0; i < 100; ++i) {
        const std::string token = random_token();
        EXPECT_EQ(token.size(), 32U);
        EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
        tokens.insert(token);
    }
    EXPECT_EQ(tokens.size(), 100U);
    EXPECT_TRUE(are_same_secret("abc", "abc"));
    EXPECT_FALSE(are_same_secret("abc", "abd") || are_same_secret("abc", "ab") || are_same_secret("", "a"));
}

TEST(StudioAccess, Example_TargetsAreDecoded) {
    const Target target = parse_target("/files?name=a%20b%2Fc.stl&folder=7&empty");
    EXPECT_TRUE(target.is_valid);
    EXPECT_EQ(target.path, "/files");
    EXPECT_EQ(target.get("name"), "a b/c.stl");
    EXPECT_EQ(target.get("folder"), "7");
    EXPECT_EQ(target.get("missing"), "");
    for (const char* bad : {"", "files", "/a%", "/a%2", "/a%zz", "/?a=1&a=2", "*"}) EXPECT_FALSE(parse_target(bad).is_valid) << bad;
}

TEST(StudioAccess, Degenerate_FileNamesLeadNowhere) {
    EXPECT_EQ(safe_file_name("part.step"), "part.step");
    EXPECT_EQ(safe_file_name("../../etc/passwd"), "passwd");
    EXPECT_EQ(safe_file_name("a\\b\\c.stl"), "c.stl");
    EXPECT_EQ(safe_file_name("..."), "");
    EXPECT_EQ(safe_file_name(".bashrc"), "bashrc");
    EXPECT_EQ(safe_file_name("a\nb\x7f.stl"), "ab.stl");
    EXPECT_EQ(safe_file_name("x/"), "");
    EXPECT_LE(safe_file_name(std::string(5000, 'x') + ".stl").size(), 200U);
}

}  // namespace graze::studio::access_test
