// What a hand does to the bodies of a scene, from a file: docs/commands/simulate.md describes it.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace graze::internal {

struct TimedPose {
    double time;  // seconds
    Pose pose;
};

/// One entry of a script. `body`: it is pulled from one time until another; of several entries that hold for a
/// body at a time, the last does. Others happen once, at `from`.
struct DriveStep {
    double from = 0.0;
    double until = std::numeric_limits<double>::infinity();
    std::string body = {};              // empty: no body is pulled
    std::vector<TimedPose> target = {}; // times rise; before the first and after the last, these hold
    Pull pull = {};                     // but for its target
    bool let_go = false;
    std::string joint_of = {};          // the joint of this body turns or slides at `speed`
    double speed = 0.0;                 // degrees or lengths a second
    std::optional<WorldOrder> order = {};
    std::optional<Vec3> gravity = {};
};

struct DriveScript {
    std::vector<DriveStep> steps;
};

/// Reads the text of a script. `file` starts the messages. Names are not looked up.
[[nodiscard]] Expected<DriveScript> parse_drive_script(std::string_view text, const std::string& file);

}  // namespace graze::internal
