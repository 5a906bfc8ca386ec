// The skin of a rod: rings of its radius about the nodes, in the planes that halve the angle between neighbouring
// segments, triangles between them, and a lid at each end. This is the surface that proofs are about.
#pragma once

#include "graze/geometry/pose.h"
#include "graze/model/mesh.h"
#include "graze/soft/soft_world.h"

#include <span>
#include <vector>

namespace graze::soft {

/// Where the rings are: z of each pose is the ring's normal, and neighbours are not turned about it against each other.
/// `across`: not along the first segment; the x of the first ring is near it.
[[nodiscard]] std::vector<Pose> rings_of(std::span<const Vec3> nodes, const Vec3& across);

/// Closed, seen from outside. Vertices: those of the first ring, of the second, ..., then the middles of the two lids.
[[nodiscard]] Mesh skin_of(std::span<const Pose> rings, double radius, int sides);

/// The rings of a rod of a world as it stands.
[[nodiscard]] std::vector<Pose> rings_of(const SoftWorld& world, std::size_t rod);
[[nodiscard]] double radius_of(const SoftWorld& world, std::size_t rod);
[[nodiscard]] const std::string& name_of(const SoftWorld& world, std::size_t rod);

/// What meets where it must not.
struct SkinMeeting {
    std::size_t rod = 0;
    std::optional<std::uint32_t> body = {};
    std::optional<std::size_t> other = {};  // a rod; perhaps the same
};

/// All pairs that meet where everything stands, by the exact test of their triangles: it shares nothing with the proofs.
/// Neighbouring stretches of one skin share a ring, and are not compared.
[[nodiscard]] std::vector<SkinMeeting> skins_meeting(const SoftWorld& world, int sides = 12);

}  // namespace graze::soft
