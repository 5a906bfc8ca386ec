// Products of integers that are arrays of 64-bit words, least significant first, in two's complement.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace graze {

using Word = std::uint64_t;
__extension__ using DoubleWord = unsigned __int128;
__extension__ using SignedDoubleWord = __int128;

/// Changes the sign without a branch.
template <std::size_t N>
inline void negate_if(bool condition, std::array<Word, N>& a) {
    const Word mask = condition ? ~Word{0} : 0;
    Word carry = mask & 1;
#pragma GCC unroll 8
    for (Word& word : a) {
        word = (word ^ mask) + carry;
        carry &= word == 0;
    }
}

/// p[0, n) -= a[0, n) if `condition`, without a branch.
template <std::size_t N>
inline void subtract_if(bool condition, const std::array<Word, N>& a, Word* p) {
    const Word mask = condition ? ~Word{0} : 0;
    Word borrow = 0;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < N; ++i) {
        const DoubleWord t = static_cast<DoubleWord>(p[i]) - (a[i] & mask) - borrow;
        p[i] = static_cast<Word>(t);
        borrow = static_cast<Word>(t >> 64) & 1;
    }
}

/// Schoolbook on the words as if they were unsigned. A negative number was then read as itself
/// + 2^(64 n): the other factor, shifted by n words, is taken away again.
template <std::size_t N, std::size_t M>
[[nodiscard]] inline std::array<Word, N + M> short_signed_product(const std::array<Word, N>& a,
                                                                  const std::array<Word, M>& b) {
    std::array<Word, N + M> p{};
#pragma GCC unroll 8
    for (std::size_t i = 0; i < N; ++i) {
        Word carry = 0;
#pragma GCC unroll 8
        for (std::size_t j = 0; j < M; ++j) {
            const DoubleWord t = static_cast<DoubleWord>(a[i]) * b[j] + p[i + j] + carry;
            p[i + j] = static_cast<Word>(t);
            carry = static_cast<Word>(t >> 64);
        }
        p[i + M] = carry;
    }
    subtract_if((a[N - 1] >> 63) != 0, b, p.data() + N);
    subtract_if((b[M - 1] >> 63) != 0, a, p.data() + M);
    return p;
}

/// Schoolbook on magnitudes, which skips the zero words of which long numbers mostly consist here.
template <std::size_t N, std::size_t M>
[[nodiscard]] std::array<Word, N + M> long_signed_product(std::array<Word, N> a, std::array<Word, M> b) {
    const bool a_negative = (a[N - 1] >> 63) != 0, b_negative = (b[M - 1] >> 63) != 0;
    negate_if(a_negative, a);
    negate_if(b_negative, b);
    std::size_t m = M;
    while (m > 0 && b[m - 1] == 0) --m;
    std::array<Word, N + M> p{};
    for (std::size_t i = 0; i < N; ++i) {
        if (a[i] == 0) continue;
        Word carry = 0;
        for (std::size_t j = 0; j < m; ++j) {
            const DoubleWord t = static_cast<DoubleWord>(a[i]) * b[j] + p[i + j] + carry;
            p[i + j] = static_cast<Word>(t);
            carry = static_cast<Word>(t >> 64);
        }
        p[i + m] = carry;
    }
    negate_if(a_negative != b_negative, p);
    return p;
}

template <std::size_t N, std::size_t M>
[[nodiscard]] inline std::array<Word, N + M> signed_product(const std::array<Word, N>& a,
                                                            const std::array<Word, M>& b) {
    constexpr std::size_t kLongest = 24;  // of two factors together; beyond it the code would only grow
    if constexpr (N + M <= kLongest)
        return short_signed_product(a, b);
    else
        return long_signed_product(a, b);
}

}  // namespace graze
