// Animations of GLB files: a motion that another engine has recorded. docs/commands/audit.md says what is read.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/scene/scene.h"

#include <filesystem>
#include <vector>

namespace graze::internal {

struct GlbAnimation {
    Scene scene;                // bodies where the file puts them, and paths from frame to frame
    std::vector<double> times;  // of the frames, in seconds
};

/// The first animation of the file: its frames are all times at which one of its samplers has a key. Between two
/// frames the path of a body is a slerp about its origin (scene.h); where one node alone is animated, by keys that
/// are linear, that is what the file says.
///
/// Pre:    none of the file.
/// Errors: those of read_model_file; BadInput for a file without an animation, or one that is damaged; Unsupported
///         for steps, cubic splines, morphs, scales that change, and more than 10^6 times.
[[nodiscard]] Expected<GlbAnimation> read_glb_animation(const std::filesystem::path& path, Unit unit);

}  // namespace graze::internal
