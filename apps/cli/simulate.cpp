// `graze simulate`: bodies that push, slide and rest, and never interpenetrate (contract C3).
#include "command.h"
#include "completeness.h"
#include "exit_code.h"
#include "graze/core/file.h"
#include "graze/core/wording.h"
#include "graze/dynamics/handling/scene_world.h"
#include "input.h"
#include "output.h"
#include "rod_simulation.h"
#include "simulation.h"
#include "simulation_record.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace graze::cli {
namespace simulate_command {

constexpr double kGravity = 9.81;  // metres per second and second
constexpr std::uint64_t kMostFrames = 10'000'000;
constexpr int kInterrupted = 130;

constexpr const char* kHelp = R"(Examples:
  graze simulate scene.json --seconds 2
  graze simulate scene.json --seconds 5 --order 2 --record fell.json
  graze simulate scene.json --seconds 3 --script drive.json --json
  graze path fell.json --certificate proof.graze

Bodies with a path, a joint, a mass or a density can move, all others stand. Without a script, bodies with a path are
pulled along it; the whole path takes the given seconds. In order 1 everything else rests; in order 2 it falls and
bounces. Every motion is proved clear before it is made, and every frame is checked by the exact tests. A body that
cannot go where it is pulled is jammed: that is an answer, not a failure.
Exit codes: 0 nothing interpenetrates, 1 something does, 2 bad usage or input, 130 interrupted.)";

struct Words {
    std::string scene, seconds, order = "1", script, budget, record, frame = "1/60", friction, gravity, deflection, shapes;
    std::uint64_t check = 1, shapes_every = 10;
    bool audit = false;
    SceneWords rules;
};

std::optional<double> number_of(std::string_view text) {
    double value = 0.0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// Seconds above 0: "0.02" or "1/60".
Expected<double> parse_seconds(const std::string& text, const char* option) {
    const std::size_t slash = text.find('/');
    const auto over = number_of(std::string_view(text).substr(0, slash));
    const auto under = slash == std::string::npos ? std::optional(1.0) : number_of(std::string_view(text).substr(slash + 1));
    if (over && under && *under > 0.0 && *over / *under > 0.0 && std::isfinite(*over / *under)) return *over / *under;
    return make_error(ErrorCode::BadUsage, option, fmt::format("{} is no time", in_quotes(text)),
                      "write seconds above 0, as 0.02 or 1/60");
}

/// "8ms", "500us", "1s".
Expected<std::optional<std::chrono::nanoseconds>> parse_budget(const std::string& text) {
    if (text.empty()) return std::optional<std::chrono::nanoseconds>();
    for (const auto& [unit, nanoseconds] : {std::pair("ms", 1e6), std::pair("us", 1e3), std::pair("s", 1e9)}) {
        if (!text.ends_with(unit)) continue;
        const auto value = number_of(std::string_view(text).substr(0, text.size() - std::string_view(unit).size()));
        if (value && *value > 0.0 && *value * nanoseconds >= 1.0 && *value * nanoseconds < 1e18)
            return std::optional(std::chrono::nanoseconds(static_cast<std::int64_t>(*value * nanoseconds)));
        break;
    }
    return make_error(ErrorCode::BadUsage, "--budget", fmt::format("{} is no time", in_quotes(text)), "write it as 8ms, 500us or 1s");
}

/// Downwards, unless told.
Expected<Vec3> parse_gravity(const std::string& text, Unit unit) {
    if (text.empty()) return Vec3(0.0, 0.0, -kGravity * conversion_factor(Unit::Metre, unit));
    Vec3 gravity;
    std::string_view rest = text;
    for (int k = 0; k < 3; ++k) {
        const std::size_t comma = rest.find(',');
        const auto value = number_of(rest.substr(0, comma));
        if (!value || (comma == std::string_view::npos) != (k == 2))
            return make_error(ErrorCode::BadUsage, "--gravity", fmt::format("{} is not X,Y,Z", in_quotes(text)),
                              "write three numbers, in the scene's unit per second and second");
        gravity[k] = *value;
        rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    }
    return gravity;
}

/// All options, and what they were read for.
struct Plan {
    SimulationOptions simulation;
    SceneWorldOptions world;
};

Expected<Plan> plan_of(const Words& words, const Globals& globals) {
    Plan plan;
    const auto seconds = parse_seconds(words.seconds, "--seconds");
    if (!seconds) return seconds.error();
    const auto frame = parse_seconds(words.frame, "--frame");
    if (!frame) return frame.error();
    const auto budget = parse_budget(words.budget);
    if (!budget) return budget.error();
    const auto friction = parse_length(words.friction, "--friction");
    if (!friction) return friction.error();
    if (words.order != "1" && words.order != "2")
        return make_error(ErrorCode::BadUsage, "--order", fmt::format("{} is no order", in_quotes(words.order)), "write 1 or 2");
    if (*seconds / *frame > static_cast<double>(kMostFrames))
        return make_error(ErrorCode::BadUsage, "--seconds", fmt::format("more than {} frames", kMostFrames), "simulate less");
    if (words.check == 0)
        return make_error(ErrorCode::BadUsage, "--check", "0 is no number of frames", "write 1 or more");
    plan.simulation = {.seconds = *seconds, .frame = *frame, .budget = {.time = *budget}, .check_every = words.check};
    plan.world.world = {.order = words.order == "1" ? WorldOrder::First : WorldOrder::Second, .frame = *frame, .threads = globals.threads};
    plan.world.friction = friction->value_or(plan.world.friction);
    if (words.script.empty()) return plan;
    const auto text = read_file(words.script);
    if (!text) return text.error();
    auto script = parse_drive_script(*text, words.script);
    if (!script) return script.error();
    plan.simulation.script = *std::move(script);
    return plan;
}

Json pair_json(const Scene& scene, const BodyPair& pair) {
    return {scene.bodies[pair[0]].name, scene.bodies[pair[1]].name};
}

Json pose_json(const Pose& pose) {
    const auto& q = pose.rotation;
    return {{"translation", point_json(pose.translation)}, {"quaternion", {q.x(), q.y(), q.z(), q.w()}}};
}

Json times_json(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) { return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))]; };
    return {{"median", at(0.5)}, {"p99", at(0.99)}, {"max", times.back()}};
}

