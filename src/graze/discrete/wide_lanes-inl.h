// Eight floats on any instruction set: one register, two, or eight. Included once per Highway target, inside
// its namespace rules.
#if defined(GRAZE_DISCRETE_WIDE_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_DISCRETE_WIDE_LANES_INL_H_
#undef GRAZE_DISCRETE_WIDE_LANES_INL_H_
#else
#define GRAZE_DISCRETE_WIDE_LANES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace graze {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D8 = hn::CappedTag<float, 8>;
constexpr int kLanes = static_cast<int>(hn::MaxLanes(D8()));
constexpr int kParts = 8 / kLanes;

#define GRAZE_EACH_PART _Pragma("GCC unroll 8") for (int p = 0; p < kParts; ++p)

struct F8 {
    hn::Vec<D8> v[kParts];
};
struct B8 {
    hn::Mask<D8> v[kParts];
};

HWY_INLINE F8 load(const float* x) {
    F8 r;
    GRAZE_EACH_PART r.v[p] = hn::Load(D8(), x + p * kLanes);
    return r;
}
HWY_INLINE void store(F8 a, float* x) { GRAZE_EACH_PART hn::Store(a.v[p], D8(), x + p * kLanes); }
HWY_INLINE F8 all(float x) {
    F8 r;
    GRAZE_EACH_PART r.v[p] = hn::Set(D8(), x);
    return r;
}
HWY_INLINE F8 operator+(F8 a, F8 b) {
    GRAZE_EACH_PART a.v[p] = hn::Add(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 operator-(F8 a, F8 b) {
    GRAZE_EACH_PART a.v[p] = hn::Sub(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 operator*(F8 a, F8 b) {
    GRAZE_EACH_PART a.v[p] = hn::Mul(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 operator/(F8 a, F8 b) {
    GRAZE_EACH_PART a.v[p] = hn::Div(a.v[p], b.v[p]);
    return a;
}
/// a b + c, fused where the target can: the error bounds allow both.
HWY_INLINE F8 mul_add(F8 a, F8 b, F8 c) {
    GRAZE_EACH_PART a.v[p] = hn::MulAdd(a.v[p], b.v[p], c.v[p]);
    return a;
}
HWY_INLINE F8 mul_sub(F8 a, F8 b, F8 c) {
    GRAZE_EACH_PART a.v[p] = hn::MulSub(a.v[p], b.v[p], c.v[p]);
    return a;
}
HWY_INLINE F8 abs(F8 a) {
    GRAZE_EACH_PART a.v[p] = hn::Abs(a.v[p]);
    return a;
}
HWY_INLINE F8 min(F8 a, F8 b) {
    GRAZE_EACH_PART a.v[p] = hn::Min(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 max(F8 a, F8 b) {
    GRAZE_EACH_PART a.v[p] = hn::Max(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 sqrt(F8 a) {
    GRAZE_EACH_PART a.v[p] = hn::Sqrt(a.v[p]);
    return a;
}
/// False in lanes with a NaN.
HWY_INLINE B8 operator>(F8 a, F8 b) {
    B8 r;
    GRAZE_EACH_PART r.v[p] = hn::Gt(a.v[p], b.v[p]);
    return r;
}
/// 0 in lanes that are not above 0, NaN included.
HWY_INLINE F8 positive(F8 a) {
    GRAZE_EACH_PART a.v[p] = hn::IfThenElseZero(hn::Gt(a.v[p], hn::Zero(D8())), a.v[p]);
    return a;
}
HWY_INLINE B8 operator|(B8 a, B8 b) {
    GRAZE_EACH_PART a.v[p] = hn::Or(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE B8 operator&(B8 a, B8 b) {
    GRAZE_EACH_PART a.v[p] = hn::And(a.v[p], b.v[p]);
    return a;
}
HWY_INLINE F8 select(B8 which, F8 yes, F8 no) {
    GRAZE_EACH_PART yes.v[p] = hn::IfThenElse(which.v[p], yes.v[p], no.v[p]);
    return yes;
}
HWY_INLINE unsigned bits(B8 a) {
    unsigned r = 0;
    GRAZE_EACH_PART {
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(D8(), a.v[p], bytes);
        r |= static_cast<unsigned>(bytes[0]) << (p * kLanes);
    }
    return r;
}

// Four floats: a vector of space and a lane to spare. HWY_SCALAR has no such registers, so there they are an
// array.
#if HWY_TARGET == HWY_SCALAR
struct F4 {
    float v[4];
};
#define GRAZE_EACH_OF_4 for (int i = 0; i < 4; ++i)
HWY_INLINE F4 load4(const float* x) { return {{x[0], x[1], x[2], x[3]}}; }
HWY_INLINE void store(F4 a, float* x) { GRAZE_EACH_OF_4 x[i] = a.v[i]; }
HWY_INLINE F4 all4(float x) { return {{x, x, x, x}}; }
HWY_INLINE F4 operator+(F4 a, F4 b) {
    GRAZE_EACH_OF_4 a.v[i] += b.v[i];
    return a;
}
HWY_INLINE F4 operator-(F4 a, F4 b) {
    GRAZE_EACH_OF_4 a.v[i] -= b.v[i];
    return a;
}
HWY_INLINE F4 positive(F4 a) {
    GRAZE_EACH_OF_4 a.v[i] = a.v[i] > 0.0f ? a.v[i] : 0.0f;
    return a;
}
HWY_INLINE F4 operator*(F4 a, F4 b) {
    GRAZE_EACH_OF_4 a.v[i] *= b.v[i];
    return a;
}
HWY_INLINE F4 mul_add(F4 a, F4 b, F4 c) { return a * b + c; }
HWY_INLINE F4 abs(F4 a) {
    GRAZE_EACH_OF_4 a.v[i] = a.v[i] < 0.0f ? -a.v[i] : a.v[i];
    return a;
}
template <int kLane>
HWY_INLINE F4 broadcast(F4 a) {
    return all4(a.v[kLane]);
}
HWY_INLINE float first(F4 a) { return a.v[0]; }
HWY_INLINE bool any_above(F4 a, F4 b, F4 c, F4 d) {
    bool any = false;
    GRAZE_EACH_OF_4 any |= a.v[i] > b.v[i] || c.v[i] > d.v[i];
    return any;
}
struct Rows {
    F4 row[3];
};
HWY_INLINE Rows transpose(F4 a, F4 b, F4 c) {
    return {{{{a.v[0], b.v[0], c.v[0], 0.0f}},
             {{a.v[1], b.v[1], c.v[1], 0.0f}},
             {{a.v[2], b.v[2], c.v[2], 0.0f}}}};
}
#else
using D4 = hn::FixedTag<float, 4>;
struct F4 {
    hn::Vec<D4> v;
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
#endif

}  // namespace HWY_NAMESPACE
}  // namespace graze
HWY_AFTER_NAMESPACE();

#endif
