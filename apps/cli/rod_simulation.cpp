#include "rod_simulation.h"

#include "exit_code.h"
#include "graze/core/file.h"
#include "graze/core/interrupt.h"
#include "graze/core/progress.h"
#include "graze/core/wording.h"
#include "graze/io/mesh/glb.h"
#include "graze/io/scene/rod_world.h"
#include "graze/io/scene/scene_file.h"
#include "graze/soft/audit_step.h"
#include "graze/soft/rod_skin.h"
#include "graze/soft/soft_memory.h"
#include "output.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kSkinSides = 16;
constexpr int kInterruptedCode = 130;

/// What happened, frame by frame.
struct RodRun {
    std::uint64_t frames = 0, checked = 0, certified_frames = 0, sub_steps = 0, halved = 0, queries = 0;
    double stood = 0.0, waited = 0.0, least_gap = std::numeric_limits<double>::infinity();
    int contacts = 0, self_contacts = 0, most_self_contacts = 0;
    std::vector<std::pair<std::uint64_t, soft::SkinMeeting>> met;
    std::vector<double> microseconds, most_force;  // by frame; by hold
    std::vector<std::vector<Pose>> poses;                  // by body, by frame
    std::vector<std::vector<std::vector<Pose>>> rings;     // by rod, by ring, by frame
    std::uint64_t shapes = 0;
    std::uint64_t audited = 0, doubted = 0;  // sub-steps; those that the audit does not confirm
    bool is_interrupted = false;
};

/// Every sub-step that was made, again and by another search.
void audit_run(RodRun& run, const soft::SoftModel& model, const std::vector<std::vector<Vec3>>& nodes, const std::vector<std::vector<Pose>>& poses) {
    Progress progress("auditing", nodes.size());
    for (std::size_t k = 1; k < nodes.size() && !interrupt_requested(); ++k) {
        std::vector<soft::BodyWay> ways;
        for (std::size_t b = 0; b < model.bodies.size(); ++b) ways.push_back(soft::way_of(model.bodies[b], poses[k - 1][b], poses[k][b]));
        run.doubted += !soft::audit_step(model, {nodes[k - 1], nodes[k], ways}).is_clear;
        ++run.audited;
        progress.advance();
    }
}

void note_places(RodRun& run, const soft::SoftWorld& world) {
    run.poses.resize(world.poses().size());
    run.rings.resize(world.rods());
    for (std::size_t b = 0; b < world.poses().size(); ++b) run.poses[b].push_back(world.poses()[b]);
    for (std::size_t r = 0; r < world.rods(); ++r) {
        const std::vector<Pose> rings = soft::rings_of(world, r);
        run.rings[r].resize(rings.size());
        for (std::size_t i = 0; i < rings.size(); ++i) run.rings[r][i].push_back(rings[i]);
    }
}

/// The scene as it stands, skins of rods as bodies, in a folder of its own.
Expected<void> write_shape(const Scene& scene, const soft::SoftWorld& world, const std::string& folder, std::uint64_t frame) {
    Scene shape;
    shape.unit = scene.unit;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        shape.bodies.push_back(scene.bodies[b]);
        shape.bodies.back().pose = world.poses()[b];
    }
    for (std::size_t r = 0; r < world.rods(); ++r)
        shape.bodies.push_back({soft::name_of(world, r) + " (rod)",
                                std::make_shared<const Mesh>(soft::skin_of(soft::rings_of(world, r), soft::radius_of(world, r), kSkinSides)), Pose{}});
    auto wrote = write_scene(fs::path(folder) / fmt::format("{:06}", frame), shape);
    if (!wrote) return wrote.error();
    return {};
}

Expected<RodRun> run_rods(const Scene& scene, soft::SoftWorld& world, ScenePoses& paths, std::size_t holds, const RodSimulationOptions& options) {
    using Clock = std::chrono::steady_clock;
    const auto frames = static_cast<std::uint64_t>(std::max(1.0, std::round(options.seconds / options.frame)));
    RodRun run;
    run.most_force.assign(holds, 0.0);
    Progress progress("simulating", frames);
    if (!options.record.empty()) note_places(run, world);
    for (std::uint64_t i = 0; i < frames && !run.is_interrupted; ++i) {
        if (!options.shapes.empty() && i % options.shapes_every == 0) {
            if (auto wrote = write_shape(scene, world, options.shapes, i); !wrote) return wrote.error();
            ++run.shapes;
        }
        const auto began = Clock::now();
        const soft::SoftReport report = soft::advance(world, [&](double clock) { return paths.at(clock); });
        run.microseconds.push_back(std::chrono::duration<double, std::micro>(Clock::now() - began).count());
        ++run.frames;
        run.certified_frames += report.certified;
        run.sub_steps += static_cast<std::uint64_t>(report.sub_steps);
        run.halved += static_cast<std::uint64_t>(report.halved);
        run.queries += report.queries;
        run.stood += report.stood;
        run.waited = report.waited;
        run.least_gap = std::min(run.least_gap, report.least_gap);
        run.contacts = report.contacts;
        run.self_contacts = report.self_contacts;
        run.most_self_contacts = std::max(run.most_self_contacts, report.self_contacts);
        for (std::size_t h = 0; h < holds; ++h) run.most_force[h] = std::max(run.most_force[h], world.force_on(h).force.norm());
        if (!options.record.empty()) note_places(run, world);
        run.is_interrupted = interrupt_requested();
        if (i + 1 == frames || run.is_interrupted || (i + 1) % options.check_every == 0) {
            for (const soft::SkinMeeting& meeting : soft::skins_meeting(world)) run.met.emplace_back(i, meeting);
            ++run.checked;
        }
        progress.advance();
    }
    if (!options.shapes.empty()) {
        if (auto wrote = write_shape(scene, world, options.shapes, run.frames); !wrote) return wrote.error();
        ++run.shapes;
    }
    return run;
}

