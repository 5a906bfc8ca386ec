// Where a rod is: its nodes, how its segments are turned about themselves, and the frames that turn is told from.
//
// Each segment carries a *reference direction* across it, which follows the segment without turning about it from state
// to state (parallel transport in time); the material of segment i is turned from it by theta[i]. The reference
// directions of neighbours differ by a twist of their own, ref_twist[i] at node i [Bergou10].
#pragma once

#include "graze/numeric/vector.h"
#include "graze/soft/rod.h"

#include <optional>
#include <span>
#include <vector>

namespace graze::soft {

/// How an end is held in direction: a segment that the rod would continue as, beyond the end, does not move.
struct HeldEnd {
    Vec3 tangent;   // unit, in the direction in which the rod runs
    Vec3 material;  // unit, across it: theta is told from here
};
using HeldEnds = std::array<std::optional<HeldEnd>, 2>;  // at the first node, at the last

struct RodState {
    std::vector<Vec3> x, v;          // of nodes
    std::vector<double> theta, spin;  // of segments; radians, and per second
    std::vector<Vec3> across;        // reference directions, unit
    std::vector<double> ref_twist;   // by node
};

/// v, turned as `from` is turned to `to` by the shortest way. Pre: unit vectors that are not opposite.
[[nodiscard]] Vec3 transported(const Vec3& v, const Vec3& from, const Vec3& to);

/// At rest, without twist.
[[nodiscard]] RodState state_at(std::span<const Vec3> nodes);

/// Moves nodes and turns by `share` of a step, and lets the reference directions follow. Velocities stay.
/// `step`: for node i at 4 i a displacement, for segment i at 4 i + 3 a turn.
void move_by(RodState& state, std::span<const double> step, double share);

/// ref_twist of every node, for directions as they are and ends that are held so. Nothing jumps by whole turns: of the
/// angles that fit, the one nearest to the number that was there is taken.
void follow_twist(RodState& state, const HeldEnds& held);

/// A material direction of segment i: across it, unit.
[[nodiscard]] Vec3 material_of(const RodState& state, int segment);

}  // namespace graze::soft
