#include "graze/queries/paths/motion_audit.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/discrete/bodies/body_meeting.h"
#include "graze/discrete/wide/wide_distance.h"
#include "graze/motion/rounded_pose.h"
#include "graze/queries/instant/scene_at.h"
#include "graze/queries/paths/path_work.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr int kLooks = 33;  // for a crossing of bodies without an inside

/// Deeper than they may be, by what clash.h makes of it.
bool interpenetrates(const ClashPair& pair) {
    return pair.is_clash && !pair.is_undecided &&
           (pair.kind == ClashKind::Intersecting || pair.kind == ClashKind::Contained ||
            pair.kind == ClashKind::Duplicate);
}

struct FrameReport {
    std::vector<AuditedFrame> pairs;
    std::vector<OpenContainment> not_decided;
    std::optional<Error> error;
};

class MotionAuditor {
  public:
    MotionAuditor(const Scene& scene, const AuditOptions& options, PathWork work)
        : scene_(scene), options_(options), work_(std::move(work)) {}

    Expected<MotionAudit> run() {
        audit_.counts = count_pairs(work_.moving);
        audit_.frames = work_.moving.segments.size() + 1;
        if (auto done = look_at_frames(); !done) return done.error();
        if (auto done = look_between(); !done) return done.error();
        return std::move(audit_);
    }

  private:
    [[nodiscard]] bool is_moving_pair(const BodyPair& pair) const {
        return work_.moving.carriers[pair[0]] != work_.moving.carriers[pair[1]];
    }

    [[nodiscard]] SegmentTime time_of_frame(std::size_t frame) const {
        return frame == 0 ? SegmentTime{0, 0.0} : SegmentTime{frame - 1, 1.0};
    }

    FrameReport look_at_frame(const Scene& scene, const SceneModels& models, std::size_t frame) const {
        FrameReport report;
        Scene there = scene;
        if (auto stands = stand_at(there, time_of_frame(frame), "audit"); !stands) {
            report.error = stands.error();
            return report;
        }
        auto found = find_clashes(there,
                                  {.depth = options_.depth, .threads = 1, .progress = Progress::Draw::Never},
                                  &models);
        if (!found) {
            report.error = found.error();
            return report;
        }
        for (ClashPair& pair : found->pairs)
            if (is_moving_pair(pair.bodies) && interpenetrates(pair)) report.pairs.push_back({frame, std::move(pair)});
        for (const OpenContainment& open : found->not_decided)
            if (is_moving_pair({open.body, open.open})) report.not_decided.push_back(open);
        return report;
    }

    /// Pairs at rest need not be looked at again and again: what they do is no part of the answer.
    [[nodiscard]] Scene without_pairs_at_rest() const {
        Scene scene = scene_;
        const std::vector<BodyPair> near = pairs_within(work_.moving.rest_boxes, 0.0);
        for (const BodyPair& pair : near)
            if (!is_moving_pair(pair) && !PairRules(scene_, 0.0).of(pair[0], pair[1]).allowed)
                scene.ignore.push_back({pair, Allowed::Everything, {}, kLast});
        return scene;
    }

    Expected<void> look_at_frames() {
        const Scene scene = without_pairs_at_rest();
        std::vector<BodyPair> all;
        for (std::uint32_t body = 1; body < scene.bodies.size(); ++body) all.push_back({body - 1, body});
        auto models = build_models(scene, all, {.threads = options_.threads, .progress = options_.progress});
        if (!models) return models.error();
        Progress progress("frames", audit_.frames, options_.progress);
        auto found = parallel_map(audit_.frames, {.threads = options_.threads, .progress = &progress},
                                  [&](std::size_t frame) { return look_at_frame(scene, *models, frame); });
        if (!found || interrupt_requested()) return path_interrupted();
        for (FrameReport& report : *found) {
            if (report.error) return *report.error;
            for (AuditedFrame& frame : report.pairs) audit_.at_frames.push_back(std::move(frame));
            audit_.not_decided.insert(audit_.not_decided.end(), report.not_decided.begin(),
                                      report.not_decided.end());
        }
        const auto key = [](const OpenContainment& x) { return std::pair(x.body, x.open); };
        auto& open = audit_.not_decided;
        std::sort(open.begin(), open.end(), [&](const auto& x, const auto& y) { return key(x) < key(y); });
        open.erase(std::unique(open.begin(), open.end(), [&](const auto& x, const auto& y) { return key(x) == key(y); }),
                   open.end());
        return {};
    }

