// A scene: bodies, where they are, how they move, and which pairs matter. Plain data; scene files
// (DESIGN 4, docs/scene-format.md) are read in io/.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/unit.h"
#include "graze/geometry/pose.h"
#include "graze/model/mesh.h"
#include "graze/model/missing.h"
#include "graze/scene/body_selector.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// How a body resists and answers pushes: for simulations, nothing else looks at it. What is left out is for
/// the simulation to choose. The unit of mass is the user's own, one for the whole scene.
struct BodyPhysics {
    std::optional<double> density = {};      // > 0; per cubic unit of length, of an open mesh per square unit
    std::optional<double> mass = {};         // > 0; instead of the density
    std::optional<double> friction = {};     // >= 0, Coulomb's coefficient
    std::optional<double> restitution = {};  // 0 to 1: how much of its speed it keeps when it bounces
    bool operator==(const BodyPhysics&) const = default;
};

/// A named body of a scene, and where it is. Bodies of the same file share one mesh.
struct SceneBody {
    std::string name;                  // unique in the scene, not empty
    std::shared_ptr<const Mesh> mesh;  // in the scene's unit
    Pose pose;
    std::optional<Rgb> colour = {};  // where the file has one
    std::string product = {};        // of CAD: the name of the part that it is an instance of
    BodyPhysics physics = {};
};

/// How poses are joined: see motion/ for the formulas.
enum class InBetween { Screw, Slerp, LinearParameters };

/// What a pair of bodies may do without being reported.
enum class Allowed { Everything, Touching, Interference };

struct IgnoredPair {
    std::array<std::uint32_t, 2> bodies;  // ids in Scene::bodies
    Allowed allowed = Allowed::Everything;
    std::optional<double> depth = {};  // for Interference: the deepest that is allowed
    std::uint32_t order = 0;           // among the rules of its list: the last that names a pair holds
};

struct PairClearance {
    std::array<std::uint32_t, 2> bodies;
    double distance;
    std::uint32_t order = 0;
};

/// Bodies that one side of a rule stands for.
struct BodyGroup {
    BodySelector selector;
    std::vector<std::uint32_t> bodies;  // ids, rising; at least one
};

/// IgnoredPair, of all pairs with one body in each of two groups.
struct IgnoredGroups {
    std::array<std::uint32_t, 2> groups;  // ids in GroupRules::groups
    std::optional<Allowed> allowed;       // nothing: whatever they do is reported
    std::optional<double> depth = {};
    std::uint32_t order = 0;
};

struct GroupsClearance {
    std::array<std::uint32_t, 2> groups;
    double distance;
    std::uint32_t order = 0;
};

/// Rules about many pairs at once; their pairs are never listed.
struct GroupRules {
    std::vector<BodyGroup> groups = {};
    std::vector<IgnoredGroups> ignore = {};
    std::vector<GroupsClearance> clearance = {};
};

enum class JointKind { Revolute, Prismatic, Fixed };

/// How a body is carried by another. At value 0 of every joint, each body is at its `pose`, so what is asked
/// of one instant is asked of poses in doubles (contract C2). The axis is a line of the scene at that rest.
struct Joint {
    std::uint32_t body;                   // that moves; at most one joint per body
    std::optional<std::uint32_t> parent;  // that carries it; none: the world
    JointKind kind = JointKind::Fixed;
    Vec3 axis = Vec3::Zero();                          // not zero unless Fixed; need not be unit
    Vec3 origin = Vec3::Zero();                        // a point on the axis
    std::optional<std::array<double, 2>> limits = {};  // of the value: degrees (Revolute) or a length
};

/// How a body moves: from pose to pose, or from value to value of its joint.
struct Path {
    std::uint32_t body;
    InBetween in_between = InBetween::Screw;
    std::vector<Pose> poses;          // at least two; pose i to pose i+1 is segment i
    std::vector<int> turns;           // whole turns added per segment; empty: none
    std::vector<double> values = {};  // instead of poses: of the body's joint, degrees if Revolute
    /// With Slerp: the poses say how the body is turned and where this point of it is (in its own coordinates),
    /// so a pose (t, q) takes x to R(q) (x - about) + t. The body turns about the point, which goes straight.
    std::optional<Vec3> about = {};
};

/// Where the i-th pose of a path puts the body; rounded to doubles if the path is about a point.
[[nodiscard]] Pose body_pose(const Path& path, std::size_t i);

struct Scene {
    Unit unit = Unit::Millimetre;
    std::vector<SceneBody> bodies;
    std::vector<IgnoredPair> ignore;
    std::vector<PairClearance> clearance;
    std::vector<Joint> joints;  // no body carries itself, not even through others
    std::vector<Path> paths;    // all with the same number of poses or values, at most one per body
    std::vector<MissingPart> missing = {};  // of its files: not empty: a verdict about it is incomplete
    GroupRules by_group = {};   // beside `ignore` and `clearance`; of rules about a pair the last holds
    std::vector<std::string> notes = {};  // of the reader: rules that match nothing
};

/// The number of poses or values of a path.
[[nodiscard]] inline std::size_t stops_of(const Path& path) {
    return path.values.empty() ? path.poses.size() : path.values.size();
}

/// The id of the body with this name.
[[nodiscard]] std::optional<std::uint32_t> body_named(const Scene& scene, std::string_view name);

/// Says what is wrong with such numbers. `where` starts the message.
[[nodiscard]] Expected<void> validate(const BodyPhysics& physics, const std::string& where);

/// Says what is wrong with the scene as data, mesh by mesh and number by number: everything that a scene file
/// would be refused for. `where` starts the message. Cost: O(triangles) per distinct mesh.
[[nodiscard]] Expected<void> validate(const Scene& scene, const std::string& where);

/// Why this cannot be the name of a body; empty if it can. Names are 1 to 1000 bytes of UTF-8 without
/// control characters.
[[nodiscard]] std::string problem_with_name(std::string_view name);

}  // namespace graze
