#include "graze_cad/analytic.h"

#include "graze_cad/import.h"
#include "graze_cad/recognise.h"
#include "graze_cad/step_write.h"

#include <cmath>
#include <filesystem>
#include <map>

#include <gtest/gtest.h>
#include <unistd.h>
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepBuilderAPI_NurbsConvert.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <gp_Ax2.hxx>

namespace graze::cad::analytic_test {
namespace {

namespace fs = std::filesystem;

/// Written and read as STEP: 12 to 15 digits of a coordinate below 1000 come back.
constexpr double kStepSlack = 1e-9;

CadModel through_step(const Part& root) {
    const fs::path path =
        fs::path(testing::TempDir()) / ("graze-analytic-" + std::to_string(::getpid()) + ".step");
    EXPECT_TRUE(write_step(path, root));
    auto model = import_cad_file(path, CadFormat::Step, {});
    fs::remove(path);
    EXPECT_TRUE(model) << model.error().message;
    return model ? *std::move(model) : CadModel{};
}

/// The first face of this kind, and material side.
const AnalyticSurface* find(const Mesh& mesh, SurfaceKind kind, MaterialSide side) {
    for (const Surface& surface : mesh.surfaces)
        if (surface.analytic && surface.analytic->kind == kind && surface.analytic->material == side)
            return &*surface.analytic;
    return nullptr;
}

/// A block with a cylindrical, a conical, a spherical and a toroidal bite out of it.
TopoDS_Shape bitten_block() {
    TopoDS_Shape block = BRepPrimAPI_MakeBox(100.0, 40.0, 20.0).Shape();
    const auto at = [](double x) { return gp_Ax2(gp_Pnt(x, 20, 20), gp_Dir(0, 0, -1)); };
    block = BRepAlgoAPI_Cut(block, BRepPrimAPI_MakeCylinder(at(12), 5.0, 30.0).Shape()).Shape();
    block = BRepAlgoAPI_Cut(block, BRepPrimAPI_MakeCone(at(35), 8.0, 2.0, 6.0).Shape()).Shape();
    block = BRepAlgoAPI_Cut(block, BRepPrimAPI_MakeSphere(gp_Pnt(57, 20, 20), 7.0).Shape()).Shape();
    return BRepAlgoAPI_Cut(block, BRepPrimAPI_MakeTorus(at(82), 10.0, 3.0).Shape()).Shape();
}

TEST(AnalyticSurfaces, Example_HolesAndBitesHaveTheirFormulaAndTheMaterialAroundThem) {
    const CadModel model = through_step({.name = "block", .shape = bitten_block()});
    const Mesh& mesh = model.shapes[0].mesh;
    const AnalyticSurface* hole = find(mesh, SurfaceKind::Cylinder, MaterialSide::Around);
    ASSERT_NE(hole, nullptr);
    EXPECT_NEAR(hole->radius, 5.0, kStepSlack);
    EXPECT_NEAR(std::abs(hole->axis.z()), 1.0, kStepSlack);
    EXPECT_NEAR(hole->origin.x(), 12.0, kStepSlack);
    EXPECT_NEAR(hole->origin.y(), 20.0, kStepSlack);
    const AnalyticSurface* cone = find(mesh, SurfaceKind::Cone, MaterialSide::Around);
    ASSERT_NE(cone, nullptr);  // radius 8 at z 20, 2 at z 14: the apex is at z 12
    EXPECT_LT((cone->origin - Vec3(35, 20, 12)).norm(), kStepSlack);
    EXPECT_LT((cone->axis - Vec3::UnitZ()).norm(), kStepSlack);
    EXPECT_NEAR(cone->half_angle, std::atan2(6.0, 6.0), kStepSlack);
    const AnalyticSurface* bowl = find(mesh, SurfaceKind::Sphere, MaterialSide::Around);
    ASSERT_NE(bowl, nullptr);
    EXPECT_LT((bowl->origin - Vec3(57, 20, 20)).norm(), kStepSlack);
    EXPECT_NEAR(bowl->radius, 7.0, kStepSlack);
    const AnalyticSurface* groove = find(mesh, SurfaceKind::Torus, MaterialSide::Around);
    ASSERT_NE(groove, nullptr);
    EXPECT_LT((groove->origin - Vec3(82, 20, 20)).norm(), kStepSlack);
    EXPECT_NEAR(groove->radius, 10.0, kStepSlack);
    EXPECT_NEAR(groove->tube_radius, 3.0, kStepSlack);
    for (const SurfaceKind kind : {SurfaceKind::Cylinder, SurfaceKind::Cone, SurfaceKind::Sphere})
        EXPECT_EQ(find(mesh, kind, MaterialSide::Within), nullptr);
}

TEST(AnalyticSurfaces, Example_PinsConesBallsAndRingsHaveTheirMaterialWithin) {
    const std::map<SurfaceKind, TopoDS_Shape> shapes{
        {SurfaceKind::Cylinder, BRepPrimAPI_MakeCylinder(5.0, 30.0).Shape()},
        {SurfaceKind::Cone, BRepPrimAPI_MakeCone(2.0, 8.0, 6.0).Shape()},
        {SurfaceKind::Sphere, BRepPrimAPI_MakeSphere(7.0).Shape()},
        {SurfaceKind::Torus, BRepPrimAPI_MakeTorus(10.0, 3.0).Shape()}};
    for (const auto& [kind, shape] : shapes) {
        const CadModel model = through_step({.name = "x", .shape = shape});
        EXPECT_NE(find(model.shapes[0].mesh, kind, MaterialSide::Within), nullptr) << name_of(kind);
        EXPECT_EQ(find(model.shapes[0].mesh, kind, MaterialSide::Around), nullptr) << name_of(kind);
    }
}

/// Of every triangle of every face: its corners are on the surface, and its normal points where the signed
/// distance grows. Turned, moved and mirrored, so that every sign is used.
TEST(AnalyticSurfaces, Property_TrianglesLieOnTheirSurfaceAndFaceOutOfItsMaterial) {
    gp_Trsf turn, mirror;
    turn.SetRotation(gp_Ax1(gp_Pnt(3, 1, 2), gp_Dir(1, 2, 3)), 0.7);
    mirror.SetMirror(gp_Ax2(gp_Pnt(5, 0, 0), gp_Dir(1, 1, 0)));
    int faces = 0;
    for (const gp_Trsf& place : {gp_Trsf(), turn, mirror, mirror * turn})
        for (const TopoDS_Shape& shape :
             {bitten_block(), BRepPrimAPI_MakeTorus(10.0, 3.0).Shape(),
              BRepPrimAPI_MakeCone(8.0, 2.0, 6.0).Shape(), BRepPrimAPI_MakeSphere(4.0).Shape()}) {
            const CadModel model =
                through_step({.name = "x", .shape = BRepBuilderAPI_Transform(shape, place, true).Shape()});
            const Mesh& mesh = model.shapes[0].mesh;
            for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
                const auto& analytic = mesh.surfaces[mesh.surface_of_triangle[t]].analytic;
                ASSERT_TRUE(analytic);
                const auto [a, b, c] = corners(mesh, t);
                for (const Vec3& corner : {a, b, c})
                    ASSERT_NEAR(signed_distance(*analytic, corner), 0.0, 1e-5);  // edges have 1e-7 of slack
                const Vec3 centre = (a + b + c) / 3.0, normal = (b - a).cross(c - a).normalized();
                const double step = 1e-3;
                ASSERT_GT(signed_distance(*analytic, centre + step * normal),
                          signed_distance(*analytic, centre - step * normal));
            }
            faces += static_cast<int>(mesh.surfaces.size());
        }
    EXPECT_GT(faces, 40);
}

/// Everything as splines, as some CAD systems write it: the formulas are found all the same.
TEST(AnalyticSurfaces, Reference_SplinesThatAreExactlySuchSurfacesAreRecognised) {
    gp_Trsf turn;
    turn.SetRotation(gp_Ax1(gp_Pnt(3, 1, 2), gp_Dir(1, 2, 3)), 0.7);
    for (const TopoDS_Shape& shape :
         {bitten_block(), BRepPrimAPI_MakeTorus(10.0, 3.0).Shape(),
          BRepPrimAPI_MakeCone(8.0, 2.0, 6.0).Shape(), BRepPrimAPI_MakeSphere(4.0).Shape(),
          BRepPrimAPI_MakeCylinder(2.0, 9.0, 0.4).Shape()}) {
        const TopoDS_Shape there = BRepBuilderAPI_Transform(shape, turn, true).Shape();
        const CadModel truth = through_step({.name = "x", .shape = there});
        const CadModel model =
            through_step({.name = "x", .shape = BRepBuilderAPI_NurbsConvert(there).Shape()});
        const auto &wanted = truth.shapes[0].mesh.surfaces, &found = model.shapes[0].mesh.surfaces;
        ASSERT_EQ(wanted.size(), found.size());
        for (std::size_t s = 0; s < wanted.size(); ++s) {
            EXPECT_EQ(found[s].kind, SurfaceKind::Spline);
            ASSERT_TRUE(found[s].analytic) << wanted[s].name;
            EXPECT_EQ(found[s].analytic->kind, wanted[s].analytic->kind);
            EXPECT_EQ(found[s].analytic->material, wanted[s].analytic->material);
            EXPECT_NEAR(found[s].analytic->radius, wanted[s].analytic->radius, 1e-6);
            EXPECT_NEAR(found[s].analytic->tube_radius, wanted[s].analytic->tube_radius, 1e-6);
            EXPECT_NEAR(found[s].analytic->half_angle, wanted[s].analytic->half_angle, 1e-6);
            if (wanted[s].analytic->kind == SurfaceKind::Sphere) continue;  // its axis may be any
            EXPECT_LT(found[s].analytic->axis.cross(wanted[s].analytic->axis).norm(), 1e-6);
        }
    }
}

TEST(AnalyticSurfaces, Degenerate_WhatIsNearlySuchASurfaceIsNone) {
    const auto samples = [](double bump, double turn) {
        std::vector<SurfaceSample> all;
        for (int i = 0; i <= 6; ++i)
            for (int j = 0; j <= 6; ++j) {
                const double angle = turn * i / 6.0;
                const Vec3 out(std::cos(angle), std::sin(angle), 0.0);
                all.push_back({(5.0 + bump * std::sin(1.0 * i * j)) * out + 0.5 * j * Vec3::UnitZ(), out});
            }
        return all;
    };
    EXPECT_EQ(recognise(samples(0.0, 1.0), 1e-6)->kind, SurfaceKind::Cylinder);
    EXPECT_NEAR(recognise(samples(0.0, 1.0), 1e-6)->radius, 5.0, 1e-9);
    EXPECT_FALSE(recognise(samples(1e-4, 1.0), 1e-6));
    // A strip so narrow that it is flat within the tolerance (sagitta 5 (1 - cos 0.0005) = 6e-7) is no plane.
    EXPECT_EQ(recognise(samples(0.0, 1e-3), 1e-6)->kind, SurfaceKind::Cylinder);
}

}  // namespace
}  // namespace graze::cad::analytic_test
