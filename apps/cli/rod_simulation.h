// `graze simulate` of a scene with rods: rods bend, rub, and never go into anything. In order 1 bodies follow their paths,
// whatever rods do; in order 2 they have weight, and rods push them.
#pragma once

#include "command.h"
#include "graze/dynamics/handling/scene_world.h"
#include "graze/io/scene/scene_rods.h"
#include "simulation.h"

#include <optional>
#include <string>

namespace graze::cli {

struct RodSimulationOptions {
    std::string scene, record, shapes;
    double seconds = 0.0;
    double frame = 1.0 / 60.0;
    double friction = 0.3;               // of bodies that state none
    std::uint64_t check_every = 1;       // frames; the last one is always checked
    std::uint64_t shapes_every = 10;     // frames
    std::optional<Vec3> gravity = {};
    bool audit = false;                  // every sub-step is proved once more, by another search
    int threads = 1;
};

[[nodiscard]] Expected<Answer> simulate_rods(const Scene& scene, const SceneRods& rods, const RodSimulationOptions& options,
                                             const Globals& globals);

/// What bodies are, and what pulls them.
struct CoupledPlan {
    SimulationOptions simulation;
    SceneWorldOptions world;
};
/// Masses are kg. Bodies that state neither density nor mass are as heavy as water.
[[nodiscard]] Expected<Answer> simulate_coupled(const Scene& scene, const SceneRods& rods, const RodSimulationOptions& options, CoupledPlan plan,
                                                const Globals& globals);

}  // namespace graze::cli
