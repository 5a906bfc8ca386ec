#include "graze/queries/paths/earliest_contact.h"

#include "graze/continuous/search/features_within.h"
#include "graze/queries/paths/pair_loop.h"

#include <algorithm>

namespace graze::internal {
namespace {

// Pairs that are searched before the earliest contact is passed on; the next round is twice as long.
constexpr std::size_t kFirstRound = 128;
constexpr double kLeastTime = 0x1p-30;  // once bodies overlap at the start, others are asked about that only

bool is_before(const MovingPair& x, const MovingPair& y) {
    return std::pair(x.eighth, x.bodies) < std::pair(y.eighth, y.bodies);
}

/// The farthest that any pair may be apart and yet count.
double widest_contact_distance(const PairLimits& limits) {
    MovingPair widest{.clearance = limits.rules.largest_clearance(),
                      .tolerance = limits.tolerance.value_or(0.0)};
    for (std::size_t i = 0; i < limits.sizes.size() && !limits.tolerance; ++i)
        widest.tolerance = std::max(widest.tolerance, default_tolerance(limits.sizes[i]));
    return widest.contact_distance();
}

void keep_those_that_may_meet(const SweptBoxes& boxes, std::vector<MovingPair>& pairs) {
    std::erase_if(pairs, [&](MovingPair& pair) {
        const auto eighth = first_eighth_within(boxes, pair.bodies, pair.contact_distance());
        if (eighth) pair.eighth = *eighth;
        return !eighth;
    });
    std::sort(pairs.begin(), pairs.end(), is_before);
}

struct Found {
    ContactVerdict verdict = ContactVerdict::Undecided;
    double until = 0.0;
    BodyMeeting meeting = BodyMeeting::Apart;
    FirstContactMemo memo;
    std::optional<ContactFeaturePair> at_start;
    FirstContactCounters counters;
    std::optional<FirstContactWorkspace> paused;  // where its search goes on
};

class PairSearch {
  public:
    PairSearch(std::span<const MovingPair> pairs, BodyOfId body_of, const EarliestContactOptions& options,
               EarliestContactWorkspace& workspace)
        : pairs_(pairs), body_of_(body_of), options_(options), workspace_(workspace) {
        if (workspace_.searches.size() < kBlocks) workspace_.searches.resize(kBlocks);
    }

    EarliestContact run() {
        std::vector<Found> found;
        std::size_t length = kFirstRound;
        for (std::size_t begin = 0; begin < pairs_.size(); begin += found.size(), length *= 2) {
            found.clear();
            found.resize(std::min(length, pairs_.size() - begin));
            const auto round = pairs_.subspan(begin, found.size());
            if (!search_round(round, found) || !finish_paused(round, found)) {
                result_.was_interrupted = true;
                return std::move(result_);
            }
            for (std::size_t i = 0; i < found.size(); ++i) take(round[i], found[i]);
        }
        if (!result_.overlaps.empty()) result_.clear_until = 0.0;
        std::erase_if(result_.undecided,
                      [&](const MovingPair& pair) { return pair.from > result_.clear_until; });
        return std::move(result_);
    }

  private:
    [[nodiscard]] double until() const { return std::max(result_.clear_until, kLeastTime); }

    [[nodiscard]] const FirstContactMemo* last_of(const BodyPair& pair) const {
        const auto at = std::lower_bound(
            options_.last.begin(), options_.last.end(), pair,
            [](const PairMemo& memo, const BodyPair& wanted) { return memo.bodies < wanted; });
        return at != options_.last.end() && at->bodies == pair ? &at->memo : nullptr;
    }

    [[nodiscard]] FirstContactOptions options_for(const MovingPair& pair, int threads) const {
        return {.clearance = pair.clearance,
                .tolerance = pair.tolerance,
                .deadline = options_.deadline,
                .from = pair.from,
                .until = until(),
                .start = pair.start,
                .threads = threads,
                .last = last_of(pair.bodies)};
    }

    static void set(Found& found, const FirstContact& contact) {
        found.verdict = contact.verdict;
        found.until = contact.clear_until;
        found.meeting = contact.meeting;
        found.memo = contact.memo;
        found.counters = contact.counters;
        if (contact.verdict == ContactVerdict::OverlapAtStart && !contact.contacts.empty())
            found.at_start = contact.contacts.front();
    }

