// Whether two bodies meet before they move.
#pragma once

#include "graze/continuous/search/model_contact.h"
#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_distance.h"

#include <optional>

namespace graze::internal {

struct StartMeeting {
    BodyMeeting how = BodyMeeting::Apart;       // Apart: within the clearance if there is a witness
    std::optional<ContactFeaturePair> witness;  // none if one body is inside the other
};

/// By the exact discrete tests. Cost: theirs.
[[nodiscard]] StartMeeting meet_at_start(const PosedModel& a, const PosedModel& b, double clearance,
                                         DiscreteMemory& workspace);

/// The same of bodies that are known to be apart: whether they are within the clearance.
[[nodiscard]] StartMeeting near_at_start(const PosedModel& a, const PosedModel& b, double clearance,
                                         DiscreteMemory& workspace);

}  // namespace graze::internal
