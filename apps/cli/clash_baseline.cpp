#include "clash_baseline.h"

#include "graze/core/file.h"
#include "graze/io/scene/scene_text.h"
#include "graze/numeric/outward.h"

#include <algorithm>

namespace graze::cli {
namespace {

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
            file.rules.ignore.push_back({bodies, Allowed::Interference, {}});
        // A touching pair that must keep a distance clashes by that rule: it is taken back.
        if (is_contact(pair.kind) && pair.is_clash) file.rules.clearance.push_back({bodies, 0.0});
    }
    return file;
}

}  // namespace

Expected<void> write_baseline(const std::string& file, const ClashReport& report, const Scene& scene) {
    return write_file_atomically(file, format_rules_text(baseline_of(report, scene)));
}

}  // namespace graze::cli
