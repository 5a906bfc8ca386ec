// Numbers out of bytes of either byte order, without trusting alignment.
#pragma once

#include "graze/core/internal.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace graze::internal {

static_assert(std::endian::native == std::endian::little,
              "the binary formats are read on little-endian machines");

template <class T>
[[nodiscard]] T load_little(const char* bytes) {
    static_assert(std::is_arithmetic_v<T>);
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

template <class T>
[[nodiscard]] T load_big(const char* bytes) {
    char reversed[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i) reversed[i] = bytes[sizeof(T) - 1 - i];
    return load_little<T>(reversed);
}

}  // namespace graze::internal
