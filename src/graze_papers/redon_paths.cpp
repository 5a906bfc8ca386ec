#include "graze_papers/redon_paths.h"

#include "graze/continuous/search/contact_times.h"
#include "graze/continuous/search/features_within.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/queries/broad/scene_models.h"
#include "graze/queries/broad/swept_boxes.h"
#include "graze/queries/instant/clash.h"
#include "graze/scene/scene_motion.h"
#include "graze_papers/per_mesh.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze::papers {
namespace {

constexpr std::size_t kRound = 64;  // pairs that are searched before the earliest contact is passed on
// By so much more are contacts looked for, not to lose the one that ended the search.
constexpr double kReachRounding = 0x1p-40;

using WallClock = std::chrono::steady_clock;

Error interrupted() { return make_error(ErrorCode::Interrupted, "path", "interrupted"); }

Expected<void> refuse(const Scene& scene, const PathOptions& options) {
    if (scene.paths.empty())
        return make_error(ErrorCode::BadInput, "path", "the scene has no paths, so nothing moves",
                          "`graze clash` tells about one instant");
    const auto no_answer = [](const char* what) {
        return make_error(ErrorCode::Unsupported, "redon02",
                          fmt::format("{} is asked for, and this method finds the first contact only", what),
                          "use the method search, or leave that out");
    };
    if (options.with_proof) return no_answer("a certificate");
    if (options.start_contact == StartContact::Allow)
        return no_answer("what happens after a contact at the start");
    if (options.all_contacts) return no_answer("a list of all contacts");
    return {};
}

/// A pair that may come within reach during the segment, not before the eighth `part` of it.
struct Candidate {
    int part;
    BodyPair bodies;
    double clearance;
    auto operator<=>(const Candidate&) const = default;
};

struct Ending {
    double time = 1.0;
    PathVerdict why = PathVerdict::Clear;
};

const char* kind_of(FeatureSlot slot) {
    return slot < kFirstEdgeSlot ? "vertex" : slot < kFaceSlot ? "edge" : "face";
}

class RedonPathSearch {
  public:
    RedonPathSearch(const Scene& scene, const PathOptions& options)
        : scene_(scene), options_(options), rules_(scene, options.clearance), trees_(scene) {
        if (options.budget_s)
            deadline_ = WallClock::now() + std::chrono::duration_cast<WallClock::duration>(
                                               std::chrono::duration<double>(*options.budget_s));
    }

    Expected<RedonPaths> run() {
        if (auto ready = prepare(); !ready) return ready.error();
        const std::size_t segments = segments_of(scene_);
        for (std::size_t segment = 0; segment < segments; ++segment)
            if (auto entered = enter(segment); !entered) return entered.error();  // all are valid
        if (auto entered = enter(0); !entered) return entered.error();
        const auto overlaps = find_overlaps();
        if (!overlaps) return overlaps.error();
        if (*overlaps) return std::move(result_);
        PathProof& proof = result_.proof;
        for (std::size_t segment = 0; segment < segments; ++segment) {
            if (auto entered = enter(segment); !entered) return entered.error();
            const auto ending = search(segment);
            if (!ending) return ending.error();
            proof.segment = segment;
            proof.clear_until = ending->time;
            proof.verdict = ending->why;
            if (ending->why == PathVerdict::Contact) list_contacts(ending->time);
            if (ending->why != PathVerdict::Clear) break;
        }
        return std::move(result_);
    }

  private:
    Expected<void> prepare();
    Expected<void> enter(std::size_t segment);
    [[nodiscard]] Scene scene_at_start() const;
    Expected<bool> find_overlaps();
    void find_candidates();
    Expected<Ending> search(std::size_t segment);
    [[nodiscard]] RedonBodiesContact search_pair(const Candidate& candidate, double until);
    void list_contacts(double t);

    [[nodiscard]] MotionRef motion_of(std::uint32_t body) const {
        const std::uint32_t link = motion_.link_of_body[body];
        const Link& last = motion_.links.links[link];
        return last.parent ? MotionRef(LinkMotion{&motion_.links, link}) : MotionRef(last.motion);
    }
    [[nodiscard]] MovingModel moving(std::uint32_t body) const {
        return {*models_.of_body[body], motion_of(body)};
    }
    [[nodiscard]] double tolerance_of(const BodyPair& bodies) const {
        const double size = std::max(models_.of_body[bodies[0]]->size, models_.of_body[bodies[1]]->size);
        return options_.tolerance.value_or(default_tolerance(size));
    }
    [[nodiscard]] double reach_of(const BodyPair& bodies, double clearance) const {
        return (clearance + tolerance_of(bodies)) * (1.0 + kReachRounding);
    }
    [[nodiscard]] bool nothing_moves(const BodyPair& bodies) const;

