// What keeps skins apart in a step before they meet, and rubs: a barrier that begins at a small distance, and friction
// with the forces of the step before.
//
//     b(g) = -k (g - s)^2 ln(g / s),   0 < g < s        g: gap between skins, s: where it begins                 (5)
//
// Every node counts with every triangle near it, and every segment with every edge of one, also where the closest point is
// on a rim of them: so the energy has no jumps [Li20]. Pairs whose closest points are on the same features have the same
// gap; they are one contact, which counts as often.
#pragma once

#include "graze/soft/soft_pairs.h"
#include "graze/soft/step_system.h"

#include <vector>

namespace graze::soft {

/// Between a rod and a body, or two rods.
struct RodContact {
    int count = 0;                          // of nodes: up to two of each segment
    std::array<std::uint32_t, 4> node{};
    std::array<double, 4> weight{};         // of nodes; those of the second rod are negative
    Vec3 normal = Vec3::Zero();             // to the first rod
    Vec3 point = Vec3::Zero();              // on the body, or on the second rod's axis
    double gap = 0.0;                       // between skins
    double times = 1.0;                     // pairs that are this contact
    std::uint32_t segment = 0;
    std::optional<std::uint32_t> body = {}; // none: another segment
    double friction = 0.0;
    double push = 0.0;                      // force, >= 0
};

/// Where the barrier begins, and how stiff it is.
struct Barrier {
    double begins = 0.0;
    double stiffness = 0.0;
    [[nodiscard]] double energy(double gap) const;  // infinite for gaps <= 0
    [[nodiscard]] double slope(double gap) const;
    [[nodiscard]] double curvature(double gap) const;
};

/// Of these pairs, the contacts nearer than the barrier begins. Bodies stand at the ends of their ways. Gaps may be
/// negative: then something is wrong with where nodes are.
[[nodiscard]] std::vector<RodContact> contacts_of(const SoftModel& model, const Candidates& near, std::span<const Vec3> nodes,
                                                  const Barrier& barrier);

/// Whether points are all farther than `distance` from the triangle at the end of its way, as one box or one side of its
/// plane shows. Quick, and no proof.
[[nodiscard]] bool are_far(const BodyCandidate& pair, std::span<const Vec3> points, double distance);

/// Returns the energy; adds to the system if it is not null.
double add_barrier(const SoftModel& model, std::span<const RodContact> contacts, const Barrier& barrier, StepSystem* system);

/// Friction of contacts as they were when the step began: their push, normal and weights stay [Li20, sec. 5].
struct FrictionStep {
    std::span<const Vec3> nodes_before, nodes;
    std::span<const BodyWay> bodies;
    double stick = 0.0;  // slower than this way in a step, it sticks (smoothed)
};
double add_friction(const SoftModel& model, std::span<const RodContact> contacts, const FrictionStep& step, StepSystem* system);

/// Unknowns of a contact, and how a move along a direction changes with them.
struct ContactUnknowns {
    std::array<int, 12> at{};
    std::array<double, 12> slope{};
    std::size_t count = 0;
};
[[nodiscard]] ContactUnknowns unknowns_along(const SoftModel& model, const RodContact& contact, const Vec3& direction);

/// Friction on the rod is -over * slip; zero for contacts that do not rub.
struct Rubbing {
    Vec3 slip = Vec3::Zero();
    double over = 0.0;
    double energy = 0.0;
    std::array<Vec3, 2> across{};  // directions along which it slips
};
[[nodiscard]] Rubbing rubbing_of(const RodContact& contact, const FrictionStep& step);

/// The least gap of all pairs, measured; the barrier's beginning if none is nearer.
[[nodiscard]] double least_gap(std::span<const RodContact> contacts, const Barrier& barrier);

}  // namespace graze::soft
