#include "graze/queries/instant/clash.h"

#include "graze/core/assert.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/discrete/bodies/body_meeting.h"
#include "graze/discrete/bodies/meeting_point.h"
#include "graze/discrete/bodies/open_containment.h"
#include "graze/discrete/bodies/penetration.h"
#include "graze/discrete/wide/wide_distance.h"
#include "graze/queries/broad/rule_counts.h"
#include "graze/queries/broad/scene_models.h"
#include "graze/queries/instant/contact_depth.h"
#include "graze/queries/instant/surface_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace graze {
namespace {

constexpr std::uint64_t kFewCells = 3'000;     // to tell contacts from clashes
constexpr std::uint64_t kDeepCells = 2'000;    // of what is a clash
constexpr std::uint64_t kMoreCells = 40'000;   // where a rule hangs on the depth
constexpr std::uint64_t kMostPieces = 40'000;  // of skins, for a kind
constexpr std::size_t kFewPairs = 4;           // fewer get the threads inside their queries

struct Task {
    BodyPair bodies;
    PairRule rule;
};

struct Finding {
    std::optional<ClashPair> pair;
    std::vector<OpenContainment> not_decided;
    DiscreteCounters counters, method_counters;
};

/// One surface pair for each that the triangle pairs have, with its first triangle pair. Both sorted by
/// surfaces.
void keep_one_per_surface_pair(ClashPair& pair, const Mesh& a, const Mesh& b) {
    std::vector<std::pair<IdPair, IdPair>> both;
    for (const IdPair& t : pair.triangles)
        both.push_back({{a.surface_of_triangle[t.a], b.surface_of_triangle[t.b]}, t});
    std::sort(both.begin(), both.end());
    const auto same = [](const auto& x, const auto& y) { return x.first == y.first; };
    both.erase(std::unique(both.begin(), both.end(), same), both.end());
    pair.triangles.clear();
    pair.surfaces.clear();
    for (const auto& [surfaces, triangles] : both) {
        pair.surfaces.push_back(surfaces);
        pair.triangles.push_back(triangles);
    }
}

/// The closer look at one pair of bodies.
class PairQuery {
  public:
    PairQuery(const Scene& scene, const SceneModels& models, const ClashOptions& options, int threads)
        : scene_(scene), models_(models), options_(options), threads_(threads) {}

    Finding run(const Task& task) {
        const bool is_reported = look_closely(task);
        return {is_reported ? std::optional(std::move(pair_)) : std::nullopt, std::move(not_decided_),
                counters_, method_counters_};
    }

  private:
    /// Fills pair_. True if there is something to report.
    bool look_closely(const Task& task) {
        const auto [i, j] = task.bodies;
        const PosedModel a{*models_.of_body[i], scene_.bodies[i].pose};
        const PosedModel b{*models_.of_body[j], scene_.bodies[j].pose};
        pair_.bodies = task.bodies;
        pair_.clearance = task.rule.clearance;
        const BodyMeeting meeting = look(a, b);
        if (meeting == BodyMeeting::Apart || meeting == BodyMeeting::Touching) {
            if (may_be_inside_open(a, b)) not_decided_.push_back({i, j});
            if (may_be_inside_open(b, a)) not_decided_.push_back({j, i});
        }
        if (meeting == BodyMeeting::Apart && !is_near(a, b)) return false;
        pair_.exact_kind = meeting == BodyMeeting::Apart          ? ClashKind::WithinClearance
                           : meeting == BodyMeeting::Touching     ? ClashKind::Touching
                           : meeting == BodyMeeting::Intersecting ? ClashKind::Intersecting
                                                                  : ClashKind::Contained;
        if (pair_.exact_kind == ClashKind::Contained) pair_.inside = meeting == BodyMeeting::AInB ? i : j;
        pair_.allowed_depth = task.rule.depth;
        measure_depth(a, b);
        pair_.kind = judged_kind(a, b);
        if (is_allowed(task.rule)) return false;
        pair_.is_clash = !is_contact(pair_.kind) || options_.deny_touching ||
                         (task.rule.clearance_is_own && task.rule.clearance > 0.0);
        pair_.is_undecided = is_between(task.rule.depth) || (is_open() && !pair_.is_clash);
        if (pair_.is_undecided) pair_.is_clash = false;
        if (pair_.exact_kind == ClashKind::Intersecting || pair_.exact_kind == ClashKind::Touching)
            pair_.fit = find_fit(a, b, pair_.surfaces);
        add_distance(a, b);
        if (pair_.kind == ClashKind::WithinClearance) add_near_pairs(a, b);
        return true;
    }

