#include "graze/continuous/proof/proof_cuts.h"

#include <cmath>

namespace graze::internal {
namespace {

void cut_by(double at_begin, double at_end, unsigned bit, TimeCut& cut) {
    const bool cuts_begin = at_begin > 0.0 && at_end <= 0.0, cuts_end = at_end > 0.0 && at_begin <= 0.0;
    if (!cuts_begin && !cuts_end) return;
    const double where = at_begin / (at_begin - at_end);
    if (cuts_begin && where > cut.begin) cut.begin = where, cut.first = bit;
    if (cuts_end && where < cut.end) cut.end = where, cut.last = bit;
}

/// Two boxes along axis k of one of them, which sees the other at both ends of the window.
struct BoxesAlong {
    const float *centre, *half;  // of the other: at the beginning, and kWide further at the end
    float at_own, half_own;

    BoxesAlong(const PosedBoxes& own, int of_own, const PosedBoxes& posed, int of_posed, int k)
        : centre(posed.posed_centre[k] + of_posed),
          half(posed.posed_half[k] + of_posed),
          at_own(own.centre[k][of_own]),
          half_own(own.half[k][of_own]) {}

    /// Up to rounding: mostly not.
    [[nodiscard]] bool are_apart_at(int end) const {
        return std::abs(centre[kWide * end] - at_own) > half[kWide * end] + half_own;
    }
};

/// Leaves on a part [t0, t] of a window of length l need the chord to exceed M l^2 (f/2 - 3 f^2/8) where f is
/// the fraction at t, at most M l^2 / 6: a third more than the bends that boxes are widened by (proof.md,
/// P2).
void cut_along(const BoxesAlong& x, float bend, unsigned above, unsigned below, TimeCut& cut) {
    double at[2], radius[2];
    for (int e = 0; e < 2; ++e) {
        at[e] = static_cast<double>(x.centre[kWide * e]) - static_cast<double>(x.at_own);
        radius[e] = static_cast<double>(x.half[kWide * e]) + static_cast<double>(x.half_own) +
                    static_cast<double>(bend) / 3.0;
    }
    cut_by(at[0] - radius[0], at[1] - radius[1], above, cut);
    cut_by(-at[0] - radius[0], -at[1] - radius[1], below, cut);
}

}  // namespace

TimeCut cut_of(const AxisProofs& p, const Cell& c) {
    TimeCut cut;
    for (int k = 0; k < 3; ++k) {
        const auto bit = static_cast<unsigned>(k);
        const BoxesAlong a(p.a, c.i, p.b, c.j, k), b(p.b, c.j, p.a, c.i, k);
        if (a.are_apart_at(0) || a.are_apart_at(1))
            cut_along(a, p.bends_a[k], kAgainstA + bit, kAlongA + bit, cut);
        if (b.are_apart_at(0) || b.are_apart_at(1))
            cut_along(b, p.bends_b[k], kAlongB + bit, kAgainstB + bit, cut);
    }
    return cut;
}

}  // namespace graze::internal
