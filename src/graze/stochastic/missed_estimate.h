// How likely it is that a contact is missed by so many seeds: a model with measured numbers, never a promise about a
// scene.
//
// Seen as a lottery, a seed finds a contact with a chance b, the share of seeds from which the search ends there.
// b differs from contact to contact by a factor of twenty at equal size; with a Beta distribution of it
//
//     P(all N miss) = B(alpha, beta + N) / B(alpha, beta)                                            (1)
//
// which falls like a power of N, as what is measured does; (1 - mean b)^N is wrong by orders of magnitude.
// The numbers come from `./bench bounded --only basins`, and so does how far (1) is off on other meshes.
#pragma once

#include "graze/core/internal.h"

#include <cstdint>
#include <optional>

namespace graze::internal {

/// Even: triangles that disks fit (ShellBody::disk_share up to kMostDiskShare). Slivers: CAD; no model holds there.
enum class MeshKind { Even, Slivers };
inline constexpr double kMostDiskShare = 6.0;
[[nodiscard]] MeshKind mesh_kind(double disk_share);

struct MissedEstimate {
    double seeds = 0.0;   // that a contact gets in the time that was asked about
    double chance = 1.0;  // (1)
    double lo = 0.0, hi = 1.0;  // what was seen on other meshes than those that the model was fitted to, at most
};

/// None for slivers, and for a fit that was never made.
[[nodiscard]] std::optional<MissedEstimate> missed_estimate(MeshKind kind, double seeds);

/// (1). Pre: alpha, beta > 0; seeds >= 0.
[[nodiscard]] double chance_of_missing(double alpha, double beta, double seeds);

}  // namespace graze::internal
