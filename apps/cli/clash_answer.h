// What `graze clash` answers, as data and in words: from a report.
#pragma once

#include "command.h"
#include "exit_code.h"
#include "graze/queries/instant/clash.h"

#include <string>

namespace graze::cli {

/// What there is to say of the scene as a whole: its exit code follows from these alone.
[[nodiscard]] Findings findings_of(const ClashReport& report, const Scene& scene, bool allow_missing);

/// As in JSON: "clash", "clear", "incomplete", "nothing_checked", "not_decided".
[[nodiscard]] const char* verdict_of(const Findings& found, const ClashReport& report, const Scene& scene);

struct ClashRun {
    const std::string& method;
    double milliseconds;
};

/// All but the verdict, which stands first and is empty.
[[nodiscard]] Json report_json(const ClashReport& report, const Scene& scene, const ClashRun& run);

/// Open meshes, and how many bodies may be inside of each; few are named.
[[nodiscard]] std::string not_decided_text(const ClashReport& report, const Scene& scene);

/// "clash: 2 pairs intersecting; 3 pairs touching (no clash); 28 pairs of 8 bodies, 5 looked at closely"
[[nodiscard]] std::string verdict_text(const ClashReport& report, const Scene& scene, std::string verdict,
                                       bool colour);

}  // namespace graze::cli
