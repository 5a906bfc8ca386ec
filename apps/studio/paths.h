// Paths: what a hand did, or a file says, as stops between which bodies slerp about their centres of mass.
#pragma once

#include "studio/opened_scene.h"
#include "studio/tape.h"

#include <optional>
#include <string>
#include <vector>

namespace graze::studio {

enum class PathVerdict : std::uint8_t { NotChecked, Proved, Clear, Contact, OverlapAtStart, Undecided, Certified };
[[nodiscard]] const char* name_of(PathVerdict verdict);

/// A part of a path of which something is to be said: stops.
struct PathMark {
    double from = 0.0, until = 0.0;
    std::string kind;  // "contact", "undecided"
    std::optional<BodyPair> bodies = {};
    std::optional<Vec3> point = {};
};

struct StudioPath {
    std::uint32_t number = 0;
    std::string name = {}, from = {};  // "recorded", "loaded", ...
    Stretch stretch = {};       // of bodies that move along it; at least two stops
    std::vector<Pose> start = {};      // of all bodies of the scene
    std::shared_ptr<const Scene> as_read = {};  // "loaded": with the in-between motions of its file
    PathVerdict verdict = PathVerdict::NotChecked;
    std::optional<double> proved_until = {}, proved_gap = {}, depth = {}, clearance = {};
    std::string scene_file = {}, certificate = {};  // for /download, once certified
    std::vector<PathMark> marks = {};

    [[nodiscard]] std::size_t stops() const { return stretch.times.size(); }
};

/// Of what was recorded: bodies that moved, and where all others stood. Nothing: nobody moved.
[[nodiscard]] std::optional<StudioPath> path_of(Stretch stretch, const World& world);

/// The paths of a scene, moved by whatever moves them, for bodies with the names of ours. Errors: it has none of ours.
[[nodiscard]] Expected<StudioPath> path_in(std::shared_ptr<const Scene> file, const OpenedScene& scene);

/// Where body k of the path is at a stop, also between two. Pre: 0 <= at <= stops - 1.
[[nodiscard]] Pose pose_at(const StudioPath& path, std::size_t k, double at, const OpenedScene& scene);

/// Pre: from < until < stops.
[[nodiscard]] StudioPath trimmed(const StudioPath& path, std::size_t from, std::size_t until);
[[nodiscard]] StudioPath reversed(const StudioPath& path);
/// Drops stops as long as no point of a body leaves its way by more than about the tolerance. Nothing is proved of it.
[[nodiscard]] StudioPath simplified(const StudioPath& path, double tolerance, const OpenedScene& scene);

/// Rules that a path is judged with beside those of the scene.
struct JudgeRules {
    std::vector<WorldSeat> seats;
    std::vector<BodyPair> ignored;
};

/// The scene whose paths are just this one.
[[nodiscard]] Scene scene_along(const StudioPath& path, const OpenedScene& scene, const JudgeRules& rules);

}  // namespace graze::studio
