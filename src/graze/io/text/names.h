// Names that come out of files: made valid UTF-8, short enough, and different from each other.
#pragma once

#include "graze/core/internal.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace graze::internal {

/// What some editors put before UTF-8.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Longer names are cut here (at a character).
inline constexpr std::size_t kLongestName = 255;  // bytes

/// The name as valid UTF-8: each byte that is part of no valid sequence, and each control character, becomes
/// U+FFFD. At most kLongestName bytes.
[[nodiscard]] std::string clean_name(std::string_view raw);

/// Files with more surfaces than this are refused: each takes memory, however few bytes it has in the file.
[[nodiscard]] constexpr std::uint64_t most_surfaces(std::size_t file_bytes) { return 1024 + file_bytes / 24; }

/// Hands out names, each only once: "bolt", "bolt#2", "bolt#3".
class UniqueNames {
  public:
    [[nodiscard]] std::string add(std::string name);

  private:
    std::unordered_map<std::string, std::size_t> uses_;
};

}  // namespace graze::internal
