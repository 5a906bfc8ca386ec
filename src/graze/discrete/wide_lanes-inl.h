// Eight floats on any instruction set: one register, two, or eight. Included once per Highway target, inside its namespace rules.
#if defined(GRAZE_DISCRETE_WIDE_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_DISCRETE_WIDE_LANES_INL_H_
#undef GRAZE_DISCRETE_WIDE_LANES_INL_H_
#else
#define GRAZE_DISCRETE_WIDE_LANES_INL_H_
#endif

#include <hwy/highway.h>

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
HWY_INLINE B8 operator|(B8 a, B8 b) {
    GRAZE_EACH_PART a.v[p] = hn::Or(a.v[p], b.v[p]);
    return a;
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

}  // namespace HWY_NAMESPACE
}  // namespace graze
HWY_AFTER_NAMESPACE();

#endif
