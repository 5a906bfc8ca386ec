// The head of a PLY file: what the rest of it holds.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace graze::internal {

enum class PlyEncoding { Ascii, LittleEndian, BigEndian };
enum class PlyType : std::uint8_t { Int8, UInt8, Int16, UInt16, Int32, UInt32, Float32, Float64 };

[[nodiscard]] constexpr std::size_t size_of(PlyType type) {
    constexpr std::size_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return kSizes[static_cast<std::size_t>(type)];
}
[[nodiscard]] constexpr bool is_integer(PlyType type) { return type < PlyType::Float32; }

struct PlyProperty {
    std::string_view name;
    PlyType type;                       // of the value, or of a list's items
    std::optional<PlyType> count_type;  // of a list; an integer type
};

struct PlyElement {
    std::string_view name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;

    /// The least number of bytes that one of them takes in a file of this encoding; exact for binary without
    /// lists.
    [[nodiscard]] std::uint64_t least_bytes(PlyEncoding encoding) const;
    [[nodiscard]] bool has_lists() const;
    /// The place of a property in `properties`, or nothing.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view property) const;
};

/// Names are borrowed from the file's text.
struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::Ascii;
    std::vector<PlyElement> elements;
    std::unordered_map<std::int64_t, std::string_view> surface_names;  // of `comment graze surface N NAME`
    std::size_t body = 0;                                              // first byte after the header
};

[[nodiscard]] bool begins_like_ply(std::string_view bytes);

/// Guarantee: the elements together fit the bytes after the header, as far as that can be told without
/// reading them.
[[nodiscard]] Expected<PlyHeader> parse_ply_header(std::string_view bytes, const std::string& where);

}  // namespace graze::internal
