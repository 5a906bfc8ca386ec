// `graze info`: what is in mesh and scene files, and what is wrong with it.
#include "command.h"
#include "completeness.h"
#include "deviation.h"
#include "graze/soft/lattice.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/core/progress.h"
#include "graze/core/time_budget.h"
#include "graze/model/diagnosis.h"
#include "graze/model/wide_tree.h"
#include "graze/stochastic/layered_shells.h"
#include "input.h"
#include "mesh_facts.h"
#include "output.h"

#include <array>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace info_command {

constexpr std::size_t kMostDiagnosed = std::size_t{1} << 30;  // triangles; the limit of `diagnose`

constexpr const char* kHelp = R"(Examples:
  graze info part.stl
  graze info *.obj --unit in --crease 30
  graze info assembly.step --deflection 0.05
  graze info scene.json --json
  graze info scene.json --shells

Nothing is repaired. A mesh is closed if every edge has exactly two triangles that run along it in
opposite directions. Numbers of formats without a unit are taken as mm unless --unit says otherwise.)";

struct InfoOptions {
    std::vector<std::string> files;
    std::string unit = "mm";
    std::string crease, deflection;
    SceneWords scene;
    bool shells = false;
    int cells = 0;  // of a lattice along the longest side; 0: not asked
};

/// Layered shells of a mesh beside the wide tree: what they are made of, and what they take.
struct ShellFacts {
    std::vector<std::size_t> facets;  // by level, finest first
    std::size_t bytes = 0, tree_bytes = 0;
    double build_ms = 0.0, tree_build_ms = 0.0;  // of the processor's time
};
using AllShells = std::map<const Mesh*, ShellFacts>;

double milliseconds_since(const BudgetClock& clock) { return 1e-6 * static_cast<double>(clock.cpu().count()); }

ShellFacts shell_facts_of(const Mesh& mesh) {
    ShellFacts facts;
    const BudgetClock tree_clock({.cpu = std::chrono::hours(1)});
    facts.tree_bytes = memory_of(build_wide_tree(mesh));
    facts.tree_build_ms = milliseconds_since(tree_clock);
    const Adjacency adjacency = find_adjacency(mesh);
    const BudgetClock clock({.cpu = std::chrono::hours(1)});
    const LayeredShells shells = build_layered_shells(mesh, adjacency);
    facts.build_ms = milliseconds_since(clock);
    facts.bytes = memory_of(shells);
    for (const ShellLevel& level : shells.levels) facts.facets.push_back(level.facets.size());
    return facts;
}

Json shells_json(const AllShells& all, const Mesh* mesh) {
    const auto found = all.find(mesh);
    if (found == all.end()) return nullptr;
    const ShellFacts& f = found->second;
    return {{"facets", f.facets},
            {"bytes", f.bytes},
            {"build_ms", f.build_ms},
            {"tree_bytes", f.tree_bytes},
            {"tree_build_ms", f.tree_build_ms}};
}

std::string shells_text(const Scene& scene, const AllShells& all) {
    std::string text;
    for (const SceneBody& body : scene.bodies) {
        const auto found = all.find(body.mesh.get());
        if (found == all.end()) continue;
        const ShellFacts& f = found->second;
        text += fmt::format("  {}: shells of {} facets; {:.2f} MB and {:.1f} ms, the tree {:.2f} MB and {:.1f} ms\n",
                            shown(body.name), fmt::join(f.facets, ", "), 1e-6 * static_cast<double>(f.bytes),
                            f.build_ms, 1e-6 * static_cast<double>(f.tree_bytes), f.tree_build_ms);
    }
    return text;
}

Json body_json(const SceneBody& body, const MeshFacts& facts) {
    const MeshDiagnosis& d = facts.diagnosis;
    return {{"name", body.name},
            {"triangles", body.mesh->triangles.size()},
            {"vertices", body.mesh->vertices.size()},
            {"surfaces", body.mesh->surfaces.size()},
            {"closed", d.closed},
            {"oriented", d.inconsistent_edges.count == 0},
            {"bounds", {{"min", point_json(facts.bounds.min)}, {"max", point_json(facts.bounds.max)}}},
            {"size", size_of(facts.bounds)},
            {"area", facts.area},
            {"volume", facts.volume ? Json(*facts.volume) : Json()},
            {"pieces", d.pieces.size()},
            {"degenerate_triangles", d.degenerate_triangles.count},
            {"duplicate_triangles", d.duplicate_triangles.count},
            {"opposite_triangles", d.opposite_triangles.count},
            {"boundary_edges", d.boundary_edges.count},
            {"non_manifold_edges", d.nonmanifold_edges.count},
            {"inconsistent_edges", d.inconsistent_edges.count},
            {"non_manifold_vertices", d.nonmanifold_vertices.count},
            {"isolated_vertices", d.isolated_vertices.count}};
}

