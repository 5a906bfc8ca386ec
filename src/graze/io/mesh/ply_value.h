// Values of a PLY file of any type, as the number that they mean.
#pragma once

#include "graze/core/internal.h"
#include "graze/io/mesh/ply_header.h"
#include "graze/io/text/byte_reader.h"

namespace graze::internal {

template <class T>
[[nodiscard]] T load_ply(const char* bytes, PlyEncoding encoding) {
    return encoding == PlyEncoding::BigEndian ? load_big<T>(bytes) : load_little<T>(bytes);
}

/// As a double, or as an int64 if the type is an integer.
template <class Number>
[[nodiscard]] Number load_as(const char* bytes, PlyType type, PlyEncoding encoding) {
    switch (type) {
        case PlyType::Int8:
            return static_cast<Number>(load_ply<std::int8_t>(bytes, encoding));
        case PlyType::UInt8:
            return static_cast<Number>(load_ply<std::uint8_t>(bytes, encoding));
        case PlyType::Int16:
            return static_cast<Number>(load_ply<std::int16_t>(bytes, encoding));
        case PlyType::UInt16:
            return static_cast<Number>(load_ply<std::uint16_t>(bytes, encoding));
        case PlyType::Int32:
            return static_cast<Number>(load_ply<std::int32_t>(bytes, encoding));
        case PlyType::UInt32:
            return static_cast<Number>(load_ply<std::uint32_t>(bytes, encoding));
        case PlyType::Float32:
            return static_cast<Number>(load_ply<float>(bytes, encoding));
        case PlyType::Float64:
            return static_cast<Number>(load_ply<double>(bytes, encoding));
    }
    return {};
}

}  // namespace graze::internal
