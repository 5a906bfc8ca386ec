// The loop of `graze simulate`: pulls bodies as a script or the scene's paths say, frame by frame, and checks
// each frame.
#pragma once

#include "graze/core/expected.h"
#include "graze/dynamics/handling/world.h"
#include "graze/io/scene/drive_script.h"
#include "graze/scene/scene.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace graze::cli {

struct SimulationOptions {
    double seconds = 0.0;
    double frame = 1.0 / 60.0;
    FrameBudget budget = {};
    std::uint64_t check_every = 1;           // frames; the last one is always checked
    std::optional<DriveScript> script = {};  // nothing: bodies follow the paths of the scene
    WorldTrack* track = nullptr;
    /// Instead of the world's own `advance`, for worlds with more in them than bodies.
    std::function<FrameReport(World&, const FrameBudget&)> advance = {};
};

/// Two bodies that met at the end of a frame. There is none, or we have a bug.
struct MetInFrame {
    std::uint64_t frame;
    BodyPair bodies;
};

struct Simulation {
    std::uint64_t frames = 0, checked = 0;  // done
    std::uint64_t contacts = 0;             // at the end
    std::vector<MetInFrame> met;
    std::vector<double> frame_microseconds;
    double lost_time = 0.0;
    double worst_distance = std::numeric_limits<double>::infinity();
    std::uint64_t undecided = 0, out_of_budget = 0;
    std::vector<std::uint32_t> jammed;
    bool is_interrupted = false;
};

/// The ids of the joints that a script drives, for world_of. Errors: names that nothing has, poses that are asked of bodies
/// that stand; `where` starts the message.
[[nodiscard]] Expected<std::vector<std::uint32_t>> motors_of(const Scene& scene, const DriveScript& script,
                                                             const std::string& where);

/// Pre: `world` is that of the scene (world_of); a script passed motors_of.
[[nodiscard]] Expected<Simulation> simulate(const Scene& scene, World& world, const SimulationOptions& options);

}  // namespace graze::cli
