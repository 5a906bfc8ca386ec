// What a world of rods remembers; for the room's own files and its tests.
#pragma once

#include "graze/soft/prove_step.h"
#include "graze/soft/rod_energy.h"
#include "graze/soft/soft_contact.h"
#include "graze/soft/soft_world.h"

namespace graze::soft {

/// A hold, and what of it stays in the frame of what it hangs on.
struct HeldNode {
    Hold hold;
    Vec3 place, tangent, material;  // as it began; in the body's coordinates if it hangs on one
    double stiffness = 0.0;         // kg / s^2
    double most_force = 0.0;        // kg unit / s^2
};

struct SoftMemory {
    SoftModel model;
    SoftOptions options;
    std::vector<RodState> states;  // by rod
    std::vector<HeldEnds> held;    // by rod, as of now
    std::vector<HeldNode> holds;
    std::vector<Pose> poses;  // of bodies
    Barrier barrier;
    double time = 0.0, body_clock = 0.0;
    std::vector<StepProof> refused;  // of the last frame: what was not proved
    /// Told of every sub-step that is made, if not empty: for audits.
    std::vector<std::vector<Vec3>>* track_nodes = nullptr;
    std::vector<std::vector<Pose>>* track_poses = nullptr;
};

/// All nodes in one list.
[[nodiscard]] std::vector<Vec3> all_nodes(std::span<const RodState> states);

/// Where a hold is at a time: its place, and for a clamp its direction.
struct HoldPlace {
    Vec3 place;
    HeldEnd end;
};
[[nodiscard]] HoldPlace place_of(const HeldNode& held, std::span<const Pose> poses, double time);
/// By rod: which ends are held in direction, and how.
[[nodiscard]] std::vector<HeldEnds> held_ends(const SoftMemory& memory, std::span<const Pose> poses, double time);

/// Energy of the springs of all holds; adds to the system if it is not null.
double add_holds(const SoftMemory& memory, std::span<const RodState> states, std::span<const HoldPlace> places, StepSystem* system);

/// What the proof of standing where everything is says: of the start.
[[nodiscard]] StepProof prove_standing(const SoftMemory& memory);

}  // namespace graze::soft
