// Rods and bodies that move each other: a world of handling (dynamics/handling/) and a world of rods, a step of one after
// a step of the other.
//
//     auto both = make_coupled_world(*world_of(scene, options), {rods, holds}, {.per_metre = 1000.0});
//     pull(both->bodies, door, {.target = open});
//     const CoupledReport report = advance(*both);     // report.certified
//
// The bodies go first, along motions that are proved free of each other, with the forces of rods; then the rods follow,
// and are proved free of those very motions. Where they are not, both are put back, and a shorter step is tried; in the
// end the bodies stop. docs/soft.md, section 4.
#pragma once

#include "graze/dynamics/handling/world_changes.h"
#include "graze/soft/soft_world.h"

namespace graze::soft {

/// What is added to a world of bodies.
struct CoupledRods {
    std::vector<RodDrawing> rods;
    std::vector<Hold> holds;                            // bodies are those of the world
    std::vector<std::array<std::uint32_t, 2>> ignored;  // a rod and a body
};

struct CoupledReport {
    bool certified = true;   // bodies with each other (C3), and rods with all
    FrameReport bodies;      // of the last step in the frame; its contacts are borrowed from the world
    SoftReport rods;         // of all steps of the frame
    int steps = 0, refused = 0;  // made; tried and put back
    double stopped = 0.0;    // seconds of the frame in which bodies had to stop for rods
};

struct CoupledWorld {
    World bodies;  // masses are kg; forces kg times the scene's unit of length / s^2
    SoftWorld rods;
};

/// `options.gravity` is that of rods; bodies have their own (set_gravity).
/// Errors: those of make_soft_world: rods that begin in bodies, by name.
///
/// States of `bodies` (world_changes.h) hold rods, too: `save` and `restore` are those of the world. What would put a body
/// into a rod is refused.
[[nodiscard]] Expected<CoupledWorld> make_coupled_world(World bodies, const CoupledRods& rods, const SoftOptions& options);

/// One frame of `bodies`. In second order bodies feel what rods do to them: contacts, friction, and holds; in first order
/// they only stop for rods.
///
/// Guarantee: C3 for the bodies; and at every moment the skin of no rod meets a body, another rod or itself, while
///            bodies go as they were proved to go. Same bits every time.
CoupledReport advance(CoupledWorld& world, const FrameBudget& budget = {});

/// What rods do to a body, in the mean of the last step: N, and N m about its centre of mass.
[[nodiscard]] Twist load_on(const CoupledWorld& world, std::uint32_t body);

}  // namespace graze::soft