    void measure_depth(const PosedModel& a, const PosedModel& b) {
        const bool is_deep =
            pair_.exact_kind == ClashKind::Intersecting || pair_.exact_kind == ClashKind::Contained;
        if (!is_deep || !a.model.is_solid || !b.model.is_solid) return;
        const double limit = options_.depth.value_or(contact_depths(a, b).error);
        note_depth(penetration(a, b,
                               {.enough = limit,
                                .most_cells = kFewCells,
                                .decide = limit,
                                .most_pieces = kMostPieces,
                                .contacts = contacts_}));
        if (pair_.penetration->lo > limit)
            note_depth(penetration(a, b, {.most_cells = kDeepCells, .contacts = contacts_}));
        if (is_between(pair_.allowed_depth))
            note_depth(penetration(
                a, b, {.enough = pair_.allowed_depth, .most_cells = kMoreCells, .contacts = contacts_}));
    }

    void note_depth(const Penetration& found) {
        const std::size_t deep_in = found.deep_in == Side::A ? 0 : 1;
        pair_.penetration = PairDepth{found.lo,
                                      found.hi,
                                      found.in[deep_in].at,
                                      pair_.bodies[deep_in],
                                      found.skin_hi,
                                      reaches_middle(found)};
    }

    /// True if it is known on which side of a depth the contact is: deeper, or no skin is.
    [[nodiscard]] bool is_decided(double depth) const {
        const auto& found = pair_.penetration;
        return !found || found->lo > depth || found->through || std::min(found->hi, found->skin_hi) <= depth;
    }

    /// True if nobody knows whether the contact is only one.
    [[nodiscard]] bool is_open() const {
        return is_contact(pair_.kind) && pair_.contact_depth > 0.0 && !is_decided(pair_.contact_depth);
    }

    /// True if the bounds of the penetration do not tell on which side of a depth it is.
    [[nodiscard]] bool is_between(const std::optional<double>& depth) const {
        const auto& found = pair_.penetration;
        return depth && found && found->lo <= *depth && found->hi > *depth;
    }

    [[nodiscard]] ClashKind judged_kind(const PosedModel& a, const PosedModel& b) {
        const ContactDepths limits = contact_depths(a, b);
        pair_.contact_depth = options_.depth.value_or(limits.error);
        const ClashKind exact = pair_.exact_kind;
        if (exact != ClashKind::Intersecting && exact != ClashKind::Touching) return exact;
        if (are_duplicates(a, b, limits.rounding)) return ClashKind::Duplicate;
        if (passed_ > pair_.contact_depth) return ClashKind::Intersecting;
        if (!pair_.penetration || pair_.contact_depth == 0.0) return exact;
        const double lo = pair_.penetration->lo;
        if (lo > pair_.contact_depth || pair_.penetration->through) return ClashKind::Intersecting;
        return lo > limits.rounding ? ClashKind::ContactWithinError : ClashKind::Touching;
    }

    /// First the one pair that may settle it; all pairs only if they are wanted or needed.
    BodyMeeting look(const PosedModel& a, const PosedModel& b) {
        const bool first_only = options_.detail == ClashDetail::First;
        if (first_only) {
            find(a, b, Find::FirstPair);
            const bool settled = !pair_.triangles.empty() && proves_intersecting(a, b, pair_.triangles[0]);
            if (settled) return note_touched(), BodyMeeting::Intersecting;
        }
        if (!first_only || !pair_.triangles.empty()) find(a, b, Find::TrianglePairs);
        const BodyMeeting meeting = meeting_of(a, b, pair_.triangles, threads_);
        contacts_ = pair_.triangles;
        const bool are_solids = a.model.is_solid && b.model.is_solid;
        if (meeting == BodyMeeting::Touching && are_solids)
            passed_ = std::max(crossing_depth(a, b, pair_.triangles),
                               sunk_depth(a, b, options_.depth.value_or(contact_depths(a, b).error)));
        if (!first_only) pair_.triangle_pairs = pair_.triangles.size();
        if (first_only && pair_.triangles.size() > 1) pair_.triangles.resize(1);
        finish_lists(a, b);
        return meeting;
    }

