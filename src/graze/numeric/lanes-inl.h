// Eight floats on any instruction set: one register or two. Included once per Highway target, inside
// its namespace rules.
#if defined(GRAZE_DISCRETE_WIDE_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_DISCRETE_WIDE_LANES_INL_H_
#undef GRAZE_DISCRETE_WIDE_LANES_INL_H_
#else
#define GRAZE_DISCRETE_WIDE_LANES_INL_H_
#endif

#include "graze/core/internal.h"

#include <hwy/highway.h>

#include <cstdint>

#if HWY_TARGET == HWY_SCALAR
#include <emmintrin.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::internal {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
// Below SSSE3 Highway has one float at a time only; but every x86-64 has SSE2. These are its names for that.
namespace hn {

struct Sse2 {};
using Four = __m128;

HWY_INLINE Four Load(Sse2, const float* x) { return _mm_load_ps(x); }
HWY_INLINE void Store(Four a, Sse2, float* x) { _mm_store_ps(x, a); }
HWY_INLINE Four Set(Sse2, float x) { return _mm_set1_ps(x); }
HWY_INLINE Four Zero(Sse2) { return _mm_setzero_ps(); }
HWY_INLINE Four Add(Four a, Four b) { return _mm_add_ps(a, b); }
HWY_INLINE Four Sub(Four a, Four b) { return _mm_sub_ps(a, b); }
HWY_INLINE Four Mul(Four a, Four b) { return _mm_mul_ps(a, b); }
HWY_INLINE Four Div(Four a, Four b) { return _mm_div_ps(a, b); }
HWY_INLINE Four MulAdd(Four a, Four b, Four c) { return Add(Mul(a, b), c); }
HWY_INLINE Four MulSub(Four a, Four b, Four c) { return Sub(Mul(a, b), c); }
HWY_INLINE Four Abs(Four a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
HWY_INLINE Four Min(Four a, Four b) { return _mm_min_ps(a, b); }
HWY_INLINE Four Max(Four a, Four b) { return _mm_max_ps(a, b); }
HWY_INLINE Four Sqrt(Four a) { return _mm_sqrt_ps(a); }
HWY_INLINE Four Gt(Four a, Four b) { return _mm_cmpgt_ps(a, b); }  // masks: all bits of a lane, or none
HWY_INLINE Four Or(Four a, Four b) { return _mm_or_ps(a, b); }
HWY_INLINE Four And(Four a, Four b) { return _mm_and_ps(a, b); }
HWY_INLINE Four Xor(Four a, Four b) { return _mm_xor_ps(a, b); }
HWY_INLINE Four IfThenElseZero(Four which, Four yes) { return And(which, yes); }
HWY_INLINE Four IfThenElse(Four which, Four yes, Four no) {
    return Or(And(which, yes), _mm_andnot_ps(which, no));
}
HWY_INLINE bool AllFalse(Sse2, Four which) { return _mm_movemask_ps(which) == 0; }
HWY_INLINE void StoreMaskBits(Sse2, Four which, std::uint8_t* x) {
    x[0] = static_cast<std::uint8_t>(_mm_movemask_ps(which));
}
template <int kLane>
HWY_INLINE Four Broadcast(Four a) {
    return _mm_shuffle_ps(a, a, _MM_SHUFFLE(kLane, kLane, kLane, kLane));
}
HWY_INLINE float GetLane(Four a) { return _mm_cvtss_f32(a); }
HWY_INLINE Four InterleaveLower(Sse2, Four a, Four b) { return _mm_unpacklo_ps(a, b); }
HWY_INLINE Four InterleaveUpper(Sse2, Four a, Four b) { return _mm_unpackhi_ps(a, b); }

}  // namespace hn

using D4 = hn::Sse2;
using D8 = hn::Sse2;
using Quad = hn::Four;
using Half = hn::Four;
using HalfMask = hn::Four;
constexpr int kLanes = 4;
#else
namespace hn = hwy::HWY_NAMESPACE;

using D4 = hn::FixedTag<float, 4>;
using D8 = hn::CappedTag<float, 8>;
using Quad = hn::Vec<D4>;
using Half = hn::Vec<D8>;
using HalfMask = hn::Mask<D8>;
constexpr int kLanes = static_cast<int>(hn::MaxLanes(D8()));
#endif
constexpr int kHalves = 8 / kLanes;

#define GRAZE_EACH_HALF _Pragma("GCC unroll 2") for (int p = 0; p < kHalves; ++p)

struct F8 {
    Half v[kHalves];
};
struct B8 {
    HalfMask v[kHalves];
};

HWY_INLINE F8 load(const float* x) {
    F8 r;
    GRAZE_EACH_HALF r.v[p] = hn::Load(D8(), x + p * kLanes);
    return r;
}
HWY_INLINE void store(F8 a, float* x) { GRAZE_EACH_HALF hn::Store(a.v[p], D8(), x + p * kLanes); }
/// Whole numbers.
HWY_INLINE void store_whole(F8 a, std::int32_t* x) {
#if HWY_TARGET == HWY_SCALAR
    GRAZE_EACH_HALF _mm_store_si128(reinterpret_cast<__m128i*>(x + p * kLanes), _mm_cvttps_epi32(a.v[p]));
#else
    const hn::RebindToSigned<D8> d;
    GRAZE_EACH_HALF hn::Store(hn::ConvertTo(d, a.v[p]), d, x + p * kLanes);
#endif
}
HWY_INLINE F8 all(float x) {
    F8 r;
    GRAZE_EACH_HALF r.v[p] = hn::Set(D8(), x);
    return r;
}
HWY_INLINE F8 operator+(F8 a, F8 b) {
    GRAZE_EACH_HALF a.v[p] = hn::Add(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 operator-(F8 a, F8 b) {
    GRAZE_EACH_HALF a.v[p] = hn::Sub(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 operator*(F8 a, F8 b) {
    GRAZE_EACH_HALF a.v[p] = hn::Mul(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 operator/(F8 a, F8 b) {
    GRAZE_EACH_HALF a.v[p] = hn::Div(a.v[p], b.v[p]);
    return a;
}
/// a b + c, fused where the target can: the error bounds allow both.
HWY_INLINE F8 mul_add(F8 a, F8 b, F8 c) {
    GRAZE_EACH_HALF a.v[p] = hn::MulAdd(a.v[p], b.v[p], c.v[p]);
    return a;
}
HWY_INLINE F8 mul_sub(F8 a, F8 b, F8 c) {
    GRAZE_EACH_HALF a.v[p] = hn::MulSub(a.v[p], b.v[p], c.v[p]);
    return a;
}
HWY_INLINE F8 abs(F8 a) {
    GRAZE_EACH_HALF a.v[p] = hn::Abs(a.v[p]);
    return a;
}
HWY_INLINE F8 min(F8 a, F8 b) {
    GRAZE_EACH_HALF a.v[p] = hn::Min(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 max(F8 a, F8 b) {
    GRAZE_EACH_HALF a.v[p] = hn::Max(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 sqrt(F8 a) {
    GRAZE_EACH_HALF a.v[p] = hn::Sqrt(a.v[p]);
    return a;
}
/// False in lanes with a NaN.
HWY_INLINE B8 operator>(F8 a, F8 b) {
    B8 r;
    GRAZE_EACH_HALF r.v[p] = hn::Gt(a.v[p], b.v[p]);
    return r;
}
/// a where `which` is true, else 0.
HWY_INLINE F8 only_if(B8 which, F8 a) {
    GRAZE_EACH_HALF a.v[p] = hn::IfThenElseZero(which.v[p], a.v[p]);
    return a;
}
/// a where b is positive, -a where it is negative.
HWY_INLINE F8 signed_by(F8 a, F8 b) {
    GRAZE_EACH_HALF a.v[p] = hn::Xor(a.v[p], hn::And(b.v[p], hn::Set(D8(), -0.0f)));
    return a;
}
/// 0 in lanes that are not above 0, NaN included.
HWY_INLINE F8 positive(F8 a) {
    GRAZE_EACH_HALF a.v[p] = hn::IfThenElseZero(hn::Gt(a.v[p], hn::Zero(D8())), a.v[p]);
    return a;
}
HWY_INLINE B8 operator|(B8 a, B8 b) {
    GRAZE_EACH_HALF a.v[p] = hn::Or(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE B8 operator&(B8 a, B8 b) {
    GRAZE_EACH_HALF a.v[p] = hn::And(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 select(B8 which, F8 yes, F8 no) {
    GRAZE_EACH_HALF yes.v[p] = hn::IfThenElse(which.v[p], yes.v[p], no.v[p]);
    return yes;
}
HWY_INLINE unsigned bits(B8 a) {
    unsigned r = 0;
    GRAZE_EACH_HALF {
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(D8(), a.v[p], bytes);
        r |= static_cast<unsigned>(bytes[0]) << (p * kLanes);
    }
    return r;
}

// Four floats: a vector of space and a lane to spare.
struct F4 {
    Quad v;
};
HWY_INLINE F4 load4(const float* x) { return {hn::Load(D4(), x)}; }
HWY_INLINE void store(F4 a, float* x) { hn::Store(a.v, D4(), x); }
HWY_INLINE F4 all4(float x) { return {hn::Set(D4(), x)}; }
HWY_INLINE F4 operator+(F4 a, F4 b) { return {hn::Add(a.v, b.v)}; }
HWY_INLINE F4 operator-(F4 a, F4 b) { return {hn::Sub(a.v, b.v)}; }
HWY_INLINE F4 positive(F4 a) { return {hn::IfThenElseZero(hn::Gt(a.v, hn::Zero(D4())), a.v)}; }
HWY_INLINE F4 operator*(F4 a, F4 b) { return {hn::Mul(a.v, b.v)}; }
HWY_INLINE F4 mul_add(F4 a, F4 b, F4 c) { return {hn::MulAdd(a.v, b.v, c.v)}; }
HWY_INLINE F4 abs(F4 a) { return {hn::Abs(a.v)}; }
template <int kLane>
HWY_INLINE F4 broadcast(F4 a) {
    return {hn::Broadcast<kLane>(a.v)};
}
HWY_INLINE float first(F4 a) { return hn::GetLane(a.v); }
/// a > b or c > d in any lane; never for a NaN.
HWY_INLINE bool any_above(F4 a, F4 b, F4 c, F4 d) {
    return !hn::AllFalse(D4(), hn::Or(hn::Gt(a.v, b.v), hn::Gt(c.v, d.v)));
}
struct Rows {
    F4 row[3];
};
/// Columns to rows; the fourth lanes become 0.
HWY_INLINE Rows transpose(F4 a, F4 b, F4 c) {
    const D4 d;
    const auto zero = hn::Zero(d);
    const auto low_ac = hn::InterleaveLower(d, a.v, c.v), high_ac = hn::InterleaveUpper(d, a.v, c.v);
    const auto low_b = hn::InterleaveLower(d, b.v, zero), high_b = hn::InterleaveUpper(d, b.v, zero);
    return {{{hn::InterleaveLower(d, low_ac, low_b)},
             {hn::InterleaveUpper(d, low_ac, low_b)},
             {hn::InterleaveLower(d, high_ac, high_b)}}};
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::internal
HWY_AFTER_NAMESPACE();

#endif
