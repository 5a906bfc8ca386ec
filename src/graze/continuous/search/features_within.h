// What is near what at one time of a motion: for callers that know the time, as of a contact of other bodies.
#pragma once

#include "graze/continuous/search/model_contact.h"
#include "graze/core/internal.h"

namespace graze::internal {

/// Every pair of features within `distance` of each other at time t, sorted by triangles and features; pairs
/// beyond that by no more than rounding may be among them. The list that first_contact ends with, at any
/// time.
///
/// Pre:       t in [0, 1]; distance >= 0, finite.
/// Guarantee: a view into `workspace`.
/// Cost:      a discrete walk, and 0.2 us for each pair of features of near triangles; no allocation once the
///            workspace has grown.
[[nodiscard]] std::span<const ContactFeaturePair> features_within(const MovingModel& a, const MovingModel& b,
                                                                  double t, double distance,
                                                                  FirstContactWorkspace& workspace);

}  // namespace graze::internal
