// The search for first contact without margins for rounding (unrounded.cmake): what proof costs in time.
#pragma once

#include "graze/continuous/search/model_contact.h"

namespace graze::bench {

/// As first_contact, but proved by nobody.
[[nodiscard]] __attribute__((visibility("default"))) FirstContact unrounded_first_contact(
    const MovingModel& a, const MovingModel& b, const FirstContactOptions& options,
    FirstContactWorkspace& workspace);

}  // namespace graze::bench
