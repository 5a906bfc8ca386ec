#include "graze/queries/instant/clash.h"

#include "graze/core/assert.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/discrete/bodies/body_meeting.h"
#include "graze/discrete/bodies/meeting_point.h"
#include "graze/discrete/wide/wide_distance.h"
#include "graze/queries/broad/scene_models.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

constexpr std::size_t kFewPairs = 4;  // fewer get the threads inside their queries

struct Task {
    BodyPair bodies;
    PairRule rule;
};

struct Finding {
    std::optional<ClashPair> pair;
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
        return {is_reported ? std::optional(std::move(pair_)) : std::nullopt, counters_, method_counters_};
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
        if (meeting == BodyMeeting::Apart && !is_near(a, b)) return false;
        pair_.kind = meeting == BodyMeeting::Apart          ? ClashKind::WithinClearance
                     : meeting == BodyMeeting::Touching     ? ClashKind::Touching
                     : meeting == BodyMeeting::Intersecting ? ClashKind::Intersecting
                                                            : ClashKind::Contained;
        if (pair_.kind == ClashKind::Contained) pair_.inside = meeting == BodyMeeting::AInB ? i : j;
        if (is_allowed(task.rule)) return false;
        pair_.is_clash = pair_.kind != ClashKind::Touching || options_.deny_touching ||
                         (task.rule.clearance_is_own && task.rule.clearance > 0.0);
        pair_.allowed_depth = task.rule.depth;
        add_distance(a, b);
        if (pair_.kind == ClashKind::WithinClearance) add_near_pairs(a, b);
        return true;
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
        for (const std::size_t side : {0u, 1u}) {
            auto& ids = pair_.touched[side];
            ids.clear();
            for (const IdPair& t : pair_.triangles) ids.push_back(side == 0 ? t.a : t.b);
            std::sort(ids.begin(), ids.end());
            ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        }
    }

    bool is_near(const PosedModel& a, const PosedModel& b) {
        return pair_.clearance > 0.0 &&
               is_within(wide(a.model), a.pose, wide(b.model), b.pose, pair_.clearance, workspace_);
    }

    /// Pairs that may do everything are not looked at, so what is left may touch, or interfere up to a depth.
    [[nodiscard]] bool is_allowed(const PairRule& rule) const {
        const bool is_near_only = pair_.kind == ClashKind::WithinClearance && !rule.clearance_is_own;
        return rule.allowed && (pair_.kind == ClashKind::Touching || is_near_only);
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
    DiscreteCounters counters_, method_counters_;
    DiscreteMemory workspace_;
};

std::vector<Task> tasks_of(const Scene& scene, double clearance) {
    const std::vector<Box> boxes = posed_boxes(scene);
    const PairRules rules(scene, clearance);
    std::vector<Task> tasks;
    for (const BodyPair& pair : pairs_within(boxes, rules.largest_clearance())) {
        const PairRule rule = rules.of(pair[0], pair[1]);
        const bool is_ignored =
            rule.allowed == Allowed::Everything || (rule.allowed == Allowed::Interference && !rule.depth);
        if (!is_ignored && may_be_within(boxes[pair[0]], boxes[pair[1]], rule.clearance))
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
    for (Finding& finding : *findings) {
        report.counters += finding.counters;
        report.method_counters += finding.method_counters;
        if (!finding.pair) continue;
        report.is_clash = report.is_clash || finding.pair->is_clash;
        report.pairs.push_back(*std::move(finding.pair));
    }
    return report;
}

}  // namespace graze