std::string other_of(const Scene& scene, const SceneRods& rods, const soft::SkinMeeting& meeting) {
    return meeting.body ? scene.bodies[*meeting.body].name : rods.rods[meeting.other.value_or(0)].name;
}

std::string place_on(const SceneRods& rods, const soft::Hold& hold) {
    const int segments = rods.rods[hold.rod].segments;
    return hold.node == 0 ? "start" : hold.node == segments ? "end" : fmt::format("{:.3g}", static_cast<double>(hold.node) / segments);
}

Json rods_json(const Scene& scene, const SceneRods& rods, const soft::SoftWorld& world, const RodRun& run) {
    Json json;
    json["frames"] = run.frames;
    json["checked_frames"] = run.checked;
    json["contacts"] = run.contacts;
    json["self_contacts"] = run.self_contacts;
    json["most_self_contacts"] = run.most_self_contacts;
    json["interpenetrations"] = run.met.size();
    json["certified"] = run.met.empty() && run.doubted == 0 && run.certified_frames == run.frames;
    if (run.audited > 0) json["audit"] = {{"sub_steps", run.audited}, {"not_confirmed", run.doubted}};
    json["meeting"] = Json::array();
    for (const auto& [frame, meeting] : run.met)
        json["meeting"].push_back({{"frame", frame}, {"bodies", {rods.rods[meeting.rod].name, other_of(scene, rods, meeting)}}});
    json["worst_distance"] = std::isfinite(run.least_gap) ? Json(run.least_gap) : Json();
    json["sub_steps"] = run.sub_steps;
    json["shortened"] = run.halved;
    json["stood_seconds"] = run.stood;
    json["lag_seconds"] = run.waited < 1e-9 ? 0.0 : run.waited;
    json["interrupted"] = run.is_interrupted;
    json["unit"] = name_of(scene.unit);
    std::vector<double> times = run.microseconds;
    std::sort(times.begin(), times.end());
    double sum = 0.0;
    for (const double t : times) sum += t;
    json["step_microseconds"] = {{"mean", sum / static_cast<double>(times.size())}, {"median", times[times.size() / 2]}, {"max", times.back()}};
    json["rods"] = Json::array();
    for (std::size_t r = 0; r < world.rods(); ++r)
        json["rods"].push_back({{"name", rods.rods[r].name}, {"twist_degrees", world.twist_of(r) * 180.0 / 3.141592653589793},
                                {"start", point_json(world.nodes(r).front())}, {"end", point_json(world.nodes(r).back())}});
    json["attach"] = Json::array();
    for (std::size_t h = 0; h < rods.holds.size(); ++h) {
        const soft::HoldForce felt = world.force_on(h);
        json["attach"].push_back({{"rod", rods.rods[rods.holds[h].rod].name}, {"at", place_on(rods, rods.holds[h])},
                                  {"newton", point_json(felt.force)}, {"newton_metre", point_json(felt.moment)},
                                  {"most_newton", run.most_force[h]}, {"off_by", felt.stretch}});
    }
    return json;
}

std::string rods_text(const Scene& scene, const SceneRods& rods, const soft::SoftWorld& world, const RodRun& run, bool colour) {
    std::string text = run.is_interrupted ? "interrupted: what follows is about the time until then\n" : "";
    Table table({"rod", "held at", "by", "force N", "most N", "moment N m"});
    for (std::size_t h = 0; h < rods.holds.size(); ++h) {
        const soft::Hold& hold = rods.holds[h];
        const soft::HoldForce felt = world.force_on(h);
        table.add({shown(rods.rods[hold.rod].name), place_on(rods, hold), hold.body ? shown(scene.bodies[*hold.body].name) : "the world",
                   number_text(felt.force.norm()), number_text(run.most_force[h]), number_text(felt.moment.norm())});
    }
    if (!rods.holds.empty()) text += table.text(colour);
    for (const auto& [frame, meeting] : run.met)
        text += fmt::format("interpenetration in frame {}: {} and {}; this is a bug of Graze, please report it\n", frame,
                            shown(rods.rods[meeting.rod].name), shown(other_of(scene, rods, meeting)));
    if (std::isfinite(run.least_gap)) text += fmt::format("nearest: {}\n", length_text(run.least_gap, scene.unit));
    if (run.stood > 0.0) text += fmt::format("rods stood still for {:.3g} s: no motion was proved\n", run.stood);
    if (run.waited > 1e-9) text += fmt::format("bodies lag behind by {:.3g} s: rods are in their way\n", run.waited);
    if (run.audited > 0)
        text += fmt::format("audited: {} of {} sub-steps proved once more by another search\n", count_text(run.audited - run.doubted), count_text(run.audited));
    const bool clear = run.met.empty() && run.certified_frames == run.frames;
    text += fmt::format("{}: {}, {} at the end, {} of them of rods with rods\n", toned(clear ? "clear" : "interpenetrating", clear ? Tone::Good : Tone::Warning, colour),
                        count_of(run.frames, "frame"), count_of(static_cast<std::uint64_t>(run.contacts), "contact"), run.self_contacts);
    return text;
}

