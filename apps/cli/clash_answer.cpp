#include "clash_answer.h"

#include "clash_table.h"
#include "completeness.h"
#include "graze/core/wording.h"
#include "graze/queries/instant/cad_margin.h"
#include "graze/queries/instant/surface_fit.h"
#include "output.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace graze::cli {
namespace {

Json fit_json(const PairFit& fit, const SceneBody& a, const SceneBody& b) {
    Json faces = Json::array();
    for (const IdPair& ids : fit.faces)
        faces.push_back({a.mesh->surfaces[ids.a].name, b.mesh->surfaces[ids.b].name});
    Json json{{"kind", name_of(fit.kind)}, {"gap", {fit.gap_lo, fit.gap_hi}}, {"faces", std::move(faces)}};
    if (fit.kind == SurfaceKind::Cone)
        json["half_angles"] = {fit.radii[0], fit.radii[1]};
    else if (fit.kind != SurfaceKind::Plane)
        json["radii"] = {fit.radii[0], fit.radii[1]};
    return json;
}

Json pair_json(const ClashPair& pair, const Scene& scene) {
    const SceneBody &a = scene.bodies[pair.bodies[0]], &b = scene.bodies[pair.bodies[1]];
    Json surfaces = Json::array(), surface_ids = Json::array(), triangles = Json::array();
    for (const IdPair& ids : pair.surfaces) {
        surfaces.push_back({a.mesh->surfaces[ids.a].name, b.mesh->surfaces[ids.b].name});
        surface_ids.push_back({ids.a, ids.b});
    }
    for (const IdPair& ids : pair.triangles) triangles.push_back({ids.a, ids.b});
    Json json{{"bodies", {a.name, b.name}},
              {"kind", name_of(pair.kind)},
              {"exact_kind", name_of(pair.exact_kind)},
              {"clash", pair.is_clash},
              {"holds_for_cad", name_of(pair_holds_for_cad(pair, scene))},
              {"surfaces", std::move(surfaces)},
              {"surface_ids", std::move(surface_ids)},
              {"triangles", std::move(triangles)},
              {"triangle_pairs", pair.triangle_pairs ? Json(*pair.triangle_pairs) : Json()},
              {"distance", {pair.distance_lo, pair.distance_hi}},
              {"points", {point_json(pair.points[0]), point_json(pair.points[1])}},
              {"clearance", pair.clearance},
              {"contact_depth", pair.contact_depth},
              {"penetration", Json()},
              {"fit", Json()}};
    if (const auto& depth = pair.penetration) {
        json["penetration"] = {depth->lo, depth->hi};
        json["skin_depth"] = depth->skin_hi;
        if (depth->lo > 0.0) json["deepest"] = point_json(depth->at);
    }
    if (pair.fit) json["fit"] = fit_json(*pair.fit, a, b);
    if (pair.is_undecided) json["undecided"] = true;
    if (!a.product.empty() || !b.product.empty()) json["products"] = {a.product, b.product};
    if (pair.inside) json["inside"] = scene.bodies[*pair.inside].name;
    if (pair.allowed_depth) json["allowed_depth"] = *pair.allowed_depth;
    return json;
}

Json counters_json(const DiscreteCounters& c) {
    return {{"box_tests", c.box_tests},
            {"box_updates", c.box_updates},
            {"triangle_transforms", c.triangle_transforms},
            {"triangle_tests", c.triangle_tests},
            {"exact_tests", c.exact_tests}};
}

std::uint64_t pairs_of(const Scene& scene) {
    const std::uint64_t n = scene.bodies.size();
    return n * (n - 1) / 2;  // 0 for n = 0 and 1
}

/// A single body has no pairs, and rules may leave out all.
bool checks_nothing(const ClashReport& report, const Scene& scene) {
    return report.ignored >= pairs_of(scene);
}

Json not_decided_json(const ClashReport& report, const Scene& scene) {
    Json list = Json::array();
    for (const auto& [body, open] : report.not_decided)
        list.push_back({{"bodies", {scene.bodies[body].name, scene.bodies[open].name}},
                        {"what", "containment"},
                        {"open", scene.bodies[open].name}});
    return list;
}

/// "2 pairs intersecting, 1 pair touching"; empty if there are none.
std::string counts_text(const ClashReport& report, bool clashes) {
    std::map<ClashKind, std::uint64_t> counts;
    for (const ClashPair& pair : report.pairs)
        if (pair.is_clash == clashes) ++counts[pair.kind];
    std::string text;
    for (const auto& [kind, count] : counts) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count_of(count, "pair"), kind_words(kind));
    }
    return text;
}

}  // namespace

