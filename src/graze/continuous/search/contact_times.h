// When two bodies of a scene are in contact during a segment, and when they are proved clear of each other:
// for parts that begin seated, and for lists of all contacts.
//
// The search for a first contact (continuous/search/first_contact.h) begins with bodies that are apart. At a
// time above 0 no pose is rational, so that they are is proved with a rounded pose: if the exact distance of
// the bodies, posed in doubles, is greater than what is asked for by more than the true places differ from
// these, and no piece of one is inside the other, then so it is for the true ones.
//
// Where bodies part is looked for at 1024 instants of the segment, and from the first at which they are apart
// backwards by bisection. Nothing is assumed about what they do in between: what is called clear is proved by
// the search, and what is called contact is all the rest. Contacts that part for less than 1/1024 of the
// segment may count as one.
#pragma once

#include "graze/continuous/search/model_contact.h"
#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_query.h"
#include "graze/motion/rounded_pose.h"

namespace graze::internal {

inline constexpr int kContactSamples = 1024;           // of a segment
inline constexpr double kContactResolution = 0x1p-20;  // of times at which bodies part

/// Two bodies during one segment. The bodies are borrowed; poses at the start are not used.
struct PairOnPath {
    MovingModel a, b;
    Box own_a, own_b;  // bounds_of their meshes
    double clearance;  // d >= 0
    double tolerance;  // e > 0
};

struct ContactTimesWorkspace {
    FirstContactWorkspace search;
    DiscreteMemory discrete;
};

/// True if at time t no two triangles of the pair are within `distance`: proved. Pre: distance >= 0, finite.
[[nodiscard]] bool prove_skins_apart_at(const PairOnPath& pair, double t, double distance,
                                        DiscreteMemory& workspace);

/// True if at time t the bodies are proved farther apart than d + e, and neither inside the other.
[[nodiscard]] bool prove_apart_at(const PairOnPath& pair, double t, ContactTimesWorkspace& workspace);

/// A part of time during which the pair is proved clear.
struct ClearStretch {
    double from;             // farther apart than d + e here, and than d on [from, until)
    double until;            // Clear: 1, which is part of it
    ContactVerdict verdict;  // Contact: within d + e at `until`; Undecided: nothing is known after it
    FirstContactCounters counters;
};

/// The first stretch that is found clear at or after t: an upper bound of when the bodies first part; tight
/// up to kContactResolution, but for clear stretches that are shorter than the distance of two samples.
///
/// Pre: t in [0, 1].
[[nodiscard]] std::optional<ClearStretch> next_clear_stretch(const PairOnPath& pair, double t,
                                                             ContactTimesWorkspace& workspace);

/// [from, until] in contact, up to the tolerance.
struct ContactInterval {
    double from, until;
};

struct ContactTimes {
    std::vector<ContactInterval> intervals;  // in order, apart from each other
    FirstContactCounters counters;
};

/// Guarantee: at every time of [0, 1] outside of the intervals the distance is greater than d. An interval
///            begins at 0 or where the pair is within d + e (or cannot be decided), and ends where the pair
///            is farther apart than d + e, or at 1.
[[nodiscard]] ContactTimes contact_times(const PairOnPath& pair, ContactTimesWorkspace& workspace);

}  // namespace graze::internal
