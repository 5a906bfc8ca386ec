#include "deformable_simulation.h"

#include "exit_code.h"
#include "graze/core/interrupt.h"
#include "graze/core/progress.h"
#include "graze/core/wording.h"
#include "graze/io/scene/rod_world.h"
#include "graze/io/scene/scene_file.h"
#include "graze/soft/lattice_memory.h"
#include "output.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kInterruptedByUser = 130;

struct BulkFrameNote {
    double time = 0.0, penetration = 0.0;
    int contacts = 0;
    std::vector<Vec3> force;  // by rigid body, N
    std::vector<std::vector<Vec3>> held;  // by deformable, by hold
};

struct BulkRun {
    std::vector<BulkFrameNote> notes;
    std::vector<double> microseconds;
    std::uint64_t shapes = 0, certified = 0, checked = 0, meeting = 0, unconverged = 0;
    double deepest = 0.0, stood = 0.0, waited = 0.0;
    bool is_interrupted = false;
};

/// The scene as it stands, deformed meshes as bodies, in a folder of its own.
Expected<void> write_bulk_shape(const Scene& scene, const SceneDeformables& deformables, const DeformableWorld& bulk, const std::string& folder, std::size_t frame) {
    Scene shape;
    shape.unit = scene.unit;
    shape.bodies = scene.bodies;
    for (std::size_t r = 0; r < bulk.rigid.size(); ++r) shape.bodies[bulk.rigid[r]].pose = bulk.world.poses()[r];
    for (std::size_t d = 0; d < deformables.all.size(); ++d) {
        SceneBody& body = shape.bodies[deformables.all[d].body];
        Mesh mesh = *body.mesh;
        mesh.vertices.assign(bulk.world.vertices(d).begin(), bulk.world.vertices(d).end());
        mesh.cover = {};
        body.mesh = std::make_shared<const Mesh>(std::move(mesh));
        body.pose = {};
    }
    auto wrote = write_scene(fs::path(folder) / fmt::format("{:06}", frame), shape);
    if (!wrote) return wrote.error();
    return {};
}

Expected<BulkRun> run_bulk(const Scene& scene, const SceneDeformables& deformables, DeformableWorld& bulk, const RodSimulationOptions& options) {
    using Clock = std::chrono::steady_clock;
    const auto frames = static_cast<std::size_t>(std::max(1.0, std::round(options.seconds / options.frame)));
    ScenePoses paths(scene, options.seconds);
    BulkRun run;
    Progress progress("simulating", frames);
    for (std::size_t i = 0; i < frames && !run.is_interrupted; ++i) {
        if (!options.shapes.empty() && i % options.shapes_every == 0) {
            if (auto wrote = write_bulk_shape(scene, deformables, bulk, options.shapes, i); !wrote) return wrote.error();
            ++run.shapes;
        }
        const auto began = Clock::now();
        const soft::BulkReport report = soft::advance(bulk.world, [&](double clock) {
            const std::vector<Pose> all = paths.at(clock);
            std::vector<Pose> poses;
            for (const std::uint32_t body : bulk.rigid) poses.push_back(all[body]);
            return poses;
        });
        run.microseconds.push_back(std::chrono::duration<double, std::micro>(Clock::now() - began).count());
        BulkFrameNote note{bulk.world.time(), report.penetration, report.contacts, {}, {}};
        for (std::size_t r = 0; r < bulk.rigid.size(); ++r) note.force.push_back(bulk.world.force_on(r));
        for (std::size_t d = 0; d < deformables.all.size(); ++d) {
            note.held.emplace_back();
            for (std::size_t h = 0; h < deformables.all[d].holds.size(); ++h) note.held.back().push_back(bulk.world.force_on_hold(d, h));
        }
        run.notes.push_back(std::move(note));
        run.deepest = std::max(run.deepest, report.penetration);
        run.certified += report.certified;
        run.unconverged += !report.converged;
        run.stood += report.stood;
        run.waited = report.waited;
        run.is_interrupted = interrupt_requested();
        if (deformables.contact == soft::Response::Exact && (i + 1 == frames || (i + 1) % options.check_every == 0)) {
            const soft::BulkMemory& memory = bulk.world.memory();
            run.meeting += soft::meeting_triangles(memory.skins, soft::skin_vertices(memory, memory.poses)).size();
            ++run.checked;
        }
        progress.advance();
    }
    if (!options.shapes.empty()) {
        if (auto wrote = write_bulk_shape(scene, deformables, bulk, options.shapes, run.notes.size()); !wrote) return wrote.error();
        ++run.shapes;
    }
    return run;
}

