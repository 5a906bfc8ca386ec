// The reference prover: proves two moving bodies apart by plain subdivision of space and time, and writes the
// proof down as it goes (docs/certificates.md). Slow and obvious on purpose: the fast search is measured
// against it.
//
// A task is a set of triangles of a, one of b, and an interval of time. A direction n, fixed in the world, in
// a or in b, proves it if
//     min over the ends of (min_a n.y - max_b n.y)  >  d |n| + M h^2 / 8,       g'' <= M,
// since g = n.(y_a - y_b) is nowhere more than M h^2 / 8 below its chord. The candidate is the line between
// the nearest points of the two convex hulls at the middle of the interval. Tasks that are not proved are
// divided: by time if the bodies move far for their size, else the larger set. Two triangles are followed
// through time: either the direction of their nearest points proves a stretch from here on, or they are
// within d + e: a contact.
#pragma once

#include "graze/continuous/features/contact_verdict.h"
#include "graze/continuous/proof/proof_body.h"
#include "graze/core/byte_buffer.h"
#include "graze/core/internal.h"

#include <chrono>
#include <optional>

namespace graze::internal {

struct StrandQuery {
    const ProofBody& a;
    const ProofBody& b;
    double clearance;  // d >= 0
    double tolerance;  // e > 0
    double from, until;
    std::uint64_t most_steps = ~std::uint64_t{0};  // the budget
    std::optional<std::chrono::steady_clock::time_point> deadline = {};
    std::size_t common = 0;  // so many outermost links of the bodies have the same formula and numbers
};

struct StrandProof {
    ContactVerdict verdict = ContactVerdict::Undecided;  // never OverlapAtStart
    ByteBuffer nodes;                                    // Clear: the proof for [from, until]
    double contact_time = 0.0;  // Contact: the distance here is at most clearance + tolerance
    std::uint64_t steps = 0;    // work done
    std::uint64_t leaves = 0;
    bool is_slow = false;  // the walk could not be used, or left this strand undecided
};

/// Clear:     farther apart than the clearance at every t of [from, until].
/// Contact:   within clearance + tolerance at contact_time. Nothing is said of the time before it: prove
///            [from, contact_time] by another call.
/// Undecided: the budget or the deadline ran out, or the tolerance is below rounding.
[[nodiscard]] StrandProof prove_strand(const StrandQuery& query);

}  // namespace graze::internal
