#include "graze_cad/step_write.h"

#include "graze/core/file.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <BRepPrimAPI_MakeBox.hxx>

namespace graze::step_write_test {
namespace {

cad::Part two_boxes() {
    const TopoDS_Shape box = BRepPrimAPI_MakeBox(1.0, 2.0, 3.0).Shape();
    gp_Trsf aside;
    aside.SetTranslation(gp_Vec(5.0, 0.0, 0.0));
    return {.name = "pair",
            .shape = {},
            .parts = {{.name = "left", .shape = box}, {.name = "right", .shape = box, .location = aside}}};
}

TEST(StepWrite, TheSamePartsGiveTheSameBytesAndGeometryOnce) {
    const std::filesystem::path folder = testing::TempDir();
    ASSERT_TRUE(cad::write_step(folder / "step_write_a.step", two_boxes()));
    ASSERT_TRUE(cad::write_step(folder / "step_write_b.step", two_boxes()));
    const auto a = read_file(folder / "step_write_a.step"), b = read_file(folder / "step_write_b.step");
    ASSERT_TRUE(a && b);
    EXPECT_TRUE(*a == *b);  // not EXPECT_EQ, which would print them
    std::size_t solids = 0;
    for (std::size_t at = a->find("MANIFOLD_SOLID_BREP("); at != std::string::npos;
         at = a->find("MANIFOLD_SOLID_BREP(", at + 1))
        ++solids;
    EXPECT_EQ(solids, 1u);
}

}  // namespace
}  // namespace graze::step_write_test
