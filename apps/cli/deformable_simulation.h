// `graze simulate` of a scene with deformable bodies: the others follow their paths, these are pushed, bent and squeezed.
#pragma once

#include "command.h"
#include "graze/io/scene/scene_deformables.h"
#include "rod_simulation.h"

namespace graze::cli {

[[nodiscard]] Expected<Answer> simulate_deformables(const Scene& scene, const SceneDeformables& deformables, const RodSimulationOptions& options,
                                                    const Globals& globals);

}  // namespace graze::cli
