// A CAD file read by OpenCASCADE, as the document in which it keeps names, colours and the assembly tree.
#pragma once

#include "graze/core/expected.h"
#include "graze_cad/import.h"

#include <filesystem>
#include <string>
#include <vector>

#include <TDocStd_Document.hxx>
#include <TopoDS_Shape.hxx>

namespace graze::cad {

struct CadDocument {
    Handle(TDocStd_Document) document;
    std::string unit, schema;
    double resolution = 0.0;  // mm; as an IGES file states it, else 0
};

/// False for nothing.
[[nodiscard]] bool has_faces(const TopoDS_Shape& shape);

/// Refuses files in which OpenCASCADE could not make sense of everything that has a shape.
[[nodiscard]] Expected<CadDocument> read_document(const std::filesystem::path& path, CadFormat format,
                                                  const ImportProgress& progress);

}  // namespace graze::cad
