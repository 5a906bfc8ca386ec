// What proofs are written with, by whoever finds them: docs/certificates.md.
#pragma once

#include "graze/core/byte_buffer.h"
#include "graze/core/internal.h"

#include <cstring>

namespace graze::internal {

inline constexpr char kSplitA = 16, kSplitB = 17, kSplitTime = 18;  // tags of nodes
inline constexpr double kLeastStretch = 0x1p-44;  // of time; what needs shorter ones is undecided
/// Of all lengths: so much more than needed that any sound arithmetic confirms it (section 4.1 there).
inline constexpr double kProofSlack = 0x1p-40;

inline constexpr std::size_t kLongestNode = 13;  // bytes, without leaves of doubles

/// The double that a leaf of floats has for x. Volatile, because g++ 12 takes two conversions side by side, there
/// and back, for nothing at all (-O2), and then a leaf is not tested as it is written.
[[nodiscard]] inline double rounded_to_float(double x) {
    const volatile float rounded = static_cast<float>(x);
    return rounded;
}

/// Writes nodes where there is room for them.
struct ProofPen {
    char* at;

    template <class T>
    void put(char kind, const T& value) {
        static_assert(1 + sizeof value <= kLongestNode);
        *at = kind;
        std::memcpy(at + 1, &value, sizeof value);
        at += 1 + sizeof value;
    }
    /// The three numbers of n are so far apart.
    void put_leaf(char kind, const float* n, int stride, float sign) {
        const float leaf[3] = {sign * n[0], sign * n[stride], sign * n[2 * stride]};
        put(kind, leaf);
    }
};

}  // namespace graze::internal
