#include "graze/queries/paths/path_stage.h"

#include "graze/queries/broad/swept_boxes.h"
#include "graze/queries/instant/clash.h"

#include <algorithm>
#include <numeric>

namespace graze {
namespace {

// By so much more are contacts looked for, not to lose the one that ended the search.
constexpr double kReachRounding = 0x1p-40;

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

double path_tolerance(const PathStage& stage, double larger_size) {
    return stage.options.tolerance.value_or(default_tolerance(larger_size));
}

double path_reach(const PathStage& stage, double clearance, double larger_size) {
    return (clearance + path_tolerance(stage, larger_size)) * (1.0 + kReachRounding);
}

double larger_size_of(const PathStage& stage, const BodyPair& bodies) {
    return std::max(stage.sizes[bodies[0]], stage.sizes[bodies[1]]);
}

/// In the order of its tree, if there is one: then sets of the search are ranges.
ProofMesh proof_mesh_of(const PathStage& stage, std::uint32_t body) {
    const Mesh& mesh = *stage.scene.bodies[body].mesh;
    const bool walks = stage.models && stage.options.proof_by == ProofBy::Walk;
    const BodyModel* model = walks ? stage.models->of_body[body].get() : nullptr;
    return model ? make_proof_mesh(mesh, model->tree.order) : make_proof_mesh(mesh);
}

}  // namespace

void list_pairs(PathStage& stage) {
    const Scene& scene = stage.scene;
    PathProof& proof = stage.proof;
    const PairRules rules(scene, stage.options.clearance);
    proof.pairs.reserve(scene.bodies.size() * (scene.bodies.size() - 1) / 2);
    for (std::uint32_t j = 0; j < scene.bodies.size(); ++j)
        for (std::uint32_t i = 0; i < j; ++i) {
            const PairRule rule = rules.of(i, j);
            if (!rule.allowed)
                proof.pairs.push_back({{i, j}, rule.clearance});
            else
                proof.ignored.push_back({{i, j}, reason_of(*rule.allowed)});
        }
    std::map<const Mesh*, Box> known;
    for (const SceneBody& body : scene.bodies) {
        const auto [entry, is_new] = known.try_emplace(body.mesh.get());
        if (is_new) entry->second = bounds_of(*body.mesh);
        stage.own_boxes.push_back(entry->second);
        stage.sizes.push_back(size_of(entry->second));
    }
    for (const double size : stage.sizes)  // the tolerance does not rise from size 0 on
        stage.farthest_reach =
            std::max(stage.farthest_reach, path_reach(stage, rules.largest_clearance(), size));
}

Expected<void> prepare_search(PathStage& stage) {
    if (stage.deadline) return {};
    std::vector<BodyPair> pairs;
    pairs.reserve(stage.proof.pairs.size());
    for (const PathPair& pair : stage.proof.pairs) pairs.push_back(pair.bodies);
    auto models = build_models(stage.scene, pairs,
                               {.threads = stage.options.threads, .progress = stage.options.progress});
    if (!models) return models.error();
    stage.models = std::move(*models);
    return {};
}

Expected<void> enter_segment(PathStage& stage, std::size_t segment) {
    if (stage.entered == segment) return {};
    auto motion = motion_of_segment(stage.scene, segment, "path");
    if (!motion) return motion.error();
    stage.motion = *std::move(motion);
    stage.entered = segment;
    stage.moving.clear();
    for (std::uint32_t body = 0; body < stage.scene.bodies.size(); ++body) {
        stage.moving.push_back({nullptr, {}});
        for (const std::uint32_t link : chain_of(stage.motion, body))
            stage.moving.back().links.push_back(stage.motion.links.links[link].motion);
    }
    return {};
}

std::size_t index_of(const PathStage& stage, const BodyPair& bodies) {
    const std::vector<PathPair>& pairs = stage.proof.pairs;
    const auto key = [](const BodyPair& pair) { return std::pair(pair[1], pair[0]); };
    const auto at = std::lower_bound(
        pairs.begin(), pairs.end(), bodies,
        [&](const PathPair& pair, const BodyPair& wanted) { return key(pair.bodies) < key(wanted); });
    const bool is_there = at != pairs.end() && at->bodies == bodies;
    return is_there ? static_cast<std::size_t>(at - pairs.begin()) : pairs.size();
}

MotionRef motion_of(const PathStage& stage, std::uint32_t body) {
    const std::uint32_t link = stage.motion.link_of_body[body];
    const Link& last = stage.motion.links.links[link];
    return last.parent ? MotionRef(LinkMotion{&stage.motion.links, link}) : MotionRef(last.motion);
}

PairOnPath pair_on_path(const PathStage& stage, std::size_t pair) {
    const auto [a, b] = stage.proof.pairs[pair].bodies;
    return {.a = {*stage.models->of_body[a], motion_of(stage, a)},
            .b = {*stage.models->of_body[b], motion_of(stage, b)},
            .own_a = stage.own_boxes[a],
            .own_b = stage.own_boxes[b],
            .clearance = stage.proof.pairs[pair].clearance,
            .tolerance = tolerance_of(stage, stage.proof.pairs[pair].bodies)};
}

std::size_t links_in_common(const PathStage& stage, std::size_t pair) {
    const auto [a, b] = stage.proof.pairs[pair].bodies;
    return common_links(stage.motion, a, b);
}

bool nothing_moves(const PathStage& stage, std::size_t pair) {
    const auto shared = static_cast<std::ptrdiff_t>(links_in_common(stage, pair));
    const BodyPair& bodies = stage.proof.pairs[pair].bodies;
    return std::all_of(bodies.begin(), bodies.end(), [&](std::uint32_t body) {
        const auto& links = stage.moving[body].links;
        return std::all_of(links.begin() + shared, links.end(),
                           [](const RigidMotion& link) { return std::holds_alternative<AtRest>(link); });
    });
}

double tolerance_of(const PathStage& stage, const BodyPair& bodies) {
    return path_tolerance(stage, larger_size_of(stage, bodies));
}

double reach_of(const PathStage& stage, const PathPair& pair) {
    return path_reach(stage, pair.clearance, larger_size_of(stage, pair.bodies));
}

std::vector<PathCandidate> find_candidates(const PathStage& stage) {
    std::vector<SweptBody> bodies;
    for (std::uint32_t body = 0; body < stage.moving.size(); ++body)
        bodies.push_back({motion_of(stage, body), stage.own_boxes[body]});
    const SweptBoxes boxes = swept_boxes(bodies, stage.options.threads);
    std::vector<PathCandidate> candidates;
    for (const BodyPair& near : pairs_within(boxes.whole, stage.farthest_reach)) {
        const std::size_t pair = index_of(stage, near);
        if (pair == stage.proof.pairs.size()) continue;  // ignored
        if (const auto part = first_part_within(boxes, near, reach_of(stage, stage.proof.pairs[pair])))
            candidates.push_back({*part, pair});
    }
    std::sort(candidates.begin(), candidates.end());
    return candidates;
}

void prepare_meshes(PathStage& stage, std::span<const std::uint32_t> bodies) {
    stage.proof.meshes.resize(stage.scene.bodies.size());
    for (const std::uint32_t body : bodies) {
        auto& mesh = stage.proof_meshes[stage.scene.bodies[body].mesh.get()];
        if (!mesh) mesh = std::make_shared<const ProofMesh>(proof_mesh_of(stage, body));
        stage.proof.meshes[body] = mesh;
        if (body < stage.moving.size()) stage.moving[body].mesh = mesh.get();
    }
}

void prepare_all_meshes(PathStage& stage) {
    std::vector<std::uint32_t> all(stage.scene.bodies.size());
    std::iota(all.begin(), all.end(), 0u);
    prepare_meshes(stage, all);
}

void add_counters(PathStage& stage, const FirstContactCounters& counters) {
    stage.proof.stats.node_pairs += counters.node_pairs;
    stage.proof.stats.elementary += counters.elementary;
}

Error path_interrupted() { return make_error(ErrorCode::Interrupted, "path", "interrupted"); }

}  // namespace graze
