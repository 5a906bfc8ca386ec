// A lower bound of the gap between two vertices along a direction, as a parabola in time: (F5) of
// docs/mathematics/features.md, section 2.
//
// Everything is about x >= 0, the time after a moment, or before it if the signs of velocities are turned.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {

/// On angles from 0 to one that is given: lower bounds of sin(a) / a and of (1 - cos a) / (a^2 / 2).
struct ArcFactors {
    double sine = 1.0;
    double versine = 1.0;
    double third = 0.0;  // of the time up to which bounds have to hold: of use if paths have a jerk
};

/// Partial sums of the two series that end in a negative term: below the function everywhere (features.md,
/// F3), and decreasing as far as they are positive. `kDown` covers their roundings.
/// Pre: 0 <= most_angle <= 2.
[[nodiscard]] inline ArcFactors arc_factors(double most_angle) {
    constexpr double kDown = 0x1p-49;
    const double z = most_angle * most_angle;
    return {1.0 - z * (1.0 / 6.0 - z * (1.0 / 120.0 - z * (1.0 / 5040.0))) - kDown,
            1.0 - z * (1.0 / 12.0 - z * (1.0 / 360.0 - z * (1.0 / 20160.0))) - kDown};
}

/// Of a path that turns by at most `angle` in a unit of time, for times up to x. Pre: angle x <= 2.
[[nodiscard]] inline ArcFactors arc_factors(double angle, double x) {
    ArcFactors arc = arc_factors(angle * x);
    arc.third = x * (1.0 / 3.0 + 0x1p-50);
    return arc;
}

/// The projection of a vertex on a direction, at a moment: y = place, y' = straight + turning, y'' = -inward,
/// where `straight` is constant and the rest turns steadily, up to `swerve` x^2 / 2 + `jerk` x^3 / 6.
struct ProjectedVertex {
    double place, straight, turning, inward, swerve;
    double jerk = 0.0;
};

/// The two together, as a swerve (features.md, F9).
[[nodiscard]] inline double swerve_over(const ProjectedVertex& p, const ArcFactors& arc) {
    return p.swerve + arc.third * p.jerk;
}

/// place + slope x - bend x^2 / 2.
struct GapBound {
    double place, slope, bend;

    [[nodiscard]] double at(double x) const { return place + x * (slope - 0.5 * bend * x); }
};

/// Below the projection for x up to where the factors hold. `sign`: 1 after the moment, -1 before it.
[[nodiscard]] inline GapBound bound_below(const ProjectedVertex& p, double sign, const ArcFactors& arc) {
    const double turning = sign * p.turning;
    return {p.place, sign * p.straight + (turning > 0.0 ? turning * arc.sine : turning),
            (p.inward > 0.0 ? p.inward : p.inward * arc.versine) + swerve_over(p, arc)};
}

/// Above it: the negative of what is below the negative.
[[nodiscard]] inline GapBound bound_above(const ProjectedVertex& p, double sign, const ArcFactors& arc) {
    const double turning = sign * p.turning;
    return {p.place, sign * p.straight + (turning < 0.0 ? turning * arc.sine : turning),
            (p.inward < 0.0 ? p.inward : p.inward * arc.versine) - swerve_over(p, arc)};
}

/// A direction that turns: n + x rate, x the time from the moment on (negative before it).
struct DirectionTurn {
    double most;         // x up to which bounds have to hold
    double rate_length;  // |rate|, rounded up
};

/// What x rate adds to the projection of a vertex, of which `p` is the projection on the rate (features.md,
/// F8).
[[nodiscard]] inline GapBound turning_below(const ProjectedVertex& p, double sign, const ArcFactors& arc,
                                            const DirectionTurn& turn) {
    const double inward = sign * p.inward;
    return {0.0, sign * p.place,
            -2.0 * (p.straight + (p.turning > 0.0 ? p.turning * arc.sine : p.turning)) +
                turn.most * ((inward > 0.0 ? inward : 0.0) + turn.rate_length * swerve_over(p, arc))};
}

[[nodiscard]] inline GapBound turning_above(const ProjectedVertex& p, double sign, const ArcFactors& arc,
                                            const DirectionTurn& turn) {
    const double inward = sign * p.inward;
    return {0.0, sign * p.place,
            -2.0 * (p.straight + (p.turning < 0.0 ? p.turning * arc.sine : p.turning)) +
                turn.most * ((inward < 0.0 ? inward : 0.0) - turn.rate_length * swerve_over(p, arc))};
}

[[nodiscard]] inline GapBound operator+(const GapBound& a, const GapBound& b) {
    return {a.place + b.place, a.slope + b.slope, a.bend + b.bend};
}
[[nodiscard]] inline GapBound operator-(const GapBound& a, const GapBound& b) {
    return {a.place - b.place, a.slope - b.slope, a.bend - b.bend};
}

/// The least that the parabola takes on [0, x], up to rounding: at an end, or where it turns (features.md,
/// F6). NaN stays NaN.
[[nodiscard]] inline double least_over(const GapBound& gap, double x) {
    const double at_end = gap.at(x);
    double least = gap.place < at_end ? gap.place : at_end;
    if (gap.bend < 0.0 && gap.slope < 0.0) {
        const double lowest = gap.slope / gap.bend;
        if (lowest < x) least = gap.at(lowest);
    }
    return least;
}

/// About where the parabola first falls to `level`; x if not before. A guess, not a bound.
[[nodiscard]] inline double guessed_fall(const GapBound& gap, double level, double x) {
    const double above = gap.place - level;
    if (!(above > 0.0)) return 0.0;
    const bool dips = gap.bend < 0.0 && gap.slope < 0.0;
    if (!dips && gap.at(x) > level) return x;
    const double discriminant = gap.slope * gap.slope + 2.0 * gap.bend * above;
    if (discriminant < 0.0) return x;
    const double root = std::sqrt(discriminant);
    if (gap.slope > 0.0) return gap.bend > 0.0 ? std::min(x, (gap.slope + root) / gap.bend) : x;
    return std::min(x, 2.0 * above / (root - gap.slope));  // 0 / 0: NaN, and min returns x
}

}  // namespace graze::internal
