// The assembly tree of a document: nodes with poses, and the distinct shapes that they are instances of.
#pragma once

#include "graze/core/expected.h"
#include "graze/io/cad/cad_model.h"
#include "graze_cad/document.h"

#include <optional>
#include <string>
#include <vector>

#include <TopTools_DataMapOfShapeInteger.hxx>
#include <TopoDS_Shape.hxx>

namespace graze::cad {

struct TreeShape {
    std::string name;
    TopoDS_Shape shape;  // at the origin of its own frame
    std::optional<CadSewing> sewing = {};
};

struct Tree {
    std::vector<TreeShape> shapes;
    std::vector<CadNode> nodes;
    TopTools_DataMapOfShapeInteger face_colours;  // 0xRRGGBB by face
    std::vector<std::string> notes;
    std::vector<MissingPart> missing = {};
};

/// Faces without solids are sewn: all of an IGES file together, those of a STEP part by themselves.
[[nodiscard]] Expected<Tree> tree_of(const CadDocument& document, CadFormat format, const std::string& name);

}  // namespace graze::cad
