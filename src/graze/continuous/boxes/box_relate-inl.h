// Two nodes seen from each other at both ends of a window, how far paths bend along their axes, and lines
// that cut the window. Included once per Highway target.
#if defined(GRAZE_CONTINUOUS_BOX_RELATE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONTINUOUS_BOX_RELATE_INL_H_
#undef GRAZE_CONTINUOUS_BOX_RELATE_INL_H_
#else
#define GRAZE_CONTINUOUS_BOX_RELATE_INL_H_
#endif

#include "graze/continuous/boxes/box_times.h"
#include "graze/core/internal.h"
#include "graze/numeric/both_ends-inl.h"

#include <algorithm>
#include <cmath>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace graze::internal {
namespace HWY_NAMESPACE {
inline namespace GRAZE_ROUNDING {

constexpr float kPad = 0x1p-18f;      // docs/discrete.md (4)
constexpr float kOutward = 0x1p-20f;  // more than a fraction is rounded by
constexpr float kLengthUp = 1.0f + 0x1p-18f;
#define GRAZE_EACH_AXIS _Pragma("GCC unroll 3") for (int k = 0; k < 3; ++k)

/// m0 v0 + m1 v1 + m2 v2; the second form in each block.
HWY_INLINE F8 combine(F8 m0, F8 m1, F8 m2, const float* v) {
    return times_plus(m2, all(v[2]), times_plus(m1, all(v[1]), m0 * all(v[0])));
}
HWY_INLINE F8 combine(F8 m0, F8 m1, F8 m2, F8 v) {
    return times_plus(m2, broadcast<2>(v), times_plus(m1, broadcast<1>(v), m0 * broadcast<0>(v)));
}

/// M o_b + t - o_a in double, then rounded.
HWY_INLINE F4 offset(const WidePlacement& x, const WideNode& a, const WideNode& b) {
#if HWY_MAX_BYTES >= 32
    const hn::FixedTag<double, 4> d;
    auto p = hn::Sub(hn::Load(d, x.shift), hn::Load(d, a.origin));
    GRAZE_EACH_AXIS {
        const auto column = hn::Load(d, x.turn[k]), along = hn::Set(d, b.origin[k]);
        p = GRAZE_FUSED == 1 ? hn::MulAdd(column, along, p) : hn::Add(hn::Mul(column, along), p);
    }
    return {hn::DemoteTo(D4(), p)};
#else
    alignas(16) float p[4];
    for (int i = 0; i < 4; ++i)
        p[i] = static_cast<float>(
            (((x.shift[i] - a.origin[i]) + x.turn[0][i] * b.origin[0]) + x.turn[1][i] * b.origin[1]) +
            x.turn[2][i] * b.origin[2]);
    return load4(p);
#endif
}

/// b seen from a (wide_kernels.h (1)), and the two whole boxes seen from each other: at the beginning in
/// lanes 0 to 2, at the end in lanes 4 to 6. Lanes 3 and 7 are 0.
struct Relation {
    F8 t, q;
    F8 whole_a, whole_b;             // half extents, less pad
    alignas(32) float column[4][8];  // of R, then T
    alignas(32) float q_of[8];       // q again
    float distance;                  // at least that of the two origins at both ends, less its error
    float error, pad;                // pad: error and clearance; the larger of both ends
};

/// The larger of what all lanes of the two blocks hold.
HWY_INLINE float larger_block(F8 a) { return std::max(first(first_block(a)), first(second_block(a))); }

HWY_INLINE void relate(const BoxTask& task, Relation& r) {
    const WideNode &a = task.a, &b = task.b;
    const WidePlacement &begin = task.begin.placement, &end = task.end.placement;
    F8 x[3], f[3], column[3];
    GRAZE_EACH_AXIS {
        x[k] = blocks(load4(begin.turn_f[k]), load4(end.turn_f[k]));
        const F4 axes = load4(a.axes[k]);
        f[k] = blocks(axes, axes);
    }
    GRAZE_EACH_AXIS {  // M times axis k of b, then seen from a
        const F8 axis = times_plus(x[2], all(b.axes[2][k]),
                                   times_plus(x[1], all(b.axes[1][k]), x[0] * all(b.axes[0][k])));
        column[k] = combine(f[0], f[1], f[2], axis);
        store(column[k], r.column[k]);
    }
    r.t = combine(f[0], f[1], f[2], blocks(offset(begin, a, b), offset(end, a, b)));
    store(r.t, r.column[3]);
    const F8 sq = r.t * r.t, magnitudes = abs(r.t);
    const float length_sq = larger_block((broadcast<0>(sq) + broadcast<1>(sq)) + broadcast<2>(sq));
    const float sum =
        larger_block((broadcast<0>(magnitudes) + broadcast<1>(magnitudes)) + broadcast<2>(magnitudes));
    // The sum of magnitudes where squares overflow.
    r.distance = length_sq <= std::numeric_limits<float>::max() ? std::sqrt(length_sq) : sum;
    const float sizes = sum + a.radius + b.radius;
    // Infinity before what the sizes make can overflow.
    r.error = (kPad / 8) * (sizes * 8) + std::max(begin.far, end.far);
    r.pad = r.error + task.search.clearance;
    const Rows8 rows = transpose(column[0], column[1], column[2]);
    r.q = combine(rows.row[0], rows.row[1], rows.row[2], r.t);
    store(r.q, r.q_of);
    r.whole_a = combine(abs(rows.row[0]), abs(rows.row[1]), abs(rows.row[2]), a.whole);
    r.whole_b = combine(abs(column[0]), abs(column[1]), abs(column[2]), b.whole);
}

/// At least the distance of the two origins at both ends.
HWY_INLINE float distance_hi(const Relation& r) { return (r.distance + r.error) * kLengthUp; }

/// Bends as box_times.h has them, the axes of turning seen from the two nodes: a in lanes 0 to 2, b in lanes
/// 4 to 6.
struct AxisBends {
    PairBends pair;
    alignas(32) float own[8];    // s_a seen from a, s_b seen from b
    alignas(32) float other[8];  // s_b seen from a, s_a seen from b
    alignas(32) float along[8];  // M l^2 / 8 along the axes of a, and of b
    F8 all_along;                // the same
};

/// |n x s| for the three axes n of each block, in which s is seen.
HWY_INLINE F8 crosses_of(F8 s) {
    alignas(32) constexpr float kOthers[3][8] = {
        {0, 1, 1, 0, 0, 1, 1, 0}, {1, 0, 1, 0, 1, 0, 1, 0}, {1, 1, 0, 0, 1, 1, 0, 0}};
    return sqrt(combine(load(kOthers[0]), load(kOthers[1]), load(kOthers[2]), s * s));
}

HWY_INLINE void bends_along_axes(const BoxTask& task, const PairBends& pair, AxisBends& posed) {
    posed.pair = pair;
    const Bend &a = pair.in_a, &b = pair.in_b;
    const F8 isotropic = blocks(all4(a.isotropic), all4(b.isotropic));
    if ((a.from_own + a.from_other) + (b.from_own + b.from_other) == 0.0f) {  // not for a NaN
        posed.all_along = isotropic * all(kAxisBendUp);
        store(posed.all_along, posed.along);
        return;
    }
    F8 f[3];
    GRAZE_EACH_AXIS f[k] = blocks(load4(task.a.axes[k]), load4(task.b.axes[k]));
    const Moment& m = task.begin;
    const F8 own = combine(f[0], f[1], f[2], blocks(load4(m.axis_a_in_a), load4(m.axis_b_in_b))),
             other = combine(f[0], f[1], f[2], blocks(load4(m.axis_b_in_a), load4(m.axis_a_in_b)));
    store(own, posed.own);
    store(other, posed.other);
    const F8 from_own = blocks(all4(a.from_own), all4(b.from_own)) * crosses_of(own),
             from_other = blocks(all4(a.from_other), all4(b.from_other)) * crosses_of(other);
    posed.all_along = ((isotropic + from_own) + from_other) * all(kAxisBendUp);
    store(posed.all_along, posed.along);
}

/// Fractions of the window in eight lanes.
struct Fractions8 {
    F8 begin, end;
};

/// As Fractions::cut, but for what `widened` does once for all cuts. Lanes with a NaN are not cut.
HWY_INLINE void cut(Fractions8& f, F8 at_begin, F8 at_end) {
    const F8 zero = all(0.0f);
    const B8 from = at_begin > zero, to = at_end > zero;
    const F8 where = at_begin / (at_begin - at_end);
    // Positive at the beginning: until it falls. Both: never a contact.
    f.begin = max(f.begin, only_if(from, select(to, all(2.0f), where)));
    // Positive at the end only.
    f.end = min(f.end, select(from, all(1.0f), select(to, where, all(1.0f))));
}

/// By more than what cuts are rounded by.
HWY_INLINE Fractions8 widened(const Fractions8& f) {
    return {f.begin - all(kOutward), f.end + all(kOutward)};
}

/// Two things along an axis: how far apart their middles are, and the sum of their half extents.
struct Gap8 {
    F8 from, to, radius_from, radius_to;
};

/// Lanes in which the distance exceeds the radius at both ends, on the same side.
HWY_INLINE B8 apart_throughout(const Gap8& x) {
    return (abs(x.from) > x.radius_from) & (signed_by(x.to, x.from) > x.radius_to);
}

/// Cuts where the distance exceeds the radius, on either side. If it does so on different sides at the two
/// ends, only the beginning is cut: one division for both. What is apart throughout is cut somehow: such
/// lanes are left out before. Lanes with a NaN are not cut.
HWY_INLINE void cut_both_ways(Fractions8& f, const Gap8& x) {
    // The line on the side where it is apart at the beginning, or else at the end.
    const B8 begins_apart = abs(x.from) > x.radius_from;
    const F8 side = select(begins_apart, x.from, x.to);
    const F8 at_begin = signed_by(x.from, side) - x.radius_from, at_end = signed_by(x.to, side) - x.radius_to;
    const F8 where = at_begin / (at_begin - at_end);
    f.begin = max(f.begin, only_if(begins_apart, where));
    f.end = min(f.end, select(at_end > all(0.0f), where, all(1.0f)));
}

HWY_INLINE F16 weighted(const F16& m0, const F16& m1, const F16& m2, const F16* v) {
    return times_plus(m2, v[2], times_plus(m1, v[1], m0 * v[0]));
}
HWY_INLINE F16 weighted(const F16& m0, const F16& m1, const F16& m2, const F16* v, const F16& c) {
    return times_plus(m2, v[2], times_plus(m1, v[1], times_plus(m0, v[0], c)));
}

HWY_INLINE void store_fractions(const Fractions8& f, int place, BoxTimes& times) {
    store(f.begin, times.begin + place);
    store(f.end, times.end + place);
}

}  // namespace GRAZE_ROUNDING
}  // namespace HWY_NAMESPACE
}  // namespace graze::internal
HWY_AFTER_NAMESPACE();

#endif
