// Words for messages: input quoted safely, choices listed, and "did you mean ...?".
#pragma once

#include "graze/core/internal.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace graze::internal {

/// The text in single quotes, on one line and short: control characters and bytes that are not UTF-8 become
/// \xNN, and what exceeds 80 characters is cut with "...". For putting input into a message.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// True if the text is UTF-8 without control characters, so that it may be shown on one line as it is.
[[nodiscard]] bool is_plain_text(std::string_view text);

/// "a, b, c": the choices of a message.
[[nodiscard]] std::string listed(std::span<const std::string> names);

/// The least number of inserted, removed, replaced or swapped neighbouring bytes that turn a into b
/// (optimal string alignment). Cost: O(|a| |b|).
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b);

/// The first of the nearest known names, ignoring case, if a typing error can explain the difference: at
/// most one edit per three characters, and fewer than all. Input above 64 bytes is never near anything.
[[nodiscard]] std::optional<std::string> near_miss(std::string_view given,
                                                   std::span<const std::string> known);

/// "did you mean 'quaternion'?" or, if nothing is near, "".
[[nodiscard]] std::string did_you_mean(std::string_view given, std::span<const std::string> known);

}  // namespace graze::internal
