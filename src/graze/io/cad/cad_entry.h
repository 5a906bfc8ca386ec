// A CadModel as bytes: what `graze-cad` hands to `graze`, and what the cache keeps.
//
//   "graze-cad entry\n"  16 bytes
//   key                  length and text: what this is the import of (cad_cache.h)
//   model                counts, names, numbers; little-endian, doubles by their bits
//   checksum             two words over everything before it
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/io/cad/cad_model.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace graze::internal {

/// 128 bits of the bytes; eight bytes at a time. Not for secrets.
[[nodiscard]] std::array<std::uint64_t, 2> content_hash(std::string_view bytes);

[[nodiscard]] std::string format_cad_entry(const CadModel& model, std::string_view key);

/// Guarantee: the checksum holds, the key is the one that is wanted, and the model is valid; nothing else is
///            believed. Memory: a small multiple of the bytes. `where` starts messages.
[[nodiscard]] Expected<CadModel> parse_cad_entry(std::string_view bytes, std::string_view key,
                                                 const std::string& where);

}  // namespace graze::internal
