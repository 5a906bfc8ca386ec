#include "graze/scene/path_proof.h"

#include "graze/continuous/first_contact.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/scene/clash.h"
#include "graze/scene/scene_models.h"
#include "graze/scene/scene_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace graze {
namespace {

constexpr int kStrands = 16;  // parts of a segment that are proved side by side
constexpr std::uint64_t kQuickParts = 1;
// By so much more are contacts looked for, not to lose the one that ended the search.
constexpr double kRounding = 0x1p-40;

using Clock = std::chrono::steady_clock;

std::string reason_of(Allowed allowed) {
    switch (allowed) {
        case Allowed::Everything:
            return "the scene ignores it";
        case Allowed::Touching:
            return "the scene allows touching";
        case Allowed::Interference:
            break;
    }
    return "the scene allows interference";
}

class PathProver {
  public:
    PathProver(const Scene& scene, const PathOptions& options) : scene_(scene), options_(options) {
        if (options.budget_s)
            deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(*options.budget_s));
    }

    Expected<PathProof> run() {
        for (std::size_t segment = 0; segment < segments_of(scene_); ++segment)
            if (const auto motion = motion_of_segment(scene_, segment, "path"); !motion)
                return motion.error();
        list_pairs();
        if (auto built = prepare_search(); !built) return built.error();
        const auto overlaps = find_overlaps();
        if (!overlaps) return overlaps.error();
        if (*overlaps) {
            if (options_.with_proof) prepare_meshes();  // the certificate names them
            return std::move(proof_);
        }
        const std::size_t segments = segments_of(scene_);
        for (std::size_t segment = 0; segment < segments; ++segment) {
            proof_.segment = segment;
            const auto ending = prove_segment(segment);
            if (!ending) return ending.error();
            if (interrupt_requested()) return interrupted();
            proof_.clear_until = ending->time;
            proof_.verdict = ending->why;
            if (ending->why == PathVerdict::Contact) list_contacts(ending->time);
            if (ending->why != PathVerdict::Clear) return std::move(proof_);  // perhaps at t = 1 only
        }
        proof_.verdict = PathVerdict::Clear;
        return std::move(proof_);
    }

  private:
    static Error interrupted() { return make_error(ErrorCode::Interrupted, "path", "interrupted"); }

    void list_pairs() {
        const PairRules rules(scene_, options_.clearance);
        for (std::uint32_t j = 0; j < scene_.bodies.size(); ++j)
            for (std::uint32_t i = 0; i < j; ++i) {
                const PairRule rule = rules.of(i, j);
                if (!rule.allowed)
                    proof_.pairs.push_back({{i, j}, rule.clearance});
                else
                    proof_.ignored.push_back({{i, j}, reason_of(*rule.allowed)});
            }
        for (const PathPair& pair : proof_.pairs) {
            double size = 0.0;
            for (const std::uint32_t body : pair.bodies)
                size = std::max(size, size_of(bounds_of(*scene_.bodies[body].mesh)));
            tolerance_.push_back(options_.tolerance.value_or(default_tolerance(size)));
        }
    }

    // Every body at its pose, or, if it hangs on joints that do not begin at 0, near where they put it. Pairs
    // that may touch are of no interest here.
    Expected<Scene> scene_at_start() const {
        Scene start = scene_;
        for (IgnoredPair& pair : start.ignore) pair.allowed = Allowed::Everything;
        if (scene_.joints.empty()) return start;
        const auto motion = motion_of_segment(scene_, 0, "path");
        if (!motion) return motion.error();
        for (std::uint32_t body = 0; body < scene_.bodies.size(); ++body) {
            ProofBody moving{nullptr, {}};
            bool is_moved = false;
            for (const std::uint32_t link : chain_of(*motion, body)) {
                moving.links.push_back(motion->links.links[link].motion);
                const auto* joint = std::get_if<JointLink>(&motion->sources[link]);
                is_moved |= joint && joint->from != 0.0;
            }
            if (!is_moved) continue;
            const RoughPlacement at = rough_placement(moving, 0.0);
            Eigen::Matrix3d rotation;
            for (int k = 0; k < 3; ++k) rotation.col(k) = at.columns[k];
            start.bodies[body].pose = {at.place, Eigen::Quaterniond(rotation).normalized()};
        }
        return start;
    }

