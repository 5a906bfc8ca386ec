// All pairs of features near each other at one time: the contacts that a search ends with. Not for users.
#pragma once

#include "graze/continuous/triangle_features.h"
#include "graze/discrete/wide_kernels.h"

#include <vector>

namespace graze {

struct ContactListTask {
    const BodyModel& a;
    const BodyModel& b;
    const PairedMotion& motion;
    TriangleMotion motion_a, motion_b;
    double t;
    double reach;  // features farther apart are left out, up to rounding
};

/// What near_features may find within reach although it is farther apart: by no more than this, for pairs of
/// all triangles.
[[nodiscard]] double list_slack(const ContactListTask& task);

/// Pairs of triangles that hold all pairs of features within reach and list_slack, by a discrete walk. `stack`:
/// its memory.
void find_near_triangles(const ContactListTask& task, std::vector<WideEntry>& stack,
                         std::vector<WidePair>& pairs);

/// Adds the near features of `pairs` to `contacts`, which it sorts by triangles and features. The same list for
/// all `pairs` that hold everything within reach and list_slack, in any order and any number of times: these
/// are sorted.
void list_near_features(const ContactListTask& task, std::vector<WidePair>& pairs,
                        std::vector<ContactFeaturePair>& contacts);

}  // namespace graze
