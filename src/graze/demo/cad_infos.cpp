// What the demos that are CAD only can vary. Their models are in src/graze_cad/models.
#include "graze/demo/models.h"

namespace graze::internal {

DemoInfo plant_large_info() {
    return {"plant-large",
            "A refinery block of many instances: pipe racks, vessels, pumps, valves, ladders, cable trays",
            {{"parts", 20000, 200, 100000, "parts, met within one bay of a rack", true}},
            true};
}

DemoInfo chain_info() {
    return {"chain", "A roller chain of 58 links on two sprockets; it runs on by one link", {}, true};
}

DemoInfo gearbox_info() {
    return {
        "gearbox",
        "Two stages of involute gears on shafts in ball bearings, in a ribbed housing; they turn together",
        {{"backlash", 0.15, 0.1, 0.5, "play of a pair of teeth at the pitch circle in mm"}},
        true};
}

DemoInfo robot_cell_info() {
    return {"robot-cell",
            "A six-axis arm reaches for a workpiece in its fixture, inside a fence; touching.json hits the "
            "fixture",
            {},
            true};
}

}  // namespace graze::internal
