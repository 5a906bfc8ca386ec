// Doubles taken apart: each finite double is an integer times a power of two.
//
// Exact stages scale all doubles of a call by one power of two so that they become integers. How wide
// these are follows from the lowest and the highest bit in use, which BitRange collects.
#pragma once

#include "graze/core/internal.h"
#include "graze/numeric/vector.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace graze::internal {

/// The double (-1)^negative * mantissa * 2^exponent; the mantissa is odd, or 0 for zero.
struct OddForm {
    std::uint64_t mantissa;
    int exponent;
    bool negative;
};

/// Pre: x is finite (not checked here: callers assert once per call, not once per number).
[[nodiscard]] inline OddForm odd_form(double x) {
    constexpr int kFractionBits = 52;
    constexpr int kSubnormalExponent = -1074;  // of the last bit of a subnormal
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << kFractionBits) - 1);
    const int biased = static_cast<int>((bits >> kFractionBits) & 0x7FF);
    const std::uint64_t mantissa = biased == 0 ? fraction : fraction | (std::uint64_t{1} << kFractionBits);
    if (mantissa == 0) return {0, 0, false};
    const int zeros = std::countr_zero(mantissa);
    return {mantissa >> zeros, (biased == 0 ? 0 : biased - 1) + kSubnormalExponent + zeros,
            (bits >> 63) != 0};
}

/// The bits that some doubles use: each is a multiple of 2^low and smaller than 2^top in magnitude.
class BitRange {
  public:
    void add(double x) {
        const OddForm form = odd_form(x);
        if (form.mantissa == 0) return;
        low_ = std::min(low_, form.exponent);
        top_ = std::max(top_, form.exponent + static_cast<int>(std::bit_width(form.mantissa)));
    }
    void add(const Vec3& v) {
        add(v.x());
        add(v.y());
        add(v.z());
    }
    void add(const Vec2& v) {
        add(v.x());
        add(v.y());
    }
    /// 0 if all were zero.
    [[nodiscard]] int low() const { return top_ < low_ ? 0 : low_; }
    /// Bits of the largest magnitude when the doubles are divided by 2^low.
    [[nodiscard]] int width() const { return std::max(0, top_ - low_); }

  private:
    int low_ = 2000;  // above and below what any double has
    int top_ = -2000;
};

/// An exact number of any length: (-1)^negative * magnitude * 2^exponent, least significant word first.
/// Canonical: the first word is odd, the last is not 0; zero has no words, no sign and exponent 0.
struct Dyadic {
    std::vector<std::uint64_t> magnitude;
    int exponent = 0;
    bool negative = false;
};

}  // namespace graze::internal
