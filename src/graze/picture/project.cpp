#include "graze/picture/project.h"

#include "graze/core/assert.h"
#include "graze/geometry/box.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace graze::picture {
namespace {

constexpr std::size_t kTrianglesPerChunk = 8192;
constexpr float kFarthest =
    1e12f;  // pixels: beyond this a projected point is noise, and products would overflow

constexpr double kLineMargin = 64.0;  // pixels around the picture within which lines are kept

enum Layer : std::uint8_t { Highlighted, Opaque, Transparent, kLayers };

// A corner that may be cut: where it is and how it is shaded.
struct Corner {
    Vec3 point;
    Vec3f normal;
};

// Pixels and 1/z.
Vec3 screen_of(const View& view, const Vec3& p) {
    const double depth = 1.0 / p.z();
    return {view.centre_x + view.focal * p.x() * depth, view.centre_y + view.focal * p.y() * depth, depth};
}

ScreenPoint rounded(const Vec3& p) {
    return {static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z())};
}

ScreenPoint on_screen(const View& view, const Vec3& p) { return rounded(screen_of(view, p)); }

bool is_sound(const ScreenPoint& p) {  // NaN is not
    return std::abs(p.x) <= kFarthest && std::abs(p.y) <= kFarthest && p.depth > 0.0f && p.depth <= kFarthest;
}

// Always from the inside to the outside, so both triangles at an edge get the same point.
Corner cut(const Corner& inside, const Corner& outside) {
    const double t = (inside.point.z() - kNear) / (inside.point.z() - outside.point.z());
    Corner corner{inside.point + t * (outside.point - inside.point),
                  inside.normal + static_cast<float>(t) * (outside.normal - inside.normal)};
    corner.point.z() = kNear;
    return corner;
}

// What is left of a triangle in front of the near plane: nothing, a triangle or a quadrangle.
struct CutTriangle {
    std::array<Corner, 4> corners;
    int count = 0;
};

CutTriangle cut_at_near(const std::array<Corner, 3>& corners) {
    CutTriangle result;
    for (int k = 0; k < 3; ++k) {
        const Corner& a = corners[k];
        const Corner& b = corners[(k + 1) % 3];
        const bool a_inside = a.point.z() >= kNear, b_inside = b.point.z() >= kNear;
        if (a_inside) result.corners[result.count++] = a;
        if (a_inside != b_inside) result.corners[result.count++] = a_inside ? cut(a, b) : cut(b, a);
    }
    return result;
}

struct Share {
    std::array<std::vector<ScreenTriangle>, kLayers> triangles;
    std::vector<std::array<Vec3f, 3>> normals;  // of cut triangles only
    Box box;
};

// One body on its way to the screen.
struct Source {
    const PictureBody& body;
    const ViewBody& seen;
    std::uint32_t body_id;
    std::uint32_t first_triangle;  // number of its first triangle over all bodies
    std::vector<char> highlighted;
};

struct Frame {
    const View& view;
    float width, height;
    std::uint32_t triangles;  // of all bodies
};

bool is_visible(const std::array<ScreenPoint, 3>& p, const Frame& frame) {
    const auto [x_lo, x_hi] = std::minmax({p[0].x, p[1].x, p[2].x});
    const auto [y_lo, y_hi] = std::minmax({p[0].y, p[1].y, p[2].y});
    if (!is_sound(p[0]) || !is_sound(p[1]) || !is_sound(p[2])) return false;
    return x_hi > 0.0f && y_hi > 0.0f && x_lo < frame.width && y_lo < frame.height;
}

Layer layer_of(const Source& source, std::size_t t) {
    if (source.highlighted[t]) return Highlighted;
    return source.body.opacity < 1.0 ? Transparent : Opaque;
}

void project_cut(const Source& source, const Frame& frame, std::size_t t, Share& share) {
    std::array<Corner, 3> corners;
    for (int k = 0; k < 3; ++k)
        corners[k] = {source.seen.points[source.seen.triangles[t][k]], source.seen.corner_normals[t][k]};
    const CutTriangle left = cut_at_near(corners);
    for (int k = 2; k < left.count; ++k) {
        const std::array<const Corner*, 3> piece{&left.corners[0], &left.corners[k - 1], &left.corners[k]};
        ScreenTriangle triangle{{},
                                frame.triangles + static_cast<std::uint32_t>(share.normals.size()),
                                source.body_id,
                                source.first_triangle + static_cast<std::uint32_t>(t)};
        for (int i = 0; i < 3; ++i) triangle.points[i] = on_screen(frame.view, piece[i]->point);
        if (!is_visible(triangle.points, frame)) continue;
        share.triangles[layer_of(source, t)].push_back(triangle);
        share.normals.push_back({piece[0]->normal, piece[1]->normal, piece[2]->normal});
    }
}

