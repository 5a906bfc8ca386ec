// Beams of sheet metal: an open profile of constant thickness along a path.
#pragma once

#include "graze_cad/models/bend.h"

#include <string>
#include <vector>

#include <TopoDS_Shape.hxx>

namespace graze::cad::car {

struct Section {
    SectionFrame frame;
    std::vector<Corner> profile;
};

/// Between sections the beam is interpolated (two: straight). The thickness lies to the left of the profile.
/// Throws Standard_Failure with `name` if OpenCASCADE does not make one closed solid.
[[nodiscard]] TopoDS_Shape make_beam(const std::string& name, const std::vector<Section>& sections,
                                     double thickness);

}  // namespace graze::cad::car
