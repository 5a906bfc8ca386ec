// What OpenCASCADE complains about in a STEP file, divided by whether a shape depends on it.
//
// A shape depends on what its representation consists of: faces, edges, points, placements, units, and how parts
// are put into assemblies. Styles, texts, fonts, tolerances, properties, persons and dates are cosmetic, and so are
// names and descriptions, whatever they belong to: a file is not refused for them.
#pragma once

#include "graze_cad/step_dangling.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <XSControl_WorkSession.hxx>

namespace graze::cad {

/// An entity that OpenCASCADE does not know and that sounds like a shape (TESSELLATED_SOLID, CSG_SOLID) or is
/// made of shells or solids.
struct UnknownShape {
    std::string entity, type;
};

struct StepFaults {
    std::string grave;  // the first that a shape depends on, with its entity; empty: none
    std::uint64_t cosmetic = 0;
    std::string first_cosmetic;
    std::vector<UnknownShape> unknown;  // not the shape of anything that is read
};

/// `dangling` are those of the file's text: OpenCASCADE says nothing of them.
[[nodiscard]] StepFaults step_faults(const Handle(XSControl_WorkSession) & session,
                                     std::span<const DanglingReference> dangling);

/// Control characters as blanks, and not too long.
[[nodiscard]] std::string one_line(std::string text);

}  // namespace graze::cad
