// What `graze path --profile` says of the clearance along a path.
#pragma once

#include "command.h"
#include "graze/queries/paths/clearance_profile.h"

namespace graze::cli {

/// Of the proof: pairs that are judged by their depth, or not at all, are left out.
[[nodiscard]] Expected<ClearanceProfile> profile_of(const Scene& scene, const PathProof& proof,
                                                    const ProfileOptions& options);

/// Adds `clearance_profile`, `profile`, and, with a limit, `below_limit`; `least_clearance` gets its poses.
[[nodiscard]] Expected<void> add_profile(Json& json, const Scene& scene, const ClearanceProfile& profile,
                                         const std::optional<double>& limit);

[[nodiscard]] std::string profile_text(const Scene& scene, const ClearanceProfile& profile,
                                       const std::optional<double>& limit, bool colour);

}  // namespace graze::cli
