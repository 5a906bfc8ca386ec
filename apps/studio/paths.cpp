#include "studio/paths.h"

#include "graze/core/wording.h"
#include "graze/dynamics/handling/places.h"
#include "graze/queries/instant/scene_at.h"
#include "graze/scene/scene_motion.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::studio {
namespace {

constexpr double kLoadedSeconds = 0.25;  // of a segment of a file, which knows no time

bool are_same(const Pose& p, const Pose& q) { return p.translation == q.translation && p.rotation.coeffs() == q.rotation.coeffs(); }

Pose between(const Pose& from, const Pose& to, const Vec3& centre, double share) {
    return moved(from, centre, share * displacement_to(from, to, centre));
}

/// How far points of a body may be apart in two poses.
double way(const Pose& from, const Pose& to, const OpenedScene& scene, std::uint32_t body) {
    const Vec6 d = displacement_to(from, to, scene.centres[body]);
    return d.head<3>().norm() + d.tail<3>().norm() * scene.bodies[body].size();
}

template <class T>
std::vector<T> picked(const std::vector<T>& all, const std::vector<std::size_t>& stops) {
    std::vector<T> some;
    for (const std::size_t stop : stops) some.push_back(all[stop]);
    return some;
}

StudioPath with_stops(const StudioPath& path, const std::vector<std::size_t>& stops) {
    StudioPath made{.number = 0, .name = path.name, .from = path.from, .stretch = path.stretch, .start = path.start};
    for (auto& poses : made.stretch.poses) poses = picked(poses, stops);
    made.stretch.times = picked(path.stretch.times, stops);
    made.stretch.least_distance = picked(path.stretch.least_distance, stops);
    made.stretch.contacts = picked(path.stretch.contacts, stops);
    const double first = made.stretch.times.front();
    for (double& time : made.stretch.times) time -= first;
    for (std::size_t k = 0; k < made.stretch.bodies.size(); ++k) made.start[made.stretch.bodies[k]] = made.stretch.poses[k].front();
    return made;
}

/// What is proved of all stops holds for some of them that follow each other, also the other way round.
PathVerdict inherited(const StudioPath& path) {
    const bool is_proved = path.verdict == PathVerdict::Proved || path.verdict == PathVerdict::Clear || path.verdict == PathVerdict::Certified;
    return is_proved && !path.as_read ? PathVerdict::Proved : PathVerdict::NotChecked;
}

/// Keeps the ends, and of what lies between the stop that is farthest from the straight way, and so on.
void keep(const StudioPath& path, const OpenedScene& scene, double tolerance, std::size_t first, std::size_t last, std::vector<std::size_t>& kept) {
    std::vector<std::pair<std::size_t, std::size_t>> open{{first, last}};
    while (!open.empty()) {
        const auto [from, until] = open.back();
        open.pop_back();
        double most = tolerance;
        std::size_t worst = from;
        for (std::size_t stop = from + 1; stop < until; ++stop) {
            const double share = static_cast<double>(stop - from) / static_cast<double>(until - from);
            for (std::size_t k = 0; k < path.stretch.bodies.size(); ++k) {
                const auto& poses = path.stretch.poses[k];
                const std::uint32_t body = path.stretch.bodies[k];
                const double off = way(between(poses[from], poses[until], scene.centres[body], share), poses[stop], scene, body);
                if (off > most) most = off, worst = stop;
            }
        }
        if (worst == from) continue;
        kept.push_back(worst);
        open.push_back({from, worst});
        open.push_back({worst, until});
    }
}

}  // namespace

const char* name_of(PathVerdict verdict) {
    switch (verdict) {
        case PathVerdict::NotChecked: return "not_checked";
        case PathVerdict::Proved: return "proved";
        case PathVerdict::Clear: return "clear";
        case PathVerdict::Contact: return "contact";
        case PathVerdict::OverlapAtStart: return "overlap_at_start";
        case PathVerdict::Undecided: return "undecided";
        case PathVerdict::Certified: return "certified";
    }
    return "not_checked";
}

std::optional<StudioPath> path_of(Stretch stretch, const World& world) {
    if (stretch.times.size() < 2) return std::nullopt;
    StudioPath path{.from = "recorded"};
    for (std::uint32_t i = 0; i < world.size(); ++i) path.start.push_back(world.pose(i));
    for (std::size_t k = 0; k < stretch.bodies.size(); ++k) {
        const auto& poses = stretch.poses[k];
        path.start[stretch.bodies[k]] = poses.front();
        if (std::all_of(poses.begin(), poses.end(), [&](const Pose& pose) { return are_same(pose, poses.front()); })) continue;
        path.stretch.bodies.push_back(stretch.bodies[k]);
        path.stretch.poses.push_back(poses);
    }
    if (path.stretch.bodies.empty()) return std::nullopt;
    path.stretch.times = std::move(stretch.times);
    path.stretch.least_distance = std::move(stretch.least_distance);
    path.stretch.contacts = std::move(stretch.contacts);
    path.stretch.deviation = stretch.deviation;
    path.verdict = PathVerdict::Proved;
    return path;
}

