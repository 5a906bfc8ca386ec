#include "graze/surface/pierce.h"

#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <Eigen/Geometry>

namespace graze::surface {
namespace {

/// A triple product of differences is off by less than this times the product of their lengths.
constexpr double kProductError = 64.0 * kUnitRoundoff;
constexpr double kRoundUp = 1.0 + 0x1p-40;
constexpr int kMostHalvings = 14;  // of an arc

/// 1 or -1 if x.y is certainly beyond `far` times |x| on one side; else 0. `sizes`: |x| is a product of two lengths of
/// at most this product.
int side_of(const Vec3& x, double sizes, const Vec3& y, double far) {
    const double product = x.dot(y);
    const double least =
        (far * (x.norm() + kProductError * sizes) + kProductError * sizes * y.norm()) * kRoundUp;
    return product > least ? 1 : -product > least ? -1 : 0;
}

double area_of(const Element& e) {
    const Vec2 a = e.uv[1] - e.uv[0], b = e.uv[2] - e.uv[0];
    return a.x() * b.y() - a.y() * b.x();
}

/// A part of an arc: its chord, and how far the arc and its convex hull are from that, each coordinate.
struct ArcPart {
    Side side;
    Vec2 from, to, h;
};

/// Whether the hull of a triangle's or a segment's points is certainly apart from that of an arc: on one of both axes,
/// and the normals of the points' sides and of the chord.
bool are_apart(std::span<const Vec2> points, const ArcPart& arc, double slack) {
    const auto is_apart_along = [&](const Vec2& n) {
        double lo = kInfinity, hi = -kInfinity;
        for (const Vec2& p : points) lo = std::min(lo, n.dot(p)), hi = std::max(hi, n.dot(p));
        const double a = n.dot(arc.from), b = n.dot(arc.to);
        const double by = (n.cwiseAbs().dot(arc.h) + slack * n.cwiseAbs().sum()) * kRoundUp;
        return hi + by < std::min(a, b) || std::max(a, b) + by < lo;
    };
    const auto normal = [](const Vec2& d) { return Vec2(-d.y(), d.x()); };
    if (is_apart_along(Vec2::UnitX()) || is_apart_along(Vec2::UnitY()) ||
        is_apart_along(normal(arc.to - arc.from)))
        return true;
    for (std::size_t k = 0; k < points.size(); ++k)
        if (is_apart_along(normal(points[(k + 1) % points.size()] - points[k]))) return true;
    return false;
}

ArcPart part_of(const Face& face, const Side& side, const Vec2& from, const Vec2& to) {
    return {side, from, to, arc_hull(face, side)};
}

/// The same of an arc that is cut in halves until it is clear, or too short to be.
bool is_clear_of(const Face& face, std::span<const Vec2> points, const ArcPart& arc, double slack,
                 int depth) {
    if (are_apart(points, arc, slack)) return true;
    if (depth == 0) return false;
    const Side& s = arc.side;
    const double t = 0.5 * s.from + 0.5 * s.to;
    const RoundedPoint middle = point(face.curves[s.curve], t);
    const Vec2 at = middle.at.head<2>(), off = Vec2::Constant(middle.error * kRoundUp);
    return is_clear_of(face, points, part_of(face, {s.curve, s.from, t, {s.off[0], off}}, arc.from, at),
                       slack, depth - 1) &&
           is_clear_of(face, points, part_of(face, {s.curve, t, s.to, {off, s.off[1]}}, at, arc.to), slack,
                       depth - 1);
}

/// Whether points are clear of all arcs of the face, and its triangles have one orientation: then the arcs wind around
/// what the points span equally often, and not 0 times.
bool are_within(const Face& face, std::span<const Vec2> points) {
    double most = 0.0;
    for (const Vec2& uv : points) most = std::max(most, uv.cwiseAbs().maxCoeff());
    const double slack = 1024.0 * kUnitRoundoff * most;
    const double sign = area_of(face.elements.front());
    for (const Element& other : face.elements) {
        if (area_of(other) * sign < 0.0) return false;  // triangles that are folded over might cancel
        for (std::size_t k = 0; k < 3; ++k) {
            const Side& side = other.sides[k];
            if (side.curve == kNoCurve) continue;
            const ArcPart arc = part_of(face, side, other.uv[k], other.uv[(k + 1) % 3]);
            if (!is_clear_of(face, points, arc, slack, kMostHalvings)) return false;
        }
    }
    return true;
}

/// Points of an element by their shares of its corners, exactly: in the parameter plane and in space, both rounded.
using Shares = std::array<double, 2>;  // of corners 1 and 2; corner 0 has the rest
template <class Point>
Point at_shares(const std::array<Point, 3>& corners, const Shares& s) {
    return corners[0] + s[0] * (corners[1] - corners[0]) + s[1] * (corners[2] - corners[0]);
}

/// Where the line of a side goes through the plane of a triangle, about: its share of the side, and those of the
/// corners.
struct Crossing {
    double along;
    Shares shares;
};
Crossing crossing_of(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& corners) {
    const Vec3 d = corners[1] - corners[0], e = corners[2] - corners[0], normal = d.cross(e);
    const double from = normal.dot(p - corners[0]), to = normal.dot(q - corners[0]);
    const double along = from / (from - to);
    const Vec3 w = p + along * (q - p) - corners[0];
    const double size = normal.squaredNorm();
    return {along, {w.cross(e).dot(normal) / size, d.cross(w).dot(normal) / size}};
}

/// So much smaller, each time: of the triangle about the point where it is pierced, of the side about the same point.
constexpr std::array<double, 5> kSmaller{1.0, 0.5, 0.25, 0.125, 0.0625};
/// Points by shares are rounded by less than this times the coordinates.
constexpr double kShareError = 16.0 * kUnitRoundoff;

double size_of(const FlatPatch& patch) {
    return std::max({patch.corners[0].norm(), patch.corners[1].norm(), patch.corners[2].norm()});
}

}  // namespace

bool prove_pierced(const PatchInFace& a, const PatchInFace& b, double given_error) {
    const double error = (given_error + kShareError * (size_of(a.flat) + size_of(b.flat))) * kRoundUp;
    for (std::size_t k = 0; k < 3; ++k) {
        const bool is_arc = a.element.sides[k].curve != kNoCurve;
        const std::size_t to = (k + 1) % 3;
        if (!prove_pierced(a.flat, k, b.flat, error, is_arc)) continue;
        const Crossing at = crossing_of(a.flat.corners[k], a.flat.corners[to], b.flat.corners);
        const bool is_inside = at.along > 0.0 && at.along < 1.0 && at.shares[0] > 0.0 && at.shares[1] > 0.0 &&
                               at.shares[0] + at.shares[1] < 1.0;
        if (!is_inside) continue;
        // The side, or a part of it.
        FlatPatch edge{{a.flat.corners[k], a.flat.corners[to], a.flat.corners[to]}, a.flat.radius};
        bool edge_is_within = is_arc;
        for (const double smaller : kSmaller) {
            if (edge_is_within) break;
            const std::array<double, 2> ends{at.along * (1.0 - smaller),
                                             at.along + (1.0 - at.along) * smaller};
            std::array<Vec2, 2> uv;
            for (std::size_t i = 0; i < 2; ++i) {
                edge.corners[i] = a.flat.corners[k] + ends[i] * (a.flat.corners[to] - a.flat.corners[k]);
                uv[i] = a.element.uv[k] + ends[i] * (a.element.uv[to] - a.element.uv[k]);
            }
            if (!prove_pierced(edge, 0, b.flat, error)) break;
            edge_is_within = are_within(a.face, uv);
        }
        if (!edge_is_within) continue;
        // The triangle, or a smaller one in it.
        for (const double smaller : kSmaller) {
            FlatPatch patch = b.flat;
            std::array<Vec2, 3> uv;
            constexpr std::array<Shares, 3> kCorners{{{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}}};
            for (std::size_t i = 0; i < 3; ++i) {
                Shares shares;
                for (std::size_t c = 0; c < 2; ++c)
                    shares[c] = at.shares[c] + smaller * (kCorners[i][c] - at.shares[c]);
                patch.corners[i] = at_shares(b.flat.corners, shares);
                uv[i] = at_shares(b.element.uv, shares);
            }
            if (!prove_pierced(edge, 0, patch, error, is_arc)) break;
            if (are_within(b.face, uv)) return true;
        }
    }
    return false;
}

bool prove_pierced(const FlatPatch& a, std::size_t k, const FlatPatch& b, double error, bool is_arc) {
    const Vec3 &p = a.corners[k], &q = a.corners[(k + 1) % 3], d = q - p;
    const auto& [x, y, z] = b.corners;
    const Vec3 normal = (y - x).cross(z - x);
    const double sizes = (y - x).norm() * (z - x).norm();
    // The curved patches are within their radius and 2 errors of what is computed with, point by point; so are ends.
    const double far = (b.radius + (is_arc ? a.radius : 0.0) + 4.0 * error) * kRoundUp;
    const int from = side_of(normal, sizes, p - x, far), to = side_of(normal, sizes, q - x, far);
    if (from == 0 || to != -from) return false;
    const double apart = (a.radius + b.radius + 4.0 * error) * kRoundUp;
    int all = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &s = b.corners[i], along = b.corners[(i + 1) % 3] - s;
        const int side = side_of(along.cross(d), along.norm() * d.norm(), p - s, apart);
        if (side == 0 || (all != 0 && side != all)) return false;
        all = side;
    }
    return true;
}

bool lies_within(const Face& face, const Element& e) {
    const auto is_straight = [](const Side& side) { return side.curve == kNoCurve; };
    return std::all_of(e.sides.begin(), e.sides.end(), is_straight) && are_within(face, e.uv);
}

bool side_lies_within(const Face& face, const Element& e, std::size_t k) {
    if (e.sides[k].curve != kNoCurve) return true;
    const std::array<Vec2, 2> ends{e.uv[k], e.uv[(k + 1) % 3]};
    return are_within(face, ends);
}

}  // namespace graze::surface
