#include "graze/scene/first_contacts.h"

#include "graze/continuous/features_within.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/scene/swept_boxes.h"

#include <algorithm>

namespace graze {
namespace {

constexpr std::size_t kRound = 128;     // pairs that are searched before the earliest contact is passed on
constexpr std::size_t kGrain = 8;       // of them, by one thread
constexpr double kLeastTime = 0x1p-30;  // once bodies overlap at the start, others are asked about that only

/// A pair of bodies that may meet, not before the eighth `part` of the time.
struct Candidate {
    int part;
    BodyPair bodies;
    double clearance, tolerance;

    [[nodiscard]] auto key() const { return std::pair(part, bodies); }
    [[nodiscard]] double reach() const { return (exactly(clearance) + exactly(tolerance)).hi; }
};

struct Found {
    ContactVerdict verdict = ContactVerdict::Undecided;
    double until = 0.0;
    BodyMeeting meeting = BodyMeeting::Apart;
    FirstContactMemo memo;
    std::optional<ContactFeaturePair> at_start;
    FirstContactCounters counters;
};

class StepSearch {
  public:
    StepSearch(std::span<const MovingBody> bodies, const PairRules& rules,
               const FirstContactsOptions& options, FirstContactsWorkspace& workspace)
        : bodies_(bodies), rules_(rules), options_(options), searches_(workspace.searches) {
        if (searches_.size() < kRound / kGrain) searches_.resize(kRound / kGrain);
    }

    FirstContacts run() {
        find_candidates();
        if (!search_all()) return {};
        result_.searched = candidates_.size();
        if (!result_.overlaps.empty()) {
            result_.verdict = ContactVerdict::OverlapAtStart;
            result_.clear_until = 0.0;
            return in_order();
        }
        result_.clear_until = std::min(undecided_, earliest_);
        if (undecided_ < earliest_ || (undecided_ <= 1.0 && !has_contact_)) return in_order();
        result_.verdict = has_contact_ ? ContactVerdict::Contact : ContactVerdict::Clear;
        if (has_contact_ && !list_contacts()) return {};
        return in_order();
    }

  private:
    [[nodiscard]] double tolerance_of(const BodyPair& pair) const {
        return options_.tolerance.value_or(
            default_tolerance(std::max(bodies_[pair[0]].model.size, bodies_[pair[1]].model.size)));
    }

    /// The farthest that any pair may be apart and yet count.
    [[nodiscard]] double farthest_reach() const {
        Candidate widest{0, {}, rules_.largest_clearance(), options_.tolerance.value_or(0.0)};
        for (std::size_t i = 0; i < bodies_.size() && !options_.tolerance; ++i)
            widest.tolerance = std::max(widest.tolerance, default_tolerance(bodies_[i].model.size));
        return widest.reach();
    }

    void find_candidates() {
        std::vector<SweptBody> swept;
        for (const MovingBody& body : bodies_) swept.push_back({body.motion, body.model.bounds});
        const SweptBoxes boxes = swept_boxes(swept);
        for (const BodyPair& pair : pairs_within(boxes.whole, farthest_reach())) {
            const PairRule rule = rules_.of(pair[0], pair[1]);
            if (rule.allowed) continue;
            Candidate candidate{0, pair, rule.clearance, tolerance_of(pair)};
            const auto part = first_part_within(boxes, pair, candidate.reach());
            if (!part) continue;
            candidate.part = *part;
            candidates_.push_back(candidate);
        }
        std::sort(candidates_.begin(), candidates_.end(),
                  [](const Candidate& x, const Candidate& y) { return x.key() < y.key(); });
    }

    [[nodiscard]] const FirstContactMemo* last_of(const BodyPair& pair) const {
        const auto at = std::lower_bound(
            options_.last.begin(), options_.last.end(), pair,
            [](const PairMemo& memo, const BodyPair& wanted) { return memo.bodies < wanted; });
        return at != options_.last.end() && at->bodies == pair ? &at->memo : nullptr;
    }

    void search(const Candidate& pair, FirstContactWorkspace& workspace, int threads, Found& found) const {
        const FirstContact contact = first_contact(bodies_[pair.bodies[0]], bodies_[pair.bodies[1]],
                                                   {.clearance = pair.clearance,
                                                    .tolerance = pair.tolerance,
                                                    .until = std::max(earliest_, kLeastTime),
                                                    .threads = threads,
                                                    .last = last_of(pair.bodies)},
                                                   workspace);
        found = {contact.verdict, contact.clear_until, contact.meeting, contact.memo, {}, contact.counters};
        if (contact.verdict == ContactVerdict::OverlapAtStart && !contact.contacts.empty())
            found.at_start = contact.contacts.front();
    }

