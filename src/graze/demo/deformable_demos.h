// The deformable bodies of demos that have some: beside the scene that make_demo gives.
#pragma once

#include "graze/core/internal.h"
#include "graze/demo/demo.h"
#include "graze/io/scene/scene_deformables.h"

namespace graze::internal {

/// Nothing if the demo has none. Errors: as make_demo.
[[nodiscard]] Expected<SceneDeformables> make_demo_deformables(const std::string& name, const DemoOptions& options = {});

}  // namespace graze::internal
