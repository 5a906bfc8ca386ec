#include "graze/queries/paths/moving_scene.h"

#include "graze/continuous/proof/world_boxes.h"
#include "graze/continuous/search/contact_times.h"
#include "graze/core/parallel.h"
#include "graze/queries/broad/rule_counts.h"

#include <algorithm>
#include <unordered_map>

namespace graze::internal {
namespace {

constexpr std::size_t kGrain = 16;

void number_meshes(MovingScene& moving) {
    std::unordered_map<const Mesh*, std::uint32_t> known;
    for (const SceneBody& body : moving.scene.bodies) {
        const auto [at, is_new] =
            known.try_emplace(body.mesh.get(), static_cast<std::uint32_t>(moving.meshes.size()));
        if (is_new) {
            moving.meshes.push_back(body.mesh.get());
            moving.own_boxes.push_back(bounds_of(*body.mesh));
        }
        moving.mesh_of_body.push_back(at->second);
        moving.sizes.push_back(size_of(moving.own_boxes[at->second]));
    }
}

/// Where a body is at the very start.
Pose start_of(const MovingScene& moving, std::uint32_t body) {
    const SceneMotion& first = moving.segments.front();
    bool is_displaced = false;
    for (const std::uint32_t link : chain_of(first, body)) {
        if (const auto* path = std::get_if<PathLink>(&first.sources[link]))
            if (link_of(first, body) == link) return path->poses.from;
        const auto* joint = std::get_if<JointLink>(&first.sources[link]);
        is_displaced |= joint && joint->from != 0.0;
    }
    if (!is_displaced) return moving.scene.bodies[body].pose;
    return rounded_pose(motion_of(moving, 0, body), 0.0, moving.own_boxes[moving.mesh_of_body[body]]).pose;
}

}  // namespace

Expected<MovingScene> make_moving_scene(const Scene& scene) {
    MovingScene moving{scene};
    auto segments = motions_of(scene, "path");
    if (!segments) return segments.error();
    moving.segments = *std::move(segments);
    moving.carriers = carriers_of(moving.segments, scene.bodies.size());
    number_meshes(moving);
    for (const SceneBody& body : scene.bodies) moving.rest.push_back(AtRest{body.pose});
    for (std::uint32_t body = 0; body < scene.bodies.size(); ++body) {
        moving.rest_boxes.push_back(
            swept_box(moving.rest[body], moving.own_boxes[moving.mesh_of_body[body]], exactly(0.0)));
        moving.start.push_back(start_of(moving, body));
    }
    for (const Path& path : scene.paths)
        if (path.about) moving.start[path.body] = body_pose(path, 0);
    return moving;
}

MotionRef motion_of(const MovingScene& moving, std::size_t segment, std::uint32_t body) {
    const SceneMotion& motion = moving.segments[segment];
    const auto link = link_of(motion, body);
    if (!link) return moving.rest[body];
    const Link& last = motion.links.links[*link];
    return last.parent ? MotionRef(LinkMotion{&motion.links, *link}) : MotionRef(last.motion);
}

std::vector<RigidMotion> links_of(const MovingScene& moving, std::size_t segment, std::uint32_t body) {
    const SceneMotion& motion = moving.segments[segment];
    std::vector<RigidMotion> links;
    for (const std::uint32_t link : chain_of(motion, body)) links.push_back(motion.links.links[link].motion);
    if (links.empty()) links.push_back(moving.rest[body]);
    return links;
}

bool nothing_moves(const MovingScene& moving, std::size_t segment, const BodyPair& bodies) {
    const SceneMotion& motion = moving.segments[segment];
    const auto common = static_cast<std::ptrdiff_t>(common_links(motion, bodies[0], bodies[1]));
    return std::all_of(bodies.begin(), bodies.end(), [&](std::uint32_t body) {
        const auto chain = chain_of(motion, body);
        return std::all_of(chain.begin() + std::min(common, std::ssize(chain)), chain.end(), [&](auto link) {
            return std::holds_alternative<AtRest>(motion.links.links[link].motion);
        });
    });
}

MovingModel body_during(const MovingScene& moving, const SceneModels& models, std::size_t segment,
                        std::uint32_t body) {
    return {*models.of_body[body], motion_of(moving, segment, body),
            segment == 0 ? &moving.start[body] : nullptr};
}

SweptBoxes boxes_during(const MovingScene& moving, std::size_t segment, int threads) {
    const std::vector<BodyLink>& carried = moving.segments[segment].carried;
    std::vector<SweptBody> bodies;
    for (const BodyLink& body : carried)
        bodies.push_back(
            {motion_of(moving, segment, body.body), moving.own_boxes[moving.mesh_of_body[body.body]]});
    const SweptBoxes swept = swept_boxes(bodies, threads);
    SweptBoxes boxes{.whole = moving.rest_boxes, .eighths = swept.eighths, .eighths_begin = {}};
    boxes.eighths_begin.assign(moving.rest_boxes.size(), SweptBoxes::kNoEighths);
    for (std::size_t i = 0; i < carried.size(); ++i) {
        boxes.whole[carried[i].body] = swept.whole[i];
        boxes.eighths_begin[carried[i].body] = swept.eighths_begin[i];
    }
    return boxes;
}

std::vector<Box> boxes_of_proof(const MovingScene& moving, int threads) {
    const Box everywhere{Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};  // what Ctrl-C leaves open
    std::vector<Box> boxes(moving.rest.size(), everywhere);
    (void)parallel_for(boxes.size(), {.threads = threads, .grain = kGrain}, [&](std::size_t i) {
        const auto body = static_cast<std::uint32_t>(i);
        const Box& own = moving.own_boxes[moving.mesh_of_body[i]];
        boxes[i] = Box{};
        bool has_stood = false;
        for (std::size_t segment = 0; segment < moving.segments.size(); ++segment) {
            if (!link_of(moving.segments[segment], body) && std::exchange(has_stood, true)) continue;
            boxes[i].add(world_box(links_of(moving, segment, body), own, 0.0, 1.0));
        }
    });
    return boxes;
}

PairCounts count_pairs(const MovingScene& moving) {
    const auto pairs_of = [](std::uint64_t n) { return n * (n - 1) / 2; };
    std::unordered_map<std::uint32_t, std::uint64_t> sizes;
    for (const std::uint32_t carrier : moving.carriers) ++sizes[carrier];
    PairCounts counts;
    for (const auto& [carrier, size] : sizes) counts.at_rest += pairs_of(size);
    const RuleCounts allowed = count_rules(moving.scene, moving.carriers, [](const PairRule& rule) {
        return rule.allowed && leaves_out(*rule.allowed, rule.depth);
    });
    counts.ignored = allowed.pairs;
    counts.at_rest -= allowed.at_rest;
    counts.judged = pairs_of(moving.carriers.size()) - counts.at_rest - counts.ignored;
    return counts;
}

}  // namespace graze::internal
