#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/continuous/feature_batch_kernels.cpp"
#include <hwy/foreach_target.h>  // includes this file once per target; must stand before highway.h

#include "graze/continuous/feature_batch_kernels.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, 16>;
using IdTag = hn::RebindToSigned<Tag>;
using F = hn::Vec<Tag>;
using M = hn::Mask<Tag>;
constexpr std::size_t kMostLanes = 16;
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

using Ids = hn::Vec<IdTag>;

// `at`: where the numbers of each lane's feature begin.
HWY_INLINE V gathered(const float* numbers, int i, Ids at) {
    return {hn::GatherIndex(Tag(), numbers + i, at), hn::GatherIndex(Tag(), numbers + i + 1, at),
            hn::GatherIndex(Tag(), numbers + i + 2, at)};
}

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

    HWY_INLINE void load(const float* numbers, bool still, Ids at) {
        is_still = still;
        for (int i = 0; i < kCount; ++i) {
            place[i] = gathered(numbers, kNumbersPerVertex * i, at);
            const F zero = hn::Zero(Tag());
            turning[i] = inward[i] = {zero, zero, zero};
            if (still) continue;
            turning[i] = gathered(numbers, kNumbersPerVertex * i + 3, at);
            inward[i] = gathered(numbers, kNumbersPerVertex * i + 6, at);
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
HWY_INLINE M rings_apart(const BatchTask& task, int i_a, int i_b, Ids at_a, Ids at_b) {
    const float *a = task.numbers_a + i_a, *b = task.numbers_b + i_b;
    const F keep = all(task.clearance);
    const auto beyond = [&](int lo, int hi) HWY_ATTR {
        const F a_lo = hn::GatherIndex(Tag(), a + lo, at_a), a_hi = hn::GatherIndex(Tag(), a + hi, at_a);
        const F b_lo = hn::GatherIndex(Tag(), b + lo, at_b), b_hi = hn::GatherIndex(Tag(), b + hi, at_b);
        return hn::Or(hn::Gt(a_lo, next_above(plus(b_hi, keep))), hn::Gt(b_lo, next_above(plus(a_hi, keep))));
    };
    return hn::Or(beyond(0, 1), beyond(2, 3));
}

template <int kA, int kB>
HWY_INLINE M features_apart(const BatchTask& task, Ids at_a, Ids at_b) {
    Lanes<kA> a;
    Lanes<kB> b;
    a.load(task.numbers_a, task.a_is_still, at_a);
    b.load(task.numbers_b, task.b_is_still, at_b);
    const Directions look = directions(a, b);
    const M apart = apart_along(task, a, b, look.apart);
    if (hn::AllTrue(Tag(), apart)) return apart;
    return hn::Or(apart, apart_along(task, a, b, look.normal));
}

// Keeps the pairs that `apart` does not reject.
template <int kWidthA, int kWidthB, class Apart>
HWY_INLINE std::size_t keep_rest(std::span<FeaturePairIds> pairs, Apart apart) {
    const std::size_t lanes = hn::Lanes(Tag());
    alignas(64) std::int32_t at_a[kMostLanes] = {}, at_b[kMostLanes] = {};
    std::size_t left = 0;
    for (std::size_t begin = 0; begin < pairs.size(); begin += lanes) {
        const std::size_t count = pairs.size() - begin < lanes ? pairs.size() - begin : lanes;
        for (std::size_t k = 0; k < count; ++k) {
            at_a[k] = static_cast<std::int32_t>(pairs[begin + k].a) * kWidthA;
            at_b[k] = static_cast<std::int32_t>(pairs[begin + k].b) * kWidthB;
        }
        const M rejected = apart(hn::Load(IdTag(), at_a), hn::Load(IdTag(), at_b));
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(Tag(), rejected, bytes);
        const unsigned bits = bytes[0] | static_cast<unsigned>(bytes[1]) << 8;
        for (std::size_t k = 0; k < count; ++k) {
            pairs[left] = pairs[begin + k];
            left += (bits >> k & 1u) == 0 ? 1 : 0;
        }
    }
    return left;
}

template <int kA, int kB>
HWY_INLINE std::size_t cull(const BatchTask& task, std::span<FeaturePairIds> pairs) {
    constexpr int kRingA = kNumbersPerVertex * kA, kRingB = kNumbersPerVertex * kB;
    constexpr int kWidthA = kRingA + kRingNumbers, kWidthB = kRingB + kRingNumbers;
    if (task.has_rings) {
        const auto apart = [&](Ids at_a, Ids at_b)
                               HWY_ATTR { return rings_apart(task, kRingA, kRingB, at_a, at_b); };
        pairs = pairs.first(keep_rest<kWidthA, kWidthB>(pairs, apart));
    }
    const auto apart = [&](Ids at_a, Ids at_b) HWY_ATTR { return features_apart<kA, kB>(task, at_a, at_b); };
    return keep_rest<kWidthA, kWidthB>(pairs, apart);
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
