// A process plant after [Figueiredo, sec. 4]: 8 parts, 1,073 surfaces, some 24,400 triangles, and 233 steps
// of an assembly. (The paper's own model is not public; this one is made to the same figures.)
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose.h"

#include <cstdint>
#include <vector>

namespace graze::internal {

/// The body of the demo scene "process-plant" that is assembled: the valve.
inline constexpr std::uint32_t kPlantMovingBody = 6;

/// Steps of the assembly. In each the valve meets at least one other part.
inline constexpr int kPlantSteps = 233;

/// kPlantSteps + 1 poses of the valve: the first is clear of everything, then come the steps.
[[nodiscard]] std::vector<Pose> process_plant_poses();

}  // namespace graze::internal
