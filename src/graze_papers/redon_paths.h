// Whether the bodies of a scene stay apart along its paths, by the method of [Redon02]: redon_bodies.h for
// each pair of bodies that may meet, segment by segment. Contract C1, as path_proof.h has it.
//
// The paper takes many moving bodies, polygon soups and acyclic articulated bodies (sec. 1 and 6), and so
// does this. What it has no answer for comes from what is shared: which pairs may meet at all (swept boxes;
// the paper names no broad phase), the exact test at t = 0, and the list of all features near each other
// where the search ended.
#pragma once

#include "graze/queries/paths/path_proof.h"

namespace graze::papers {

struct RedonBodiesCounters {
    std::uint64_t box_pairs = 0;  // with their times
    std::uint64_t discrete_tests = 0, continuous_tests = 0;
    std::uint64_t spared_tests = 0;           // continuous ones that a pretest made needless
    std::uint64_t by_face = 0, by_cross = 0;  // separated along an axis of a box; along a cross product
    std::uint64_t divisions = 0;              // of time
    std::uint64_t triangle_pairs = 0, feature_pairs = 0;
    std::uint64_t started_from = 0;  // pairs of the last front

    RedonBodiesCounters& operator+=(const RedonBodiesCounters& other);
};

struct RedonPaths {
    PathProof proof;  // stats: node_pairs are pairs of boxes, elementary tests pairs of features
    RedonBodiesCounters counters;
};

/// Pre:       a valid scene; options as they say.
/// Guarantee: C1 for all pairs but the ignored ones. The verdict is that of prove_paths, but that each may
///            be Undecided, or differ where bodies come within (d, d + e] and no nearer; clear_until is
///            within what e allows. The same bits for any number of threads, unless a budget ends it.
/// Errors:    Interrupted; BadInput as prove_paths; Unsupported for what the method does not give: a proof,
///            all_contacts. Depths of pairs that touch are not measured: pairs that the scene allows to do so
///            are named in not_judged, and pairs that begin so are OverlapAtStart.
[[nodiscard]] Expected<RedonPaths> redon_paths(const Scene& scene, const PathOptions& options);

}  // namespace graze::papers