std::string colour_text(const std::optional<Rgb>& colour) {
    if (!colour) return {};
    return fmt::format("#{:02x}{:02x}{:02x}", (*colour)[0], (*colour)[1], (*colour)[2]);
}

/// How many surfaces there are of each kind that occurs.
std::vector<std::pair<const char*, std::size_t>> kinds_of(const Mesh& mesh) {
    std::array<std::size_t, kSurfaceKinds> counts{};
    for (const Surface& surface : mesh.surfaces) ++counts[static_cast<std::size_t>(surface.kind)];
    std::vector<std::pair<const char*, std::size_t>> kinds;
    for (std::size_t k = 0; k < counts.size(); ++k)
        if (counts[k] > 0) kinds.emplace_back(name_of(static_cast<SurfaceKind>(k)), counts[k]);
    return kinds;
}

/// Names of the faces whose deviation is not proved.
Json surfaces_without_bound(const Mesh& mesh) {
    Json names = Json::array();
    for (const Surface& surface : mesh.surfaces)
        if (!surface.proved_deviation) names.push_back(surface.name);
    return names;
}

/// What a body from CAD has beside what every body has.
void add_cad_fields(Json& json, const SceneBody& body) {
    if (!body.mesh->deviation) return;
    json["deviation"] = deviation_json(*body.mesh->deviation);
    json["surfaces_without_bound"] = surfaces_without_bound(*body.mesh);
    json["colour"] = body.colour ? Json(colour_text(body.colour)) : Json();
    Json kinds = Json::object();
    for (const auto& [kind, count] : kinds_of(*body.mesh)) kinds[kind] = count;
    json["surface_kinds"] = std::move(kinds);
}

/// The node and what is under it.
Json tree_json(const Input& input, std::span<const std::vector<std::uint32_t>> children, std::uint32_t id) {
    const ModelNode& node = input.cad->nodes[id];
    Json json{{"name", node.name}};
    if (node.body != kNoIndex) json["body"] = input.scene.bodies[node.body].name;
    if (children[id].empty()) return json;
    json["parts"] = Json::array();
    for (const std::uint32_t child : children[id]) json["parts"].push_back(tree_json(input, children, child));
    return json;
}

Json cad_json(const Input& input) {
    const CadFacts& cad = *input.cad;
    std::vector<std::vector<std::uint32_t>> children(cad.nodes.size());
    std::vector<std::uint32_t> roots;
    for (std::uint32_t n = 0; n < cad.nodes.size(); ++n)
        (cad.nodes[n].parent == kNoIndex ? roots : children[cad.nodes[n].parent]).push_back(n);
    Json tree = Json::array(), shapes = Json::array();
    for (const std::uint32_t root : roots) tree.push_back(tree_json(input, children, root));
    for (const CadFacts::Shape& shape : cad.shapes) {
        Json json{{"name", shape.name},
                  {"triangles", shape.mesh->triangles.size()},
                  {"faces", shape.mesh->surfaces.size()},
                  {"solids", shape.solids},
                  {"deviation", deviation_json(*shape.mesh->deviation)}};
        json["deviation"]["samples"] = shape.samples;
        if (shape.sewing)
            json["sewn"] = {{"tolerance", shape.sewing->tolerance},
                            {"faces", shape.sewing->faces},
                            {"free_edges", shape.sewing->free_edges}};
        shapes.push_back(std::move(json));
    }
    return {{"file_unit", cad.unit}, {"schema", cad.schema},    {"deviation", deviation_json(input.scene)},
            {"shapes", shapes},      {"tree", std::move(tree)}, {"notes", cad.notes}};
}

