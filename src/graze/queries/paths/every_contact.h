// When does *each* pair of many moving bodies first meet? For simulators in which who meets is stopped and the
// others go on: first_contacts.h tells of the earliest contact of all alone.
//
//     std::vector<MovingPair> pairs = pairs_near(bodies, rules, {});    // then set clearance, tolerance, start
//     every_contact(bodies, pairs, {}, found, workspace);
//     ... body 7 is stopped: its motion is another now ...
//     every_contact_of(7, bodies, pairs, {}, found, workspace);         // the other answers stand
#pragma once

#include "graze/queries/broad/body_contacts.h"

#include <span>
#include <vector>

namespace graze {

struct PairsNearOptions {
    std::optional<double> tolerance = std::nullopt;  // e > 0; default: 1e-6 of the larger size of each pair
    int threads = 1;                                 // 0: all cores
};

/// All pairs that may come within clearance + tolerance of each other, by bodies: the rules name clearances, and
/// pairs for which they allow anything are left out. So are pairs of bodies that both stand still: they never
/// meet, and cost nothing.
///
/// Guarantee: every other pair with a body that moves is proved farther apart than d + e at all times.
/// Cost:      2 us a body (20 if it goes far), and a sweep. Allocates its lists.
[[nodiscard]] std::vector<MovingPair> pairs_near(std::span<const MovingBody> bodies, const PairRules& rules,
                                                 const PairsNearOptions& options = {});

/// What first_contact says of one pair.
struct PairFirstContact {
    ContactVerdict verdict = ContactVerdict::Undecided;
    double clear_until = 0.0;  // proved: farther apart than d on [from, clear_until)
    double distance_hi = std::numeric_limits<double>::infinity();
    BodyMeeting meeting = BodyMeeting::Apart;
    FirstContactMemo memo =
        {};  // of this query, or of the last one that met; looked at first when asked again
    FirstContactCounters counters = {};
};

struct EveryContactOptions {
    int threads = 1;                                       // 0: all cores
    std::uint64_t most_work = ~std::uint64_t{0};           // of each pair
    const internal::FirstContactTuning* tuning = nullptr;  // borrowed
};

/// First contact of each pair, from its own `from` on, with its own clearance, tolerance and start. `found` has as
/// many entries as `pairs`, in their order; memos in it are used, and kept where a pair does not meet.
///
/// Pre:       as first_contact, for each pair; found.size() == pairs.size().
/// Guarantee: contract C1 for each pair. The same bits for any number of threads, whatever the memos say, but
///            for counters and memos. False after Ctrl-C: then entries that were not reached are Undecided.
/// Cost:      that of the searches; no allocation once the workspace has grown, on one thread.
bool every_contact(std::span<const MovingBody> bodies, std::span<const MovingPair> pairs,
                   const EveryContactOptions& options, std::span<PairFirstContact> found,
                   EarliestContactWorkspace& workspace);

/// The same of the pairs of one body alone, as when its motion has changed: other entries are left as they are.
bool every_contact_of(std::uint32_t body, std::span<const MovingBody> bodies,
                      std::span<const MovingPair> pairs, const EveryContactOptions& options,
                      std::span<PairFirstContact> found, EarliestContactWorkspace& workspace);

}  // namespace graze