    void find(const PosedModel& a, const PosedModel& b, Find what) {
        FoundMeetings found = options_.method
                                  ? options_.method({*a.model.mesh, a.pose}, {*b.model.mesh, b.pose}, what)
                                  : find_by_trees(a, b, what);
        pair_.triangles = std::move(found.triangles);
        pair_.surfaces = std::move(found.surfaces);
        counters_ += found.counters;
        method_counters_ += found.counters;
    }

    FoundMeetings find_by_trees(const PosedModel& a, const PosedModel& b, Find what) {
        const Intersections found = find_intersections(wide(a.model), a.pose, wide(b.model), b.pose,
                                                       {.find = what, .threads = threads_}, workspace_);
        return {{found.triangles.begin(), found.triangles.end()},
                {found.surfaces.begin(), found.surfaces.end()},
                found.counters};
    }

    void finish_lists(const PosedModel& a, const PosedModel& b) {
        note_touched();
        if (options_.detail != ClashDetail::Triangles)
            keep_one_per_surface_pair(pair_, *a.model.mesh, *b.model.mesh);
    }

    void note_touched() {
        if (!options_.note_touched) return;
        note_curve();
        for (const std::size_t side : {0u, 1u}) {
            auto& ids = pair_.touched[side];
            ids.clear();
            for (const IdPair& t : pair_.triangles) ids.push_back(side == 0 ? t.a : t.b);
            std::sort(ids.begin(), ids.end());
            ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        }
    }

    void note_curve() {
        const SceneBody &a = scene_.bodies[pair_.bodies[0]], &b = scene_.bodies[pair_.bodies[1]];
        pair_.curve.clear();
        for (const IdPair& t : pair_.triangles) {
            auto outline =
                common_outline(posed_corners(*a.mesh, t.a, a.pose), posed_corners(*b.mesh, t.b, b.pose));
            if (outline.size() > 1) pair_.curve.push_back(std::move(outline));
        }
    }

    bool is_near(const PosedModel& a, const PosedModel& b) {
        return pair_.clearance > 0.0 &&
               is_within(wide(a.model), a.pose, wide(b.model), b.pose, pair_.clearance, workspace_);
    }

    /// Pairs that may do everything are not looked at, so what is left may touch, or interfere up to a depth.
    [[nodiscard]] bool is_allowed(const PairRule& rule) const {
        const bool is_near_only = pair_.kind == ClashKind::WithinClearance && !rule.clearance_is_own;
        const bool is_shallow = rule.depth && pair_.penetration && pair_.penetration->hi <= *rule.depth;
        const bool is_only_contact = is_contact(pair_.kind) && !is_open();
        return rule.allowed && (is_only_contact || is_near_only || is_shallow);
    }

    void add_distance(const PosedModel& a, const PosedModel& b) {
        BodyDistance found = distance(wide(a.model), a.pose, wide(b.model), b.pose, workspace_);
        join_points(found, posed_corners(*a.model.mesh, found.triangles.a, a.pose),
                    posed_corners(*b.model.mesh, found.triangles.b, b.pose));
        pair_.distance_lo = found.lo;
        pair_.distance_hi = found.hi;
        pair_.points = {found.on_a, found.on_b};
        if (pair_.kind == ClashKind::WithinClearance || pair_.kind == ClashKind::Contained) {
            pair_.triangles = {found.triangles};
            note_touched();
            keep_one_per_surface_pair(pair_, *a.model.mesh, *b.model.mesh);
        }
        counters_ += found.counters;
    }

