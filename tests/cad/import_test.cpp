#include "graze_cad/import.h"

#include "graze/io/cad/cad_entry.h"
#include "graze/model/diagnosis.h"
#include "graze_cad/step_write.h"
#include "graze_cad/tessellate.h"
#include "graze_cad/tree.h"

#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>
#include <tuple>

#include <gtest/gtest.h>
#include <unistd.h>
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepBuilderAPI_NurbsConvert.hxx>
#include <BRepFilletAPI_MakeFillet.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRep_Builder.hxx>
#include <IGESControl_Writer.hxx>
#include <Interface_Static.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <STEPControl_Controller.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Ax2.hxx>

namespace graze::import_test {
namespace {

namespace fs = std::filesystem;
using cad::Part;

TopLoc_Location moved(double x, double y, double z, double angle = 0.0) {
    gp_Trsf shift, turn;
    shift.SetTranslation(gp_Vec(x, y, z));
    turn.SetRotation(gp_Ax1(gp_Pnt(), gp_Dir(1, 2, 3)), angle);
    return {shift * turn};
}

TopoDS_Shape rounded_block() {  // planes, cylinders, spheres, and a hole through it
    const TopoDS_Shape box = BRepPrimAPI_MakeBox(30.0, 20.0, 10.0).Shape();
    BRepFilletAPI_MakeFillet fillet(box);
    for (TopExp_Explorer at(box, TopAbs_EDGE); at.More(); at.Next())
        fillet.Add(2.0, TopoDS::Edge(at.Current()));
    const gp_Ax2 axis(gp_Pnt(15, 10, -1), gp_Dir(0, 0, 1));
    return BRepAlgoAPI_Cut(fillet.Shape(), BRepPrimAPI_MakeCylinder(axis, 4.0, 12.0).Shape()).Shape();
}

fs::path scratch(const std::string& name) {
    return fs::path(testing::TempDir()) / ("graze-import-" + std::to_string(::getpid()) + "-" + name);
}

CadModel imported(const fs::path& path, CadFormat format, const cad::ImportOptions& options = {}) {
    auto model = cad::import_cad_file(path, format, options);
    EXPECT_TRUE(model) << model.error().message;
    return model ? *std::move(model) : CadModel{};
}

CadModel through_step(const Part& root, const cad::ImportOptions& options = {}) {
    const fs::path path = scratch("a.step");
    EXPECT_TRUE(cad::write_step(path, root));
    CadModel model = imported(path, CadFormat::Step, options);
    fs::remove(path);
    return model;
}

CadModel through_iges(const TopoDS_Shape& shape, int brep_mode) {
    const fs::path path = scratch("a.igs");
    IGESControl_Writer writer("MM", brep_mode);
    writer.AddShape(shape);
    writer.ComputeModel();
    EXPECT_TRUE(writer.Write(path.c_str()));
    CadModel model = imported(path, CadFormat::Iges);
    fs::remove(path);
    return model;
}

double volume_of(const Mesh& mesh) {
    double sixfold = 0.0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [a, b, c] = corners(mesh, t);
        sixfold += a.dot(b.cross(c));
    }
    return sixfold / 6.0;
}

std::map<SurfaceKind, int> kinds_of(const Mesh& mesh) {
    std::map<SurfaceKind, int> kinds;
    for (const Surface& surface : mesh.surfaces) ++kinds[surface.kind];
    return kinds;
}

void expect_outward(const Mesh& mesh) {
    const MeshDiagnosis d = diagnose(mesh);
    EXPECT_TRUE(d.closed);
    EXPECT_EQ(d.degenerate_triangles.count, 0u);
    for (const Piece& piece : d.pieces) EXPECT_EQ(piece.facing, Facing::Outward);
}

/// The greatest distance over a fine grid of points of each triangle. `off` is that of one point, by a
/// formula of the surface that shares nothing with the importer.
template <class Off>
double dense_deviation(const Mesh& mesh, const Off& off) {
    constexpr int kSteps = 6;
    double most = 0.0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [a, b, c] = corners(mesh, t);
        for (int i = 0; i <= kSteps; ++i)
            for (int j = 0; i + j <= kSteps; ++j)
                most =
                    std::max(most, off(a + (b - a) * (double(i) / kSteps) + (c - a) * (double(j) / kSteps)));
    }
    return most;
}

