#include "graze_papers/redon_bodies.h"

#include "graze/continuous/features/interval_contact.h"
#include "graze/continuous/relative/smooth_motions.h"
#include "graze/continuous/search/triangle_features.h"
#include "graze/core/assert.h"
#include "graze/core/interrupt.h"
#include "graze/discrete/bodies/body_meeting.h"
#include "graze/discrete/wide/wide_distance.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace graze::papers {
namespace {

constexpr double kShortest = 0x1p-20;            // time is not divided below this
constexpr std::uint64_t kBetweenLooks = 1 << 6;  // pairs of boxes, at the clock and for Ctrl-C

struct BoxEntry {
    ObbPair pair;
    double begin, end;
};

struct Visited {
    ObbPair pair;
    bool was_opened;
};

struct KnownJet {
    Interval time{1.0, 0.0};
    MotionJet jet;
    ObbInstant instant;  // if the time is one
};

bool meet_at_start(const MovingModel& a, const MovingModel& b, double clearance) {
    const Pose *pose_a = pose_at_start(a), *pose_b = pose_at_start(b);
    if (pose_a == nullptr || pose_b == nullptr) return false;
    DiscreteMemory w;
    const WideBody wide_a = wide(a.model), wide_b = wide(b.model);
    if (!find_intersections(wide_a, *pose_a, wide_b, *pose_b, {}, w).triangles.empty()) return true;
    if (clearance > 0.0 && is_within(wide_a, *pose_a, wide_b, *pose_b, clearance, w)) return true;
    const PosedModel posed_a{a.model, *pose_a}, posed_b{b.model, *pose_b};
    return meeting_of(posed_a, posed_b, {}) != BodyMeeting::Apart;
}

class RedonSearch {
  public:
    RedonSearch(const ObbBody& a, const ObbBody& b, const RedonBodiesOptions& options, RedonFront* front)
        : a_(a),
          b_(b),
          options_(options),
          front_(front),
          motions_(smooth_motions(a.body.motion, b.body.motion, 0.0, 1.0)),
          motion_(relative_motion(motions_, a.body.model.tree, b.body.model.tree, chains_)),
          tolerance_(options.tolerance ? *options.tolerance
                                       : default_tolerance(std::max(a.body.model.size, b.body.model.size))),
          enough_((exactly(options.clearance) + exactly(tolerance_)).hi),
          known_(kKnown) {}

    RedonBodiesContact run() {
        if (meet_at_start(a_.body, b_.body, options_.clearance)) {
            result_.verdict = ContactVerdict::OverlapAtStart;
            return result_;
        }
        begin();
        while (!stack_.empty()) {
            if (is_over_budget()) {
                for (const BoxEntry& left : stack_) first_time_ = std::min(first_time_, left.begin);
                result_.clear_until = std::min(first_time_, options_.until);
                if (front_ != nullptr) front_->pairs.clear();
                return result_;
            }
            const BoxEntry entry = stack_.back();
            stack_.pop_back();
            look_at(entry);
        }
        keep_front();
        result_.clear_until = std::min(first_time_, options_.until);
        if (!is_found_)
            result_.verdict = ContactVerdict::Clear;
        else if (found_ == ContactVerdict::Contact)
            result_.verdict = ContactVerdict::Contact;
        return result_;
    }

  private:
    static constexpr std::size_t kKnown = 256;

    /// Of work or of time; or somebody pressed Ctrl-C.
    [[nodiscard]] bool is_over_budget() {
        if (result_.counters.box_pairs + result_.counters.feature_pairs >= options_.most_work) return true;
        if (looks_++ % kBetweenLooks != 0) return false;
        return interrupt_requested() ||
               (options_.deadline && std::chrono::steady_clock::now() >= *options_.deadline);
    }

    void begin();
    void look_at(BoxEntry entry);
    void open(const BoxEntry& entry);
    void look_at_triangles(const BoxEntry& entry);
    [[nodiscard]] FeatureContact contact_during(const MovingTriangle& a, const MovingTriangle& b,
                                                const SlotPair& slots, const BoxEntry& entry);
    void keep_front();
    void visited(const ObbPair& pair, bool was_opened) {
        if (front_ != nullptr) visited_.push_back({pair, was_opened});
    }
    [[nodiscard]] const KnownJet& jet_during(const Interval& time);
    [[nodiscard]] bool is_spared(const BoxEntry& entry);