    void add_near_pairs(const PosedModel& a, const PosedModel& b) {
        pair_.triangle_pairs.reset();
        if (options_.detail == ClashDetail::First || options_.detail == ClashDetail::Summary) return;
        const Intersections found =
            find_within(wide(a.model), a.pose, wide(b.model), b.pose, pair_.clearance, workspace_);
        pair_.triangles.assign(found.triangles.begin(), found.triangles.end());
        pair_.surfaces.assign(found.surfaces.begin(), found.surfaces.end());
        pair_.triangle_pairs = pair_.triangles.size();
        finish_lists(a, b);
        counters_ += found.counters;
    }

    const Scene& scene_;
    const SceneModels& models_;
    const ClashOptions& options_;
    int threads_;
    ClashPair pair_;
    std::vector<IdPair> contacts_;  // all pairs of triangles that meet, if they were looked for
    double passed_ = 0.0;           // how far solids that touch go through, or into, a skin without thickness
    std::vector<OpenContainment> not_decided_;
    DiscreteCounters counters_, method_counters_;
    DiscreteMemory workspace_;
};

bool is_ignored(const PairRule& rule) { return rule.allowed && leaves_out(*rule.allowed, rule.depth); }

std::uint64_t count_ignored(const Scene& scene) {
    std::vector<std::uint32_t> carriers(scene.bodies.size());
    std::iota(carriers.begin(), carriers.end(), 0u);  // every body by itself
    return count_rules(scene, carriers, [](const PairRule& rule) { return is_ignored(rule); }).pairs;
}

std::vector<Task> tasks_of(const Scene& scene, double clearance) {
    const std::vector<Box> boxes = posed_boxes(scene);
    const PairRules rules(scene, clearance);
    std::vector<Task> tasks;
    for (const BodyPair& pair : pairs_within(boxes, rules.largest_clearance())) {
        const PairRule rule = rules.of(pair[0], pair[1]);
        if (!is_ignored(rule) && may_be_within(boxes[pair[0]], boxes[pair[1]], rule.clearance))
            tasks.push_back({pair, rule});
    }
    return tasks;
}

}  // namespace

const char* name_of(ClashKind kind) {
    switch (kind) {
        case ClashKind::Intersecting:
            return "intersecting";
        case ClashKind::Touching:
            return "touching";
        case ClashKind::Contained:
            return "contained";
        case ClashKind::WithinClearance:
            return "within_clearance";
        case ClashKind::Duplicate:
            return "duplicate";
        case ClashKind::ContactWithinError:
            return "contact_within_error";
    }
    return "";
}

Expected<ClashReport> find_clashes(const Scene& scene, const ClashOptions& options,
                                   const SceneModels* models) {
    GRAZE_ASSERT(options.clearance >= 0.0 && std::isfinite(options.clearance));
    const std::vector<Task> tasks = tasks_of(scene, options.clearance);
    Expected<SceneModels> own = SceneModels{};
    if (!models) {
        std::vector<BodyPair> pairs;
        for (const Task& task : tasks) pairs.push_back(task.bodies);
        own = build_models(scene, pairs, {.threads = options.threads, .progress = options.progress});
        if (!own) return own.error();
        models = &*own;
    }
    Progress progress("looking at pairs", tasks.size(), options.progress);
    const int inner_threads = tasks.size() < kFewPairs ? options.threads : 1;
    auto findings = parallel_map(
        tasks.size(), {.threads = options.threads, .progress = &progress},
        [&](std::size_t i) { return PairQuery(scene, *models, options, inner_threads).run(tasks[i]); });
    // Queries that Ctrl-C cut short have answers that mean nothing.
    if (!findings || interrupt_requested())
        return make_error(ErrorCode::Interrupted, "looking at pairs", "interrupted");
    ClashReport report;
    report.candidates = tasks.size();
    report.ignored = count_ignored(scene);
    for (Finding& finding : *findings) {
        report.counters += finding.counters;
        report.method_counters += finding.method_counters;
        for (const OpenContainment& open : finding.not_decided) report.not_decided.push_back(open);
        if (!finding.pair) continue;
        report.is_clash = report.is_clash || finding.pair->is_clash;
        report.pairs.push_back(*std::move(finding.pair));
    }
    return report;
}

}  // namespace graze
