#include "rod_simulation.h"

#include "exit_code.h"
#include "graze/core/interrupt.h"
#include "graze/core/progress.h"
#include "graze/core/wording.h"
#include "graze/io/scene/rod_world.h"
#include "graze/soft/coupled_world.h"
#include "graze/soft/soft_memory.h"
#include "output.h"
#include "rod_run.h"

#include <chrono>
#include <cmath>

#include <fmt/format.h>

namespace graze::cli {
namespace {

constexpr int kInterruptedCode = 130;
constexpr double kWater = 1000.0;  // kg/m^3: of bodies that state neither density nor mass

double microseconds_since(std::chrono::steady_clock::time_point began) {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - began).count();
}

Expected<void> write_shape_if_due(RodRun& run, const RodScene& scene, const RodSimulationOptions& options) {
    if (options.shapes.empty() || run.frames % options.shapes_every != 0) return {};
    return write_shape(run, scene, options.shapes);
}

/// Bodies follow their paths.
Expected<RodRun> run_rods(const RodScene& scene, soft::SoftWorld& world, ScenePoses& paths, const RodSimulationOptions& options) {
    const auto frames = static_cast<std::uint64_t>(std::max(1.0, std::round(options.seconds / options.frame)));
    RodRun run;
    Progress progress("simulating", frames);
    if (!options.record.empty()) note_places(run, world);
    for (std::uint64_t i = 0; i < frames && !run.is_interrupted; ++i) {
        if (auto wrote = write_shape_if_due(run, scene, options); !wrote) return wrote.error();
        const auto began = std::chrono::steady_clock::now();
        const soft::SoftReport report = soft::advance(world, [&](double clock) { return paths.at(clock); });
        note_frame(run, scene, report, microseconds_since(began));
        if (!options.record.empty()) note_places(run, world);
        run.is_interrupted = interrupt_requested();
        if (i + 1 == frames || run.is_interrupted || (i + 1) % options.check_every == 0) check_frame(run, world);
        progress.advance();
    }
    if (!options.shapes.empty())
        if (auto wrote = write_shape(run, scene, options.shapes); !wrote) return wrote.error();
    return run;
}

Expected<Answer> answer_of(const RodScene& scene, const RodRun& run, const RodSimulationOptions& options, const Globals& globals) {
    Answer answer;
    answer.json = rods_json(scene, run);
    answer.text = rods_text(scene, run, globals.colour);
    answer.exit_code = exit_code_of({.contact = !run.met.empty(), .incomplete = false, .undecided = false});
    if (run.is_interrupted && run.met.empty()) answer.exit_code = kInterruptedCode;
    if (run.shapes > 0) answer.text += fmt::format("{}: {}\n", shown(options.shapes), count_of(run.shapes, "scene"));
    if (options.record.empty()) return answer;
    const auto bytes = write_rods_animation(scene, run, options);
    if (!bytes) return bytes.error();
    answer.json["record"] = {{"path", options.record}, {"bytes", *bytes}};
    answer.text += fmt::format("{}: an animation, {} bytes\n", shown(options.record), count_text(*bytes));
    return answer;
}

Expected<void> validate_record(const std::string& name) {
    if (name.empty() || name.ends_with(".glb")) return {};
    return make_error(ErrorCode::Unsupported, "--record", fmt::format("{}: what rods did is written as an animation only", in_quotes(name)),
                      "a name that ends in .glb is wanted; --shapes writes scenes");
}

soft::SoftOptions soft_options_for(const Scene& scene, const RodSimulationOptions& options) {
    soft::SoftOptions made = soft_options_of(scene, options.frame);
    made.gravity = options.gravity.value_or(made.gravity);
    return made;
}

/// What is told besides, where bodies are pushed.
void add_bodies(Answer& answer, const Scene& scene, const soft::CoupledWorld& world, const Simulation& done, bool colour) {
    Json& json = answer.json;
    json["order"] = 2;
    json["lost_time"] = done.lost_time;
    json["interpenetrations"] = json["interpenetrations"].get<std::size_t>() + done.met.size();
    json["certified"] = json["certified"].get<bool>() && done.met.empty();
    for (const MetInFrame& met : done.met)
        json["meeting"].push_back({{"frame", met.frame}, {"bodies", {scene.bodies[met.bodies[0]].name, scene.bodies[met.bodies[1]].name}}});
    json["bodies"] = Json::array();
    Table table({"body", "x", "y", "z", "pushed by rods, N", "N m"});
    for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
        if (!world.bodies.is_movable(i)) continue;
        const Pose& pose = world.bodies.pose(i);
        const Twist load = load_on(world, i);
        const auto& q = pose.rotation;
        json["bodies"].push_back({{"name", scene.bodies[i].name},
                                  {"pose", {{"translation", point_json(pose.translation)}, {"quaternion", {q.x(), q.y(), q.z(), q.w()}}}},
                                  {"newton", point_json(load.linear)}, {"newton_metre", point_json(load.angular)}});
        table.add({shown(scene.bodies[i].name), number_text(pose.translation.x()), number_text(pose.translation.y()), number_text(pose.translation.z()),
                   number_text(load.linear.norm()), number_text(load.angular.norm())});
    }
    answer.text = table.text(colour) + answer.text;
    for (const MetInFrame& met : done.met)
        answer.text += fmt::format("interpenetration in frame {}: {} and {}; this is a bug of Graze, please report it\n", met.frame,
                                   shown(scene.bodies[met.bodies[0]].name), shown(scene.bodies[met.bodies[1]].name));
    if (!done.met.empty()) answer.exit_code = exit_code_of({.contact = true, .incomplete = false, .undecided = false});
}

}  // namespace

