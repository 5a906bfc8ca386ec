#include "graze_cad/step_write.h"

#include "graze/core/file.h"
#include "graze_cad/step_order.h"

#include <APIHeaderSection_MakeHeader.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_Printer.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <StepData_StepModel.hxx>
#include <TCollection_HAsciiString.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>

namespace graze::cad {
namespace {

struct Document {
    Handle(XCAFDoc_ShapeTool) shapes;
    Handle(XCAFDoc_ColorTool) colours;
    std::vector<std::pair<TopoDS_Shape, TDF_Label>> known;  // parts that are in the document already
};

void set_name(const TDF_Label& label, const std::string& name) {
    TDataStd_Name::Set(label, TCollection_ExtendedString(name.c_str(), true));
}

TDF_Label label_of_part(Document& document, const Part& part) {
    for (const auto& [shape, label] : document.known)
        if (shape.IsSame(part.shape)) return label;
    const TDF_Label label = document.shapes->AddShape(part.shape, false);
    set_name(label, part.name);
    document.colours->SetColor(
        label, Quantity_Color(part.colour[0], part.colour[1], part.colour[2], Quantity_TOC_sRGB),
        XCAFDoc_ColorSurf);
    document.known.emplace_back(part.shape, label);
    return label;
}

TDF_Label label_of(Document& document, const Part& part) {
    if (part.parts.empty()) return label_of_part(document, part);
    const TDF_Label assembly = document.shapes->NewShape();
    set_name(assembly, part.name);
    for (const Part& child : part.parts) {
        const TDF_Label instance =
            document.shapes->AddComponent(assembly, label_of(document, child), child.location);
        set_name(instance, child.name);
    }
    return assembly;
}

/// OpenCASCADE numbers the instances of all files of a process; here each file begins at 1.
std::string with_own_numbers(const std::string& text) {
    const std::string before = "NEXT_ASSEMBLY_USAGE_OCCURRENCE('";
    std::string numbered;
    std::size_t done = 0, count = 0;
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, done)) {
        numbered.append(text, done, at + before.size() - done).append(std::to_string(++count));
        done = text.find('\'', at + before.size());
    }
    return numbered.append(text, done);
}

}  // namespace

Expected<void> write_step(const std::filesystem::path& path, const Part& root) {
    Message::DefaultMessenger()->RemovePrinters(
        STANDARD_TYPE(Message_Printer));  // it would write on standard output
    Handle(TDocStd_Document) file;
    XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", file);
    Document document{
        XCAFDoc_DocumentTool::ShapeTool(file->Main()), XCAFDoc_DocumentTool::ColorTool(file->Main()), {}};
    label_of(document, root);
    document.shapes->UpdateAssemblies();

    Interface_Static::SetCVal("write.step.schema", "AP214IS");
    Interface_Static::SetCVal("write.step.product.name", root.name.c_str());
    Interface_Static::SetIVal("write.step.assembly", 2);
    STEPCAFControl_Writer writer;
    writer.SetColorMode(true);
    writer.SetNameMode(true);
    if (!writer.Transfer(file, STEPControl_AsIs))
        return make_error(ErrorCode::Unsupported, path.string(),
                          "OpenCASCADE cannot write these shapes as STEP",
                          "this is a bug in Graze: please report it");
    APIHeaderSection_MakeHeader header(writer.ChangeWriter().Model());
    header.SetTimeStamp(new TCollection_HAsciiString("2026-01-01T00:00:00"));
    header.SetName(new TCollection_HAsciiString(root.name.c_str()));
    header.SetOriginatingSystem(new TCollection_HAsciiString("Graze"));
    if (writer.Write(path.c_str()) != IFSelect_RetDone)
        return make_error(ErrorCode::CannotWrite, path.string(), "could not be written",
                          "check the folder and the space on the disk");
    XCAFApp_Application::GetApplication()->Close(file);
    const auto text = read_file(path);
    if (!text) return text.error();
    return write_file_atomically(path, with_colours_in_order(with_own_numbers(*text)));
}

}  // namespace graze::cad
