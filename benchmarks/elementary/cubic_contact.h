// The plain floating-point method for vertices on straight lines: the roots of a cubic, then a distance.
//
// The signed volume of the four vertices is a cubic in t. Its roots in [0, 1] are found between its extremes
// by Newton's method with bisection, and at each the features are a contact if they are within the tolerance.
// Nothing is proved: rounding can lose a double root, and when all four vertices stay in one plane there is
// no root to be found at all. Kept to compare with, as others use it.
#pragma once

#include "elementary/query.h"

namespace graze::bench {

[[nodiscard]] ContactVerdict cubic_first_contact(const LinearQuery& query, double tolerance);

}  // namespace graze::bench
