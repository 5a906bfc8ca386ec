// What the walks over pairs of nodes share: constants, and the way from one node to another. Included once
// per Highway target, after wide_lanes-inl.h.
#if defined(GRAZE_DISCRETE_WIDE_RELATE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_DISCRETE_WIDE_RELATE_INL_H_
#undef GRAZE_DISCRETE_WIDE_RELATE_INL_H_
#else
#define GRAZE_DISCRETE_WIDE_RELATE_INL_H_
#endif

#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_kernels.h"
#include "graze/numeric/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::internal {
namespace HWY_NAMESPACE {

constexpr float kPad = 0x1p-18f;    // docs/discrete.md (4)
constexpr float kTiny = 0x1p-100f;  // above all that underflow can take
#define GRAZE_EACH_AXIS _Pragma("GCC unroll 3") for (int k = 0; k < 3; ++k)

/// m0 x + m1 y + m2 z.
HWY_INLINE F4 combine(F4 m0, F4 m1, F4 m2, F4 v) {
    return mul_add(m2, broadcast<2>(v), mul_add(m1, broadcast<1>(v), m0 * broadcast<0>(v)));
}
HWY_INLINE F4 combine(F4 m0, F4 m1, F4 m2, const float* v, F4 plus) {
    return mul_add(m2, all4(v[2]), mul_add(m1, all4(v[1]), mul_add(m0, all4(v[0]), plus)));
}

/// M o_b + t - o_a in double, then rounded.
HWY_INLINE F4 offset(const WidePlacement& x, const WideNode& a, const WideNode& b) {
#if HWY_MAX_BYTES >= 32
    const hn::FixedTag<double, 4> d;
    auto p = hn::Sub(hn::Load(d, x.shift), hn::Load(d, a.origin));
    GRAZE_EACH_AXIS p = hn::MulAdd(hn::Load(d, x.turn[k]), hn::Set(d, b.origin[k]), p);
    return {hn::DemoteTo(D4(), p)};
#else
    alignas(16) float p[4];
    for (int i = 0; i < 4; ++i)
        p[i] = static_cast<float>((x.shift[i] - a.origin[i]) + x.turn[0][i] * b.origin[0] +
                                  x.turn[1][i] * b.origin[1] + x.turn[2][i] * b.origin[2]);
    return load4(p);
#endif
}

HWY_INLINE float magnitude(float x) { return x < 0.0f ? -x : x; }
HWY_INLINE unsigned used(const WideNode& n) { return (1u << n.count) - 1u; }

using Relation = WideRelation;

/// Fills `e`, and says whether the boxes of all of a and all of b are proved apart.
HWY_INLINE bool relate(const WidePlacement& x, float clearance, const WideNode& a, const WideNode& b,
                       Relation& e) {
    const F4 x0 = load4(x.turn_f[0]), x1 = load4(x.turn_f[1]), x2 = load4(x.turn_f[2]);
    const F4 f0 = load4(a.axes[0]), f1 = load4(a.axes[1]), f2 = load4(a.axes[2]);
    // M times axis j of b, then seen from a
    const auto column = [&](int j) HWY_ATTR {
        return combine(
            f0, f1, f2,
            mul_add(x2, all4(b.axes[2][j]), mul_add(x1, all4(b.axes[1][j]), x0 * all4(b.axes[0][j]))));
    };
    const F4 r0 = column(0), r1 = column(1), r2 = column(2), t = combine(f0, f1, f2, offset(x, a, b));
    store(r0, e.column[0]);
    store(r1, e.column[1]);
    store(r2, e.column[2]);
    store(t, e.column[3]);
    const F4 abs_t = abs(t);
    const F4 length = broadcast<0>(abs_t) + broadcast<1>(abs_t) + broadcast<2>(abs_t);
    // Times 8: infinity before what the sizes make can overflow.
    const F4 error = mul_add(all4(kPad / 8), (length + all4(a.radius + b.radius)) * all4(8.0f), all4(x.far));
    const F4 pad = error + all4(clearance);
    e.pad = first(pad);
    e.error = first(error);
    const Rows rows = transpose(r0, r1, r2);
    const F4 q = combine(rows.row[0], rows.row[1], rows.row[2], t);
    const F4 whole_a = combine(abs(rows.row[0]), abs(rows.row[1]), abs(rows.row[2]), a.whole, pad);
    const F4 whole_b = combine(abs(r0), abs(r1), abs(r2), b.whole, pad);
    store(q, e.q);
    store(whole_a, e.whole_a);
    return any_above(abs_t, load4(a.whole) + whole_b, abs(q), load4(b.whole) + whole_a);
}

/// Eight boxes, and the same seen from the other frame.
struct Boxes8 {
    F8 centre[3], half[3];
};

HWY_INLINE Boxes8 own(const WideNode& n) {
    return {{load(n.centre[0]), load(n.centre[1]), load(n.centre[2])},
            {load(n.half[0]), load(n.half[1]), load(n.half[2])}};
}

HWY_INLINE Boxes8 b_in_a(const Boxes8& b, const Relation& e) {
    Boxes8 s;
    const F8 pad = all(e.pad);
    GRAZE_EACH_AXIS {
        const F8 m0 = all(e.column[0][k]), m1 = all(e.column[1][k]), m2 = all(e.column[2][k]);
        s.centre[k] =
            mul_add(m2, b.centre[2], mul_add(m1, b.centre[1], mul_add(m0, b.centre[0], all(e.column[3][k]))));
        s.half[k] =
            mul_add(abs(m2), b.half[2], mul_add(abs(m1), b.half[1], mul_add(abs(m0), b.half[0], pad)));
    }
    return s;
}

HWY_INLINE Boxes8 a_in_b(const Boxes8& a, const Relation& e) {
    Boxes8 s;
    const F8 pad = all(e.pad);
    GRAZE_EACH_AXIS {
        const F8 m0 = all(e.column[k][0]), m1 = all(e.column[k][1]), m2 = all(e.column[k][2]);
        s.centre[k] =
            mul_add(m2, a.centre[2], mul_add(m1, a.centre[1], mul_sub(m0, a.centre[0], all(e.q[k]))));
        s.half[k] =
            mul_add(abs(m2), a.half[2], mul_add(abs(m1), a.half[1], mul_add(abs(m0), a.half[0], pad)));
    }
    return s;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::internal
HWY_AFTER_NAMESPACE();

#endif
