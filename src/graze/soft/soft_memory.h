// What a world of rods remembers; for the room's own files and its tests.
#pragma once

#include "graze/dynamics/solve/motion_problem.h"
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

using Mat6 = Eigen::Matrix<double, 6, 6>;

/// What rods do to a body in a step, about the point that it turns about: force, then torque, in kg, units and seconds.
struct BodyLoad {
    Vec6 load = Vec6::Zero(), last = Vec6::Zero();  // in the mean of the frame, and at its end
    Mat6 stiffness = Mat6::Zero();  // how much of it is gone when the body moves by 1; never negative (body_loads.h)
    Vec6 drift = Vec6::Zero();      // what it changes by in the next such step, if the body stood: rods move on
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
    // Of worlds whose bodies are pushed back (coupled_world.h):
    std::vector<bool> feels;      // by body: whose loads are wanted; empty: nobody's
    std::vector<BodyLoad> loads;  // by body, of the last frame
    std::vector<Vec6> given, owed;  // by body: what it feels in the next step; momentum that it was not given yet
    std::vector<double> knots;    // rising: clocks at which sub-steps end
    double way_error = 0.0;       // bodies may be so far from the ways that they are told
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
/// What could not be proved, as a sentence with names.
[[nodiscard]] std::string describe(const SoftModel& model, const StepProof& proof);

}  // namespace graze::soft
