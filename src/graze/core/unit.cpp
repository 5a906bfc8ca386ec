#include "graze/core/unit.h"

#include <array>

namespace graze {
namespace {

struct UnitEntry {
    Unit unit;
    const char* name;
    double nanometres;  // exact: an inch is 25.4 mm by definition
};

constexpr std::array<UnitEntry, 6> kUnits{{
    {Unit::Micrometre, "um", 1e3},
    {Unit::Millimetre, "mm", 1e6},
    {Unit::Centimetre, "cm", 1e7},
    {Unit::Metre, "m", 1e9},
    {Unit::Inch, "in", 25.4e6},
    {Unit::Foot, "ft", 304.8e6},
}};

const UnitEntry& entry_of(Unit unit) { return kUnits[static_cast<std::size_t>(unit)]; }

}  // namespace

const char* name_of(Unit unit) { return entry_of(unit).name; }

std::optional<Unit> unit_named(std::string_view name) {
    for (const UnitEntry& entry : kUnits)
        if (name == entry.name) return entry.unit;
    return std::nullopt;
}

// Both counts are whole numbers below 2^53, so the one division rounds once, correctly.
double conversion_factor(Unit from, Unit to) { return entry_of(from).nanometres / entry_of(to).nanometres; }

}  // namespace graze