Expected<std::uint64_t> write_rods_animation(const Scene& scene, const soft::SoftWorld& world, const RodRun& run, const RodSimulationOptions& options) {
    std::vector<double> times;
    for (std::uint64_t i = 0; i <= run.frames; ++i) times.push_back(options.frame * static_cast<double>(i));
    std::vector<AnimatedBody> bodies;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        const auto moves = std::any_of(run.poses[b].begin(), run.poses[b].end(), [&](const Pose& pose) {
            return pose.translation != run.poses[b][0].translation || pose.rotation.coeffs() != run.poses[b][0].rotation.coeffs();
        });
        bodies.push_back({scene.bodies[b].name, scene.bodies[b].mesh.get(), scene.bodies[b].colour, moves ? run.poses[b] : std::vector{run.poses[b][0]}});
    }
    std::vector<Mesh> skins;
    std::vector<AnimatedTube> tubes;
    for (std::size_t r = 0; r < world.rods(); ++r) {
        std::vector<Pose> first;
        for (const auto& ring : run.rings[r]) first.push_back(ring.front());
        skins.push_back(soft::skin_of(first, soft::radius_of(world, r), kSkinSides));
    }
    for (std::size_t r = 0; r < world.rods(); ++r) {
        const auto rings = static_cast<std::uint32_t>(run.rings[r].size());
        std::vector<std::uint32_t> ring_of;
        for (std::uint32_t v = 0; v < rings * kSkinSides; ++v) ring_of.push_back(v / kSkinSides);
        ring_of.push_back(0);
        ring_of.push_back(rings - 1);
        tubes.push_back({soft::name_of(world, r), &skins[r], std::move(ring_of), run.rings[r]});
    }
    auto file = AtomicFile::create(options.record);
    if (!file) return file.error();
    const double metres = conversion_factor(scene.unit, Unit::Metre);
    if (auto wrote = write_glb_animation(*file, bodies, times, {metres, options.record}, tubes); !wrote) return wrote.error();
    if (auto committed = file->commit(); !committed) return committed.error();
    std::error_code failed;
    const auto bytes = fs::file_size(options.record, failed);
    return failed ? 0 : bytes;
}

}  // namespace

Expected<Answer> simulate_rods(const Scene& scene, const SceneRods& rods, const RodSimulationOptions& options, const Globals& globals) {
    if (!options.record.empty() && !options.record.ends_with(".glb"))
        return make_error(ErrorCode::Unsupported, "--record", fmt::format("{}: what rods did is written as an animation only", in_quotes(options.record)),
                          "a name that ends in .glb is wanted; --shapes writes scenes");
    soft::SoftOptions soft_options = soft_options_of(scene, options.frame);
    soft_options.gravity = options.gravity.value_or(soft_options.gravity);
    auto world = world_of_rods(scene, rods, options.friction, soft_options);
    if (!world) return Error{world.error().code, options.scene + ": " + world.error().message};
    ScenePoses paths(scene, options.seconds);
    std::vector<std::vector<Vec3>> nodes{soft::all_nodes(world->memory().states)};
    std::vector<std::vector<Pose>> poses{world->memory().poses};
    if (options.audit) {
        world->memory().track_nodes = &nodes;
        world->memory().track_poses = &poses;
    }
    auto run = run_rods(scene, *world, paths, rods.holds.size(), options);
    if (!run) return run.error();
    if (options.audit) audit_run(*run, world->memory().model, nodes, poses);
    Answer answer;
    answer.json = rods_json(scene, rods, *world, *run);
    answer.text = rods_text(scene, rods, *world, *run, globals.colour);
    answer.exit_code = exit_code_of({.contact = !run->met.empty(), .incomplete = false, .undecided = false});
    if (run->is_interrupted && run->met.empty()) answer.exit_code = kInterruptedCode;
    if (run->shapes > 0) answer.text += fmt::format("{}: {}\n", shown(options.shapes), count_of(run->shapes, "scene"));
    if (options.record.empty()) return answer;
    const auto bytes = write_rods_animation(scene, *world, *run, options);
    if (!bytes) return bytes.error();
    answer.json["record"] = {{"path", options.record}, {"bytes", *bytes}};
    answer.text += fmt::format("{}: an animation, {} bytes\n", shown(options.record), count_text(*bytes));
    return answer;
}

}  // namespace graze::cli
