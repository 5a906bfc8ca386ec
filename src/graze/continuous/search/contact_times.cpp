#include "graze/continuous/search/contact_times.h"

#include "graze/core/assert.h"
#include "graze/discrete/bodies/body_meeting.h"
#include "graze/discrete/wide/wide_distance.h"

#include <algorithm>

namespace graze::internal {
namespace {

FirstContact search_from(const PairOnPath& pair, double from, ContactTimesWorkspace& workspace) {
    return first_contact({pair.a.model, pair.a.motion}, {pair.b.model, pair.b.motion},
                         {.clearance = pair.clearance, .tolerance = pair.tolerance, .from = from},
                         workspace.search);
}

struct RoundedPoses {
    RoundedPose a, b;
};
RoundedPoses poses_at(const PairOnPath& pair, double t) {
    return {rounded_pose(pair.a.motion, t, pair.own_a), rounded_pose(pair.b.motion, t, pair.own_b)};
}

bool are_skins_apart(const PairOnPath& pair, const RoundedPoses& at, double distance,
                     DiscreteMemory& workspace) {
    const double limit = (exactly(distance) + exactly(at.a.error) + exactly(at.b.error)).hi;
    return limit <= kLargest &&
           !is_within(wide(pair.a.model), at.a.pose, wide(pair.b.model), at.b.pose, limit, workspace);
}

/// Between a time at which the pair is not proved apart, and one at which it is: nearly the first such.
double parting_between(const PairOnPath& pair, double before, double after,
                       ContactTimesWorkspace& workspace) {
    while (after - before > kContactResolution) {
        const double middle = 0.5 * (before + after);
        (prove_apart_at(pair, middle, workspace) ? after : before) = middle;
    }
    return after;
}

}  // namespace

bool prove_skins_apart_at(const PairOnPath& pair, double t, double distance, DiscreteMemory& workspace) {
    return are_skins_apart(pair, poses_at(pair, t), distance, workspace);
}

bool prove_apart_at(const PairOnPath& pair, double t, ContactTimesWorkspace& workspace) {
    const double enough = (exactly(pair.clearance) + exactly(pair.tolerance)).hi;
    const RoundedPoses at = poses_at(pair, t);
    if (!are_skins_apart(pair, at, enough, workspace.discrete)) return false;
    return meeting_of({pair.a.model, at.a.pose}, {pair.b.model, at.b.pose}, {}) == BodyMeeting::Apart;
}

std::optional<ClearStretch> next_clear_stretch(const PairOnPath& pair, double t,
                                               ContactTimesWorkspace& workspace) {
    GRAZE_ASSERT(t >= 0.0 && t <= 1.0);
    ClearStretch stretch{t, t, ContactVerdict::Undecided, {}};
    // True if something is clear from there on.
    const auto is_clear_from = [&](double from) {
        stretch.from = from;
        if (from == 1.0) {
            stretch.until = 1.0, stretch.verdict = ContactVerdict::Clear;
            return true;
        }
        const FirstContact contact = search_from(pair, from, workspace);
        stretch.counters += contact.counters;
        stretch.until = contact.clear_until, stretch.verdict = contact.verdict;
        return contact.verdict == ContactVerdict::Clear || contact.clear_until > from;
    };
    double before = t;
    for (int i = static_cast<int>(t * kContactSamples); i <= kContactSamples; ++i) {
        const double sample = std::max(t, static_cast<double>(i) / kContactSamples);
        if (!prove_apart_at(pair, sample, workspace)) {
            before = sample;
            continue;
        }
        const double parting = parting_between(pair, before, sample, workspace);
        const bool is_clear = is_clear_from(parting);
        if (is_clear && (stretch.verdict == ContactVerdict::Clear || stretch.until >= sample)) return stretch;
        // Clear for less than the time between two samples.
        if (parting < sample && is_clear_from(sample)) return stretch;
        before = sample;
    }
    return std::nullopt;
}

ContactTimes contact_times(const PairOnPath& pair, ContactTimesWorkspace& workspace) {
    ContactTimes times;
    double t = 0.0;
    for (bool is_first = true;; is_first = false) {
        const auto stretch = next_clear_stretch(pair, t, workspace);
        if (!stretch) {
            times.intervals.push_back({t, 1.0});
            return times;
        }
        times.counters += stretch->counters;
        if (!is_first || stretch->from > 0.0) times.intervals.push_back({t, stretch->from});
        if (stretch->verdict == ContactVerdict::Clear) return times;
        t = stretch->until;
    }
}

}  // namespace graze::internal
