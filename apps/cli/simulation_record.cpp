#include "simulation_record.h"

#include "graze/core/file.h"
#include "graze/core/wording.h"
#include "graze/io/mesh/glb.h"
#include "graze/io/scene/scene_description.h"
#include "graze/io/scene/scene_text.h"
#include "output.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLongestScene = std::uint64_t{64} << 20;  // what readers take

bool are_same(const Pose& p, const Pose& q) {
    return p.translation == q.translation && p.rotation.coeffs() == q.rotation.coeffs();
}

/// The entry of a scene file that a body is from: its own, or that of the split file that it is a part of.
Expected<const BodyDescription*> described(const SceneDescription& file, const std::string& name) {
    const BodyDescription* found = nullptr;
    for (const BodyDescription& body : file.bodies) {
        if (!body.split && body.name == name) return &body;
        if (!body.split || !(body.name.empty() || name.starts_with(body.name + "/"))) continue;
        if (found)
            return make_error(ErrorCode::Unsupported, in_quotes(name), "it may be a part of two of the files that the scene splits",
                              "give each of them a name of its own");
        found = &body;
    }
    if (found) return found;
    return make_error(ErrorCode::BadInput, in_quotes(name), "it is no longer in the scene file", "was the file changed meanwhile?");
}

/// The stops at which something is not where it was at the stop before: their numbers.
std::vector<std::size_t> stops_with_motion(const WorldTrack& track) {
    std::vector<std::size_t> stops;
    const std::size_t count = track.poses.empty() ? 0 : track.poses.front().size();
    for (std::size_t stop = 0; stop < count; ++stop) {
        const bool moves = std::any_of(track.poses.begin(), track.poses.end(), [&](const std::vector<Pose>& poses) {
            return stop > 0 && !are_same(poses[stop - 1], poses[stop]);
        });
        if (stop == 0 || moves) stops.push_back(stop);
    }
    return stops;
}

/// One body's path. Where a file puts a part of it is baked into bodies with a path: `place` is that.
PathDescription path_of(const std::string& name, const std::vector<Pose>& poses, const std::vector<std::size_t>& stops,
                        const std::pair<Vec3, Pose>& centre_and_place) {
    const auto& [centre, place] = centre_and_place;
    const bool is_placed = !are_same(place, Pose{});
    PathDescription path{.body = name, .in_between = InBetween::Slerp, .poses = {}, .turns = {}, .values = {}};
    path.about = is_placed ? apply(place, centre) : centre;
    for (const std::size_t stop : stops) {
        const Pose& pose = poses[stop];
        Eigen::Quaterniond turn = pose.rotation;
        if (is_placed) turn = product(turn, place.rotation.conjugate()).normalized();
        path.poses.push_back({apply(pose, centre), turn});
    }
    return path;
}

/// Paths of a mesh file are relative to the scene's folder.
std::string seen_from(const fs::path& folder, const fs::path& scene_folder, const std::string& mesh) {
    const fs::path at = fs::path(mesh).is_absolute() ? fs::path(mesh) : fs::absolute(scene_folder / mesh);
    std::error_code failed;
    const fs::path relative = fs::proximate(at, folder, failed);
    return (failed ? at : relative).generic_string();
}

Expected<void> describe(SceneDescription& file, const Scene& scene, const World& world, const WorldTrack& track) {
    std::vector<std::size_t> stops = stops_with_motion(track);
    if (stops.size() == 1) stops.push_back(0);  // nothing moved
    std::vector<bool> is_baked(scene.bodies.size(), false);
    for (const Path& path : scene.paths) is_baked[path.body] = !path.poses.empty();
    file.paths.clear();
    file.joints.clear();
    for (std::size_t k = 0; k < track.bodies.size(); ++k) {
        const std::uint32_t id = track.bodies[k];
        const std::vector<Pose>& poses = track.poses[k];
        const bool moved = std::any_of(stops.begin(), stops.end(), [&](std::size_t stop) { return !are_same(poses[stop], poses[0]); });
        if (!moved && !is_baked[id]) continue;  // its pose says it all
        Pose place;
        if (!is_baked[id]) {
            const auto from = described(file, scene.bodies[id].name);
            if (!from) return from.error();
            if (!are_same((*from)->pose, scene.bodies[id].pose)) place = relative((*from)->pose, scene.bodies[id].pose);
        }
        file.paths.push_back(path_of(scene.bodies[id].name, poses, stops, {world.mass(id)->centre, place}));
    }
    for (const WorldSeat& seat : world.seats()) {
        IgnoreDescription rule;
        for (int side = 0; side < 2; ++side) rule.bodies[side] = {scene.bodies[seat.bodies[side]].name};
        rule.allowed = Allowed::Interference;
        rule.depth = seat.depth;
        std::erase_if(file.ignore, [&](const IgnoreDescription& old) {  // the same pair twice would be refused
            return std::is_permutation(old.bodies.begin(), old.bodies.end(), rule.bodies.begin());
        });
        file.ignore.push_back(rule);
    }
    return {};
}

}  // namespace

Expected<RecordedScene> write_record(const Scene& scene, const World& world, const WorldTrack& track, const RecordFiles& files) {
    const auto text = read_file(files.scene);
    if (!text) return text.error();
    auto file = parse_scene_text(*text, files.scene);
    if (!file) return file.error();
    if (auto made = describe(*file, scene, world, track); !made) return made.error();
    const fs::path scene_folder = fs::absolute(files.scene).parent_path();
    const fs::path folder = is_stdout(files.out) ? fs::current_path() : fs::absolute(files.out).parent_path();
    for (BodyDescription& body : file->bodies) body.mesh = seen_from(folder, scene_folder, body.mesh);
    const std::string written = format_scene_text(*file);
    if (written.size() > kLongestScene)
        return make_error(ErrorCode::Unsupported, files.out,
                          fmt::format("the record has {} bytes, readers of scenes take {}", written.size(), kLongestScene),
                          "simulate less time, or fewer bodies that move");
    if (auto wrote = write_file_atomically(files.out, written); !wrote) return wrote.error();
    return RecordedScene{file->paths.empty() ? 0 : file->paths.front().poses.size(), written.size()};
}

Expected<std::uint64_t> write_animation(const Scene& scene, const WorldTrack& track, double frame, const std::string& out) {
    std::vector<double> times;
    for (std::size_t i = 0; i <= track.frames.size(); ++i) times.push_back(frame * static_cast<double>(i));
    std::vector<AnimatedBody> bodies;
    for (const SceneBody& body : scene.bodies) bodies.push_back({body.name, body.mesh.get(), body.colour, {body.pose}});
    for (std::size_t k = 0; k < track.bodies.size(); ++k) {
        std::vector<Pose>& poses = bodies[track.bodies[k]].poses;
        poses = {track.poses[k].front()};
        for (const std::size_t stops : track.frames) poses.push_back(track.poses[k][stops - 1]);
    }
    auto file = AtomicFile::create(out);
    if (!file) return file.error();
    const double metres = conversion_factor(scene.unit, Unit::Metre);
    if (auto wrote = write_glb_animation(*file, bodies, times, {metres, out}); !wrote) return wrote.error();
    if (auto committed = file->commit(); !committed) return committed.error();
    std::error_code failed;
    const auto bytes = fs::file_size(out, failed);
    return failed ? 0 : bytes;
}

}  // namespace graze::cli
