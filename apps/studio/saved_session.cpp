#include "studio/saved_session.h"

#include "graze/dynamics/handling/world_memory.h"
#include "studio/state_json.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::studio {
namespace {

constexpr int kVersion = 1;
constexpr std::size_t kMostPoses = 200'000;

Pose pose_from(const Json& json) {
    const auto n = json.get<std::array<double, 7>>();
    Pose pose{.translation = {n[0], n[1], n[2]}, .rotation = Eigen::Quaterniond(n[6], n[3], n[4], n[5])};
    if (!is_valid(pose)) throw std::invalid_argument("a pose is none");
    return pose;
}

Json path_json(const StudioPath& path) {
    Json poses = Json::array(), start = Json::array(), least = Json::array();
    for (const auto& of_body : path.stretch.poses) {
        Json list = Json::array();
        for (const Pose& pose : of_body) list.push_back(pose_json(pose));
        poses.push_back(std::move(list));
    }
    for (const Pose& pose : path.start) start.push_back(pose_json(pose));
    for (const double distance : path.stretch.least_distance) least.push_back(number_json(distance));
    return {{"name", path.name}, {"from", path.from}, {"verdict", static_cast<int>(path.verdict)}, {"bodies", path.stretch.bodies}, {"poses", std::move(poses)},
            {"start", std::move(start)}, {"times", path.stretch.times}, {"least", std::move(least)}, {"contacts", path.stretch.contacts},
            {"gap", number_json(path.proved_gap)}, {"depth", number_json(path.depth)}, {"scene", path.scene_file}, {"certificate", path.certificate}};
}

std::optional<double> number_from(const Json& json) { return json.is_number() ? std::optional(json.get<double>()) : std::nullopt; }

StudioPath path_from(const Json& json) {
    StudioPath path{.name = json.at("name"), .from = json.at("from")};
    path.verdict = static_cast<PathVerdict>(std::clamp(json.at("verdict").get<int>(), 0, static_cast<int>(PathVerdict::Certified)));
    path.stretch.bodies = json.at("bodies").get<std::vector<std::uint32_t>>();
    for (const Json& list : json.at("poses")) {
        path.stretch.poses.emplace_back();
        for (const Json& pose : list) path.stretch.poses.back().push_back(pose_from(pose));
    }
    for (const Json& pose : json.at("start")) path.start.push_back(pose_from(pose));
    path.stretch.times = json.at("times").get<std::vector<double>>();
    for (const Json& one : json.at("least")) path.stretch.least_distance.push_back(number_from(one).value_or(std::numeric_limits<double>::infinity()));
    path.stretch.contacts = json.at("contacts").get<std::vector<std::uint32_t>>();
    path.proved_gap = number_from(json.at("gap"));
    path.depth = number_from(json.at("depth"));
    path.scene_file = json.at("scene");
    path.certificate = json.at("certificate");
    const std::size_t stops = path.stretch.times.size();
    const bool fits = stops >= 2 && path.stretch.least_distance.size() == stops && path.stretch.contacts.size() == stops &&
                      path.stretch.poses.size() == path.stretch.bodies.size() && !path.stretch.bodies.empty() &&
                      std::all_of(path.stretch.poses.begin(), path.stretch.poses.end(), [&](const auto& poses) { return poses.size() == stops; });
    if (!fits) throw std::invalid_argument("a path has lists of different lengths");
    return path;
}

}  // namespace

SavedSession session_of(const Live& live) {
    const Scene& scene = live.scene().scene;
    SavedSession session;
    session.order = live.order() == WorldOrder::First ? 1 : 2;
    session.gravity = live.world().memory().options.gravity;
    for (std::uint32_t i = 0; i < live.world().size(); ++i) {
        session.bodies.push_back(scene.bodies[i].name);
        if (!live.world().is_movable(i)) continue;
        const Pose &now = live.world().pose(i), &then = scene.bodies[i].pose;
        if (now.translation != then.translation || now.rotation.coeffs() != then.rotation.coeffs()) session.poses.push_back({scene.bodies[i].name, now});
    }
    for (const auto& [a, b] : live.ignored()) session.ignored.push_back({scene.bodies[a].name, scene.bodies[b].name});
    std::size_t poses = 0;
    for (const auto& [number, path] : live.paths()) {
        poses += path.stops() * path.stretch.bodies.size() + path.start.size();
        if (!path.as_read && poses <= kMostPoses) session.paths.push_back(path);
    }
    return session;
}

