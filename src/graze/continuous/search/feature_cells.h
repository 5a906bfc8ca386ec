// What a search asks about two features of two triangles: until when they are proved apart, and their first
// contact in one cell of time.
#pragma once

#include "graze/continuous/features/quick_contact.h"
#include "graze/continuous/relative/ticks.h"
#include "graze/continuous/search/contact_list.h"
#include "graze/continuous/search/model_contact.h"
#include "graze/continuous/search/triangle_features.h"
#include "graze/core/internal.h"

namespace graze::internal {

/// Time is divided into 64 cells, always the same, and features are searched cell by cell: so a search need
/// not begin at 0, and still what it finds in a cell depends on nothing but the features.
constexpr Tick kCell = kEndOfTime / 64;

/// A pair of features, rounded if the motions are usable, and the triangles that they belong to.
struct OwnedFeatures {
    const MovingTriangle& triangle_a;
    const MovingTriangle& triangle_b;
    FeatureIds ids;
    RoundedFeature a, b;
};

[[nodiscard]] OwnedFeatures owned_features(const MovingTriangle& a, const MovingTriangle& b,
                                           const FeatureIds& ids, bool is_usable);

/// How features are asked about in one query; counts what that takes.
struct FeatureCells {
    TriangleMotion motion_a, motion_b;
    bool is_usable;  // the motions, in doubles
    const FirstContactOptions& options;
    double tolerance;
    FirstContactCounters& counters;
};

/// No pair of features takes more steps than the budget has left: where it ends, the pair is undecided.
[[nodiscard]] FeatureContactOptions feature_options(const FeatureCells& cells, double clearance);

/// The part of the window up to where features are proved farther apart than the options say; all of it:
/// never near.
[[nodiscard]] double apart_until(const FeatureCells& cells, const OwnedFeatures& pair,
                                 const TickWindow& window, const FeatureContactOptions& options);

/// First contact of two features during one cell of time: the function whose least value is the answer. Cut
/// short at `stop`, after which it cannot be the least.
[[nodiscard]] FeatureContact contact_in_cell(const FeatureCells& cells, const OwnedFeatures& pair, Tick cell,
                                             double stop);

}  // namespace graze::internal
