// What `graze audit` says.
#pragma once

#include "command.h"
#include "graze/queries/paths/motion_audit.h"

#include <vector>

namespace graze::cli {

/// A recorded motion: a scene whose paths go from frame to frame, and the times of these.
struct Recording {
    Scene scene;
    std::vector<double> times;  // of the frames; empty: their numbers
    std::string in_between;     // how bodies are taken to move between frames
};

[[nodiscard]] Json audit_json(const MotionAudit& audit, const Recording& recording);
[[nodiscard]] std::string audit_text(const MotionAudit& audit, const Recording& recording, bool colour);

}  // namespace graze::cli