Part assembly() {
    const TopoDS_Shape block = rounded_block(), cone = BRepPrimAPI_MakeCone(8.0, 0.0, 12.0).Shape();
    return {.name = "thing",
            .shape = {},
            .parts = {{.name = "a/b", .shape = block, .colour = {0.8, 0.1, 0.1}},
                      {.name = "sub",
                       .shape = {},
                       .parts = {{.name = "tip", .shape = cone, .location = moved(50, 0, 0)},
                                 {.name = "tip", .shape = cone, .location = moved(80, 1, 2, 0.7)}},
                       .location = moved(1, 2, 3, 0.5)},
                      {.name = "again", .shape = block, .location = moved(0, 60, 0)}}};
}

TEST(CadImport, Example_TreeInstancesNamesColoursAndPlaces) {
    const CadModel model = through_step(assembly());
    ASSERT_EQ(model.nodes.size(), 6u);
    EXPECT_EQ(paths_of(model), (std::vector<std::string>{"", "a_b", "sub", "sub/tip", "sub/tip#2", "again"}));
    ASSERT_EQ(model.shapes.size(), 2u);
    EXPECT_EQ(model.nodes[1].shape, model.nodes[5].shape);
    EXPECT_EQ(model.nodes[3].shape, model.nodes[4].shape);
    EXPECT_EQ(model.nodes[1].colour,
              (Rgb{204, 25, 25}));  // 0.8 and 0.1 of 255, which is 25.5, as the file rounds
    const gp_Trsf place = moved(1, 2, 3, 0.5).Transformation() * moved(80, 1, 2, 0.7).Transformation();
    const gp_Pnt there = gp_Pnt(1, 5, -2).Transformed(place);
    EXPECT_LT((apply(model.nodes[4].pose, Vec3(1, 5, -2)) - Vec3(there.X(), there.Y(), there.Z())).norm(),
              1e-9);  // the file has 12 digits
    EXPECT_EQ(model.unit, "mm");
    EXPECT_EQ(model.schema.substr(0, 17), "AUTOMOTIVE_DESIGN");
}

TEST(CadImport, Example_InstancesOfOnePartMayHaveColoursOfTheirOwn) {
    Handle(TDocStd_Document) document;
    XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", document);
    const Handle(XCAFDoc_ShapeTool) shapes = XCAFDoc_DocumentTool::ShapeTool(document->Main());
    const Handle(XCAFDoc_ColorTool) colours = XCAFDoc_DocumentTool::ColorTool(document->Main());
    const TDF_Label assembly = shapes->NewShape();
    const TDF_Label part = shapes->AddShape(BRepPrimAPI_MakeBox(3.0, 4.0, 5.0).Shape(), false);
    const auto colour = [&](const TDF_Label& label, double r, double g, double b) {
        colours->SetColor(label, Quantity_Color(r, g, b, Quantity_TOC_sRGB), XCAFDoc_ColorSurf);
    };
    colour(part, 0.0, 1.0, 0.0);
    colour(shapes->AddComponent(assembly, part, moved(10, 0, 0)), 1.0, 0.0, 0.0);
    colour(shapes->AddComponent(assembly, part, moved(20, 0, 0)), 0.0, 0.0, 1.0);
    shapes->AddComponent(assembly, part, moved(30, 0, 0));
    shapes->UpdateAssemblies();
    STEPCAFControl_Writer writer;
    writer.Transfer(document);
    const fs::path path = scratch("colours.step");
    ASSERT_EQ(writer.Write(path.c_str()), IFSelect_RetDone);
    const CadModel model = imported(path, CadFormat::Step);
    fs::remove(path);
    ASSERT_EQ(model.nodes.size(), 4u);
    EXPECT_EQ(model.shapes.size(), 1u);
    EXPECT_EQ(model.nodes[1].colour, (Rgb{255, 0, 0}));
    EXPECT_EQ(model.nodes[2].colour, (Rgb{0, 0, 255}));
    EXPECT_EQ(model.nodes[3].colour, (Rgb{0, 255, 0}));
    for (const Surface& surface : model.shapes[0].mesh.surfaces) EXPECT_FALSE(surface.colour);
}