    /// Segments, by pair, during which it comes within the tolerance.
    Expected<std::map<BodyPair, std::vector<std::size_t>>> segments_in_contact() {
        struct Task {
            std::size_t segment;
            MovingPair pair;
        };
        std::vector<Task> tasks;
        for (std::size_t segment = 0; segment < work_.moving.segments.size(); ++segment) {
            const SweptBoxes boxes = boxes_during(work_.moving, segment, options_.threads);
            for (const MovingPair& pair : pairs_that_may_meet(boxes, work_.pairs))
                if (!nothing_moves(work_.moving, segment, pair.bodies)) tasks.push_back({segment, pair});
        }
        Progress progress("between the frames", tasks.size(), options_.progress);
        const auto found = parallel_map(
            tasks.size(), {.threads = options_.threads, .progress = &progress}, [&](std::size_t i) {
                ContactTimesWorkspace workspace;
                const PairOnPath pair = pair_on_path(work_, tasks[i].segment, tasks[i].pair);
                return static_cast<int>(!is_clear(pair, workspace));
            });
        if (!found || interrupt_requested()) return path_interrupted();
        std::map<BodyPair, std::vector<std::size_t>> segments;
        for (std::size_t i = 0; i < tasks.size(); ++i)
            if ((*found)[i] != 0) segments[tasks[i].pair.bodies].push_back(tasks[i].segment);
        for (auto& [pair, list] : segments) std::sort(list.begin(), list.end());
        return segments;
    }

    /// Apart when the segment begins, and never within the clearance during it.
    static bool is_clear(const PairOnPath& pair, ContactTimesWorkspace& workspace) {
        const auto stretch = next_clear_stretch(pair, 0.0, workspace);
        return stretch && stretch->from == 0.0 && stretch->verdict == ContactVerdict::Clear;
    }

    Expected<void> look_between() {
        const auto segments = segments_in_contact();
        if (!segments) return segments.error();
        const std::vector<std::pair<BodyPair, std::vector<std::size_t>>> list(segments->begin(), segments->end());
        struct Judged {
            std::vector<AuditedPassage> passages;
            std::uint64_t contacts = 0;
            std::optional<Error> error;
        };
        Progress progress("contacts", list.size(), options_.progress);
        auto found = parallel_map(
            list.size(), {.threads = options_.threads, .progress = &progress}, [&](std::size_t i) {
                Judged judged;
                const auto& [pair, places] = list[i];
                for (std::size_t first = 0; first < places.size();) {
                    // As many neighbours as there are, at once; after one that is too deep, from the next on.
                    std::size_t last = first;
                    while (last + 1 < places.size() && places[last + 1] == places[last] + 1) ++last;
                    auto end = judge(pair, places[first], places[last]);
                    if (!end) {
                        judged.error = end.error();
                        return judged;
                    }
                    if (*end) judged.passages.push_back(**end);
                    const std::size_t reached = *end ? (*end)->segment : places[last];
                    judged.contacts += reached - places[first] + (*end ? 0 : 1);
                    while (first < places.size() && places[first] <= reached) ++first;
                }
                return judged;
            });
        if (!found || interrupt_requested()) return path_interrupted();
        for (Judged& judged : *found) {
            if (judged.error) return *judged.error;
            audit_.contacts += judged.contacts;
            for (AuditedPassage& passage : judged.passages) add(std::move(passage));
        }
        std::stable_sort(audit_.between.begin(), audit_.between.end(), [](const auto& x, const auto& y) {
            return std::pair(x.segment, x.bodies) < std::pair(y.segment, y.bodies);
        });
        return {};
    }

    void add(AuditedPassage passage) {
        passage.is_hidden = std::none_of(
            audit_.at_frames.begin(), audit_.at_frames.end(), [&](const AuditedFrame& frame) {
                return frame.pair.bodies == passage.bodies &&
                       (frame.frame == passage.segment || frame.frame == passage.segment + 1);
            });
        audit_.between.push_back(std::move(passage));
    }

    /// The two bodies alone, from one frame to another. Nothing carries others there: bodies on joints need all
    /// that carries them, and all of their way.
    struct Alone {
        Scene scene;
        BodyPair bodies;
        std::size_t first;  // segment of the whole
    };
    [[nodiscard]] Alone pair_alone(const BodyPair& pair, std::size_t first, std::size_t last) const {
        Alone alone{{}, {0, 1}, first};
        alone.scene.unit = scene_.unit;
        const PairRule rule = PairRules(scene_, 0.0).of(pair[0], pair[1]);
        IgnoredPair may_touch{{0, 1}, Allowed::Touching, {}, 0};
        if (rule.allowed == Allowed::Interference) may_touch = {{0, 1}, Allowed::Interference, rule.depth, 0};
        if (!scene_.joints.empty()) {
            alone.scene = scene_;
            alone.bodies = pair;
            alone.first = 0;
            may_touch.bodies = pair;
            alone.scene.ignore.clear();
            alone.scene.clearance.clear();
            BodyGroup everything{{}, {}};
            for (std::uint32_t body = 0; body < scene_.bodies.size(); ++body) everything.bodies.push_back(body);
            alone.scene.by_group = {.groups = {everything}, .ignore = {{{0, 0}, Allowed::Everything, {}, 0}}};
            may_touch.order = 1;
        } else {
            for (const std::uint32_t body : pair) {
                const auto own = static_cast<std::uint32_t>(alone.scene.bodies.size());
                alone.scene.bodies.push_back(scene_.bodies[body]);
                for (const Path& path : scene_.paths)
                    if (path.body == body) alone.scene.paths.push_back(part_of(path, own, first, last));
            }
            for (const Path& path : alone.scene.paths)
                alone.scene.bodies[path.body].pose = body_pose(path, 0);
        }
        alone.scene.ignore.push_back(may_touch);
        return alone;
    }

