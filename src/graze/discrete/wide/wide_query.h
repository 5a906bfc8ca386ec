// Which triangles of two posed bodies meet: the production path. Exact (contract C2), and as fast as we can
// make it.
//
// Two wide trees (model/wide_tree.h) are walked together with SIMD (wide_kernels.h), which proves pairs of
// boxes and of triangles apart; what is left goes to the exact test (triangle_overlap.h). Same sets of pairs
// as scd.h and as brute force, on every instruction set and any number of threads.
#pragma once

#include "graze/discrete/wide/intersections.h"
#include "graze/discrete/wide/wide_kernels.h"
#include "graze/discrete/wide/wide_nearest.h"
#include "graze/geometry/pose.h"
#include "graze/model/body_model.h"

#include <memory>
#include <vector>

namespace graze {

/// A mesh and the tree built for it.
struct WideBody {
    const Mesh& mesh;
    const WideTree& tree;
};
[[nodiscard]] inline WideBody wide(const BodyModel& model) { return {*model.mesh, model.tree}; }

struct IntersectionOptions {
    Find find = Find::FirstPair;
    int threads = 1;  // for one big query; 0: all cores. FirstPair always runs on the calling thread alone
};

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
};

/// Memory that a query needs. One per thread; keep it, and queries stop allocating once it has grown.
struct WideWorkspace {
    std::vector<WideEntry> stack;
    std::vector<WideHit> hits;
    SurfacePairSet seen;
    std::vector<IdPair> triangles;
    std::vector<IdPair> surfaces;
    std::vector<WideNear> near;
    std::vector<WideNearEntry> near_stack;
    std::vector<WidePair> frontier;  // of a query on several threads
};

/// Pre:       each tree was built (or last refitted) for its mesh; poses are valid; `surface_of_triangle` is
///            complete.
/// Guarantee: FirstPair: a pair if and only if there is one; which one depends on the input alone.
///            SurfacePairs, TrianglePairs: all of them.
///            On several threads the answer means nothing after Ctrl-C: ask interrupt_requested()
///            (core/interrupt.h).
/// Lifetime:  the result views into `workspace`, until its next query.
/// Cost:      no allocation with threads = 1 once the workspace has grown. Measured: docs/benchmarks/discrete.md.
[[nodiscard]] Intersections find_intersections(const WideBody& a, const Pose& pose_a, const WideBody& b,
                                               const Pose& pose_b, const IntersectionOptions& options,
                                               WideWorkspace& workspace);

/// Sorts the hits of a workspace into its views. For the queries.
void sort_hits(Find find, WideWorkspace& workspace);

}  // namespace graze
