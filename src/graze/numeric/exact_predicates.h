// The later stages of the predicates: exact for all finite doubles, slower than the filter.
//
// The doubles of a call are scaled by one power of two to integers. Three widths are compiled:
//   Narrow  the bits in use span at most  63 (a BitRange of the call; numbers of similar size),
//   Middle  at most 191                     (rounding noise near 0 beside an offset of 1e5),
//   Full    any finite doubles              (2,098 bits from 2^-1074 to 2^1024).
// Call these directly only to learn the stage; predicates.h puts the filter before them.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/predicate_filter.h"
#include "graze/numeric/sign.h"
#include "graze/numeric/vector.h"

namespace graze::internal {

/// A coordinate axis; also the one that a projection on a coordinate plane drops.
enum class Axis : int { X, Y, Z };

/// Where a predicate found its answer. Evident: zero because coordinates are equal.
enum class Stage { Filter, Evident, Narrow, Middle, Full };

struct Decision {
    Sign sign;
    Stage stage;
};

namespace exact {

// As in predicates.h. Pre: all coordinates are finite (asserted).
[[nodiscard]] Decision orient2d(const Vec2& a, const Vec2& b, const Vec2& c);
[[nodiscard]] Decision orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
[[nodiscard]] Decision dot_sign(const Vec3& origin, const Vec3& p, const Vec3& q);
[[nodiscard]] Decision compare_lengths(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Zero: collinear. Positive: not.
[[nodiscard]] Decision area_sign(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace exact
}  // namespace graze::internal