TEST(CadImport, Example_FacesAreSurfacesOfTheirKindAndSolidsAreClosed) {
    const CadModel model = through_step(assembly());
    using enum SurfaceKind;
    EXPECT_EQ(kinds_of(model.shapes[0].mesh),
              (std::map<SurfaceKind, int>{{Plane, 6}, {Cylinder, 13}, {Sphere, 8}}));
    EXPECT_EQ(kinds_of(model.shapes[1].mesh), (std::map<SurfaceKind, int>{{Plane, 1}, {Cone, 1}}));
    for (const CadShape& shape : model.shapes) {
        expect_outward(shape.mesh);
        EXPECT_EQ(shape.solids, 1u);
        EXPECT_FALSE(shape.sewing);
    }
    const double cone = std::numbers::pi * 64.0 * 12.0 / 3.0;
    EXPECT_NEAR(volume_of(model.shapes[1].mesh), cone, 0.01 * cone);
    EXPECT_EQ(model.shapes[0].mesh.surfaces[0].name.substr(0, 5), "plane");
}

TEST(CadImport, Property_SameBytesForAnyNumberOfThreads) {
    const std::string one = format_cad_entry(through_step(assembly(), {.threads = 1}), "");
    EXPECT_TRUE(one == format_cad_entry(through_step(assembly(), {.threads = 2}), ""));
    EXPECT_TRUE(one == format_cad_entry(through_step(assembly(), {.threads = 7}), ""));
    const Part block{.name = "block", .shape = rounded_block()};  // alone: threads within the shape
    EXPECT_TRUE(format_cad_entry(through_step(block, {.threads = 1}), "") ==
                format_cad_entry(through_step(block, {.threads = 5}), ""));
}

TEST(CadImport, Reference_MeasuredDeviationAgreesWithADenseGridAndIsWithinWhatWasRequested) {
    constexpr double kRadius = 7.0, kMajor = 20.0, kMinor = 5.0;
    const auto sphere = [](const Vec3& p) { return std::abs(p.norm() - kRadius); };
    const auto torus = [](const Vec3& p) {
        return std::abs(std::hypot(std::hypot(p.x(), p.y()) - kMajor, p.z()) - kMinor);
    };
    const TopoDS_Shape ring = BRepPrimAPI_MakeTorus(kMajor, kMinor).Shape();
    const TopoDS_Shape spline = BRepBuilderAPI_NurbsConvert(ring).Shape();
    for (const double deflection : {0.5, 0.1}) {
        const cad::ImportOptions options{.deflection = deflection};
        const auto check = [&](const TopoDS_Shape& shape, SurfaceKind kind, const auto& off) {
            const CadModel model = through_step({.name = "x", .shape = shape}, options);
            const Mesh& mesh = model.shapes[0].mesh;
            EXPECT_EQ(mesh.surfaces[0].kind, kind);
            EXPECT_EQ(mesh.deviation->requested, deflection);
            EXPECT_LE(mesh.deviation->measured, deflection) << deflection;
            EXPECT_GE(model.shapes[0].samples, 10 * mesh.triangles.size());
            const double dense = dense_deviation(mesh, off);
            EXPECT_LE(mesh.deviation->measured, 1.001 * dense + 1e-9) << deflection;  // not made up
            EXPECT_GE(mesh.deviation->measured, 0.9 * dense) << deflection;           // and not missed
            expect_outward(mesh);
        };
        check(BRepPrimAPI_MakeSphere(kRadius).Shape(), SurfaceKind::Sphere, sphere);
        check(ring, SurfaceKind::Torus, torus);
        check(spline, SurfaceKind::Spline, torus);
    }
}

TEST(CadImport, Example_DefaultDeflectionIsAThousandthOfThePartAndAtMostATenth) {
    const auto requested = [](double size) {
        const double side = size / std::sqrt(3.0);
        return through_step({.name = "cube", .shape = BRepPrimAPI_MakeBox(side, side, side).Shape()})
            .shapes[0]
            .mesh.deviation->requested;
    };
    EXPECT_NEAR(requested(50.0), 0.05, 1e-6);
    EXPECT_NEAR(requested(5.0), 0.005, 1e-6);
    EXPECT_EQ(requested(5000.0), 0.1);
}

