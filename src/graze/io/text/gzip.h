// Files packed with gzip (RFC 1951, 1952): .stpz, .gz. Other containers are named as what they are.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"

#include <string>
#include <string_view>

namespace graze::internal {

[[nodiscard]] bool begins_like_gzip(std::string_view bytes);

/// What was packed; several members one after the other. `where` starts messages.
///
/// Guarantee: length and checksum of each member hold, or it is an error. At most `most` bytes come out.
/// Cost: linear in what comes out.
[[nodiscard]] Expected<std::string> unpack_gzip(std::string_view bytes, const std::string& where,
                                                std::size_t most = std::size_t{8} << 30);

/// Says what a file is that no reader reads, by its first bytes: a ZIP archive, text in UTF-16. Nothing: it may
/// be anything.
[[nodiscard]] Expected<void> refuse_container(std::string_view bytes, const std::string& where);

}  // namespace graze::internal
