// STEP files as people have them: made by OpenCASCADE, then edited as other systems write them.
#include "graze/core/file.h"
#include "graze/model/diagnosis.h"
#include "graze_cad/import.h"
#include "graze_cad/step_write.h"

#include <filesystem>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <TopoDS_Compound.hxx>

namespace graze::cad::step_files_test {
namespace {

namespace fs = std::filesystem;

class StepFiles : public testing::Test {
  protected:
    void SetUp() override { fs::create_directories(folder_); }
    void TearDown() override { fs::remove_all(folder_); }

    std::string step_text(const Part& part) const {
        const fs::path path = folder_ / "made.step";
        EXPECT_TRUE(write_step(path, part));
        return *read_file(path);
    }
    Expected<CadModel> import(const std::string& text, const char* name = "a.step") const {
        EXPECT_TRUE(write_file_atomically(folder_ / name, text));
        return import_cad_file(folder_ / name, CadFormat::Step, {.name = "file"});
    }
    static std::string edited(std::string text, const std::string& from, const std::string& to) {
        EXPECT_NE(text.find(from), std::string::npos) << from;
        for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
            text.replace(at, from.size(), to);
        return text;
    }
    static std::string with_entities(const std::string& text, const std::string& entities) {
        const std::size_t end = text.rfind("ENDSEC;");
        return text.substr(0, end) + entities + text.substr(end);
    }

    fs::path folder_ = fs::path(testing::TempDir()) / ("graze-step-files-" + std::to_string(::getpid()));
};

Part block() { return {.name = "block", .shape = BRepPrimAPI_MakeBox(10.0, 20.0, 30.0).Shape()}; }

TEST_F(StepFiles, Regression_NamesGivenAsDollarRefuseNoFile) {
    std::string text = step_text(block());
    for (const char* entity : {"CARTESIAN_POINT", "DIRECTION", "ADVANCED_FACE", "AXIS2_PLACEMENT_3D",
                               "PRODUCT_DEFINITION_SHAPE", "EDGE_CURVE", "PLANE"})
        text = edited(text, std::string(entity) + "('',", std::string(entity) + "($,");
    const auto model = import(text);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->shapes[0].mesh.triangles.size(), 12u);
    EXPECT_TRUE(diagnose(model->shapes[0].mesh).closed);
    EXPECT_EQ(model->nodes[0].name, "block");
    ASSERT_FALSE(model->notes.empty());
    EXPECT_NE(model->notes[0].find("no shape depends on"), std::string::npos);
}

TEST_F(StepFiles, Regression_StylesAndTextsRefuseNoFileAndGeometryStillDoes) {
    const std::string text = step_text(block());
    const auto styled =
        import(with_entities(text,
                             "#9001=POINT_STYLE('',#9002,POSITIVE_LENGTH_MEASURE(3.),#9003);\n"
                             "#9002=PRE_DEFINED_POINT_MARKER_SYMBOL('plus');\n"
                             "#9003=COLOUR_RGB('',0.5,0.5,0.5);\n"
                             "#9004=COMPOSITE_TEXT('',(#9002,#9003));\n"));
    ASSERT_TRUE(styled) << styled.error().message;
    EXPECT_EQ(styled->shapes[0].mesh.triangles.size(), 12u);
    EXPECT_FALSE(styled->notes.empty());
    EXPECT_FALSE(import(edited(text, "CLOSED_SHELL('',", "CLOSED_SHELL('',#9001,")));
    EXPECT_FALSE(import(edited(text, "VERTEX_POINT('',#", "VERTEX_POINT('',#99")));
}

TEST_F(StepFiles, Regression_ANamelessLeafIsCalledAfterItsProductNotTheFileNorANumber) {
    const Part assembly{.name = "thing", .shape = {}, .parts = {block(), block()}};
    std::string text = step_text(assembly);
    for (const char* number : {"1", "2"}) {  // instances called "7"
        const std::size_t at = text.find(std::string("NEXT_ASSEMBLY_USAGE_OCCURRENCE('") + number);
        ASSERT_NE(at, std::string::npos);
        const std::size_t name = text.find("','", at), end = text.find("'", name + 3);
        text.replace(name + 3, end - name - 3, "7");
    }
    const auto model = import(text);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(paths_of(*model), (std::vector<std::string>{"", "block", "block#2"}));
}

double volume_of(const Mesh& mesh) {
    double six = 0.0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [p, q, r] = corners(mesh, t);
        six += p.dot(q.cross(r));
    }
    return six / 6.0;
}
double area_of(const Mesh& mesh) {
    double twice = 0.0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [p, q, r] = corners(mesh, t);
        twice += (q - p).cross(r - p).norm();
    }
    return 0.5 * twice;
}

