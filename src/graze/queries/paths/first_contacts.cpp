#include "graze/queries/paths/first_contacts.h"

#include "graze/continuous/search/features_within.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/queries/broad/swept_boxes.h"

#include <algorithm>

namespace graze {
namespace {

// Pairs that are searched before the earliest contact is passed on; the next round is twice as long.
constexpr std::size_t kFirstRound = 128;
constexpr std::size_t kBlocks = 16;     // of a round, each for one thread
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
    StepSearch(std::span<const MovingModel> bodies, const PairRules& rules,
               const FirstContactsOptions& options, FirstContactsWorkspace& workspace)
        : bodies_(bodies), rules_(rules), options_(options), searches_(workspace.searches) {
        if (searches_.size() < kBlocks) searches_.resize(kBlocks);
    }

    FirstContacts run() {
        find_candidates();
        if (!search_all() || interrupt_requested()) return {};
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
        for (const MovingModel& body : bodies_) swept.push_back({body.motion, body.model.bounds});
        const SweptBoxes boxes = swept_boxes(swept, options_.threads);
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

    /// Calls visit(i, workspace) for each i below count. False after Ctrl-C.
    template <class Visit>
    bool for_each_of(std::size_t count, Visit&& visit) {
        const std::size_t grain = (count + kBlocks - 1) / kBlocks;
        const LoopEnd end = parallel_ranges(count, {.threads = options_.threads, .grain = grain},
                                            [&](std::size_t first, std::size_t last) {
                                                for (std::size_t i = first; i < last; ++i)
                                                    visit(i, searches_[first / grain]);
                                            });
        return end == LoopEnd::Finished && !interrupt_requested();
    }

    bool search_all() {
        std::vector<Found> found;
        std::size_t length = kFirstRound;
        for (std::size_t begin = 0; begin < candidates_.size(); begin += found.size(), length *= 2) {
            found.resize(std::min(length, candidates_.size() - begin));
            const std::span round = std::span(candidates_).subspan(begin, found.size());
            // Few pairs are searched one after the other, each by all threads.
            const bool are_few = found.size() < kBlocks;
            const auto visit = [&](std::size_t i, FirstContactWorkspace& workspace) {
                search(round[i], workspace, are_few ? options_.threads : 1, found[i]);
            };
            if (are_few)
                for (std::size_t i = 0; i < found.size(); ++i) visit(i, searches_[0]);
            else if (!for_each_of(found.size(), visit))
                return false;
            if (interrupt_requested()) return false;
            for (std::size_t i = 0; i < found.size(); ++i) take(round[i], found[i]);
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
        const double t = result_.clear_until;
        std::vector<Box> boxes(bodies_.size());
        const auto place = [&](std::size_t i, FirstContactWorkspace& /*workspace*/) {
            boxes[i] = swept_box(bodies_[i].motion, bodies_[i].model.bounds, exactly(t));
        };
        if (!for_each_of(boxes.size(), place)) return false;
        std::erase_if(candidates_, [&](const Candidate& pair) {
            return !may_be_within(boxes[pair.bodies[0]], boxes[pair.bodies[1]], pair.reach());
        });
        std::vector<std::vector<BodyContact>> near(candidates_.size());
        const auto list = [&](std::size_t i, FirstContactWorkspace& workspace) {
            const Candidate& pair = candidates_[i];
            const MovingModel &a = bodies_[pair.bodies[0]], &b = bodies_[pair.bodies[1]];
            for (const ContactFeaturePair& at : features_within(a, b, t, pair.reach(), workspace))
                near[i].push_back({pair.bodies, at});
        };
        if (!for_each_of(near.size(), list)) return false;
        for (const auto& of_pair : near)
            result_.contacts.insert(result_.contacts.end(), of_pair.begin(), of_pair.end());
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

    std::span<const MovingModel> bodies_;
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

FirstContacts first_contacts(std::span<const MovingModel> bodies, const PairRules& rules,
                             const FirstContactsOptions& options, FirstContactsWorkspace& workspace) {
    return StepSearch(bodies, rules, options, workspace).run();
}

}  // namespace graze
