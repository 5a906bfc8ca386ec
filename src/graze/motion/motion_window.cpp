#include "graze/motion/motion_window.h"

#include "graze/core/assert.h"

namespace graze::internal {
namespace {

Interval both(const Interval& a, const Interval& b) {
    const auto common = intersection(a, b);
    return common ? *common : a;  // never empty in exact terms: each contains the truth
}

// Of an arm or a direction: what turning does to it.
PointWindow window_of_arm(const MotionWindow& window, const IntervalVec3& at_middle,
                          const IntervalVec3& throughout) {
    PointWindow point{.time = window.time,
                      .middle = window.middle,
                      .natural = throughout,
                      .place = at_middle,
                      .velocity = kZeroVector,
                      .acceleration = kZeroVector,
                      .steady_axis = kZeroVector};
    if (window.is_still) {
        point.steady_acceleration = 0.0;
        return point;
    }
    point.velocity = turning_velocity(window.at_middle, at_middle);
    point.acceleration = turning_acceleration(window.throughout, throughout);
    return point;
}

}  // namespace

MotionWindow window_over(const RigidMotion& motion, const Interval& time) {
    const double middle = midpoint(time);
    if (const auto* rest = std::get_if<AtRest>(&motion)) {
        const MotionJet jet = jet_over(*rest, time);
        return {time, middle, jet, jet, kZeroVector, true};
    }
    MotionWindow window{time, middle, jet_over(motion, exactly(middle)), jet_over(motion, time), {}};
    if (const auto* steady = std::get_if<SteadyTurn>(&motion)) window.steady_axis = steady->axis;
    return window;
}

MotionWindow window_over(const Piecewise& motion, const Interval& time) {
    const double middle = midpoint(time);
    return {time, middle, jet_over(motion, exactly(middle)), jet_over(motion, time), {}};
}

MotionWindow window_over(const Composed& body, std::uint32_t link, const Interval& time) {
    const double middle = midpoint(time);
    return {time, middle, jet_over(body, link, exactly(middle)), jet_over(body, link, time), {}};
}

MotionWindow relative(const MotionWindow& a, const MotionWindow& b) {
    GRAZE_ASSERT(a.time.lo == b.time.lo && a.time.hi == b.time.hi);
    MotionWindow window{
        a.time, a.middle, relative(a.at_middle, b.at_middle), relative(a.throughout, b.throughout), {}};
    if (a.steady_axis && b.is_still) window.steady_axis = transposed(b.at_middle.rotation) * *a.steady_axis;
    return window;
}

PointWindow point_over(const MotionWindow& window, const Vec3& point) {
    const MotionJet& middle = window.at_middle;
    const MotionJet& all = window.throughout;
    const IntervalVec3 arm = arm_of(middle, point);
    PointWindow result = window_of_arm(window, arm, window.is_still ? arm : arm_of(all, point));
    result.natural = result.natural + all.position;
    result.place = result.place + middle.position;
    if (window.is_still) return result;
    result.velocity = result.velocity + middle.velocity;
    result.acceleration = result.acceleration + all.acceleration;
    if (window.steady_axis) {
        result.steady_axis = *window.steady_axis;
        result.steady_acceleration = norm(turning_acceleration(middle, arm) + middle.acceleration).hi;
    }
    return result;
}

PointWindow point_over(const LinearVertex& vertex, const Interval& time) {
    const IntervalVec3 from = exactly(vertex.from), displacement = exactly(vertex.to) - from;
    const double middle = midpoint(time);
    return {.time = time,
            .middle = middle,
            .natural = from + time * displacement,
            .place = from + exactly(middle) * displacement,
            .velocity = displacement,
            .acceleration = kZeroVector,
            .steady_axis = kZeroVector,
            .steady_acceleration = 0.0};
}

PointWindow difference(const PointWindow& a, const PointWindow& b) {
    GRAZE_ASSERT(a.time.lo == b.time.lo && a.time.hi == b.time.hi);
    PointWindow result{.time = a.time,
                       .middle = a.middle,
                       .natural = a.natural - b.natural,
                       .place = a.place - b.place,
                       .velocity = a.velocity - b.velocity,
                       .acceleration = a.acceleration - b.acceleration,
                       .steady_axis = kZeroVector};
    // (M21) survives if only one of the two has an acceleration.
    const bool a_is_steady = b.steady_acceleration == 0.0 && is_zero(b.acceleration);
    const bool b_is_steady = a.steady_acceleration == 0.0 && is_zero(a.acceleration);
    if (!a_is_steady && !b_is_steady) return result;
    result.steady_axis = a_is_steady ? a.steady_axis : b.steady_axis;
    result.steady_acceleration = a_is_steady ? a.steady_acceleration : b.steady_acceleration;
    return result;
}

ProjectionWindow projection(const PointWindow& point, const Vec3& n) {
    const IntervalVec3 direction = exactly(n);
    ProjectionWindow result{point.time,
                            point.middle,
                            dot(direction, point.natural),
                            dot(direction, point.place),
                            dot(direction, point.velocity),
                            dot(direction, point.acceleration)};
    if (point.steady_acceleration == 0.0) {
        result.curvature = kZero;
    } else if (point.steady_acceleration < kInfinity) {
        const IntervalVec3& s = point.steady_axis;
        const double across = norm(direction - dot(direction, s) * s).hi;
        const double most = (exactly(across) * exactly(point.steady_acceleration)).hi;
        result.curvature = both(result.curvature, within(most));  // motion.md (M21)
    }
    return result;
}

Interval value_at(const ProjectionWindow& projection, double t) {
    const Interval tau = exactly(t) - exactly(projection.middle);
    return projection.centre + projection.slope * tau + kHalf * projection.curvature * sqr(tau);
}

Interval taylor_range(const ProjectionWindow& projection) {
    // Bounded below by a concave and above by a convex function of t: the ends are the extremes
    // (motion.md, M22).
    ProjectionWindow outward = projection;
    outward.curvature = hull(projection.curvature, kZero);
    return hull(value_at(outward, projection.time.lo), value_at(outward, projection.time.hi));
}

Interval range(const ProjectionWindow& projection) {
    return both(projection.natural, taylor_range(projection));
}

}  // namespace graze::internal
