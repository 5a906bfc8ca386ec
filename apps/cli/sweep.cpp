// `graze sweep`: the volume that bodies sweep along their paths, as a mesh that contains it, and what is in its way.
#include "clash_table.h"
#include "command.h"
#include "completeness.h"
#include "deviation.h"
#include "exit_code.h"
#include "graze/core/wording.h"
#include "graze/io/mesh/mesh_file.h"
#include "graze/model/diagnosis.h"
#include "graze/queries/instant/clash.h"
#include "graze/queries/paths/moving_scene.h"
#include "graze/queries/paths/swept_volume.h"
#include "input.h"
#include "output.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace sweep_command {

constexpr const char* kHelp = R"(Examples:
  graze sweep scene.json --body door --out sweep.glb
  graze sweep scene.json --body "arm/**" --out sweep.stl --deviation 2
  graze sweep scene.json --body door --out sweep.glb --clash

Writes a closed mesh that contains every point of the body at every moment of its path, between the samples too:
proved. It is larger than what is swept by at most the deviation, which is proved as well. --clash says which other
bodies, standing still, come near it: those that do not are proved clear of the whole motion.
Exit codes: 0 written (with --clash: and clear of all others), 2 bad usage or input, 3 with --clash: some body is in
the mesh, so this cannot tell (graze path does), 130 interrupted.)";

constexpr std::size_t kMeasured = 5000;  // vertices

struct Words {
    std::string scene, body, out, deviation, clearance, deflection;
    SceneWords rules;
    bool clash = false;
};

/// One swept body.
struct Swept {
    std::uint32_t body;
    internal::SweptVolume volume;
    internal::SweepMeasure measure;
    bool is_closed;
};

Json swept_json(const Swept& swept, const Scene& scene) {
    const internal::SweptVolume& volume = swept.volume;
    return {{"body", scene.bodies[swept.body].name},
            {"triangles", volume.mesh.triangles.size()},
            {"closed", swept.is_closed},
            {"deviation",
             {{"proved", volume.deviation}, {"measured", swept.measure.most}, {"mean", swept.measure.mean}}},
            {"contains", volume.is_solid ? "the body" : "its triangles"},
            {"cad_margin", volume.margin > 0.0 ? Json(volume.margin) : Json()},
            {"hollows_filled", volume.filled},
            {"poses", volume.poses},
            {"spacing", volume.spacing},
            {"nodes", volume.nodes}};
}

std::string swept_text(const Swept& swept, const Scene& scene) {
    const internal::SweptVolume& volume = swept.volume;
    return fmt::format(
        "{}: {}, {}; contains {} at every moment: proved; nowhere farther than {} from it: proved "
        "(measured: {}, {} on average)\n",
        shown(scene.bodies[swept.body].name), count_of(volume.mesh.triangles.size(), "triangle"),
        swept.is_closed ? "closed" : "not closed",
        volume.margin > 0.0 ? "its CAD surfaces"
        : volume.is_solid   ? "the body"
                            : "its triangles (it has no inside)",
        length_text(volume.deviation, scene.unit), length_text(swept.measure.most, scene.unit),
        length_text(swept.measure.mean, scene.unit));
}

/// Bodies that move against the world along the paths.
std::vector<bool> moving_bodies(const internal::MovingScene& moving) {
    std::vector<bool> moves(moving.carriers.size(), false);
    for (std::uint32_t body = 0; body < moves.size(); ++body)
        for (std::size_t segment = 0; segment < moving.segments.size() && !moves[body]; ++segment) {
            const auto chain = chain_of(moving.segments[segment], body);
            moves[body] = std::any_of(chain.begin(), chain.end(), [&](std::uint32_t link) {
                return !std::holds_alternative<internal::AtRest>(
                    moving.segments[segment].links.links[link].motion);
            });
        }
    return moves;
}

