#include "graze/continuous/search/first_contact.h"

#include "graze/continuous/search/body_search.h"
#include "graze/core/assert.h"
#include "graze/motion/motion_data.h"
#include "graze/motion/rounded_pose.h"

#include <algorithm>

namespace graze {

FirstContactWorkspace::FirstContactWorkspace() : memory_(std::make_unique<FirstContactMemory>()) {}
FirstContactWorkspace::~FirstContactWorkspace() = default;
FirstContactWorkspace::FirstContactWorkspace(FirstContactWorkspace&&) noexcept = default;
FirstContactWorkspace& FirstContactWorkspace::operator=(FirstContactWorkspace&&) noexcept = default;

namespace {

constexpr double kDefaultTolerance = 1e-6;             // of the larger size
constexpr double kTimeRounding = 4.0 * kUnitRoundoff;  // of a time of a stretch, as a time of the whole

double tolerance_of(const FirstContactOptions& options, double size_a, double size_b) {
    return options.tolerance.value_or(default_tolerance(std::max(size_a, size_b)));
}

/// A start that exceeds the clearance by no more than this part of the tolerance is a contact: rounding is near.
constexpr double kLeastSpare = 0x1p-20;

/// Rounded down.
double whole_time(double t, double from, double until) {
    return std::clamp((exactly(from) + exactly(t) * (exactly(until) - exactly(from))).lo, from, until);
}

/// Motions with breaks: stretch by stretch, each over [0, 1] by a clock of its own. What is clear up to a break is
/// clear there by both pieces if points do not jump by more than the tolerance: docs, section 12.
FirstContact first_contact_by_stretches(const MovingModel& a, const MovingModel& b,
                                        const FirstContactOptions& options, FirstContactMemory& memory) {
    const double tolerance = tolerance_of(options, a.model.size, b.model.size);
    FirstContact result;
    result.clear_until = options.from;
    const auto jump_of = [](const MovingModel& body, double t) {
        const WideNode& root = body.model.tree.nodes[0];
        return jump_at(body.motion, t, Vec3(root.origin[0], root.origin[1], root.origin[2]),
                       static_cast<double>(root.radius));
    };
    for (double from = 0.0; from < options.until;) {
        const double until = std::min(smooth_until(a.motion, from), smooth_until(b.motion, from));
        if (until <= options.from) {
            from = until;
            continue;
        }
        if (from > options.from && !(jump_of(a, from) + jump_of(b, from) < tolerance)) break;  // NaN, too
        const SmoothMotions motions = smooth_motions(a.motion, b.motion, from, until);
        const Interval length = exactly(until) - exactly(from);
        FirstContactOptions local = options;
        local.from = std::max(0.0, ((exactly(options.from) - exactly(from)) / length).lo);
        local.until = std::min(1.0, ((exactly(options.until) - exactly(from)) / length).hi);
        if (!(local.from < local.until)) local.from = 0.0, local.until = 1.0;
        local.most_work -= std::min(local.most_work, work_done(result.counters));
        // A time of the stretch becomes one of the whole, rounded: the distance there may differ by this.
        const double speed = speed_of(motions, a.model, b.model, memory.chains);
        local.tolerance = tolerance - kTimeRounding * speed / length.lo;
        if (!(*local.tolerance >= 0.5 * tolerance)) break;
        memory.unfinished.reset();
        const FirstContact stretch = search_bodies(a, b, motions, from == 0.0, local, memory);
        memory.unfinished.reset();  // of one stretch only
        result.counters += stretch.counters;
        result.contacts = stretch.contacts;
        result.memo = stretch.memo;
        if (stretch.verdict == ContactVerdict::OverlapAtStart) {
            const FirstContactCounters counters = result.counters;
            result = stretch;
            result.counters = counters;
            return result;
        }
        const double reached =
            stretch.verdict == ContactVerdict::Clear ? until : whole_time(stretch.clear_until, from, until);
        result.clear_until = std::clamp(reached, options.from, options.until);
        if (stretch.verdict == ContactVerdict::Contact && reached <= options.until) {
            result.verdict = stretch.verdict;
            result.distance_hi = std::min(stretch.distance_hi + (tolerance - *local.tolerance),
                                          (exactly(options.clearance) + exactly(tolerance)).lo);
            return result;
        }
        if (stretch.verdict == ContactVerdict::Undecided) return result;
        from = until;
        if (from >= options.until) result.verdict = ContactVerdict::Clear;
    }
    if (result.verdict != ContactVerdict::Contact) memory.contacts.clear(), result.contacts = {};
    return result;
}

}  // namespace

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
    guesses += other.guesses;
    wrong_guesses += other.wrong_guesses;
    return *this;
}

std::string kind_of(const ContactFeaturePair& pair) {
    const auto name = [](FeatureSlot slot) {
        return slot < kFirstEdgeSlot ? "vertex" : slot < kFaceSlot ? "edge" : "face";
    };
    return std::string(name(pair.features[0])) + "_" + name(pair.features[1]);
}

double default_tolerance(double larger_size) {
    return larger_size > 0.0 ? kDefaultTolerance * larger_size : kDefaultTolerance;
}

MovingModel internal::moving_model(const MovingBody& body) {
    return {body.body.model(), motion_ref(body.motion), &body.motion.pose_t0()};
}

