// All pairs of features near each other at one time: the contacts that a search ends with.
#pragma once

#include "graze/continuous/relative/smooth_motions.h"
#include "graze/continuous/search/triangle_features.h"
#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_kernels.h"

#include <tuple>
#include <vector>

namespace graze::internal {

struct ContactListTask {
    const BodyModel& a;
    const BodyModel& b;
    const RelativeMotion& motion;
    TriangleMotion motion_a, motion_b;
    double t;
    double contact_distance;  // features farther apart are left out, up to rounding
    int threads = 1;          // for long lists
};

/// Two features, by their triangles.
struct FeatureIds {
    IdPair triangles;
    SlotPair slots;
};
/// How lists are sorted, and ties broken.
[[nodiscard]] inline auto order_of(const FeatureIds& pair) {
    return std::tuple(pair.triangles.a, pair.triangles.b, pair.slots.a, pair.slots.b);
}

/// What near_features may find within the contact distance although it is farther apart: by no more than this.
[[nodiscard]] double list_slack(const ContactListTask& task);

/// Adds all pairs of features of near triangles to `pairs`, among them all within the contact distance and list_slack, by a
/// discrete walk. `stack`: its memory.
void find_near_features(const ContactListTask& task, std::vector<WideEntry>& stack,
                        std::vector<FeatureIds>& pairs);

/// Adds those of `pairs` that are near to `contacts`, sorted by triangles and features. The same list for all
/// `pairs` that hold everything within the contact distance and list_slack, in any order and any number of times: they are
/// sorted.
void list_near_features(const ContactListTask& task, std::vector<FeatureIds>& pairs,
                        std::vector<ContactFeaturePair>& contacts);

/// Points and normals as the world sees them, if `motions` see both bodies from what carries them.
void bring_into_world(const SmoothMotions& motions, double t, std::span<ContactFeaturePair> contacts);

}  // namespace graze::internal
