// The demo `car-door`: a body in white and its front door.
#pragma once

#include "graze_cad/step_write.h"

namespace graze::cad::car {

/// The left front door in its seat, without glass and trim.
[[nodiscard]] Part car_door();
/// The body in white, both sides.
[[nodiscard]] Part car_body();

}  // namespace graze::cad::car
