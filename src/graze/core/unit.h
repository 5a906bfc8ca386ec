// Units of length that files and commands carry. The library itself has none.
#pragma once

#include <optional>
#include <string_view>

namespace graze {

enum class Unit { Micrometre, Millimetre, Centimetre, Metre, Inch, Foot };

/// "um", "mm", "cm", "m", "in", "ft".
[[nodiscard]] const char* name_of(Unit unit);
[[nodiscard]] std::optional<Unit> unit_named(std::string_view name);

/// Multiply a length in `from` by this to have it in `to`. Exactly 1 for equal units; otherwise the
/// nearest double of the rational factor.
[[nodiscard]] double conversion_factor(Unit from, Unit to);

}  // namespace graze
