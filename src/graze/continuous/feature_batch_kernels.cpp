#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/continuous/feature_batch_kernels.cpp"
#include <hwy/foreach_target.h>  // includes this file once per target; must stand before highway.h

#include "graze/continuous/feature_batch_kernels.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, 8>;
using F = hn::Vec<Tag>;
using M = hn::Mask<Tag>;
constexpr int kLanes = static_cast<int>(hn::MaxLanes(Tag()));
constexpr float kTiny = 1e-30f;           // no quotient of nothing by nothing
constexpr float kDips = 1.0f - 0x1p-18f;  // relative roundings of the discriminant

// No fused operations: the same bits on every target.
HWY_INLINE F plus(F a, F b) { return hn::Add(a, b); }
HWY_INLINE F minus(F a, F b) { return hn::Sub(a, b); }
HWY_INLINE F times(F a, F b) { return hn::Mul(a, b); }
HWY_INLINE F all(float x) { return hn::Set(Tag(), x); }

/// More than the real sum that rounds to `sum`.
HWY_INLINE F next_above(F sum) { return plus(sum, plus(times(hn::Abs(sum), all(0x1p-22f)), all(kTiny))); }

struct V {
    F x, y, z;
};
HWY_INLINE V minus(const V& a, const V& b) { return {minus(a.x, b.x), minus(a.y, b.y), minus(a.z, b.z)}; }
HWY_INLINE V plus(const V& a, const V& b) { return {plus(a.x, b.x), plus(a.y, b.y), plus(a.z, b.z)}; }
HWY_INLINE V times(F s, const V& a) { return {times(s, a.x), times(s, a.y), times(s, a.z)}; }
HWY_INLINE F dot(const V& a, const V& b) {
    return plus(plus(times(a.x, b.x), times(a.y, b.y)), times(a.z, b.z));
}
HWY_INLINE V cross(const V& a, const V& b) {
    return {minus(times(a.y, b.z), times(a.z, b.y)), minus(times(a.z, b.x), times(a.x, b.z)),
            minus(times(a.x, b.y), times(a.y, b.x))};
}
HWY_INLINE F cut(F a, F most) { return hn::Min(hn::Max(a, hn::Zero(Tag())), most); }
HWY_INLINE F over(F a, F b) { return hn::Div(a, hn::Max(b, all(kTiny))); }

// Where the numbers of each lane's feature begin.
using Begins = const float* [8];

// Four numbers of each lane's feature, from the i-th on: a gather, but by whole registers, since the gathers
// of many processors are slower than what they replace.
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE void load_four(const Begins& at, int i, F* to) {
    for (int k = 0; k < 4; ++k) to[k] = all(at[0][i + k]);
}
#else
using Tag4 = hn::FixedTag<float, 4>;
using F4 = hn::Vec<Tag4>;
HWY_INLINE void transpose_four(const float* const* at, int i, F4* to) {
    const Tag4 d;
    const F4 p = hn::LoadU(d, at[0] + i), q = hn::LoadU(d, at[1] + i), r = hn::LoadU(d, at[2] + i),
             s = hn::LoadU(d, at[3] + i);
    const F4 low_pr = hn::InterleaveLower(d, p, r), high_pr = hn::InterleaveUpper(d, p, r);
    const F4 low_qs = hn::InterleaveLower(d, q, s), high_qs = hn::InterleaveUpper(d, q, s);
    to[0] = hn::InterleaveLower(d, low_pr, low_qs);
    to[1] = hn::InterleaveUpper(d, low_pr, low_qs);
    to[2] = hn::InterleaveLower(d, high_pr, high_qs);
    to[3] = hn::InterleaveUpper(d, high_pr, high_qs);
}
// By overloads, since only one of them compiles for a target.
HWY_INLINE void load_lanes(const float* const* at, int i, F4* to) { transpose_four(at, i, to); }
template <class Wide>
HWY_INLINE void load_lanes(const float* const* at, int i, Wide* to) {
    F4 low[4], high[4];
    transpose_four(at, i, low);
    transpose_four(at + 4, i, high);
    for (int k = 0; k < 4; ++k) to[k] = hn::Combine(hn::DFromV<Wide>(), high[k], low[k]);
}
HWY_INLINE void load_four(const Begins& at, int i, F* to) { load_lanes(at, i, to); }
#endif

// Where to look: from b to a between nearly closest points, and the normal on the same side.
struct Directions {
    V apart, normal;
};

HWY_INLINE Directions with_side(const V& apart, const V& normal) {
    const F side = dot(apart, normal);
    const auto signed_as = [&](F c) HWY_ATTR { return hn::CopySign(all(1.0f), c); };
    return {apart, times(signed_as(side), normal)};
}