/// The scene with the swept volume where the body was, all others as they stand; only its pairs with those that
/// stand still are left in.
Scene standing_scene(const Scene& scene, const Swept& swept, const std::vector<bool>& moves) {
    Scene standing = scene;
    standing.paths.clear();
    standing.joints.clear();
    SceneBody& body = standing.bodies[swept.body];
    body.mesh = std::make_shared<const Mesh>(swept.volume.mesh);
    body.pose = {};
    std::uint32_t order = 0;
    for (const auto& rule : standing.ignore) order = std::max(order, rule.order + 1);
    for (const auto& rule : standing.by_group.ignore) order = std::max(order, rule.order + 1);
    BodyGroup others{BodySelector("others"), {}}, itself{BodySelector(body.name), {swept.body}},
        moving{BodySelector("moving"), {}};
    for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) {
        if (i == swept.body) continue;
        others.bodies.push_back(i);
        if (moves[i]) moving.bodies.push_back(i);
    }
    GroupRules& rules = standing.by_group;
    const auto first = static_cast<std::uint32_t>(rules.groups.size());
    if (others.bodies.empty()) return standing;
    const bool some_move = !moving.bodies.empty();
    rules.groups.push_back(std::move(others));
    rules.groups.push_back(std::move(itself));
    rules.ignore.push_back({{first, first}, Allowed::Everything, {}, order});
    if (some_move) {
        rules.groups.push_back(std::move(moving));
        rules.ignore.push_back({{first + 1, first + 2}, Allowed::Everything, {}, order + 1});
    }
    return standing;
}

Expected<bool> add_clash(Answer& answer, const Scene& scene, const std::vector<Swept>& all, double clearance,
                         const Globals& globals) {
    const auto moving = internal::make_moving_scene(scene);
    if (!moving) return moving.error();
    const std::vector<bool> moves = moving_bodies(*moving);
    bool is_clear = true;
    Json list = Json::array();
    std::uint64_t others = 0;
    for (const Swept& swept : all) {
        const Scene standing = standing_scene(scene, swept, moves);
        const auto report = find_clashes(standing, {.clearance = clearance,
                                                    .detail = ClashDetail::First,
                                                    .deny_touching = true,
                                                    .depth = 0.0,
                                                    .threads = globals.threads});
        if (!report) return report.error();
        const PairRules rules(standing, clearance);
        Json near = Json::array();
        Table table({"swept", "body", "in the mesh"});
        for (const ClashPair& pair : report->pairs) {
            const std::uint32_t other = pair.bodies[0] == swept.body ? pair.bodies[1] : pair.bodies[0];
            near.push_back({{"body", scene.bodies[other].name}, {"kind", name_of(pair.kind)}});
            table.add({shown(scene.bodies[swept.body].name), shown(scene.bodies[other].name),
                       kind_words(pair.kind)});
        }
        for (const OpenContainment& open : report->not_decided) {
            const std::uint32_t other = open.body == swept.body ? open.open : open.body;
            near.push_back({{"body", scene.bodies[other].name}, {"kind", "not_decided"}});
            table.add({shown(scene.bodies[swept.body].name), shown(scene.bodies[other].name),
                       "perhaps: an open mesh"});
        }
        std::uint64_t judged = 0;
        for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) {
            const auto rule = rules.of(std::min(i, swept.body), std::max(i, swept.body));
            if (i != swept.body && !moves[i] && rule.allowed != Allowed::Everything) ++judged;
        }
        others = std::max(others, judged);
        const auto moved = static_cast<std::uint64_t>(std::count(moves.begin(), moves.end(), true)) -
                           (moves[swept.body] ? 1 : 0);
        list.push_back({{"body", scene.bodies[swept.body].name},
                        {"in_the_mesh", near},
                        {"judged", judged},
                        {"moving", moved}});
        if (near.empty()) {
            answer.text += fmt::format(
                "clear: {} is farther than {} from {} that {} still, along its whole path: proved\n",
                shown(scene.bodies[swept.body].name), length_text(clearance, scene.unit),
                judged == 1 ? "the one other body"
                            : fmt::format("each of {} other bodies", count_text(judged)),
                judged == 1 ? "stands" : "stand");
        } else {
            is_clear = false;
            answer.text +=
                table.text(globals.colour) +
                fmt::format(
                    "not decided by the swept volume: {} of {} in it or too near; `graze path` tells\n",
                    near.size(), count_of(judged, "other body", "other bodies"));
        }
        if (moved > 0)
            answer.text += fmt::format("not compared: {} that move, too\n",
                                       count_of(moved, "other body", "other bodies"));
    }
    answer.json["clash"] = {{"verdict", others == 0 ? "nothing_checked"
                                        : is_clear  ? "clear"
                                                    : "not_decided"},
                            {"clearance", clearance},
                            {"bodies", std::move(list)}};
    if (others == 0) answer.text += "nothing checked: no other body stands still\n";
    return is_clear && others > 0;
}