Expected<StudioPath> path_in(std::shared_ptr<const Scene> file, const OpenedScene& scene) {
    StudioPath path{.from = "loaded"};
    if (file->paths.empty()) return make_error(ErrorCode::BadInput, "the file", "has no paths", "load a scene with paths, or one that the studio exported");
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ids;  // in the file, in ours
    for (std::uint32_t i = 0; i < file->bodies.size(); ++i)
        if (const auto own = body_named(scene.scene, file->bodies[i].name)) ids.emplace_back(i, *own);
    for (const SceneBody& body : scene.scene.bodies) path.start.push_back(body.pose);
    const std::size_t segments = segments_of(*file);
    std::vector<std::vector<Pose>> poses(ids.size());
    for (std::size_t stop = 0; stop <= segments; ++stop) {
        Scene stood = *file;
        const SegmentTime time{std::min(stop, segments - 1), stop == segments ? 1.0 : 0.0};
        if (const auto done = stand_at(stood, time, "the path"); !done) return done.error();
        for (std::size_t k = 0; k < ids.size(); ++k) poses[k].push_back(stood.bodies[ids[k].first].pose);
        path.stretch.times.push_back(kLoadedSeconds * static_cast<double>(stop));
    }
    path.stretch.least_distance.assign(segments + 1, kInfinity);
    path.stretch.contacts.assign(segments + 1, 0);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        path.start[ids[k].second] = poses[k].front();
        if (std::all_of(poses[k].begin(), poses[k].end(), [&](const Pose& pose) { return are_same(pose, poses[k].front()); })) continue;
        path.stretch.bodies.push_back(ids[k].second);
        path.stretch.poses.push_back(std::move(poses[k]));
    }
    if (path.stretch.bodies.empty())
        return make_error(ErrorCode::BadInput, "the file", "moves no body that has the name of one of ours", "open its own scene first");
    path.as_read = std::move(file);
    return path;
}

Pose pose_at(const StudioPath& path, std::size_t k, double at, const OpenedScene& scene) {
    const auto& poses = path.stretch.poses[k];
    const auto stop = static_cast<std::size_t>(std::floor(at));
    if (stop + 1 >= poses.size()) return poses.back();
    const double share = at - std::floor(at);
    if (share == 0.0) return poses[stop];
    return between(poses[stop], poses[stop + 1], scene.centres[path.stretch.bodies[k]], share);
}

StudioPath trimmed(const StudioPath& path, std::size_t from, std::size_t until) {
    std::vector<std::size_t> stops;
    for (std::size_t stop = from; stop <= until; ++stop) stops.push_back(stop);
    StudioPath made = with_stops(path, stops);
    made.name += ", trimmed";
    made.from = "trimmed";
    made.verdict = inherited(path);
    return made;
}

StudioPath reversed(const StudioPath& path) {
    std::vector<std::size_t> stops;
    for (std::size_t stop = path.stops(); stop-- > 0;) stops.push_back(stop);
    StudioPath made = with_stops(path, stops);
    for (double& time : made.stretch.times) time = std::abs(time);
    made.name += ", backwards";
    made.from = "reversed";
    made.verdict = inherited(path);
    return made;
}

StudioPath simplified(const StudioPath& path, double tolerance, const OpenedScene& scene) {
    std::vector<std::size_t> kept{0, path.stops() - 1};
    keep(path, scene, tolerance, 0, path.stops() - 1, kept);
    std::sort(kept.begin(), kept.end());
    StudioPath made = with_stops(path, kept);
    made.name += ", simplified";
    made.from = "simplified";
    return made;
}

Scene scene_along(const StudioPath& path, const OpenedScene& scene, const JudgeRules& rules) {
    if (path.as_read) return *path.as_read;
    Scene along = scene.scene;
    along.paths.clear();
    along.joints.clear();
    for (std::uint32_t i = 0; i < along.bodies.size(); ++i) along.bodies[i].pose = path.start[i];
    for (std::size_t k = 0; k < path.stretch.bodies.size(); ++k) {
        const std::uint32_t body = path.stretch.bodies[k];
        Path one{.body = body, .in_between = InBetween::Slerp, .poses = {}, .turns = {}, .about = scene.centres[body]};
        for (const Pose& pose : path.stretch.poses[k]) one.poses.push_back({apply(pose, scene.centres[body]), pose.rotation});
        along.bodies[body].pose = body_pose(one, 0);
        along.paths.push_back(std::move(one));
    }
    std::uint32_t order = 0;
    for (const IgnoredPair& rule : along.ignore) order = std::max(order, rule.order + 1);
    for (const IgnoredGroups& rule : along.by_group.ignore) order = std::max(order, rule.order + 1);
    const auto add = [&](const BodyPair& bodies, Allowed allowed, std::optional<double> depth) {
        std::erase_if(along.ignore, [&](const IgnoredPair& old) { return std::is_permutation(old.bodies.begin(), old.bodies.end(), bodies.begin()); });
        along.ignore.push_back({.bodies = bodies, .allowed = allowed, .depth = depth, .order = order++});
    };
    for (const WorldSeat& seat : rules.seats) add(seat.bodies, Allowed::Interference, seat.depth);
    for (const BodyPair& pair : rules.ignored) add(pair, Allowed::Everything, {});
    return along;
}

}  // namespace graze::studio
