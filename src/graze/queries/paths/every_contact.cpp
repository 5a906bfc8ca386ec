#include "graze/queries/paths/every_contact.h"

#include "graze/core/assert.h"
#include "graze/motion/motion_data.h"
#include "graze/queries/paths/earliest_contact.h"
#include "graze/queries/paths/pair_loop.h"

#include <algorithm>

namespace graze {
namespace {

std::vector<std::uint32_t> groups_of(std::span<const MovingBody> bodies) {
    std::vector<std::uint32_t> groups;
    for (const MovingBody& body : bodies) groups.push_back(group_of(motion_ref(body.motion), groups.size()));
    return groups;
}

struct Questions {
    std::span<const MovingBody> bodies;
    std::span<const MovingPair> pairs;
    const EveryContactOptions& options;
    std::span<PairFirstContact> found;

    void ask(std::size_t i, FirstContactWorkspace& workspace) const {
        const MovingPair& pair = pairs[i];
        const FirstContactMemo before = found[i].memo;
        const FirstContact contact = first_contact(bodies[pair.bodies[0]], bodies[pair.bodies[1]],
                                                   {.clearance = pair.clearance,
                                                    .tolerance = pair.tolerance,
                                                    .most_work = options.most_work,
                                                    .from = pair.from,
                                                    .start = pair.start,
                                                    .last = before.is_set ? &before : nullptr,
                                                    .tuning = options.tuning},
                                                   &workspace);
        found[i] = {contact.verdict,
                    contact.clear_until,
                    contact.distance_hi,
                    contact.meeting,
                    contact.memo.is_set ? contact.memo : before,
                    contact.counters};
    }
};

template <class IsAsked>
bool ask_all(const Questions& questions, EarliestContactWorkspace& workspace, IsAsked is_asked) {
    GRAZE_ASSERT(questions.found.size() == questions.pairs.size());
    return for_each_of(questions.pairs.size(), questions.options.threads, workspace,
                       [&](std::size_t i, FirstContactWorkspace& memory) {
                           if (is_asked(questions.pairs[i])) questions.ask(i, memory);
                       });
}

}  // namespace

std::vector<MovingPair> pairs_near(std::span<const MovingBody> bodies, const PairRules& rules,
                                   const PairsNearOptions& options) {
    std::vector<SweptBody> swept;
    std::vector<double> sizes;
    for (const MovingBody& body : bodies) {
        swept.push_back({motion_ref(body.motion), body.body.bounds()});
        sizes.push_back(body.body.size());
    }
    const PairLimits limits{rules, sizes, options.tolerance};
    auto pairs = pairs_that_may_meet(swept_boxes(swept, options.threads), limits, groups_of(bodies));
    std::sort(pairs.begin(), pairs.end(),
              [](const MovingPair& x, const MovingPair& y) { return x.bodies < y.bodies; });
    return pairs;
}

bool every_contact(std::span<const MovingBody> bodies, std::span<const MovingPair> pairs,
                   const EveryContactOptions& options, std::span<PairFirstContact> found,
                   EarliestContactWorkspace& workspace) {
    for (PairFirstContact& pair : found) pair = {.memo = pair.memo};
    return ask_all({bodies, pairs, options, found}, workspace, [](const MovingPair&) { return true; });
}

bool every_contact_of(std::uint32_t body, std::span<const MovingBody> bodies,
                      std::span<const MovingPair> pairs, const EveryContactOptions& options,
                      std::span<PairFirstContact> found, EarliestContactWorkspace& workspace) {
    return ask_all({bodies, pairs, options, found}, workspace,
                   [&](const MovingPair& pair) { return pair.bodies[0] == body || pair.bodies[1] == body; });
}

}  // namespace graze