    // The exact answer at t = 0. True if a pair is already within its clearance.
    Expected<bool> find_overlaps() {
        const auto start = scene_at_start();
        if (!start) return start.error();
        const auto report = find_clashes(*start,
                                         {.clearance = options_.clearance,
                                          .detail = ClashDetail::Summary,
                                          .threads = options_.threads,
                                          .progress = options_.progress},
                                         models_ ? &*models_ : nullptr);
        if (!report) return report.error();
        for (const ClashPair& clash : report->pairs) {
            PathContact contact{clash.bodies, name_of(clash.kind)};
            if (!clash.triangles.empty())
                contact.triangles = {clash.triangles.front().a, clash.triangles.front().b};
            contact.surfaces = surfaces_of(clash.bodies, contact.triangles);
            contact.points = clash.points;
            const Vec3 apart = clash.points[0] - clash.points[1];
            if (clash.distance_hi > 0.0) contact.normal = apart / apart.norm();
            contact.distance = clash.distance_hi;
            proof_.contacts.push_back(std::move(contact));
        }
        if (!proof_.contacts.empty()) proof_.verdict = PathVerdict::OverlapAtStart;
        return !proof_.contacts.empty();
    }

    std::array<std::uint32_t, 2> surfaces_of(const BodyPair& bodies,
                                             const std::array<std::uint32_t, 2>& ids) const {
        return {scene_.bodies[bodies[0]].mesh->surface_of_triangle[ids[0]],
                scene_.bodies[bodies[1]].mesh->surface_of_triangle[ids[1]]};
    }

    void prepare_meshes() {
        if (!proof_.meshes.empty()) return;
        std::map<const Mesh*, std::shared_ptr<const ProofMesh>> known;
        for (const Body& body : scene_.bodies) {
            auto& mesh = known[body.mesh.get()];
            if (!mesh) mesh = std::make_shared<const ProofMesh>(make_proof_mesh(*body.mesh));
            proof_.meshes.push_back(mesh);
        }
    }

    // Gives the moving bodies their meshes, which the search does without.
    void need_meshes() {
        prepare_meshes();
        for (std::size_t body = 0; body < moving_.size(); ++body)
            moving_[body].mesh = proof_.meshes[body].get();
    }

    // The search takes bodies that move by one formula, and knows no clock.
    Expected<void> prepare_search() {
        if (deadline_ || !scene_.joints.empty()) return {};
        std::vector<BodyPair> pairs;
        for (const PathPair& pair : proof_.pairs) pairs.push_back(pair.bodies);
        auto models =
            build_models(scene_, pairs, {.threads = options_.threads, .progress = options_.progress});
        if (!models) return models.error();
        models_ = std::move(*models);
        return {};
    }

    // Where the time that is clear ends in a segment, and why.
    struct Ending {
        double time = 1.0;
        PathVerdict why = PathVerdict::Clear;
    };

    // The earliest first contact of all pairs; nothing if the search cannot tell.
    Expected<std::optional<Ending>> search_segment(std::size_t segment) {
        if (!models_) return std::optional<Ending>();
        std::vector<std::size_t> moving;  // the others stay as far apart as they are
        for (std::size_t pair = 0; pair < proof_.pairs.size(); ++pair)
            if (!nothing_moves(pair)) moving.push_back(pair);
        struct Found {
            ContactVerdict verdict = ContactVerdict::Undecided;
            double until = 0.0;
            FirstContactCounters counters;
        };
        Progress progress(fmt::format("segment {}", segment), moving.size(), options_.progress);
        const auto found = parallel_map(
            moving.size(), {.threads = options_.threads, .progress = &progress}, [&](std::size_t i) {
                const auto [a, b] = proof_.pairs[moving[i]].bodies;
                FirstContactWorkspace workspace;
                const FirstContact contact = first_contact(
                    {*models_->of_body[a], moving_[a].links.front()},
                    {*models_->of_body[b], moving_[b].links.front()},
                    {.clearance = proof_.pairs[moving[i]].clearance, .tolerance = tolerance_[moving[i]]},
                    workspace);
                return Found{contact.verdict, contact.clear_until, contact.counters};
            });
        if (!found || interrupt_requested()) return interrupted();
        Ending ending;
        for (const Found& pair : *found) {
            proof_.stats.node_pairs += pair.counters.node_pairs;
            proof_.stats.elementary += pair.counters.elementary;
            if (pair.verdict == ContactVerdict::Clear) continue;
            if (pair.verdict != ContactVerdict::Contact) return std::optional<Ending>();
            if (pair.until <= ending.time) ending = {pair.until, PathVerdict::Contact};
        }
        return std::optional(ending);
    }

