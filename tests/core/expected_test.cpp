#include "graze/core/expected.h"

#include <memory>
#include <stdexcept>

#include <gtest/gtest.h>

namespace graze::expected_test {
namespace {

struct AssertThrown : std::runtime_error {
    using std::runtime_error::runtime_error;
};

[[noreturn]] void throw_failure(const AssertFailure& failure) { throw AssertThrown(failure.condition); }

/// Asserts throw while one lives.
struct ThrowingAsserts {
    AssertHandler before = set_assert_handler(&throw_failure);
    ~ThrowingAsserts() { set_assert_handler(before); }
};

TEST(Expected, Example_HoldsAValueOrAnError) {
    const Expected<int> seven = 7;
    EXPECT_TRUE(seven.has_value());
    EXPECT_EQ(*seven, 7);
    const Expected<int> none = Error{ErrorCode::NotFound, "gone"};
    EXPECT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::NotFound);
    EXPECT_EQ(none.error().message, "gone");
}

TEST(Expected, Example_MovesWhatCannotBeCopied) {
    Expected<std::unique_ptr<int>> owner = std::make_unique<int>(3);
    const std::unique_ptr<int> taken = *std::move(owner);
    EXPECT_EQ(*taken, 3);
}

TEST(Expected, Example_AnErrorIsAValueOfItsOwnKind) {
    const Expected<std::string> text = std::string("fine");  // a string is the value, never the error
    EXPECT_TRUE(text.has_value());
    EXPECT_EQ(text->size(), 4u);
}

TEST(Expected, Example_VoidSucceedsByDefault) {
    EXPECT_TRUE(Expected<void>().has_value());
    const Expected<void> failed = make_error(ErrorCode::BadInput, "a.obj", "no triangles");
    EXPECT_FALSE(failed.has_value());
    EXPECT_EQ(failed.error().message, "a.obj: no triangles");
}

TEST(Expected, Example_MessageIsWhereWhatRemedy) {
    EXPECT_EQ(make_error(ErrorCode::BadInput, "a.obj, line 3", "x", "y").message, "a.obj, line 3: x; y");
}

TEST(Expected, Example_EveryCodeHasItsOwnName) {
    std::vector<std::string> names;
    for (const ErrorCode code :
         {ErrorCode::BadUsage, ErrorCode::BadInput, ErrorCode::NotFound, ErrorCode::CannotRead,
          ErrorCode::CannotWrite, ErrorCode::Unsupported, ErrorCode::Interrupted})
        names.emplace_back(name_of(code));
    const std::vector<std::string> expected{"bad_usage",    "bad_input",   "not_found",  "cannot_read",
                                            "cannot_write", "unsupported", "interrupted"};
    EXPECT_EQ(names, expected);
}

TEST(Assert, Example_HandlerSeesTheCondition) {
    const ThrowingAsserts guard;
    try {
        GRAZE_ASSERT(1 + 1 == 3);
        FAIL() << "the assert did not fire";
    } catch (const AssertThrown& thrown) {
        EXPECT_STREQ(thrown.what(), "1 + 1 == 3");
    }
    EXPECT_NO_THROW(GRAZE_ASSERT(1 + 1 == 2));
}

TEST(Assert, Example_ReadingTheWrongSideOfAnExpectedFires) {
    const ThrowingAsserts guard;
    const Expected<int> none = Error{ErrorCode::BadInput, "x"};
    EXPECT_THROW((void)*none, AssertThrown);
    const Expected<int> some = 1;
    EXPECT_THROW((void)some.error(), AssertThrown);
    EXPECT_THROW((void)Expected<void>().error(), AssertThrown);
}

TEST(Assert, Example_AuditFollowsItsSwitch) {
    const ThrowingAsserts guard;
    int evaluated = 0;
    const auto condition = [&] {
        ++evaluated;
        return true;
    };
    GRAZE_AUDIT(condition());
    EXPECT_EQ(evaluated, GRAZE_AUDITS);
}

TEST(AssertDeathTest, Example_DefaultHandlerPrintsAndAborts) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(GRAZE_ASSERT(2 < 1), "assertion failed: 2 < 1");
    EXPECT_DEATH(
        {
            set_assert_handler(nullptr);
            GRAZE_ASSERT(3 < 1);
        },
        "assertion failed: 3 < 1");
}

}  // namespace
}  // namespace graze::expected_test
