#include "graze/continuous/first_contact.h"

#include "graze/continuous/contact_guess.h"
#include "graze/continuous/interval_contact.h"
#include "graze/continuous/motion_parts.h"
#include "graze/continuous/space_time_walk.h"
#include "graze/continuous/triangle_features.h"
#include "graze/core/assert.h"
#include "graze/core/parallel.h"
#include "graze/discrete/wide_distance.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>

namespace graze {

struct FirstContactMemory {
    WalkMemory walk;
    WideWorkspace discrete;
    std::vector<ContactFeaturePair> contacts;
    ChainMemory chains;
    std::vector<WalkEntry> left;                               // for several threads
    std::vector<std::unique_ptr<FirstContactMemory>> helpers;  // one for each of them
};

FirstContactWorkspace::FirstContactWorkspace() : memory_(std::make_unique<FirstContactMemory>()) {}
FirstContactWorkspace::~FirstContactWorkspace() = default;
FirstContactWorkspace::FirstContactWorkspace(FirstContactWorkspace&&) noexcept = default;
FirstContactWorkspace& FirstContactWorkspace::operator=(FirstContactWorkspace&&) noexcept = default;

namespace {

constexpr double kDefaultTolerance = 1e-6;  // of the larger size

/// Time is divided into 64 cells, always the same, and features are searched cell by cell: so a search need
/// not begin at 0, and still what it finds in a cell depends on nothing but the features.
constexpr Tick kCell = kEndOfTime / 64;

/// Two features by their ids, in the order that breaks ties.
struct PairId {
    std::uint32_t triangle_a, triangle_b;
    FeatureSlot a, b;

    [[nodiscard]] auto key() const { return std::tuple(triangle_a, triangle_b, a, b); }
};

/// What first_feature_contact says of one pair of features.
struct Decided {
    PairId id;
    FeatureContact contact;
};

/// A pair of features, rounded if the motions are usable, and the triangles that they belong to.
struct OwnedFeatures {
    const MovingTriangle& triangle_a;
    const MovingTriangle& triangle_b;
    SlotPair slots;
    RoundedFeature a, b;
};

/// Under a budget every walk is to do the same work, whatever the threads and the instruction set.
bool is_unlimited(const FirstContactOptions& options) { return options.most_work == ~std::uint64_t{0}; }

bool is_before(const Decided& x, const Decided& y) {
    if (x.contact.clear_until != y.contact.clear_until) return x.contact.clear_until < y.contact.clear_until;
    return x.id.key() < y.id.key();
}

/// `parts`: the motions, over [0, 1]. `is_start`: that is where the bodies' own time begins.
class BodySearch {
  public:
    BodySearch(const MovingBody& a, const MovingBody& b, const MotionParts& parts, bool is_start,
               const FirstContactOptions& options, FirstContactMemory& memory)
        : a_(a),
          b_(b),
          parts_(parts),
          is_start_(is_start),
          options_(options),
          memory_(memory),
          motion_(paired_motion(parts, a.model.tree.nodes[0], b.model.tree.nodes[0], memory.chains)),
          tolerance_(options.tolerance ? *options.tolerance
                                       : default_tolerance(std::max(a.model.size, b.model.size))),
          enough_((exactly(options.clearance) + exactly(tolerance_)).hi),
          end_(last_tick(options.until)),
          guess_(end_),
          may_guess_(options.guesses > 0 && is_unlimited(options)),
          task_{a.model, b.model, motion_, enough_, options},
          walk_(task_, memory.walk, result_.counters) {
        memory_.contacts.clear();
    }

