#include "rod_run.h"

#include "graze/core/file.h"
#include "graze/core/interrupt.h"
#include "graze/core/progress.h"
#include "graze/core/wording.h"
#include "graze/io/mesh/glb.h"
#include "graze/io/scene/scene_file.h"
#include "graze/soft/audit_step.h"
#include "graze/soft/soft_memory.h"
#include "output.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kSkinSides = 16;

std::string other_of(const Scene& scene, const SceneRods& rods, const soft::SkinMeeting& meeting) {
    return meeting.body ? scene.bodies[*meeting.body].name : rods.rods[meeting.other.value_or(0)].name;
}

std::string place_on(const SceneRods& rods, const soft::Hold& hold) {
    const int segments = rods.rods[hold.rod].segments;
    return hold.node == 0 ? "start" : hold.node == segments ? "end" : fmt::format("{:.3g}", static_cast<double>(hold.node) / segments);
}

}  // namespace

void begin_track(SubStepTrack& track, soft::SoftWorld& world) {
    track.nodes = {soft::all_nodes(world.memory().states)};
    track.poses = {world.memory().poses};
    world.memory().track_nodes = &track.nodes;
    world.memory().track_poses = &track.poses;
}

void audit_run(RodRun& run, const soft::SoftModel& model, const SubStepTrack& track) {
    const auto& [nodes, poses, deviation] = track;
    Progress progress("auditing", nodes.size());
    for (std::size_t k = 1; k < nodes.size() && !interrupt_requested(); ++k) {
        std::vector<soft::BodyWay> ways;
        for (std::size_t b = 0; b < model.bodies.size(); ++b) ways.push_back(soft::way_of(model.bodies[b], poses[k - 1][b], poses[k][b], deviation));
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

Expected<void> write_shape(RodRun& run, const RodScene& of, const std::string& folder) {
    const auto& [scene, rods, world] = of;
    Scene shape;
    shape.unit = scene.unit;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        shape.bodies.push_back(scene.bodies[b]);
        shape.bodies.back().pose = world.poses()[b];
    }
    for (std::size_t r = 0; r < world.rods(); ++r)
        shape.bodies.push_back({soft::name_of(world, r) + " (rod)",
                                std::make_shared<const Mesh>(soft::skin_of(soft::rings_of(world, r), soft::radius_of(world, r), kSkinSides)), Pose{}});
    auto wrote = write_scene(fs::path(folder) / fmt::format("{:06}", run.frames), shape);
    if (!wrote) return wrote.error();
    ++run.shapes;
    return {};
}

void note_frame(RodRun& run, const RodScene& scene, const soft::SoftReport& report, double microseconds) {
    run.microseconds.push_back(microseconds);
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
    run.most_force.resize(scene.rods.holds.size(), 0.0);
    for (std::size_t h = 0; h < run.most_force.size(); ++h) run.most_force[h] = std::max(run.most_force[h], scene.world.force_on(h).force.norm());
}

void check_frame(RodRun& run, const soft::SoftWorld& world) {
    for (const soft::SkinMeeting& meeting : soft::skins_meeting(world)) run.met.emplace_back(run.frames - 1, meeting);
    ++run.checked;
}

Json rods_json(const RodScene& of, const RodRun& run) {
    const auto& [scene, rods, world] = of;
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

std::string rods_text(const RodScene& of, const RodRun& run, bool colour) {
    const auto& [scene, rods, world] = of;
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

Expected<std::uint64_t> write_rods_animation(const RodScene& of, const RodRun& run, const RodSimulationOptions& options) {
    const auto& [scene, rods, world] = of;
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

}  // namespace graze::cli
