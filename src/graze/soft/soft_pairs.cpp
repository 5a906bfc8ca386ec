#include "graze/soft/soft_pairs.h"

#include "graze/core/assert.h"

#include <algorithm>
#include <numbers>

namespace graze::soft {
namespace {

Box widened(Box box, double by) {
    const double more = by * (1.0 + 0x1p-40) + 0x1p-45 * (box.min.cwiseAbs() + box.max.cwiseAbs()).maxCoeff();
    box.min.array() -= more;
    box.max.array() += more;
    return box;
}

Box swept_box(const StraightSet& set) {
    Box box;
    for (std::size_t k = 0; k < static_cast<std::size_t>(set.count); ++k) {
        box.add(set.from[k]);
        box.add(set.to[k]);
    }
    return box;
}

void add_bodies(const SoftModel& model, const SoftWays& ways, double more, std::span<const Box> boxes, Candidates& found) {
    for (std::uint32_t b = 0; b < model.bodies.size(); ++b) {
        const PreparedBody& body = model.bodies[b];
        const BodyWay& way = ways.bodies[b];
        for (std::uint32_t s = 0; s < model.segments.size(); ++s) {
            if (model.is_ignored[model.segments[s].rod][b]) continue;
            const double distance = clearance_of(model, s) + more;
            if (!boxes_meet(widened(boxes[s], distance), way.around)) continue;
            const Box near = box_in_body(way, boxes[s], distance);
            body.triangles.visit_meeting(near, [&](std::uint32_t triangle) {
                const StraightSet set = triangle_on(body, way, triangle);
                if (!boxes_meet(widened(swept_box(set), set.error + distance), boxes[s])) return;
                const Vec3 across = (set.to[1] - set.to[0]).cross(set.to[2] - set.to[0]);
                const Vec3 normal = across.squaredNorm() > 0.0 ? Vec3(across.normalized()) : Vec3(Vec3::Zero());
                found.bodies.push_back({s, b, triangle, set, box_of(set.to), normal, normal.dot(set.to[0])});
            });
        }
    }
}

/// Of two segments of one rod, the first before the second: whether less than pi r lies between them.
bool are_close_along(const Rod& rod, std::uint32_t first, std::uint32_t second) {
    double between = 0.0;
    for (std::uint32_t k = first + 1; k < second; ++k) {
        between += rod.length[k];
        if (between >= std::numbers::pi * rod.radius) return false;
    }
    return true;
}

void add_rods(const SoftModel& model, double more, std::span<const Box> boxes, Candidates& found) {
    for (std::uint32_t r = 0; r < model.rods.size(); ++r) {
        const Rod& rod = model.rods[r];
        const auto n = static_cast<std::uint32_t>(rod.segments());
        for (std::uint32_t i = 0; i + 2 < n; ++i)
            for (std::uint32_t j = i + 2; j < n && are_close_along(rod, i, j); ++j)
                found.rods.push_back({model.first_segment[r] + i, model.first_segment[r] + j,
                                      2.0 * (rod.radius + model.skin_error), true});
    }
    const BoxTree tree(boxes);
    for (std::uint32_t a = 0; a < model.segments.size(); ++a) {
        double largest = 0.0;
        for (const Rod& rod : model.rods) largest = std::max(largest, rod.radius);
        const Box near = widened(boxes[a], clearance_of(model, a) + largest + model.skin_error + 2.0 * more);
        tree.visit_meeting(near, [&](std::uint32_t b) {
            if (b <= a) return;
            const Segment &p = model.segments[a], &q = model.segments[b];
            const double clearance = clearance_of(model, a) + clearance_of(model, b);
            if (!boxes_meet(widened(boxes[a], clearance + 2.0 * more), boxes[b])) return;
            if (p.rod == q.rod) {
                const std::uint32_t first = model.first_segment[p.rod];
                if (b == a + 1 || are_close_along(model.rods[p.rod], a - first, b - first)) return;
            }
            found.rods.push_back({a, b, clearance, false});
        });
    }
}

}  // namespace

int SoftModel::unknown_of(std::uint32_t node) const {
    const std::uint32_t rod = rod_of_node(node);
    return offset[rod] + 4 * static_cast<int>(node - first_node[rod]);
}

std::uint32_t SoftModel::rod_of_node(std::uint32_t node) const {
    const auto after = std::upper_bound(first_node.begin(), first_node.end(), node);
    return static_cast<std::uint32_t>(after - first_node.begin()) - 1;
}

StraightSet segment_on(const SoftModel& model, std::uint32_t segment, std::span<const Vec3> from, std::span<const Vec3> to) {
    const std::uint32_t node = model.segments[segment].node;
    return {.count = 2, .from = {from[node], from[node + 1]}, .to = {to[node], to[node + 1]}};
}

Candidates candidates_of(const SoftModel& model, const SoftWays& ways, double more) {
    std::vector<Box> boxes;
    for (std::uint32_t s = 0; s < model.segments.size(); ++s) boxes.push_back(swept_box(segment_on(model, s, ways.from, ways.to)));
    Candidates found;
    add_bodies(model, ways, more, boxes, found);
    add_rods(model, more, boxes, found);
    return found;
}

}  // namespace graze::soft