HWY_INLINE Directions between_edges(const V* a, const V* b) {
    const V e = minus(a[1], a[0]), f = minus(b[1], b[0]), r = minus(a[0], b[0]);
    const F ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), er = dot(e, r), fr = dot(f, r), one = all(1.0f);
    const F det = minus(times(ee, ff), times(ef, ef));
    F s = cut(over(minus(times(ef, fr), times(ff, er)), det), one);
    const F t = cut(over(plus(times(ef, s), fr), ff), one);
    s = cut(over(minus(times(ef, t), er), ee), one);
    return with_side(plus(r, minus(times(s, e), times(t, f))), cross(e, f));
}

// Inside if that is where it is; else by turns along both edges from the first corner.
HWY_INLINE Directions from_face(const V& x, const V* b) {
    const V e = minus(b[1], b[0]), f = minus(b[2], b[0]), r = minus(x, b[0]);
    const F ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), er = dot(e, r), fr = dot(f, r), one = all(1.0f);
    const F det = minus(times(ee, ff), times(ef, ef));
    F u = cut(over(minus(times(ff, er), times(ef, fr)), det), one);
    const F v = cut(over(minus(fr, times(u, ef)), ff), minus(one, u));
    u = cut(over(minus(er, times(v, ef)), ee), minus(one, v));
    return with_side(minus(r, plus(times(u, e), times(v, f))), cross(e, f));
}

HWY_INLINE Directions negated(const Directions& d) {
    const F minus_one = all(-1.0f);
    return {times(minus_one, d.apart), times(minus_one, d.normal)};
}

struct Line {
    F place, turning, inward;
};

// A feature's vertices, and their projections on a direction.
template <int kCount>
struct Lanes {
    V place[kCount], turning[kCount], inward[kCount];
    bool is_still;

    HWY_INLINE void load(const Begins& at, bool still) {
        constexpr int kAll = batch_width(kCount), kPlaces = (kRingNumbers + 3 * kCount + 3) / 4 * 4;
        is_still = still;
        F n[kAll];
        _Pragma("GCC unroll 8") for (int i = kRingNumbers; i < kPlaces; i += 4) load_four(at, i, n + i);
        if (!still) {
            _Pragma("GCC unroll 8") for (int i = kPlaces; i < kAll; i += 4) load_four(at, i, n + i);
        } else {
            for (int i = kPlaces; i < kAll; ++i) n[i] = hn::Zero(Tag());
        }
        for (int i = 0; i < kCount; ++i) {
            const F* const p = n + kRingNumbers + 3 * i;
            place[i] = {p[0], p[1], p[2]};
            turning[i] = {p[3 * kCount], p[3 * kCount + 1], p[3 * kCount + 2]};
            inward[i] = {p[6 * kCount], p[6 * kCount + 1], p[6 * kCount + 2]};
        }
    }
    HWY_INLINE void project(const V& n, Line* lines) const {
        for (int i = 0; i < kCount; ++i) {
            lines[i].place = dot(n, place[i]);
            lines[i].turning = is_still ? hn::Zero(Tag()) : dot(n, turning[i]);
            lines[i].inward = is_still ? hn::Zero(Tag()) : dot(n, inward[i]);
        }
    }
};

// (38) over the whole length of the window, one way. Lanes in which it stays above `need`.
HWY_INLINE M stays_above(F place, F slope, F bend, F length, F need) {
    const F zero = hn::Zero(Tag());
    const F at_end = plus(place, times(length, minus(slope, times(times(all(0.5f), bend), length))));
    const F above = minus(place, need);
    // It dips in between if it is bent upwards and turns before the end.
    const M dips =
        hn::And(hn::And(hn::Lt(bend, zero), hn::Lt(slope, zero)), hn::Gt(slope, times(bend, length)));
    const M shallow =
        hn::Lt(plus(times(slope, slope), all(kTiny)), times(times(all(-2.0f * kDips), bend), above));
    return hn::And(hn::And(hn::Gt(place, need), hn::Gt(at_end, need)), hn::Or(hn::Not(dips), shallow));
}

template <int kA, int kB>
HWY_INLINE M apart_along(const BatchTask& task, const Lanes<kA>& a, const Lanes<kB>& b, const V& n) {
    Line of_a[kA], of_b[kB];
    a.project(n, of_a);
    b.project(n, of_b);
    const F size = plus(plus(hn::Abs(n.x), hn::Abs(n.y)), hn::Abs(n.z)), norm = hn::Sqrt(dot(n, n));
    const F need = plus(plus(times(norm, all(task.clearance)), times(size, all(task.pad))), all(kTiny));
    const F straight = plus(plus(times(n.x, all(task.straight[0])), times(n.y, all(task.straight[1]))),
                            times(n.z, all(task.straight[2])));
    const F swerve = times(size, all(task.bend)), length = all(task.length);
    int used_b = kB;
    if (task.b_is_still) {  // the farthest stands for all
        for (int j = 1; j < kB; ++j) of_b[0].place = hn::Max(of_b[0].place, of_b[j].place);
        used_b = 1;
    }
    M apart = hn::Eq(need, need);
    for (const float sign : {1.0f, -1.0f}) {
        for (int i = 0; i < kA; ++i) {
            const F turning = times(all(sign), of_a[i].turning);
            const F slope_a =
                plus(times(all(sign), straight), hn::Min(turning, times(turning, all(task.sine_a))));
            const F bend_a =
                plus(swerve, hn::Max(of_a[i].inward, times(of_a[i].inward, all(task.versine_a))));
            for (int j = 0; j < used_b; ++j) {
                const F back = times(all(sign), of_b[j].turning);
                const F slope = minus(slope_a, hn::Max(back, times(back, all(task.sine_b))));
                const F bend =
                    minus(bend_a, hn::Min(of_b[j].inward, times(of_b[j].inward, all(task.versine_b))));
                apart = hn::And(apart,
                                stays_above(minus(of_a[i].place, of_b[j].place), slope, bend, length, need));
            }
        }
    }
    return apart;
}

