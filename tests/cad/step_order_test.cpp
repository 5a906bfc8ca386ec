#include "graze_cad/step_order.h"

#include <gtest/gtest.h>

namespace graze::step_order_test {
namespace {

// Two coloured solids, #10 and #20, in contexts #11 and #21; both have one colour. As OpenCASCADE lays it
// out.
constexpr const char* kHead =
    "DATA;\n#10 = MANIFOLD_SOLID_BREP('a;#9',#1);\n#11 = X();\n#20 = MANIFOLD_SOLID_BREP('b',#2);\n#21 = "
    "X();\n";
constexpr const char* kRoot = "MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',(";

std::string one_order() {
    return std::string(kHead) + "#30 = " + kRoot + "\n    #31,#33),#11);\n" +
           "#31 = STYLED_ITEM('color',(#32),#10);\n#32 = COLOUR('it''s; #1',0.5);\n"
           "#33 = STYLED_ITEM('color',(#32),#12);\n" +
           "#34 = " + kRoot + "#35),#21);\n#35 = STYLED_ITEM('color',(#32),#20);\nENDSEC;\nEND;\n";
}

std::string other_order() {
    return std::string(kHead) + "#30 = " + kRoot + "#31),#21);\n#31 = STYLED_ITEM('color',(#32),#20);\n" +
           "#32 = COLOUR('it''s; #1',0.5);\n" + "#33 = " + kRoot + "#34,#35),#11);\n" +
           "#34 = STYLED_ITEM('color',(#32),#12);\n#35 = STYLED_ITEM('color',(#32),#10);\nENDSEC;\nEND;\n";
}

TEST(StepOrder, Example_TextsThatSayTheSameBecomeEqual) {
    const std::string expected =
        std::string(kHead) + "#30 = " + kRoot +
        "#31,#33),#11);\n#31 = STYLED_ITEM('color',(#32),#10);\n#32 = COLOUR('it''s; "
        "#1',0.5);\n#33 = STYLED_ITEM('color',(#32),#12);\n#34 = " +
        kRoot + "#35),#21);\n#35 = STYLED_ITEM('color',(#32),#20);\nENDSEC;\nEND;\n";
    EXPECT_EQ(cad::with_colours_in_order(one_order()), expected);
    EXPECT_EQ(cad::with_colours_in_order(other_order()), expected);
    EXPECT_EQ(cad::with_colours_in_order(expected), expected);
}

TEST(StepOrder, Degenerate_WithoutColoursNothingChangesAndWhatNobodyUsesStays) {
    const std::string plain = std::string(kHead) + "ENDSEC;\nEND;\n";
    EXPECT_EQ(cad::with_colours_in_order(plain), plain);
    std::string more = one_order();
    more.insert(more.find("ENDSEC;"), "#36 = NOTE('x',#20);\n");
    EXPECT_NE(cad::with_colours_in_order(more).find("#36 = NOTE('x',#20);\nENDSEC;"), std::string::npos);
}

}  // namespace
}  // namespace graze::step_order_test