/// Files may say how large a part is (validation properties). Triangles are off by the deviation at most: so is the
/// volume, by that times the area; and the area of a skin that is nowhere bent sharper than that.
TEST_F(StepFiles, Reference_VolumesAreThoseOfTheFilesOwnPropertiesWithinTheDeviation) {
    constexpr double kPi = std::numbers::pi;
    struct Known {
        TopoDS_Shape shape;
        double volume, area;
    };
    const Known known[] = {
        {BRepPrimAPI_MakeBox(10.0, 20.0, 30.0).Shape(), 6000.0, 2200.0},
        {BRepPrimAPI_MakeCylinder(5.0, 30.0).Shape(), kPi * 25.0 * 30.0, kPi * (50.0 + 300.0)},
        {BRepPrimAPI_MakeSphere(12.0).Shape(), kPi * 2304.0, kPi * 576.0}};
    for (const Known& part : known) {
        const std::string text = with_entities(
            step_text({.name = "part", .shape = part.shape}),
            fmt::format("#9001=MEASURE_REPRESENTATION_ITEM('volume measure',VOLUME_MEASURE({}),#9002);\n"
                        "#9002=DERIVED_UNIT((#9003));\n#9003=DERIVED_UNIT_ELEMENT(#9005,3.);\n"
                        "#9005=(LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.));\n"
                        "#9004=MEASURE_REPRESENTATION_ITEM('surface area measure',AREA_MEASURE({}),#9002);\n",
                        part.volume, part.area));
        const auto model = import(text);
        ASSERT_TRUE(model) << model.error().message;
        const Mesh& mesh = model->shapes[0].mesh;
        const auto property = [&](const std::string& word) {
            return std::stod(text.substr(text.find(word) + word.size()));
        };
        const double off = mesh.deviation->measured, area = property("AREA_MEASURE(");
        EXPECT_NEAR(volume_of(mesh), property("VOLUME_MEASURE("), off * area + 1e-6);
        EXPECT_NEAR(area_of(mesh), area, 0.01 * area);
        EXPECT_TRUE(model->missing.empty());
    }
}

Part two_blocks() { return {.name = "thing", .shape = {}, .parts = {block(), block()}}; }

/// Without a line, or with one twice.
std::string without_line(const std::string& text, const std::string& word) {
    const std::size_t at = text.find(word), begin = text.rfind("\n#", at) + 1, end = text.find(";\n", at) + 2;
    EXPECT_NE(at, std::string::npos) << word;
    return text.substr(0, begin) + text.substr(end);
}

TEST_F(StepFiles, Regression_ReferencesToNothingThatAShapeDependsOnRefuseTheFile) {
    const std::string text = step_text(two_blocks());
    ASSERT_TRUE(import(text));
    for (const char* entity :
         {"ITEM_DEFINED_TRANSFORMATION(", "MANIFOLD_SOLID_BREP(", "ADVANCED_FACE(", "VERTEX_POINT("}) {
        const auto model = import(without_line(text, entity));
        ASSERT_FALSE(model) << entity;
        EXPECT_NE(model.error().message.find("not in the file"), std::string::npos) << model.error().message;
    }
    const std::size_t at = text.find("ADVANCED_FACE("), begin = text.rfind('#', text.rfind('=', at));
    const auto twice = import(with_entities(text, text.substr(begin, text.find(";\n", at) + 2 - begin)));
    ASSERT_FALSE(twice);
    EXPECT_NE(twice.error().message.find("twice"), std::string::npos) << twice.error().message;
    const auto cosmetic = import(with_entities(
        text, "#9001=COLOUR_RGB('#9999',0.,0.,0.);\n#9002=PROPERTY_DEFINITION('','',#9998);\n"));
    ASSERT_TRUE(cosmetic) << cosmetic.error().message;
    ASSERT_FALSE(cosmetic->notes.empty());
}

