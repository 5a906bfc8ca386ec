#include "graze/continuous/relative/relative_motion.h"

#include "graze/continuous/relative/bend_rounding.h"
#include "graze/continuous/relative/paired_chains.h"
#include "graze/continuous/relative/quick_bends.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <emmintrin.h>

namespace graze::internal {
namespace {

constexpr double kSumError = 128.0 * kUnitRoundoff;  // relative.md (R3)

/// Where a body is: its orientation, and its reference point.
struct RoundedPose {
    Mat3 rotation;
    Vec3 place;
};

RoundedPose pose_at(const RoundedMotion& m, double t) {
    RoundedPose pose{m.cosine, m.start + t * m.slide};
    if (!m.has_fixed_axis) {
        pose.rotation = orientation_at(m, t).rotation;
    } else if (m.angle != 0.0) {
        const RoundedTurn turn = turn_at(m.angle, t);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                pose.rotation(i, j) = (m.still(i, j) + m.cosine(i, j)) +
                                      (turn.cosine_less_1 * m.cosine(i, j) + turn.sine * m.sine(i, j));
        pose.place = pose.place + (turn.cosine_less_1 * m.out + turn.sine * m.across);
    }
    return pose;
}

TurningBounds turning_of(const RoundedMotion& m) {
    TurningBounds turning;
    turning.drift = m.slide;
    turning.drift_speed = bend_length_hi(m.slide);
    turning.turns = m.angle != 0.0;
    if (!turning.turns) return turning;
    turning.spin = (magnitude_of(m.angle) + m.angle_error) * kBendUp;
    turning.spin_rate = m.spin_rate * kBendUp;
    turning.has_axis = m.has_fixed_axis && m.winding <= kMostWinding;
    if (!turning.has_axis) turning.spin_rate = std::max(turning.spin_rate, 0.5 * turning.spin * turning.spin);
    if (!m.has_fixed_axis) return turning;
    if (turning.has_axis) {
        turning.axis_in_world = m.axis;
        const Vec3 in_body = turned_back(m.still, m.axis);
        for (int k = 0; k < 3; ++k) turning.axis_in_body_f[k] = static_cast<float>(in_body[k]);
    }
    return turning;
}

/// The part of v across the axis; all of it if there is none.
double across(const TurningBounds& turning, const Vec3& v) {
    if (!turning.has_axis) return bend_length_hi(v);
    return bend_length_hi(cross(turning.axis_in_world, v)) + kAcross * kArmSlack * bend_length_hi(v);
}

/// relative.md (R1): for a direction fixed in `own`, and points of the other body within `other_arm` of its
/// centre.
Bend bend_along(const TurningBounds& own, const TurningBounds& other, double own_arm, double other_arm,
                double distance, double wander, double scale) {
    const double farthest = own_arm + distance;  // of those points from the own centre
    const double sideways = other.spin * other_arm + own.relative_drift;
    const double from_other = other.spin * other.spin * other_arm;
    const double from_own = own.spin * (own.spin * farthest + 2.0 * sideways);
    Bend bend{};
    double isotropic = other.spin_rate * other_arm + own.spin_rate * farthest;
    if (other.has_axis) {
        bend.from_other = bend_in_float(from_other * scale);
        isotropic += from_other * (kAcross + wander);
    } else {
        isotropic += from_other;
    }
    if (own.has_axis) {
        bend.from_own = bend_in_float(from_own * scale);
        isotropic += from_own * kAcross;
    } else {
        isotropic += from_own;
    }
    bend.isotropic = bend_in_float(isotropic * scale);
    return bend;
}

}  // namespace

RelativeMotion relative_motion(const RigidMotion& a, const RigidMotion& b) {
    return relative_motion(rounded_motion(a), rounded_motion(b));
}

RelativeMotion relative_motion(const RoundedMotion& a, const RoundedMotion& b) {
    RelativeMotion motion;
    motion.is_usable = a.is_usable && b.is_usable;
    auto& pair = motion.chains.emplace<RigidPair>(RigidPair{a, b, turning_of(a), turning_of(b)});
    TurningBounds &in_a = pair.turning_a, &in_b = pair.turning_b;
    in_a.relative_drift = across(in_a, in_b.drift - in_a.drift);
    in_b.relative_drift = across(in_b, in_a.drift - in_b.drift);
    if (in_a.has_axis && in_b.has_axis)
        pair.axes_sine =
            std::min(1.0, bend_length_hi(cross(in_a.axis_in_world, in_b.axis_in_world))) + kAcross;
    else
        pair.axes_sine = 1.0;
    return motion;
}

CarriedBy what_carries_a(const RelativeMotion& motion) {
    const auto* pair = std::get_if<RigidPair>(&motion.chains);
    return {pair != nullptr ? &pair->a : nullptr, motion.known_a};
}

CarriedBy what_carries_b(const RelativeMotion& motion) {
    const auto* pair = std::get_if<RigidPair>(&motion.chains);
    return {pair != nullptr ? &pair->b : nullptr, motion.known_b};
}

namespace {

/// relative.md (R3). `between`: at least that of the two reference points; `shift`: at least the sum of the
/// magnitudes of all that is added to it.
float placement_error(const PlacedBody& of_a, const PlacedBody& of_b, const WideTree& a, const WideTree& b,
                      double between, double shift) {
    const double extent_a = a.farthest + 2.0 * static_cast<double>(a.nodes[0].radius),
                 extent_b = b.farthest + 2.0 * static_cast<double>(b.nodes[0].radius);
    const double far_b = extent_b + sum_of_magnitudes(of_b.reference);
    const double to_b = far_b + between, from_a = to_b + extent_a + sum_of_magnitudes(of_a.reference);
    return bend_in_float(4.0 * (of_b.common_error + of_b.error_per_arm * far_b + of_a.common_error +
                                of_a.error_per_arm * from_a + kSumError * (from_a + shift)));
}

/// Two numbers of what stays, and of what goes with c and with s; the sums in the order of the text.
[[gnu::always_inline]] inline __m128d two_of(__m128d still, __m128d c, const double* cosine, __m128d s,
                                             const double* sine) {
    return _mm_add_pd(still,
                      _mm_add_pd(_mm_mul_pd(c, _mm_loadu_pd(cosine)), _mm_mul_pd(s, _mm_loadu_pd(sine))));
}

void place_quickly(const QuickPlacement& quick, const RoundedTurn& turn, double t, WidePlacement& x) {
    const __m128d c = _mm_set1_pd(turn.cosine_less_1), s = _mm_set1_pd(turn.sine), time = _mm_set1_pd(t);
    for (int j = 0; j < 3; ++j) {
        const double *still = quick.turn_still + 4 * j, *cosine = quick.turn_cosine + 4 * j,
                     *sine = quick.turn_sine + 4 * j;
        const __m128d xy = two_of(_mm_loadu_pd(still), c, cosine, s, sine),
                      z = two_of(_mm_loadu_pd(still + 2), c, cosine + 2, s, sine + 2);
        _mm_store_pd(x.turn[j], xy);
        _mm_store_pd(x.turn[j] + 2, z);
        _mm_store_ps(x.turn_f[j], _mm_movelh_ps(_mm_cvtpd_ps(xy), _mm_cvtpd_ps(z)));
    }
    for (int i = 0; i < 4; i += 2) {
        const __m128d straight = _mm_add_pd(_mm_loadu_pd(quick.shift_still + i),
                                            _mm_mul_pd(time, _mm_loadu_pd(quick.shift_slide + i)));
        _mm_store_pd(x.shift + i, two_of(straight, c, quick.shift_cosine + i, s, quick.shift_sine + i));
    }
    x.far = quick.far;
}

}  // namespace

void place_moment(const PlacedBody& of_a, const PlacedBody& of_b, const WideTree& a, const WideTree& b,
                  WidePlacement& x) {
    const Vec3 &home_a = of_a.reference, &home_b = of_b.reference;
    const Vec3 between = of_b.place - of_a.place;
    const Vec3 shift = turned_back(of_a.rotation, between - turned(of_b.rotation, home_b)) + home_a;
    for (int j = 0; j < 3; ++j) {
        const Vec3 column =
            turned_back(of_a.rotation, {of_b.rotation(0, j), of_b.rotation(1, j), of_b.rotation(2, j)});
        for (int i = 0; i < 3; ++i) {
            x.turn[j][i] = column[i];
            x.turn_f[j][i] = static_cast<float>(column[i]);
        }
        x.turn[j][3] = 0.0;
        x.turn_f[j][3] = 0.0f;
        x.shift[j] = shift[j];
    }
    x.shift[3] = 0.0;
    x.far = placement_error(of_a, of_b, a, b, sum_of_magnitudes(between), sum_of_magnitudes(shift));
}

Moment moment_at(const RelativeMotion& motion, const WideTree& a, const WideTree& b, double t) {
    Moment moment;
    find_moment(motion, a, b, t, moment);
    return moment;
}

void find_moment(const RelativeMotion& motion, const WideTree& a, const WideTree& b, double t,
                 Moment& moment) {
    const auto* pair = std::get_if<RigidPair>(&motion.chains);
    if (pair == nullptr) {
        moment = {};
        moment.placement.far = std::numeric_limits<float>::infinity();
        if (motion.is_usable)
            moment = moment_of_chains(*std::get<const PairedChains*>(motion.chains), a, b, t);
        return;
    }
    if (motion.placement.is_usable) {
        place_quickly(motion.placement, turn_at(pair->b.angle, t), t, moment.placement);
        for (int k = 0; k < 4; ++k) {
            moment.axis_a_in_a[k] = moment.axis_a_in_b[k] = 0.0f;
            moment.axis_b_in_a[k] = motion.placement.axis_b_in_a[k];
            moment.axis_b_in_b[k] = pair->turning_b.axis_in_body_f[k];
        }
        return;
    }
    const RoundedPose of_a = pose_at(pair->a, t), of_b = pose_at(pair->b, t);
    place_moment({of_a.rotation, of_a.place, pair->a.reference, pair->a.common_error, pair->a.error_per_arm},
                 {of_b.rotation, of_b.place, pair->b.reference, pair->b.common_error, pair->b.error_per_arm},
                 a, b, moment.placement);
    if (!motion.is_usable) moment.placement.far = std::numeric_limits<float>::infinity();
    const auto axis_in = [](const TurningBounds& turning, const RoundedPose& from) {
        return turning.has_axis ? turned_back(from.rotation, turning.axis_in_world) : Vec3(Vec3::Zero());
    };
    const Vec3 a_in_b = axis_in(pair->turning_a, of_b), b_in_a = axis_in(pair->turning_b, of_a);
    for (int k = 0; k < 3; ++k) {
        moment.axis_a_in_a[k] = pair->turning_a.axis_in_body_f[k];
        moment.axis_b_in_b[k] = pair->turning_b.axis_in_body_f[k];
        moment.axis_a_in_b[k] = static_cast<float>(a_in_b[k]);
        moment.axis_b_in_a[k] = static_cast<float>(b_in_a[k]);
    }
    moment.axis_a_in_a[3] = moment.axis_b_in_b[3] = moment.axis_a_in_b[3] = moment.axis_b_in_a[3] = 0.0f;
}

double arm_of(const RoundedMotion& m, const TurningBounds& turning, const WideNode& node) {
    if (!turning.turns) return 0.0;
    const Vec3 arm = Vec3(node.origin[0], node.origin[1], node.origin[2]) - m.reference;
    const double slack = (kArmSlack + 2.0 * m.arm_error) * sum_of_magnitudes(arm) +
                         kArmSlack * sum_of_magnitudes(m.out) + m.out_error;
    if (!m.has_fixed_axis) return bend_length_hi(arm) + slack;
    const Vec3 about = turned(m.cosine, arm) + m.out;
    if (turning.has_axis) return bend_length_hi(about) + slack;
    return bend_length_hi(about) + bend_length_hi(arm) + slack;
}

void prepare_bends(RelativeMotion& motion, const WideNode& root_a, const WideNode& root_b) {
    const auto* pair = std::get_if<RigidPair>(&motion.chains);
    const float radius = std::min(root_a.radius, root_b.radius);
    motion.quick.is_usable = motion.is_usable && pair != nullptr && radius >= kLeastRadius;
    if (pair == nullptr) return;
    const auto prepare = [&](const RoundedMotion& m, const TurningBounds& turning, QuickTurning& quick) {
        quick.turns = turning.turns;
        quick.is_still = stands_still(m);
        quick.drift_speed = bend_in_float(turning.drift_speed);
        quick.relative_drift = bend_in_float(turning.relative_drift);
        quick.spin = bend_in_float(turning.spin);
        quick.spin_rate = bend_in_float(turning.spin_rate);
        quick.arm_slack = bend_in_float(2.0 * m.arm_error) + kQuickSlack;
        const double out = sum_of_magnitudes(m.out);
        quick.fixed_slack =
            bend_in_float(static_cast<double>(kQuickSlack) * out + m.out_error) + kQuickUnderflow;
        for (int i = 0; i < 3; ++i) {
            quick.reference[i] = m.reference[i];
            quick.out[i] = static_cast<float>(m.out[i]);
            for (int j = 0; j < 3; ++j) quick.cosine[i][j] = static_cast<float>(m.cosine(i, j));
        }
        const bool is_plain = !turning.turns || (m.has_fixed_axis && turning.has_axis);
        const bool is_small =
            out <= kMostQuick && quick.drift_speed <= kMostQuick && quick.spin <= kMostQuick;
        motion.quick.is_usable = motion.quick.is_usable && is_plain && is_small;
    };
    prepare(pair->a, pair->turning_a, motion.quick.a);
    prepare(pair->b, pair->turning_b, motion.quick.b);
    motion.quick.axes_sine = bend_in_float(pair->axes_sine);
}

// With R = R_b(t), p = p_b(t) of (M24) and a at rest by R_a, p_a:  R_a^T R and R_a^T (p - p_a - R c_b) + c_a,
// each a sum of what stays, what goes with cos - 1, with sin and with t. Every number comes by fewer
// roundings than relative.md (R3) counts, of what all terms measure together.
void prepare_moments(RelativeMotion& motion, const WideTree& tree_a, const WideTree& tree_b) {
    const auto* pair = std::get_if<RigidPair>(&motion.chains);
    if (pair == nullptr) return;
    const RoundedMotion &a = pair->a, &b = pair->b;
    QuickPlacement& quick = motion.placement;
    quick.is_usable = motion.is_usable && stands_still(a) && b.has_fixed_axis;
    if (!quick.is_usable) return;
    const Vec3 &home_a = a.reference, &home_b = b.reference;
    const auto from_a = [&](const Vec3& v, double* to) {
        const Vec3 relative = turned_back(a.cosine, v);
        for (int i = 0; i < 3; ++i) to[i] = relative[i];
    };
    const Mat3 start = b.still + b.cosine;  // how b is turned at t = 0
    for (int j = 0; j < 3; ++j) {
        from_a({start(0, j), start(1, j), start(2, j)}, quick.turn_still + 4 * j);
        if (b.angle == 0.0) continue;
        from_a({b.cosine(0, j), b.cosine(1, j), b.cosine(2, j)}, quick.turn_cosine + 4 * j);
        from_a({b.sine(0, j), b.sine(1, j), b.sine(2, j)}, quick.turn_sine + 4 * j);
    }
    const Vec3 between = b.start - a.start;
    from_a(between - turned(start, home_b), quick.shift_still);
    for (int i = 0; i < 3; ++i) quick.shift_still[i] += home_a[i];
    from_a(b.slide, quick.shift_slide);
    double most = 0.0;  // of the sine; the cosine is at most twice that below 1
    if (b.angle != 0.0) {
        from_a(b.out - turned(b.cosine, home_b), quick.shift_cosine);
        from_a(b.across - turned(b.sine, home_b), quick.shift_sine);
        most = std::min(1.0, magnitude_of(b.angle));
    }
    const double farthest = (sum_of_magnitudes(between) + sum_of_magnitudes(b.slide)) +
                            most * (2.0 * sum_of_magnitudes(b.out) + sum_of_magnitudes(b.across));
    const double homes = sum_of_magnitudes(home_a) + 8.0 * sum_of_magnitudes(home_b);
    quick.far = placement_error({a.cosine, a.start, home_a, a.common_error, a.error_per_arm},
                                {start, b.start, home_b, b.common_error, b.error_per_arm}, tree_a, tree_b,
                                farthest, farthest + homes);
    if (!pair->turning_b.has_axis) return;
    const Vec3 axis = turned_back(a.cosine, pair->turning_b.axis_in_world);
    for (int k = 0; k < 3; ++k) quick.axis_b_in_a[k] = static_cast<float>(axis[k]);
}

PairBends bends_of(const RelativeMotion& motion, const BendQuery& query) {
    if (motion.quick.is_usable)
        if (const PairBends quick = quick_bends(motion.quick, query); is_ordinary(quick)) return quick;
    const auto* pair = std::get_if<RigidPair>(&motion.chains);
    if (pair == nullptr) return bends_of_chains(*std::get<const PairedChains*>(motion.chains), query);
    const TurningBounds &in_a = pair->turning_a, &in_b = pair->turning_b;
    const double radius_a = static_cast<double>(query.a.radius),
                 radius_b = static_cast<double>(query.b.radius);
    const double origin_a = arm_of(pair->a, in_a, query.a), origin_b = arm_of(pair->b, in_b, query.b);
    const double arm_a = origin_a + radius_a, arm_b = origin_b + radius_b;
    const double speed = in_a.spin * arm_a + in_a.drift_speed + in_b.spin * arm_b + in_b.drift_speed;
    const double distance = query.distance + 0.5 * query.length * speed;
    const double scale = 0.125 * query.length * query.length * kBendUp;
    const double wander_a = std::min(1.0, in_a.spin * pair->axes_sine * query.length),
                 wander_b = std::min(1.0, in_b.spin * pair->axes_sine * query.length);
    return {bend_along(in_a, in_b, origin_a, arm_b, distance + radius_b, wander_a, scale),
            bend_along(in_b, in_a, origin_b, arm_a, distance + radius_a, wander_b, scale)};
}

}  // namespace graze::internal
