#include "graze/continuous/search/features_within.h"

#include "graze/continuous/search/body_search.h"
#include "graze/core/assert.h"

#include <algorithm>

namespace graze::internal {

std::span<const ContactFeaturePair> features_within(const MovingModel& a, const MovingModel& b, double t,
                                                    double distance, FirstContactWorkspace& workspace) {
    GRAZE_ASSERT(t >= 0.0 && t <= 1.0);
    GRAZE_ASSERT(distance >= 0.0 && distance <= kLargest);
    FirstContactMemory& memory = workspace.memory();
    double from = 0.0, until = 0.0;  // of the part that t is in
    while (until < t || until == 0.0) {
        from = until;
        until = std::min(smooth_until(a.motion, from), smooth_until(b.motion, from));
    }
    const SmoothMotions motions = smooth_motions(a.motion, b.motion, from, until);
    const WideTree &tree_a = a.model.tree, &tree_b = b.model.tree;
    const RelativeMotion motion = relative_motion(motions, tree_a, tree_b, memory.chains);
    const ContactListTask task{.a = a.model,
                               .b = b.model,
                               .motion = motion,
                               .motion_a = {motions.a, what_carries_a(motion)},
                               .motion_b = {motions.b, what_carries_b(motion)},
                               .t = std::clamp((t - from) / (until - from), 0.0, 1.0),
                               .contact_distance = distance};
    memory.near.clear();
    memory.contacts.clear();
    find_near_features(task, memory.discrete.stack, memory.near);
    list_near_features(task, memory.near, memory.contacts);
    bring_into_world(motions, task.t, memory.contacts);
    return memory.contacts;
}

}  // namespace graze::internal
