// `graze distance`: how far apart bodies are, with the closest points.
#include "command.h"
#include "completeness.h"
#include "deviation.h"
#include "exit_code.h"
#include "gather.h"
#include "graze/core/wording.h"
#include "graze/queries/instant/nearest_pairs.h"
#include "graze/queries/instant/scene_distance.h"
#include "input.h"
#include "output.h"

#include <algorithm>
#include <charconv>
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
  graze distance plant.json --nearest 10

The distance is between skins: 0 where they meet, and that to the wall for a body inside another. It is
given with proved bounds. Pairs that the scene ignores are left out; bodies stand where the paths begin, or
at --at. A single mesh file is measured body against body; of several files each is one body.
Exit codes: 0 measured, 2 incomplete (something is missing, nothing was measured), bad usage or input,
130 interrupted.)";

struct Words {
    FileWords input;
    std::string within, nearest;
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
    if (pairs.empty())
        return scene.bodies.size() < 2 ? "nothing measured: a single body has no pairs; --split solids, "
                                         "objects or pieces divides it\n"
                                       : "no pairs\n";
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

/// Of --nearest: a whole number from 1; nothing for empty text.
Expected<std::optional<std::size_t>> parse_nearest(const std::string& text) {
    if (text.empty()) return std::optional<std::size_t>();
    std::size_t count = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (failure != std::errc() || end != text.data() + text.size() || count == 0 || count > kMostDistances)
        return make_error(ErrorCode::BadUsage, "--nearest",
                          fmt::format("{} is not a number of pairs", in_quotes(text)),
                          fmt::format("write a whole number from 1 to {}", kMostDistances));
    return std::optional(count);
}

Expected<std::vector<PairDistance>> measure(const Scene& scene, const std::optional<double>& within,
                                            const std::optional<std::size_t>& nearest, int threads) {
    if (nearest) return find_nearest(scene, {.count = *nearest, .within = within, .threads = threads});
    return find_distances(scene, {.within = within, .threads = threads});
}

Expected<Answer> run_distance(const Words& words, const Globals& globals) {
    const auto within = parse_length(words.within, "--within");
    if (!within) return within.error();
    const auto nearest = parse_nearest(words.nearest);
    if (!nearest) return nearest.error();
    const auto gathered = gather(words.input, Parts::JoinIfSeveral, globals.threads);
    if (!gathered) return gathered.error();
    const Scene* scene = &gathered->scene;
    const auto start = std::chrono::steady_clock::now();
    const auto pairs = measure(*scene, *within, *nearest, globals.threads);
    if (!pairs) return pairs.error();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    Answer answer;
    Json list = Json::array();
    for (const PairDistance& pair : *pairs) list.push_back(pair_json(pair, *scene));
    answer.json = {{"unit", name_of(scene->unit)},
                   {"bodies", scene->bodies.size()},
                   {"pairs", std::move(list)},
                   {"deviation", deviation_json(*scene)},
                   {"pose_rounded", stand_json(gathered->stand)},
                   {"stats", {{"milliseconds", elapsed.count()}}}};
    add_completeness(answer.json, *scene);
    answer.text = text_of(*pairs, *scene, globals.colour) + deviation_text(*scene) +
                  stand_text(gathered->stand, scene->unit) +
                  completeness_text(*scene, words.input.scene.allow_missing);
    answer.exit_code = exit_code_of(
        {.incomplete = is_incomplete(*scene, words.input.scene.allow_missing) || scene->bodies.size() < 2});
    return answer;
}

}  // namespace distance_command

Command add_distance(CLI::App& graze, const Globals& globals) {
    using namespace distance_command;
    const auto words = std::make_shared<Words>();
    CLI::App* app = graze.add_subcommand("distance", "How far apart bodies are, with the closest points");
    app->add_option("FILE", words->input.files, "A scene file (json), or mesh files")->required();
    app->add_option("--within", words->within, "Only pairs that are not farther apart than this")
        ->type_name("D");
    app->add_option("--nearest", words->nearest,
                    "Only so many pairs, the nearest; all others are not measured")
        ->type_name("N");
    add_rules_option(*app, words->input.scene);
    add_file_options(*app, words->input);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_distance(*words, globals); }};
}

}  // namespace graze::cli
