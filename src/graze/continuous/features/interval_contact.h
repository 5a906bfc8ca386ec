// First contact of two features by interval arithmetic throughout: every motion, every magnitude.
//
// Contract and parameters of first_feature_contact (feature_contact.h), which takes this way when its filter
// in plain doubles cannot decide, and which tests compare with it. Advances through time by proofs: at time t
// the closest points give a direction n. The Taylor form of the motion (motion_window.h) bounds the
// projections of all vertices on n over a window that begins at t; as far as the two features are proved to
// stay farther apart along n than the clearance, time advances. The bound is concave in time, so its two ends
// prove the whole stretch (docs/mathematics/features.md, F2). When the distance itself is proved to be
// at most clearance + tolerance, this is the contact.
#pragma once

#include "graze/continuous/features/feature_contact.h"
#include "graze/core/internal.h"

namespace graze::internal {

/// Where to go on: what is proved of the time before, and the work that it took.
struct ContactProgress {
    double clear_until = 0.0;
    int windows = 0;
    double stop = kInfinity;  // once proved beyond this, the search ends, Undecided. What is found before
                              // does not depend on it.
};

/// Pre:       as first_feature_contact; farther apart than the clearance on [0, done.clear_until).
/// Guarantee: as first_feature_contact.
/// Cost:      2 to 10 us a window; no allocation.
[[nodiscard]] FeatureContact feature_contact_by_intervals(const MovingFeature& a, const MovingFeature& b,
                                                          const FeatureContactOptions& options,
                                                          const ContactProgress& done = {});

}  // namespace graze::internal
