// Whether two features are apart all the time along one direction: a test that looks at no time at all.
#pragma once

#include "graze/continuous/features/rounded_feature.h"
#include "graze/core/internal.h"

namespace graze::internal {

inline constexpr double kUnitLength = 1.0 + 0x1p-48;  // more than the length of a rounded unit vector
inline constexpr double kLeastSquare = 0x1p-960;      // where squares lose no digits

/// Looks along the axis of the one that turns, and across it towards the other (features.md, F7).
///
/// Pre:       `least_gap` is the clearance and the errors of both, rounded up.
/// Guarantee: true: farther apart than the clearance at every t of [0, 1]. Always false if none or both turn,
///            by less than a radian, or about an axis that wanders.
[[nodiscard]] bool prove_apart_all_the_time(const RoundedFeature& a, const RoundedFeature& b,
                                            double least_gap);

}  // namespace graze::internal
