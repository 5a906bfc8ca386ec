// The clashes of today as rules for tomorrow: `graze clash --write-rules`.
#pragma once

#include "graze/core/expected.h"
#include "graze/queries/instant/clash.h"

#include <string>

namespace graze::cli {

/// Writes a file of rules under which every pair of the report is allowed just what it does now: touching,
/// interference up to the depth that was measured, or the distance that it keeps.
[[nodiscard]] Expected<void> write_baseline(const std::string& file, const ClashReport& report,
                                            const Scene& scene);

}  // namespace graze::cli
