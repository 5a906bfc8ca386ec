// A scene's paths played in real time past a detector that has a budget for each frame: what it knew, and when.
#pragma once

#include "graze/core/function_ref.h"
#include "graze/core/internal.h"
#include "graze/core/progress.h"
#include "graze/queries/bounded/probe.h"
#include "graze/queries/instant/scene_at.h"

#include <functional>
#include <optional>
#include <vector>

namespace graze::internal {

struct ReplayOptions {
    double rate = 30.0;                                           // frames a second; > 0
    std::chrono::nanoseconds budget = std::chrono::milliseconds(1);  // a frame, of this thread
    std::optional<double> seconds = std::nullopt;  // that all paths take; default: one for each segment; > 0
    bool in_real_time = true;                      // waits for each frame
    /// Instead of the budget, so much work a frame: the same report every time, but for times.
    std::optional<std::uint64_t> most_work = std::nullopt;
    int threads = 0;  // for preparing
    Progress::Draw progress = Progress::Draw::OnTerminal;
};

/// Frames of the replay in which two bodies meet without a break.
struct ReplayContact {
    BodyPair bodies;
    std::uint32_t first = 0, last = 0;     // frames
    std::optional<std::uint32_t> seen_in;  // the first frame in which the detector knew; none: never
};

/// A frame whose call took more than this many budgets of the thread's time is an overrun.
inline constexpr double kOverrun = 1.1;

struct Replay {
    double rate = 0.0, seconds = 0.0;
    std::uint32_t frames = 0;
    std::uint64_t pairs = 0;
    std::uint32_t certified_frames = 0;
    double coverage = 0.0;    // of pairs and frames: those decided in that very frame; 1 without pairs
    std::uint32_t oldest = 0;  // age of an answer in any frame, in frames
    std::vector<ReplayContact> contacts;  // all there are, by an unlimited look afterwards; by pair, then frame
    std::uint32_t overruns = 0;
    std::uint32_t late_frames = 0;  // that were not done when the next was due
    std::chrono::nanoseconds longest_cpu{0}, longest_wall{0};
    RoundedStand stand;  // poses between those of the paths are rounded; answers are about the rounded ones
};

/// What is played past: asked frame by frame. It says what ProbeResult means; what it returns is read before the
/// next call.
using DetectorLook = std::function<const ProbeResult&(std::span<const Pose>, const TimeBudget&)>;
/// Makes one for the bodies of a scene and its rules, which outlive it.
using MakeDetector = FunctionRef<DetectorLook(const std::vector<Body>&, const PairRules&)>;

/// Pre:    a valid scene.
/// Errors: BadInput for a scene without paths, or motions that have no axis; Unsupported for a mesh of 2^30
///         triangles, or more frames than kMostFrames; Interrupted.
/// Cost:   the seconds, and memory for the poses of all frames.
[[nodiscard]] Expected<Replay> replay(const Scene& scene, const ReplayOptions& options, const MakeDetector& make);
/// Past a Probe.
[[nodiscard]] Expected<Replay> replay_exact(const Scene& scene, const ReplayOptions& options);

inline constexpr double kMostFrames = 1'000'000;

}  // namespace graze::internal
