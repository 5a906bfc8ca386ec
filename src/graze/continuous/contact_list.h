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

/// Adds them to `contacts`, which it sorts by triangles and features. `stack`: memory of the walk.
void list_near_features(const ContactListTask& task, std::vector<WideEntry>& stack,
                        std::vector<ContactFeaturePair>& contacts);

}  // namespace graze
