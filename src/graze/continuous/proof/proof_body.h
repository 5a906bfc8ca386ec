// A body prepared for proofs: its triangles in an order in which every set that a proof names is a range, and
// how it moves during one segment.
#pragma once

#include "graze/continuous/proof/hull_gap.h"
#include "graze/continuous/proof/proof_plane.h"
#include "graze/core/internal.h"
#include "graze/geometry/box.h"
#include "graze/model/mesh.h"

#include <vector>

namespace graze::internal {

/// Triangles [begin, end) in the order of the proof.
struct TriangleRange {
    std::uint32_t begin, end;
    [[nodiscard]] std::uint32_t size() const { return end - begin; }
};

struct ProofMesh {
    std::vector<std::uint32_t> order;  // triangle ids of the mesh
    std::vector<Vec3> corners;         // three for each, in that order
    Vec3 magnitude = Vec3::Zero();     // greatest |x|, |y|, |z|
    Vec3 centre = Vec3::Zero();        // of the box of all vertices
};

/// Halves the triangles at the median of their centres along the longest side of their box, again and again:
/// [begin, end) is cut at the middle index.
[[nodiscard]] ProofMesh make_proof_mesh(const Mesh& mesh);

/// In an order that is given, as that of a tree: a permutation of the triangles.
[[nodiscard]] ProofMesh make_proof_mesh(const Mesh& mesh, std::span<const std::uint32_t> order);

[[nodiscard]] inline std::span<const Vec3> corners_of(const ProofMesh& mesh, const TriangleRange& range) {
    return std::span(mesh.corners).subspan(3 * std::size_t{range.begin}, 3 * std::size_t{range.size()});
}

/// A prepared mesh, which is borrowed, and what carries it during one segment.
struct ProofBody {
    const ProofMesh* mesh;
    std::vector<RigidMotion> links;  // outermost first; none: at rest in the world
};

/// Where a body is at one instant, rounded.
[[nodiscard]] RoughPlacement rough_placement(const ProofBody& body, double t);

/// At most n.y of every corner y of the range, for a plane at one instant. Plain sums with one error bound.
[[nodiscard]] double lower_bound_along(const ProofMesh& mesh, const TriangleRange& range,
                                       const PlaneWindow& plane);

/// At least n.y'' of every point y of the box, during the plane's window.
[[nodiscard]] double bend_bound(const ProofMesh& mesh, const Box& box, const PlaneWindow& plane);

}  // namespace graze::internal
