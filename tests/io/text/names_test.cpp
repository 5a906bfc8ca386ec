#include "graze/io/text/names.h"

#include "graze/core/random.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace graze::names_test {

TEST(Names, Example_ValidTextPassesAndBadBytesAreReplaced) {
    EXPECT_EQ(clean_name("Gehäuse 7/β"), "Gehäuse 7/β");
    EXPECT_EQ(clean_name("a\xFFz"), "a\xEF\xBF\xBDz");
    EXPECT_EQ(clean_name("tab\there"), "tab\xEF\xBF\xBDhere");
    EXPECT_EQ(clean_name("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // a surrogate
    EXPECT_EQ(clean_name("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // overlong '/'
    EXPECT_EQ(clean_name("\xF0\x9F\x94"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // cut short
}

TEST(Names, Degenerate_LongNamesAreCutAtACharacter) {
    std::string long_name;
    for (int i = 0; i < 200; ++i) long_name += "ß";
    const std::string cut = clean_name(long_name);
    EXPECT_EQ(cut.size(), 254u);
    EXPECT_EQ(cut, long_name.substr(0, 254));
}

TEST(Names, Property_EveryResultIsAcceptedByAStrictJsonWriter) {
    Rng rng(61);
    int changed = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        std::string raw;
        for (std::uint64_t n = rng.below(12); n > 0; --n)
            raw += static_cast<char>(rng.below(2) ? 0x80 + rng.below(128) : rng.below(128));
        const std::string clean = clean_name(raw);
        ASSERT_NO_THROW((void)nlohmann::json(clean).dump());
        ASSERT_EQ(clean_name(clean), clean);
        changed += clean != raw;
    }
    EXPECT_GT(changed, 500);
}

TEST(Names, Example_UniqueNamesAreNumbered) {
    UniqueNames names;
    EXPECT_EQ(names.add("bolt"), "bolt");
    EXPECT_EQ(names.add("bolt#2"), "bolt#2");
    EXPECT_EQ(names.add("bolt"), "bolt#3");
    EXPECT_EQ(names.add("bolt"), "bolt#4");
    EXPECT_EQ(names.add("bolt#2"), "bolt#2#2");
}

}  // namespace graze::names_test
