#include "graze/continuous/search/body_search.h"

#include "graze/continuous/search/contact_guess.h"
#include "graze/continuous/search/feature_cells.h"
#include "graze/continuous/search/start_meeting.h"
#include "graze/core/parallel.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graze::internal {
namespace {

/// The walk reaches by this part of the tolerance farther than it has to: so it comes to all that the list of
/// contacts may name, roundings included, and the list is the same whatever the order of the walk.
constexpr double kListMargin = 0x1p-10;
constexpr std::size_t kMostGuesses = 2;  // that come to nothing: then the bodies probably pass each other
constexpr std::size_t kMostPutOff = 64;  // pairs of triangles: more do not meet soon
constexpr int kTestsOfLeaves = 2;        // that guess when two leaves meet

bool is_before(const DecidedFeatures& x, const DecidedFeatures& y) {
    const auto key = [](const DecidedFeatures& d) {
        return std::tuple(d.contact.clear_until, order_of(d.id));
    };
    return key(x) < key(y);
}

/// Null if it moves, or is carried.
const Pose* pose_at_rest(const SmoothMotion& motion) {
    const auto* rigid = std::get_if<const RigidMotion*>(&motion);
    const auto* rest = rigid != nullptr ? std::get_if<AtRest>(*rigid) : nullptr;
    return rest != nullptr ? &rest->pose : nullptr;
}

/// `motions`: the motions, over [0, 1]. `is_start`: that is where the bodies' own time begins.
class BodySearch {
  public:
    BodySearch(const MovingModel& a, const MovingModel& b, const SmoothMotions& motions, bool is_start,
               const FirstContactOptions& options, FirstContactMemory& memory)
        : a_(a),
          b_(b),
          motions_(motions),
          is_start_(is_start),
          options_(options),
          memory_(memory),
          motion_(relative_motion(motions, a.model.tree, b.model.tree, memory.chains)),
          tolerance_(options.tolerance ? *options.tolerance
                                       : default_tolerance(std::max(a.model.size, b.model.size))),
          enough_((exactly(options.clearance) + exactly(tolerance_)).hi),
          end_(last_tick(options.until)),
          guess_(end_),
          threads_(is_unlimited(options) ? thread_count(options.threads) : 1),
          task_{a.model, b.model, motion_, enough_ + kListMargin * tolerance_, options},
          walk_(task_, memory.walk, result_.counters) {
        memory_.contacts.clear();
        if (!memory_.unfinished) memory_.visited.clear();
        memory_.put_off.clear();
    }

    FirstContact run() {
        const auto before = std::exchange(memory_.unfinished, std::nullopt);
        if (before) {
            first_ = before->first;
            result_.counters = before->counters;
        } else if (is_start_ && options_.from == 0.0 && overlaps_at_start()) {
            result_.verdict = ContactVerdict::OverlapAtStart;
            return finished();
        } else if (is_clear_at_rest()) {
            result_.verdict = ContactVerdict::Clear;
            result_.clear_until = options_.until;
            return finished();
        }
        const Tick begin = tick_below(options_.from);
        if (!before) look_at_memo(begin);
        puts_off_ = tuning_of(options_).guesses > 0 && is_unlimited(options_);
        Tick reached =
            walk_through({begin, last()}, before ? WalkBegin::WhereItStopped : WalkBegin::AtTheTop);
        look_at_put_off();
        const Tick guessed = std::exchange(guess_, end_);
        if (reached == guessed && guessed < last()) {  // nothing before it
            ++result_.counters.wrong_guesses;
            reached = walk_through({guessed, last()}, WalkBegin::AtTheTop);
        }
        keep_unfinished(reached);
        if (first_ && first_->contact.clear_until > options_.until) first_.reset();  // not asked about
        const double until = first_ ? first_->contact.clear_until : options_.until;
        if (reached < last()) {  // the budget ran out
            result_.clear_until = std::min(until, std::max(options_.from, time_of(reached)));
            return finished();
        }
        result_.clear_until = until;
        if (!first_) {
            result_.verdict = ContactVerdict::Clear;
        } else if (first_->contact.verdict == ContactVerdict::Contact) {
            result_.verdict = ContactVerdict::Contact;
            result_.distance_hi = first_->contact.distance_hi;
            const auto& [triangles, slots] = first_->id;
            result_.memo = {true, {triangles.a, triangles.b}, {slots.a, slots.b}};
            list_contacts();
        }
        return finished();
    }

