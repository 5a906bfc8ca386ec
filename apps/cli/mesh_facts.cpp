#include "mesh_facts.h"

#include <fmt/format.h>

namespace graze::cli {

MeshFacts facts_of(const Mesh& mesh) {
    MeshFacts facts{diagnose(mesh), bounds_of(mesh), 0.0, {}};
    const Vec3 centre = facts.bounds.centre();
    double sixfold = 0.0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [a, b, c] = corners(mesh, t);
        facts.area += 0.5 * (b - a).cross(c - a).stableNorm();
        sixfold += (a - centre).dot((b - centre).cross(c - centre));
    }
    if (facts.diagnosis.balanced) facts.volume = sixfold / 6.0;
    return facts;
}

std::vector<std::string> findings(const MeshDiagnosis& d) {
    std::vector<std::string> words;
    const auto add = [&](std::uint64_t count, const std::string& before, const std::string& singular,
                         const std::string& after) {
        if (count > 0) words.push_back(before + count_of(count, singular) + after);
    };
    add(d.boundary_edges.count, "open: ", "boundary edge", "");
    add(d.nonmanifold_edges.count, "", "edge", " of more than two triangles");
    add(d.inconsistent_edges.count, "", "edge", " where neighbours are turned differently");
    add(d.degenerate_triangles.count, "", "degenerate triangle", " (zero area)");
    add(d.duplicate_triangles.count, "", "duplicate triangle", "");
    add(d.opposite_triangles.count, "", "triangle", " lying on another, turned round");
    const auto add_vertices = [&](std::uint64_t count, const char* after) {
        if (count > 0) words.push_back(count_of(count, "vertex", "vertices") + after);
    };
    add_vertices(d.nonmanifold_vertices.count, " where several fans meet");
    add_vertices(d.isolated_vertices.count, " without a triangle");
    std::uint64_t inward = 0;
    for (const Piece& piece : d.pieces) inward += piece.facing == Facing::Inward ? 1 : 0;
    if (inward == d.pieces.size())
        words.emplace_back("turned inside out");
    else if (inward > 0)
        words.push_back(count_of(inward, "piece") + " facing inwards: cavities?");
    return words;
}

Totals totals_of(const Input& input, const Facts& facts) {
    Totals totals;
    std::map<const Mesh*, std::uint32_t> solids;
    if (input.cad)
        for (const CadFacts::Shape& shape : input.cad->shapes) solids[shape.mesh] = shape.solids;
    for (const SceneBody& body : input.scene.bodies) {
        for (const Vec3& p : body.mesh->vertices) totals.box.add(apply(body.pose, p));
        const MeshFacts& own = facts.at(body.mesh.get());
        totals.area += own.area;
        totals.volume += own.volume.value_or(0.0);
        totals.without_volume += own.volume ? 0 : 1;
        totals.solids += solids[body.mesh.get()];
    }
    return totals;
}

Json totals_json(const Input& input, const Totals& totals) {
    Json json{{"bounds", {{"min", point_json(totals.box.min)}, {"max", point_json(totals.box.max)}}},
              {"size", size_of(totals.box)},
              {"area", totals.area},
              {"volume", totals.without_volume == 0 ? Json(totals.volume) : Json()}};
    if (input.cad) json["solids"] = totals.solids;
    return json;
}

std::string totals_text(const Input& input, const Totals& totals) {
    const Vec3 extent = totals.box.max - totals.box.min;
    const char* unit = name_of(input.scene.unit);
    std::string text =
        fmt::format("  together {} x {} x {} {}, area {} {}^2", number_text(extent.x()),
                    number_text(extent.y()), number_text(extent.z()), unit, number_text(totals.area), unit);
    text += totals.without_volume == 0
                ? fmt::format(", volume {} {}^3", number_text(totals.volume), unit)
                : fmt::format(", no volume: {} open", totals.without_volume == input.scene.bodies.size()
                                                          ? "all are"
                                                          : count_text(totals.without_volume));
    if (input.cad) text += ", " + count_of(totals.solids, "solid");
    return text + "\n";
}

Json missing_json(const Scene& scene) {
    Json missing = Json::array();
    for (const MissingPart& part : scene.missing)
        missing.push_back({{"file", part.file}, {"what", part.what}, {"why", part.why}});
    return missing;
}

std::string missing_text(const Scene& scene, bool colour) {
    std::string text;
    for (const MissingPart& part : scene.missing)
        text += fmt::format("  {}\n",
                            toned(shown("missing: " + part.what + ": " + part.why), Tone::Warning, colour));
    return text;
}

}  // namespace graze::cli
