// When do any two of many moving bodies first meet, and where? For callers that keep their bodies from step
// to step, as a simulator does: nothing is built, and what met in the last step is looked at first.
//
// The search is earliest_contact.h's. Scene files with paths, and proofs, are path_proof.h's.
#pragma once

#include "graze/queries/broad/body_contacts.h"

#include <span>
#include <vector>

namespace graze {

struct FirstContactsOptions {
    std::optional<double> tolerance = std::nullopt;  // e > 0; default: 1e-6 of the larger size of each pair
    int threads = 1;                                 // 0: all cores
    /// FirstContacts::memos of an earlier call about the same bodies, in their order; borrowed. Makes it
    /// faster, never different.
    std::span<const PairMemo> last = {};
};

struct FirstContacts {
    ContactVerdict verdict = ContactVerdict::Undecided;
    double clear_until = 0.0;  // proved: all pairs farther apart than their clearance on [0, clear_until)
    /// Contact: all pairs of features within clearance + tolerance at clear_until, of all pairs of bodies, by
    /// bodies, triangles and features. OverlapAtStart: what first_contact says of each pair that is not
    /// apart.
    std::vector<BodyContact> contacts;
    std::vector<BodyOverlap> overlaps;  // OverlapAtStart: all such pairs
    std::vector<PairMemo> memos;        // by bodies
    std::size_t searched = 0;           // pairs of bodies
    FirstContactCounters counters;
};

/// Memory of a step. Keep it from step to step.
using FirstContactsWorkspace = EarliestContactWorkspace;

/// First contact of many bodies over t in [0, 1]. Ids of bodies are their places in `bodies`. Pairs for which
/// the rules allow anything are left out, and so are pairs of bodies that both stand still, however near.
///
/// Pre:       as first_contact, for every pair; rules name only bodies that there are.
/// Guarantee: contract C1 for all pairs that are not left out. Same bits for any number of threads and
///            whatever `last` says, but for counters and memos. After Ctrl-C: Undecided from the beginning.
/// Cost:      2 us a body (20 if it goes far), then the searches. Allocates its lists; without a workspace
///            every call makes a new one.
[[nodiscard]] FirstContacts first_contacts(std::span<const MovingBody> bodies, const PairRules& rules,
                                           const FirstContactsOptions& options = {},
                                           FirstContactsWorkspace* workspace = nullptr);

}  // namespace graze
