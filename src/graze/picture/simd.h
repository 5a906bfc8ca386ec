// Four samples at a time. Plain IEEE operations in every lane: the same bits as one sample at a time.
#pragma once

#include <cstdint>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace graze::picture {

using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));
using Uint4 = std::uint32_t __attribute__((vector_size(16)));

/// One bit per lane that is all ones.
[[nodiscard]] inline unsigned lanes_set(Int4 mask) {
#if defined(__SSE__)
    return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(mask)));
#else
    return unsigned(mask[0] & 1) | unsigned(mask[1] & 2) | unsigned(mask[2] & 4) | unsigned(mask[3] & 8);
#endif
}

[[nodiscard]] inline Float4 least(Float4 a, Float4 b) { return a < b ? a : b; }
[[nodiscard]] inline Float4 greatest(Float4 a, Float4 b) { return a > b ? a : b; }

}  // namespace graze::picture
