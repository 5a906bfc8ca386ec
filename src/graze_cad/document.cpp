#include "graze_cad/document.h"

#include "graze/core/file.h"
#include "graze/core/wording.h"
#include "graze_cad/step_components.h"
#include "graze_cad/step_dangling.h"
#include "graze_cad/step_faults.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fstream>
#include <string_view>

#include <fmt/format.h>
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <BinTools.hxx>
#include <HeaderSection_FileSchema.hxx>
#include <IGESCAFControl_Reader.hxx>
#include <IGESData_IGESEntity.hxx>
#include <IGESData_IGESModel.hxx>
#include <IGESGeom_BoundedSurface.hxx>
#include <IGESGeom_TrimmedSurface.hxx>
#include <IGESSolid_Face.hxx>
#include <IGESSolid_ManifoldSolid.hxx>
#include <IGESSolid_Shell.hxx>
#include <Interface_Check.hxx>
#include <Interface_CheckIterator.hxx>
#include <Interface_InterfaceModel.hxx>
#include <Interface_Static.hxx>
#include <Message_ProgressIndicator.hxx>
#include <STEPCAFControl_ExternFile.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <STEPConstruct_ExternRefs.hxx>
#include <Standard_Failure.hxx>
#include <StepBasic_Product.hxx>
#include <StepBasic_ProductDefinition.hxx>
#include <StepBasic_ProductDefinitionFormation.hxx>
#include <StepData_StepModel.hxx>
#include <StepGeom_CartesianTransformationOperator3d.hxx>
#include <StepGeom_Direction.hxx>
#include <StepShape_ConnectedFaceSet.hxx>
#include <StepShape_FaceSurface.hxx>
#include <StepShape_ManifoldSolidBrep.hxx>
#include <StepShape_ShellBasedSurfaceModel.hxx>
#include <TColStd_HSequenceOfHAsciiString.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <TCollection_HAsciiString.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS_Shape.hxx>
#include <TransferBRep.hxx>
#include <Transfer_Binder.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>
#include <gp_XYZ.hxx>

namespace graze::cad {
namespace {

constexpr std::uint64_t kProgressParts = 1000;
constexpr std::size_t kMostNamed = 20;  // of what is lost
constexpr double kScaleSlack = 1e-9;    // a placement that scales by less is rigid

/// Passes on how far OpenCASCADE is.
class Indicator : public Message_ProgressIndicator {
  public:
    explicit Indicator(const ImportProgress& progress) : progress_(progress) {}
    void Show(const Message_ProgressScope& /*scope*/, const Standard_Boolean /*force*/) override {
        const auto done = static_cast<std::uint64_t>(GetPosition() * static_cast<double>(kProgressParts));
        if (!progress_ || done == last_) return;
        last_ = done;
        progress_("reading", done, kProgressParts);
    }

