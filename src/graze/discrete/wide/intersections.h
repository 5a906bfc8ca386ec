// Which triangles and surfaces of two bodies meet at one instant. Exact (contract C2): triangles meet if
// their posed rational corners say so; touching counts.
//
// Answered by two wide trees (wide_query.h); the paper's own method (graze_papers) and brute force in tests
// return the same sets.
#pragma once

#include "graze/model/body.h"
#include "graze/model/id_pair.h"

#include <cstdint>
#include <memory>
#include <span>

namespace graze {

/// How much is wanted. FirstPair stops at the first pair found; which one that is, is a function of the input
/// alone (C5).
enum class Find { FirstPair, SurfacePairs, TrianglePairs };

/// Work done, in the terms of [Figueiredo, table 2].
struct DiscreteCounters {
    std::uint64_t box_tests = 0;
    std::uint64_t box_updates = 0;  // boxes brought into the other frame
    std::uint64_t triangle_transforms = 0;
    std::uint64_t triangle_tests = 0;
    std::uint64_t exact_tests = 0;  // triangle tests that the floating-point filter left open

    DiscreteCounters& operator+=(const DiscreteCounters& other) {
        box_tests += other.box_tests;
        box_updates += other.box_updates;
        triangle_transforms += other.triangle_transforms;
        triangle_tests += other.triangle_tests;
        exact_tests += other.exact_tests;
        return *this;
    }
};

/// Sorted, without duplicates.
///
/// LOOK OUT: views into the workspace if one was given, gone with its next query; else kept by `owner`.
struct Intersections {
    std::span<const IdPair> triangles;  // FirstPair: at most one; SurfacePairs: one witness for each of
                                        // `surfaces`, in their order
    std::span<const IdPair> surfaces;   // of the pairs above; FirstPair: at most one
    DiscreteCounters counters;
    std::shared_ptr<const void> owner = {};  // of the views, if no workspace was given
};

struct IntersectionOptions {
    Find find = Find::FirstPair;
    int threads = 1;  // for one big query; 0: all cores. FirstPair always runs on the calling thread alone
};

/// Memory that queries at one instant need. One per thread; keep it, and queries stop allocating once it has
/// grown.
namespace internal {
struct DiscreteMemory;
}  // namespace internal
class DiscreteWorkspace {
  public:
    DiscreteWorkspace();
    ~DiscreteWorkspace();
    DiscreteWorkspace(DiscreteWorkspace&&) noexcept;
    DiscreteWorkspace& operator=(DiscreteWorkspace&&) noexcept;
    [[nodiscard]] internal::DiscreteMemory& memory() { return *memory_; }

  private:
    std::unique_ptr<internal::DiscreteMemory> memory_;
};

/// Pre:       valid poses.
/// Guarantee: FirstPair: a pair if and only if there is one; which one depends on the input alone.
///            SurfacePairs, TrianglePairs: all of them. On several threads the answer means nothing after
///            Ctrl-C: look at interrupt_requested() (core/interrupt.h).
/// Cost:      no allocation with threads = 1 once the workspace has grown; without a workspace every call
///            makes a new one. Measured: docs/benchmarks/discrete.md.
[[nodiscard]] Intersections find_intersections(const PosedBody& a, const PosedBody& b,
                                               const IntersectionOptions& options = {},
                                               DiscreteWorkspace* workspace = nullptr);

}  // namespace graze
