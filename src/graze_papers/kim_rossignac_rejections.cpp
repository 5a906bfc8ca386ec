#include "graze_papers/kim_rossignac_rejections.h"

#include "graze/core/assert.h"
#include "graze/motion/angle.h"
#include "graze/numeric/interval_trig.h"

#include <algorithm>
#include <cmath>

namespace graze::papers {
namespace {

constexpr Interval kAllRound{-kInfinity, kInfinity};

using Flat = std::array<Interval, 2>;  // x and y: a place seen along the axis

Flat flat(const IntervalVec3& p) { return {p[0], p[1]}; }
Interval flat_dot(const Flat& a, const Flat& b) { return a[0] * b[0] + a[1] * b[1]; }
Interval flat_cross(const Flat& a, const Flat& b) { return a[0] * b[1] - a[1] * b[0]; }
Interval flat_norm(const Flat& a) { return sqrt(sqr(a[0]) + sqr(a[1])); }
Flat operator-(const Flat& a, const Flat& b) { return {a[0] - b[0], a[1] - b[1]}; }

// A coordinate direction that is far from the axis.
IntervalVec3 direction_across(const IntervalVec3& axis) {
    int least = 0;
    for (int i = 1; i < 3; ++i)
        if (magnitude(axis[i]) < magnitude(axis[least])) least = i;
    Vec3 unit = Vec3::Zero();
    unit[least] = 1.0;
    return exactly(unit);
}

// How near the segment comes to the axis, at least (papers.md, K5).
double segment_radius_lo(const Flat& p, const Flat& q) {
    const Flat e = q - p;
    const double ends = std::min(flat_norm(p).lo, flat_norm(q).lo);
    // The foot is not between the ends.
    if (flat_dot(p, e).lo >= 0.0 || flat_dot(q, e).hi <= 0.0) return ends;
    const double by_line = (abs(flat_cross(p, q)) / flat_norm(e)).lo;
    const double by_length = (exactly(ends) - flat_norm(e)).lo;
    return std::max({0.0, by_line, by_length});
}

// Whether the axis may go through the triangle: not if it is certainly on the left of one side and on the
// right of another.
bool may_surround_axis(std::span<const Flat> p) {
    bool left = false, right = false;
    for (std::size_t i = 0; i < 3; ++i) {
        const Interval side = flat_cross(p[i], p[(i + 1) % 3]);
        left = left || certainly_positive(side);
        right = right || certainly_negative(side);
    }
    return !(left && right);
}

double radius_lo(std::span<const Flat> p) {
    if (p.size() == 1) return flat_norm(p[0]).lo;
    if (p.size() == 2) return segment_radius_lo(p[0], p[1]);
    if (may_surround_axis(p)) return 0.0;
    return std::min(
        {segment_radius_lo(p[0], p[1]), segment_radius_lo(p[1], p[2]), segment_radius_lo(p[2], p[0])});
}

// The angle in (-pi, pi) by which q is farther round than p; all round if its sign is not certain while it
// may be more than a quarter turn (papers.md, K6).
Interval angle_between(const Flat& p, const Flat& q) {
    const Interval side = flat_cross(p, q), along = flat_dot(p, q);
    std::optional<Interval> range;
    if (certainly_positive(along)) range = {-kPi.hi / 2.0, kPi.hi / 2.0};
    if (certainly_positive(side)) range = {0.0, kPi.hi};
    if (certainly_negative(side)) range = {-kPi.hi, 0.0};
    if (!range) return kAllRound;
    const auto inside = intersection(angle_of(side, along), *range);
    return inside ? *inside : kAllRound;
}

// Pre: the hull of the points does not meet the axis, so it is seen under less than half a turn.
Interval azimuths(std::span<const Flat> p) {
    Interval span{0.0, 0.0};
    for (std::size_t i = 1; i < p.size(); ++i) span = hull(span, angle_between(p[0], p[i]));
    return angle_of(p[0][1], p[0][0]) + span;
}

bool are_disjoint(double a_lo, double a_hi, double b_lo, double b_hi) { return a_hi < b_lo || b_hi < a_lo; }

// Whether two arcs of the circle are apart: moved on by some whole number of turns, b is in the gap that a
// leaves (papers.md, K7). Which number does not matter for the proof; the first that brings b behind a is
// tried and, as that was found by rounding, the one after it.
bool arcs_are_apart(double a_lo, double a_hi, double b_lo, double b_hi) {
    const double gap_end = just_below(a_lo + kTwoPi.lo);
    const double turns = std::floor((a_hi - b_lo) / kTwoPi.lo);
    for (const double k : {turns, turns + 1.0}) {
        const Interval on = exactly(k) * kTwoPi;
        if (just_below(b_lo + on.lo) > a_hi && just_above(b_hi + on.hi) < gap_end) return true;
    }
    return false;
}

// The times at which the heights may overlap (papers.md, K8): z_a + t slide in z_b. Nothing: never.
std::optional<Interval> time_of_equal_height(const AxialRange& a, const AxialRange& b, const AxialMotion& m) {
    const Interval difference = Interval{b.z_lo, b.z_hi} - Interval{a.z_lo, a.z_hi};
    const Interval slide{m.slide_lo, m.slide_hi};
    if (may_contain(slide, 0.0)) return Interval{0.0, 1.0};  // the division would say so too, slowly
    return intersection(difference / slide, {0.0, 1.0});
}

// While the moving set turns by angles of `turned`.
bool wedge_is_apart(const AxialRange& a, const AxialRange& b, const Interval& turned) {
    return arcs_are_apart(just_below(a.phi_lo + turned.lo), just_above(a.phi_hi + turned.hi), b.phi_lo,
                          b.phi_hi);
}

}  // namespace

std::optional<AxialScrew> axial_screw(const SteadyTurn& motion) {
    if (motion.is_small_turn) return std::nullopt;
    AxialScrew screw{{}, motion.start, motion.angle, dot(motion.slide, motion.axis)};
    IntervalVec3 axis = motion.axis;
    // The centre of a chord that subtends w: from its middle, by the cotangent of w/2 (papers.md, K3).
    if (!is_zero(motion.chord)) {
        const Interval cotangent = cos(kHalf * motion.angle) * motion.inverse_half_sine;
        screw.origin = motion.start + kHalf * (motion.chord + cotangent * motion.chord_turned);
    }
    if (certainly_negative(screw.angle)) {
        axis = -axis;
        screw.angle = -screw.angle;
        screw.slide = -screw.slide;
    }
    const IntervalVec3 side = cross(axis, direction_across(axis));
    const IntervalVec3 first = exactly(1.0) / norm(side) * side;
    screw.to_axis = {first, cross(axis, first), axis};
    return screw;
}

IntervalVec3 seen_from_axis(const AxialScrew& screw, const IntervalVec3& place) {
    return screw.to_axis * (place - screw.origin);
}

AxialRange axial_range(std::span<const IntervalVec3> points) {
    GRAZE_ASSERT(!points.empty() && points.size() <= 3);
    std::array<Flat, 3> all;
    AxialRange range{kInfinity, -kInfinity, 0.0, 0.0, -kInfinity, kInfinity};
    for (std::size_t i = 0; i < points.size(); ++i) {
        all[i] = flat(points[i]);
        range.z_lo = std::min(range.z_lo, points[i][2].lo);
        range.z_hi = std::max(range.z_hi, points[i][2].hi);
        range.r_hi = std::max(range.r_hi, flat_norm(all[i]).hi);  // convex: the farthest is a corner
    }
    const std::span<const Flat> p(all.data(), points.size());
    range.r_lo = radius_lo(p);
    if (range.r_lo > 0.0) {
        const Interval phi = azimuths(p);
        range.phi_lo = phi.lo;
        range.phi_hi = phi.hi;
    }
    return range;
}

AxialRange axial_range_of_ball(const IntervalVec3& centre, double radius) {
    const Flat at = flat(centre);
    const Interval ball = within(radius), r = flat_norm(at) + ball;
    const Interval z = centre[2] + ball;
    AxialRange range{z.lo, z.hi, std::max(r.lo, 0.0), r.hi, -kInfinity, kInfinity};
    if (range.r_lo > 0.0) {
        // Seen under asin(radius / r) to either side, which is at most pi/2 of its sine.
        const Interval half = kPi * kHalf * (exactly(radius) / flat_norm(at));
        const Interval phi = angle_of(at[1], at[0]) + within(half.hi);
        range.phi_lo = phi.lo;
        range.phi_hi = phi.hi;
    }
    return range;
}

AxialMotion axial_motion(const AxialScrew& screw) {
    return {screw.slide.lo, screw.slide.hi, screw.angle.lo, screw.angle.hi};
}

AxialRejection prove_apart_about_axis(const AxialRange& a, const AxialRange& b, const AxialMotion& m,
                                      const AxialTests& tests) {
    if (tests.height && are_disjoint(just_below(a.z_lo + std::min(0.0, m.slide_lo)),
                                     just_above(a.z_hi + std::max(0.0, m.slide_hi)), b.z_lo, b.z_hi))
        return AxialRejection::Height;
    if (tests.outside && b.r_lo > a.r_hi) return AxialRejection::Outside;
    if (tests.inside && b.r_hi < a.r_lo) return AxialRejection::Inside;
    if (tests.wedge && wedge_is_apart(a, b, {0.0, m.angle_hi})) return AxialRejection::Wedge;
    if (!tests.coupled) return AxialRejection::NotRejected;
    const auto time = time_of_equal_height(a, b, m);
    if (!time || wedge_is_apart(a, b, Interval{m.angle_lo, m.angle_hi} * *time))
        return AxialRejection::Coupled;
    return AxialRejection::NotRejected;
}

void prove_apart_about_axis(const AxialRange& moving, std::span<const AxialRange> still,
                            const AxialMotion& motion, std::span<AxialRejection> verdicts) {
    GRAZE_ASSERT(still.size() == verdicts.size());
    for (std::size_t i = 0; i < still.size(); ++i)
        verdicts[i] = prove_apart_about_axis(moving, still[i], motion);
}

bool prove_swept_balls_apart(const AxialBall& a, const AxialBall& b, const AxialScrew& screw) {
    // The path of the centre lies on a cylinder of radius r and height |slide| about the point half way.
    const Interval half = kHalf * screw.slide;
    const IntervalVec3 offset = b.centre - IntervalVec3{exactly(0.0), exactly(0.0), a.centre[2] + half};
    const Interval swept_radius = sqrt(sqr(half) + sqr(a.centre[0]) + sqr(a.centre[1]));
    return norm(offset).lo > (exactly(a.radius) + exactly(b.radius) + swept_radius).hi;
}

}  // namespace graze::papers