  private:
    const ImportProgress& progress_;
    std::uint64_t last_ = 0;
};

/// The first thing that OpenCASCADE calls a failure, with the entity that it is about; empty: none.
std::string first_failure(Interface_CheckIterator list, const Handle(Interface_InterfaceModel) & model) {
    for (list.Start(); list.More(); list.Next()) {
        const Handle(Interface_Check) check = list.Value();
        if (check.IsNull() || check->NbFails() == 0) continue;
        const int number = list.Number();
        std::string where;
        if (number > 0 && number <= model->NbEntities()) {
            const Handle(TCollection_HAsciiString) label = model->StringLabel(model->Value(number));
            if (!label.IsNull() && label->Length() > 0)
                where = fmt::format("entity {}: ", label->ToCString());
        }
        return where + one_line(check->CFail(1));
    }
    return {};
}

/// Things with a shape that OpenCASCADE tried to build and did not: without them parts are missing, or have
/// holes, and nobody would see it. Of each kind in turn, the simplest first: a face without which a shell is
/// lost is named, not the shell.
template <class... Kinds>
void find_lost_shapes(const Handle(XSControl_WorkSession) & session, std::vector<MissingPart>& missing) {
    std::size_t lost = 0;
    const auto name_lost = [&]<class Kind>(const Kind*) {
        if (lost > 0) return;
        const Handle(Interface_InterfaceModel) model = session->Model();
        const Handle(Transfer_TransientProcess) process = session->TransferReader()->TransientProcess();
        for (int i = 1; i <= model->NbEntities(); ++i) {
            const Handle(Standard_Transient) entity = model->Value(i);
            if (!entity->IsKind(STANDARD_TYPE(Kind))) continue;
            const Handle(Transfer_Binder) binder = process->Find(entity);
            if (binder.IsNull() || has_faces(TransferBRep::ShapeResult(process, entity))) continue;
            if (lost++ >= kMostNamed) continue;
            const bool has_reason = binder->Check()->NbFails() > 0;
            missing.push_back({{},
                               fmt::format("entity {}", model->StringLabel(entity)->ToCString()),
                               has_reason ? one_line(binder->Check()->CFail(1))
                                          : std::string("OpenCASCADE cannot build it")});
        }
    };
    (name_lost(static_cast<const Kinds*>(nullptr)), ...);
    if (lost > kMostNamed)
        missing.push_back({{},
                           fmt::format("{} faces, shells and solids more", lost - kMostNamed),
                           "OpenCASCADE cannot build them"});
}

gp_XYZ ratios_of(const Handle(StepGeom_Direction) & direction, const gp_XYZ& otherwise) {
    if (direction.IsNull() || direction->NbDirectionRatios() < 3) return otherwise;
    return {direction->DirectionRatiosValue(1), direction->DirectionRatiosValue(2),
            direction->DirectionRatiosValue(3)};
}

/// Placements that scale or mirror: OpenCASCADE puts the part there as if they did neither.
Expected<void> refuse_placements_that_are_not_rigid(const Handle(Interface_InterfaceModel) & model) {
    for (int i = 1; i <= model->NbEntities(); ++i) {
        const auto place = Handle(StepGeom_CartesianTransformationOperator3d)::DownCast(model->Value(i));
        if (place.IsNull()) continue;
        const double scale = place->HasScale() ? place->Scale() : 1.0;
        const gp_XYZ x = ratios_of(place->Axis1(), {1.0, 0.0, 0.0}),
                     y = ratios_of(place->Axis2(), {0.0, 1.0, 0.0});
        const bool mirrors =
            scale < 0.0 || (place->HasAxis3() && ratios_of(place->Axis3(), x ^ y) * (x ^ y) < 0.0);
        if (!mirrors && std::abs(scale - 1.0) <= kScaleSlack) continue;
        return make_error(
            ErrorCode::Unsupported, fmt::format("entity {}", model->StringLabel(place)->ToCString()),
            mirrors ? std::string("mirrors a part, which OpenCASCADE would leave out")
                    : fmt::format("scales a part by {}, which OpenCASCADE would leave out", scale),
            "export that part as a shape of its own");
    }
    return {};
}

/// How files spell units, as Graze does; another stays as it is written.
std::string unit_word(const char* text) {
    std::string word = one_line(text);
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::array<std::pair<std::string_view, const char*>, 14> kWords{{{"millimetre", "mm"},
                                                                               {"millimeter", "mm"},
                                                                               {"metre", "m"},
                                                                               {"meter", "m"},
                                                                               {"centimetre", "cm"},
                                                                               {"centimeter", "cm"},
                                                                               {"micrometre", "um"},
                                                                               {"micron", "um"},
                                                                               {"micrometer", "um"},
                                                                               {"inch", "in"},
                                                                               {"inches", "in"},
                                                                               {"foot", "ft"},
                                                                               {"feet", "ft"},
                                                                               {"millimeters", "mm"}}};
    for (const auto& [known, unit] : kWords)
        if (word == known) return unit;
    return word;
}

Error unreadable(const std::string& failure, const char* format) {
    return make_error(ErrorCode::BadInput, fmt::format("not a readable {} file", format),
                      failure.empty() ? "OpenCASCADE finds no content" : failure,
                      "was it written completely?");
}

void find_lost_step_shapes(const Handle(XSControl_WorkSession) & session, std::vector<MissingPart>& missing) {
    find_lost_shapes<StepShape_FaceSurface, StepShape_ConnectedFaceSet, StepShape_ManifoldSolidBrep,
                     StepShape_ShellBasedSurfaceModel>(session, missing);
    const std::vector<MissingPart> untried = untried_shapes(session);
    missing.insert(missing.end(), untried.begin(),
                   untried.begin() + static_cast<std::ptrdiff_t>(std::min(kMostNamed, untried.size())));
}

std::string note_of(const StepFaults& faults) {
    return fmt::format("{} left aside that no shape depends on; the first: {}",
                       faults.cosmetic == 1 ? "1 thing" : fmt::format("{} things", faults.cosmetic),
                       faults.first_cosmetic);
}

StepFaults faults_of(const Handle(XSControl_WorkSession) & session, const std::filesystem::path& path) {
    const auto text = read_file(path);
    return step_faults(session, text ? dangling_references(*text) : std::vector<DanglingReference>{});
}

/// What is wrong with a file that an assembly refers to; empty: it was read.
std::string fault_of(const Handle(STEPCAFControl_ExternFile) & file, const std::filesystem::path& path) {
    if (file.IsNull() || file->GetLoadStatus() != IFSelect_RetDone)
        return "there is no such STEP file beside it";
    const StepFaults faults = faults_of(file->GetWS(), path);
    if (!faults.grave.empty()) return "it cannot be read: " + faults.grave;
    return file->GetTransferStatus() ? "" : "it holds no shapes";
}

void name_unknown_shapes(const StepFaults& faults, CadDocument& result) {
    for (std::size_t i = 0; i < std::min(kMostNamed, faults.unknown.size()); ++i)
        result.missing.push_back(
            {{},
             fmt::format("entity {} ({})", faults.unknown[i].entity, faults.unknown[i].type),
             "OpenCASCADE does not know such a shape"});
}

/// Parts that are in other files, which OpenCASCADE has read if they are beside this one.
void find_external_parts(const STEPCAFControl_Reader& reader, const std::filesystem::path& folder,
                         CadDocument& result) {
    STEPConstruct_ExternRefs references(reader.Reader().WS());
    references.LoadExternRefs();
    for (int i = 1; i <= references.NbExternRefs(); ++i) {
        const char* name = references.FileName(i);
        const std::string product = product_of(references.ProdDef(i));
        if (name == nullptr || *name == '\0' || product.empty()) continue;
        Handle(STEPCAFControl_ExternFile) file;
        reader.ExternFile(name, file);
        const std::filesystem::path path = folder / name;
        result.external_parts[product] = {one_line(name), fault_of(file, path)};
        if (file.IsNull() || file->GetWS().IsNull() || !file->GetTransferStatus()) continue;
        find_lost_step_shapes(file->GetWS(), result.missing);
        name_unknown_shapes(faults_of(file->GetWS(), path), result);
    }
}

Expected<CadDocument> read_step(const std::filesystem::path& path, Handle(TDocStd_Document) document,
                                const ImportProgress& progress) {
    STEPCAFControl_Reader reader;
    reader.SetColorMode(true);
    reader.SetNameMode(true);
    reader.SetLayerMode(false);
    reader.SetPropsMode(false);
    reader.SetSHUOMode(false);
    reader.SetGDTMode(false);
    reader.SetMatMode(false);
    reader.SetViewMode(false);
    const IFSelect_ReturnStatus status = reader.ReadFile(path.c_str());
    const Handle(XSControl_WorkSession) session = reader.Reader().WS();
    const Handle(StepData_StepModel) model = reader.ChangeReader().StepModel();
    if (model.IsNull()) return unreadable({}, "STEP");
    if (status != IFSelect_RetDone || model->NbEntities() == 0)
        return unreadable(first_failure(session->ModelCheckList(false), model), "STEP");
    const StepFaults faults = faults_of(session, path);
    if (!faults.grave.empty()) return unreadable(faults.grave, "STEP");
    if (auto rigid = refuse_placements_that_are_not_rigid(model); !rigid) return rigid.error();

    CadDocument result{document, "mm", {}, 0.0};
    if (faults.cosmetic > 0) result.notes.push_back(note_of(faults));
    name_unknown_shapes(faults, result);
    TColStd_SequenceOfAsciiString lengths, angles, solid_angles;
    reader.ChangeReader().FileUnits(lengths, angles, solid_angles);
    if (lengths.Length() > 0) result.unit = unit_word(lengths.Value(1).ToCString());
    const auto schema = Handle(HeaderSection_FileSchema)::DownCast(
        model->HeaderEntity(STANDARD_TYPE(HeaderSection_FileSchema)));
    if (!schema.IsNull() && schema->NbSchemaIdentifiers() > 0)
        result.schema = one_line(schema->SchemaIdentifiersValue(1)->ToCString());
    Handle(Indicator) indicator = new Indicator(progress);
    if (!reader.Transfer(document, indicator->Start())) return unreadable("it holds no shapes", "STEP");
    find_lost_step_shapes(session, result.missing);
    find_external_parts(reader, path.parent_path(), result);
    return result;
}

Expected<CadDocument> read_iges(const std::filesystem::path& path, Handle(TDocStd_Document) document,
                                const ImportProgress& progress) {
    IGESCAFControl_Reader reader;
    reader.SetColorMode(true);
    reader.SetNameMode(true);
    reader.SetLayerMode(false);
    const IFSelect_ReturnStatus status = reader.ReadFile(path.c_str());
    const Handle(IGESData_IGESModel) model = Handle(IGESData_IGESModel)::DownCast(reader.Model());
    if (model.IsNull()) return unreadable({}, "IGES");
    const std::string failure = first_failure(reader.WS()->ModelCheckList(false), model);
    if (status != IFSelect_RetDone || !failure.empty() || model->NbEntities() == 0)
        return unreadable(failure, "IGES");
    CadDocument result{document, "mm", "IGES", 0.0};
    const IGESData_GlobalSection& global = model->GlobalSection();
    if (!global.UnitName().IsNull()) result.unit = unit_word(global.UnitName()->ToCString());
    result.resolution = global.Resolution() * global.UnitValue();
    Handle(Indicator) indicator = new Indicator(progress);
    if (!reader.Transfer(document, indicator->Start())) return unreadable("it holds no shapes", "IGES");
    find_lost_shapes<IGESSolid_Face, IGESGeom_TrimmedSurface, IGESGeom_BoundedSurface, IGESSolid_Shell,
                     IGESSolid_ManifoldSolid>(reader.WS(), result.missing);
    return result;
}

/// OpenCASCADE's own format has no names, no colours and no unit.
Expected<CadDocument> read_brep(const std::filesystem::path& path, Handle(TDocStd_Document) document) {
    TopoDS_Shape shape;
    const BRep_Builder builder;
    std::string start(64, '\0');
    std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
    const bool is_binary = start.find("Open CASCADE Topology V") != std::string::npos;
    const bool was_read =
        is_binary ? BinTools::Read(shape, path.c_str()) : BRepTools::Read(shape, path.c_str(), builder);
    if (!was_read || shape.IsNull()) return unreadable({}, "BREP");
    XCAFDoc_DocumentTool::ShapeTool(document->Main())->AddShape(shape, shape.ShapeType() == TopAbs_COMPOUND);
    return CadDocument{document, "", is_binary ? "BREP, binary" : "BREP", 0.0};
}

}  // namespace

std::string product_of(const Handle(StepBasic_ProductDefinition) & definition) {
    if (definition.IsNull() || definition->Formation().IsNull()) return {};
    const Handle(StepBasic_Product) product = definition->Formation()->OfProduct();
    if (product.IsNull()) return {};
    for (const Handle(TCollection_HAsciiString) & text : {product->Name(), product->Id()})
        if (!text.IsNull() && text->Length() > 0) return text->ToCString();
    return {};
}

bool has_faces(const TopoDS_Shape& shape) {
    return !shape.IsNull() && TopExp_Explorer(shape, TopAbs_FACE).More();
}

Expected<CadDocument> read_document(const std::filesystem::path& path, CadFormat format,
                                    const ImportProgress& progress) {
    Handle(TDocStd_Document) document;
    XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", document);
    Interface_Static::SetCVal("xstep.cascade.unit", "MM");
    if (format == CadFormat::Brep) return read_brep(path, document);
    return format == CadFormat::Step ? read_step(path, document, progress)
                                     : read_iges(path, document, progress);
}

}  // namespace graze::cad
