#include "graze/surface/cover.h"

#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace graze::surface {
namespace {

constexpr double kRoundUp = 1.0 + 0x1p-40;
/// New corners are off the line that is cut by 4 u of their coordinates; up to 64 cuts add up.
constexpr double kUvSlack = 256.0 * kUnitRoundoff;
/// A crease this close to an end, relative to the whole, is paid for instead of cut along.
constexpr double kPaidCrease = 1e-9;
/// Rounding of a moved point: nine products, nine sums.
constexpr double kMoveError = 32.0 * kUnitRoundoff;
constexpr int kHalvings = 60;

std::size_t next(std::size_t k) { return (k + 1) % 3; }

Range range_of(double a, double b) { return {std::min(a, b), std::max(a, b)}; }

/// How much a length may grow by the matrix: the root of a row sum of its square.
double stretch_of(const Mat3& turn) {
    return kRoundUp * std::sqrt((turn.transpose() * turn).cwiseAbs().rowwise().sum().maxCoeff());
}

/// A crease within a range, and how far it is from the nearer end; the worst. Width 0: none.
struct Crease {
    double at = 0.0, depth = 0.0;
};

Crease worst_crease(std::span<const double> creases, const Range& range) {
    Crease worst;
    for (const double x : creases) {
        const double depth = std::min(x - range.lo, range.hi - x);
        if (depth > worst.depth) worst = {x, depth};
    }
    return worst;
}

/// An arc against its chord: how far, componentwise; and where to cut it.
struct ArcHull {
    Vec2 h;
    double at;
};

ArcHull hull_of(const Face& face, const Side& side) {
    const Curve& curve = face.curves[side.curve];
    const Range range = range_of(side.from, side.to);
    const CurveBounds most = bounds_over(curve, range);
    const double dt = range.width();
    const Crease crease = worst_crease(face.curve_creases[side.curve], range);
    const Vec2 bend = (0.125 * dt * dt) * most.second.head<2>() + 2.0 * crease.depth * most.first.head<2>();
    const Vec2 chord = 0.5 * dt * most.first.head<2>();
    const Vec2 off = side.off[0].cwiseMax(side.off[1]);
    const bool is_creased = crease.depth > kPaidCrease * dt;
    const double at = is_creased ? (crease.at - side.from) / (side.to - side.from) : 0.5;
    return {(bend.cwiseMin(chord) + off) * kRoundUp, at};
}

/// Box of the corners.
UvBox box_of(const Element& e) {
    const auto [u0, u1] = std::minmax({e.uv[0].x(), e.uv[1].x(), e.uv[2].x()});
    const auto [v0, v1] = std::minmax({e.uv[0].y(), e.uv[1].y(), e.uv[2].y()});
    return {{u0, u1}, {v0, v1}};
}

UvBox widened(const UvBox& box, const Vec2& by) {
    return {{box.u.lo - by.x(), box.u.hi + by.x()}, {box.v.lo - by.y(), box.v.hi + by.y()}};
}

Vec2 corner_on(const Face& face, const Element& e, std::size_t side, double at) {
    const Side& s = e.sides[side];
    if (s.curve == kNoCurve) return e.uv[side] + at * (e.uv[next(side)] - e.uv[side]);
    return point(face.curves[s.curve], s.from + at * (s.to - s.from)).at.head<2>();
}

/// Where a side crosses u = x (axis 0) or v = x (axis 1); nothing if its corners are not on both sides.
double crossing(const Face& face, const Element& e, std::size_t side, int axis, double x) {
    const double a = e.uv[side][axis] - x, b = e.uv[next(side)][axis] - x;
    if (!(a * b < 0.0)) return -1.0;
    if (e.sides[side].curve == kNoCurve) return a / (a - b);
    double lo = 0.0, hi = 1.0;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = 0.5 * (lo + hi);
        ((corner_on(face, e, side, middle)[axis] - x) * a > 0.0 ? lo : hi) = middle;
    }
    return 0.5 * (lo + hi);
}

