// The search behind first_contact.h, for motions without breaks. Not for users.
#pragma once

#include "graze/continuous/relative/motion_parts.h"
#include "graze/continuous/search/contact_list.h"
#include "graze/continuous/search/space_time_walk.h"
#include "graze/discrete/wide/wide_distance.h"

#include <memory>
#include <vector>

namespace graze {

/// Two features, and when they may be near each other.
struct NearFeatureTime {
    FeatureIds ids;
    double from, until;
};

struct FirstContactMemory {
    WalkMemory walk;
    WideWorkspace discrete;
    std::vector<ContactFeaturePair> contacts;
    ChainMemory chains;
    std::vector<NearFeatureTime> visited;  // what the walk came to and did not prove apart
    std::vector<FeatureIds> near;          // of that, what may be near at the contact
    std::vector<WalkEntry> put_off;        // pairs of triangles that wait until all nodes are opened
    std::vector<WalkEntry> left;           // for several threads
    std::vector<std::unique_ptr<FirstContactMemory>> helpers;  // one for each of them
};

/// First contact of two bodies during a part of their motions, whose time runs over [0, 1]. `is_start`: the
/// bodies' own time begins there, and what overlaps is looked for.
[[nodiscard]] FirstContact search_bodies(const MovingModel& a, const MovingModel& b, const MotionParts& parts,
                                         bool is_start, const FirstContactOptions& options,
                                         FirstContactMemory& memory);

}  // namespace graze
