#include "graze/motion/turn.h"

#include "graze/core/assert.h"
#include "graze/geometry/exact_rotation.h"
#include "graze/motion/angle.h"
#include "graze/motion/interval_vector.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace graze::internal {
namespace {

// Bits of integers for most quaternions, and for nearly all; where components are below 2^-74 or so,
// kComponentBits.
constexpr int kNativeBits = 64, kUsualBits = 128;

// mantissa * 2^exponent, the mantissa's magnitude in [2^52, 2^53], or zero.
struct Scaled {
    Interval mantissa;
    int exponent = 0;
};

constexpr int kDigits = 53;

// The leading 53 digits, and whether anything follows them (motion.md, M7).
template <int Bits>
Scaled leading_digits(const WideInt<Bits>& x) {
    if (x.sign() == Sign::Zero) return {{0.0, 0.0}, 0};
    auto words = x.word;
    negate_if(x.is_negative(), words);
    int top = static_cast<int>(words.size()) - 1;
    while (words[top] == 0) --top;
    const int length = 64 * top + static_cast<int>(std::bit_width(words[top]));
    const int dropped = std::max(0, length - kDigits);
    const int first = dropped / 64, shift = dropped % 64;  // of the word that the last digit is in
    Word leading = words[first] >> shift;
    if (shift > 0 && first < top) leading |= words[first + 1] << (64 - shift);
    Word rest = words[first] & ((Word{1} << shift) - 1);
    for (int i = 0; i < first; ++i) rest |= words[i];
    const auto digits = static_cast<double>(leading);
    const Interval magnitude{digits, rest == 0 ? digits : digits + 1.0};
    return {x.is_negative() ? -magnitude : magnitude, dropped};
}

constexpr int kLeastShift = -900;  // far above underflow

// x / 2^exponent. What would leave the range of doubles becomes an interval around zero.
Interval shifted(const Scaled& x, int exponent) {
    const int shift = x.exponent - exponent;
    if (x.mantissa.lo == 0.0 && x.mantissa.hi == 0.0) return {0.0, 0.0};
    if (shift < kLeastShift) {
        const double least = std::ldexp(1.0, kLeastShift + kDigits + 1);
        return x.mantissa.lo < 0.0 ? Interval{-least, 0.0} : Interval{0.0, least};
    }
    return {std::ldexp(x.mantissa.lo, shift), std::ldexp(x.mantissa.hi, shift)};
}

int top_bit(const Scaled& x) {
    const double m = magnitude(x.mantissa);
    return m == 0.0 ? -100000 : x.exponent + std::ilogb(m) + 1;
}

/// conj(q0) q1 up to a positive factor, passed on to `use`: in integers that are as wide as need be.
template <class Use>
auto with_exact_relative(const Eigen::Quaterniond& q0, const Eigen::Quaterniond& q1, Use use) {
    const BitRange range0 = bit_range(q0), range1 = bit_range(q1);
    const auto relative = [&]<int kBits>(std::integral_constant<int, kBits>) {
        return use(conjugate_product(scaled<kBits>(q0, range0.low()), scaled<kBits>(q1, range1.low())));
    };
    const int width = std::max(range0.width(), range1.width());
    if (width < kNativeBits) return relative(std::integral_constant<int, kNativeBits>());
    return width < kUsualBits ? relative(std::integral_constant<int, kUsualBits>())
                              : relative(std::integral_constant<int, kComponentBits>());
}

// True if r has to be negated to turn the right way.
template <int Bits>
bool turns_the_wrong_way(const WideQuaternion<Bits>& r) {
    for (const WideInt<Bits>* c : {&r.w, &r.x, &r.y, &r.z})
        if (c->sign() != Sign::Zero) return c->is_negative();
    return false;
}

template <int Bits>
Turn turn_by(const WideQuaternion<Bits>& r) {
    const bool negate = turns_the_wrong_way(r);
    const std::array<Scaled, 3> vector{leading_digits(r.x), leading_digits(r.y), leading_digits(r.z)};
    const Scaled real = leading_digits(r.w);
    const int top = std::max({top_bit(vector[0]), top_bit(vector[1]), top_bit(vector[2])});
    const bool is_none = r.x.sign() == Sign::Zero && r.y.sign() == Sign::Zero && r.z.sign() == Sign::Zero;
    if (is_none) return {true, {kZero, kZero, kZero}, kZero, kZero};

    IntervalVec3 v{shifted(vector[0], top), shifted(vector[1], top), shifted(vector[2], top)};
    if (negate) v = -v;
    const Interval length = norm(v);
    const IntervalVec3 axis{cut(v[0] / length, {-1.0, 1.0}), cut(v[1] / length, {-1.0, 1.0}),
                            cut(v[2] / length, {-1.0, 1.0})};
    // Sine and cosine of half the angle up to a common factor; the larger one is about 1.
    const int scale = std::max(top, top_bit(real));
    const Interval cosine = abs(shifted(real, scale));
    const Interval sine = top - scale < kLeastShift ? Interval{0.0, std::ldexp(1.0, kLeastShift + 1)}
                                                    : length * exactly(std::ldexp(1.0, top - scale));
    const Interval half_sine = cut(sine / sqrt(sqr(sine) + sqr(cosine)), {0.0, 1.0});
    const Interval angle = cut(exactly(2.0) * angle_of(sine, cosine), {0.0, kPi.hi});
    return {false, axis, half_sine, angle};
}

}  // namespace

Turn shortest_turn(const Eigen::Quaterniond& q0, const Eigen::Quaterniond& q1) {
    GRAZE_ASSERT(is_accepted_rotation(q0) && is_accepted_rotation(q1));
    return with_exact_relative(q0, q1, [](const auto& r) { return turn_by(r); });
}

Eigen::Quaterniond nearer_sign(const Eigen::Quaterniond& q0, const Eigen::Quaterniond& q) {
    GRAZE_ASSERT(is_accepted_rotation(q0) && is_accepted_rotation(q));
    if (!with_exact_relative(q0, q, [](const auto& r) { return turns_the_wrong_way(r); })) return q;
    return {-q.w(), -q.x(), -q.y(), -q.z()};
}

}  // namespace graze::internal
