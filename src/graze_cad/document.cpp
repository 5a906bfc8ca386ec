#include "graze_cad/document.h"

#include "graze/core/wording.h"

#include <cmath>

#include <fmt/format.h>
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
#include <STEPCAFControl_Reader.hxx>
#include <Standard_Failure.hxx>
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
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>
#include <gp_XYZ.hxx>

namespace graze::cad {
namespace {

constexpr std::uint64_t kProgressParts = 1000;
constexpr double kScaleSlack = 1e-9;  // a placement that scales by less is rigid

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

std::string one_line(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    return text.size() > 200 ? text.substr(0, 200) + "..." : text;
}

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

template <class... Kinds>
bool is_one_of(const Handle(Standard_Transient) & entity) {
    return (entity->IsKind(STANDARD_TYPE(Kinds)) || ...);
}

/// Things with a shape that OpenCASCADE tried to build and did not: without them parts would be missing, or
/// have holes, and nobody would see it.
template <class... Kinds>
Expected<void> refuse_lost_shapes(const Handle(XSControl_WorkSession) & session) {
    const Handle(Interface_InterfaceModel) model = session->Model();
    const Handle(Transfer_TransientProcess) process = session->TransferReader()->TransientProcess();
    int lost = 0, all = 0;
    std::string first;
    for (int i = 1; i <= model->NbEntities(); ++i) {
        const Handle(Standard_Transient) entity = model->Value(i);
        if (!is_one_of<Kinds...>(entity)) continue;
        ++all;
        const Handle(Transfer_Binder) binder = process->Find(entity);
        if (binder.IsNull() || has_faces(TransferBRep::ShapeResult(process, entity))) continue;
        if (lost++ > 0) continue;
        first = model->StringLabel(entity)->ToCString();
        if (binder->Check()->NbFails() > 0) first += ": " + one_line(binder->Check()->CFail(1));
    }
    if (lost == 0) return {};
    return make_error(ErrorCode::BadInput,
                      fmt::format("{} of {} faces, shells and solids could not be built", lost, all),
                      fmt::format("the first is entity {}", first), "export the file again");
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

Error unreadable(const std::string& failure, const char* format) {
    return make_error(ErrorCode::BadInput, fmt::format("not a readable {} file", format),
                      failure.empty() ? "OpenCASCADE finds no content" : failure,
                      "was it written completely?");
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
    const std::string failure = first_failure(session->ModelCheckList(false), model);
    if (status != IFSelect_RetDone || !failure.empty() || model->NbEntities() == 0)
        return unreadable(failure, "STEP");

    if (auto rigid = refuse_placements_that_are_not_rigid(model); !rigid) return rigid.error();

    CadDocument result{document, "millimetre", {}, 0.0};
    TColStd_SequenceOfAsciiString lengths, angles, solid_angles;
    reader.ChangeReader().FileUnits(lengths, angles, solid_angles);
    if (lengths.Length() > 0) result.unit = one_line(lengths.Value(1).ToCString());
    const auto schema = Handle(HeaderSection_FileSchema)::DownCast(
        model->HeaderEntity(STANDARD_TYPE(HeaderSection_FileSchema)));
    if (!schema.IsNull() && schema->NbSchemaIdentifiers() > 0)
        result.schema = one_line(schema->SchemaIdentifiersValue(1)->ToCString());
    Handle(Indicator) indicator = new Indicator(progress);
    if (!reader.Transfer(document, indicator->Start())) return unreadable("it holds no shapes", "STEP");
    if (auto whole =
            refuse_lost_shapes<StepShape_FaceSurface, StepShape_ConnectedFaceSet, StepShape_ManifoldSolidBrep,
                               StepShape_ShellBasedSurfaceModel>(session);
        !whole)
        return whole.error();
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
    CadDocument result{document, "millimetre", "IGES", 0.0};
    const IGESData_GlobalSection& global = model->GlobalSection();
    if (!global.UnitName().IsNull()) result.unit = one_line(global.UnitName()->ToCString());
    result.resolution = global.Resolution() * global.UnitValue();
    Handle(Indicator) indicator = new Indicator(progress);
    if (!reader.Transfer(document, indicator->Start())) return unreadable("it holds no shapes", "IGES");
    if (auto whole = refuse_lost_shapes<IGESSolid_Face, IGESGeom_TrimmedSurface, IGESGeom_BoundedSurface,
                                        IGESSolid_Shell, IGESSolid_ManifoldSolid>(reader.WS());
        !whole)
        return whole.error();
    return result;
}

}  // namespace

bool has_faces(const TopoDS_Shape& shape) {
    return !shape.IsNull() && TopExp_Explorer(shape, TopAbs_FACE).More();
}

Expected<CadDocument> read_document(const std::filesystem::path& path, CadFormat format,
                                    const ImportProgress& progress) {
    Handle(TDocStd_Document) document;
    XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", document);
    Interface_Static::SetCVal("xstep.cascade.unit", "MM");
    return format == CadFormat::Step ? read_step(path, document, progress)
                                     : read_iges(path, document, progress);
}

}  // namespace graze::cad