Json file_json(const Input& input, const Facts& facts, const AllShells& shells) {
    Json bodies = Json::array();
    for (const SceneBody& body : input.scene.bodies) {
        Json json = body_json(body, facts.at(body.mesh.get()));
        const auto& q = body.pose.rotation;
        if (input.format == "scene" || input.cad)
            json["pose"] = {{"translation", point_json(body.pose.translation)},
                            {"quaternion", {q.x(), q.y(), q.z(), q.w()}}};
        add_cad_fields(json, body);
        json["shells"] = shells_json(shells, body.mesh.get());
        bodies.push_back(std::move(json));
    }
    Json json{{"path", input.path},
              {"format", input.format},
              {"unit", name_of(input.scene.unit)},
              {"unit_is_stated", input.unit_is_stated},
              {"bodies", std::move(bodies)},
              {"together", totals_json(input, totals_of(input, facts))},
              {"missing", missing_json(input.scene)}};
    if (input.cad) json["cad"] = cad_json(input);
    if (input.format == "scene") {
        json["paths"] = input.scene.paths.size();
        json["segments"] = input.scene.paths.empty() ? 0 : stops_of(input.scene.paths.front()) - 1;
    }
    return json;
}

std::string head_text(const Input& input) {
    const char* unit = name_of(input.scene.unit);
    if (input.format == "scene") {
        const std::size_t paths = input.scene.paths.size();
        const std::string moves = paths == 0
                                      ? "nothing moves"
                                      : count_of(paths, "path") + " of " +
                                            count_of(stops_of(input.scene.paths.front()) - 1, "segment");
        return fmt::format("scene in {}, {}", unit, moves);
    }
    if (input.cad)
        return fmt::format("{} ({}) in {}{}, lengths shown in {}", input.format, shown(input.cad->schema),
                           shown(input.cad->unit), input.unit_is_stated ? "" : ", which it does not state",
                           unit);
    if (input.unit_is_stated) return fmt::format("{}, lengths shown in {}", input.format, unit);
    return fmt::format("{}, no unit in file: taken as {}, change with --unit", input.format, unit);
}

const char* state_text(const MeshDiagnosis& d) {
    return d.closed ? "closed" : d.boundary_edges.count > 0 ? "open" : "not closed";
}

constexpr std::size_t kMostRows = 200;

std::string extent_text(const Box& box) {
    const Vec3 extent = box.max - box.min;
    return fmt::format("{} x {} x {}", number_text(extent.x()), number_text(extent.y()),
                       number_text(extent.z()));
}

/// The tree of a CAD file, and what is to be known about its shapes.
std::string cad_text(const Input& input, const Facts& facts, bool colour) {
    const CadFacts& cad = *input.cad;
    Table table({"part", "triangles", "size", "extent", "volume", "state", "sampled", "proved", "colour", "faces"});
    std::vector<std::size_t> depth(cad.nodes.size(), 0);
    for (std::size_t n = 0; n < cad.nodes.size(); ++n) {
        const ModelNode& node = cad.nodes[n];
        if (node.parent != kNoIndex) depth[n] = depth[node.parent] + 1;
        if (n >= kMostRows) continue;
        const std::string name = std::string(2 * depth[n], ' ') + shown(node.name);
        if (node.body == kNoIndex) {
            table.add({name, "", "", "", "", "", "", "", "", ""});
            continue;
        }
        const SceneBody& body = input.scene.bodies[node.body];
        const MeshFacts& f = facts.at(body.mesh.get());
        std::string kinds;
        for (const auto& [kind, count] : kinds_of(*body.mesh))
            kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", kind, count_text(count));
        table.add(
            {name, count_text(body.mesh->triangles.size()), length_text(size_of(f.bounds), input.scene.unit),
             extent_text(f.bounds), f.volume ? number_text(*f.volume) : "", state_text(f.diagnosis),
             length_text(body.mesh->deviation->measured, input.scene.unit),
             body.mesh->deviation->proved ? "<= " + length_text(*body.mesh->deviation->proved, input.scene.unit) : "no",
             colour_text(body.colour), kinds});
    }
    std::string text = table.text(colour);
    if (cad.nodes.size() > kMostRows)
        text += fmt::format("  and {} more; --json lists all\n", count_text(cad.nodes.size() - kMostRows));
    std::uint64_t samples = 0, triangles = 0;
    for (const CadFacts::Shape& shape : cad.shapes) {
        samples += shape.samples;
        triangles += shape.mesh->triangles.size();
        for (const std::string& words : findings(facts.at(shape.mesh).diagnosis))
            text += fmt::format("  {}: {}\n", shown(shape.name), toned(words, Tone::Warning, colour));
        if (shape.sewing)
            text += fmt::format("  {}: {} sewn, gaps up to {}; {} left free\n", shown(shape.name),
                                count_of(shape.sewing->faces, "face"),
                                length_text(shape.sewing->tolerance, input.scene.unit),
                                count_of(shape.sewing->free_edges, "edge"));
    }
    for (const std::string& note : cad.notes) text += fmt::format("  {}\n", shown(note));
    text += missing_text(input.scene, colour) + totals_text(input, totals_of(input, facts));
    return text + fmt::format("  {} of {} with {}; {} compared\n  {}",
                              count_of(input.scene.bodies.size(), "instance"),
                              count_of(cad.shapes.size(), "shape"), count_of(triangles, "triangle"),
                              count_of(samples, "point"), deviation_text(input.scene));
}

