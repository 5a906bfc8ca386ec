// Formatted text appended to a buffer. fmt::format_to would compile all of fmt into every file that calls it:
// five seconds each.
#pragma once

#include "graze/core/internal.h"

#include <fmt/format.h>

namespace graze::internal {

void append_formatted(fmt::memory_buffer& out, fmt::string_view format, fmt::format_args values);

template <class... T>
void append(fmt::memory_buffer& out, fmt::format_string<const T&...> format, const T&... values) {
    append_formatted(out, format, fmt::make_format_args(values...));
}

}  // namespace graze::internal
