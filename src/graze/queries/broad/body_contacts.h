// Pairs of many bodies, and their contacts.
#pragma once

#include "graze/continuous/search/first_contact.h"
#include "graze/queries/broad/broad_phase.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace graze {

/// Two of many moving bodies.
struct MovingPair {
    BodyPair bodies{};
    double clearance = 0.0;                 // d
    double tolerance = 0.0;                 // e
    double from = 0.0;                      // judged from here on, where they are apart
    int eighth = 0;                         // of the time, before which they are not within d + e
    std::optional<ProvedApart> start = {};  // how they stand at `from`, if that is known

    /// d + e, rounded up.
    [[nodiscard]] double contact_distance() const;
};

/// What a pair found, for the next step.
struct PairMemo {
    BodyPair bodies;
    FirstContactMemo memo;
};

/// Two features of two bodies, or at the start triangles.
struct BodyContact {
    BodyPair bodies;
    ContactFeaturePair at;
};
/// A pair that is not apart at t = 0.
struct BodyOverlap {
    BodyPair bodies;
    BodyMeeting meeting;  // Apart: within the clearance
};
/// As `graze clash` calls it: "touching", "contained", "within_clearance".
[[nodiscard]] const char* kind_of(const BodyOverlap& overlap);

/// How many pairs of bodies there are, of which sort.
struct PairCounts {
    std::uint64_t judged = 0;
    std::uint64_t at_rest = 0;  // against each other, all along the paths: of these nothing is said
    std::uint64_t ignored = 0;
};

/// Memory of searches. Keep it from call to call.
struct EarliestContactWorkspace {
    std::vector<FirstContactWorkspace> searches;
};

}  // namespace graze
