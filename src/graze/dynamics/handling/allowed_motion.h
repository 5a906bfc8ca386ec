// The nearest motion that contacts and joints allow, island by island (dynamics/solve/).
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/handling/world_memory.h"

namespace graze::internal {

/// How displacements are asked of contacts.
struct Displacing {
    double restore = 1.0;  // this part of what a pair lacks of eps_s is given back at once
    bool some_stand = false;  // second order: bodies without time left stand
    bool only_restores = false;  // nothing else is wanted
};

/// From memory.wanted to memory.going: the nearest displacement that brings no pair nearer than eps_s, and those
/// nearer back to it, less a slack common to all where both cannot be (dynamics.md, G14). Joints are followed, and
/// drift out of them is undone. False: joints contradict each other, and the island stands.
bool allow_displacements(WorldMemory& memory, const Island& island, const Displacing& how, SolverMemory& solver);

/// Second order: velocities of the island after impacts [Redon04, eq. 7], then after all forces of the times
/// memory.left, with contacts and friction; joints and their motors. Leaves memory.impact (before forces) and
/// memory.after (at the end of the time).
void allow_velocities(WorldMemory& memory, const Island& island, SolverMemory& solver);

}  // namespace graze::internal
