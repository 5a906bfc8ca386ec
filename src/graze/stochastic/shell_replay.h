// A scene's paths played past a ShellTracker: what it found, against all there is.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/bounded/replay.h"
#include "graze/stochastic/missed_estimate.h"
#include "graze/stochastic/shell_tracker.h"

namespace graze::internal {

struct ShellReplay {
    Replay replay;
    std::size_t most_tracks = 0;     // in any frame
    double seeds_per_frame = 0.0;    // in the mean
    std::uint32_t between = 0;       // contacts of triangles found between frames, in none of which they meet
    double apart_hi = 0.0;           // the greatest of the contacts: 0 if triangles were tested
    std::uint32_t within = 0;        // frames: a second's
    LookedAt looked_at;              // after the last frame; nothing of the paper's form, whose disks prove nothing
    /// That a contact of kEstimatedFrames frames gets no seed that finds it; none for slivers.
    std::optional<MissedEstimate> missed;
};
inline constexpr double kEstimatedFrames = 3.0;

/// As replay(); contacts that are found are exact, but with a coarser last level. `eye`: as ShellTracker::look.
[[nodiscard]] Expected<ShellReplay> replay_shells(const Scene& scene, const ReplayOptions& options,
                                                  const TrackerOptions& tracking,
                                                  const std::optional<Vec3>& eye = std::nullopt);

}  // namespace graze::internal