double internal::start_error(const MovingBody& body) {
    if (body.motion.data().begins_exactly) return 0.0;
    return rounded_pose(motion_ref(body.motion), 0.0, body.body.bounds()).error;
}

FirstContact first_contact(const MovingBody& a, const MovingBody& b, const FirstContactOptions& options,
                           FirstContactWorkspace* workspace) {
    const bool tests_start = options.from == 0.0 && !options.start;
    if (tests_start &&
        !(start_error(a) + start_error(b) <= 0.5 * tolerance_of(options, a.body.size(), b.body.size())))
        return {};  // the discrete test at rounded poses would say nothing
    const MovingModel model_a = moving_model(a), model_b = moving_model(b);
    if (workspace != nullptr) return first_contact(model_a, model_b, options, *workspace);
    FirstContactWorkspace fresh;
    FirstContact found = first_contact(model_a, model_b, options, fresh);
    if (found.contacts.empty()) return found;
    const auto kept =
        std::make_shared<const std::vector<ContactFeaturePair>>(std::move(fresh.memory().contacts));
    found.contacts = *kept;
    found.owner = kept;
    return found;
}

namespace {

struct PairQuery {
    const MovingModel& a;
    const MovingModel& b;
    const FirstContactOptions& options;
    FirstContactWorkspace& workspace;
};

FirstContact search_once(const PairQuery& query, const FirstContactOptions& options) {
    const auto& [a, b, asked, workspace] = query;
    if (a.motion.piecewise() != nullptr || b.motion.piecewise() != nullptr)
        return first_contact_by_stretches(a, b, options, workspace.memory());
    const SmoothMotions motions = smooth_motions(a.motion, b.motion, 0.0, 1.0);
    workspace.memory().unfinished.reset();
    return search_bodies(a, b, motions, true, options, workspace.memory());
}

/// The same once more with another tolerance, after `before` was done.
FirstContact search_again(const PairQuery& query, double tolerance, const FirstContactCounters& before) {
    FirstContactOptions options = query.options;
    options.tolerance = tolerance;
    if (!is_unlimited(options)) options.most_work -= std::min(options.most_work, work_done(before));
    FirstContact found = search_once(query, options);
    query.workspace.memory().unfinished.reset();  // not of the query that was asked
    found.counters += before;
    return found;
}

/// Where the body is at time t, for sure.
RoundedPose known_pose(const MovingModel& body, double t) {
    const Pose* start = t == 0.0 ? pose_at_start(body) : nullptr;
    return start != nullptr ? RoundedPose{*start, 0.0} : rounded_pose(body.motion, t, body.model.bounds);
}

/// By how much the bodies are farther apart than the clearance where the search begins; 0 if that is unknown.
double spare_at_start(const PairQuery& query) {
    const auto& [a, b, options, workspace] = query;
    const RoundedPose at_a = known_pose(a, options.from), at_b = known_pose(b, options.from);
    if (!(at_a.error + at_b.error < kInfinity)) return 0.0;
    const BodyDistance apart =
        distance(wide(a.model), at_a.pose, wide(b.model), at_b.pose, workspace.memory().discrete);
    const Interval errors = exactly(at_a.error) + exactly(at_b.error);
    return std::max(0.0, (exactly(apart.lo) - errors - exactly(options.clearance)).lo);
}

/// Bodies that begin within the tolerance of the clearance, but beyond the clearance itself: with half of what
/// they have to spare for the tolerance, they do not begin in contact. search.md, "A start in the band".
FirstContact past_start(const FirstContact& found, const PairQuery& query) {
    const double from = query.options.from;
    if (found.verdict != ContactVerdict::Contact || found.clear_until > from) return found;
    const double spare = spare_at_start(query),
                 tolerance = tolerance_of(query.options, query.a.model.size, query.b.model.size);
    if (!(spare > kLeastSpare * tolerance)) return found;
    const FirstContact later = search_again(query, std::min(0.5 * spare, tolerance), found.counters);
    if (later.verdict != ContactVerdict::Undecided || later.clear_until > from) return later;
    return search_again(query, tolerance, later.counters);  // that is below rounding: the first answer stands
}

}  // namespace

FirstContact internal::first_contact(const MovingModel& a, const MovingModel& b, const FirstContactOptions& options,
                           FirstContactWorkspace& workspace) {
    GRAZE_ASSERT(options.clearance >= 0.0 && options.clearance <= kLargest);
    GRAZE_ASSERT(!options.tolerance || (*options.tolerance > 0.0 && *options.tolerance <= kLargest));
    GRAZE_ASSERT(options.from >= 0.0 && options.from < options.until && options.until <= 1.0);
    GRAZE_ASSERT(!options.start || options.start->distance >= 0.0);
    const PairQuery query{a, b, options, workspace};
    return past_start(search_once(query, options), query);
}

FirstContact internal::continue_first_contact(const MovingModel& a, const MovingModel& b,
                                    const FirstContactOptions& options, FirstContactWorkspace& workspace) {
    if (!workspace.memory().unfinished) return first_contact(a, b, options, workspace);
    const SmoothMotions motions = smooth_motions(a.motion, b.motion, 0.0, 1.0);
    return past_start(search_bodies(a, b, motions, true, options, workspace.memory()),
                      {a, b, options, workspace});
}

}  // namespace graze
