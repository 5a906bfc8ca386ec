// `graze distance`: how far apart bodies are, with the closest points.
#include "command.h"
#include "deviation.h"
#include "gather.h"
#include "graze/queries/instant/scene_distance.h"
#include "input.h"
#include "output.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace distance_command {

constexpr const char* kHelp = R"(Examples:
  graze distance scene.json
  graze distance housing.stl shaft.stl
  graze distance plant.json --within 50 --json

The distance is between skins: 0 where they meet, and that to the wall for a body inside another. It is
given with proved bounds. Pairs that the scene ignores are left out; bodies with a path stand at its first
pose. A single mesh file is measured body against body; of several files each is one body.)";

struct Words {
    std::vector<std::string> files;
    std::string within, unit, crease, deflection;
};

Json pair_json(const PairDistance& pair, const Scene& scene) {
    const BodyDistance& d = pair.distance;
    return {{"bodies", {scene.bodies[pair.bodies[0]].name, scene.bodies[pair.bodies[1]].name}},
            {"distance", d.hi},
            {"bounds", {d.lo, d.hi}},
            {"points", {point_json(d.on_a), point_json(d.on_b)}},
            {"triangles", {d.triangles.a, d.triangles.b}}};
}

std::string point_text(const Vec3& p) {
    return fmt::format("{}, {}, {}", number_text(p.x()), number_text(p.y()), number_text(p.z()));
}

/// The nearest pairs first.
std::string text_of(std::vector<PairDistance> pairs, const Scene& scene, bool colour) {
    if (pairs.empty()) return scene.bodies.size() < 2 ? "a single body: nothing to measure\n" : "no pairs\n";
    std::stable_sort(pairs.begin(), pairs.end(), [](const PairDistance& p, const PairDistance& q) {
        return p.distance.hi < q.distance.hi;
    });
    Table table({"body", "body", "distance", "point on the first", "point on the second"});
    for (const PairDistance& pair : pairs)
        table.add({shown(scene.bodies[pair.bodies[0]].name), shown(scene.bodies[pair.bodies[1]].name),
                   length_text(pair.distance.hi, scene.unit), point_text(pair.distance.on_a),
                   point_text(pair.distance.on_b)});
    const PairDistance& nearest = pairs.front();
    return fmt::format(
        "{}nearest: {} and {}, {}\n", table.text(colour), shown(scene.bodies[nearest.bodies[0]].name),
        shown(scene.bodies[nearest.bodies[1]].name),
        nearest.distance.hi > 0.0 ? length_text(nearest.distance.hi, scene.unit) + " apart" : "which meet");
}

Expected<Answer> run_distance(const Words& words, const Globals& globals) {
    const auto within = parse_length(words.within, "--within");
    if (!within) return within.error();
    const auto scene = gather(words.files, {.unit = words.unit,
                                            .crease = words.crease,
                                            .deflection = words.deflection,
                                            .parts = Parts::JoinIfSeveral,
                                            .threads = globals.threads});
    if (!scene) return scene.error();
    const auto start = std::chrono::steady_clock::now();
    const auto pairs = find_distances(*scene, {.within = *within, .threads = globals.threads});
    if (!pairs) return pairs.error();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    Answer answer;
    Json list = Json::array();
    for (const PairDistance& pair : *pairs) list.push_back(pair_json(pair, *scene));
    answer.json = {{"unit", name_of(scene->unit)},
                   {"bodies", scene->bodies.size()},
                   {"pairs", std::move(list)},
                   {"deviation", deviation_json(*scene)},
                   {"stats", {{"milliseconds", elapsed.count()}}}};
    answer.text = text_of(*pairs, *scene, globals.colour) + deviation_text(*scene);
    return answer;
}

}  // namespace distance_command

Command add_distance(CLI::App& graze, const Globals& globals) {
    using namespace distance_command;
    const auto words = std::make_shared<Words>();
    CLI::App* app = graze.add_subcommand("distance", "How far apart bodies are, with the closest points");
    app->add_option("FILE", words->files, "A scene file (json), or mesh files")->required();
    app->add_option("--within", words->within, "Only pairs that are not farther apart than this")
        ->type_name("D");
    add_input_options(*app, {words->unit, words->crease, words->deflection});
    app->footer(kHelp);
    return {app, [words, &globals] { return run_distance(*words, globals); }};
}

}  // namespace graze::cli