    void search(const MovingPair& pair, int threads, FirstContactWorkspace& workspace, Found& found) const {
        if (pair.from >= until()) {  // judged only after what is known to end the time that counts
            found.verdict = ContactVerdict::Clear;
            found.until = until();
            return;
        }
        FirstContactOptions options = options_for(pair, threads);
        if (options_.pause != nullptr) options.most_work = options_.pause->after_work;
        const MovingModel a = body_of_(pair.bodies[0]), b = body_of_(pair.bodies[1]);
        set(found, first_contact(a, b, options, workspace));
        if (options_.pause == nullptr || found.verdict != ContactVerdict::Undecided) return;
        found.paused = std::move(workspace);
        workspace = FirstContactWorkspace();
    }

    bool search_round(std::span<const MovingPair> round, std::vector<Found>& found) {
        // Few pairs are searched one after the other, each by all threads.
        if (round.size() < kBlocks) {
            for (std::size_t i = 0; i < round.size() && !interrupt_requested(); ++i)
                search(round[i], options_.threads, workspace_.searches[0], found[i]);
            return !interrupt_requested();
        }
        return for_each_of(round.size(), options_.threads, workspace_,
                           [&](std::size_t i, FirstContactWorkspace& workspace) {
                               search(round[i], 1, workspace, found[i]);
                           });
    }

    /// What was paused: by a proof, if one can be had, or by going on.
    bool finish_paused(std::span<const MovingPair> round, std::vector<Found>& found) {
        std::vector<std::size_t> open;
        std::vector<LongPair> pairs;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (!found[i].paused) continue;
            open.push_back(i);
            pairs.push_back({round[i], found[i].counters.elementary > 0});
        }
        if (open.empty()) return true;
        options_.pause->prove(pairs, until());
        if (interrupt_requested()) return false;
        std::size_t left = 0;
        for (std::size_t k = 0; k < open.size(); ++k) {
            if (pairs[k].is_clear) {
                found[open[k]].verdict = ContactVerdict::Clear;
                found[open[k]].until = until();
                found[open[k]].paused.reset();
            } else {
                open[left++] = open[k];
            }
        }
        open.resize(left);
        const int threads_each = open.size() == 1 ? options_.threads : 1;
        const LoopEnd end = parallel_for(open.size(), {.threads = options_.threads}, [&](std::size_t k) {
            const MovingPair& pair = round[open[k]];
            Found& of_pair = found[open[k]];
            FirstContactWorkspace workspace = *std::exchange(of_pair.paused, std::nullopt);
            set(of_pair, continue_first_contact(body_of_(pair.bodies[0]), body_of_(pair.bodies[1]),
                                                options_for(pair, threads_each), workspace));
        });
        return end == LoopEnd::Finished && !interrupt_requested();
    }

    void take(const MovingPair& pair, const Found& found) {
        result_.counters += found.counters;
        if (options_.progress != nullptr) options_.progress->advance(1);
        // A pair that was not asked about its own contact keeps what it knew.
        if (const FirstContactMemo* last = last_of(pair.bodies); found.memo.is_set || last != nullptr)
            result_.memos.push_back({pair.bodies, found.memo.is_set ? found.memo : *last});
        if (found.verdict == ContactVerdict::OverlapAtStart) {
            result_.overlaps.push_back({pair.bodies, found.meeting});
            if (found.at_start) result_.witnesses.push_back({pair.bodies, *found.at_start});
            result_.clear_until = 0.0;
        } else if (found.verdict == ContactVerdict::Contact) {
            result_.has_contact = true;
            result_.clear_until = std::min(result_.clear_until, found.until);
        } else if (found.verdict == ContactVerdict::Undecided) {
            MovingPair open = pair;
            open.from = std::max(pair.from, found.until);
            result_.undecided.push_back(open);
        }
    }

    std::span<const MovingPair> pairs_;
    BodyOfId body_of_;
    const EarliestContactOptions& options_;
    EarliestContactWorkspace& workspace_;
    EarliestContact result_;
};

}  // namespace

}  // namespace graze::internal