Json bulk_json(const Scene& scene, const SceneDeformables& deformables, const DeformableWorld& bulk, const BulkRun& run) {
    Json json;
    json["frames"] = run.notes.size();
    json["certified"] = run.certified == run.notes.size() && run.meeting == 0;
    json["contact"] = name_of(deformables.contact);
    json["penetration"] = run.deepest;
    json["contacts"] = run.notes.empty() ? 0 : run.notes.back().contacts;
    json["unit"] = name_of(scene.unit);
    json["interrupted"] = run.is_interrupted;
    json["not_converged"] = run.unconverged;
    if (deformables.contact == soft::Response::Exact) {
        json["checked_frames"] = run.checked;
        json["interpenetrations"] = run.meeting;
        json["stood_seconds"] = run.stood;
        json["lag_seconds"] = run.waited < 1e-9 ? 0.0 : run.waited;
    }
    std::vector<double> times = run.microseconds;
    std::sort(times.begin(), times.end());
    double sum = 0.0;
    for (const double t : times) sum += t;
    json["step_microseconds"] = {{"mean", sum / static_cast<double>(times.size())}, {"median", times[times.size() / 2]}, {"max", times.back()}};
    json["deformables"] = Json::array();
    for (std::size_t d = 0; d < deformables.all.size(); ++d) {
        const soft::Lattice& lattice = bulk.world.lattice(d);
        json["deformables"].push_back({{"name", scene.bodies[deformables.all[d].body].name}, {"nodes", lattice.nodes.size()}, {"cells", lattice.cells.size()},
                                       {"cut_cells", lattice.cut_cells}, {"split_cells", lattice.split_cells}, {"cell", lattice.cell}, {"solid", lattice.is_solid}});
    }
    json["forces"] = Json::array();
    for (std::size_t r = 0; r < bulk.rigid.size(); ++r) {
        double most = 0.0;
        for (const BulkFrameNote& note : run.notes) most = std::max(most, note.force[r].norm());
        json["forces"].push_back({{"body", scene.bodies[bulk.rigid[r]].name}, {"newton", point_json(bulk.world.force_on(r))}, {"most_newton", most}});
    }
    json["track"] = Json::array();
    for (const BulkFrameNote& note : run.notes) {
        Json forces = Json::array(), held = Json::array();
        for (const Vec3& f : note.force) forces.push_back(point_json(f));
        for (const auto& of_body : note.held)
            for (const Vec3& f : of_body) held.push_back(point_json(f));
        json["track"].push_back({{"time", note.time}, {"penetration", note.penetration}, {"contacts", note.contacts}, {"newton", forces}, {"held_newton", held}});
    }
    return json;
}

std::string bulk_text(const Scene& scene, const SceneDeformables& deformables, const DeformableWorld& bulk, const BulkRun& run, bool colour) {
    std::string text = run.is_interrupted ? "interrupted: what follows is about the time until then\n" : "";
    Table table({"body", "force N", "most N"});
    for (std::size_t r = 0; r < bulk.rigid.size(); ++r) {
        double most = 0.0;
        for (const BulkFrameNote& note : run.notes) most = std::max(most, note.force[r].norm());
        table.add({shown(scene.bodies[bulk.rigid[r]].name), number_text(bulk.world.force_on(r).norm()), number_text(most)});
    }
    if (!bulk.rigid.empty()) text += table.text(colour);
    if (run.unconverged > 0) text += fmt::format("not converged: {}\n", count_of(run.unconverged, "frame"));
    if (run.stood > 0.0) text += fmt::format("bodies stood still for {:.3g} s: no motion was proved\n", run.stood);
    if (run.waited > 1e-9) text += fmt::format("rigid bodies lag behind by {:.3g} s: deformable ones are in their way\n", run.waited);
    if (run.meeting > 0) text += fmt::format("{} pairs of triangles meet; this is a bug of Graze, please report it\n", run.meeting);
    const int contacts = run.notes.empty() ? 0 : run.notes.back().contacts;
    if (deformables.contact == soft::Response::Exact)
        text += fmt::format("{}: {}, {} at the end\n", toned(run.meeting == 0 ? "clear" : "interpenetrating", run.meeting == 0 ? Tone::Good : Tone::Warning, colour),
                            count_of(run.notes.size(), "frame"), count_of(static_cast<std::uint64_t>(contacts), "contact"));
    else
        text += fmt::format("not certified: {}, {} at the end, deepest penetration {}\n", count_of(run.notes.size(), "frame"),
                            count_of(static_cast<std::uint64_t>(contacts), "contact"), length_text(run.deepest, scene.unit));
    return text;
}

}  // namespace

Expected<Answer> simulate_deformables(const Scene& scene, const SceneDeformables& deformables, const RodSimulationOptions& options, const Globals& globals) {
    if (!options.record.empty())
        return make_error(ErrorCode::Unsupported, "--record", "what deformable bodies did is written as meshes only", "use --shapes DIR");
    if (options.audit) return make_error(ErrorCode::Unsupported, "--audit", "it is for rods alone", "\"contact\": \"exact\" proves and checks every step");
    soft::BulkOptions bulk_options = bulk_options_of(scene, deformables, options.frame);
    bulk_options.gravity = options.gravity.value_or(bulk_options.gravity);
    auto bulk = world_of_deformables(scene, deformables, options.friction, bulk_options);
    if (!bulk) return Error{bulk.error().code, options.scene + ": " + bulk.error().message};
    const auto run = run_bulk(scene, deformables, *bulk, options);
    if (!run) return run.error();
    Answer answer;
    answer.json = bulk_json(scene, deformables, *bulk, *run);
    answer.text = bulk_text(scene, deformables, *bulk, *run, globals.colour);
    answer.exit_code = exit_code_of({.contact = run->meeting > 0, .incomplete = false, .undecided = false});
    if (run->is_interrupted && run->meeting == 0) answer.exit_code = kInterruptedByUser;
    if (run->shapes > 0) answer.text += fmt::format("{}: {}\n", shown(options.shapes), count_of(run->shapes, "scene"));
    return answer;
}

}  // namespace graze::cli