    StrandProof prove(std::size_t pair, double from, double until, std::uint64_t most_parts) const {
        const BodyPair& bodies = proof_.pairs[pair].bodies;
        return prove_strand({.a = moving_[bodies[0]],
                             .b = moving_[bodies[1]],
                             .clearance = proof_.pairs[pair].clearance,
                             .tolerance = tolerance_[pair],
                             .from = from,
                             .until = until,
                             .most_parts = most_parts,
                             .deadline = deadline_,
                             .common = common_[pair]});
    }

    struct Task {
        std::size_t pair;
        double from, until;
    };

    // Proves all tasks, in order.
    Expected<std::vector<StrandProof>> prove_all(const std::vector<Task>& tasks, std::uint64_t most_parts,
                                                 const std::string& title) {
        Progress progress(title, tasks.size(), options_.progress);
        auto proofs = parallel_map(
            tasks.size(), {.threads = options_.threads, .progress = &progress},
            [&](std::size_t i) { return prove(tasks[i].pair, tasks[i].from, tasks[i].until, most_parts); });
        if (!proofs || interrupt_requested()) return interrupted();
        for (const StrandProof& proof : *proofs) {
            proof_.stats.parts += proof.parts;
            proof_.stats.leaves += proof.leaves;
        }
        return *std::move(proofs);
    }

    Expected<Ending> prove_segment(std::size_t segment) {
        const auto motion = motion_of_segment(scene_, segment, "path");
        if (!motion) return motion.error();
        moving_.clear(), common_.clear();
        for (std::uint32_t body = 0; body < scene_.bodies.size(); ++body) {
            moving_.push_back({nullptr, {}});
            for (const std::uint32_t link : chain_of(*motion, body))
                moving_.back().links.push_back(motion->links.links[link].motion);
        }
        for (const PathPair& pair : proof_.pairs)
            common_.push_back(common_links(*motion, pair.bodies[0], pair.bodies[1]));

        const auto found = search_segment(segment);
        if (!found) return found.error();
        const Ending ending = found->value_or(Ending{});
        if (*found && !options_.with_proof) return ending;
        need_meshes();

        // Pairs far from each other are proved at one stroke; the others in strands.
        std::vector<Task> whole, tasks;
        if (ending.time > 0.0)
            for (std::size_t pair = 0; pair < proof_.pairs.size(); ++pair)
                whole.push_back({pair, 0.0, ending.time});
        const auto quick = prove_all(whole, kQuickParts, fmt::format("segment {}: far pairs", segment));
        if (!quick) return quick.error();
        for (std::size_t pair = 0; pair < whole.size(); ++pair) {
            const int strands =
                (*quick)[pair].verdict == StrandVerdict::Clear || nothing_moves(pair) ? 1 : kStrands;
            for (int i = 0; i < strands; ++i)
                tasks.push_back(
                    {pair, static_cast<double>(i) / strands, static_cast<double>(i + 1) / strands});
        }
        std::erase_if(tasks, [&](const Task& task) { return task.from >= ending.time; });
        for (Task& task : tasks) task.until = std::min(task.until, ending.time);
        return prove_up_to(ending, segment, std::move(tasks));
    }