std::string file_text(const Input& input, const Facts& facts, bool colour) {
    const std::string head = toned(shown(input.path), Tone::Strong, colour) + ": " + head_text(input) + "\n";
    if (input.cad) return head + cad_text(input, facts, colour);
    Table table({"body", "triangles", "vertices", "surfaces", "pieces", "size", "extent", "volume", "state"});
    std::string notes;
    for (const SceneBody& body : input.scene.bodies) {
        const MeshFacts& f = facts.at(body.mesh.get());
        table.add({shown(body.name), count_text(body.mesh->triangles.size()),
                   count_text(body.mesh->vertices.size()), count_text(body.mesh->surfaces.size()),
                   count_text(f.diagnosis.pieces.size()), length_text(size_of(f.bounds), input.scene.unit),
                   extent_text(f.bounds), f.volume ? number_text(*f.volume) : "", state_text(f.diagnosis)});
        for (const std::string& words : findings(f.diagnosis))
            notes += fmt::format("  {}: {}\n", shown(body.name), toned(words, Tone::Warning, colour));
    }
    const std::string off = deviation_text(input.scene);
    notes += missing_text(input.scene, colour) + totals_text(input, totals_of(input, facts));
    return head + table.text(colour) + notes + (off.empty() ? "" : "  " + off);
}

struct Reading {
    std::vector<Input> inputs;
    std::vector<Error> errors;
};

/// Reads side by side. One bar: for the files, or for the meshes of the only one.
Expected<Reading> read_all(const std::vector<std::string>& files, InputOptions options) {
    const bool several = files.size() > 1;
    Progress progress("reading", files.size(), several ? Progress::Draw::OnTerminal : Progress::Draw::Never);
    options.progress = several ? Progress::Draw::Never : Progress::Draw::OnTerminal;
    auto read = parallel_map(files.size(), {.threads = options.threads, .progress = &progress},
                             [&](std::size_t i) { return std::optional(read_input(files[i], options)); });
    if (!read) return make_error(ErrorCode::Interrupted, "info", "interrupted");
    Reading reading;
    for (auto& result : *read) {
        if (*result)
            reading.inputs.push_back(**std::move(result));
        else if (result->error().code == ErrorCode::Interrupted)
            return result->error();
        else
            reading.errors.push_back(result->error());
    }
    return reading;
}

Expected<Facts> all_facts(const std::vector<Input>& inputs, int threads) {
    Facts facts;
    std::vector<std::pair<const Mesh*, MeshFacts*>> meshes;
    for (const Input& input : inputs)
        for (const SceneBody& body : input.scene.bodies) {
            if (body.mesh->triangles.size() >= kMostDiagnosed)
                return make_error(ErrorCode::Unsupported, input.path,
                                  fmt::format("{} triangles, more than 2^30", body.mesh->triangles.size()),
                                  "split the mesh");
            const auto [entry, is_new] = facts.try_emplace(body.mesh.get());
            if (is_new) meshes.emplace_back(entry->first, &entry->second);
        }
    Progress progress("looking at bodies", meshes.size());
    const LoopEnd end = parallel_for(meshes.size(), {.threads = threads, .progress = &progress},
                                     [&](std::size_t i) { *meshes[i].second = facts_of(*meshes[i].first); });
    if (end == LoopEnd::Interrupted || interrupt_requested())
        return make_error(ErrorCode::Interrupted, "info", "interrupted");
    return facts;
}

