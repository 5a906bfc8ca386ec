// What happened in a simulation, as a scene whose paths are just that.
#pragma once

#include "graze/core/expected.h"
#include "graze/dynamics/handling/world.h"
#include "graze/scene/scene.h"

#include <string>

namespace graze::cli {

struct RecordedScene {
    std::size_t stops = 0;  // poses of each path; 0: nothing moved, and there is no path
    std::uint64_t bytes = 0;
};

/// Where a record goes, and the scene file that was simulated.
struct RecordFiles {
    std::string scene, out;
};

/// Each body that moved gets a path of slerps about its centre of mass; joints are left out, and seated pairs get a
/// rule that states their depth. Meshes stay where they are.
///
/// Pre: `scene` is what was read from the file, and the world is of it.
[[nodiscard]] Expected<RecordedScene> write_record(const Scene& scene, const World& world, const WorldTrack& track,
                                                   const RecordFiles& files);

/// All bodies as a GLB that plays what happened, a pose for each frame. Returns its bytes.
[[nodiscard]] Expected<std::uint64_t> write_animation(const Scene& scene, const WorldTrack& track, double frame,
                                                      const std::string& out);

}  // namespace graze::cli