    /// One of several threads on one query: looks at what others leave to it. False: the deadline passed.
    [[nodiscard]] bool help(WalkShare& share, bool has_contact) {
        guess_ = end_ = share.last();
        share_ = &share;
        return walk_.help(share, has_contact, [this](const WalkEntry& pair) { look_at(pair); });
    }

  private:
    FirstContact finished() {
        result_.contacts = memory_.contacts;
        return result_;
    }

    [[nodiscard]] TriangleMotion motion_a() const { return {motions_.a, what_carries_a(motion_)}; }
    [[nodiscard]] TriangleMotion motion_b() const { return {motions_.b, what_carries_b(motion_)}; }

    [[nodiscard]] Tick walk_through(const TickWindow& window, WalkBegin begin);
    void keep_unfinished(Tick reached);
    [[nodiscard]] Tick share_out();
    void put_off(const WalkEntry& pair);
    void guess(double from, double until, int tests);
    void look_at_put_off();
    void take_over(const DecidedFeatures& found);
    bool overlaps_at_start();
    [[nodiscard]] bool is_known_apart() const;
    bool is_clear_at_rest();
    void look_at(const WalkEntry& pair);
    void look_at_memo(Tick begin);
    enum class Undecided { Counts, IsDropped };
    void decide(const OwnedFeatures& pair, const TickWindow& window, Undecided undecided = Undecided::Counts);
    [[nodiscard]] FeatureCells cells() {
        return {motion_a(), motion_b(), motion_.is_usable, options_, tolerance_, result_.counters};
    }
    /// Nothing after this tick matters.
    [[nodiscard]] Tick last() const {
        const Tick end = share_ != nullptr ? share_->last() : guess_;
        return first_ ? std::min(end, last_tick(first_->contact.clear_until)) : end;
    }
    void list_contacts();

