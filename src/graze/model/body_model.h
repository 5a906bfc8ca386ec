// Everything that queries on bodies need to know about a mesh, built once and shared by all bodies that use
// it.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/box.h"
#include "graze/geometry/pose.h"
#include "graze/model/feature_owners.h"
#include "graze/model/wide_tree.h"
#include "graze/numeric/dyadic.h"

namespace graze::internal {

inline constexpr std::size_t kMostTriangles =
    (std::size_t{1} << 30) - 1;  // of a mesh: find_adjacency's limit

struct BodyModel {
    const Mesh* mesh = nullptr;
    WideTree tree;
    Adjacency adjacency;
    BitRange bits;                             // of all coordinates
    std::vector<std::uint8_t> owned_features;  // per triangle: find_feature_owners
    std::vector<Vec3>
        piece_samples;      // a vertex of each piece (find_pieces), and of each collapsed triangle of a soup
    Box bounds;             // of its vertices
    double size = 0.0;      // the diagonal of that
    bool is_solid = false;  // the skin has no rim (MeshDiagnosis::balanced): it has an inside and an outside
};

struct PosedModel {
    const BodyModel& model;
    const Pose& pose;
};

/// Pre:  a valid mesh of at least one and fewer than 2^30 triangles, which outlives the model.
/// Cost: O(n log n).
[[nodiscard]] BodyModel build_body_model(const Mesh& mesh);
BodyModel build_body_model(const Mesh&& temporary) = delete;

}  // namespace graze::internal