namespace graze {

double MovingPair::contact_distance() const { return (exactly(clearance) + exactly(tolerance)).hi; }

const char* kind_of(const BodyOverlap& overlap) {
    switch (overlap.meeting) {
        case BodyMeeting::Touching:
            return "touching";
        case BodyMeeting::Intersecting:
            return "intersecting";
        case BodyMeeting::AInB:
        case BodyMeeting::BInA:
            return "contained";
        case BodyMeeting::Apart:
            break;
    }
    return "within_clearance";
}

}  // namespace graze

namespace graze::internal {

std::optional<MovingPair> PairLimits::of(const BodyPair& bodies) const {
    const PairRule rule = rules.of(bodies[0], bodies[1]);
    if (rule.allowed && (!with_depths || leaves_out(*rule.allowed, rule.depth))) return std::nullopt;
    const double larger = std::max(sizes[bodies[0]], sizes[bodies[1]]);
    return MovingPair{.bodies = bodies,
                      .clearance = rule.clearance,
                      .tolerance = tolerance.value_or(default_tolerance(larger))};
}

std::vector<MovingPair> pairs_that_may_meet(const SweptBoxes& boxes, const PairLimits& limits,
                                            std::span<const std::uint32_t> carriers) {
    std::vector<MovingPair> pairs;
    for (const BodyPair& near : pairs_within(boxes.whole, widest_contact_distance(limits), carriers))
        if (const auto pair = limits.of(near)) pairs.push_back(*pair);
    keep_those_that_may_meet(boxes, pairs);
    return pairs;
}

std::vector<MovingPair> pairs_that_may_meet(const SweptBoxes& boxes, std::span<const MovingPair> pairs) {
    std::vector<MovingPair> near(pairs.begin(), pairs.end());
    keep_those_that_may_meet(boxes, near);
    return near;
}

EarliestContact earliest_contact(std::span<const MovingPair> pairs, BodyOfId body_of,
                                 const EarliestContactOptions& options, EarliestContactWorkspace& workspace) {
    return PairSearch(pairs, body_of, options, workspace).run();
}

std::optional<std::vector<BodyContact>> contacts_at(double t, std::span<const MovingPair> pairs,
                                                    BodyOfId body_of, int threads,
                                                    EarliestContactWorkspace& workspace) {
    std::vector<std::uint32_t> ids;
    for (const MovingPair& pair : pairs) ids.insert(ids.end(), pair.bodies.begin(), pair.bodies.end());
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    std::vector<Box> boxes(ids.size());
    const auto place = [&](std::size_t i, FirstContactWorkspace& /*workspace*/) {
        const MovingModel body = body_of(ids[i]);
        boxes[i] = swept_box(body.motion, body.model.bounds, exactly(t));
    };
    if (!for_each_of(ids.size(), threads, workspace, place)) return std::nullopt;
    const auto box_of = [&](std::uint32_t body) -> const Box& {
        return boxes[static_cast<std::size_t>(std::lower_bound(ids.begin(), ids.end(), body) - ids.begin())];
    };
    std::vector<MovingPair> near;
    for (const MovingPair& pair : pairs)
        if (pair.from <= t &&
            may_be_within(box_of(pair.bodies[0]), box_of(pair.bodies[1]), pair.contact_distance()))
            near.push_back(pair);
    std::sort(near.begin(), near.end(),
              [](const MovingPair& x, const MovingPair& y) { return x.bodies < y.bodies; });
    std::vector<std::vector<BodyContact>> found(near.size());
    const auto list = [&](std::size_t i, FirstContactWorkspace& memory) {
        const MovingModel a = body_of(near[i].bodies[0]), b = body_of(near[i].bodies[1]);
        for (const ContactFeaturePair& at : features_within(a, b, t, near[i].contact_distance(), memory))
            found[i].push_back({near[i].bodies, at});
    };
    if (!for_each_of(near.size(), threads, workspace, list)) return std::nullopt;
    std::vector<BodyContact> contacts;
    for (const auto& of_pair : found) contacts.insert(contacts.end(), of_pair.begin(), of_pair.end());
    return contacts;
}

}  // namespace graze::internal
