// What a STEP file speaks of and OpenCASCADE never tries to build: without being named, it would be missed by
// nobody.
#pragma once

#include "graze/model/missing.h"

#include <vector>

#include <XSControl_WorkSession.hxx>

namespace graze::cad {

/// Components of assemblies that have a shape and no placement, so that they are nowhere; and primitives,
/// swept solids and combinations of solids (CSG), which OpenCASCADE reads and does not build.
[[nodiscard]] std::vector<MissingPart> untried_shapes(const Handle(XSControl_WorkSession) & session);

}  // namespace graze::cad
