#include "graze/queries/paths/clearance_profile.h"

#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/queries/paths/path_work.h"
#include "graze/queries/paths/profile_work.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr std::size_t kWindows = 16;  // of a segment, judged side by side
constexpr std::size_t kMostPairs = std::size_t{1} << 24;

/// Windows end at dyadic times, so that halves are exact.
Interval window_of(std::size_t i) {
    return {static_cast<double>(i) / kWindows, static_cast<double>(i + 1) / kWindows};
}

Expected<std::vector<BodyPair>> pairs_that_count(const MovingScene& moving, std::span<const BodyPair> left_out) {
    const PairRules rules(moving.scene, 0.0);
    const auto bodies = static_cast<std::uint32_t>(moving.carriers.size());
    std::vector<BodyPair> sorted(left_out.begin(), left_out.end()), pairs;
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t i = 0; i < bodies; ++i) {
        if (interrupt_requested()) return path_interrupted();
        for (std::uint32_t j = i + 1; j < bodies; ++j) {
            if (moving.carriers[i] == moving.carriers[j] || rules.of(i, j).allowed) continue;
            if (std::binary_search(sorted.begin(), sorted.end(), BodyPair{i, j})) continue;
            if (pairs.size() == kMostPairs)
                return make_error(ErrorCode::Unsupported, "profile",
                                  fmt::format("more than {} pairs move against each other", kMostPairs),
                                  "let the scene ignore those that do not matter");
            pairs.push_back({i, j});
        }
    }
    return pairs;
}

/// One window of one segment, and the pairs that may be nearest there.
struct WindowTask {
    std::size_t segment;
    Interval window;
    PairList pairs;
};

std::vector<WindowTask> tasks_of(const ProfileWork& work) {
    PairList all(work.pairs.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
    std::vector<WindowTask> tasks;
    for (std::size_t segment = 0; segment < work.moving.segments.size(); ++segment)
        for (std::size_t i = 0; i < kWindows; ++i) tasks.push_back({segment, window_of(i), {}});
    (void)parallel_for(tasks.size(), {.threads = work.options.threads}, [&](std::size_t i) {
        WindowTask& task = tasks[i];
        ProfileMeter meter(work, task.segment);
        task.pairs = meter.pairs_near(all, task.window, meter.most_by_boxes(all, task.window));
    });
    return tasks;
}

Expected<SceneModels> models_for(const ProfileWork& work, const std::vector<WindowTask>& tasks) {
    std::vector<bool> is_needed(work.pairs.size(), false);
    for (const WindowTask& task : tasks)
        for (const std::uint32_t pair : task.pairs) is_needed[pair] = true;
    std::vector<BodyPair> needed;
    for (std::size_t i = 0; i < work.pairs.size(); ++i)
        if (is_needed[i]) needed.push_back(work.pairs[i]);
    return build_models(work.moving.scene, needed,
                        {.threads = work.options.threads, .progress = work.options.progress});
}

/// Neighbours become one where that meets the gap.
std::vector<ProfileStretch> joined(const std::vector<ProfileStretch>& fine, double gap, double tolerance) {
    std::vector<ProfileStretch> stretches;
    for (const ProfileStretch& next : fine) {
        if (!stretches.empty()) {
            ProfileStretch& last = stretches.back();
            const double lo = std::min(last.lo, next.lo), hi = std::max(last.hi, next.hi);
            if (last.segment == next.segment && last.nearest == next.nearest && last.meets_gap &&
                next.meets_gap && (exactly(hi) - exactly(lo)).hi <= std::max(gap * lo, tolerance)) {
                last.until = next.until, last.lo = lo, last.hi = hi;
                continue;
            }
        }
        stretches.push_back(next);
    }
    return stretches;
}

double default_profile_tolerance(const ProfileWork& work) {
    double largest = 0.0;
    for (const BodyPair& pair : work.pairs)
        for (const std::uint32_t body : pair) largest = std::max(largest, work.moving.sizes[body]);
    return default_tolerance(largest);
}

}  // namespace

bool ClearanceProfile::meets_gap() const {
    return std::all_of(stretches.begin(), stretches.end(),
                       [](const ProfileStretch& stretch) { return stretch.meets_gap; });
}

Expected<ClearanceProfile> clearance_profile(const Scene& scene, std::span<const BodyPair> left_out,
                                             const ProfileOptions& options) {
    if (scene.paths.empty())
        return make_error(ErrorCode::BadInput, "profile", "the scene has no paths, so nothing moves",
                          "`graze distance` tells about one instant");
    auto moving = make_moving_scene(scene);
    if (!moving) return moving.error();
    ProfileWork work{options, *std::move(moving)};
    auto pairs = pairs_that_count(work.moving, left_out);
    if (!pairs) return pairs.error();
    work.pairs = *std::move(pairs);
    ClearanceProfile profile;
    profile.pairs = work.pairs.size();
    profile.left_out.assign(left_out.begin(), left_out.end());
    profile.tolerance = work.tolerance = options.tolerance.value_or(default_profile_tolerance(work));
    if (work.pairs.empty()) return profile;
    const std::vector<WindowTask> tasks = tasks_of(work);
    if (interrupt_requested()) return path_interrupted();
    auto models = models_for(work, tasks);
    if (!models) return models.error();
    work.models = *std::move(models);
    Progress progress("clearance", tasks.size(), options.progress);
    const auto found = parallel_map(
        tasks.size(), {.threads = options.threads, .progress = &progress}, [&](std::size_t i) {
            return profile_of_window(work, tasks[i].segment, tasks[i].window, tasks[i].pairs,
                                     std::max<std::size_t>(1, options.most_stretches / kWindows));
        });
    if (!found || interrupt_requested()) return path_interrupted();
    LeastAt least;
    PathTime at{0, 0.0};
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const WindowProfile& window = (*found)[i];
        profile.stretches.insert(profile.stretches.end(), window.stretches.begin(), window.stretches.end());
        profile.distances += window.distances;
        profile.search += window.search;
        if (window.least.hi < least.hi) least = window.least, at = {tasks[i].segment, window.least_time};
    }
    profile.stretches = joined(profile.stretches, options.gap, profile.tolerance);
    profile.least = refined_least(work, profile, least, at, profile.search);
    if (interrupt_requested()) return path_interrupted();
    return profile;
}

std::vector<LowStretch> stretches_below(const ClearanceProfile& profile, double limit) {
    std::vector<LowStretch> low;
    const ProfileStretch* last = nullptr;
    for (const ProfileStretch& stretch : profile.stretches) {
        if (stretch.lo < limit) {
            const bool goes_on = last != nullptr && last->lo < limit;
            if (!goes_on) low.push_back({{stretch.segment, stretch.from}, {}, false});
            low.back().until = {stretch.segment, stretch.until};
            low.back().is_certain |= stretch.hi < limit;
        }
        last = &stretch;
    }
    return low;
}

}  // namespace graze::internal