    const MovingModel& a_;
    const MovingModel& b_;
    const SmoothMotions& motions_;
    bool is_start_;
    const FirstContactOptions& options_;
    FirstContactMemory& memory_;
    RelativeMotion motion_;
    double tolerance_;
    double enough_;  // d + e, rounded up
    Tick end_;       // of what is asked about, rounded up
    Tick guess_;     // what comes after it is left for later
    int threads_;
    bool puts_off_ = false;       // triangles
    WalkShare* share_ = nullptr;  // on several threads
    WalkTask task_;
    FirstContact result_;
    SpaceTimeWalk walk_;
    std::optional<DecidedFeatures> first_;
};

/// By the caller's word farther apart than the clearance where the search begins.
bool BodySearch::is_known_apart() const {
    return options_.start && options_.start->distance >= options_.clearance;
}

bool BodySearch::overlaps_at_start() {
    if (is_known_apart()) return false;
    const Pose *pose_a = pose_at_start(a_), *pose_b = pose_at_start(b_);
    if (pose_a == nullptr || pose_b == nullptr || walk_.prove_apart_at_start()) return false;
    const PosedModel at_a{a_.model, *pose_a}, at_b{b_.model, *pose_b};
    const StartMeeting start = options_.start
                                   ? near_at_start(at_a, at_b, options_.clearance, memory_.discrete)
                                   : meet_at_start(at_a, at_b, options_.clearance, memory_.discrete);
    result_.meeting = start.how;
    if (start.witness) {
        memory_.contacts.push_back(*start.witness);
        result_.distance_hi = start.witness->distance_hi;
    }
    return start.witness || start.how != BodyMeeting::Apart;
}

/// Nothing moves, and no walk is needed: the discrete test decides. Pre: overlaps_at_start said no, where it
/// was asked.
bool BodySearch::is_clear_at_rest() {
    const Pose *pose_a = pose_at_rest(motions_.a), *pose_b = pose_at_rest(motions_.b);
    if (pose_a == nullptr || pose_b == nullptr) return false;
    const bool is_tested = is_start_ && options_.from == 0.0 && pose_at_start(a_) && pose_at_start(b_);
    if (is_tested || (is_start_ && is_known_apart())) return true;
    return !is_within(wide(a_.model), *pose_a, wide(b_.model), *pose_b, options_.clearance, memory_.discrete);
}

void BodySearch::decide(const OwnedFeatures& pair, const TickWindow& window, Undecided undecided) {
    for (Tick cell = window.begin / kCell; cell * kCell < window.end && cell * kCell < last(); ++cell) {
        ++result_.counters.elementary;
        const FeatureContact contact =
            contact_in_cell(cells(), pair, cell, first_ ? first_->contact.clear_until : kInfinity);
        if (contact.verdict == ContactVerdict::Clear) continue;
        if (contact.verdict == ContactVerdict::Undecided && undecided == Undecided::IsDropped) return;
        return take_over({pair.ids, contact});
    }
}

/// If it is the earliest.
void BodySearch::take_over(const DecidedFeatures& found) {
    if (first_ && !is_before(found, *first_)) return;
    first_ = found;
    walk_.cut_at(last());
}

/// Once triangles may meet, time is cut where the bodies probably meet, and they are looked at when all nodes
/// up to there are opened, the earliest first: most turn out to come too late. One whose leaves meet before
/// all others brings the end forward.
void BodySearch::put_off(const WalkEntry& pair) {
    auto& waiting = memory_.put_off;
    waiting.push_back(pair);
    if (waiting.size() == kMostPutOff) return look_at_put_off();
    const double until = time_of(pair.window.end);
    if (!first_ && guess_ == end_ && waiting.size() <= kMostGuesses) {
        ++result_.counters.guesses;
        walk_.list_waiting(memory_.left);
        guess(time_of(walk_.earliest_left()), until, tuning_of(options_).guesses);
    } else if (pair.window.end < last()) {
        memory_.left.assign(1, walk_.opened());
        guess(time_of(pair.window.begin), until, kTestsOfLeaves);
    }
}

/// When what `memory_.left` names probably meets.
void BodySearch::guess(double from, double until, int tests) {
    const double guessed =
        guess_contact_time({motion_, a_.model.tree, b_.model.tree, enough_, memory_.left, from, until, tests},
                           memory_.discrete.stack);
    memory_.left.clear();
    if (guessed == kInfinity) return;
    guess_ = std::min(guess_, last_tick(guessed));
    walk_.cut_at(last());
}

void BodySearch::look_at_put_off() {
    puts_off_ = false;
    auto& waiting = memory_.put_off;
    std::sort(waiting.begin(), waiting.end(), is_earlier);
    for (const WalkEntry& pair : waiting) {
        if (pair.window.begin >= last()) break;
        look_at(pair);
    }
    waiting.clear();
}

/// Looks at all that may matter in the window; returns where that ended.
Tick BodySearch::walk_through(const TickWindow& window, WalkBegin begin) {
    memory_.left.clear();
    auto* left = threads_ > 1 ? &memory_.left : nullptr;
    const auto look = [this](const WalkEntry& pair) { look_at(pair); };
    const Tick reached = begin == WalkBegin::AtTheTop
                             ? walk_.run(window, look, left)
                             : walk_.go_on({window.end, first_.has_value()}, look, left);
    return memory_.left.empty() ? reached : share_out();
}

/// For a later query that goes on. Not where features were left undecided: these cut the walk, too; and not
/// where what comes after a guess was put off.
void BodySearch::keep_unfinished(Tick reached) {
    const bool is_decided = !first_ || first_->contact.verdict == ContactVerdict::Contact;
    if (reached < last() && is_decided && !is_unlimited(options_))
        memory_.unfinished = UnfinishedSearch{first_, result_.counters};
}

/// What is left of a long query, on several threads.
Tick BodySearch::share_out() {
    look_at_put_off();
    const auto count = static_cast<std::size_t>(threads_);
    auto& helpers = memory_.helpers;
    while (helpers.size() < count) helpers.push_back(std::make_unique<FirstContactMemory>());
    WalkShare share(memory_.left, last(), threads_);
    struct Share {
        std::optional<DecidedFeatures> first;
        FirstContactCounters counters;
        bool is_finished = false;
    };
    const auto shares = parallel_map(count, {.threads = threads_}, [&](std::size_t i) {
        BodySearch search(a_, b_, motions_, is_start_, options_, *helpers[i]);
        const bool is_finished = search.help(share, first_.has_value());
        return Share{search.first_, search.result_.counters, is_finished};
    });
    if (!shares) return 0;  // after Ctrl-C
    bool are_finished = true;
    for (const Share& one : *shares) {
        result_.counters += one.counters;
        are_finished &= one.is_finished;
        if (one.first) take_over(*one.first);
    }
    if (!are_finished) return 0;             // after the deadline
    for (std::size_t i = 0; i < count; ++i)  // there may be more, of an earlier query
        memory_.visited.insert(memory_.visited.end(), helpers[i]->visited.begin(), helpers[i]->visited.end());
    return last();
}

void BodySearch::look_at(const WalkEntry& pair) {
    if (puts_off_) return put_off(pair);
    const SlotPairs slots = slot_pairs(a_.model.owned_features[pair.a], b_.model.owned_features[pair.b]);
    if (slots.count == 0) return;
    const MovingTriangle a = moving_triangle(a_.model, motion_a(), pair.a),
                         b = moving_triangle(b_.model, motion_b(), pair.b);
    const bool is_usable = motion_.is_usable;
    const TrianglesMidway midway = is_usable ? triangles_midway(a, b, time_of(pair.window.begin),
                                                                time_of(std::min(pair.window.end, last())))
                                             : TrianglesMidway{};
    for (const SlotPair& slot : std::span(slots.of).first(static_cast<std::size_t>(slots.count))) {
        TickWindow window{pair.window.begin, std::min(pair.window.end, last())};
        if (window.begin >= window.end) return;
        ++result_.counters.feature_pairs;
        if (is_usable && prove_apart(midway, slot, task_.contact_distance)) continue;
        const OwnedFeatures features = owned_features(a, b, {{pair.a, pair.b}, slot}, is_usable);
        if (is_usable) {
            // What the first look does not prove apart probably meets.
            FeatureContactOptions one_look = feature_options(cells(), task_.contact_distance);
            one_look.most_windows = 1;
            const double until = apart_until(cells(), features, window, one_look);
            if (until >= time_of(window.end)) continue;
            window.begin = tick_below(until);
        }
        memory_.visited.push_back({features.ids, time_of(window.begin), time_of(window.end)});
        decide(features, window);
    }
}

/// The contact of the features that met last time is an upper bound of the answer: it cuts the walk short
/// from the beginning, and is one of the values whose least is the answer (search.md, S1). Where it cannot be
/// decided, nothing is said: the walk comes to it if it matters.
void BodySearch::look_at_memo(Tick begin) {
    if (options_.last == nullptr || !options_.last->is_set || !motion_.is_usable) return;
    const auto [triangle_a, triangle_b] = options_.last->triangles;
    const SlotPair slot{options_.last->features[0], options_.last->features[1]};
    if (triangle_a >= a_.model.mesh->triangles.size() || triangle_b >= b_.model.mesh->triangles.size())
        return;
    const MovingTriangle a = moving_triangle(a_.model, motion_a(), triangle_a),
                         b = moving_triangle(b_.model, motion_b(), triangle_b);
    const SlotPairs slots = slot_pairs(a.owned, b.owned);
    const auto is_meant = [&](const SlotPair& pair) { return pair.a == slot.a && pair.b == slot.b; };
    if (std::none_of(slots.of.begin(), slots.of.begin() + slots.count, is_meant)) return;
    const OwnedFeatures features = owned_features(a, b, {{triangle_a, triangle_b}, slot}, true);
    TickWindow window{begin, end_};
    ++result_.counters.feature_pairs;
    const double until =
        apart_until(cells(), features, window, feature_options(cells(), task_.contact_distance));
    if (until >= time_of(window.end)) return;
    window.begin = tick_below(until);
    decide(features, window, Undecided::IsDropped);
}

void BodySearch::list_contacts() {
    const double t = result_.clear_until;
    const ContactListTask task{a_.model, b_.model, motion_, motion_a(), motion_b(), t, enough_, threads_};
    memory_.near.clear();
    if (list_slack(task) <= 0.5 * kListMargin * tolerance_) {
        for (const NearFeatureTime& pair : memory_.visited)
            if (pair.from <= t && t <= pair.until) memory_.near.push_back(pair.ids);
    } else {
        find_near_features(task, memory_.discrete.stack, memory_.near);
    }
    list_near_features(task, memory_.near, memory_.contacts);
    bring_into_world(motions_, t, memory_.contacts);
}

}  // namespace

const Pose* pose_at_start(const MovingModel& body) {
    if (body.pose_t0 != nullptr) return body.pose_t0;
    return is_at_rest(body.motion) ? &std::get<AtRest>(*body.motion.rigid()).pose : nullptr;
}

FirstContact search_bodies(const MovingModel& a, const MovingModel& b, const SmoothMotions& motions,
                           bool is_start, const FirstContactOptions& options, FirstContactMemory& memory) {
    return BodySearch(a, b, motions, is_start, options, memory).run();
}

}  // namespace graze::internal
