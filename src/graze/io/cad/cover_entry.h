// The definitions of a body's CAD faces, and what covers them, as bytes.
#pragma once

#include "graze/core/internal.h"
#include "graze/io/cad/entry_bytes.h"
#include "graze/surface/cover.h"

#include <memory>

namespace graze::internal {

void write_cover(EntryWriter& out, const surface::Cover& cover);

/// Null, and `in.failed`: something does not fit, or a definition has a fault.
[[nodiscard]] std::shared_ptr<const surface::Cover> read_cover(EntryReader& in);

}  // namespace graze::internal
