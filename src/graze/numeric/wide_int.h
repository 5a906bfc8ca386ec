// Integers whose width is part of their type, so that they cannot overflow: the sum of an A-bit and
// a B-bit integer is a (max(A, B) + 1)-bit one, the product an (A + B)-bit one. An exact formula written
// over them is exact by construction; only bringing doubles in is checked (see BitRange).
//
// Nothing allocates. Two's complement, 64-bit words, least significant first.
#pragma once

#include "graze/core/assert.h"
#include "graze/core/internal.h"
#include "graze/numeric/dyadic.h"
#include "graze/numeric/sign.h"
#include "graze/numeric/words.h"

#include <array>
#include <cstdint>

namespace graze::internal {

template <int Bits>
class WideInt {
  public:
    static_assert(Bits >= 2);
    static constexpr int kWords = (Bits + 63) / 64;

    WideInt() = default;  // zero

    template <int Narrow>
    requires(Narrow < Bits)
        WideInt(const WideInt<Narrow>& other) {  // NOLINT(google-explicit-constructor): never loses a bit
        for (int i = 0; i < kWords; ++i) word[i] = other.extended(i);
    }

    /// x / 2^low. Pre: x is a multiple of 2^low and |x| / 2^low < 2^(Bits - 1).
    [[nodiscard]] static WideInt scaled(double x, int low);

    [[nodiscard]] bool is_negative() const { return fill() != 0; }
    [[nodiscard]] Sign sign() const;

    /// The word that continues the number to the left: all bits equal to the sign.
    [[nodiscard]] Word fill() const { return fill_of(word[kWords - 1]); }
    /// Word i of the number written with any number of words.
    [[nodiscard]] Word extended(std::size_t i) const { return i < kWords ? word[i] : fill(); }

    /// The number as the compiler's own integer, and back.
    [[nodiscard]] SignedDoubleWord native() const requires(kWords <= 2) {
        if constexpr (kWords == 1)
            return static_cast<std::int64_t>(word[0]);
        else
            return static_cast<SignedDoubleWord>(static_cast<DoubleWord>(word[1]) << 64 | word[0]);
    }
    [[nodiscard]] static WideInt of(SignedDoubleWord value) requires(kWords <= 2) {
        WideInt result;
        result.word[0] = static_cast<Word>(value);
        if constexpr (kWords == 2) result.word[1] = static_cast<Word>(value >> 64);
        return result;
    }

    std::array<Word, kWords> word{};
};

template <int A, int B>
[[nodiscard]] inline WideInt<std::max(A, B) + 1> operator+(const WideInt<A>& a, const WideInt<B>& b) {
    using Sum = WideInt<std::max(A, B) + 1>;
    if constexpr (Sum::kWords <= 2) {
        return Sum::of(a.native() + b.native());
    } else {
        Sum sum;
        if constexpr (Sum::kWords <= kInlineWords)
            unrolled_add(a, b, sum.word);
        else
            add(a.word, b.word, sum.word);
        return sum;
    }
}

template <int A, int B>
[[nodiscard]] inline WideInt<std::max(A, B) + 1> operator-(const WideInt<A>& a, const WideInt<B>& b) {
    using Difference = WideInt<std::max(A, B) + 1>;
    if constexpr (Difference::kWords <= 2) {
        return Difference::of(a.native() - b.native());
    } else {
        Difference difference;
        if constexpr (Difference::kWords <= kInlineWords)
            unrolled_subtract(a, b, difference.word);
        else
            subtract(a.word, b.word, difference.word);
        return difference;
    }
}

template <int Bits>
[[nodiscard]] inline WideInt<Bits + 1> operator-(const WideInt<Bits>& a) {
    return WideInt<Bits>{} - a;
}

template <int A, int B>
[[nodiscard]] inline WideInt<A + B> operator*(const WideInt<A>& a, const WideInt<B>& b) {
    using Product = WideInt<A + B>;
    if constexpr (Product::kWords <= 2) {
        return Product::of(a.native() * b.native());
    } else {
        const auto p = signed_product(a.word, b.word);
        Product product;
        std::copy_n(p.begin(), product.kWords, product.word.begin());
        return product;
    }
}

template <int Bits>
inline Sign WideInt<Bits>::sign() const {
    Word any = 0;
    for (const Word w : word) any |= w;
    return any == 0 ? Sign::Zero : is_negative() ? Sign::Negative : Sign::Positive;
}

template <int Bits>
inline WideInt<Bits> WideInt<Bits>::scaled(double x, int low) {
    WideInt<Bits> result;
    const OddForm form = odd_form(x);
    if (form.mantissa == 0) return result;
    const int shift = form.exponent - low;
    GRAZE_AUDIT(shift >= 0 && shift + static_cast<int>(std::bit_width(form.mantissa)) < Bits);
    if constexpr (kWords == 1) {
        result.word[0] = form.mantissa << shift;
    } else {
        const int first = shift / 64, offset = shift % 64;
        result.word[first] = form.mantissa << offset;
        if (first + 1 < kWords) result.word[first + 1] = (form.mantissa >> 1) >> (63 - offset);
    }
    negate_if(form.negative, result.word);
    return result;
}

}  // namespace graze::internal
