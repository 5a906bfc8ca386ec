// The clashes of a scene, with S-CD (scd.h) as the method that finds triangles and surfaces that meet.
//
// What the paper's method does not answer is decided by what clash.h shares between methods: which pairs of
// bodies come near each other, kinds (inside, touching), where bodies meet. It knows no distances, so a
// clearance above 0 is refused.
#pragma once

#include "graze/queries/instant/clash.h"

namespace graze::papers {

/// Classical is the simultaneous traversal of [Figueiredo, fig. 1], for comparison.
enum class ScdTraversal { PaperWithOaabb, PaperWithoutOaabb, Classical };

/// The method for ClashOptions. R-trees are built as meshes are first asked about, one for each distinct
/// mesh.
///
/// Pre: the scene outlives it; it is asked about bodies of that scene only.
[[nodiscard]] MeetingMethod scd_method(const Scene& scene, ScdTraversal traversal);

/// As find_clashes, options.method aside; the same report but for counters, and for which pair `First` names.
///
/// Errors: Unsupported if the options or the scene ask for a clearance; else as find_clashes.
[[nodiscard]] Expected<ClashReport> find_clashes_by_scd(const Scene& scene, const ClashOptions& options,
                                                        ScdTraversal traversal);

}  // namespace graze::papers