Json simulation_json(const Scene& scene, const World& world, const Simulation& done) {
    Json json;
    json["frames"] = done.frames;
    json["checked_frames"] = done.checked;
    json["contacts"] = done.contacts;
    json["interpenetrations"] = done.met.size();
    json["certified"] = done.met.empty();
    json["seats"] = Json::array();
    for (const WorldSeat& seat : world.seats())
        json["seats"].push_back({{"bodies", pair_json(scene, seat.bodies)}, {"depth", seat.depth}});
    json["meeting"] = Json::array();
    for (const MetInFrame& met : done.met)
        json["meeting"].push_back({{"frame", met.frame}, {"bodies", pair_json(scene, met.bodies)}});
    json["jammed"] = Json::array();
    for (const std::uint32_t body : done.jammed) json["jammed"].push_back(scene.bodies[body].name);
    json["worst_distance"] = done.worst_distance < std::numeric_limits<double>::infinity() ? Json(done.worst_distance) : Json();
    json["lost_time"] = done.lost_time;
    json["undecided"] = done.undecided;
    json["out_of_budget"] = done.out_of_budget;
    json["interrupted"] = done.is_interrupted;
    json["unit"] = name_of(scene.unit);
    json["step_microseconds"] = times_json(done.frame_microseconds);
    json["bodies"] = Json::array();
    for (std::uint32_t i = 0; i < world.size(); ++i)
        if (world.is_movable(i)) json["bodies"].push_back({{"name", scene.bodies[i].name}, {"pose", pose_json(world.pose(i))}});
    return json;
}

std::string simulation_text(const Scene& scene, const World& world, const Simulation& done, bool colour) {
    std::string text = done.is_interrupted ? "interrupted: what follows is about the time until then\n" : "";
    Table table({"body", "x", "y", "z"});
    for (std::uint32_t i = 0; i < world.size(); ++i) {
        if (!world.is_movable(i)) continue;
        const Vec3& at = world.pose(i).translation;
        table.add({shown(scene.bodies[i].name), number_text(at.x()), number_text(at.y()), number_text(at.z())});
    }
    text += table.text(colour);
    for (const WorldSeat& seat : world.seats())
        text += fmt::format("seated: {} and {}, certified to depth {}\n", shown(scene.bodies[seat.bodies[0]].name),
                            shown(scene.bodies[seat.bodies[1]].name), length_text(seat.depth, scene.unit));
    for (const std::uint32_t body : done.jammed) text += fmt::format("jammed: {}\n", shown(scene.bodies[body].name));
    for (const MetInFrame& met : done.met)
        text += fmt::format("interpenetration in frame {}: {} and {}; this is a bug of Graze, please report it\n", met.frame,
                            shown(scene.bodies[met.bodies[0]].name), shown(scene.bodies[met.bodies[1]].name));
    if (done.worst_distance < std::numeric_limits<double>::infinity())
        text += fmt::format("nearest: {}\n", length_text(done.worst_distance, scene.unit));
    if (done.lost_time > 0.0) text += fmt::format("lost: {:.3g} s, of all bodies together\n", done.lost_time);
    text += fmt::format("{}: {}, {} at the end\n", toned(done.met.empty() ? "clear" : "interpenetrating", done.met.empty() ? Tone::Good : Tone::Warning, colour),
                        count_of(done.frames, "frame"), count_of(done.contacts, "contact"));
    return text;
}

