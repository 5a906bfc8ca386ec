// Arithmetic on integers that are arrays of 64-bit words, least significant first, in two's complement.
//
// Up to kInlineWords the loops are unrolled where they are used; longer ones are calls. Both are tested as
// one.
#pragma once

#include "graze/core/internal.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace graze::internal {

using Word = std::uint64_t;
__extension__ using DoubleWord = unsigned __int128;
__extension__ using SignedDoubleWord = __int128;

inline constexpr std::size_t kInlineWords = 6;     // of a sum
inline constexpr std::size_t kUnrolledWords = 14;  // of a product

/// The word that continues a number to the left: all bits equal to its sign.
[[nodiscard]] inline Word fill_of(Word last) {
    return static_cast<Word>(static_cast<std::int64_t>(last) >> 63);
}

// Any length. Numbers shorter than the result are continued by their sign; higher words of a result are
// dropped. `multiply` wants as many words of the result as both factors have together.
void add(std::span<const Word> a, std::span<const Word> b, std::span<Word> sum);
void subtract(std::span<const Word> a, std::span<const Word> b, std::span<Word> difference);
void multiply(std::span<const Word> a, std::span<const Word> b, std::span<Word> product);
void negate(std::span<Word> a);

/// As `add` and `subtract`, for numbers that know `extended(i)`: word i, continued by the sign.
template <class A, class B, std::size_t N>
inline void unrolled_add(const A& a, const B& b, std::array<Word, N>& sum) {
    Word carry = 0;
#pragma GCC unroll 6
    for (std::size_t i = 0; i < N; ++i) {
        const DoubleWord t = static_cast<DoubleWord>(a.extended(i)) + b.extended(i) + carry;
        sum[i] = static_cast<Word>(t);
        carry = static_cast<Word>(t >> 64);
    }
}

template <class A, class B, std::size_t N>
inline void unrolled_subtract(const A& a, const B& b, std::array<Word, N>& difference) {
    Word borrow = 0;
#pragma GCC unroll 6
    for (std::size_t i = 0; i < N; ++i) {
        const DoubleWord t = static_cast<DoubleWord>(a.extended(i)) - b.extended(i) - borrow;
        difference[i] = static_cast<Word>(t);
        borrow = static_cast<Word>(t >> 64) & 1;
    }
}

/// Changes the sign without a branch.
template <std::size_t N>
inline void negate_if(bool condition, std::array<Word, N>& a) {
    const Word mask = condition ? ~Word{0} : 0;
    Word carry = mask & 1;
#pragma GCC unroll 4
    for (Word& word : a) {
        word = (word ^ mask) + carry;
        carry &= word == 0;
    }
}

/// p -= a * 2^(64 shift) if `condition`, without a branch; what leaves the array is dropped.
template <std::size_t Shift, std::size_t N, std::size_t P>
inline void subtract_if(bool condition, const std::array<Word, N>& a, std::array<Word, P>& p) {
    const Word mask = condition ? ~Word{0} : 0;
    Word borrow = 0;
#pragma GCC unroll 14
    for (std::size_t i = 0; i < N; ++i) {
        const DoubleWord t = static_cast<DoubleWord>(p[i + Shift]) - (a[i] & mask) - borrow;
        p[i + Shift] = static_cast<Word>(t);
        borrow = static_cast<Word>(t >> 64) & 1;
    }
}

/// Schoolbook on the words as if they were unsigned. A negative number was then read as itself
/// + 2^(64 n): the other factor, shifted by n words, is taken away again.
template <std::size_t N, std::size_t M>
[[gnu::noinline]] std::array<Word, N + M> unrolled_product(const std::array<Word, N>& a,
                                                           const std::array<Word, M>& b) {
    std::array<Word, N + M> p{};
#pragma GCC unroll 14
    for (std::size_t i = 0; i < N; ++i) {
        Word carry = 0;
#pragma GCC unroll 14
        for (std::size_t j = 0; j < M; ++j) {
            const DoubleWord t = static_cast<DoubleWord>(a[i]) * b[j] + p[i + j] + carry;
            p[i + j] = static_cast<Word>(t);
            carry = static_cast<Word>(t >> 64);
        }
        p[i + M] = carry;
    }
    subtract_if<N>(fill_of(a[N - 1]) != 0, b, p);
    subtract_if<M>(fill_of(b[M - 1]) != 0, a, p);
    return p;
}

template <std::size_t N, std::size_t M>
[[nodiscard]] inline std::array<Word, N + M> signed_product(const std::array<Word, N>& a,
                                                            const std::array<Word, M>& b) {
    if constexpr (N + M <= kUnrolledWords) {
        return unrolled_product(a, b);
    } else {
        std::array<Word, N + M> p;
        multiply(a, b, p);
        return p;
    }
}

}  // namespace graze::internal
