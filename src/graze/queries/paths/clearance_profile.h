// The clearance along paths: for every moment a proved lower bound and an achieved upper bound of the distance
// between the bodies of a scene.
//
// D(t) is the least distance of skins of all pairs that count. Time is cut into stretches, each with numbers
// lo <= D(t) <= hi for all of its times. hi comes from two triangles that stay that near (triangles_over.h); lo
// from the search for a first contact with lo for a clearance, which finds none (first_contact.h). Where
// hi - lo is too large, the stretch is halved: docs/mathematics/profile.md.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/paths/path_proof.h"

#include <span>

namespace graze::internal {

struct ProfileOptions {
    double gap = 0.01;                     // hi - lo is to be at most this part of lo, or `tolerance`
    std::optional<double> tolerance = {};  // e > 0; default: 1e-6 of the largest body
    std::size_t most_stretches = 65536;    // of a segment, before neighbours are joined: the budget
    int threads = 0;
    Progress::Draw progress = Progress::Draw::OnTerminal;
};

/// During [from, until] of a segment.
struct ProfileStretch {
    std::size_t segment;
    double from, until;
    double lo, hi;
    BodyPair nearest;  // of which hi is, at some of the times
    bool meets_gap;
};

struct ClearanceProfile {
    std::vector<ProfileStretch> stretches;  // in order, each begins where the last one ends
    std::optional<LeastClearance> least;    // to a tenth of the gap; nothing if no pair counts
    double tolerance = 0.0;                 // e
    std::uint64_t pairs = 0;                // that count
    std::vector<BodyPair> left_out;         // as it was given
    std::uint64_t distances = 0;            // measured
    FirstContactCounters search;

    [[nodiscard]] bool meets_gap() const;
};

/// Counts all pairs that move against each other but those that the scene leaves out, that it allows to touch
/// or to interfere, or that are `left_out`. Distances are of skins: of bodies that meet 0, of one inside
/// another that from its skin.
///
/// Pre:       a valid scene with paths; gap and tolerance above 0, finite.
/// Guarantee: lo <= D(t) <= hi at every t of each stretch; hi - lo <= max(gap lo, e) where meets_gap. The same
///            bits for any number of threads. `least`: lo <= D everywhere, and D <= hi at the time it names.
/// Errors:    Interrupted; BadInput for a scene without paths or motions that have no axis; Unsupported for
///            more than 2^24 pairs.
/// Cost:      models of all bodies that are ever among the nearest; then per stretch two searches and a distance.
[[nodiscard]] Expected<ClearanceProfile> clearance_profile(const Scene& scene,
                                                           std::span<const BodyPair> left_out,
                                                           const ProfileOptions& options);

/// A part of the path during which the clearance may be below a limit.
struct LowStretch {
    PathTime from, until;
    bool is_certain;  // it is below the limit at some time of it: proved
};

/// Guarantee: outside of these the clearance is proved to be at least the limit.
[[nodiscard]] std::vector<LowStretch> stretches_below(const ClearanceProfile& profile, double limit);

}  // namespace graze::internal
