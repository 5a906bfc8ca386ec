// First contact of two features in plain doubles, each claim with a proved margin for all roundings.
//
// Both features move by (M24): straight, or steadily turning. Around a time s, for a unit direction n, the
// gap of two vertices along n is, x before or after s, at least
//
//     c + s x - k x^2 / 2 - error,       0 <= x <= X (F5)
//
// with sine and cosine of w x bounded by multiples of x and x^2 that are exact to third order, so the bound
// knows towards which side a path bends. Roots of (F5) are guessed, and then (F5) itself is evaluated where
// it is least: if that exceeds clearance + error, the features are apart over the whole stretch.
// docs/mathematics/features.md, section 2.
#pragma once

#include "graze/continuous/features/rounded_feature.h"
#include "graze/core/internal.h"

namespace graze::internal {

struct QuickContact {
    bool is_decided;  // false: only clear_until and windows of the result mean something
    FeatureContact result;
};

/// The part of time that is asked about.
struct QuickSpan {
    double from = 0.0;        // proofs begin here; a Clear or a Contact is about [from, until]
    double until = 1.0;       // > from
    double stop = kInfinity;  // once proved beyond this, the search ends, Undecided: the caller has an
                              // earlier contact. What is found before does not depend on it.
};

/// Pre:       as first_feature_contact.
/// Guarantee: as first_feature_contact; if not decided, clear_until is proved all the same.
/// Cost:      some 100 ns a window; no allocation.
[[nodiscard]] QuickContact quick_feature_contact(const RoundedFeature& a, const RoundedFeature& b,
                                                 const FeatureContactOptions& options,
                                                 const QuickSpan& span = {});

/// A feature at the middle of a stretch of time, of vertices that are placed elsewhere.
struct MidwayFeature {
    int count;
    bool is_still;
    double angle;  // of RoundedFeature
    std::array<const PlacedVertex*, 3> vertices;
};
struct MidwayPair {
    MidwayFeature a, b;
    double error;  // the sum of both
    double half;   // of the stretch's length
};

/// True if (F5) along one direction proves them farther apart than the clearance over the whole stretch: the
/// first look of quick_feature_contact, for many features of the same two triangles.
///
/// Cost: some 50 ns.
[[nodiscard]] bool prove_apart_around(const MidwayPair& pair, double clearance);

}  // namespace graze::internal
