// OpenCASCADE writes the colours of a STEP file in the order of addresses in memory, which differs from run
// to run. This puts them in an order of their own.
#pragma once

#include <string>

namespace graze::cad {

/// The text of a STEP file as OpenCASCADE writes it, its colours last: sorted by what they colour, and
/// numbered in that order. Guarantee: what the file says is the same; texts that say the same become equal.
[[nodiscard]] std::string with_colours_in_order(const std::string& step);

}  // namespace graze::cad
