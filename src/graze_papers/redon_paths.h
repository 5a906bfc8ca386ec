// Whether the bodies of a scene stay apart along its paths, by the method of [Redon02]: redon_bodies.h for
// each pair of bodies that may meet, segment by segment. Contract C1, as path_proof.h has it.
//
// The paper takes many moving bodies, polygon soups and acyclic articulated bodies (sec. 1 and 6), and so
// does this. What it has no answer for comes from what is shared: which pairs may meet at all (swept boxes;
// the paper names no broad phase), the exact test at t = 0, and the list of all features near each other
// where the search ended.
#pragma once

#include "graze/queries/paths/path_proof.h"
#include "graze_papers/redon_bodies.h"

namespace graze::papers {

struct RedonPaths {
    PathProof proof;  // stats: node_pairs are pairs of boxes, elementary tests pairs of features
    RedonBodiesCounters counters;
};

/// Pre:       a valid scene; options as they say.
/// Guarantee: C1 for all pairs but the ignored ones. The verdict is that of prove_paths, but that each may
///            be Undecided, or differ where bodies come within (d, d + e] and no nearer; clear_until is
///            within what e allows. The same bits for any number of threads, unless a budget ends it.
/// Errors:    Interrupted; BadInput as prove_paths; Unsupported for what the method does not give: a proof,
///            StartContact::Allow, all_contacts.
[[nodiscard]] Expected<RedonPaths> redon_paths(const Scene& scene, const PathOptions& options);

}  // namespace graze::papers
