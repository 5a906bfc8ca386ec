#include "clash_table.h"

#include "graze/queries/instant/surface_fit.h"
#include "output.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace graze::cli {
namespace {

/// Pairs that look the same to a reader: one row.
struct Row {
    const ClashPair* worst;
    std::uint64_t count;
};

/// Clashes before contacts, deep before shallow, then as the bodies stand in the scene.
bool is_worse(const ClashPair& p, const ClashPair& q) {
    const auto key = [](const ClashPair& pair) {
        const double depth = pair.penetration ? pair.penetration->lo : 0.0;
        return std::tuple(!pair.is_clash, !pair.is_undecided, -depth, pair.distance_hi, pair.bodies);
    };
    return key(p) < key(q);
}

/// The product of a body, or its own name where there is none: then it stands for itself.
const std::string& product_of(const SceneBody& body) {
    return body.product.empty() ? body.name : body.product;
}

std::vector<Row> rows_of(const ClashReport& report, const Scene& scene) {
    std::vector<const ClashPair*> pairs;
    for (const ClashPair& pair : report.pairs) pairs.push_back(&pair);
    std::sort(pairs.begin(), pairs.end(),
              [](const ClashPair* p, const ClashPair* q) { return is_worse(*p, *q); });
    using Key = std::tuple<std::string, std::string, ClashKind, bool, bool>;
    std::map<Key, std::size_t> place;
    std::vector<Row> rows;
    for (const ClashPair* pair : pairs) {
        const std::string &a = product_of(scene.bodies[pair->bodies[0]]),
                          &b = product_of(scene.bodies[pair->bodies[1]]);
        const Key key(std::min(a, b), std::max(a, b), pair->kind, pair->is_clash, pair->is_undecided);
        const auto [at, is_new] = place.try_emplace(key, rows.size());
        if (is_new)
            rows.push_back({pair, 1});
        else
            ++rows[at->second].count;
    }
    return rows;
}

std::string fit_text(const PairFit& fit) {
    std::string text = name_of_fit(fit.kind);
    const auto numbers = [&](const char* letter, double factor, const char* unit) {
        return fmt::format(", {}{}{} / {}{}{}", letter, number_text(fit.radii[0] * factor), unit, letter,
                           number_text(fit.radii[1] * factor), unit);
    };
    if (fit.kind == SurfaceKind::Plane) return text;
    if (fit.kind == SurfaceKind::Cone) return text + numbers("", 180.0 / std::numbers::pi, " deg");
    return text + numbers("R ", 1.0, "");
}

std::string kind_text(const ClashPair& pair, const Scene& scene) {
    std::string text = pair.kind == ClashKind::WithinClearance
                           ? fmt::format("within {}", length_text(pair.clearance, scene.unit))
                           : kind_words(pair.kind);
    if (pair.inside) text += fmt::format(": {} inside", shown(scene.bodies[*pair.inside].name));
    if (pair.fit) text += ": " + fit_text(*pair.fit);
    if (pair.allowed_depth)
        text += fmt::format(" (allowed to {})", length_text(*pair.allowed_depth, scene.unit));
    return text;
}

/// Bounds as people read them: one number where they say the same, and what is not proved left out.
std::string depth_text(const ClashPair& pair, const Scene& scene) {
    if (!pair.penetration) return "";
    const double lo = pair.penetration->lo, hi = pair.penetration->hi;
    if (number_text(lo) == number_text(hi)) return length_text(lo, scene.unit);
    return lo > 0.0 ? fmt::format("{} to {}", number_text(lo), length_text(hi, scene.unit))
                    : fmt::format("up to {}", length_text(hi, scene.unit));
}

std::string place_text(const ClashPair& pair) {
    const Vec3 at = pair.penetration && pair.penetration->lo > 0.0 ? pair.penetration->at : pair.points[0];
    return fmt::format("({}, {}, {})", number_text(at.x()), number_text(at.y()), number_text(at.z()));
}

std::string clash_text(const ClashPair& pair) {
    return pair.is_undecided ? "not decided" : pair.is_clash ? "yes" : "no";
}

}  // namespace

std::string kind_words(ClashKind kind) {
    std::string text = name_of(kind);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

std::string clash_table(const ClashReport& report, const Scene& scene, bool colour) {
    if (report.pairs.empty()) return {};
    const std::vector<Row> rows = rows_of(report, scene);
    const bool has_groups =
        std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.count > 1; });
    const bool has_gaps =
        std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.worst->distance_hi > 0.0; });
    const auto line = [&](std::string a, std::string b, std::string kind, std::string clash,
                          std::string count, std::string depth, std::string gap, std::string place) {
        std::vector<std::string> cells{std::move(a), std::move(b), std::move(kind), std::move(clash)};
        if (has_groups) cells.push_back(std::move(count));
        cells.push_back(std::move(depth));
        if (has_gaps) cells.push_back(std::move(gap));
        cells.push_back(std::move(place));
        return cells;
    };
    Table table(line("body", "body", "kind", "clash", "pairs", "depth", "distance", "at x, y, z"));
    for (const auto& [pair, count] : rows)
        table.add(line(shown(scene.bodies[pair->bodies[0]].name), shown(scene.bodies[pair->bodies[1]].name),
                       kind_text(*pair, scene), clash_text(*pair), count_text(count),
                       depth_text(*pair, scene), length_text(pair->distance_hi, scene.unit),
                       place_text(*pair)));
    return table.text(colour);
}

std::string clash_lists(const ClashReport& report, const Scene& scene, ClashDetail detail) {
    std::string text;
    for (const ClashPair& pair : report.pairs) {
        const SceneBody &a = scene.bodies[pair.bodies[0]], &b = scene.bodies[pair.bodies[1]];
        if (detail == ClashDetail::Surfaces)
            for (const IdPair& ids : pair.surfaces)
                text += fmt::format("  {}/{}  {}/{}\n", shown(a.name), shown(a.mesh->surfaces[ids.a].name),
                                    shown(b.name), shown(b.mesh->surfaces[ids.b].name));
        if (detail == ClashDetail::Triangles)
            for (const IdPair& ids : pair.triangles)
                text += fmt::format("  {}:{}  {}:{}\n", shown(a.name), ids.a, shown(b.name), ids.b);
    }
    return text;
}

}  // namespace graze::cli
