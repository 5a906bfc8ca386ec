// What the traversals of scd.h share: found pairs, counters, and when to stop.
#pragma once

#include "graze/discrete/triangles/outward_box.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze_papers/scd.h"

namespace graze::papers {

/// One query. Traversals bring candidate pairs to `try_pair` and stop when it says so.
class ScdSearch {
  public:
    ScdSearch(const ScdBody& body_a, const ScdBody& body_b, Find wanted, ScdWorkspace& memory);

    const ScdModel& a;
    const ScdModel& b;
    const PosePair poses;
    const Placement a_in_b;
    DiscreteCounters counters;

    /// A triangle of b in the frame of a, counted.
    [[nodiscard]] MovedTriangle moved(std::uint32_t triangle_b);

    /// True if no more is wanted of this pair of surfaces: its answer is known already and only surfaces are
    /// asked for.
    [[nodiscard]] bool is_settled(std::uint32_t surface_a, std::uint32_t surface_b) const {
        return find_ == Find::SurfacePairs && workspace_.last_seen_with[surface_a] == surface_b + 1;
    }

    /// Tests two triangles and keeps the pair if they meet. Returns false if the search is over.
    [[nodiscard]] bool try_pair(std::uint32_t triangle_a, std::uint32_t triangle_b,
                                const MovedTriangle& moved_b);

    /// Sorted, each surface pair once.
    [[nodiscard]] Intersections result();

  private:
    void keep_one_witness_per_surface_pair();

    Find find_;
    ScdWorkspace& workspace_;
};

/// [Figueiredo, fig. 1] on the trees of both bodies, SBV above TBV.
void traverse_classically(ScdSearch& search);

}  // namespace graze::papers
