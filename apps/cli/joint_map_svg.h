// A map of two joints as a picture (SVG): a cell each, coloured by its least distance.
#pragma once

#include "graze/queries/paths/joint_map.h"

#include <string>

namespace graze::cli {

/// Colours are never alone: cells with a contact are hatched, those that are not decided dotted.
[[nodiscard]] std::string joint_map_svg(const internal::JointMap& map, const Scene& scene);

}  // namespace graze::cli