template <int kA, int kB>
HWY_INLINE Directions directions(const Lanes<kA>& a, const Lanes<kB>& b) {
    if constexpr (kA == 2)
        return between_edges(a.place, b.place);
    else if constexpr (kA == 1)
        return from_face(a.place[0], b.place);
    else
        return negated(from_face(b.place[0], a.place));
}

// Lanes of pairs whose ranges along the axis, or of distances from it, are apart.
HWY_INLINE M rings_apart(const BatchTask& task, const Begins& at_a, const Begins& at_b) {
    F a[4], b[4];
    load_four(at_a, 0, a);
    load_four(at_b, 0, b);
    const F keep = all(task.clearance);
    const auto beyond = [&](F lo, F hi) HWY_ATTR { return hn::Gt(lo, next_above(plus(hi, keep))); };
    return hn::Or(hn::Or(beyond(a[0], b[1]), beyond(b[0], a[1])),
                  hn::Or(beyond(a[2], b[3]), beyond(b[2], a[3])));
}

template <int kA, int kB>
HWY_INLINE M features_apart(const BatchTask& task, const Begins& at_a, const Begins& at_b) {
    Lanes<kA> a;
    Lanes<kB> b;
    a.load(at_a, task.a_is_still);
    b.load(at_b, task.b_is_still);
    const Directions look = directions(a, b);
    const M apart = apart_along(task, a, b, look.apart);
    if (hn::AllTrue(Tag(), apart)) return apart;
    return hn::Or(apart, apart_along(task, a, b, look.normal));
}

// Keeps the pairs that `apart` does not reject. A last block that is not full repeats its first pair.
template <int kA, int kB, class Apart>
HWY_INLINE std::size_t keep_rest(const BatchTask& task, std::span<FeaturePairIds> pairs, Apart apart) {
    std::size_t left = 0;
    for (std::size_t begin = 0; begin < pairs.size(); begin += kLanes) {
        const std::size_t count = pairs.size() - begin < kLanes ? pairs.size() - begin : kLanes;
        Begins at_a, at_b;
        for (std::size_t k = 0; k < kLanes; ++k) {
            const FeaturePairIds& pair = pairs[begin + (k < count ? k : 0)];
            at_a[k] = task.numbers_a + static_cast<std::size_t>(pair.a) * batch_width(kA);
            at_b[k] = task.numbers_b + static_cast<std::size_t>(pair.b) * batch_width(kB);
        }
        const M rejected = apart(at_a, at_b);
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(Tag(), rejected, bytes);
        for (std::size_t k = 0; k < count; ++k) {
            pairs[left] = pairs[begin + k];
            left += (bytes[0] >> k & 1) == 0 ? 1 : 0;
        }
    }
    return left;
}

template <int kA, int kB>
HWY_INLINE std::size_t cull(const BatchTask& task, std::span<FeaturePairIds> pairs) {
    if (task.has_rings) {
        const auto apart = [&](const Begins& at_a, const Begins& at_b)
                               HWY_ATTR { return rings_apart(task, at_a, at_b); };
        pairs = pairs.first(keep_rest<kA, kB>(task, pairs, apart));
    }
    const auto apart = [&](const Begins& at_a, const Begins& at_b)
                           HWY_ATTR { return features_apart<kA, kB>(task, at_a, at_b); };
    return keep_rest<kA, kB>(task, pairs, apart);
}

std::size_t cull_any(const BatchTask& task, std::span<FeaturePairIds> pairs) {
    if (task.vertices_a == 2) return cull<2, 2>(task, pairs);
    if (task.vertices_a == 1) return cull<1, 3>(task, pairs);
    return cull<3, 1>(task, pairs);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {

HWY_EXPORT(cull_any);

std::size_t cull_lanes(const BatchTask& task, std::span<FeaturePairIds> pairs) {
    return HWY_DYNAMIC_DISPATCH(cull_any)(task, pairs);
}

}  // namespace graze
#endif  // HWY_ONCE
