// Paths judged, and certified, by the commands `graze path` and `graze verify` themselves: the very code that users have, in
// processes of their own, so that they can be cancelled and the simulation goes on.
#pragma once

#include "studio/paths.h"
#include "studio/tasks.h"

#include <filesystem>
#include <optional>
#include <string>

namespace graze::studio {

struct JudgeOptions {
    std::filesystem::path graze;   // the program
    std::filesystem::path folder;  // new or empty: where the scene and the certificate go
    double clearance = 0.0;
    std::optional<double> budget_s = {};
    bool certify = false;
};

struct Judgement {
    PathVerdict verdict = PathVerdict::Undecided;
    double proved_until = 0.0;  // stop
    std::optional<double> proved_gap = {}, depth = {};
    std::vector<PathMark> marks = {};
    std::uint64_t bytes = 0;    // of the certificate; 0: there is none
    bool is_verified = false;
    std::string proved = {};    // the sentence of `graze verify`
};

/// Writes scene.json with its meshes, and proof.graze; runs the commands.
///
/// Errors: what the commands refuse, in their words; Interrupted if it was cancelled.
[[nodiscard]] Expected<Judgement> judge(const Scene& along, const JudgeOptions& options, TaskControl& control);

}  // namespace graze::studio