    // Of the links that the two do not have in common.
    bool nothing_moves(std::size_t pair) const {
        return std::all_of(
            proof_.pairs[pair].bodies.begin(), proof_.pairs[pair].bodies.end(), [&](std::uint32_t body) {
                const auto& links = moving_[body].links;
                return std::all_of(
                    links.begin() + static_cast<std::ptrdiff_t>(common_[pair]), links.end(),
                    [](const RigidMotion& link) { return std::holds_alternative<AtRest>(link); });
            });
    }

    // Proves the tasks; if that fails somewhere, only up to there, until everything before the end is proved.
    Expected<Ending> prove_up_to(Ending ending, std::size_t segment, std::vector<Task> tasks) {
        std::vector<StrandProof> proofs(tasks.size());
        std::vector<std::size_t> open(tasks.size());
        for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
        double& end = ending.time;
        while (!open.empty()) {
            std::vector<Task> now;
            for (const std::size_t i : open) now.push_back(tasks[i]);
            auto fresh = prove_all(now, ~std::uint64_t{0}, fmt::format("segment {}", segment));
            if (!fresh) return fresh.error();
            for (std::size_t k = 0; k < open.size(); ++k) {
                StrandProof& proof = proofs[open[k]] = std::move((*fresh)[k]);
                if (proof.verdict == StrandVerdict::Contact && proof.contact_time <= end)
                    ending = {proof.contact_time, PathVerdict::Contact};
                if (proof.verdict == StrandVerdict::Undecided && now[k].from < end)
                    ending = {now[k].from, PathVerdict::Undecided};
            }
            open.clear();
            for (std::size_t i = 0; i < tasks.size(); ++i)
                if (tasks[i].from < end && tasks[i].until > end) tasks[i].until = end, open.push_back(i);
        }
        for (std::size_t i = 0; i < tasks.size(); ++i)
            if (tasks[i].until <= end && tasks[i].from < end)
                proof_.strands.push_back({static_cast<std::uint32_t>(segment),
                                          static_cast<std::uint32_t>(tasks[i].pair), tasks[i].from,
                                          tasks[i].until, std::move(proofs[i].nodes)});
        return ending;
    }

    void list_contacts(double t) {
        need_meshes();
        for (std::size_t i = 0; i < proof_.pairs.size(); ++i) {
            const PathPair& pair = proof_.pairs[i];
            const double reach = (pair.clearance + tolerance_[i]) * (1.0 + kRounding);
            for (const NearTriangles& near :
                 triangles_within(moving_[pair.bodies[0]], moving_[pair.bodies[1]], t, reach)) {
                static constexpr const char* kNames[3] = {"vertex", "edge", "face"};
                PathContact contact{pair.bodies,
                                    fmt::format("{}_{}", kNames[std::min(near.gap.corners_a, 3) - 1],
                                                kNames[std::min(near.gap.corners_b, 3) - 1])};
                contact.triangles = {near.triangle_a, near.triangle_b};
                contact.surfaces = surfaces_of(pair.bodies, contact.triangles);
                contact.points = {near.gap.on_a, near.gap.on_b};
                if (near.gap.distance > 0.0) contact.normal = near.gap.apart / near.gap.distance;
                contact.distance = near.gap.distance;
                proof_.contacts.push_back(std::move(contact));
            }
        }
    }

    const Scene& scene_;
    const PathOptions& options_;
    std::optional<Clock::time_point> deadline_;
    std::optional<SceneModels> models_;  // if the search can be used
    std::vector<double> tolerance_;      // by pair
    std::vector<ProofBody> moving_;      // by body, during the segment
    std::vector<std::size_t> common_;    // by pair: links that carry both
    PathProof proof_;
};

}  // namespace

const char* name_of(PathVerdict verdict) {
    switch (verdict) {
        case PathVerdict::Clear:
            return "clear";
        case PathVerdict::Contact:
            return "contact";
        case PathVerdict::OverlapAtStart:
            return "overlap_at_start";
        case PathVerdict::Undecided:
            break;
    }
    return "undecided";
}

Expected<PathProof> prove_paths(const Scene& scene, const PathOptions& options) {
    if (scene.paths.empty())
        return make_error(ErrorCode::BadInput, "path", "the scene has no paths, so nothing moves",
                          "`graze clash` tells about one instant");
    return PathProver(scene, options).run();
}

}  // namespace graze
