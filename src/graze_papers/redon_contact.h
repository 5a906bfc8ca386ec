// The elementary test of [Redon02, sec. 4.2 and 4.3], kept as the baseline to compare with.
//
// One equation in one variable: the volume of the tetrahedron of the four vertices is zero (their eq. 9 and
// 10). It is bounded by natural interval arithmetic, the earlier half is looked at first, and below a length
// of time (their eq. 11) a stretch that may hold a root is a contact if it may be inside. Ours rounds
// outward, so that `Clear` is proved here too. As published, it has no clearance, and when all four vertices
// stay in one plane the equation holds all the time, so it bisects everywhere down to the shortest stretch;
// see feature_contact.h for what we do instead.
#pragma once

#include "graze/continuous/features/feature_contact.h"

namespace graze::papers {

struct RedonOptions {
    double place_error = 1e-6;  // their epsilon_0 > 0: no vertex moves farther than this in a last stretch
    int most_evaluations = 1 << 20;  // of the equation
};

struct RedonContact {
    ContactVerdict verdict;
    Interval time;  // Contact: of the stretch; else up to where nothing was found
    int evaluations;
};

/// Pre:       a vertex and a face, or a face and a vertex, or two edges.
/// Guarantee: Clear: they never touch. Contact: may be false by about place_error, and by more where the
///            features are flat or parallel.
[[nodiscard]] RedonContact redon_first_contact(const MovingFeature& a, const MovingFeature& b,
                                               const RedonOptions& options);

}  // namespace graze::papers
