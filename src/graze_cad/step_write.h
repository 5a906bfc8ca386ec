// Writes shapes as a STEP file (AP214), names and colours with them.
#pragma once

#include "graze/core/expected.h"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <TopLoc_Location.hxx>
#include <TopoDS_Shape.hxx>

namespace graze::cad {

/// A part or an assembly. Instances of the same part have the same TShape, those of the same assembly the
/// same `product`: the file then holds it once.
struct Part {
    std::string name;
    TopoDS_Shape shape;                               // of a part; null for an assembly
    std::vector<Part> parts = {};                     // of an assembly
    TopLoc_Location location = {};                    // in the assembly above
    std::array<double, 3> colour = {0.7, 0.7, 0.72};  // sRGB, 0 to 1
    std::string product = {};                         // what it is an instance of; empty: of itself, `name`
};

/// Guarantee: the same parts give the same bytes (the header's time stamp is fixed). Lengths are millimetres.
[[nodiscard]] Expected<void> write_step(const std::filesystem::path& path, const Part& root);

}  // namespace graze::cad
