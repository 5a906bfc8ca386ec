// The energy of a rod, its slope, and a stiffness that is never negative: discrete elastic rods [Bergou08, Bergou10].
//
//     E = sum EA l/2 (|e|/l - 1)^2 + sum EI/(2 L) |kappa - natural|^2 + sum GJ/(2 L) (twist - natural)^2        (1)
//
// e: a segment, l its length without load; L: half of the segments at a node; kappa: the two curvatures at a node, seen
// in the material. Beside it, the same with strains against those at the beginning of a step, times damping / step.
// An end that is held in direction has a joint like all other nodes, of half the length: so the clamp stands *at* the
// node, and not half a segment within.
#pragma once

#include "graze/soft/rod_state.h"
#include "graze/soft/step_system.h"

namespace graze::soft {

/// Curvatures and twist at a node, and how they change with the segment before and the one after it.
struct JointStrain {
    Eigen::Vector3d value = Eigen::Vector3d::Zero();
    Eigen::Matrix<double, 3, 4> by_before, by_after;  // columns: x, y, z of the segment, and its turn
    double bend_cosine = 1.0;
    Vec3 cosine_by_before, cosine_by_after;
};
/// Nothing at a node that has no joint: an end that is not held. Pre: 0 <= node <= segments.
[[nodiscard]] std::optional<JointStrain> strain_at(const RodState& state, const HeldEnds& held, int node);

/// Strains of all nodes; zero where there is no joint.
[[nodiscard]] std::vector<Eigen::Vector3d> strains_of(const RodState& state, const HeldEnds& held);

struct RodStep {
    double seconds = 0.0;                              // 0: statics, no damping
    std::span<const Eigen::Vector3d> strains_before;   // for damping
    std::span<const double> lengths_before;            // of segments
};

/// Adds slope and stiffness to `system`, if it is not null, for unknowns from `offset` on. Returns the energy; infinite
/// if neighbours bend more than the rod may (Rod::least_bend_cosine).
///
/// Guarantee: the slope is that of the energy for frames that follow from this very state on.
double add_rod_energy(const Rod& rod, const RodState& state, const HeldEnds& held, const RodStep& step, int offset,
                      StepSystem* system);

/// One of the three strains at an end that is held in direction, as a spring between the rod and its holder: it changes by
/// slope.x - turn.w with the rod's unknowns x and a turn w of the holder about the node.
struct HeldStrain {
    std::array<int, 11> at{};
    std::array<double, 11> slope{};
    std::size_t count = 0;
    Vec3 turn = Vec3::Zero();
    double stiffness = 0.0, push = 0.0;  // push * turn is the moment on the holder, in kg unit^2 / s^2
};
/// Nothing if the end is not held. `end`: 0 or 1.
[[nodiscard]] std::vector<HeldStrain> held_strains(const Rod& rod, const RodState& state, const HeldEnds& held, int end, int offset);

/// The moment with which the rod turns what holds an end, about that node; in kg unit^2 / s^2.
[[nodiscard]] Vec3 moment_on_holder(const Rod& rod, const RodState& state, const HeldEnds& held, int end);

}  // namespace graze::soft
