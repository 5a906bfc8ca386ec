#include "graze/stochastic/shell_replay.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

/// Of the worst mesh, and of the seeds that each near pair gets.
std::optional<MissedEstimate> estimate(const ShellTracker& tracker, std::size_t bodies, double seeds_per_pair) {
    double disk_share = 0.0;
    for (std::uint32_t i = 0; i < bodies; ++i) disk_share = std::max(disk_share, tracker.shells(i).disk_share);
    return missed_estimate(mesh_kind(disk_share), seeds_per_pair * kEstimatedFrames);
}

}  // namespace

Expected<ShellReplay> replay_shells(const Scene& scene, const ReplayOptions& options,
                                    const TrackerOptions& tracking, const std::optional<Vec3>& eye) {
    ShellReplay report;
    std::shared_ptr<ShellTracker> tracker;
    double seeds = 0.0, per_pair = 0.0;
    std::uint32_t looks = 0, near_looks = 0;
    auto played = replay(scene, options, [&](const std::vector<Body>& bodies, const PairRules& rules) -> DetectorLook {
        tracker = std::make_shared<ShellTracker>(bodies, tracking, &rules);
        return [&, tracker](std::span<const Pose> poses, const TimeBudget& budget) -> const ProbeResult& {
            const TrackerResult& now = tracker->look(poses, budget, eye);
            ++looks;
            report.most_tracks = std::max(report.most_tracks, now.tracks);
            report.apart_hi = std::max(report.apart_hi, now.apart_hi);
            seeds += now.seeds;
            if (!now.known.near.empty()) {
                per_pair += static_cast<double>(now.seeds) / static_cast<double>(now.known.near.size());
                ++near_looks;
            }
            for (const TrackedContact& contact : now.contacts) report.between += contact.time ? 1 : 0;
            return now.known;
        };
    });
    if (!played) return played.error();
    report.replay = std::move(*played);
    report.seeds_per_frame = seeds / std::max(1u, looks);
    report.within = static_cast<std::uint32_t>(std::ceil(options.rate));
    if (tracking.form == ShellForm::Enclosing) report.looked_at = tracker->looked_at(report.within);
    report.missed = estimate(*tracker, scene.bodies.size(), near_looks > 0 ? per_pair / near_looks : 0.0);
    return report;
}

}  // namespace graze::internal
