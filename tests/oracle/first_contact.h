// First contact of two moving features, by branch and prune in MPFI. Shares nothing with the product.
//
// At an instant the squared distance of two features is the least of a convex quadratic, which is attained in
// the inside, on an edge or in a corner of the parameter domain: all are tried, each with its own
// feasibility. Over a stretch of time no vertex is farther from its place at the middle than the box of its
// places says, so the distance is at least that at the middle less the two largest of those.
#pragma once

#include "oracle/mpfi_number.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <vector>

namespace graze::oracle {

/// The places of the vertices at time t: one to three.
using FeaturePath = std::function<std::vector<NumVec>(const Num& t)>;

struct Bracket {
    double lo, hi;
};

/// The squared distance of x to the segment from p along d.
[[nodiscard]] inline Bracket point_segment_sq(const NumVec& x, const NumVec& p, const NumVec& d) {
    const NumVec r = x - p;
    Bracket best{std::min(norm_sq(r).lo(), norm_sq(r - d).lo()),
                 std::min(norm_sq(r).hi(), norm_sq(r - d).hi())};
    const Num length = norm_sq(d);
    if (!length.is_above(0.0)) return best;  // no length: the ends are all there is
    const Num s = dot(r, d) / length;
    if (s.is_below(0.0) || s.is_above(1.0)) return best;
    const Num across = norm_sq(r - s * d);
    best.lo = std::min(best.lo, across.lo());
    if (s.is_at_least(0.0) && s.is_at_most(1.0)) best.hi = std::min(best.hi, across.hi());
    return best;
}

[[nodiscard]] inline Bracket least_of(const Bracket& a, const Bracket& b) {
    return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
}

/// The least of |r + u e + v f|^2 with u, v free, if (u, v) may be inside the domain.
[[nodiscard]] inline Bracket inside_sq(const NumVec& r, const NumVec& e, const NumVec& f, bool is_triangle) {
    const Num ee = norm_sq(e), ff = norm_sq(f), ef = dot(e, f), er = dot(e, r), fr = dot(f, r);
    const Num det = ee * ff - sqr(ef);
    constexpr Bracket kNone{HUGE_VAL, HUGE_VAL};
    if (!det.is_above(0.0)) return kNone;  // flat: the border has a closest point too
    const Num u = (ef * fr - ff * er) / det, v = (ef * er - ee * fr) / det, sum = u + v;
    if (u.is_below(0.0) || v.is_below(0.0)) return kNone;
    if (is_triangle ? sum.is_above(1.0) : u.is_above(1.0) || v.is_above(1.0)) return kNone;
    const Num value = norm_sq(r + u * e + v * f);
    const bool is_inside = u.is_at_least(0.0) && v.is_at_least(0.0) &&
                           (is_triangle ? sum.is_at_most(1.0) : u.is_at_most(1.0) && v.is_at_most(1.0));
    return {value.lo(), is_inside ? value.hi() : HUGE_VAL};
}

/// Bounds of the squared distance. A vertex with a vertex, edge or face; or two edges.
[[nodiscard]] inline Bracket distance_sq(const std::vector<NumVec>& a, const std::vector<NumVec>& b) {
    if (a.size() > 1 && b.size() == 1) return distance_sq(b, a);
    Bracket best{HUGE_VAL, HUGE_VAL};
    for (const NumVec& x : a)
        for (std::size_t j = 0; j < b.size(); ++j)
            best = least_of(best, point_segment_sq(x, b[j], b[(j + 1) % b.size()] - b[j]));
    if (a.size() == 1 && b.size() == 3)
        best = least_of(best, inside_sq(b[0] - a[0], b[1] - b[0], b[2] - b[0], true));
    if (a.size() == 2) {
        for (const NumVec& x : b) best = least_of(best, point_segment_sq(x, a[0], a[1] - a[0]));
        best = least_of(best, inside_sq(a[0] - b[0], a[1] - a[0], b[0] - b[1], false));
    }
    best.lo = std::max(best.lo, 0.0);
    return best;
}

[[nodiscard]] inline Bracket distance_at(const FeaturePath& a, const FeaturePath& b, double t) {
    const Bracket sq = distance_sq(a(Num(t)), b(Num(t)));
    return {oracle::sqrt(Num(sq.lo)).lo(), oracle::sqrt(Num(sq.hi)).hi()};
}

/// The farthest that a vertex gets from its place at the middle of the stretch.
[[nodiscard]] inline double farthest(const FeaturePath& path, double lo, double hi) {
    const auto all = path(Num(lo, hi)), middle = path(Num(0.5 * (lo + hi)));
    double most = 0.0;
    for (std::size_t i = 0; i < all.size(); ++i)
        most = std::max(most, oracle::sqrt(norm_sq(all[i] - middle[i])).hi());
    return most;
}

struct Stretch {
    double lo, hi;
};

/// The least distance over a stretch of time, to `precision`, by best-first search.
[[nodiscard]] inline Bracket least_distance(const FeaturePath& a, const FeaturePath& b, const Stretch& over,
                                            double precision, int budget = 4000) {
    struct Part {
        double lo, hi, least;
        bool operator<(const Part& other) const { return least > other.least; }
    };
    double seen = std::min(distance_at(a, b, over.lo).hi, distance_at(a, b, over.hi).hi);
    std::priority_queue<Part> parts;
    const auto add = [&](double lo, double hi) {
        const Bracket middle = distance_at(a, b, 0.5 * (lo + hi));
        seen = std::min(seen, middle.hi);
        const double least = middle.lo - farthest(a, lo, hi) - farthest(b, lo, hi);
        parts.push({lo, hi, std::max(least, 0.0)});
    };
    add(over.lo, over.hi);
    while (budget-- > 0 && parts.top().least < seen - precision) {
        const Part part = parts.top();
        parts.pop();
        const double middle = 0.5 * (part.lo + part.hi);
        add(part.lo, middle);
        add(middle, part.hi);
    }
    return {std::min(parts.top().least, seen), seen};
}

/// A bracket of the first time at which the distance is at most `clearance`: stretches are halved, the
/// earlier half first, down to `shortest`.
[[nodiscard]] inline Bracket first_time(const FeaturePath& a, const FeaturePath& b, double clearance,
                                        double shortest) {
    constexpr double kNever = 2.0;
    Bracket time{kNever, kNever};
    std::vector<Stretch> open{{0.0, 1.0}};
    int undecided = 0;
    while (!open.empty()) {
        const Stretch part = open.back();
        open.pop_back();
        if (part.lo >= time.hi) continue;
        const double middle = 0.5 * (part.lo + part.hi);
        for (const double t : {part.lo, middle, part.hi})
            if (distance_at(a, b, t).hi <= clearance) time.hi = std::min(time.hi, t);
        const double least =
            distance_at(a, b, middle).lo - farthest(a, part.lo, part.hi) - farthest(b, part.lo, part.hi);
        if (least > clearance) continue;
        if (part.hi - part.lo < shortest) {
            if (time.lo == kNever) time.lo = part.lo;  // the earlier half comes first
            if (time.hi < kNever || ++undecided > 64) return time;
            continue;
        }
        open.push_back({middle, part.hi});
        open.push_back({part.lo, middle});
    }
    return time;
}

}  // namespace graze::oracle