/// What a record is made of.
struct Recorded {
    const World& world;
    const WorldTrack& track;
    double frame;
};

bool is_animation_name(const std::string& name) { return name.ends_with(".glb"); }

/// Writes what happened, and says so.
Expected<void> add_record(Answer& answer, const Words& words, const Scene& scene, const Recorded& recorded) {
    Json& json = answer.json["record"];
    std::string poses;
    if (is_animation_name(words.record)) {
        const auto bytes = write_animation(scene, recorded.track, recorded.frame, words.record);
        if (!bytes) return bytes.error();
        json = {{"path", words.record}, {"bytes", *bytes}};
        poses = "an animation";
    } else {
        const auto scene_file = write_record(scene, recorded.world, recorded.track, {words.scene, words.record});
        if (!scene_file) return scene_file.error();
        json = {{"path", words.record}, {"bytes", scene_file->bytes}, {"stops", scene_file->stops}, {"deviation", recorded.track.deviation}};
        poses = fmt::format("{} poses of each body that moved", count_text(scene_file->stops));
    }
    if (is_stdout(words.record))
        answer.text.clear();
    else
        answer.text += fmt::format("{}: {}, {} bytes\n", shown(words.record), poses, count_text(json["bytes"].get<std::uint64_t>()));
    return {};
}

/// A scene with rods: its bodies follow their paths, and the rods live among them; in order 2 they push each other.
Expected<Answer> run_rods_of(const Words& words, Plan& plan, const Scene& scene, const SceneRods& rods, const Globals& globals) {
    const bool is_coupled = plan.world.world.order == WorldOrder::Second;
    for (const auto& [option, word] : {std::pair("--script", &words.script), std::pair("--budget", &words.budget)})
        if (!word->empty() && !is_coupled)
            return make_error(ErrorCode::Unsupported, option, "the scene has rods, whose bodies follow the paths of the scene", "leave it out, or add --order 2");
    if (words.shapes_every == 0) return make_error(ErrorCode::BadUsage, "--shapes-every", "0 is no number of frames", "write 1 or more");
    RodSimulationOptions options{.scene = words.scene, .record = words.record, .shapes = words.shapes};
    options.seconds = plan.simulation.seconds;
    options.frame = plan.simulation.frame;
    options.friction = plan.world.friction;
    options.check_every = plan.simulation.check_every;
    options.shapes_every = words.shapes_every;
    options.audit = words.audit;
    if (!words.gravity.empty()) {
        const auto gravity = parse_gravity(words.gravity, scene.unit);
        if (!gravity) return gravity.error();
        options.gravity = *gravity;
    }
    if (plan.simulation.script) {
        auto motors = motors_of(scene, *plan.simulation.script, words.script);
        if (!motors) return motors.error();
        plan.world.motors = *std::move(motors);
    }
    auto answer = is_coupled ? simulate_coupled(scene, rods, options, {plan.simulation, plan.world}, globals) : simulate_rods(scene, rods, options, globals);
    if (!answer) return answer.error();
    add_completeness(answer->json, scene);
    answer->text += completeness_text(scene, words.rules.allow_missing);
    if (answer->exit_code == 0 && is_incomplete(scene, words.rules.allow_missing)) answer->exit_code = exit_code_of({.incomplete = true});
    return answer;
}

