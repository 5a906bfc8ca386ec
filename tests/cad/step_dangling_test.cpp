#include "graze_cad/step_dangling.h"

#include <gtest/gtest.h>

namespace graze::cad::step_dangling_test {

using Found = std::vector<DanglingReference>;

TEST(StepDangling, Example_WhatIsNotThereAndWhatIsThereTwice) {
    EXPECT_EQ(dangling_references("#1=A(#2);\n#2 = B();\n"), Found{});
    EXPECT_EQ(dangling_references("#1=A(#2,#3);#3=B(#2);"), (Found{{1, 2}, {3, 2}}));
    EXPECT_EQ(dangling_references("#5=A();\n#5=A();"), (Found{{5, 5}}));
    EXPECT_EQ(dangling_references("#1=(A(#7) B());"), (Found{{1, 7}}));
}

TEST(StepDangling, Degenerate_TextsCommentsAndEndsCountForNothing) {
    EXPECT_EQ(dangling_references("#1=A('see #9; it''s #8');"), Found{});
    EXPECT_EQ(dangling_references("#1=A(/* #9 */$);/* #8=B(#7);"), Found{});
    EXPECT_EQ(dangling_references("#1=A('#9"), Found{});
    EXPECT_EQ(dangling_references(""), Found{});
    EXPECT_EQ(dangling_references("#"), Found{});
    EXPECT_EQ(dangling_references("#99999999999999999999999=A();#1=B(#2);"), (Found{{1, 2}}));
    EXPECT_EQ(dangling_references("HEADER; FILE_NAME('#3'); DATA;\n#1\n=\nA\n(#1);"), Found{});
}

}  // namespace graze::cad::step_dangling_test