    const Scene& scene_;
    const PathOptions& options_;
    PairRules rules_;
    PerMesh<ObbTree> trees_;
    SceneModels models_;
    std::optional<WallClock::time_point> deadline_;
    double farthest_reach_ = 0.0;
    SceneMotion motion_;  // during the segment
    std::vector<Candidate> candidates_;
    RedonPaths result_;
};

Expected<void> RedonPathSearch::prepare() {
    PathProof& proof = result_.proof;
    const std::string reason = "the scene ignores or allows it";
    std::vector<BodyPair> each;
    for (std::uint32_t j = 0; j < scene_.bodies.size(); ++j) {
        each.push_back({j, j});
        for (std::uint32_t i = 0; i < j; ++i) {
            const PairRule rule = rules_.of(i, j);
            if (!rule.allowed)
                proof.pairs.push_back({{i, j}, rule.clearance});
            else
                proof.ignored.push_back({{i, j}, reason});
        }
    }
    auto models = build_models(scene_, each, {.threads = options_.threads, .progress = options_.progress});
    if (!models) return models.error();
    models_ = *std::move(models);
    for (const BodyPair& one : each)  // of a pair the larger size counts
        farthest_reach_ = std::max(farthest_reach_, reach_of(one, rules_.largest_clearance()));
    return {};
}

Expected<void> RedonPathSearch::enter(std::size_t segment) {
    auto motion = motion_of_segment(scene_, segment, "path");
    if (!motion) return motion.error();
    motion_ = *std::move(motion);
    return {};
}

/// Links that carry both alike aside.
bool RedonPathSearch::nothing_moves(const BodyPair& bodies) const {
    const auto shared = static_cast<std::ptrdiff_t>(common_links(motion_, bodies[0], bodies[1]));
    return std::all_of(bodies.begin(), bodies.end(), [&](std::uint32_t body) {
        const std::vector<std::uint32_t> chain = chain_of(motion_, body);
        return std::all_of(chain.begin() + shared, chain.end(), [&](std::uint32_t link) {
            return std::holds_alternative<AtRest>(motion_.links.links[link].motion);
        });
    });
}

/// Every body at its pose, or, if it hangs on joints that do not begin at 0, near where they put it. Pairs
/// that may touch are of no interest here.
Scene RedonPathSearch::scene_at_start() const {
    Scene start = scene_;
    for (IgnoredPair& pair : start.ignore) pair.allowed = Allowed::Everything;
    for (std::uint32_t body = 0; body < start.bodies.size(); ++body) {
        const std::vector<std::uint32_t> chain = chain_of(motion_, body);
        const bool is_moved = std::any_of(chain.begin(), chain.end(), [&](std::uint32_t link) {
            const auto* joint = std::get_if<JointLink>(&motion_.sources[link]);
            return joint != nullptr && joint->from != 0.0;
        });
        if (is_moved)
            start.bodies[body].pose = rounded_pose(motion_of(body), 0.0, models_.of_body[body]->bounds).pose;
    }
    return start;
}

/// The exact answer at t = 0. True if a pair is not apart.
Expected<bool> RedonPathSearch::find_overlaps() {
    const auto report = find_clashes(
        scene_at_start(),
        {.clearance = options_.clearance, .threads = options_.threads, .progress = options_.progress},
        &models_);
    if (!report) return report.error();
    for (const ClashPair& clash : report->pairs) {
        PathContact contact{clash.bodies, name_of(clash.kind)};
        if (!clash.triangles.empty()) contact.triangles = {clash.triangles[0].a, clash.triangles[0].b};
        for (const std::size_t side : {0u, 1u})
            contact.surfaces[side] =
                scene_.bodies[clash.bodies[side]].mesh->surface_of_triangle[contact.triangles[side]];
        contact.points = clash.points;
        const Vec3 apart = clash.points[0] - clash.points[1];
        if (clash.distance_hi > 0.0) contact.normal = apart / apart.norm();
        contact.distance = clash.distance_hi;
        result_.proof.contacts.push_back(std::move(contact));
    }
    if (!result_.proof.contacts.empty()) result_.proof.verdict = PathVerdict::OverlapAtStart;
    return !result_.proof.contacts.empty();
}

/// Earliest first. All other pairs are proved to stay out of reach.
void RedonPathSearch::find_candidates() {
    std::vector<SweptBody> bodies;
    for (std::uint32_t body = 0; body < scene_.bodies.size(); ++body)
        bodies.push_back({motion_of(body), models_.of_body[body]->bounds});
    const SweptBoxes boxes = swept_boxes(bodies, options_.threads);
    candidates_.clear();
    for (const BodyPair& near : pairs_within(boxes.whole, farthest_reach_)) {
        const PairRule rule = rules_.of(near[0], near[1]);
        if (rule.allowed) continue;
        if (const auto part = first_part_within(boxes, near, reach_of(near, rule.clearance)))
            candidates_.push_back({*part, near, rule.clearance});
    }
    std::sort(candidates_.begin(), candidates_.end());
}

RedonBodiesContact RedonPathSearch::search_pair(const Candidate& candidate, double until) {
    const auto [i, j] = candidate.bodies;
    const MovingModel a = moving(i), b = moving(j);
    const auto tree_of = [&](std::uint32_t body) -> const ObbTree& {
        return trees_.of(*scene_.bodies[body].mesh, [](const Mesh& mesh) { return build_obb_tree(mesh); });
    };
    return redon_bodies_contact({a, tree_of(i)}, {b, tree_of(j)},
                                {.clearance = candidate.clearance,
                                 .tolerance = tolerance_of(candidate.bodies),
                                 .until = until,
                                 .deadline = deadline_});
}

/// The earliest first contact of all pairs. Rounds of pairs are the same for any number of threads, and so
/// is all that they find.
Expected<Ending> RedonPathSearch::search(std::size_t segment) {
    find_candidates();
    std::vector<Candidate> moving;
    for (const Candidate& candidate : candidates_)
        if (!nothing_moves(candidate.bodies)) moving.push_back(candidate);
    Progress progress(fmt::format("segment {}", segment), moving.size(), options_.progress);
    Ending ending;
    double undecided = kInfinity;
    for (std::size_t begin = 0; begin < moving.size() && ending.time > 0.0; begin += kRound) {
        const std::size_t count = std::min(kRound, moving.size() - begin);
        const auto found =
            parallel_map(count, {.threads = options_.threads, .progress = &progress},
                         [&](std::size_t i) { return search_pair(moving[begin + i], ending.time); });
        if (!found || interrupt_requested()) return interrupted();
        for (const RedonBodiesContact& pair : *found) {
            result_.counters += pair.counters;
            if (pair.verdict == ContactVerdict::Contact && pair.clear_until <= ending.time)
                ending = {pair.clear_until, PathVerdict::Contact};
            if (pair.verdict == ContactVerdict::Undecided) undecided = std::min(undecided, pair.clear_until);
        }
    }
    PathStats& stats = result_.proof.stats;
    stats.searched += moving.size();
    stats.node_pairs = result_.counters.box_pairs;
    stats.elementary = result_.counters.feature_pairs;
    if (undecided < ending.time || (undecided <= 1.0 && ending.why == PathVerdict::Clear))
        return Ending{undecided, PathVerdict::Undecided};
    return ending;
}

/// Features within reach of each other at time t of the segment.
void RedonPathSearch::list_contacts(double t) {
    FirstContactWorkspace workspace;
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& p, const Candidate& q) { return p.bodies < q.bodies; });
    for (const Candidate& pair : candidates_) {
        const auto [i, j] = pair.bodies;
        const Box box_i = swept_box(motion_of(i), models_.of_body[i]->bounds, exactly(t)),
                  box_j = swept_box(motion_of(j), models_.of_body[j]->bounds, exactly(t));
        const double reach = reach_of(pair.bodies, pair.clearance);
        if (!may_be_within(box_i, box_j, reach)) continue;
        for (const ContactFeaturePair& at : features_within(moving(i), moving(j), t, reach, workspace))
            result_.proof.contacts.push_back(
                {.bodies = pair.bodies,
                 .kind = fmt::format("{}_{}", kind_of(at.features[0]), kind_of(at.features[1])),
                 .triangles = at.triangles,
                 .surfaces = at.surfaces,
                 .points = at.points,
                 .normal = at.normal,
                 .distance = at.distance_hi});
    }
}

}  // namespace

Expected<RedonPaths> redon_paths(const Scene& scene, const PathOptions& options) {
    if (auto valid = refuse(scene, options); !valid) return valid.error();
    return RedonPathSearch(scene, options).run();
}

}  // namespace graze::papers
