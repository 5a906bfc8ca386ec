#include "graze/queries/paths/path_contacts.h"

#include "graze/queries/broad/swept_boxes.h"
#include "graze/queries/instant/clash.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace graze {
namespace {

std::array<std::uint32_t, 2> surfaces_of(const Scene& scene, const BodyPair& bodies,
                                         const std::array<std::uint32_t, 2>& triangles) {
    return {scene.bodies[bodies[0]].mesh->surface_of_triangle[triangles[0]],
            scene.bodies[bodies[1]].mesh->surface_of_triangle[triangles[1]]};
}

/// Every body at its pose, or, if it hangs on joints that do not begin at 0, near where they put it. Pairs
/// that may touch are of no interest here.
Scene scene_at_start(const PathStage& stage) {
    Scene start = stage.scene;
    for (IgnoredPair& pair : start.ignore) pair.allowed = Allowed::Everything;
    for (std::uint32_t body = 0; body < start.bodies.size() && !start.joints.empty(); ++body) {
        bool is_moved = false;
        for (const std::uint32_t link : chain_of(stage.motion, body)) {
            const auto* joint = std::get_if<JointLink>(&stage.motion.sources[link]);
            is_moved |= joint && joint->from != 0.0;
        }
        if (!is_moved) continue;
        const RoughPlacement at = rough_placement(stage.moving[body], 0.0);
        Eigen::Matrix3d rotation;
        for (int k = 0; k < 3; ++k) rotation.col(k) = at.columns[k];
        start.bodies[body].pose = {at.place, Eigen::Quaterniond(rotation).normalized()};
    }
    return start;
}

PathContact contact_of(const Scene& scene, const ClashPair& clash) {
    PathContact contact{clash.bodies, name_of(clash.kind)};
    if (!clash.triangles.empty()) contact.triangles = {clash.triangles.front().a, clash.triangles.front().b};
    contact.surfaces = surfaces_of(scene, clash.bodies, contact.triangles);
    contact.points = clash.points;
    const Vec3 apart = clash.points[0] - clash.points[1];
    if (clash.distance_hi > 0.0) contact.normal = apart / apart.norm();
    contact.distance = clash.distance_hi;
    return contact;
}

PathContact contact_of(const Scene& scene, const BodyPair& bodies, const NearTriangles& near) {
    static constexpr const char* kNames[3] = {"vertex", "edge", "face"};
    PathContact contact{bodies, fmt::format("{}_{}", kNames[std::min(near.gap.corners_a, 3) - 1],
                                            kNames[std::min(near.gap.corners_b, 3) - 1])};
    contact.triangles = {near.triangle_a, near.triangle_b};
    contact.surfaces = surfaces_of(scene, bodies, contact.triangles);
    contact.points = {near.gap.on_a, near.gap.on_b};
    if (near.gap.distance > 0.0) contact.normal = near.gap.apart / near.gap.distance;
    contact.distance = near.gap.distance;
    return contact;
}

/// Pairs that may be within reach of each other at time t.
std::vector<std::size_t> pairs_near(const PathStage& stage, const PathSeats& seats,
                                    std::span<const PathCandidate> candidates, double t) {
    std::vector<std::size_t> pairs;
    if (!stage.models) {
        pairs.resize(stage.proof.pairs.size());
        std::iota(pairs.begin(), pairs.end(), std::size_t{0});
        return pairs;
    }
    std::vector<Box> boxes;
    for (std::uint32_t body = 0; body < stage.moving.size(); ++body)
        boxes.push_back(swept_box(motion_of(stage, body), stage.own_boxes[body], exactly(t)));
    WideWorkspace workspace;
    for (const PathCandidate& candidate : candidates) {
        const PathPair& pair = stage.proof.pairs[candidate.pair];
        const double reach = reach_of(stage, pair);
        const auto from = judged_from(stage, seats, candidate.pair, *stage.entered);
        if (from && *from <= t && may_be_within(boxes[pair.bodies[0]], boxes[pair.bodies[1]], reach) &&
            !prove_skins_apart_at(pair_on_path(stage, candidate.pair), t, reach, workspace))
            pairs.push_back(candidate.pair);
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

}  // namespace

Expected<bool> find_overlaps(PathStage& stage) {
    const auto report = find_clashes(scene_at_start(stage),
                                     {.clearance = stage.options.clearance,
                                      .detail = ClashDetail::Summary,
                                      .threads = stage.options.threads,
                                      .progress = stage.options.progress},
                                     stage.models ? &*stage.models : nullptr);
    if (!report) return report.error();
    for (const ClashPair& clash : report->pairs)
        stage.proof.contacts.push_back(contact_of(stage.scene, clash));
    if (!stage.proof.contacts.empty()) stage.proof.verdict = PathVerdict::OverlapAtStart;
    return !stage.proof.contacts.empty();
}

void list_contacts(PathStage& stage, const PathSeats& seats, std::span<const PathCandidate> candidates,
                   double t) {
    const std::vector<std::size_t> pairs = pairs_near(stage, seats, candidates, t);
    std::vector<std::uint32_t> bodies;
    for (const std::size_t i : pairs)
        for (const std::uint32_t body : stage.proof.pairs[i].bodies) bodies.push_back(body);
    prepare_meshes(stage, bodies);
    for (const std::size_t i : pairs) {
        const PathPair& pair = stage.proof.pairs[i];
        const ProofBody &a = stage.moving[pair.bodies[0]], &b = stage.moving[pair.bodies[1]];
        for (const NearTriangles& near : triangles_within(a, b, t, reach_of(stage, pair)))
            stage.proof.contacts.push_back(contact_of(stage.scene, pair.bodies, near));
    }
}

}  // namespace graze
