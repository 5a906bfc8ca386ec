// What the demos of car parts can vary; src/graze_cad/models makes them.
#include "graze/demo/models.h"

namespace graze::internal {

DemoInfo car_door_info() {
    return {"car-door",
            "A car body in white and its front door, mounted past the hinge pillar into a 4 mm shut line",
            {{"fine", 0, 0, 1, "finer facets: about 150,000 for the body instead of 29,000", true, true}},
            true};
}

DemoInfo window_motor_info() {
    return {"window-motor",
            "A car door from which the motor of the window comes out, turning, through one cut-out",
            {},
            true};
}

}  // namespace graze::internal
