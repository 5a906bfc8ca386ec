#include "graze/queries/instant/cad_margin.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {
namespace {

double added_up(double a, double b) { return std::nextafter(a + b, std::numeric_limits<double>::infinity()); }

/// The scene with every clearance larger by the margin of its pair, so that what is not reported then is
/// clear as CAD. `least` is the clearance of pairs without one of their own.
Scene widened(const Scene& scene, double& least) {
    double most = 0.0;
    std::vector<double> deviations;
    for (const SceneBody& body : scene.bodies)
        deviations.push_back(std::max(body.mesh->deviation->requested, body.mesh->deviation->measured));
    std::sort(deviations.begin(), deviations.end(), std::greater<>());
    if (deviations.size() > 1) most = added_up(deviations[0], deviations[1]);
    least = added_up(least, most);
    Scene wide = scene;
    for (PairClearance& pair : wide.clearance)
        pair.distance =
            added_up(pair.distance, *cad_margin(scene.bodies[pair.bodies[0]], scene.bodies[pair.bodies[1]]));
    for (GroupsClearance& rule : wide.by_group.clearance) rule.distance = added_up(rule.distance, most);
    return wide;
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

const char* name_of(HoldsForCad holds) { return holds == HoldsForCad::Yes ? "yes" : "unknown"; }

std::optional<TessellationDeviation> greatest_deviation(const Scene& scene) {
    std::optional<TessellationDeviation> most;
    for (const SceneBody& body : scene.bodies) {
        const auto& own = body.mesh->deviation;
        if (!own) continue;
        if (!most) most = own;
        most->requested = std::max(most->requested, own->requested);
        most->measured = std::max(most->measured, own->measured);
        most->proved = most->proved && own->proved ? std::optional(std::max(*most->proved, *own->proved)) : std::nullopt;
    }
    return most;
}

std::optional<double> cad_margin(const SceneBody& a, const SceneBody& b) {
    const auto &of_a = a.mesh->deviation, &of_b = b.mesh->deviation;
    if (!of_a || !of_b) return std::nullopt;
    return added_up(std::max(of_a->requested, of_a->measured), std::max(of_b->requested, of_b->measured));
}

HoldsForCad pair_holds_for_cad(const ClashPair& pair, const Scene& scene) {
    const auto margin = cad_margin(scene.bodies[pair.bodies[0]], scene.bodies[pair.bodies[1]]);
    if (!margin || !pair.is_clash) return HoldsForCad::Unknown;
    const double overlap = pair.allowed_depth.value_or(0.0);
    const bool within = pair.clearance > 0.0 && added_up(pair.distance_hi, *margin) <= pair.clearance;
    const bool inside = pair.kind == ClashKind::Contained && pair.distance_lo > *margin;
    const bool deep = pair.penetration && pair.penetration->lo > added_up(overlap, 2.0 * *margin);
    if (pair.allowed_depth) return deep ? HoldsForCad::Yes : HoldsForCad::Unknown;
    return within || inside || deep ? HoldsForCad::Yes : HoldsForCad::Unknown;
}

Expected<HoldsForCad> verdict_holds_for_cad(const ClashReport& report, const Scene& scene,
                                            const ClashOptions& options) {
    if (report.is_clash) {
        const bool one = std::any_of(report.pairs.begin(), report.pairs.end(), [&](const ClashPair& pair) {
            return pair_holds_for_cad(pair, scene) == HoldsForCad::Yes;
        });
        return one ? HoldsForCad::Yes : HoldsForCad::Unknown;
    }
    const bool all_say = std::all_of(scene.bodies.begin(), scene.bodies.end(),
                                     [](const SceneBody& body) { return body.mesh->deviation.has_value(); });
    // Pairs that touch would be found by the wider query too: it can be saved.
    if (!all_say || allows_some(scene) || !report.pairs.empty()) return HoldsForCad::Unknown;
    ClashOptions wide = options;
    wide.detail = ClashDetail::First;
    wide.note_touched = false;
    const auto near = find_clashes(widened(scene, wide.clearance), wide);
    if (!near) return near.error();
    const PairRules rules(scene, options.clearance);
    for (const ClashPair& pair : near->pairs) {
        const double margin = *cad_margin(scene.bodies[pair.bodies[0]], scene.bodies[pair.bodies[1]]);
        if (!(pair.distance_lo > added_up(rules.of(pair.bodies[0], pair.bodies[1]).clearance, margin)))
            return HoldsForCad::Unknown;
    }
    return HoldsForCad::Yes;
}

}  // namespace graze
