// Long work: judging paths, measuring, clashes, exports.
#include "graze/core/file.h"
#include "graze/io/mesh/glb.h"
#include "graze/io/scene/scene_file.h"
#include "studio/judge.h"
#include "studio/studio_core.h"

#include <fmt/format.h>

namespace graze::studio {
namespace {

namespace fs = std::filesystem;

constexpr double kNextSimpler = 0.2, kFinestSimpler = 0.003;  // of the tolerance that is asked for: four tries

std::function<void()> nothing() {
    return [] {};
}

Expected<void> write_animation(const fs::path& file, const StudioPath* path, const OpenedScene& scene, const std::vector<Pose>& poses) {
    std::vector<AnimatedBody> bodies;
    for (std::uint32_t i = 0; i < scene.scene.bodies.size(); ++i) {
        const SceneBody& body = scene.scene.bodies[i];
        bodies.push_back({body.name, body.mesh.get(), body.colour, {path != nullptr ? path->start[i] : poses[i]}});
    }
    std::vector<double> times{0.0};
    if (path != nullptr) {
        times.clear();
        std::vector<std::size_t> stops;
        for (std::size_t stop = 0; stop < path->stops(); ++stop)
            if (times.empty() || path->stretch.times[stop] > times.back()) times.push_back(path->stretch.times[stop]), stops.push_back(stop);
        for (std::size_t k = 0; k < path->stretch.bodies.size(); ++k) {
            auto& moved = bodies[path->stretch.bodies[k]].poses;
            moved.clear();
            for (const std::size_t stop : stops) moved.push_back(path->stretch.poses[k][stop]);
        }
    }
    auto out = AtomicFile::create(file);
    if (!out) return out.error();
    const std::string where = file.string();
    if (auto wrote = write_glb_animation(*out, bodies, times, {conversion_factor(scene.scene.unit, Unit::Metre), where}); !wrote) return wrote;
    return out->commit();
}

}  // namespace

void Studio::Core::begin_judging(const Asker& asker, std::uint32_t number, const Check& how, bool certify) {
    const StudioPath* path = path_for(asker, number);
    if (path == nullptr) return;
    const fs::path folder = new_folder("exports");
    const JudgeOptions options{.graze = options_.graze, .folder = folder, .clearance = how.clearance, .budget_s = how.budget_s, .certify = certify};
    const auto scene = live_->shared_scene();
    const auto along = std::make_shared<const Scene>(scene_along(*path, *scene, live_->rules()));
    const auto found = std::make_shared<std::optional<Expected<Judgement>>>();
    const auto then = [this, asker, number, scene, found, folder, clearance = how.clearance] {
        if (!**found) return fail(asker, (*found)->error());
        const Judgement& judged = ***found;
        StudioPath* judged_path = live_ && live_->shared_scene() == scene ? live_->path(number) : nullptr;
        if (judged_path == nullptr) return fail(asker, make_error(ErrorCode::BadUsage, "check", "the path is no longer there"));
        judged_path->verdict = judged.verdict;
        judged_path->proved_until = judged.proved_until;
        judged_path->proved_gap = judged.proved_gap;
        judged_path->depth = judged.depth;
        judged_path->clearance = clearance;
        judged_path->marks = judged.marks;
        Json json{{"verdict", name_of(judged.verdict)},      {"proved_until", judged.proved_until}, {"proved_gap", number_json(judged.proved_gap)},
                  {"depth", number_json(judged.depth)},      {"segments", judged_path->stops() - 1}, {"bytes", judged.bytes},
                  {"verified", judged.is_verified},          {"proved", judged.proved}};
        if (judged.bytes > 0) {
            judged_path->scene_file = (folder.filename() / "scene.json").string();
            judged_path->certificate = (folder.filename() / "proof.graze").string();
            json["scene"] = judged_path->scene_file;
            json["certificate"] = judged_path->certificate;
        }
        live_->note_change();
        tell(asker.client, timeline_json(*judged_path, live_->scene(), live_->keep_apart()));
        done(asker, std::move(json));
    };
    tasks_.start(fmt::format("{} {}", certify ? "Certifying" : "Checking", path->name),
                 [along, options, found, then](TaskControl& control) {
                     *found = judge(*along, options, control);
                     return Tasks::Outcome{!found->value().has_value(), then};
                 },
                 [this, asker] { fail(asker, make_error(ErrorCode::Interrupted, "check", "was cancelled", "everything is as before")); });
}

void Studio::Core::obey(const Asker& asker, const Check& check) { begin_judging(asker, check.path, check, false); }

void Studio::Core::obey(const Asker& asker, const Certify& certify) {
    begin_judging(asker, certify.path, {.path = certify.path, .clearance = certify.clearance, .budget_s = certify.budget_s}, true);
}

void Studio::Core::obey(const Asker& asker, const Simplify& simplify) {
    const StudioPath* path = path_for(asker, simplify.path);
    if (path == nullptr) return;
    if (path->as_read) return fail(asker, make_error(ErrorCode::BadUsage, "simplify", "the path is that of a file", "continue from it, and record"));
    struct Found {
        StudioPath whole, made;
        std::optional<Expected<Judgement>> judged;
    };
    const auto scene = live_->shared_scene();
    const auto found = std::make_shared<Found>(Found{*path, {}, {}});
    const JudgeOptions options{.graze = options_.graze, .folder = new_folder("exports")};
    const auto then = [this, asker, scene, found] {
        if (!*found->judged) return fail(asker, found->judged->error());
        const Judgement& judged = **found->judged;
        StudioPath& made = found->made;
        if (judged.verdict != PathVerdict::Clear)
            return fail(asker,
                        make_error(ErrorCode::BadInput, "Not simplified", fmt::format("with {} stops bodies would touch, or it cannot be proved that they do not", made.stops()),
                                   "ask for a smaller tolerance; the path was kept as it was"),
                        "not_proved");
        if (!live_ || live_->shared_scene() != scene) return fail(asker, make_error(ErrorCode::BadUsage, "simplify", "another scene was opened meanwhile"));
        made.verdict = PathVerdict::Clear;
        made.clearance = 0.0;
        made.proved_gap = judged.proved_gap;
        add_and_answer(asker, std::move(made));
    };
    // What touches when it is made simpler is tried again with more of its stops.
    const auto work = [scene, found, options, then, rules = live_->rules(), tolerance = simplify.tolerance](TaskControl& control) {
        for (double allowed = tolerance; allowed > tolerance * kFinestSimpler; allowed *= kNextSimpler) {
            found->made = simplified(found->whole, allowed, *scene);
            control.done = -1.0;
            found->judged = judge(scene_along(found->made, *scene, rules), options, control);
            if (!*found->judged || (**found->judged).verdict == PathVerdict::Clear || found->made.stops() == found->whole.stops()) break;
        }
        return Tasks::Outcome{!found->judged->has_value(), then};
    };
    tasks_.start(fmt::format("Simplifying {}", path->name), work,
                 [this, asker] { fail(asker, make_error(ErrorCode::Interrupted, "simplify", "was cancelled", "the path was kept as it was")); });
}

void Studio::Core::obey(const Asker& asker, const Export& made) {
    const StudioPath* path = nullptr;
    if (made.path && (path = path_for(asker, *made.path)) == nullptr) return;
    const auto scene = live_->shared_scene();
    const fs::path folder = new_folder("exports");
    std::shared_ptr<const StudioPath> own = path != nullptr ? std::make_shared<const StudioPath>(*path) : nullptr;
    Scene standing = scene->scene;
    const auto poses = poses_now();
    if (own)
        standing = scene_along(*own, *scene, live_->rules());
    else
        for (std::size_t i = 0; i < poses.size(); ++i) standing.bodies[i].pose = poses[i];
    if (!own) standing.paths.clear(), standing.joints.clear();
    const auto along = std::make_shared<const Scene>(std::move(standing));
    const auto found = std::make_shared<Expected<void>>();
    const std::string file = made.what == ExportAs::Glb ? "animation.glb" : "scene.json";
    const auto then = [this, asker, found, folder, file] { answer(asker, *found, {{"download", (folder.filename() / file).string()}, {"folder", folder.string()}}); };
    tasks_.start("Exporting",
                 [scene, along, own, poses, found, folder, file, then, what = made.what](TaskControl&) {
                     if (what == ExportAs::Glb) {
                         *found = write_animation(folder / file, own.get(), *scene, poses);
                     } else if (const auto written = write_scene(folder, *along); !written) {
                         *found = written.error();
                     }
                     return Tasks::Outcome{!found->has_value(), then};
                 },
                 [this, asker] { fail(asker, make_error(ErrorCode::Interrupted, "export", "was cancelled")); });
}

void Studio::Core::obey(const Asker& asker, const Measure& ends) {
    const auto scene = live_->shared_scene();
    const auto found = std::make_shared<std::optional<Expected<Measured>>>();
    const auto then = [this, asker, found] {
        if (!**found) return fail(asker, (*found)->error());
        const Measured& m = ***found;
        const auto face = [](const std::optional<std::uint32_t>& one) { return one ? Json(*one) : Json(); };
        done(asker, {{"distance", {m.lo, m.hi}}, {"points", {vector_json(m.points[0]), vector_json(m.points[1])}}, {"faces", {face(m.faces[0]), face(m.faces[1])}}});
    };
    tasks_.start("Measuring",
                 [scene, poses = poses_now(), ends, found, then](TaskControl&) {
                     *found = measure(*scene, poses, ends);
                     return Tasks::Outcome{!found->value().has_value(), then};
                 },
                 nothing());
}

void Studio::Core::obey(const Asker& asker, const FindClashes& find) {
    auto standing = std::make_shared<Scene>(live_->scene().scene);
    standing->paths.clear();
    standing->joints.clear();
    const auto poses = poses_now();
    for (std::size_t i = 0; i < poses.size(); ++i) standing->bodies[i].pose = poses[i];
    const auto scene = live_->shared_scene();
    const auto found = std::make_shared<std::optional<Expected<ClashReport>>>();
    const auto then = [this, asker, found, scene, clearance = find.clearance] {
        if (!**found) return fail(asker, (*found)->error());
        if (!live_ || live_->shared_scene() != scene) return fail(asker, make_error(ErrorCode::BadUsage, "find_clashes", "another scene was opened meanwhile"));
        clashes_.take(***found, clearance);
        tell_all(clashes_.json(live_->ignored()));
        done(asker, {{"clashes", (***found).pairs.size()}});
    };
    tasks_.start("Looking for clashes",
                 [standing, found, then, clearance = find.clearance, threads = options_.threads](TaskControl&) {
                     ClashOptions options;
                     options.clearance = clearance;
                     options.threads = threads;
                     options.progress = Progress::Draw::Never;
                     *found = find_clashes(*standing, options);
                     return Tasks::Outcome{!found->value().has_value(), then};
                 },
                 [this, asker] { fail(asker, make_error(ErrorCode::Interrupted, "find_clashes", "was cancelled")); });
}

}  // namespace graze::studio