/// The cut along a crease, if one matters: the side, and where.
struct Cut {
    int side;
    double at;
};

Cut crease_cut(const Face& face, const Element& e, int axis, double x) {
    Cut best{-1, 0.5};
    for (std::size_t k = 0; k < 3; ++k) {
        const double at = crossing(face, e, k, axis, x);
        const bool is_better =
            at > 0.0 && at < 1.0 && std::min(at, 1.0 - at) >= std::min(best.at, 1.0 - best.at);
        if (at > 0.0 && at < 1.0 && (best.side < 0 || is_better)) best = {static_cast<int>(k), at};
    }
    return best;
}

/// The hulls of an element's arcs, and the greatest of them with what rounding may add.
struct Hulls {
    std::array<ArcHull, 3> arcs;
    Vec2 widest = Vec2::Zero();
};

Hulls hulls_of(const Face& face, const Element& e) {
    Hulls hulls;
    for (std::size_t k = 0; k < 3; ++k) {
        hulls.arcs[k] = {Vec2::Zero(), 0.5};
        if (e.sides[k].curve == kNoCurve) continue;
        hulls.arcs[k] = hull_of(face, e.sides[k]);
        hulls.widest = hulls.widest.cwiseMax(hulls.arcs[k].h);
    }
    const Vec2 slack =
        kUvSlack * e.uv[0].cwiseAbs().cwiseMax(e.uv[1].cwiseAbs()).cwiseMax(e.uv[2].cwiseAbs());
    hulls.widest = (hulls.widest + slack) * kRoundUp;
    return hulls;
}

Cut best_cut(const Element& e, const Hulls& hulls, const ParametricBounds& m) {
    Cut best{0, 0.5};
    double most = -1.0;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec2 d = (e.uv[next(k)] - e.uv[k]).cwiseAbs(), h = hulls.arcs[k].h;
        const double weight = m.uu * d.x() * d.x() + 2.0 * m.uv * d.x() * d.y() + m.vv * d.y() * d.y() +
                              8.0 * (m.u * h.x() + m.v * h.y());
        if (weight > most) most = weight, best = {static_cast<int>(k), hulls.arcs[k].at};
    }
    return best;
}

/// Directed edges, counted with their sign.
using Chain = std::map<std::array<std::uint32_t, 2>, int>;

void add(Chain& chain, std::uint32_t a, std::uint32_t b, int times) {
    if (a != b) chain[{std::min(a, b), std::max(a, b)}] += a < b ? times : -times;
}

bool is_boundary(const UvTriangles& triangles, std::span<const Chord> chords, int sign) {
    Chain chain;
    for (const auto& t : triangles.triangles)
        for (std::size_t k = 0; k < 3; ++k) add(chain, t[k], t[next(k)], 1);
    for (const Chord& chord : chords) add(chain, chord.nodes[0], chord.nodes[1], -sign);
    return std::all_of(chain.begin(), chain.end(), [](const auto& edge) { return edge.second == 0; });
}

/// How far a node is from where the curve is at its parameter.
Vec2 distance_from(const Curve& curve, double t, const Vec2& node) {
    const RoundedPoint p = point(curve, t);
    return (((p.at.head<2>() - node).cwiseAbs().array() + p.error) * kRoundUp).matrix();
}

}  // namespace

void prepare(Face& face) {
    face.creases = creases_of(face.surface);
    face.curve_creases.clear();
    for (const Curve& curve : face.curves) face.curve_creases.push_back(creases_of(curve));
    face.stretch = stretch_of(face.turn);
}