    /// Calls visit(i, workspace) for each pair of a round. False after Ctrl-C.
    template <class Visit>
    bool for_each_of(std::span<const Candidate> round, Visit&& visit) {
        const LoopEnd end = parallel_ranges(round.size(), {.threads = options_.threads, .grain = kGrain},
                                            [&](std::size_t first, std::size_t last) {
                                                for (std::size_t i = first; i < last; ++i)
                                                    visit(i, searches_[first / kGrain]);
                                            });
        return end == LoopEnd::Finished && !interrupt_requested();
    }

    /// All candidates, from one on, that make a round.
    [[nodiscard]] std::span<const Candidate> round_from(std::size_t begin) const {
        return std::span(candidates_).subspan(begin, std::min(kRound, candidates_.size() - begin));
    }

    bool search_all() {
        std::vector<Found> found(kRound);
        for (std::size_t begin = 0; begin < candidates_.size(); begin += kRound) {
            const auto round = round_from(begin);
            // Pairs for one thread only are searched one after the other, each by all threads.
            const int threads_each = round.size() <= kGrain ? options_.threads : 1;
            const auto visit = [&](std::size_t i, FirstContactWorkspace& workspace) {
                search(round[i], workspace, threads_each, found[i]);
            };
            if (!for_each_of(round, visit)) return false;
            for (std::size_t i = 0; i < round.size(); ++i) take(round[i], found[i]);
        }
        return true;
    }

    void take(const Candidate& pair, const Found& found) {
        result_.counters += found.counters;
        // A pair that was not asked about its own contact keeps what it knew.
        if (const FirstContactMemo* last = last_of(pair.bodies); found.memo.is_set || last != nullptr)
            result_.memos.push_back({pair.bodies, found.memo.is_set ? found.memo : *last});
        if (found.verdict == ContactVerdict::OverlapAtStart) {
            result_.overlaps.push_back({pair.bodies, found.meeting});
            if (found.at_start) result_.contacts.push_back({pair.bodies, *found.at_start});
            earliest_ = 0.0;
        } else if (found.verdict == ContactVerdict::Contact) {
            has_contact_ = true;
            earliest_ = std::min(earliest_, found.until);
        } else if (found.verdict == ContactVerdict::Undecided) {
            undecided_ = std::min(undecided_, found.until);
        }
    }

    /// At clear_until.
    bool list_contacts() {
        std::vector<std::vector<BodyContact>> near(kRound);
        for (std::size_t begin = 0; begin < candidates_.size(); begin += kRound) {
            const auto round = round_from(begin);
            const auto visit = [&](std::size_t i, FirstContactWorkspace& workspace) {
                const auto [a, b] = round[i].bodies;
                near[i].clear();
                for (const ContactFeaturePair& at : features_within(
                         bodies_[a], bodies_[b], result_.clear_until, round[i].reach(), workspace))
                    near[i].push_back({round[i].bodies, at});
            };
            if (!for_each_of(round, visit)) return false;
            for (const auto& of_pair : std::span(near).first(round.size()))
                result_.contacts.insert(result_.contacts.end(), of_pair.begin(), of_pair.end());
        }
        return true;
    }

    /// All that was found by candidates, by bodies; what a pair found keeps its order.
    FirstContacts in_order() {
        const auto by_bodies = [](const auto& x, const auto& y) { return x.bodies < y.bodies; };
        std::stable_sort(result_.contacts.begin(), result_.contacts.end(), by_bodies);
        std::stable_sort(result_.overlaps.begin(), result_.overlaps.end(), by_bodies);
        std::stable_sort(result_.memos.begin(), result_.memos.end(), by_bodies);
        return std::move(result_);
    }

    std::span<const MovingBody> bodies_;
    const PairRules& rules_;
    const FirstContactsOptions& options_;
    std::vector<FirstContactWorkspace>& searches_;
    std::vector<Candidate> candidates_;  // the earliest first
    double earliest_ = 1.0;              // nothing after it matters
    double undecided_ = kInfinity;
    bool has_contact_ = false;
    FirstContacts result_;
};

}  // namespace

FirstContacts first_contacts(std::span<const MovingBody> bodies, const PairRules& rules,
                             const FirstContactsOptions& options, FirstContactsWorkspace& workspace) {
    return StepSearch(bodies, rules, options, workspace).run();
}

}  // namespace graze
