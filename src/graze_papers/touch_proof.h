// Proves that two moving features do touch, and until when at the latest: how answers about query files,
// which ask for touching and not for a tolerance, are judged.
//
// first_feature_contact proves that nothing happens before a time and that the features are near each other
// then; whether they touch at all it leaves open. Here the signed volume of the four vertices is followed
// from there on: where it goes from certainly one sign to certainly the other it is zero in between, all four
// lie in one plane, and if over that whole stretch of time the vertex is certainly on the inner side of all
// edges of the face (or each edge certainly crosses the line of the other), the features meet
// (docs/mathematics/features.md, F10). Touching without crossing is not proved this way.
#pragma once

#include "graze/continuous/features/feature_contact.h"

#include <optional>

namespace graze::papers {

/// A time at or before which the features touch (distance zero), if that can be proved by a crossing near
/// `near`.
///
/// Pre:       a vertex and a face, a face and a vertex, or two edges; near in [0, 1]; motions are continuous
///            (the pieces of a piecewise one fit together).
/// Guarantee: a returned time t_hi is in [0, 1], and at some time of [0, t_hi] the features have a point in
///            common. Nothing: not proved.
/// Cost:      at most some hundred evaluations in intervals; no allocation.
[[nodiscard]] std::optional<double> prove_touch(const MovingFeature& a, const MovingFeature& b, double near);

}  // namespace graze::papers