/// OpenCASCADE leaves it out without a word.
TEST_F(StepFiles, Regression_AComponentThatIsPlacedNowhereIsMissing) {
    const std::string text = step_text(two_blocks());
    const auto model = import(without_line(text, "CONTEXT_DEPENDENT_SHAPE_REPRESENTATION("));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_FALSE(model->missing.empty());
    EXPECT_NE(model->missing[0].what.find("block"), std::string::npos) << model->missing[0].what;
    EXPECT_TRUE(import(text)->missing.empty());
}

TEST_F(StepFiles, Regression_PrimitivesAndShapesThatNoProductHasAreMissing) {
    const std::string text = step_text(block());
    const std::size_t place = text.find("= AXIS2_PLACEMENT_3D("), begin = text.rfind('#', place);
    const std::string id = text.substr(begin, text.find_first_of(" =", begin) - begin);
    for (const std::string& entities :
         {"#9001=BLOCK(''," + id + ",5.,5.,5.);\n",
          "#9001=(BLOCK(" + id +
              ",5.,5.,5.) CSG_PRIMITIVE() GEOMETRIC_REPRESENTATION_ITEM() REPRESENTATION_ITEM(''));\n"}) {
        const auto model = import(with_entities(text, entities));
        ASSERT_TRUE(model) << model.error().message;
        ASSERT_EQ(model->missing.size(), 1u) << entities;
        EXPECT_NE(model->missing[0].what.find("#9001"), std::string::npos);
    }
    // A product that has lost its shape leaves a solid behind.
    const auto headless = import(without_line(text, "SHAPE_DEFINITION_REPRESENTATION("));
    EXPECT_TRUE(!headless || !headless->missing.empty());
}