Expected<Answer> simulate_rods(const Scene& scene, const SceneRods& rods, const RodSimulationOptions& options, const Globals& globals) {
    if (auto valid = validate_record(options.record); !valid) return valid.error();
    auto world = world_of_rods(scene, rods, options.friction, soft_options_for(scene, options));
    if (!world) return Error{world.error().code, options.scene + ": " + world.error().message};
    ScenePoses paths(scene, options.seconds);
    SubStepTrack track;
    if (options.audit) begin_track(track, *world);
    const RodScene of{scene, rods, *world};
    auto run = run_rods(of, *world, paths, options);
    if (!run) return run.error();
    if (options.audit) audit_run(*run, world->memory().model, track);
    return answer_of(of, *run, options, globals);
}

Expected<Answer> simulate_coupled(const Scene& scene, const SceneRods& rods, const RodSimulationOptions& options, CoupledPlan plan, const Globals& globals) {
    if (auto valid = validate_record(options.record); !valid) return valid.error();
    if (!scene.joints.empty())
        return make_error(ErrorCode::Unsupported, "--order", "the scene has joints, and what rods do to bodies on joints is not right yet", "use order 1");
    const soft::SoftOptions soft_options = soft_options_for(scene, options);
    plan.world.world.gravity = soft_options.gravity;
    plan.world.density = kWater / std::pow(soft_options.per_metre, 3);
    auto bodies = world_of(scene, plan.world);
    if (!bodies) return bodies.error();
    auto world = soft::make_coupled_world(*std::move(bodies), {rods.rods, rods.holds, rods.ignored}, soft_options);
    if (!world) return Error{world.error().code, options.scene + ": " + world.error().message};
    SubStepTrack track;
    if (options.audit) begin_track(track, world->rods);
    const RodScene of{scene, rods, world->rods};
    RodRun run;
    std::optional<Error> failed;
    double stopped = 0.0;
    WorldTrack ways;
    plan.simulation.track = &ways;
    if (!options.record.empty()) note_places(run, world->rods);
    plan.simulation.advance = [&](World&, const FrameBudget& budget) {
        if (auto wrote = write_shape_if_due(run, of, options); !wrote) failed = wrote.error();
        const auto began = std::chrono::steady_clock::now();
        const soft::CoupledReport report = soft::advance(*world, budget);
        note_frame(run, of, report.rods, microseconds_since(began));
        stopped += report.stopped;
        if (!options.record.empty()) note_places(run, world->rods);
        if (run.frames % options.check_every == 0) check_frame(run, world->rods);
        return report.bodies;
    };
    const auto done = simulate(scene, world->bodies, plan.simulation);
    if (!done) return done.error();
    if (failed) return *failed;
    if (run.frames % options.check_every != 0) check_frame(run, world->rods);
    run.is_interrupted = done->is_interrupted;
    track.deviation = ways.deviation;
    if (options.audit) audit_run(run, world->rods.memory().model, track);
    auto answer = answer_of(of, run, options, globals);
    if (!answer) return answer.error();
    add_bodies(*answer, scene, *world, *done, globals.colour);
    answer->json["stopped_seconds"] = stopped;
    if (stopped > 0.0) answer->text += fmt::format("bodies stopped for {:.3g} s: rods were in their way\n", stopped);
    return answer;
}

}  // namespace graze::cli