Expected<Answer> run_sweep(const Words& words, const Globals& globals) {
    const auto deviation = parse_length(words.deviation, "--deviation");
    if (!deviation) return deviation.error();
    if (*deviation && !(**deviation > 0.0))
        return make_error(ErrorCode::BadUsage, "--deviation", "0 is too small", "a number above 0 is wanted");
    const auto clearance = parse_length(words.clearance, "--clearance");
    if (!clearance) return clearance.error();
    if (*clearance && !words.clash)
        return make_error(ErrorCode::BadUsage, "--clearance", "it is about other bodies", "add --clash");
    if (auto valid = validate_out(words.out, globals.json); !valid) return valid.error();
    const auto input = read_scene_input(words.scene, "paths stand in scene files", words.deflection, globals.threads);
    if (!input) return input.error();
    const Scene& scene = input->scene;
    const auto bodies = BodyIndex(scene.bodies).select(BodySelector(words.body));
    if (bodies.empty())
        return make_error(ErrorCode::BadUsage, "--body",
                          fmt::format("the scene has no body {}", in_quotes(words.body)),
                          "`graze info` lists them");
    const auto start = std::chrono::steady_clock::now();
    std::vector<Swept> all;
    Answer answer;
    Json list = Json::array();
    for (const std::uint32_t body : bodies) {
        auto volume =
            internal::swept_volume(scene, body, {.deviation = *deviation, .threads = globals.threads});
        if (!volume) return volume.error();
        const auto measure = internal::measure_sweep(scene, body, *volume, kMeasured, globals.threads);
        if (!measure) return measure.error();
        const bool is_closed = diagnose(volume->mesh).closed;
        all.push_back({body, *std::move(volume), *measure, is_closed});
        list.push_back(swept_json(all.back(), scene));
        answer.text += swept_text(all.back(), scene);
    }
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    std::vector<FileBody> files;
    for (const Swept& swept : all)
        files.push_back({scene.bodies[swept.body].name + " swept", swept.volume.mesh});
    if (auto written = write_mesh_file(words.out, files, {.unit = scene.unit}); !written)
        return written.error();
    answer.json = {{"out", words.out}, {"unit", name_of(scene.unit)}, {"swept", std::move(list)}};
    answer.text += fmt::format("{}: {}\n", shown(words.out), count_of(files.size(), "body", "bodies"));
    const bool incomplete = is_incomplete(scene, words.rules.allow_missing);
    if (words.clash) {
        const auto is_clear = add_clash(answer, scene, all, clearance->value_or(0.0), globals);
        if (!is_clear) return is_clear.error();
        answer.exit_code = exit_code_of(
            {.incomplete = answer.json["clash"]["verdict"] == "nothing_checked", .undecided = !*is_clear});
    }
    if (incomplete) answer.exit_code = exit_code_of({.incomplete = true});
    add_completeness(answer.json, scene);
    answer.text += completeness_text(scene, words.rules.allow_missing);
    answer.json["stats"] = {{"milliseconds", elapsed.count()}};
    if (is_stdout(words.out)) answer.text.clear();
    return answer;
}

}  // namespace sweep_command

Command add_sweep(CLI::App& graze, const Globals& globals) {
    using namespace sweep_command;
    const auto words = std::make_shared<Words>();
    CLI::App* app =
        graze.add_subcommand("sweep", "The volume that a body sweeps, as a mesh that contains it");
    app->add_option("SCENE", words->scene, "A scene file (json) with paths")->required();
    app->add_option("--body", words->body, "Whose: a name, an assembly, or a pattern")
        ->type_name("BODY")
        ->required();
    app->add_option("--out", words->out, "The mesh file to write; the ending decides its format")
        ->type_name("FILE")
        ->required();
    app->add_option("--deviation", words->deviation,
                    "No point of the mesh is farther than this from what is swept (default: 1 % of its size)")
        ->type_name("D");
    app->add_flag("--clash", words->clash, "Say which other bodies, standing still, are in the mesh");
    app->add_option("--clearance", words->clearance, "With --clash: or not farther from it than this")
        ->type_name("D");
    add_missing_option(*app, words->rules);
    add_deflection_option(*app, words->deflection);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_sweep(*words, globals); }};
}

}  // namespace graze::cli
