#include "clash_baseline.h"

#include "graze/core/file.h"
#include "graze/io/scene/scene_text.h"
#include "graze/numeric/outward.h"

#include <algorithm>

namespace graze::cli {
namespace {

/// Nothing where no depth is known: bodies without an inside.
std::optional<double> depth_of(const ClashPair& pair) {
    if (!pair.penetration || !(pair.penetration->hi <= kLargest)) return std::nullopt;
    return pair.penetration->hi;
}

RulesFileDescription baseline_of(const ClashReport& report, const Scene& scene) {
    RulesFileDescription file{scene.unit, {}};
    for (const ClashPair& pair : report.pairs) {
        const std::array<BodySelector, 2> bodies{scene.bodies[pair.bodies[0]].name,
                                                 scene.bodies[pair.bodies[1]].name};
        if (pair.kind == ClashKind::WithinClearance)  // not farther apart than its distance is within it
            file.rules.clearance.push_back({bodies, std::max(0.0, next_down(pair.distance_lo))});
        else if (is_contact(pair.kind))
            file.rules.ignore.push_back({bodies, Allowed::Touching, {}});
        else
            file.rules.ignore.push_back({bodies, Allowed::Interference, depth_of(pair)});
    }
    return file;
}

}  // namespace

Expected<void> write_baseline(const std::string& file, const ClashReport& report, const Scene& scene) {
    return write_file_atomically(file, format_rules_text(baseline_of(report, scene)));
}

}  // namespace graze::cli