// Normals of cut triangles are numbered within the part, after those of all whole ones, until the parts are
// joined.
Share project_range(const Source& source, const Frame& frame, const std::vector<ScreenPoint>& points,
                    std::size_t begin, std::size_t end) {
    Share share;
    for (std::size_t t = begin; t < end; ++t) {
        const auto& [a, b, c] = source.seen.triangles[t];
        if (a == b || b == c || c == a) continue;
        for (const std::uint32_t v : {a, b, c}) share.box.add(source.seen.points[v]);
        const bool in_front[3] = {points[a].depth > 0.0f, points[b].depth > 0.0f, points[c].depth > 0.0f};
        if (!in_front[0] && !in_front[1] && !in_front[2]) continue;
        if (!in_front[0] || !in_front[1] || !in_front[2]) {
            project_cut(source, frame, t, share);
            continue;
        }
        const auto id = source.first_triangle + static_cast<std::uint32_t>(t);
        const ScreenTriangle triangle{{points[a], points[b], points[c]}, id, source.body_id, id};
        if (is_visible(triangle.points, frame)) share.triangles[layer_of(source, t)].push_back(triangle);
    }
    return share;
}

// Screen points by vertex; depth 0 marks those behind the near plane.
std::vector<ScreenPoint> screen_points(const ViewBody& seen, const View& view, Loops& loops) {
    std::vector<ScreenPoint> points(seen.points.size());
    loops.each(points.size(), [&](std::size_t v) {
        const Vec3& p = seen.points[v];
        points[v] = p.z() >= kNear ? on_screen(view, p) : ScreenPoint{0.0f, 0.0f, 0.0f};
    });
    return points;
}

// Which way is out, for a contour edge: the side of the plane through eye and edge where its triangle is not.
std::array<float, 2> outward_of(const Source& source, const BodyEdge& edge, const ScreenLine& line) {
    const auto& points = source.seen.points;
    const Vec3& a = points[edge.points[0]];
    const Vec3& b = points[edge.points[1]];
    Vec3 apex = a;
    for (const std::uint32_t v : source.seen.triangles[edge.triangles[0]])
        if (v != edge.points[0] && v != edge.points[1]) apex = points[v];
    const float dx = line.to.x - line.from.x, dy = line.to.y - line.from.y;
    const float length = std::sqrt(dx * dx + dy * dy);
    if (!(length > 0.0f)) return {0.0f, 0.0f};
    const float side = a.cross(b).dot(apex) > 0.0 ? 1.0f : -1.0f;  // > 0: the apex lies towards (-dy, dx)
    return {side * dy / length, -side * dx / length};
}

// The part of an edge that is on the screen or nearly so, not yet a contour. It is cut in double: an edge
// that passes the eye ends millions of pixels away, where a float is off by whole pixels.
std::optional<ScreenLine> project_line(Vec3 from, Vec3 to, const Frame& frame) {
    if (!(from.z() >= kNear) && !(to.z() >= kNear)) return std::nullopt;
    if (!(from.z() >= kNear)) from = cut({to, {}}, {from, {}}).point;
    if (!(to.z() >= kNear)) to = cut({from, {}}, {to, {}}).point;
    const Vec3 a = screen_of(frame.view, from), step = screen_of(frame.view, to) - a;
    if (!a.allFinite() || !step.allFinite()) return std::nullopt;
    const double limits[2] = {frame.width, frame.height};
    double begin = 0.0, end = 1.0;
    for (int axis = 0; axis < 2; ++axis) {
        const double lo = -kLineMargin - a[axis], hi = limits[axis] + kLineMargin - a[axis];
        if (step[axis] == 0.0 && (lo > 0.0 || hi < 0.0)) return std::nullopt;
        if (step[axis] == 0.0) continue;
        const auto [enter, leave] = std::minmax({lo / step[axis], hi / step[axis]});
        begin = std::max(begin, enter);
        end = std::min(end, leave);
    }
    if (!(begin <= end)) return std::nullopt;
    const auto at = [&](double t) { return rounded(a + t * step); };
    return ScreenLine{at(begin), at(end), {kNone, kNone}, 0.0f, 0.0f, LineLayer::Opaque};
}

std::vector<ScreenLine> project_edges(const Source& source, const Frame& frame, std::size_t begin,
                                      std::size_t end) {
    std::vector<ScreenLine> lines;
    for (std::size_t e = begin; e < end; ++e) {
        const BodyEdge& edge = source.seen.edges[e];
        auto line =
            project_line(source.seen.points[edge.points[0]], source.seen.points[edge.points[1]], frame);
        if (!line) continue;
        line->triangles = edge.triangles;
        for (std::uint32_t& t : line->triangles)
            if (t != kNone) t += source.first_triangle;
        if (source.body.opacity < 1.0) line->layer = LineLayer::Transparent;
        if (edge.kind == EdgeKind::Contour) {
            const auto [x, y] = outward_of(source, edge, *line);
            if (x == 0.0f && y == 0.0f) continue;
            line->outward_x = x;
            line->outward_y = y;
        }
        lines.push_back(*line);
    }
    return lines;
}

