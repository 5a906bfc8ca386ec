// S-CD: which surfaces and triangles of two bodies meet, as [Figueiredo, fig. 4] finds them; exact (C2).
//
// Each body has an R-tree of its surfaces' boxes (SBV) and, for each surface, one of its triangles' boxes
// (TBV), in its own frame. A query cuts the box of b with the box around a: the overlapping axis-aligned
// bounding box (OAABB). Only triangles of b that reach into it are brought into the frame of a, where each
// goes down the trees of a with its own tight box.
//
//        +-----------+
//        | A   +-----|---+      All boxes are rounded outward and closed, so none of them hides a
//        |     |OAABB| B |      meeting; the triangle test decides the rest exactly.
//        +-----|-----+   |
//              +---------+      This is the paper's method, kept as the reference, not the fastest.
#pragma once

#include "graze/discrete/wide/intersections.h"
#include "graze/geometry/pose_pair.h"
#include "graze/model/mesh.h"
#include "graze_papers/r_tree.h"
#include "graze_papers/scd_clashes.h"

#include <array>
#include <cstdint>
#include <vector>

namespace graze::papers {

/// A body prepared for S-CD. Holds what it needs of the mesh; const queries may share it between threads.
class ScdModel {
  public:
    /// Pre: the mesh is valid (graze/model/mesh.h).
    explicit ScdModel(const Mesh& mesh);

    /// Items are places in `surface_ids`: surfaces without triangles have no box.
    [[nodiscard]] const RTree& surfaces() const { return sbv_; }
    /// Items are places in triangles_of(surface).
    [[nodiscard]] const RTree& triangles(std::uint32_t surface) const { return tbv_[surface]; }
    [[nodiscard]] std::uint32_t surface_id(std::uint32_t item) const { return surface_ids_[item]; }
    [[nodiscard]] std::uint32_t triangle_id(std::uint32_t surface, std::uint32_t item) const {
        return triangle_ids_[surface][item];
    }
    [[nodiscard]] std::uint32_t surface_of(std::uint32_t triangle) const {
        return surface_of_triangle_[triangle];
    }
    [[nodiscard]] const std::array<Vec3, 3>& corners(std::uint32_t triangle) const {
        return corners_[triangle];
    }
    [[nodiscard]] std::size_t surface_count() const { return tbv_.size(); }
    [[nodiscard]] Box bounds() const { return sbv_.bounds(); }

  private:
    std::vector<std::array<Vec3, 3>> corners_;              // by triangle id
    std::vector<std::uint32_t> surface_of_triangle_;        // by triangle id
    std::vector<std::vector<std::uint32_t>> triangle_ids_;  // by surface id
    std::vector<std::uint32_t> surface_ids_;                // of those with triangles
    RTree sbv_;
    std::vector<RTree> tbv_;  // by surface id
};

struct ScdOptions {
    Find find = Find::TrianglePairs;
    ScdTraversal traversal = ScdTraversal::PaperWithOaabb;
};

/// Memory that queries use again. One per thread.
struct ScdWorkspace {
    std::vector<IdPair> triangles;
    std::vector<IdPair> surfaces;
    std::vector<std::uint32_t>
        last_seen_with;  // by surface of a: the surface of b (plus 1) that it was found to meet last
};

/// Where a model is.
struct ScdBody {
    const ScdModel& model;
    const Pose& pose;
};

/// Pre:       valid poses.
/// Guarantee: TrianglePairs and SurfacePairs give all pairs that meet, sorted, the same for every traversal;
///            FirstPair gives one of them if there is one, and depends on the input and the options alone.
///            After Ctrl-C (core/interrupt.h) the answer means nothing.
/// Cost:      no allocation once the workspace has grown to what the query needs.
[[nodiscard]] Intersections scd_collide(const ScdBody& a, const ScdBody& b, const ScdOptions& options,
                                        ScdWorkspace& workspace);

}  // namespace graze::papers
