// Several files as one scene, and its bodies ready to be drawn: what `view`, `clash` and `distance` share.
#pragma once

#include "graze/core/expected.h"
#include "graze/picture/picture.h"
#include "graze/scene/scene.h"

#include <filesystem>
#include <string>
#include <vector>

namespace graze::cli {

/// What to do with mesh files of several bodies.
enum class Parts {
    Split,         // each is a body of the scene
    JoinIfSeveral  // each file is one body, unless it is the only file
};

struct GatherOptions {
    std::string unit = {};        // the word of --unit; empty: not given
    std::string crease = {};      // of --crease
    std::string deflection = {};  // of --deflection
    Parts parts = Parts::Split;
    int threads = 0;
};

/// All files as one scene with the rules of scene files; paths are left out, their bodies stand at the first
/// pose.
[[nodiscard]] Expected<Scene> gather(const std::vector<std::string>& files, const GatherOptions& options);

/// Each body in the colour that its file gives it, else in one of its own; opaque.
[[nodiscard]] std::vector<PictureBody> picture_bodies(const Scene& scene);

/// We write PNG only, so another ending would lie. Devices have no ending.
[[nodiscard]] Expected<void> validate_png_name(const std::filesystem::path& out, const char* option);

}  // namespace graze::cli
