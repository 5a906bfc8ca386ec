#include "graze/core/progress.h"

#include <gtest/gtest.h>

namespace graze::progress_test {
namespace {

TEST(Progress, Example_BarRateAndTimeLeft) {
    EXPECT_EQ(format_progress("reading", 50, 100, 10.0, 200),
              "reading  [############............]  50 %  5 /s  0:10 left");
    EXPECT_EQ(format_progress("reading", 1'000'000, 4'000'000, 2.0, 200),
              "reading  [######..................]  25 %  500.0 k/s  0:06 left");
}

TEST(Progress, Example_LongTimesShowHours) {
    EXPECT_EQ(format_progress("x", 1, 7201, 1.0, 200),
              "x  [........................]   0 %  1 /s  2:00:00 left");
}

TEST(Progress, Example_UnknownTotalShowsTheCount) {
    EXPECT_EQ(format_progress("x", 2'500'000, 0, 1.0, 200), "x  2.5 M  2.5 M/s");
    EXPECT_EQ(format_progress("x", 3, 0, 0.0, 200), "x  3 ");
}

TEST(Progress, Degenerate_StartEndAndBeyond) {
    EXPECT_EQ(format_progress("x", 0, 10, 0.0, 200), "x  [........................]   0 %");
    EXPECT_EQ(format_progress("x", 10, 10, 5.0, 200), "x  [########################] 100 %  2 /s");
    EXPECT_EQ(format_progress("x", 30, 10, 3.0, 200), "x  [########################] 100 %  10 /s");
}

TEST(Progress, Degenerate_NarrowTerminalsCutBetweenCharacters) {
    EXPECT_EQ(format_progress("reading", 50, 100, 10.0, 7), "reading");
    EXPECT_EQ(format_progress("reading", 50, 100, 10.0, 0), "");
    EXPECT_EQ(format_progress("reading", 50, 100, 10.0, -3), "");
    EXPECT_EQ(format_progress("T\xC3\xBCr", 50, 100, 10.0, 2), "T\xC3\xBC");
}

TEST(Progress, Example_CountsWithoutDrawing) {
    Progress progress("x", 10, Progress::Draw::Never);
    progress.advance();
    progress.advance(4);
    EXPECT_EQ(progress.done(), 5u);
}

}  // namespace
}  // namespace graze::progress_test