    FirstContact run() {
        if (is_start_ && options_.from == 0.0 && overlaps_at_start()) {
            result_.verdict = ContactVerdict::OverlapAtStart;
            return finished();
        }
        const Tick begin = static_cast<Tick>(options_.from * 0x1p30);
        const bool may_guess = std::exchange(may_guess_, false);
        look_at_memo(begin);
        may_guess_ = may_guess && !first_;  // what is remembered needs no guess
        Tick reached = walk_through({begin, last()});
        const Tick guessed = std::exchange(guess_, end_);
        if (reached == guessed && guessed < last()) {  // nothing before it
            ++result_.counters.wrong_guesses;
            reached = walk_through({guessed, last()});
        }
        if (first_ && first_->contact.clear_until > options_.until) first_.reset();  // not asked about
        const double until = first_ ? first_->contact.clear_until : options_.until;
        if (reached < last()) {  // the budget ran out
            result_.clear_until = std::min(until, std::max(options_.from, time_of(reached)));
            return finished();
        }
        result_.clear_until = until;
        if (!first_) {
            result_.verdict = ContactVerdict::Clear;
        } else if (first_->contact.verdict == FeatureVerdict::Contact) {
            result_.verdict = ContactVerdict::Contact;
            result_.distance_hi = first_->contact.distance_hi;
            const PairId& id = first_->id;
            result_.memo = {true, {id.triangle_a, id.triangle_b}, {id.a, id.b}};
            list_contacts();
        }
        return finished();
    }

    /// One of several threads on one query: looks at what others leave to it.
    void help(WalkShare& share, bool has_contact) {
        guess_ = end_ = share.last();
        share_ = &share;
        may_guess_ = false;
        walk_.help(share, has_contact, [this](const WalkEntry& pair) { look_at(pair); });
    }

  private:
    FirstContact finished() {
        result_.contacts = memory_.contacts;
        return result_;
    }

    [[nodiscard]] TriangleMotion motion_a() const {
        return {parts_.a, motion_.a, motion_.chains != nullptr ? &memory_.chains.known_a : nullptr};
    }
    [[nodiscard]] TriangleMotion motion_b() const {
        return {parts_.b, motion_.b, motion_.chains != nullptr ? &memory_.chains.known_b : nullptr};
    }

    [[nodiscard]] Tick walk_through(const TickWindow& window);
    [[nodiscard]] Tick share_out(int threads);
    void guess();
    void take_over(const Decided& found);
    bool overlaps_at_start();
    void add_start_witness(const Pose& pose_a, const Pose& pose_b, const IdPair& triangles);
    void look_at(const WalkEntry& pair);
    void look_at_memo(Tick begin);
    [[nodiscard]] FeatureContactOptions feature_options(double clearance) const;
    [[nodiscard]] double apart_until(const RoundedFeature& a, const RoundedFeature& b,
                                     const TickWindow& window);
    [[nodiscard]] FeatureContact contact_in_cell(const OwnedFeatures& pair, Tick cell);
    enum class Undecided { Counts, IsDropped };
    void decide(const PairId& id, const OwnedFeatures& pair, const TickWindow& window,
                Undecided undecided = Undecided::Counts);
    /// Nothing after this tick matters.
    [[nodiscard]] Tick last() const {
        const Tick end = share_ != nullptr ? share_->last() : guess_;
        return first_ ? std::min(end, last_tick(first_->contact.clear_until)) : end;
    }
    void list_contacts();
    void list_contacts_of(std::uint32_t triangle_a, std::uint32_t triangle_b);

