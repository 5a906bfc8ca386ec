// Rods against theory, as a table and as a picture: elastica, catenary, torsion, buckling.
#pragma once

#include <string>

namespace graze::bench {

/// Prints the table; writes soft-validation.svg into the folder, if one is named. Returns the exit code.
int validate_rods(const std::string& pictures);

}  // namespace graze::bench