Findings findings_of(const ClashReport& report, const Scene& scene, bool allow_missing) {
    const bool some_undecided = std::any_of(report.pairs.begin(), report.pairs.end(),
                                            [](const ClashPair& pair) { return pair.is_undecided; });
    return {.contact = report.is_clash,
            .incomplete = is_incomplete(scene, allow_missing) || checks_nothing(report, scene),
            .undecided = !report.not_decided.empty() || some_undecided};
}

const char* verdict_of(const Findings& found, const ClashReport& report, const Scene& scene) {
    switch (exit_code_of(found)) {
        case kContact:
            return "clash";
        case kIncomplete:
            return checks_nothing(report, scene) ? "nothing_checked" : "incomplete";
        case kUndecided:
            return "not_decided";
        default:
            return "clear";
    }
}

Json report_json(const ClashReport& report, const Scene& scene, const ClashRun& run) {
    Json pairs = Json::array();
    for (const ClashPair& pair : report.pairs) pairs.push_back(pair_json(pair, scene));
    const DiscreteCounters& c = report.counters;
    return {{"verdict", ""},
            {"unit", name_of(scene.unit)},
            {"bodies", scene.bodies.size()},
            {"pairs", std::move(pairs)},
            {"not_decided", not_decided_json(report, scene)},
            {"stats",
             {{"body_pairs", report.candidates},
              {"ignored_pairs", report.ignored},
              {"box_tests", c.box_tests},
              {"box_updates", c.box_updates},
              {"triangle_tests", c.triangle_tests},
              {"exact_tests", c.exact_tests},
              {"method", run.method},
              {"method_counters", counters_json(report.method_counters)},
              {"milliseconds", run.milliseconds}}}};
}

std::string not_decided_text(const ClashReport& report, const Scene& scene) {
    constexpr std::size_t kMostNamed = 3;
    std::map<std::uint32_t, std::vector<std::uint32_t>> inside;
    for (const auto& [body, open] : report.not_decided) inside[open].push_back(body);
    std::string text;
    for (const auto& [open, bodies] : inside) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < std::min(kMostNamed, bodies.size()); ++i)
            names.push_back(shown(scene.bodies[bodies[i]].name));
        if (bodies.size() > kMostNamed)
            names.push_back(fmt::format("{} more", count_text(bodies.size() - kMostNamed)));
        text += fmt::format("not decided: {} is an open mesh; whether {} {} inside of it\n",
                            shown(scene.bodies[open].name), listed(names), bodies.size() == 1 ? "is" : "are");
    }
    return text;
}

std::string verdict_text(const ClashReport& report, const Scene& scene, std::string verdict, bool colour) {
    const std::string clashes = counts_text(report, true), others = counts_text(report, false);
    const std::uint64_t n = scene.bodies.size();
    const bool is_clear = verdict == "clear";
    std::replace(verdict.begin(), verdict.end(), '_', ' ');
    std::string text = toned(verdict, is_clear ? Tone::Good : Tone::Warning, colour) + ": ";
    if (n < 2) return text + "a single body has no pairs; --split solids, objects or pieces divides it\n";
    if (!clashes.empty()) text += clashes + "; ";
    if (!others.empty()) text += others + " (no clash); ";
    const std::string ignored =
        report.ignored == 0 ? "" : fmt::format(", {} ignored", count_text(report.ignored));
    return fmt::format("{}{} of {}{}, {} looked at closely\n", text, count_of(pairs_of(scene), "pair"),
                       count_of(n, "body", "bodies"), ignored, count_text(report.candidates));
}

}  // namespace graze::cli
