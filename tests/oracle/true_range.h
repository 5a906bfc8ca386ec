// The range of a function of one variable by branch and bound in MPFI.
#pragma once

#include "oracle/mpfi_number.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace graze::oracle {

/// f takes values at most inner.lo and at least inner.hi (seen at points); all its values are inside outer.
struct TrueRange {
    double inner_lo, inner_hi;
    double outer_lo, outer_hi;
};

using Function1 = std::function<Num(const Num& t)>;

/// A value that f takes is at least `top_lo`; none is above `top_hi`.
struct TrueTop {
    double top_lo, top_hi;
};

/// Branch and bound for the maximum, until it is known to `relative` of what is not yet known about f or
/// `budget` evaluations are used up.
[[nodiscard]] inline TrueTop true_maximum(const Function1& f, double t0, double t1, double relative,
                                          int budget) {
    struct Part {
        double lo, hi, top;
    };
    double best = std::max(f(Num(t0)).lo(), f(Num(t1)).lo());
    const double first = f(Num(t0, t1)).hi();
    const double least = f(Num(t0, t1)).lo();
    std::vector<Part> parts{{t0, t1, first}};
    const auto less = [](const Part& a, const Part& b) { return a.top < b.top; };
    for (int used = 0; used < budget && !parts.empty(); used += 3) {
        std::pop_heap(parts.begin(), parts.end(), less);
        const Part part = parts.back();
        if (part.top <= best + relative * (first - least)) return {best, std::max(part.top, best)};
        const double middle = 0.5 * part.lo + 0.5 * part.hi;
        if (!(part.lo < middle && middle < part.hi)) return {best, part.top};
        parts.pop_back();
        best = std::max(best, f(Num(middle)).lo());
        for (const auto& [lo, hi] : {std::pair{part.lo, middle}, std::pair{middle, part.hi}}) {
            parts.push_back({lo, hi, std::min(part.top, f(Num(lo, hi)).hi())});
            std::push_heap(parts.begin(), parts.end(), less);
        }
    }
    return {best, parts.empty() ? best : std::max(best, parts.front().top)};
}

[[nodiscard]] inline TrueRange true_range(const Function1& f, double t0, double t1, double relative = 1e-3,
                                          int budget = 1500) {
    const TrueTop top = true_maximum(f, t0, t1, relative, budget);
    const TrueTop bottom = true_maximum([&](const Num& t) { return -f(t); }, t0, t1, relative, budget);
    return {-bottom.top_lo, top.top_lo, -bottom.top_hi, top.top_hi};
}

}  // namespace graze::oracle
