// What the studio keeps of an open scene on disk: enough to go on after a restart.
#pragma once

#include "studio/live.h"

#include <map>
#include <string>
#include <vector>

namespace graze::studio {

struct SavedPose {
    std::string body;
    Pose pose = {};
};

struct SavedSession {
    std::string when = {}, name = {}, demo = {};
    std::vector<std::string> files = {};
    std::map<std::string, double> parameters = {};
    int order = 1;
    std::optional<Vec3> gravity = {};
    std::vector<SavedPose> poses = {};  // of bodies that are not where they began
    std::vector<std::array<std::string, 2>> ignored = {};
    std::vector<StudioPath> paths = {};  // bodies by number: those of `bodies`
    std::vector<std::string> bodies = {};
    struct Review {
        std::array<std::string, 2> bodies;
        std::string status, comment;
    };
    std::vector<Review> reviews = {};
};

/// What there is to save. Paths of more than so many poses in all, and those of files, are left out.
[[nodiscard]] SavedSession session_of(const Live& live);

[[nodiscard]] std::string format_session(const SavedSession& session);
/// Errors: BadInput for anything that `format_session` does not write.
[[nodiscard]] Expected<SavedSession> parse_session(const std::string& text, const std::string& file);

/// Puts everything back that fits to the scene. What does not is left out, and said. Pre: `live` has just been opened.
[[nodiscard]] std::vector<std::string> put_back(Live& live, const SavedSession& session);

}  // namespace graze::studio