const char* attach_arcs(Face& face, const UvTriangles& triangles, std::span<const Chord> chords) {
    if (!is_boundary(triangles, chords, 1) && !is_boundary(triangles, chords, -1))
        return "its triangles do not end at its edges";
    prepare(face);
    std::map<std::array<std::uint32_t, 2>, std::vector<std::array<std::size_t, 2>>> sides;
    face.elements.clear();
    for (const auto& t : triangles.triangles) {
        Element& e = face.elements.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
            e.uv[k] = triangles.nodes[t[k]];
            sides[{std::min(t[k], t[next(k)]), std::max(t[k], t[next(k)])}].push_back(
                {face.elements.size() - 1, k});
        }
    }
    for (const Chord& chord : chords) {
        const auto [a, b] = chord.nodes;
        const Curve& curve = face.curves[chord.curve];
        const auto found = sides.find({std::min(a, b), std::max(a, b)});
        if (found == sides.end()) return "an edge has no triangle";
        const std::array<Vec2, 2> off{distance_from(curve, chord.from, triangles.nodes[a]),
                                      distance_from(curve, chord.to, triangles.nodes[b])};
        for (const auto& [element, k] : found->second) {
            Side& side = face.elements[element].sides[k];
            const bool runs_along = triangles.triangles[element][k] == a;
            const Side arc = runs_along ? Side{chord.curve, chord.from, chord.to, off}
                                        : Side{chord.curve, chord.to, chord.from, {off[1], off[0]}};
            if (side.curve != kNoCurve && side.curve != arc.curve) return "two edges have one chord";
            side = arc;
        }
    }
    return nullptr;
}

RoundedPoint point(const Face& face, const Vec2& uv) {
    const RoundedPoint p = point(face.surface, uv);
    const double rounding = kMoveError * (face.turn.cwiseAbs().sum() * p.at.norm() + face.shift.norm());
    return {face.turn * p.at + face.shift, face.stretch * p.error + rounding};
}

ParametricBounds bounds_on(const Face& face, const Element& e) {
    return bounds_over(face.surface, widened(box_of(e), hulls_of(face, e).widest));
}

Thickness thickness_of(const Face& face, const Element& e) {
    return thickness_of(face, e, bounds_on(face, e));
}

Thickness thickness_of(const Face& face, const Element& e, const ParametricBounds& m) {
    const Hulls hulls = hulls_of(face, e);
    const UvBox box = box_of(e);
    const double du = box.u.width(), dv = box.v.width();
    const std::array<Crease, 2> worst{worst_crease(face.creases[0], box.u),
                                      worst_crease(face.creases[1], box.v)};
    const double bend = 0.125 * (m.uu * du * du + 2.0 * m.uv * du * dv + m.vv * dv * dv) +
                        2.0 * (m.u * worst[0].depth + m.v * worst[1].depth);
    const double slope = 0.5 * (m.u * du + m.v * dv);
    const double beside = m.u * hulls.widest.x() + m.v * hulls.widest.y();
    double radius = (std::min(bend, slope) + beside) * face.stretch * kRoundUp;
    if (!(radius >= 0.0)) radius = kInfinity;
    Cut cut{-1, 0.5};
    if (worst[0].depth > kPaidCrease * du) cut = crease_cut(face, e, 0, worst[0].at);
    if (cut.side < 0 && worst[1].depth > kPaidCrease * dv) cut = crease_cut(face, e, 1, worst[1].at);
    if (cut.side < 0) cut = best_cut(e, hulls, m);
    return {radius, cut.side, cut.at};
}

Vec2 arc_hull(const Face& face, const Side& side) { return hull_of(face, side).h; }

std::array<Element, 2> cut(const Face& face, const Element& e, int side, double at) {
    const auto k = static_cast<std::size_t>(side), to = next(k), apex = next(to);
    const Side& s = e.sides[k];
    const Vec2 middle = corner_on(face, e, k, at);
    std::array<Element, 2> halves{Element{{e.uv[k], middle, e.uv[apex]}, {s, {}, e.sides[apex]}},
                                  Element{{middle, e.uv[to], e.uv[apex]}, {s, e.sides[to], {}}}};
    if (s.curve == kNoCurve) return halves;
    const double t = s.from + at * (s.to - s.from);
    const Vec2 off = distance_from(face.curves[s.curve], t, middle);
    halves[0].sides[0] = {s.curve, s.from, t, {s.off[0], off}};
    halves[1].sides[0] = {s.curve, t, s.to, {off, s.off[1]}};
    return halves;
}

}  // namespace graze::surface
