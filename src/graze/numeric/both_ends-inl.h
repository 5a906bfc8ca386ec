// Numbers at both ends of a window of time: eight lanes at its beginning and eight at its end, in one
// register where the target has such wide ones. Included once per Highway target.
//
// A file may define GRAZE_FUSED before it. 0: products and sums are rounded one by one; 2: both at once,
// slowly where the target cannot do that; either way the same bits on every target. 1: both at once where the
// target can do that. Each has names of its own.
#if defined(GRAZE_CONTINUOUS_BOTH_ENDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONTINUOUS_BOTH_ENDS_INL_H_
#undef GRAZE_CONTINUOUS_BOTH_ENDS_INL_H_
#else
#define GRAZE_CONTINUOUS_BOTH_ENDS_INL_H_
#endif

#include "graze/core/internal.h"
#include "graze/numeric/lanes-inl.h"
#include "graze/numeric/rounded_once.h"

#include <algorithm>

#ifndef GRAZE_FUSED
#define GRAZE_FUSED 0
#endif
#undef GRAZE_ROUNDING
#define GRAZE_ROUNDING HWY_CONCAT(fused_, GRAZE_FUSED)

HWY_BEFORE_NAMESPACE();
namespace graze::internal {
namespace HWY_NAMESPACE {
inline namespace GRAZE_ROUNDING {

/// a b + c.
HWY_INLINE F8 times_plus(F8 a, F8 b, F8 c) {
#if GRAZE_FUSED == 0
    return a * b + c;
#elif GRAZE_FUSED == 1 || HWY_MAX_BYTES >= 32  // what has such registers can do both at once
    return mul_add(a, b, c);
#else
    alignas(32) float x[8], y[8], z[8];
    store(a, x);
    store(b, y);
    store(c, z);
    for (int i = 0; i < 8; ++i) z[i] = rounded_once(x[i], y[i], z[i]);
    return load(z);
#endif
}
/// a b - c.
HWY_INLINE F8 times_minus(F8 a, F8 b, F8 c) {
#if GRAZE_FUSED == 0
    return a * b - c;
#elif GRAZE_FUSED == 1 || HWY_MAX_BYTES >= 32
    return mul_sub(a, b, c);
#else
    return times_plus(a, b, signed_by(c, all(-1.0f)));
#endif
}

struct F16 {
    F8 begin, end;
};
HWY_INLINE F8 at_begin(const F16& a) { return a.begin; }
HWY_INLINE F8 at_end(const F16& a) { return a.end; }
HWY_INLINE F16 ends(F8 begin, F8 end) { return {begin, end}; }
/// One number for the lanes at the beginning, one for those at the end.
HWY_INLINE F16 ends(float begin, float end) { return {all(begin), all(end)}; }
HWY_INLINE F16 all_ends(float x) { return {all(x), all(x)}; }
HWY_INLINE void store(const F16& a, float* x) {
    store(a.begin, x);
    store(a.end, x + 8);
}
HWY_INLINE F16 operator+(const F16& a, const F16& b) { return {a.begin + b.begin, a.end + b.end}; }
HWY_INLINE F16 operator-(const F16& a, const F16& b) { return {a.begin - b.begin, a.end - b.end}; }
HWY_INLINE F16 operator*(const F16& a, const F16& b) { return {a.begin * b.begin, a.end * b.end}; }
HWY_INLINE F16 times_plus(const F16& a, const F16& b, const F16& c) {
    return {times_plus(a.begin, b.begin, c.begin), times_plus(a.end, b.end, c.end)};
}
HWY_INLINE F16 abs(const F16& a) { return {abs(a.begin), abs(a.end)}; }
HWY_INLINE F16 min(const F16& a, const F16& b) { return {min(a.begin, b.begin), min(a.end, b.end)}; }
HWY_INLINE F16 max(const F16& a, const F16& b) { return {max(a.begin, b.begin), max(a.end, b.end)}; }
/// The lanes in which a is above b at both ends; never for a NaN.
HWY_INLINE B8 above_at_both(const F16& a, const F16& b) { return (a.begin > b.begin) & (a.end > b.end); }

HWY_INLINE F16 at_both(F8 a) { return ends(a, a); }
/// One lane of eight at either end, in all lanes of that end.
HWY_INLINE F16 one_lane(const float* x, int lane) { return ends(x[lane], x[8 + lane]); }

/// Lanes to be picked.
struct alignas(32) Picks {
    std::int32_t of[8];
};
/// Lane i is x[picks.of[i]].
HWY_INLINE F8 pick(const float* x, const Picks& picks) {
#if HWY_TARGET != HWY_SCALAR && HWY_MAX_BYTES >= 32
    return {{hn::TableLookupLanes(hn::Load(D8(), x), hn::SetTableIndices(D8(), picks.of))}};
#else
    alignas(32) float y[8];
    for (int i = 0; i < 8; ++i) y[i] = x[picks.of[i]];
    return load(y);
#endif
}
/// Of sixteen: eight at either end.
HWY_INLINE F16 pick_ends(const float* x, const Picks& picks) {
    return ends(pick(x, picks), pick(x + 8, picks));
}

// A vector of space, and a lane to spare, at both ends: four lanes each.
#if HWY_TARGET != HWY_SCALAR && HWY_MAX_BYTES >= 32
HWY_INLINE F8 blocks(F4 begin, F4 end) { return {{hn::Combine(D8(), end.v, begin.v)}}; }
HWY_INLINE F4 first_block(F8 a) { return {hn::LowerHalf(D4(), a.v[0])}; }
HWY_INLINE F4 second_block(F8 a) { return {hn::UpperHalf(D4(), a.v[0])}; }
#else
HWY_INLINE F8 blocks(F4 begin, F4 end) { return {{begin.v, end.v}}; }
HWY_INLINE F4 first_block(F8 a) { return {a.v[0]}; }
HWY_INLINE F4 second_block(F8 a) { return {a.v[1]}; }
#endif
/// One lane of each block in all lanes of that block.
template <int kLane>
HWY_INLINE F8 broadcast(F8 a) {
    GRAZE_EACH_HALF a.v[p] = hn::Broadcast<kLane>(a.v[p]);
    return a;
}
struct Rows8 {
    F8 row[3];
};
/// Columns to rows in each block; the fourth lanes become 0.
HWY_INLINE Rows8 transpose(F8 a, F8 b, F8 c) {
    const D8 d;
    const F8 zero = all(0.0f);
    Rows8 rows;
    GRAZE_EACH_HALF {
        const auto low_ac = hn::InterleaveLower(d, a.v[p], c.v[p]),
                   high_ac = hn::InterleaveUpper(d, a.v[p], c.v[p]);
        const auto low_b = hn::InterleaveLower(d, b.v[p], zero.v[p]),
                   high_b = hn::InterleaveUpper(d, b.v[p], zero.v[p]);
        rows.row[0].v[p] = hn::InterleaveLower(d, low_ac, low_b);
        rows.row[1].v[p] = hn::InterleaveUpper(d, low_ac, low_b);
        rows.row[2].v[p] = hn::InterleaveLower(d, high_ac, high_b);
    }
    return rows;
}
/// The greatest of all lanes. Pre: none is NaN.
HWY_INLINE float greatest(F8 a) {
#if HWY_TARGET != HWY_SCALAR && HWY_MAX_BYTES >= 32
    return hn::GetLane(hn::MaxOfLanes(D8(), a.v[0]));
#else
    alignas(16) float x[4];
    store(F4{hn::Max(a.v[0], a.v[1])}, x);
    return std::max(std::max(x[0], x[1]), std::max(x[2], x[3]));
#endif
}
/// The least of all lanes and 1; lanes with a NaN do not count.
HWY_INLINE float least_below_1(F8 a) {
    const F8 one = all(1.0f);
    return -greatest(all(0.0f) - select(one > a, a, one));
}

}  // namespace GRAZE_ROUNDING
}  // namespace HWY_NAMESPACE
}  // namespace graze::internal
HWY_AFTER_NAMESPACE();

#endif
