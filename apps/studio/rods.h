// Rods in the studio. To a page each segment of a rod is a body of its own, after those of the scene: a capsule that goes
// where the segment is. It can be grabbed and dragged like any other; nothing else can be done with it.
#pragma once

#include "graze/io/scene/scene_rods.h"
#include "graze/soft/coupled_world.h"

#include <cstdint>
#include <vector>

namespace graze::studio {

struct RodPiece {
    std::uint32_t rod = 0, segment = 0;
};
[[nodiscard]] std::vector<RodPiece> pieces_of(const SceneRods& rods);

/// A capsule about z, its middle at the origin.
[[nodiscard]] Mesh piece_mesh(double radius, double length);
[[nodiscard]] Pose piece_pose(std::span<const Vec3> nodes, std::uint32_t segment);

/// What holds a rod at one of its nodes.
struct RodHand {
    std::uint32_t body = 0;  // as the page counts
    RodPiece piece = {};
    int node = 0;
    std::size_t hold = 0;    // of the world of rods
    Vec3 target = Vec3::Zero();
    double seq = 0.0;
};
/// Grabs the node next to a point.
[[nodiscard]] RodHand grabbed(soft::SoftWorld& rods, std::uint32_t body, const RodPiece& piece, const Vec3& point);

/// No node goes faster than a millimetre a second or so.
[[nodiscard]] bool are_still(const soft::SoftWorld& rods);

}  // namespace graze::studio
