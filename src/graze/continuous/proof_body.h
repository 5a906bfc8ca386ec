// A body prepared for proofs: its triangles in an order in which every set that a proof names is a range, and
// how it moves during one segment.
#pragma once

#include "graze/continuous/hull_gap.h"
#include "graze/model/mesh.h"
#include "graze/motion/rigid_motion.h"

#include <vector>

namespace graze {

/// Triangles [begin, end) in the order of the proof.
struct TriangleRange {
    std::uint32_t begin, end;
    [[nodiscard]] std::uint32_t size() const { return end - begin; }
};

struct ProofMesh {
    std::vector<std::uint32_t> order;  // triangle ids of the mesh
    std::vector<Vec3> corners;         // three for each, in that order
    Vec3 reach = Vec3::Zero();         // greatest |x|, |y|, |z|
};

/// Halves the triangles at the median of their centres along the longest side of their box, again and again:
/// [begin, end) is cut at the middle index.
[[nodiscard]] ProofMesh make_proof_mesh(const Mesh& mesh);

[[nodiscard]] inline std::span<const Vec3> corners_of(const ProofMesh& mesh, const TriangleRange& range) {
    return std::span(mesh.corners).subspan(3 * std::size_t{range.begin}, 3 * std::size_t{range.size()});
}

/// A prepared mesh and its motion over one segment. Both are borrowed.
struct ProofBody {
    const ProofMesh* mesh;
    const RigidMotion* motion;
    std::vector<double> accelerations;  // by triangle, in order: at least |y''| of its corners, throughout
};

[[nodiscard]] ProofBody make_proof_body(const ProofMesh& mesh, const RigidMotion& motion);

/// At least |n.u| / |u| of every acceleration u that the motion gives to a point.
[[nodiscard]] double most_along(const RigidMotion& motion, const Vec3& n);

/// Where a body is at one instant.
struct Instant {
    IntervalMat3 rotation;
    IntervalVec3 place;  // of the body's origin
    RoughPlacement rough;
};
[[nodiscard]] Instant instant_at(const RigidMotion& motion, double t);

/// At most n.y of every corner y of the range. Plain sums with one error bound for all.
[[nodiscard]] double lower_bound_along(const ProofBody& body, const TriangleRange& range, const Vec3& n,
                                       const Instant& at);
[[nodiscard]] double most_acceleration(const ProofBody& body, const TriangleRange& range);

}  // namespace graze
