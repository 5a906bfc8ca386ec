// Tables of poses (CSV): a motion that was recorded by anything that can write text. docs/commands/audit.md
// describes the format.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/scene/scene.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace graze::internal {

/// Reads `text` and makes paths of it, in place of those that the scene has: the frames are the times of the table,
/// in order. Between two frames the origin of a body goes straight and the body turns about it at a constant rate
/// (slerp). A body that a frame does not name stays where it was; before its first row it is where that says.
/// Lengths are in the scene's unit. Returns the times.
///
/// Guarantee: the scene is valid if it was; poses are the doubles of the table, but that quaternions whose length is
///            off 1 by more than 1e-6 are normalised.
/// Errors:    BadInput with the line: columns that are missing, numbers that are none, bodies that do not exist, a
///            body twice at a time, a quaternion that is off 1 by more than 1 %, fewer than two times.
[[nodiscard]] Expected<std::vector<double>> add_pose_table(Scene& scene, std::string_view text,
                                                           const std::string& where);

}  // namespace graze::internal