/// An assembly of one part twice, whose shape is in a file of its own.
class ExternalParts : public StepFiles {
  protected:
    Expected<CadModel> import_assembly() const {
        return import_cad_file(folder_ / "assembly.step", CadFormat::Step, {.name = "file"});
    }
    /// The product 'rod' has a shape representation without a shape, and a document that names the file.
    void write_assembly() const {
        std::string text = step_text(
            {.name = "thing",
             .shape = {},
             .parts = {block(), {.name = "rod", .shape = BRepPrimAPI_MakeCylinder(2.0, 9.0).Shape()}}});
        const std::size_t product = text.find("PRODUCT('rod'");
        ASSERT_NE(product, std::string::npos);
        const auto id_before = [&](std::size_t at) {
            const std::size_t line = text.rfind("#", text.rfind('=', at));
            return text.substr(line, text.find_first_of(" =", line) - line);
        };
        const std::string product_id = id_before(product);
        const std::size_t formation = text.find(product_id + ")", text.find("PRODUCT_DEFINITION_FORMATION"));
        ASSERT_NE(formation, std::string::npos);
        std::size_t brep = text.rfind("ADVANCED_BREP_SHAPE_REPRESENTATION");
        ASSERT_NE(brep, std::string::npos);
        const std::size_t comma = text.find(",#", text.find("(#", brep)), close = text.find(')', comma);
        ASSERT_LT(comma, close);
        std::string definition;
        for (std::size_t at = text.find("PRODUCT_DEFINITION('"); at != std::string::npos;
             at = text.find("PRODUCT_DEFINITION('", at + 1))
            if (text.find(id_before(formation), at) < text.find(';', at)) definition = id_before(at);
        ASSERT_FALSE(definition.empty());
        const std::string shape = id_before(brep), solid = text.substr(comma + 1, close - comma - 1);
        text.erase(comma, close - comma);  // the solid goes, the placement before it stays
        text.replace(brep, std::string("ADVANCED_BREP_SHAPE_REPRESENTATION").size(), "SHAPE_REPRESENTATION");
        const std::size_t line = text.find("\n" + solid + " = MANIFOLD_SOLID_BREP(") + 1;
        ASSERT_NE(line, 0u) << solid;
        text.erase(line, text.find(";\n", line) + 2 - line);
        text = with_entities(
            text,
            "#9001=DOCUMENT_TYPE('geometry');\n#9002=DOCUMENT_FILE('rod.step','','',#9001,'','');\n"
            "#9003=APPLIED_DOCUMENT_REFERENCE(#9002,'',(" +
                definition +
                "));\n"
                "#9004=EXTERNAL_SOURCE(IDENTIFIER(''));\n#9005=IDENTIFICATION_ROLE('external document id and "
                "location','');\n"
                "#9006=APPLIED_EXTERNAL_IDENTIFICATION_ASSIGNMENT('rod.step',#9005,#9004,(#9002));\n"
                "#9007=ROLE_ASSOCIATION(#9008,#9003);\n#9008=OBJECT_ROLE('mandatory',$);\n"
                "#9009=PROPERTY_DEFINITION('external definition','',#9002);\n"
                "#9010=PROPERTY_DEFINITION_REPRESENTATION(#9009," +
                shape + ");\n");
        ASSERT_TRUE(write_file_atomically(folder_ / "assembly.step", text));
    }
};

TEST_F(ExternalParts, Regression_AreReadFromBesideTheAssemblyAndNamedIfTheyAreNotThere) {
    write_assembly();
    const auto without = import_assembly();
    ASSERT_TRUE(without) << without.error().message;
    ASSERT_EQ(without->missing.size(), 1u);
    EXPECT_NE(without->missing[0].what.find("rod"), std::string::npos) << without->missing[0].what;
    EXPECT_NE(without->missing[0].what.find("rod.step"), std::string::npos);
    EXPECT_EQ(without->shapes.size(), 1u);
    ASSERT_TRUE(write_step(folder_ / "rod.step",
                           {.name = "rod", .shape = BRepPrimAPI_MakeCylinder(2.0, 9.0).Shape()}));
    const auto with = import_assembly();
    ASSERT_TRUE(with) << with.error().message;
    EXPECT_TRUE(with->missing.empty());
    EXPECT_EQ(with->shapes.size(), 2u);
}

TEST_F(StepFiles, Example_BrepFilesAndTheSolidsOfOnePart) {
    TopoDS_Compound two;
    const BRep_Builder builder;
    builder.MakeCompound(two);
    builder.Add(two, BRepPrimAPI_MakeBox(1.0, 2.0, 3.0).Shape());
    builder.Add(two, BRepPrimAPI_MakeBox(gp_Pnt(5, 0, 0), gp_Pnt(6, 1, 1)).Shape());
    const auto step = import(step_text({.name = "both", .shape = two}));
    ASSERT_TRUE(step) << step.error().message;
    std::uint64_t solids = 0;
    for (const CadShape& shape : step->shapes) solids += shape.solids;
    EXPECT_EQ(solids, 2u);
    const fs::path path = folder_ / "box.brep";
    ASSERT_TRUE(BRepTools::Write(BRepPrimAPI_MakeBox(1.0, 2.0, 3.0).Shape(), path.c_str()));
    const auto brep = import_cad_file(path, CadFormat::Brep, {.name = "box"});
    ASSERT_TRUE(brep) << brep.error().message;
    EXPECT_EQ(brep->shapes[0].mesh.triangles.size(), 12u);
    EXPECT_EQ(brep->shapes[0].solids, 1u);
}

}  // namespace
}  // namespace graze::cad::step_files_test
