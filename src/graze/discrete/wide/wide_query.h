// Which triangles of two posed bodies meet: the production path. Exact (contract C2), and as fast as we can
// make it.
//
// Two wide trees (model/wide_tree.h) are walked together with SIMD (wide_kernels.h), which proves pairs of
// boxes and of triangles apart; what is left goes to the exact test (triangle_overlap.h). Same sets of pairs
// as scd.h and as brute force, on every instruction set and any number of threads.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/wide/intersections.h"
#include "graze/discrete/wide/wide_kernels.h"
#include "graze/discrete/wide/wide_nearest.h"
#include "graze/geometry/pose.h"
#include "graze/model/body_model.h"

#include <memory>
#include <vector>

namespace graze::internal {

/// A mesh and the tree built for it.
struct WideBody {
    const Mesh& mesh;
    const WideTree& tree;
};
[[nodiscard]] inline WideBody wide(const BodyModel& model) { return {*model.mesh, model.tree}; }

/// A pair of triangles that meet, and their surfaces.
struct WideHit {
    IdPair surfaces;
    IdPair triangles;
};

/// Pairs of surfaces seen in the current query: open addressing, emptied in no time.
class SurfacePairSet {
  public:
    void clear();
    /// False if it was there already.
    bool insert(const IdPair& pair);
    [[nodiscard]] bool contains(const IdPair& pair) const;

  private:
    struct Slot {
        IdPair pair;
        std::uint64_t epoch;
    };
    [[nodiscard]] std::size_t slot_of(const IdPair& pair) const;
    void grow();

    std::vector<Slot> slots_;
    std::uint64_t epoch_ = 1;
    std::size_t size_ = 0;
};

/// A pair of triangles that may be the nearest, and a lower bound of its distance.
struct WideNear {
    double lo;
    IdPair triangles;
    int features;  // that seem to hold its closest points: numbered as in triangle_distance.h
};

/// What is in a DiscreteWorkspace (intersections.h).
struct DiscreteMemory {
    std::vector<WideEntry> stack;
    std::vector<WideHit> hits;
    SurfacePairSet known_surfaces;
    std::vector<IdPair> triangles;
    std::vector<IdPair> surfaces;
    std::vector<WideNear> near;
    std::vector<WideNearEntry> near_stack;
    std::vector<IdPair> frontier;  // of a query on several threads
};

/// As intersections.h says, into this workspace. Pre: also, each tree was built (or last refitted) for its
/// mesh; `surface_of_triangle` is complete.
[[nodiscard]] Intersections find_intersections(const WideBody& a, const Pose& pose_a, const WideBody& b,
                                               const Pose& pose_b, const IntersectionOptions& options,
                                               DiscreteMemory& workspace);

/// What was found in a workspace that is about to end, with all that it points to.
[[nodiscard]] Intersections owned(Intersections found, DiscreteMemory& workspace);

/// Sorts the hits of a workspace into its views. For the queries.
void sort_hits(Find find, DiscreteMemory& workspace);

}  // namespace graze::internal
