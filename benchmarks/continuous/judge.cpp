#include "continuous/judge.h"

#include "graze/discrete/wide/wide_distance.h"

#include <cmath>

namespace graze::bench {

double Judge::distance_at(const ContinuousQuery& query, double t) {
    return distance(wide(bodies_.a), {}, wide(bodies_.b), pose_at(query, t), workspace_).hi;
}

bool Judge::meet_at(const ContinuousQuery& query, double t) {
    return !find_intersections(wide(bodies_.a), {}, wide(bodies_.b), pose_at(query, t), {}, workspace_)
                .triangles.empty();
}

Truth Judge::truth_of(const ContinuousQuery& query, const OurAnswer& ours) {
    Truth truth{ours};
    if (ours.verdict != ContactVerdict::Contact) return truth;
    // Poses in doubles are off by some 1e-15 of the lengths in them.
    truth.is_confirmed = distance_at(query, ours.clear_until) <= bodies_.tolerance + 1e-13 * bodies_.size;
    for (double after = 0x1p-24; after < 1.0 && !truth.is_sure; after *= 2.0)
        truth.is_sure = meet_at(query, std::min(1.0, ours.clear_until + after));
    return truth;
}

void Judge::judge(const ContinuousQuery& query, const Truth& truth, const PeerContact& answer,
                  Judgement& sum) {
    const bool may_meet = truth.ours.verdict == ContactVerdict::Contact;
    if (!answer.is_contact) {
        sum.misses += truth.is_sure;
        return;
    }
    ++sum.contacts;
    const bool meet = meet_at(query, answer.time);
    const double apart = meet ? 0.0 : distance_at(query, answer.time);
    sum.farthest = std::max(sum.farthest, apart / bodies_.size);
    sum.late += meet;
    sum.early += apart > bodies_.tolerance * (1.0 + 1e-6);
    sum.false_alarms += !may_meet && !meet && apart > bodies_.tolerance;
    sum.refutes += meet && (!may_meet || answer.time < truth.ours.clear_until);
}

}  // namespace graze::bench