// Around highlighted triangles, however small: a triangle that covers no sample must be seen too.
std::vector<ScreenLine> highlight_lines(const Source& source, const Frame& frame) {
    std::vector<ScreenLine> lines;
    for (const std::uint32_t t : source.body.highlighted)
        for (int k = 0; k < 3; ++k) {
            const Triangle& triangle = source.seen.triangles[t];
            auto line = project_line(source.seen.points[triangle[k]],
                                     source.seen.points[triangle[(k + 1) % 3]], frame);
            if (!line) continue;
            line->triangles = {source.first_triangle + t, kNone};
            line->layer = LineLayer::Highlight;
            lines.push_back(*line);
        }
    return lines;
}

template <class T>
void append(std::vector<T>& all, std::vector<T>&& some) {
    if (all.empty())
        all = std::move(some);
    else
        all.insert(all.end(), some.begin(), some.end());
}

// The parts in their order, layer by layer.
void join(Projection& projection, std::vector<Share>&& shares, std::uint32_t whole_triangles) {
    Box box;
    for (Share& share : shares) {
        const auto cut_before = static_cast<std::uint32_t>(projection.normals.size()) - whole_triangles;
        for (auto& layer : share.triangles)
            for (ScreenTriangle& triangle : layer)
                if (triangle.normals >= whole_triangles) triangle.normals += cut_before;
        append(projection.normals, std::move(share.normals));
        if (!share.box.is_empty()) box.add(share.box);
    }
    for (int layer = 0; layer < kLayers; ++layer) {
        if (layer == Opaque)
            projection.first_opaque = static_cast<std::uint32_t>(projection.triangles.size());
        if (layer == Transparent)
            projection.first_transparent = static_cast<std::uint32_t>(projection.triangles.size());
        for (Share& share : shares) append(projection.triangles, std::move(share.triangles[layer]));
    }
    projection.extent = box.is_empty() ? 0.0 : (box.max - box.min).maxCoeff();
}

std::vector<char> highlight_flags(const PictureBody& body) {
    std::vector<char> flags(body.mesh->triangles.size(), 0);
    for (const std::uint32_t t : body.highlighted) {
        GRAZE_ASSERT(t < flags.size());
        flags[t] = 1;
    }
    return flags;
}

}  // namespace

Vec3f normal_at(const Projection& projection, const ScreenTriangle& triangle, float x, float y) {
    const auto& [p, q, r] = triangle.points;
    const float px = p.x - x, py = p.y - y, qx = q.x - x, qy = q.y - y, rx = r.x - x, ry = r.y - y;
    const float to_p = qx * ry - qy * rx, to_q = rx * py - ry * px, to_r = px * qy - py * qx;
    // Counter-clockwise from outside is clockwise on a screen whose y points down; < 0: we look at the front.
    const float side = to_p + to_q + to_r < 0.0f ? -1.0f : 1.0f;
    const auto& normals = projection.normals[triangle.normals];
    const Vec3f sum = std::max(side * to_p, 0.0f) * p.depth * normals[0] +
                      std::max(side * to_q, 0.0f) * q.depth * normals[1] +
                      std::max(side * to_r, 0.0f) * r.depth * normals[2];
    const float length_sq = sum.squaredNorm();
    if (!(length_sq > 0.0f && length_sq < std::numeric_limits<float>::infinity())) return Vec3f::Zero();
    return -side / std::sqrt(length_sq) * sum;
}

Projection project(const std::vector<PictureBody>& bodies, const PictureOptions& options, const View& view,
                   Loops& loops) {
    std::size_t total = 0;
    for (const PictureBody& body : bodies) total += body.mesh->triangles.size();
    GRAZE_ASSERT(total < kNone / 4);
    const Frame frame{view, static_cast<float>(options.width), static_cast<float>(options.height),
                      static_cast<std::uint32_t>(total)};
    Projection projection;
    std::vector<Share> shares;
    for (std::uint32_t b = 0; b < bodies.size(); ++b) {
        ViewBody seen = view_body(bodies[b], view, options.edges, loops);
        const Source source{bodies[b], seen, b, static_cast<std::uint32_t>(projection.face_normals.size()),
                            highlight_flags(bodies[b])};
        const std::vector<ScreenPoint> points = screen_points(seen, view, loops);
        for (Share& share : loops.map_chunks(seen.triangles.size(), kTrianglesPerChunk,
                                             [&](std::size_t begin, std::size_t end) {
                                                 return project_range(source, frame, points, begin, end);
                                             }))
            shares.push_back(std::move(share));
        for (auto& lines :
             loops.map_chunks(seen.edges.size(), kTrianglesPerChunk, [&](std::size_t begin, std::size_t end) {
                 return project_edges(source, frame, begin, end);
             }))
            append(projection.lines, std::move(lines));
        append(projection.lines, highlight_lines(source, frame));
        append(projection.normals, std::move(seen.corner_normals));
        append(projection.face_normals, std::move(seen.face_normals));
    }
    join(projection, std::move(shares), frame.triangles);
    return projection;
}

}  // namespace graze::picture