    [[nodiscard]] const ObbNode& node_a(const ObbPair& pair) const { return a_.tree.nodes[pair.a]; }
    [[nodiscard]] const ObbNode& node_b(const ObbPair& pair) const { return b_.tree.nodes[pair.b]; }
    [[nodiscard]] TriangleMotion motion_a() { return {motions_.a, what_carries_a(motion_)}; }
    [[nodiscard]] TriangleMotion motion_b() { return {motions_.b, what_carries_b(motion_)}; }

    const ObbBody& a_;
    const ObbBody& b_;
    const RedonBodiesOptions& options_;
    RedonFront* front_;
    ChainMemory chains_;  // that motion_ borrows
    SmoothMotions motions_;
    RelativeMotion motion_;
    double tolerance_, enough_;  // e; d + e, rounded up
    std::vector<BoxEntry> stack_;
    std::vector<Visited> visited_;
    std::vector<KnownJet> known_;
    std::uint64_t looks_ = 0;
    RedonBodiesContact result_;
    double first_time_ = kInfinity;  // of the earliest contact so far
    bool is_found_ = false;
    ContactVerdict found_ = ContactVerdict::Clear;
};

void RedonSearch::begin() {
    if (front_ == nullptr || front_->pairs.empty()) {
        stack_.push_back({{0, 0}, 0.0, options_.until});
        return;
    }
    result_.counters.started_from = front_->pairs.size();
    for (auto pair = front_->pairs.rbegin(); pair != front_->pairs.rend(); ++pair)
        stack_.push_back({*pair, 0.0, options_.until});
}

/// Body b seen from a during some time; remembered, since many pairs of boxes ask for the same.
const KnownJet& RedonSearch::jet_during(const Interval& time) {
    const std::uint64_t bits =
        std::bit_cast<std::uint64_t>(time.lo) * 3 + std::bit_cast<std::uint64_t>(time.hi);
    KnownJet& known = known_[(bits * 0x9E3779B97F4A7C15u) >> 56];
    static_assert(kKnown == 256);
    if (known.time.lo != time.lo || known.time.hi != time.hi) {
        known.time = time;
        known.jet = relative(jet_over(motions_.b, time), jet_over(motions_.a, time));
        if (time.lo == time.hi) known.instant = instant_of(known.jet);
    }
    return known;
}

/// [Redon02, sec. 6, "Discrete tests"]: boxes that overlap at an end of the time need no continuous test.
bool RedonSearch::is_spared(const BoxEntry& entry) {
    if (options_.pretest == DiscretePretest::Off) return false;
    for (const double t : {entry.begin, entry.end}) {
        ++result_.counters.discrete_tests;
        if (!look_apart(node_a(entry.pair), node_b(entry.pair), jet_during({t, t}).instant, enough_,
                        options_.axes))
            return true;
    }
    return false;
}

void RedonSearch::look_at(BoxEntry entry) {
    if (options_.current_time == CurrentTime::On) entry.end = std::min(entry.end, first_time_);
    if (!(entry.begin < entry.end)) return visited(entry.pair, false);
    ++result_.counters.box_pairs;
    const ObbNode &a = node_a(entry.pair), &b = node_b(entry.pair);
    if (is_spared(entry)) {
        ++result_.counters.spared_tests;
        return open(entry);
    }
    ++result_.counters.continuous_tests;
    const auto axis = separating_axis(a, b, jet_during({entry.begin, entry.end}).jet, enough_, options_.axes);
    if (axis) {
        ++(*axis < 6 ? result_.counters.by_face : result_.counters.by_cross);
        return visited(entry.pair, false);
    }
    const double length = entry.end - entry.begin;
    if (length > kShortest &&
        moves_far(a, b, jet_during({entry.begin, entry.begin}).instant, length, options_.k)) {
        ++result_.counters.divisions;
        const double middle = 0.5 * (entry.begin + entry.end);
        stack_.push_back({entry.pair, middle, entry.end});
        stack_.push_back({entry.pair, entry.begin, middle});
        return;
    }
    open(entry);
}

void RedonSearch::open(const BoxEntry& entry) {
    const ObbNode &a = node_a(entry.pair), &b = node_b(entry.pair);
    if (a.is_leaf && b.is_leaf) {
        visited(entry.pair, false);
        return look_at_triangles(entry);
    }
    visited(entry.pair, true);
    const bool opens_a = b.is_leaf || (!a.is_leaf && a.half.sum() >= b.half.sum());
    ObbPair near = entry.pair, far = entry.pair;
    if (opens_a)
        near.a = a.child, far.a = a.child + 1;
    else
        near.b = b.child, far.b = b.child + 1;
    if (options_.order == ChildOrder::Nearest) {
        const ObbInstant& at = jet_during({entry.begin, entry.begin}).instant;
        const auto distance_of = [&](const ObbPair& pair) {
            const Vec3 centre_b = at.rotation * (node_b(pair).centre - at.reference) + at.position;
            return (centre_b - node_a(pair).centre).squaredNorm();
        };
        if (distance_of(far) < distance_of(near)) std::swap(near, far);
    }
    stack_.push_back({far, entry.begin, entry.end});
    stack_.push_back({near, entry.begin, entry.end});
}

/// Clear: farther apart than d during the time of the entry.
FeatureContact RedonSearch::contact_during(const MovingTriangle& a, const MovingTriangle& b,
                                           const SlotPair& slots, const BoxEntry& entry) {
    const FeatureContactOptions options{.clearance = options_.clearance, .tolerance = tolerance_};
    QuickContact quick{};
    quick.result.clear_until = entry.begin;
    if (motion_.is_usable)
        quick = quick_feature_contact(
            rounded_feature_of(a, slots.a), rounded_feature_of(b, slots.b), options,
            {.from = entry.begin,
             .until = entry.end,
             .stop = options_.current_time == CurrentTime::On ? first_time_ : kInfinity});
    if (quick.is_decided) return quick.result;
    FeatureContact slow =
        feature_contact_by_intervals(feature_of(a, motion_a(), slots.a), feature_of(b, motion_b(), slots.b),
                                     options, {quick.result.clear_until, quick.result.windows});
    if (slow.clear_until > entry.end) slow.verdict = ContactVerdict::Clear;  // another entry's time
    return slow;
}

void RedonSearch::look_at_triangles(const BoxEntry& entry) {
    ++result_.counters.triangle_pairs;
    const std::uint32_t id_a = node_a(entry.pair).child, id_b = node_b(entry.pair).child;
    const MovingTriangle a = moving_triangle(a_.body.model, motion_a(), id_a),
                         b = moving_triangle(b_.body.model, motion_b(), id_b);
    const SlotPairs slots = slot_pairs(a.owned, b.owned);
    for (int i = 0; i < slots.count; ++i) {
        ++result_.counters.feature_pairs;
        const FeatureContact contact = contact_during(a, b, slots.of[i], entry);
        if (contact.verdict == ContactVerdict::Clear || !(contact.clear_until < first_time_)) continue;
        is_found_ = true;
        found_ = contact.verdict;
        first_time_ = contact.clear_until;
        result_.distance_hi = contact.distance_hi;
        result_.triangles = {id_a, id_b};
    }
}

/// [Redon02, sec. 6, "Coherence tables"]: pairs that were looked at and never opened.
void RedonSearch::keep_front() {
    if (front_ == nullptr) return;
    const auto key = [](const Visited& v) { return std::tuple(v.pair.a, v.pair.b, !v.was_opened); };
    std::sort(visited_.begin(), visited_.end(),
              [&](const Visited& x, const Visited& y) { return key(x) < key(y); });
    front_->pairs.clear();
    for (std::size_t i = 0; i < visited_.size(); ++i) {
        const bool is_first = i == 0 || visited_[i].pair != visited_[i - 1].pair;
        if (is_first && !visited_[i].was_opened) front_->pairs.push_back(visited_[i].pair);
    }
}

}  // namespace

RedonBodiesCounters& RedonBodiesCounters::operator+=(const RedonBodiesCounters& other) {
    box_pairs += other.box_pairs;
    discrete_tests += other.discrete_tests;
    continuous_tests += other.continuous_tests;
    spared_tests += other.spared_tests;
    by_face += other.by_face;
    by_cross += other.by_cross;
    divisions += other.divisions;
    triangle_pairs += other.triangle_pairs;
    feature_pairs += other.feature_pairs;
    started_from += other.started_from;
    return *this;
}

RedonBodiesContact redon_bodies_contact(const ObbBody& a, const ObbBody& b, const RedonBodiesOptions& options,
                                        RedonFront* front) {
    GRAZE_ASSERT(options.clearance >= 0.0 && options.clearance <= kLargest);
    GRAZE_ASSERT(!options.tolerance || (*options.tolerance > 0.0 && *options.tolerance <= kLargest));
    GRAZE_ASSERT(options.k > 0.0);
    GRAZE_ASSERT(options.until > 0.0 && options.until <= 1.0);
    GRAZE_ASSERT(a.body.motion.piecewise() == nullptr && b.body.motion.piecewise() == nullptr);
    return RedonSearch(a, b, options, front).run();
}

}  // namespace graze::papers
