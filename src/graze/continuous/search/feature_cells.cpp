#include "graze/continuous/search/feature_cells.h"

#include "graze/continuous/features/interval_contact.h"
#include "graze/continuous/search/space_time_walk.h"

#include <algorithm>

namespace graze::internal {

OwnedFeatures owned_features(const MovingTriangle& a, const MovingTriangle& b, const FeatureIds& ids,
                             bool is_usable) {
    if (!is_usable) return {a, b, ids, {}, {}};
    return {a, b, ids, rounded_feature_of(a, ids.slots.a), rounded_feature_of(b, ids.slots.b)};
}

FeatureContactOptions feature_options(const FeatureCells& cells, double clearance) {
    FeatureContactOptions options{.clearance = clearance, .tolerance = cells.tolerance};
    const std::uint64_t done = work_done(cells.counters);
    const std::uint64_t left = cells.options.most_work > done ? cells.options.most_work - done : 1;
    if (left < static_cast<std::uint64_t>(options.most_windows))
        options.most_windows = static_cast<int>(left);
    return options;
}

double apart_until(const FeatureCells& cells, const OwnedFeatures& pair, const TickWindow& window,
                   const FeatureContactOptions& options) {
    const auto quick = quick_feature_contact(pair.a, pair.b, options,
                                             {.from = time_of(window.begin), .until = time_of(window.end)});
    cells.counters.feature_steps += static_cast<std::uint64_t>(quick.result.windows);
    return quick.result.clear_until;
}

FeatureContact contact_in_cell(const FeatureCells& cells, const OwnedFeatures& pair, Tick cell, double stop) {
    const FeatureContactOptions options = feature_options(cells, cells.options.clearance);
    const QuickSpan span{.from = std::max(time_of(cell * kCell), cells.options.from),
                         .until = time_of((cell + 1) * kCell),
                         .stop = stop};
    QuickContact quick{};
    quick.result.clear_until = span.from;
    if (cells.is_usable) quick = quick_feature_contact(pair.a, pair.b, options, span);
    if (quick.is_decided) {
        cells.counters.feature_steps += static_cast<std::uint64_t>(quick.result.windows);
        return quick.result;
    }
    FeatureContact slow = feature_contact_by_intervals(
        feature_of(pair.triangle_a, cells.motion_a, pair.ids.slots.a),
        feature_of(pair.triangle_b, cells.motion_b, pair.ids.slots.b), options,
        {quick.result.clear_until, quick.result.windows, std::min(span.until, span.stop)});
    cells.counters.feature_steps += static_cast<std::uint64_t>(slow.windows);
    if (slow.clear_until > span.until)
        slow.verdict = ContactVerdict::Clear;  // that is for a later cell to say
    return slow;
}

}  // namespace graze::internal
