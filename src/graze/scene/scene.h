// A scene: bodies, where they are, how they move, and which pairs matter. Plain data; scene files
// (DESIGN 4, docs/scene-format.md) are read in io/.
#pragma once

#include "graze/core/expected.h"
#include "graze/geometry/pose.h"
#include "graze/model/mesh.h"
#include "graze/scene/unit.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// Bodies of the same file share one mesh.
struct Body {
    std::string name;                  // unique in the scene, not empty
    std::shared_ptr<const Mesh> mesh;  // in the scene's unit
    Pose pose;
};

/// How poses are joined: see motion/ for the formulas.
enum class InBetween { Screw, Slerp, LinearParameters };

/// What a pair of bodies may do without being reported.
enum class Allowed { Everything, Touching, Interference };

struct IgnoredPair {
    std::array<std::uint32_t, 2> bodies;  // ids in Scene::bodies
    Allowed allowed = Allowed::Everything;
    std::optional<double> depth = {};  // for Interference: the deepest that is allowed
};

struct PairClearance {
    std::array<std::uint32_t, 2> bodies;
    double distance;
};

struct Path {
    std::uint32_t body;
    InBetween in_between = InBetween::Screw;
    std::vector<Pose> poses;  // at least two; pose i to pose i+1 is segment i
    std::vector<int> turns;   // whole turns added per segment; empty: none
};

struct Scene {
    Unit unit = Unit::Millimetre;
    std::vector<Body> bodies;
    std::vector<IgnoredPair> ignore;
    std::vector<PairClearance> clearance;
    std::vector<Path> paths;  // all with the same number of poses, at most one per body
};

/// The id of the body with this name.
[[nodiscard]] std::optional<std::uint32_t> body_named(const Scene& scene, std::string_view name);

/// Says what is wrong with the scene as data, mesh by mesh and number by number: everything that a scene file
/// would be refused for. `where` starts the message. Cost: O(triangles) per distinct mesh.
[[nodiscard]] Expected<void> validate(const Scene& scene, const std::string& where);

/// Why this cannot be the name of a body; empty if it can. Names are 1 to 1000 bytes of UTF-8 without
/// control characters.
[[nodiscard]] std::string problem_with_name(std::string_view name);

}  // namespace graze