std::string format_session(const SavedSession& session) {
    Json poses = Json::array(), paths = Json::array(), reviews = Json::array();
    for (const SavedPose& one : session.poses) poses.push_back({{"body", one.body}, {"pose", pose_json(one.pose)}});
    for (const StudioPath& path : session.paths) paths.push_back(path_json(path));
    for (const SavedSession::Review& review : session.reviews) reviews.push_back({{"bodies", review.bodies}, {"status", review.status}, {"comment", review.comment}});
    return text_of({{"graze_studio", kVersion}, {"when", session.when}, {"name", session.name}, {"demo", session.demo}, {"files", session.files},
                    {"parameters", session.parameters}, {"order", session.order}, {"gravity", session.gravity ? vector_json(*session.gravity) : Json()},
                    {"bodies", session.bodies}, {"poses", std::move(poses)}, {"ignored", session.ignored}, {"paths", std::move(paths)}, {"reviews", std::move(reviews)}});
}

Expected<SavedSession> parse_session(const std::string& text, const std::string& file) {
    try {
        const Json json = Json::parse(text);
        if (json.at("graze_studio") != kVersion) throw std::invalid_argument("another version");
        SavedSession session{.when = json.at("when"), .name = json.at("name"), .demo = json.at("demo"), .files = json.at("files"),
                             .parameters = json.at("parameters"), .order = json.at("order")};
        if (json.at("gravity").is_array()) {
            const auto n = json.at("gravity").get<std::array<double, 3>>();
            session.gravity = Vec3(n[0], n[1], n[2]);
        }
        session.bodies = json.at("bodies").get<std::vector<std::string>>();
        session.ignored = json.at("ignored").get<std::vector<std::array<std::string, 2>>>();
        for (const Json& one : json.at("poses")) session.poses.push_back({one.at("body"), pose_from(one.at("pose"))});
        for (const Json& path : json.at("paths")) session.paths.push_back(path_from(path));
        for (const Json& one : json.at("reviews"))
            session.reviews.push_back({one.at("bodies").get<std::array<std::string, 2>>(), one.at("status"), one.at("comment")});
        return session;
    } catch (const std::exception& wrong) {
        return make_error(ErrorCode::BadInput, file, std::string("is no saved session: ") + wrong.what(), "remove it to begin anew");
    }
}

std::vector<std::string> put_back(Live& live, const SavedSession& session) {
    const Scene& scene = live.scene().scene;
    std::vector<std::string> left_out;
    for (const auto& [a, b] : session.ignored) {
        const auto i = body_named(scene, a), j = body_named(scene, b);
        if (i && j && *i != *j)
            if (auto set = live.ignore({.bodies = {std::min(*i, *j), std::max(*i, *j)}, .on = true}); !set) left_out.push_back(set.error().message);
    }
    std::vector<std::pair<std::uint32_t, Pose>> poses;
    for (const SavedPose& one : session.poses)
        if (const auto body = body_named(scene, one.body)) poses.emplace_back(*body, one.pose);
    if (!poses.empty())
        if (auto put = live.put_bodies(poses, "As it was saved"); !put) left_out.push_back(put.error().message);
    if (session.order == 2) {
        SetWorld set{.order = 2};
        set.gravity = session.gravity;
        set.paused = true;  // nothing falls before somebody looks
        if (auto done = live.set_world(set); !done) left_out.push_back(done.error().message);
    }
    std::vector<std::string> names;
    for (const SceneBody& body : scene.bodies) names.push_back(body.name);
    if (names != session.bodies) {
        if (!session.paths.empty()) left_out.emplace_back("the scene has other bodies than when its paths were saved");
        return left_out;
    }
    for (StudioPath path : session.paths) {
        const bool fits = path.start.size() == names.size() && std::all_of(path.stretch.bodies.begin(), path.stretch.bodies.end(), [&](std::uint32_t i) { return i < names.size(); });
        // What a file claims is not what was proved here: it can be certified again.
        if (path.verdict != PathVerdict::NotChecked) path.verdict = PathVerdict::NotChecked;
        if (fits) (void)live.add_path(std::move(path));
    }
    return left_out;
}

}  // namespace graze::studio