    static Path part_of(const Path& path, std::uint32_t body, std::size_t first, std::size_t last) {
        Path part = path;
        part.body = body;
        const auto from = [&](auto& list) { return list.begin() + static_cast<std::ptrdiff_t>(first); };
        part.poses.assign(from(path.poses), path.poses.begin() + static_cast<std::ptrdiff_t>(last) + 2);
        if (!path.turns.empty())
            part.turns.assign(from(path.turns), path.turns.begin() + static_cast<std::ptrdiff_t>(last) + 1);
        return part;
    }

    /// The first passage of these segments that is not proved to stay within D; nothing if all are.
    Expected<std::optional<AuditedPassage>> judge(const BodyPair& pair, std::size_t first, std::size_t last) const {
        const Alone alone = pair_alone(pair, first, last);
        const auto proof = prove_paths(alone.scene, {.tolerance = options_.tolerance,
                                                     .with_proof = false,
                                                     .depth = options_.depth,
                                                     .threads = 1,
                                                     .progress = Progress::Draw::Never});
        if (!proof) return proof.error();
        if (!proof->deep.empty()) {
            const PathDeep& deep = proof->deep.front();
            return std::optional(AuditedPassage{.segment = alone.first + deep.at.segment,
                                                .bodies = pair,
                                                .passage = Passage::Deeper,
                                                .t = deep.at.t,
                                                .depth_lo = deep.depth_lo,
                                                .depth_hi = deep.depth_hi,
                                                .limit = deep.limit,
                                                .point = deep.point});
        }
        if (proof->verdict == ContactVerdict::Clear) return std::optional<AuditedPassage>{};
        PathTime from{proof->segment, proof->clear_until};
        std::string reason = "neither proved to stay within its depth nor proved deeper";
        for (const auto* list : {&proof->not_judged, &proof->undecided})
            if (!list->empty()) from = list->front().from, reason = list->front().reason;
        AuditedPassage open{.segment = alone.first + from.segment,
                            .bodies = pair,
                            .passage = Passage::Undecided,
                            .t = from.t,
                            .reason = reason};
        if (!proof->not_judged.empty() || proof->verdict == ContactVerdict::OverlapAtStart)
            look_for_crossing(open, last);
        return std::optional(open);
    }

    /// Of bodies without an inside: triangles that cross convict, at a pose that is rounded.
    void look_for_crossing(AuditedPassage& open, std::size_t last) const {
        for (std::size_t segment = open.segment; segment <= last; ++segment)
            for (int i = 0; i < kLooks; ++i) {
                const double t = static_cast<double>(i) / (kLooks - 1);
                std::array<Pose, 2> poses;
                for (int side = 0; side < 2; ++side)
                    poses[side] = rounded_pose(motion_of(work_.moving, segment, open.bodies[side]), t,
                                               work_.moving.own_boxes[work_.moving.mesh_of_body[open.bodies[side]]])
                                      .pose;
                const PosedModel a{*work_.models.of_body[open.bodies[0]], poses[0]},
                    b{*work_.models.of_body[open.bodies[1]], poses[1]};
                DiscreteMemory memory;
                const auto found =
                    find_intersections(wide(a.model), a.pose, wide(b.model), b.pose, {.find = Find::TrianglePairs}, memory);
                if (found.triangles.empty() || meeting_of(a, b, found.triangles) != BodyMeeting::Intersecting) continue;
                open.segment = segment, open.t = t, open.passage = Passage::Crossing;
                const BodyDistance near = distance_of_meeting({wide(a.model), a.pose, wide(b.model), b.pose},
                                                              found.triangles.front(), {});
                open.point = near.on_a;
                return;
            }
    }

    static constexpr std::uint32_t kLast = ~std::uint32_t{0};  // order of a rule that holds whatever others say

    const Scene& scene_;
    const AuditOptions& options_;
    PathWork work_;
    MotionAudit audit_;
};

}  // namespace

bool MotionAudit::interpenetrates() const {
    return !at_frames.empty() || std::any_of(between.begin(), between.end(), [](const AuditedPassage& passage) {
        return passage.passage != Passage::Undecided;
    });
}

bool MotionAudit::is_decided() const {
    return not_decided.empty() && std::none_of(between.begin(), between.end(), [](const AuditedPassage& passage) {
               return passage.passage == Passage::Undecided;
           });
}

Expected<MotionAudit> audit_motion(const Scene& scene, const AuditOptions& options) {
    if (scene.paths.empty())
        return make_error(ErrorCode::BadInput, "audit", "the scene has no paths, so nothing moves",
                          "`graze clash` tells about one instant");
    const PathOptions path_options{.tolerance = options.tolerance,
                                   .with_proof = false,
                                   .threads = options.threads,
                                   .progress = options.progress};
    auto work = make_path_work(scene, path_options);
    if (!work) return work.error();
    return MotionAuditor(scene, options, *std::move(work)).run();
}

}  // namespace graze::internal