    const MovingBody& a_;
    const MovingBody& b_;
    const MotionParts& parts_;
    bool is_start_;
    const FirstContactOptions& options_;
    FirstContactMemory& memory_;
    PairedMotion motion_;
    double tolerance_;
    double enough_;  // d + e, rounded up
    Tick end_;       // of what is asked about, rounded up
    Tick guess_;     // what comes after it is left for later
    bool may_guess_;
    WalkShare* share_ = nullptr;  // on several threads
    WalkTask task_;
    FirstContact result_;
    SpaceTimeWalk walk_;
    std::optional<Decided> first_;
};

bool BodySearch::overlaps_at_start() {
    const Pose *pose_a = pose_at_start(a_), *pose_b = pose_at_start(b_);
    if (pose_a == nullptr || pose_b == nullptr || walk_.prove_apart_at_start()) return false;
    const WideBody wide_a = wide(a_.model), wide_b = wide(b_.model);
    const PosedModel posed_a{a_.model, *pose_a}, posed_b{b_.model, *pose_b};
    WideWorkspace& w = memory_.discrete;
    const auto meeting = find_intersections(wide_a, *pose_a, wide_b, *pose_b, {}, w);
    if (!meeting.triangles.empty()) {
        const IdPair witness = meeting.triangles.front();
        const auto all =
            find_intersections(wide_a, *pose_a, wide_b, *pose_b, {.find = Find::TrianglePairs}, w);
        result_.meeting = meeting_of(posed_a, posed_b, all.triangles);
        add_start_witness(*pose_a, *pose_b, witness);
        return true;
    }
    if (options_.clearance > 0.0 && is_within(wide_a, *pose_a, wide_b, *pose_b, options_.clearance, w)) {
        add_start_witness(*pose_a, *pose_b, distance(wide_a, *pose_a, wide_b, *pose_b, w).triangles);
        return true;
    }
    result_.meeting = meeting_of(posed_a, posed_b, {});
    return result_.meeting != BodyMeeting::Apart;
}

void BodySearch::add_start_witness(const Pose& pose_a, const Pose& pose_b, const IdPair& triangles) {
    const BodyDistance near = distance(wide(a_.model), pose_a, wide(b_.model), pose_b, memory_.discrete);
    const Vec3 apart = near.on_a - near.on_b;
    const double length = std::sqrt(apart.dot(apart));
    memory_.contacts.push_back(
        {{triangles.a, triangles.b},
         {a_.model.mesh->surface_of_triangle[triangles.a], b_.model.mesh->surface_of_triangle[triangles.b]},
         {kFaceSlot, kFaceSlot},
         {near.on_a, near.on_b},
         length > 0.0 ? Vec3(apart / length) : Vec3(Vec3::Zero()),
         near.hi});
    result_.distance_hi = near.hi;
}

/// No pair of features takes more steps than the budget has left: where it ends, the pair is undecided.
FeatureContactOptions BodySearch::feature_options(double clearance) const {
    FeatureContactOptions options{.clearance = clearance, .tolerance = tolerance_};
    const std::uint64_t done = work_done(result_.counters);
    const std::uint64_t left = options_.most_work > done ? options_.most_work - done : 1;
    if (left < static_cast<std::uint64_t>(options.most_windows))
        options.most_windows = static_cast<int>(left);
    return options;
}

/// The part of the window up to where features are proved farther apart than d + e; all of it: never near.
double BodySearch::apart_until(const RoundedFeature& a, const RoundedFeature& b, const TickWindow& window) {
    const auto quick = quick_feature_contact(a, b, feature_options(enough_),
                                             {.from = time_of(window.begin), .until = time_of(window.end)});
    result_.counters.feature_steps += static_cast<std::uint64_t>(quick.result.windows);
    return quick.result.clear_until;
}

/// First contact of two features during one cell of time: the function whose least value is the answer. Cut
/// short once it cannot be the least.
FeatureContact BodySearch::contact_in_cell(const OwnedFeatures& pair, Tick cell) {
    const FeatureContactOptions options = feature_options(options_.clearance);
    const QuickSpan span{.from = std::max(time_of(cell * kCell), options_.from),
                         .until = time_of((cell + 1) * kCell),
                         .stop = first_ ? first_->contact.clear_until : kInfinity};
    QuickContact quick{};
    quick.result.clear_until = span.from;
    if (motion_.is_usable) quick = quick_feature_contact(pair.a, pair.b, options, span);
    if (quick.is_decided) {
        result_.counters.feature_steps += static_cast<std::uint64_t>(quick.result.windows);
        return quick.result;
    }
    FeatureContact slow = feature_contact_by_intervals(
        feature_of(pair.triangle_a, motion_a(), pair.slots.a),
        feature_of(pair.triangle_b, motion_b(), pair.slots.b), options,
        {quick.result.clear_until, quick.result.windows, std::min(span.until, span.stop)});
    result_.counters.feature_steps += static_cast<std::uint64_t>(slow.windows);
    if (slow.clear_until > span.until)
        slow.verdict = FeatureVerdict::Clear;  // that is for a later cell to say
    return slow;
}

void BodySearch::decide(const PairId& id, const OwnedFeatures& pair, const TickWindow& window,
                        Undecided undecided) {
    for (Tick cell = window.begin / kCell; cell * kCell < window.end && cell * kCell < last(); ++cell) {
        ++result_.counters.elementary;
        const FeatureContact contact = contact_in_cell(pair, cell);
        if (contact.verdict == FeatureVerdict::Clear) continue;
        if (contact.verdict == FeatureVerdict::Undecided && undecided == Undecided::IsDropped) return;
        const Decided found{id, contact};
        take_over(found);
        return;
    }
}

/// If it is the earliest.
void BodySearch::take_over(const Decided& found) {
    if (first_ && !is_before(found, *first_)) return;
    first_ = found;
    if (may_guess_) guess();
    walk_.cut_at(last());
}

/// Once a contact is known, there is probably an earlier one.
void BodySearch::guess() {
    may_guess_ = false;
    const double guessed =
        guess_contact_time({motion_, a_.model.tree, b_.model.tree, enough_, time_of(walk_.earliest_left()),
                            first_->contact.clear_until, options_.guesses},
                           memory_.discrete.stack);
    if (guessed < first_->contact.clear_until) guess_ = std::min(end_, last_tick(guessed));
}

/// Looks at all that may matter in the window; returns where that ended.
Tick BodySearch::walk_through(const TickWindow& window) {
    const int threads = is_unlimited(options_) ? thread_count(options_.threads) : 1;
    memory_.left.clear();
    const Tick reached = walk_.run(
        window, [this](const WalkEntry& pair) { look_at(pair); }, threads > 1 ? &memory_.left : nullptr);
    return memory_.left.empty() ? reached : share_out(threads);
}

/// What is left of a long query, on several threads.
Tick BodySearch::share_out(int threads) {
    const auto count = static_cast<std::size_t>(threads);
    auto& helpers = memory_.helpers;
    while (helpers.size() < count) helpers.push_back(std::make_unique<FirstContactMemory>());
    WalkShare share(memory_.left, last());
    struct Part {
        std::optional<Decided> first;
        FirstContactCounters counters;
    };
    const auto parts = parallel_map(count, {.threads = threads}, [&](std::size_t i) {
        BodySearch search(a_, b_, parts_, is_start_, options_, *helpers[i]);
        search.help(share, first_.has_value());
        return Part{search.first_, search.result_.counters};
    });
    if (!parts) return 0;  // after Ctrl-C
    may_guess_ = false;
    for (const Part& part : *parts) {
        result_.counters += part.counters;
        if (part.first) take_over(*part.first);
    }
    return last();
}

void BodySearch::look_at(const WalkEntry& pair) {
    const MovingTriangle a = moving_triangle(a_.model, motion_a(), pair.a),
                         b = moving_triangle(b_.model, motion_b(), pair.b);
    const SlotPairs slots = slot_pairs(a.owned, b.owned);
    for (int i = 0; i < slots.count; ++i) {
        const SlotPair& slot = slots.of[i];
        TickWindow window{pair.window.begin, std::min(pair.window.end, last())};
        if (window.begin >= window.end) return;
        ++result_.counters.feature_pairs;
        OwnedFeatures features{a, b, slot, {}, {}};
        if (motion_.is_usable) {
            features.a = rounded_feature_of(a, motion_a(), slot.a);
            features.b = rounded_feature_of(b, motion_b(), slot.b);
            const double until = apart_until(features.a, features.b, window);
            if (until >= time_of(window.end)) continue;
            window.begin = static_cast<Tick>(until * 0x1p30);
        }
        decide({pair.a, pair.b, slot.a, slot.b}, features, window);
    }
}

/// The contact of the features that met last time is an upper bound of the answer: it cuts the walk short
/// from the beginning, and is one of the values whose least is the answer (docs eq. 87). Where it cannot be
/// decided, nothing is said: the walk comes to it if it matters.
void BodySearch::look_at_memo(Tick begin) {
    if (options_.last == nullptr || !options_.last->is_set || !motion_.is_usable) return;
    const auto [triangle_a, triangle_b] = options_.last->triangles;
    const FeatureSlot slot_a = options_.last->features[0], slot_b = options_.last->features[1];
    if (triangle_a >= a_.model.mesh->triangles.size() || triangle_b >= b_.model.mesh->triangles.size())
        return;
    const MovingTriangle a = moving_triangle(a_.model, motion_a(), triangle_a),
                         b = moving_triangle(b_.model, motion_b(), triangle_b);
    const SlotPairs slots = slot_pairs(a.owned, b.owned);
    const auto is_meant = [&](const SlotPair& pair) { return pair.a == slot_a && pair.b == slot_b; };
    const auto end = slots.of.begin() + slots.count;
    if (std::none_of(slots.of.begin(), end, is_meant)) return;
    const SlotPair slot{slot_a, slot_b};
    const OwnedFeatures features{a, b, slot, rounded_feature_of(a, motion_a(), slot_a),
                                 rounded_feature_of(b, motion_b(), slot_b)};
    TickWindow window{begin, end_};
    ++result_.counters.feature_pairs;
    const double until = apart_until(features.a, features.b, window);
    if (until >= time_of(window.end)) return;
    window.begin = static_cast<Tick>(until * 0x1p30);
    decide({triangle_a, triangle_b, slot_a, slot_b}, features, window, Undecided::IsDropped);
}

void BodySearch::list_contacts_of(std::uint32_t triangle_a, std::uint32_t triangle_b) {
    const double t = result_.clear_until;
    const MovingTriangle a = moving_triangle(a_.model, motion_a(), triangle_a),
                         b = moving_triangle(b_.model, motion_b(), triangle_b);
    const TrianglePlace at_a = place_at(a, motion_a(), t), at_b = place_at(b, motion_b(), t);
    const SlotPairs slots = slot_pairs(a.owned, b.owned);
    for (int i = 0; i < slots.count; ++i) {
        const SlotPair& slot = slots.of[i];
        const NearFeatures near = near_features(at_a, at_b, slot);
        if (!(near.distance_lo <= enough_)) continue;
        memory_.contacts.push_back(
            {{triangle_a, triangle_b},
             {a_.model.mesh->surface_of_triangle[triangle_a], b_.model.mesh->surface_of_triangle[triangle_b]},
             {slot.a, slot.b},
             near.points,
             near.normal,
             near.distance_hi});
    }
}

/// One instant: a discrete walk, with so much more reach that nothing within d + e by the doubles of
/// near_features is culled on any instruction set.
void BodySearch::list_contacts() {
    const WidePlacement placement =
        moment_at(motion_, a_.model.tree, b_.model.tree, result_.clear_until).placement;
    const float reach = wide_clearance(enough_ + 2.0 * static_cast<double>(placement.far));
    auto& stack = memory_.discrete.stack;
    if (const std::size_t size = stack_size(a_.model.tree, b_.model.tree); stack.size() < size)
        stack.resize(size);
    const auto visit = [](void* self, const WideNode& a, const WideNode& b, std::uint64_t pairs) {
        for (; pairs != 0; pairs &= pairs - 1) {
            const int bit = std::countr_zero(pairs);
            static_cast<BodySearch*>(self)->list_contacts_of(a.child[bit & 7], b.child[bit >> 3]);
        }
        return Visit::GoOn;
    };
    (void)traverse({a_.model.tree, b_.model.tree, placement, &reach}, stack, {this, visit});
    const auto key = [](const ContactFeaturePair& c) { return std::tuple(c.triangles, c.features); };
    std::sort(memory_.contacts.begin(), memory_.contacts.end(),
              [&](const auto& x, const auto& y) { return key(x) < key(y); });
    const auto frame = common_frame(parts_, result_.clear_until);
    if (!frame) return;
    for (ContactFeaturePair& contact : memory_.contacts) {
        for (Vec3& point : contact.points) point = turned(frame->rotation, point) + frame->place;
        contact.normal = turned(frame->rotation, contact.normal);
    }
}

constexpr double kTimeRounding = 4.0 * 0x1p-53;  // of a time of a part, as a time of the whole

/// Rounded down.
double whole_time(double t, double from, double until) {
    return std::clamp((exactly(from) + exactly(t) * (exactly(until) - exactly(from))).lo, from, until);
}

/// Motions with breaks: part by part, each over [0, 1] by a clock of its own. What is clear up to a break is
/// clear there by both pieces if points do not jump by more than the tolerance: docs, section 12.
FirstContact first_contact_by_parts(const MovingBody& a, const MovingBody& b,
                                    const FirstContactOptions& options, FirstContactMemory& memory) {
    const double tolerance =
        options.tolerance ? *options.tolerance : default_tolerance(std::max(a.model.size, b.model.size));
    FirstContact result;
    result.clear_until = options.from;
    const auto jump_of = [](const MovingBody& body, double t) {
        const WideNode& root = body.model.tree.nodes[0];
        return jump_at(body.motion, t, Vec3(root.origin[0], root.origin[1], root.origin[2]),
                       static_cast<double>(root.reach));
    };
    for (double from = 0.0; from < options.until;) {
        const double until = std::min(smooth_until(a.motion, from), smooth_until(b.motion, from));
        if (until <= options.from) {
            from = until;
            continue;
        }
        if (from > options.from && !(jump_of(a, from) + jump_of(b, from) < tolerance)) break;  // NaN, too
        const MotionParts parts = motion_parts(a.motion, b.motion, from, until);
        const Interval length = exactly(until) - exactly(from);
        FirstContactOptions local = options;
        local.from = std::max(0.0, ((exactly(options.from) - exactly(from)) / length).lo);
        local.until = std::min(1.0, ((exactly(options.until) - exactly(from)) / length).hi);
        if (!(local.from < local.until)) local.from = 0.0, local.until = 1.0;
        local.most_work -= std::min(local.most_work, work_done(result.counters));
        // A time of the part becomes one of the whole, rounded: the distance there may differ by this.
        const double speed = speed_of(parts, a.model, b.model, memory.chains);
        local.tolerance = tolerance - kTimeRounding * speed / length.lo;
        if (!(*local.tolerance >= 0.5 * tolerance)) break;
        const FirstContact part = BodySearch(a, b, parts, from == 0.0, local, memory).run();
        result.counters += part.counters;
        result.contacts = part.contacts;
        result.memo = part.memo;
        if (part.verdict == ContactVerdict::OverlapAtStart) {
            const FirstContactCounters counters = result.counters;
            result = part;
            result.counters = counters;
            return result;
        }
        const double reached =
            part.verdict == ContactVerdict::Clear ? until : whole_time(part.clear_until, from, until);
        result.clear_until = std::clamp(reached, options.from, options.until);
        if (part.verdict == ContactVerdict::Contact && reached <= options.until) {
            result.verdict = part.verdict;
            result.distance_hi = std::min(part.distance_hi + (tolerance - *local.tolerance),
                                          (exactly(options.clearance) + exactly(tolerance)).lo);
            return result;
        }
        if (part.verdict == ContactVerdict::Undecided) return result;
        from = until;
        if (from >= options.until) result.verdict = ContactVerdict::Clear;
    }
    if (result.verdict != ContactVerdict::Contact) memory.contacts.clear(), result.contacts = {};
    return result;
}

}  // namespace

const Pose* pose_at_start(const MovingBody& body) {
    if (body.pose_t0 != nullptr) return body.pose_t0;
    return is_at_rest(body.motion) ? &std::get<AtRest>(*body.motion.rigid()).pose : nullptr;
}

FirstContactCounters& FirstContactCounters::operator+=(const FirstContactCounters& other) {
    node_pairs += other.node_pairs;
    rows += other.rows;
    divisions += other.divisions;
    moments += other.moments;
    leaf_pairs += other.leaf_pairs;
    triangle_pairs += other.triangle_pairs;
    feature_pairs += other.feature_pairs;
    elementary += other.elementary;
    feature_steps += other.feature_steps;
    wrong_guesses += other.wrong_guesses;
    return *this;
}

double default_tolerance(double larger_size) {
    return larger_size > 0.0 ? kDefaultTolerance * larger_size : kDefaultTolerance;
}

FirstContact first_contact(const MovingBody& a, const MovingBody& b, const FirstContactOptions& options,
                           FirstContactWorkspace& workspace) {
    GRAZE_ASSERT(options.clearance >= 0.0 && options.clearance <= kLargest);
    GRAZE_ASSERT(!options.tolerance || (*options.tolerance > 0.0 && *options.tolerance <= kLargest));
    GRAZE_ASSERT(options.from >= 0.0 && options.from < options.until && options.until <= 1.0);
    if (a.motion.piecewise() != nullptr || b.motion.piecewise() != nullptr)
        return first_contact_by_parts(a, b, options, workspace.memory());
    const MotionParts parts = motion_parts(a.motion, b.motion, 0.0, 1.0);
    return BodySearch(a, b, parts, true, options, workspace.memory()).run();
}

}  // namespace graze
