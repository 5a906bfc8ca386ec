#include "graze/queries/instant/cad_margin.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {
namespace {

double added_up(double a, double b) { return std::nextafter(a + b, std::numeric_limits<double>::infinity()); }

/// What is proved, else what is said.
double deviation_of(const SceneBody& body) {
    const TessellationDeviation& own = *body.mesh->deviation;
    return own.proved.value_or(std::max(own.requested, own.measured));
}

/// The scene lets a pair touch or interfere that it does not ignore: then it is not reported even if they meet.
bool allows_some(const Scene& scene) {
    const auto allows = [](const auto& rule) {
        return rule.allowed == Allowed::Touching || rule.allowed == Allowed::Interference;
    };
    return std::any_of(scene.ignore.begin(), scene.ignore.end(), allows) ||
           std::any_of(scene.by_group.ignore.begin(), scene.by_group.ignore.end(), allows);
}

}  // namespace

const char* name_of(HoldsForCad holds) {
    return holds == HoldsForCad::Yes ? "yes" : holds == HoldsForCad::AsSampled ? "as_sampled" : "unknown";
}

bool all_are_proved(const Scene& scene) {
    return std::all_of(scene.bodies.begin(), scene.bodies.end(), [](const SceneBody& body) {
        return body.mesh->deviation.has_value() && body.mesh->deviation->proved.has_value();
    });
}

std::optional<TessellationDeviation> greatest_deviation(const Scene& scene) {
    std::optional<TessellationDeviation> most;
    for (const SceneBody& body : scene.bodies) {
        const auto& own = body.mesh->deviation;
        if (!own) continue;
        if (!most) most = own;
        most->requested = std::max(most->requested, own->requested);
        most->measured = std::max(most->measured, own->measured);
        most->edge_gap = std::max(most->edge_gap, own->edge_gap);
        most->proved = most->proved && own->proved ? std::optional(std::max(*most->proved, *own->proved)) : std::nullopt;
    }
    return most;
}

std::optional<double> cad_margin(const SceneBody& a, const SceneBody& b) {
    if (!a.mesh->deviation || !b.mesh->deviation) return std::nullopt;
    return added_up(deviation_of(a), deviation_of(b));
}

double greatest_margin(const Scene& scene) {
    std::vector<double> deviations;
    for (const SceneBody& body : scene.bodies)
        if (body.mesh->deviation) deviations.push_back(deviation_of(body));
    std::sort(deviations.begin(), deviations.end(), std::greater<>());
    return deviations.size() > 1 ? added_up(deviations[0], deviations[1]) : 0.0;
}

WidenedScene with_cad_margins(const Scene& scene, double clearance) {
    const double most = greatest_margin(scene);
    WidenedScene wide{scene, added_up(clearance, most)};
    for (PairClearance& pair : wide.scene.clearance)
        pair.distance = added_up(pair.distance, *cad_margin(scene.bodies[pair.bodies[0]], scene.bodies[pair.bodies[1]]));
    for (GroupsClearance& rule : wide.scene.by_group.clearance) rule.distance = added_up(rule.distance, most);
    return wide;
}

HoldsForCad pair_holds_for_cad(const ClashPair& pair, const Scene& scene) {
    const auto margin = cad_margin(scene.bodies[pair.bodies[0]], scene.bodies[pair.bodies[1]]);
    if (!margin || !pair.is_clash) return HoldsForCad::Unknown;
    const double overlap = pair.allowed_depth.value_or(0.0);
    const bool within = pair.clearance > 0.0 && added_up(pair.distance_hi, *margin) <= pair.clearance;
    const bool inside = pair.kind == ClashKind::Contained && pair.distance_lo > *margin;
    const bool deep = pair.penetration && pair.penetration->lo > added_up(overlap, 2.0 * *margin);
    if (pair.allowed_depth) return deep ? HoldsForCad::AsSampled : HoldsForCad::Unknown;
    return within || inside || deep ? HoldsForCad::AsSampled : HoldsForCad::Unknown;
}

Expected<HoldsForCad> verdict_holds_for_cad(const ClashReport& report, const Scene& scene,
                                            const ClashOptions& options) {
    if (report.is_clash) {
        const bool one = std::any_of(report.pairs.begin(), report.pairs.end(), [&](const ClashPair& pair) {
            return pair_holds_for_cad(pair, scene) != HoldsForCad::Unknown;
        });
        return one ? HoldsForCad::AsSampled : HoldsForCad::Unknown;
    }
    const bool all_say = std::all_of(scene.bodies.begin(), scene.bodies.end(),
                                     [](const SceneBody& body) { return body.mesh->deviation.has_value(); });
    // Pairs that touch would be found by the wider query too: it can be saved.
    if (!all_say || allows_some(scene) || !report.pairs.empty()) return HoldsForCad::Unknown;
    const WidenedScene widened = with_cad_margins(scene, options.clearance);
    ClashOptions wide = options;
    wide.clearance = widened.clearance;
    wide.detail = ClashDetail::First;
    wide.note_touched = false;
    const auto near = find_clashes(widened.scene, wide);
    if (!near) return near.error();
    const PairRules rules(scene, options.clearance);
    for (const ClashPair& pair : near->pairs) {
        const double margin = *cad_margin(scene.bodies[pair.bodies[0]], scene.bodies[pair.bodies[1]]);
        if (!(pair.distance_lo > added_up(rules.of(pair.bodies[0], pair.bodies[1]).clearance, margin)))
            return HoldsForCad::Unknown;
    }
    return all_are_proved(scene) ? HoldsForCad::Yes : HoldsForCad::AsSampled;
}

}  // namespace graze
