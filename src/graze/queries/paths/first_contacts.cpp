#include "graze/queries/paths/first_contacts.h"

#include "graze/queries/paths/earliest_contact.h"
#include "graze/queries/paths/model_contacts.h"

#include <algorithm>

namespace graze {
namespace {

bool is_by_bodies(const auto& x, const auto& y) { return x.bodies < y.bodies; }

}  // namespace

FirstContacts internal::first_contacts(std::span<const MovingModel> bodies, const PairRules& rules,
                             const FirstContactsOptions& options, FirstContactsWorkspace& workspace) {
    std::vector<SweptBody> swept;
    std::vector<double> sizes;
    std::vector<std::uint32_t> groups;
    for (const MovingModel& body : bodies) {
        swept.push_back({body.motion, body.model.bounds});
        sizes.push_back(body.model.size);
        groups.push_back(group_of(body.motion, groups.size()));
    }
    const std::vector<MovingPair> pairs =
        pairs_that_may_meet(swept_boxes(swept, options.threads), {rules, sizes, options.tolerance}, groups);
    const auto body_of = [&](std::uint32_t id) { return bodies[id]; };
    EarliestContact found =
        earliest_contact(pairs, body_of, {.threads = options.threads, .last = options.last}, workspace);
    if (found.was_interrupted) return {};
    FirstContacts result{.clear_until = found.clear_until,
                         .contacts = std::move(found.witnesses),
                         .overlaps = std::move(found.overlaps),
                         .memos = std::move(found.memos),
                         .searched = pairs.size(),
                         .counters = found.counters};
    std::stable_sort(result.contacts.begin(), result.contacts.end(), is_by_bodies<BodyContact, BodyContact>);
    std::stable_sort(result.overlaps.begin(), result.overlaps.end(), is_by_bodies<BodyOverlap, BodyOverlap>);
    std::stable_sort(result.memos.begin(), result.memos.end(), is_by_bodies<PairMemo, PairMemo>);
    if (!result.overlaps.empty()) {
        result.verdict = ContactVerdict::OverlapAtStart;
        return result;
    }
    for (const MovingPair& pair : found.undecided)
        result.clear_until = std::min(result.clear_until, pair.from);
    if (result.clear_until < found.clear_until || (!found.undecided.empty() && !found.has_contact))
        return result;
    result.verdict = found.has_contact ? ContactVerdict::Contact : ContactVerdict::Clear;
    if (!found.has_contact) return result;
    auto contacts = contacts_at(result.clear_until, pairs, body_of, options.threads, workspace);
    if (!contacts) return {};
    result.contacts = *std::move(contacts);
    return result;
}

FirstContacts first_contacts(std::span<const MovingBody> bodies, const PairRules& rules,
                             const FirstContactsOptions& options, FirstContactsWorkspace* workspace) {
    std::vector<MovingModel> models;
    double error = 0.0, least_size = kInfinity;  // of those that have one
    for (const MovingBody& body : bodies) {
        models.push_back(moving_model(body));
        error = std::max(error, start_error(body));
        if (body.body.size() > 0.0) least_size = std::min(least_size, body.body.size());
    }
    const double tolerance =
        options.tolerance.value_or(default_tolerance(least_size < kInfinity ? least_size : 0.0));
    if (!(2.0 * error <= 0.5 * tolerance)) return {};  // the discrete test at rounded poses would say nothing
    FirstContactsWorkspace fresh;
    return first_contacts(models, rules, options, workspace != nullptr ? *workspace : fresh);
}

}  // namespace graze
