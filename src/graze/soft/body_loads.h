// What rods do to bodies: the forces of contacts, friction and holds on each of them, and how these change when the body
// moves while the rods give way.
//
// With j.x - W.X for how far apart a spring's ends are (x: the rods' unknowns, X: six of the body), k its stiffness and H
// the rods' own, the body feels
//
//     K = sum k W W^T - C^T H^-1 C,    C = sum k j W^T                                                             (6)
//
// so a body at a slack rope feels nothing, and one at a taut rope the rope; and the torque of a hold falls as its arm turns
// towards the force. In the next step rods go on with their speed,
// and friction begins anew from where it is; that changes the load even if the body stands (`drift`):
//
//     D = C^T H^-1 (M v / h + M (v - v_before) / s + sum k j r) - sum k W r                                        (7)
//
// with M, v and v_before the rods' masses and velocities at the end of this step and at its beginning, s its length, h that
// of the next one (H has M / h^2), and r what rubbing contacts have slipped.
#pragma once

#include "graze/soft/soft_memory.h"

namespace graze::soft {

/// A step as it stands: nodes, holds, contacts there, and those that rub.
struct LoadedStep {
    std::span<const RodState> states;
    std::span<const HoldPlace> places;
    std::span<const HeldEnds> held;
    std::span<const RodContact> contacts, rubbing;
    FrictionStep friction;
    double seconds, next_seconds;  // of this step, and of the next one
};

/// By body; zero for bodies that memory.feels does not name. `system`: stiffness of the rods there, with contacts.
[[nodiscard]] std::vector<BodyLoad> body_loads(const SoftMemory& memory, const LoadedStep& step, StepSystem& system);

}  // namespace graze::soft
