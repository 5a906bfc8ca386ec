#include "graze/queries/broad/broad_phase.h"

#include "graze/discrete/triangles/outward_box.h"
#include "graze/numeric/outward.h"

#include <algorithm>
#include <numeric>

namespace graze {
namespace {

std::uint64_t key_of(std::uint32_t i, std::uint32_t j) {
    return static_cast<std::uint64_t>(std::min(i, j)) << 32 | std::max(i, j);
}

/// Where the sum of box centres spreads most. A guess that costs time only.
int sweep_axis(std::span<const Box> boxes) {
    Box all, largest;
    for (const Box& box : boxes) all.add(box);
    const Vec3 extent = all.max - all.min;
    int axis = 0;
    for (int k = 1; k < 3; ++k)
        if (extent[k] > extent[axis]) axis = k;
    return axis;
}

}  // namespace

PairRules::PairRules(std::span<const IgnoredPair> ignore, std::span<const PairClearance> clearances,
                     double clearance)
    : clearance_(clearance), largest_clearance_(clearance) {
    for (const IgnoredPair& pair : ignore) {
        Named& named = rules_[key_of(pair.bodies[0], pair.bodies[1])];
        named.rule.allowed = pair.allowed;
        named.rule.depth = pair.depth;
        named.ignore_order = pair.order;
    }
    for (const PairClearance& pair : clearances) {
        Named& named = rules_[key_of(pair.bodies[0], pair.bodies[1])];
        named.rule.clearance = pair.distance;
        named.rule.clearance_is_own = true;
        named.clearance_order = pair.order;
        largest_clearance_ = std::max(largest_clearance_, pair.distance);
    }
}

PairRules::PairRules(const Scene& scene, double clearance)
    : PairRules(scene.ignore, scene.clearance, clearance) {
    groups_ = GroupLookup(scene.by_group, scene.bodies.size());
    for (const GroupsClearance& rule : scene.by_group.clearance)
        largest_clearance_ = std::max(largest_clearance_, rule.distance);
}

PairRule PairRules::of(std::uint32_t i, std::uint32_t j) const {
    Named named;
    if (!rules_.empty())
        if (const auto found = rules_.find(key_of(i, j)); found != rules_.end()) named = found->second;
    PairRule& rule = named.rule;
    const auto [ignored, clearance] = groups_.of(i, j);
    if (ignored && (!rule.allowed || ignored->order > named.ignore_order)) {
        rule.allowed = ignored->allowed;
        rule.depth = ignored->depth;
    }
    if (clearance && (!rule.clearance_is_own || clearance->order > named.clearance_order)) {
        rule.clearance = clearance->distance;
        rule.clearance_is_own = true;
    }
    if (!rule.clearance_is_own) rule.clearance = clearance_;
    return rule;
}

std::vector<Box> posed_boxes(const Scene& scene) {
    std::unordered_map<const Mesh*, Box> own;
    std::vector<Box> boxes;
    for (const SceneBody& body : scene.bodies) {
        const auto [entry, is_new] = own.try_emplace(body.mesh.get());
        if (is_new) entry->second = bounds_of(*body.mesh);
        boxes.push_back(cover_of(placement_of(body.pose), entry->second));
    }
    return boxes;
}

bool may_be_within(const Box& p, const Box& q, double distance) {
    for (int k = 0; k < 3; ++k)  // an infinite box gives NaN or minus infinity: not proved
        if (just_below(p.min[k] - q.max[k]) > distance || just_below(q.min[k] - p.max[k]) > distance)
            return false;
    return true;
}

std::vector<BodyPair> pairs_within(std::span<const Box> boxes, double distance,
                                   std::span<const std::uint32_t> groups) {
    const int axis = sweep_axis(boxes);
    std::vector<std::uint32_t> order(boxes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        return std::pair(boxes[i].min[axis], i) < std::pair(boxes[j].min[axis], j);
    });
    std::vector<BodyPair> pairs;
    for (std::size_t s = 0; s < order.size(); ++s) {
        const std::uint32_t body = order[s];
        const Box& box = boxes[body];
        for (std::size_t t = s + 1; t < order.size(); ++t) {
            const std::uint32_t next = order[t];
            if (just_below(boxes[next].min[axis] - box.max[axis]) > distance)
                break;  // and so are all after it
            if (!groups.empty() && groups[body] == groups[next]) continue;
            if (may_be_within(box, boxes[next], distance))
                pairs.push_back({std::min(body, next), std::max(body, next)});
        }
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

}  // namespace graze