Expected<Answer> run_simulate(const Words& words, const Globals& globals) {
    auto plan = plan_of(words, globals);
    if (!plan) return plan.error();
    if (!words.record.empty()) {
        if (auto valid = validate_out(words.record, globals.json); !valid) return valid.error();
        if (!is_stdout(words.record) && !is_scene_name(words.record) && !is_animation_name(words.record))
            return make_error(ErrorCode::BadUsage, "--record", fmt::format("{} is neither a scene nor an animation", in_quotes(words.record)),
                              "a name that ends in .json or .glb is wanted");
    }
    const auto input = read_scene_input(words.scene, "what moves stands in scene files", words.deflection, globals.threads);
    if (!input) return input.error();
    const Scene& scene = input->scene;
    const auto rods = read_scene_rods(words.scene, scene);
    if (!rods) return rods.error();
    if (!rods->rods.empty()) return run_rods_of(words, *plan, scene, *rods, globals);
    if (!words.shapes.empty() || words.audit)
        return make_error(ErrorCode::BadUsage, words.audit ? "--audit" : "--shapes", "the scene has no rods", "use --record, and graze path to prove it again");
    const bool incomplete = is_incomplete(scene, words.rules.allow_missing);
    if (plan->simulation.script) {
        auto motors = motors_of(scene, *plan->simulation.script, words.script);
        if (!motors) return motors.error();
        plan->world.motors = *std::move(motors);
    }
    const auto gravity = parse_gravity(words.gravity, scene.unit);
    if (!gravity) return gravity.error();
    plan->world.world.gravity = *gravity;
    if (const std::vector<bool> moves = movable_bodies(scene); std::none_of(moves.begin(), moves.end(), [](bool one) { return one; }))
        return make_error(ErrorCode::BadInput, words.scene, "no body can move", "give one a path, a joint, a \"density\" or a \"mass\"");
    auto world = world_of(scene, plan->world);
    if (!world) return world.error();
    WorldTrack track;
    if (!words.record.empty()) plan->simulation.track = &track;
    const auto done = simulate(scene, *world, plan->simulation);
    if (!done) return done.error();
    Answer answer;
    answer.json = simulation_json(scene, *world, *done);
    answer.text = simulation_text(scene, *world, *done, globals.colour);
    add_completeness(answer.json, scene);
    answer.text += completeness_text(scene, words.rules.allow_missing);
    answer.exit_code = exit_code_of({.contact = !done->met.empty(), .incomplete = incomplete, .undecided = false});
    if (done->is_interrupted && done->met.empty()) answer.exit_code = kInterrupted;
    if (words.record.empty()) return answer;
    if (auto wrote = add_record(answer, words, scene, {*world, track, plan->simulation.frame}); !wrote) return wrote.error();
    return answer;
}

}  // namespace simulate_command

Command add_simulate(CLI::App& graze, const Globals& globals) {
    using namespace simulate_command;
    const auto words = std::make_shared<Words>();
    CLI::App* app = graze.add_subcommand("simulate", "Pull, push and drop bodies that never interpenetrate");
    app->add_option("SCENE", words->scene, "A scene file (json)")->required();
    app->add_option("--seconds", words->seconds, "How long")->type_name("S")->required();
    app->add_option("--order", words->order, "1: bodies go where they are pulled (default); 2: they have speed and weight")
        ->type_name("1|2");
    app->add_option("--script", words->script, "What pulls bodies, and when: a file (json)")->type_name("FILE");
    app->add_option("--budget", words->budget, "Computing time of a frame, as 8ms; bodies that get less lag behind")
        ->type_name("T");
    app->add_option("--record", words->record, "Write what happened: a scene (json) that `graze path` can prove, or an animation (glb)")
        ->type_name("FILE");
    app->add_option("--frame", words->frame, "Seconds of a frame (default: 1/60)")->type_name("S");
    app->add_option("--friction", words->friction, "Coulomb's coefficient of bodies that state none (default: 0.3)")
        ->type_name("MU");
    app->add_option("--gravity", words->gravity, "In the scene's unit per s^2 (default: 9.81 m/s^2 against z), in order 2")
        ->type_name("X,Y,Z");
    app->add_option("--check", words->check, "Exact check of every N-th frame (default: 1)")->type_name("N");
    app->add_option("--shapes", words->shapes, "With rods: write the scene as it stands, rods as meshes, into this folder")->type_name("DIR");
    app->add_option("--shapes-every", words->shapes_every, "... every N frames (default: 10)")->type_name("N");
    app->add_flag("--audit", words->audit, "With rods: prove every sub-step once more, pair by pair and by another search");
    add_missing_option(*app, words->rules);
    add_deflection_option(*app, words->deflection);
    app->footer(kHelp);
    return {app, [words, &globals] { return run_simulate(*words, globals); }};
}

}  // namespace graze::cli
