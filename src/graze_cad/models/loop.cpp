#include "graze_cad/models/loop.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace graze::cad::car {
namespace {

constexpr double kNoLength = 1e-7;  // mm: shorter lines are left out

gp_XY turned(const gp_XY& v, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    return {c * v.X() - s * v.Y(), s * v.X() + c * v.Y()};
}

gp_XY unit(const gp_XY& v) { return v / v.Modulus(); }

Segment arc(const gp_XY& centre, const gp_XY& from, double sweep) {
    return {from, centre + turned(from - centre, sweep), centre, (from - centre).Modulus(), sweep};
}

}  // namespace

Loop rounded(const std::vector<Corner>& corners) {
    const std::size_t n = corners.size();
    const auto at = [&](std::size_t i) { return gp_XY(corners[i % n].x, corners[i % n].y); };
    Loop arcs;
    for (std::size_t i = 0; i < n; ++i) {
        const gp_XY in = unit(at(i) - at(i + n - 1)), out = unit(at(i + 1) - at(i));
        const double turn = std::atan2(in ^ out, in * out), r = corners[i].radius;
        const gp_XY from = at(i) - in * (r * std::tan(std::abs(turn) / 2.0));
        const gp_XY aside = turn > 0.0 ? gp_XY(-in.Y(), in.X()) : gp_XY(in.Y(), -in.X());
        arcs.push_back(arc(from + aside * r, from, turn));
    }
    Loop loop;
    for (std::size_t i = 0; i < n; ++i) {
        const Segment& before = arcs[(i + n - 1) % n];
        if ((arcs[i].from - before.to).Modulus() > kNoLength) loop.push_back({before.to, arcs[i].from});
        if (corners[i].radius > 0.0) loop.push_back(arcs[i]);
    }
    return loop;
}

Loop circle(double x, double y, double radius) { return rectangle(x, y, 2.0 * radius, 2.0 * radius, radius); }

Loop slot(const gp_XY& from, const gp_XY& to, double radius) {
    const gp_XY along = to - from, middle = (from + to) / 2.0;
    return rectangle(middle.X(), middle.Y(), along.Modulus() + 2.0 * radius, 2.0 * radius, radius,
                     std::atan2(along.Y(), along.X()) * 180.0 / std::numbers::pi);
}

Loop rectangle(double x, double y, double width, double height, double radius, double degrees) {
    const double angle = degrees * std::numbers::pi / 180.0;
    std::vector<Corner> corners;
    for (const auto& [sx, sy] : {std::pair(-1.0, -1.0), {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
        const gp_XY p = turned(gp_XY(sx * width / 2.0, sy * height / 2.0), angle);
        corners.push_back({x + p.X(), y + p.Y(), radius});
    }
    return rounded(corners);
}

Loop offset(const Loop& loop, double distance) {
    Loop moved = loop;
    for (Segment& segment : moved) {
        const gp_XY a = outward_at(segment, 0.0), b = outward_at(segment, 1.0);
        segment.from += a * distance;
        segment.to += b * distance;
        if (segment.radius > 0.0) segment.radius += segment.sweep > 0.0 ? distance : -distance;
    }
    return moved;
}

Loop cut_at(const Loop& loop, const std::function<double(const gp_XY&)>& f,
            const std::vector<double>& levels) {
    Loop cut;
    for (const Segment& segment : loop) {
        std::vector<double> at{0.0, 1.0};
        for (const double level : levels) {
            const double first = f(segment.from) - level, last = f(segment.to) - level;
            if (!(first * last < 0.0)) continue;
            double low = 0.0, high = 1.0;
            for (int i = 0; i < 50; ++i) {
                const double middle = (low + high) / 2.0;
                ((f(point_at(segment, middle)) - level) * first > 0.0 ? low : high) = middle;
            }
            if (low * length(segment) > 1.0 && (1.0 - low) * length(segment) > 1.0) at.push_back(low);
        }
        std::sort(at.begin(), at.end());
        for (std::size_t i = 0; i + 1 < at.size(); ++i) {
            Segment piece = segment;
            piece.from = point_at(segment, at[i]);
            piece.to = point_at(segment, at[i + 1]);
            piece.sweep = segment.sweep * (at[i + 1] - at[i]);
            cut.push_back(piece);
        }
    }
    return cut;
}

Loop in_short_arcs(const Loop& loop, double sagitta) {
    Loop cut;
    for (const Segment& segment : loop) {
        const double most = segment.radius > sagitta ? 2.0 * std::acos(1.0 - sagitta / segment.radius) : 0.0;
        const int count = most > 0.0 ? static_cast<int>(std::ceil(std::abs(segment.sweep) / most)) : 1;
        for (int i = 0; i < count; ++i) {
            Segment piece = segment;
            if (i > 0) piece.from = point_at(segment, static_cast<double>(i) / count);
            if (i + 1 < count) piece.to = point_at(segment, static_cast<double>(i + 1) / count);
            piece.sweep = segment.sweep / count;
            cut.push_back(piece);
        }
    }
    return cut;
}

double length(const Segment& segment) {
    return segment.radius > 0.0 ? segment.radius * std::abs(segment.sweep)
                                : (segment.to - segment.from).Modulus();
}

gp_XY point_at(const Segment& segment, double fraction) {
    if (segment.radius > 0.0)
        return segment.centre + turned(segment.from - segment.centre, fraction * segment.sweep);
    return segment.from + (segment.to - segment.from) * fraction;
}

gp_XY tangent_at(const Segment& segment, double fraction) {
    if (segment.radius == 0.0) return unit(segment.to - segment.from);
    const gp_XY out = unit(turned(segment.from - segment.centre, fraction * segment.sweep));
    return segment.sweep > 0.0 ? gp_XY(-out.Y(), out.X()) : gp_XY(out.Y(), -out.X());
}

gp_XY outward_at(const Segment& segment, double fraction) {
    const gp_XY along = tangent_at(segment, fraction);
    return {along.Y(), -along.X()};
}

}  // namespace graze::cad::car
