// The search behind first_contact.h, for motions without breaks.
#pragma once

#include "graze/continuous/relative/smooth_motions.h"
#include "graze/continuous/search/contact_list.h"
#include "graze/continuous/search/space_time_walk.h"
#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_distance.h"

#include <memory>
#include <vector>

namespace graze::internal {

/// Two features, and when they may be near each other.
struct NearFeatureTime {
    FeatureIds ids;
    double from, until;
};

/// What first_feature_contact says of one pair of features.
struct DecidedFeatures {
    FeatureIds id;
    FeatureContact contact;
};

/// A search whose work was used up; what it has yet to look at is in its walk's memory.
struct UnfinishedSearch {
    std::optional<DecidedFeatures> first;
    FirstContactCounters counters;
};

struct FirstContactMemory {
    WalkMemory walk;
    DiscreteMemory discrete;
    std::vector<ContactFeaturePair> contacts;
    ChainMemory chains;
    std::vector<NearFeatureTime> visited;  // what the walk came to and did not prove apart
    std::vector<FeatureIds> near;          // of that, what may be near at the contact
    std::vector<WalkEntry> put_off;        // pairs of triangles that wait until all nodes are opened
    std::vector<WalkEntry> left;           // for several threads
    std::vector<std::unique_ptr<FirstContactMemory>> helpers;  // one for each of them
    std::optional<UnfinishedSearch> unfinished;
};

/// First contact of two bodies during a part of their motions, whose time runs over [0, 1]. `is_start`: the
/// bodies' own time begins there, and what overlaps is looked for. Goes on with memory.unfinished, if there is
/// one: then it is of this very query.
[[nodiscard]] FirstContact search_bodies(const MovingModel& a, const MovingModel& b,
                                         const SmoothMotions& motions, bool is_start,
                                         const FirstContactOptions& options, FirstContactMemory& memory);

}  // namespace graze::internal