TEST(CadImport, Example_UnitsOfTheFileAreConverted) {
    STEPControl_Controller::Init();  // else there is no such setting yet
    ASSERT_TRUE(Interface_Static::SetCVal("write.step.unit", "INCH"));
    const CadModel model =
        through_step({.name = "block", .shape = BRepPrimAPI_MakeBox(25.4, 50.8, 76.2).Shape()});
    Interface_Static::SetCVal("write.step.unit", "MM");
    EXPECT_LT((bounds_of(model.shapes[0].mesh).max - Vec3(25.4, 50.8, 76.2)).norm(), 1e-9);
    EXPECT_EQ(model.unit, "in");
}

TEST(CadImport, Example_FacesOfIgesFilesAreSewnToClosedSolids) {
    const CadModel model = through_iges(rounded_block(), 0);
    ASSERT_EQ(model.shapes.size(), 1u);
    const CadShape& shape = model.shapes[0];
    expect_outward(shape.mesh);
    EXPECT_EQ(shape.solids, 1u);
    ASSERT_TRUE(shape.sewing);
    EXPECT_EQ(shape.sewing->faces, 27u);
    EXPECT_EQ(shape.sewing->free_edges, 0u);
    EXPECT_GT(shape.sewing->tolerance, 0.0);
    EXPECT_LE(shape.mesh.deviation->measured, shape.mesh.deviation->requested);
    const CadModel solid = through_iges(rounded_block(), 1);
    expect_outward(solid.shapes[0].mesh);
    EXPECT_FALSE(solid.shapes[0].sewing);
    EXPECT_NEAR(volume_of(solid.shapes[0].mesh), volume_of(shape.mesh), 0.005 * volume_of(shape.mesh));
}

TEST(CadTree, Example_MirroredAndScaledPlacesAreBakedIntoMeshesOfTheirOwn) {
    gp_Trsf mirror, twice;
    mirror.SetMirror(gp_Ax2(gp_Pnt(50, 0, 0), gp_Dir(1, 0, 0)));
    twice.SetScale(gp_Pnt(), 2.0);
    const TopoDS_Shape block = rounded_block();  // x from 0 to 30
    for (const auto& [place, low, high] : {std::tuple(mirror, 70.0, 100.0), {twice, 0.0, 60.0}}) {
        Handle(TDocStd_Document) document;
        XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", document);
        const Handle(XCAFDoc_ShapeTool) shapes = XCAFDoc_DocumentTool::ShapeTool(document->Main());
        shapes->AddShape(block, false);
        const TDF_Label placed = shapes->NewShape();
        TopoDS_Shape there = block;
        there.Location(TopLoc_Location(place), false);
        shapes->SetShape(placed, there);
        const auto tree = cad::tree_of({document, "millimetre", {}, 0.0}, CadFormat::Step, "x");
        ASSERT_TRUE(tree) << tree.error().message;
        ASSERT_EQ(tree->nodes.size(), 2u);
        ASSERT_EQ(tree->shapes.size(), 2u);  // not shared
        EXPECT_EQ(tree->notes.size(), 1u);
        const auto mesh = cad::tessellate(tree->shapes[tree->nodes[1].shape].shape, tree->face_colours, {});
        ASSERT_TRUE(mesh) << mesh.error().message;
        expect_outward(mesh->mesh);
        EXPECT_NEAR(bounds_of(mesh->mesh).min.x(), low, 1e-9);
        EXPECT_NEAR(bounds_of(mesh->mesh).max.x(), high, 1e-9);
        EXPECT_EQ(tree->nodes[1].pose.translation, Vec3(0, 0, 0));
    }
}

TEST(CadImport, Example_WhatSewingCannotCloseIsReported) {
    TopoDS_Compound open;
    const BRep_Builder builder;
    builder.MakeCompound(open);
    int left_out = 0;
    const TopoDS_Shape box = BRepPrimAPI_MakeBox(3.0, 4.0, 5.0).Shape();
    for (TopExp_Explorer at(box, TopAbs_FACE); at.More(); at.Next())
        if (left_out++ > 0) builder.Add(open, at.Current());
    const CadModel model = through_iges(open, 0);
    ASSERT_EQ(model.shapes.size(), 1u);
    EXPECT_EQ(model.shapes[0].sewing->faces, 5u);
    EXPECT_EQ(model.shapes[0].sewing->free_edges, 4u);
    EXPECT_EQ(model.shapes[0].solids, 0u);
    EXPECT_EQ(diagnose(model.shapes[0].mesh).boundary_edges.count, 4u);
}

}  // namespace
}  // namespace graze::import_test
