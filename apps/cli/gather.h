// Several files as one scene, and its bodies ready to be drawn: what `view`, `clash` and `distance` share.
#pragma once

#include "command.h"
#include "graze/core/expected.h"
#include "graze/core/watch.h"
#include "graze/picture/picture.h"
#include "graze/queries/instant/scene_at.h"
#include "graze/scene/scene.h"

#include <filesystem>
#include <string>
#include <vector>

namespace graze::cli {

/// What to do with mesh files of several bodies.
enum class Parts {
    Split,         // each is a body of the scene
    JoinIfSeveral  // each file is one body, unless it is the only file, or is split
};

/// A scene that stands.
struct Gathered {
    Scene scene;
    RoundedStand stand;  // which poses are rounded
};

/// All files as one scene with the rules of scene files, and then those of --rules. Paths are left out: bodies
/// stand where they are at the time of --at, or at the beginning.
[[nodiscard]] Expected<Gathered> gather(const FileWords& words, Parts parts, int threads,
                                        const Watch* watch = nullptr);

/// `pose_rounded`: null, or how many bodies and how far they may be off.
[[nodiscard]] Json stand_json(const RoundedStand& stand);
/// A line about it, or nothing.
[[nodiscard]] std::string stand_text(const RoundedStand& stand, Unit unit);

/// Where colours mean something (red is contact), those of files would lie.
enum class Colours { OfFiles, Own };

/// Each body opaque, in a colour of its own, or in that of its file where it has one.
[[nodiscard]] std::vector<PictureBody> picture_bodies(const Scene& scene, Colours colours);

/// We write PNG only, so another ending would lie. Devices have no ending.
[[nodiscard]] Expected<void> validate_png_name(const std::filesystem::path& out, const char* option);

}  // namespace graze::cli
