// Two nodes seen from each other at both ends of a window, and lines that cut the window. Included once per
// Highway target.
//
// No fused multiply-add anywhere, so that every target computes the same bits, windows and counters included:
// a budget then ends every search at the same place.
#if defined(GRAZE_CONTINUOUS_BOX_RELATE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONTINUOUS_BOX_RELATE_INL_H_
#undef GRAZE_CONTINUOUS_BOX_RELATE_INL_H_
#else
#define GRAZE_CONTINUOUS_BOX_RELATE_INL_H_
#endif

#include "graze/continuous/box_times.h"
#include "graze/discrete/wide_lanes-inl.h"

#include <algorithm>
#include <cmath>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace graze {
namespace HWY_NAMESPACE {

constexpr float kPad = 0x1p-18f;      // docs/discrete.md (4)
constexpr float kOutward = 0x1p-20f;  // more than a fraction is rounded by
constexpr float kLengthUp = 1.0f + 0x1p-18f;
#define GRAZE_EACH_AXIS _Pragma("GCC unroll 3") for (int k = 0; k < 3; ++k)
#define GRAZE_BOTH_ENDS _Pragma("GCC unroll 2") for (int e = 0; e < 2; ++e)

/// m0 v0 + m1 v1 + m2 v2.
HWY_INLINE F4 combine(F4 m0, F4 m1, F4 m2, const float* v) {
    return (m0 * all4(v[0]) + m1 * all4(v[1])) + m2 * all4(v[2]);
}
HWY_INLINE F4 combine(F4 m0, F4 m1, F4 m2, F4 v) {
    return (m0 * broadcast<0>(v) + m1 * broadcast<1>(v)) + m2 * broadcast<2>(v);
}

/// M o_b + t - o_a in double, then rounded.
HWY_INLINE F4 offset(const WidePlacement& x, const WideNode& a, const WideNode& b) {
#if HWY_MAX_BYTES >= 32
    const hn::FixedTag<double, 4> d;
    auto p = hn::Sub(hn::Load(d, x.shift), hn::Load(d, a.origin));
    GRAZE_EACH_AXIS p = hn::Add(p, hn::Mul(hn::Load(d, x.turn[k]), hn::Set(d, b.origin[k])));
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

/// b seen from a at one end of the window (wide_kernels.h (1)), and the two whole boxes seen from each other.
struct alignas(16) Relation {
    float column[4][4];  // of R, then T; [j][3] is 0
    float q[4];
    float whole_a[4], whole_b[4];  // half extents, less pad
    float length_sq;               // about |T|^2; infinity if that is too large for a float
    float sum;                     // |T|_1
    float error, pad;              // pad: error and clearance
};

/// At least the distance of the two origins, less its error. The sum of magnitudes where squares overflow.
HWY_INLINE float distance_at_ends(const Relation* r) {
    const float length_sq = std::max(r[0].length_sq, r[1].length_sq);
    return length_sq <= std::numeric_limits<float>::max() ? std::sqrt(length_sq)
                                                          : std::max(r[0].sum, r[1].sum);
}

HWY_INLINE void relate(const WidePlacement& x, float clearance, const WideNode& a, const WideNode& b,
                       Relation& r) {
    const F4 x0 = load4(x.turn_f[0]), x1 = load4(x.turn_f[1]), x2 = load4(x.turn_f[2]);
    const F4 f0 = load4(a.axes[0]), f1 = load4(a.axes[1]), f2 = load4(a.axes[2]);
    const auto column = [&](int j) HWY_ATTR {  // M times axis j of b, then seen from a
        return combine(f0, f1, f2,
                       (x0 * all4(b.axes[0][j]) + x1 * all4(b.axes[1][j])) + x2 * all4(b.axes[2][j]));
    };
    const F4 r0 = column(0), r1 = column(1), r2 = column(2), t = combine(f0, f1, f2, offset(x, a, b));
    store(r0, r.column[0]);
    store(r1, r.column[1]);
    store(r2, r.column[2]);
    store(t, r.column[3]);
    alignas(16) float sq[4], magnitudes[4];
    store(t * t, sq);
    store(abs(t), magnitudes);
    r.length_sq = sq[0] + sq[1] + sq[2];
    r.sum = magnitudes[0] + magnitudes[1] + magnitudes[2];
    const float sizes = r.sum + a.reach + b.reach;
    r.error = (kPad / 8) * (sizes * 8) + x.far;  // infinity before what the sizes make can overflow
    r.pad = r.error + clearance;
    const Rows rows = transpose(r0, r1, r2);
    store(combine(rows.row[0], rows.row[1], rows.row[2], t), r.q);
    store(combine(abs(rows.row[0]), abs(rows.row[1]), abs(rows.row[2]), a.whole), r.whole_a);
    store(combine(abs(r0), abs(r1), abs(r2), b.whole), r.whole_b);
}

/// Fractions of the window in eight lanes.
struct Fractions8 {
    F8 begin, end;
};

/// As Fractions::cut. Lanes with a NaN are not cut.
HWY_INLINE void cut(Fractions8& f, F8 at_begin, F8 at_end) {
    const F8 zero = all(0.0f);
    const B8 from = at_begin > zero, to = at_end > zero;
    const F8 where = at_begin / (at_begin - at_end);
    // Positive at the beginning: until it falls. Both: never a contact.
    const F8 begin = select(to, all(2.0f), where - all(kOutward));
    f.begin = max(f.begin, select(from, begin, zero));
    // Positive at the end only.
    f.end = min(f.end, select(from, all(1.0f), select(to, where + all(kOutward), all(1.0f))));
}

/// Cuts by a distance from a centre that goes from `from` to `to`, where it exceeds a radius, on either side.
/// If it does so on different sides at the two ends, only the beginning is cut: one division for both.
HWY_INLINE void cut_both_ways(Fractions8& f, F8 from, F8 to, F8 radius_from, F8 radius_to) {
    const F8 zero = all(0.0f);
    const F8 far_from = abs(from), far_to = abs(to);
    const F8 gap_from = far_from - radius_from, gap_to = far_to - radius_to;
    const B8 one_side = from * to > zero, begins_apart = gap_from > zero;
    // The line on the side where it is apart at the beginning, or else at the end.
    const F8 at_begin = select(one_side | begins_apart, gap_from, zero - (far_from + radius_from));
    const F8 at_end = select(begins_apart, select(one_side, gap_to, zero - (far_to + radius_to)), gap_to);
    cut(f, at_begin, at_end);
}

/// True in lanes that some axis separates throughout: cheaper than to cut.
HWY_INLINE B8 apart_throughout(F8 from, F8 to, F8 radius_from, F8 radius_to) {
    const F8 zero = all(0.0f);
    return (from * to > zero) & (min(abs(from) - radius_from, abs(to) - radius_to) > zero);
}

HWY_INLINE F8 weighted(F8 m0, F8 m1, F8 m2, const F8* v) { return (m0 * v[0] + m1 * v[1]) + m2 * v[2]; }

struct Ends {
    Relation of[2];
};

HWY_INLINE void relate_ends(const BoxTask& task, Ends& ends) {
    relate(task.begin.placement, task.clearance, task.a, task.b, ends.of[0]);
    relate(task.end.placement, task.clearance, task.a, task.b, ends.of[1]);
}

HWY_INLINE void keep(const Fractions8& f, int place, BoxTimes& times) {
    store(f.begin, times.begin + place);
    store(f.end, times.end + place);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze
HWY_AFTER_NAMESPACE();

#endif
