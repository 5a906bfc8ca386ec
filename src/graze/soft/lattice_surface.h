// The nearest point of a skin that may deform, and on which side of it one is.
//
// The side is told by the normal of the feature that is nearest: of a face its own, of an edge the sum of both, of a
// vertex the sum of all weighted by their angles [Baerentzen05]. That is exact for closed skins that do not cross
// themselves, in real arithmetic; here it is rounded, and nothing is proved by it.
#pragma once

#include "graze/model/box_tree.h"
#include "graze/model/mesh.h"

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace graze::soft {

struct Surface {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    internal::BoxTree tree;
    std::vector<std::uint32_t> around_begin, around;  // triangles at each vertex
};
[[nodiscard]] Surface surface_of(const Mesh& mesh, std::span<const Vec3> vertices);

struct SurfacePlace {
    std::uint32_t triangle = 0;
    Vec3 weight = Vec3::Zero();  // of its corners
    Vec3 point = Vec3::Zero();
    Vec3 normal = Vec3::Zero();  // outwards, of length 1
    double gap = 0.0;            // negative inside
};

/// A box that is wider by so much on every side, rounded: who proves something with it adds more than that.
[[nodiscard]] inline Box grown(Box box, double by) {
    box.min.array() -= by;
    box.max.array() += by;
    return box;
}

/// Weights of the closest point of a triangle.
[[nodiscard]] Vec3 closest_weights(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p);

/// The outward normal where these weights put a point: of a face, an edge or a vertex. Not of length 1.
[[nodiscard]] Vec3 normal_at(const Surface& surface, std::uint32_t triangle, const Vec3& weight);

[[nodiscard]] inline double square_to(const Box& box, const Vec3& p) {
    return (box.min - p).cwiseMax(p - box.max).cwiseMax(Vec3::Zero()).squaredNorm();
}

/// The nearest place within a distance, of triangles that are not skipped.
template <class Skip>
[[nodiscard]] std::optional<SurfacePlace> nearest_place(const Surface& surface, const Vec3& p, double most, const Skip& skip) {
    const internal::BoxTree& tree = surface.tree;
    double best = most * most;
    bool is_found = false;
    SurfacePlace place;
    struct Open {
        std::uint32_t level, node;
        double square;
    };
    std::array<Open, 256> open;
    std::size_t count = 0;
    const auto push = [&](std::uint32_t level, std::uint32_t node) {
        const double square = square_to(tree.boxes[tree.levels[level] + node], p);
        if (square <= best) open[count++] = {level, node, square};
    };
    push(static_cast<std::uint32_t>(tree.levels.size() - 2), 0);
    while (count > 0) {
        const Open at = open[--count];
        if (at.square > best) continue;
        if (at.level > 0) {
            const std::size_t begin = count, nodes = tree.levels[at.level] - tree.levels[at.level - 1];
            for (std::uint32_t k = 4 * at.node; k < 4 * at.node + 4 && k < nodes; ++k) push(at.level - 1, k);
            for (std::size_t i = begin + 1; i < count; ++i)  // the nearest last: it is looked at first
                for (std::size_t j = i; j > begin && open[j].square > open[j - 1].square; --j) std::swap(open[j], open[j - 1]);
            continue;
        }
        const auto [begin, end] = internal::leaf_of(tree, at.node);
        for (std::uint32_t i = begin; i < end; ++i) {
            const Triangle& t = tree.corners[i];
            if (skip(tree.order[i])) continue;
            const Vec3 &a = surface.vertices[t[0]], &b = surface.vertices[t[1]], &c = surface.vertices[t[2]];
            const Vec3 weight = closest_weights(a, b, c, p);
            const Vec3 point = weight[0] * a + weight[1] * b + weight[2] * c;
            const double square = (p - point).squaredNorm();
            if (square < best || (!is_found && square <= best)) {
                best = square;
                is_found = true;
                place.triangle = tree.order[i];
                place.weight = weight;
                place.point = point;
            }
        }
    }
    if (!is_found) return std::nullopt;
    const Vec3 away = p - place.point, normal = normal_at(surface, place.triangle, place.weight);
    const double length = normal.norm();
    place.normal = length > 0.0 ? Vec3(normal / length) : Vec3(Vec3::UnitZ());
    const double distance = away.norm();
    place.gap = away.dot(place.normal) < 0.0 ? -distance : distance;
    return place;
}

}  // namespace graze::soft
