#include "graze/picture/body_edges.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace graze::picture {
namespace {

constexpr std::size_t kVerticesPerChunk = 4096;

// One triangle at an edge from a vertex to `other`.
struct EdgeUse {
    std::uint32_t other;
    std::uint32_t triangle;
    bool forward;  // does the triangle run from the vertex to `other`?
};

// The triangles at the edges from v to greater vertices, those of one edge together. Reuses the storage of
// `uses`.
std::vector<EdgeUse> uses_at(std::uint32_t v, const Fans& fans, const ViewBody& body,
                             std::vector<EdgeUse> uses) {
    uses.clear();
    for (const std::uint32_t corner : fans.around(v)) {
        const Triangle& triangle = body.triangles[corner / 3];
        const std::uint32_t after = triangle[(corner % 3 + 1) % 3], before = triangle[(corner % 3 + 2) % 3];
        if (after > v) uses.push_back({after, corner / 3, true});
        if (before > v) uses.push_back({before, corner / 3, false});
    }
    std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
        return a.other != b.other ? a.other < b.other : a.triangle < b.triangle;
    });
    return uses;
}

// The kind of an edge between two faces; `turned` if they are oriented against each other.
std::optional<EdgeKind> kind_between(const Vec3f& a, const Vec3f& b, bool turned, const Vec3& point) {
    const Vec3f other = turned ? Vec3f(-b) : b;
    if (a.dot(other) < kCreaseCosine) return EdgeKind::Sharp;
    const Vec3f ray = point.cast<float>();
    if ((a.dot(ray) < 0.0f) != (other.dot(ray) < 0.0f)) return EdgeKind::Contour;
    return std::nullopt;
}

// Needles have no normal: they neither make a crease nor, as the only neighbour, a boundary.
std::optional<BodyEdge> drawn_edge(std::uint32_t v, std::span<const EdgeUse> uses, const ViewBody& body) {
    const EdgeUse* first = nullptr;
    const EdgeUse* second = nullptr;
    bool parallel = true;
    for (const EdgeUse& use : uses) {
        const Vec3f& normal = body.face_normals[use.triangle];
        if (normal.isZero()) continue;
        if (!first) {
            first = &use;
            continue;
        }
        if (!second) second = &use;
        parallel = parallel && std::abs(normal.dot(body.face_normals[first->triangle])) >= kCreaseCosine;
    }
    if (!first || (!second && uses.size() > 1)) return std::nullopt;
    BodyEdge edge{{v, first->other}, {first->triangle, second ? second->triangle : kNone}, EdgeKind::Sharp};
    if (!second) return edge;
    if (uses.size() > 2) return parallel ? std::nullopt : std::optional(edge);
    const auto kind = kind_between(body.face_normals[first->triangle], body.face_normals[second->triangle],
                                   first->forward == second->forward, body.points[v]);
    if (!kind) return std::nullopt;
    edge.kind = *kind;
    return edge;
}

std::vector<BodyEdge> edges_from(std::size_t begin, std::size_t end, const ViewBody& body, const Fans& fans) {
    std::vector<BodyEdge> edges;
    std::vector<EdgeUse> uses;
    for (std::size_t v = begin; v < end; ++v) {
        uses = uses_at(static_cast<std::uint32_t>(v), fans, body, std::move(uses));
        for (std::size_t i = 0, j = 0; i < uses.size(); i = j) {
            while (j < uses.size() && uses[j].other == uses[i].other) ++j;
            const auto edge = drawn_edge(static_cast<std::uint32_t>(v), {&uses[i], j - i}, body);
            if (edge) edges.push_back(*edge);
        }
    }
    return edges;
}

}  // namespace

Fans fans_of(const std::vector<Triangle>& triangles, std::size_t vertices) {
    Fans fans{std::vector<std::uint32_t>(vertices + 2, 0), std::vector<std::uint32_t>(3 * triangles.size())};
    for (const Triangle& triangle : triangles)
        for (const std::uint32_t v : triangle) ++fans.begin[v + 2];
    for (std::size_t v = 2; v < fans.begin.size(); ++v) fans.begin[v] += fans.begin[v - 1];
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        for (std::uint32_t k = 0; k < 3; ++k) fans.corners[fans.begin[triangles[t][k] + 1]++] = 3 * t + k;
    fans.begin.pop_back();
    return fans;
}

std::vector<BodyEdge> edges_of(const ViewBody& body, const Fans& fans, Loops& loops) {
    const auto chunks = loops.map_chunks(
        body.points.size(), kVerticesPerChunk,
        [&](std::size_t begin, std::size_t end) { return edges_from(begin, end, body, fans); });
    std::vector<BodyEdge> edges;
    for (const auto& chunk : chunks) edges.insert(edges.end(), chunk.begin(), chunk.end());
    return edges;
}

}  // namespace graze::picture
