// Bytes that are read in pieces, when they are asked for: of a text in memory or of a file.
#pragma once

#include "graze/core/expected.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

namespace graze {

/// `read` may be called from several threads; false: the bytes could not be had.
struct ByteSource {
    std::uint64_t size = 0;
    std::function<bool(std::uint64_t at, char* to, std::size_t count)> read;
};

/// The text must outlive its source.
[[nodiscard]] ByteSource source_of(std::string_view bytes);

/// A file stays open as long as a copy of its source lives; a pipe is read to its end at once.
[[nodiscard]] Expected<ByteSource> open_source(const std::filesystem::path& path);

}  // namespace graze
