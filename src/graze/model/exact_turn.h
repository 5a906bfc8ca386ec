// Which way a path turns, and whether three points lie on a line: decided exactly.
//
// Both are stand-ins of this room for orient2d and collinear of numeric/, with the same meaning.
#pragma once

#include "graze/numeric/vector.h"

namespace graze {

/// +1 if the path a -> b -> c turns left (counter-clockwise), -1 if right, 0 if it is straight or folds back.
///
/// Pre: finite coordinates.
/// Guarantee: the sign of the real number, for all finite doubles, subnormal and huge ones too.
/// Cost: four subtractions and two products; exact integers only where these cannot tell.
[[nodiscard]] int exact_turn(const Vec2& a, const Vec2& b, const Vec2& c);

/// True if the three points lie on one line (or coincide), that is, if their triangle has exactly zero area.
/// Pre, Guarantee, Cost: as exact_turn, on up to three projections.
[[nodiscard]] bool exactly_collinear(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace graze
