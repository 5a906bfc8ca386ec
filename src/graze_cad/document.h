// A CAD file read by OpenCASCADE, as the document in which it keeps names, colours and the assembly tree.
#pragma once

#include "graze/core/expected.h"
#include "graze_cad/import.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <StepBasic_ProductDefinition.hxx>
#include <TDocStd_Document.hxx>
#include <TopoDS_Shape.hxx>

namespace graze::cad {

/// A part whose shape is in a file of its own.
struct ExternalPart {
    std::string file;
    std::string fault;  // empty: it was read
};

struct CadDocument {
    Handle(TDocStd_Document) document;
    std::string unit, schema;
    double resolution = 0.0;  // mm; as an IGES file states it, else 0
    std::vector<std::string> notes = {};
    std::vector<MissingPart> missing = {};                    // faces and solids that could not be built
    std::map<std::string, ExternalPart> external_parts = {};  // by the name of the product
};

/// False for nothing.
[[nodiscard]] bool has_faces(const TopoDS_Shape& shape);

/// What people call the product of a STEP file's product definition; empty: nothing does.
[[nodiscard]] std::string product_of(const Handle(StepBasic_ProductDefinition) & definition);

/// Refuses files in which OpenCASCADE finds something wrong that a shape depends on (step_faults.h).
[[nodiscard]] Expected<CadDocument> read_document(const std::filesystem::path& path, CadFormat format,
                                                  const ImportProgress& progress);

}  // namespace graze::cad
