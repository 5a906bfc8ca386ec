// The text of `graze clash`: what an engineer reads first stands first.
#pragma once

#include "graze/queries/instant/clash.h"

#include <string>

namespace graze::cli {

/// "intersecting", "contact within error", "within 0.1 mm".
[[nodiscard]] std::string kind_words(ClashKind kind);

/// Clashes first, the deepest first. Pairs of the same two products that are alike stand in one row, with
/// their number and the worst of them.
[[nodiscard]] std::string clash_table(const ClashReport& report, const Scene& scene, bool colour);

/// What --surfaces and --triangles list under the table, in the words that `graze view --highlight` takes.
[[nodiscard]] std::string clash_lists(const ClashReport& report, const Scene& scene, ClashDetail detail);

}  // namespace graze::cli