/// How many cells of a lattice would lie through each body.
Json sections_json(const Input& input, const Facts& facts, int cells, std::string& text) {
    Json all = Json::array();
    for (const SceneBody& body : input.scene.bodies) {
        const MeshFacts& f = facts.at(body.mesh.get());
        const double longest = (f.bounds.max - f.bounds.min).maxCoeff();
        if (body.mesh->triangles.empty() || !(longest > 0.0)) continue;
        const soft::SectionSizes sizes = soft::section_sizes(*body.mesh, longest / cells);
        all.push_back({{"body", body.name}, {"cell", longest / cells}, {"thinnest_cells", sizes.thinnest}, {"thin_share", sizes.thin_share}, {"measured", sizes.measured}});
        text += fmt::format("  {}: cells of {}, {:.2g} through the thinnest section measured\n", shown(body.name), length_text(longest / cells, input.scene.unit), sizes.thinnest);
        if (sizes.thin_share > 0.0)
            text += fmt::format("  {}: fewer than 3 cells lie behind {:.2g} % of the skin: it will be too stiff there; ask for more cells\n", shown(body.name), 100.0 * sizes.thin_share);
    }
    return all;
}

Expected<Answer> run_info(const InfoOptions& options, const Globals& globals) {
    const auto unit = parse_unit(options.unit, "--unit");
    if (!unit) return unit.error();
    const auto crease = parse_crease(options.crease);
    if (!crease) return crease.error();
    const auto deflection = parse_deflection(options.deflection);
    if (!deflection) return deflection.error();
    const auto split = parse_split(options.scene.split);
    if (!split) return split.error();
    auto reading = read_all(options.files, {.unit = *unit,
                                            .crease_deg = *crease,
                                            .deflection = *deflection,
                                            .split = *split,
                                            .threads = globals.threads});
    if (!reading) return reading.error();
    if (reading->inputs.empty() && reading->errors.size() == 1) return reading->errors.front();
    const auto facts = all_facts(reading->inputs, globals.threads);
    if (!facts) return facts.error();

    AllShells shells;
    if (options.shells)
        for (const auto& [mesh, of] : *facts)
            if (!mesh->triangles.empty()) shells[mesh] = shell_facts_of(*mesh);
    Answer answer;
    answer.json["files"] = Json::array();
    for (const Input& input : reading->inputs) {
        answer.json["files"].push_back(file_json(input, *facts, shells));
        add_completeness(answer.json["files"].back(), input.scene);
        answer.text += (answer.text.empty() ? "" : "\n") + file_text(input, *facts, globals.colour) +
                       shells_text(input.scene, shells) + completeness_text(input.scene, true);
        if (options.cells > 0) answer.json["files"].back()["sections"] = sections_json(input, *facts, options.cells, answer.text);
    }
    answer.errors = std::move(reading->errors);
    return answer;
}

}  // namespace info_command

Command add_info(CLI::App& graze, const Globals& globals) {
    using namespace info_command;
    const auto options = std::make_shared<InfoOptions>();
    CLI::App* app =
        graze.add_subcommand("info", "What is in mesh and scene files, and what is wrong with it");
    app->add_option("FILE", options->files,
                    "Mesh files (stl, obj, ply, glb), CAD files (step, iges) and scene files (json)")
        ->required();
    add_input_options(*app, {options->unit, options->crease, options->deflection,
                             "What numbers mean in files that state no unit: um, mm, cm, m, in, ft"});
    add_split_option(*app, options->scene);
    app->add_flag("--shells", options->shells, "Build the layered shells of each mesh, too, and tell what they take");
    app->add_option("--cells", options->cells, "Tell how many cells of a lattice of N along the longest side lie through thin sections")
        ->type_name("N")
        ->check(CLI::Range(1, 500));
    app->footer(kHelp);
    return {app, [options, &globals] { return run_info(*options, globals); }};
}

}  // namespace graze::cli
