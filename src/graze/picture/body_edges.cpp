#include "graze/picture/body_edges.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace graze::picture {
namespace {

constexpr std::size_t kVerticesPerChunk = 4096;

// Creases that hang together must add up to this many pixels, or they get no line; fewer if they form a
// closed loop.
constexpr double kCrumb = 90.0;
constexpr double kSmallLoop = 20.0;

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

// Does one of two faces look towards the eye and the other away? `turned` if they are oriented against each
// other.
bool is_contour(const Vec3f& a, const Vec3f& b, bool turned, const Vec3& point) {
    const Vec3f ray = point.cast<float>();
    return (a.dot(ray) < 0.0f) != ((b.dot(ray) < 0.0f) != turned);
}

// Needles have no normal: they neither make a crease nor, as the only neighbour, a boundary.
std::optional<BodyEdge> drawn_edge(std::uint32_t v, std::span<const EdgeUse> uses, const ViewBody& body) {
    const EdgeUse* first = nullptr;
    const EdgeUse* second = nullptr;
    bool parallel = true;
    for (const EdgeUse& use : uses) {
        const Vec3f& normal = body.face_normals[use.triangle];
        if (is_zero(normal)) continue;
        if (!first) {
            first = &use;
            continue;
        }
        if (!second) second = &use;
        parallel = parallel && std::abs(normal.dot(body.face_normals[first->triangle])) >= kCreaseCosine;
    }
    if (!first || (!second && uses.size() > 1)) return std::nullopt;
    BodyEdge edge{
        {v, first->other}, {first->triangle, second ? second->triangle : kNone}, EdgeKind::Sharp, false};
    if (!second) return edge;
    if (uses.size() > 2) return parallel ? std::nullopt : std::optional(edge);
    const Vec3f& a = body.face_normals[first->triangle];
    const Vec3f& b = body.face_normals[second->triangle];
    const bool turned = first->forward == second->forward;
    edge.is_contour = is_contour(a, b, turned, body.points[v]);
    if ((turned ? -1.0f : 1.0f) * a.dot(b) < kCreaseCosine) return edge;
    edge.kind = EdgeKind::Contour;
    return edge.is_contour ? std::optional(edge) : std::nullopt;
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

double pixels_long(const BodyEdge& edge, const ViewBody& body, const View& view) {
    const Vec3& a = body.points[edge.points[0]];
    const Vec3& b = body.points[edge.points[1]];
    return view.focal * (b - a).norm() / std::max(0.5 * (a.z() + b.z()), kNear);
}

bool is_crease(const BodyEdge& edge) { return edge.kind == EdgeKind::Sharp && edge.triangles[1] != kNone; }

bool is_weak(const BodyEdge& edge, const ViewBody& body) {
    return std::abs(body.face_normals[edge.triangles[0]].dot(body.face_normals[edge.triangles[1]])) >
           kShortCreaseCosine;
}

// Sets of points that are joined by creases, as a forest.
class Islands {
  public:
    explicit Islands(std::size_t points) : parent_(points) {
        for (std::size_t p = 0; p < points; ++p) parent_[p] = static_cast<std::uint32_t>(p);
    }
    std::uint32_t root(std::uint32_t p) {
        while (parent_[p] != p) p = parent_[p] = parent_[parent_[p]];
        return p;
    }
    void join(std::uint32_t a, std::uint32_t b) { parent_[root(a)] = root(b); }

  private:
    std::vector<std::uint32_t> parent_;
};

// A crease that is no crease any more may still be a contour.
void drop(BodyEdge& edge) { edge.kind = edge.is_contour ? EdgeKind::Contour : EdgeKind::None; }

std::vector<BodyEdge> without_crumbs(std::vector<BodyEdge> edges, const ViewBody& body, const View& view) {
    Islands islands(body.points.size());
    std::vector<std::uint32_t> degree(body.points.size(), 0);
    for (BodyEdge& edge : edges) {
        if (is_crease(edge) && is_weak(edge, body) && pixels_long(edge, body, view) < kShort) drop(edge);
        if (edge.kind != EdgeKind::Sharp) continue;
        islands.join(edge.points[0], edge.points[1]);
        for (const std::uint32_t p : edge.points) ++degree[p];
    }
    std::vector<double> length(body.points.size(), 0.0), least(body.points.size(), kSmallLoop);
    for (const BodyEdge& edge : edges) {
        if (edge.kind != EdgeKind::Sharp) continue;
        const std::uint32_t island = islands.root(edge.points[0]);
        length[island] += pixels_long(edge, body, view);
        if (degree[edge.points[0]] == 1 || degree[edge.points[1]] == 1) least[island] = kCrumb;
    }
    for (BodyEdge& edge : edges) {
        const std::uint32_t island = islands.root(edge.points[0]);
        if (is_crease(edge) && length[island] < least[island]) drop(edge);
    }
    std::erase_if(edges, [](const BodyEdge& edge) { return edge.kind == EdgeKind::None; });
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

std::vector<BodyEdge> edges_of(const ViewBody& body, const Fans& fans, const View& view, Loops& loops) {
    const auto chunks = loops.map_chunks(
        body.points.size(), kVerticesPerChunk,
        [&](std::size_t begin, std::size_t end) { return edges_from(begin, end, body, fans); });
    std::vector<BodyEdge> edges;
    for (const auto& chunk : chunks) edges.insert(edges.end(), chunk.begin(), chunk.end());
    return without_crumbs(std::move(edges), body, view);
}

}  // namespace graze::picture
