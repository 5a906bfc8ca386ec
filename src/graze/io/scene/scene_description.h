// What a scene file says, before any mesh is read. The format is described in docs/scene-format.md.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/scene/scene.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::internal {

struct BodyDescription {
    std::string name;  // empty only with split
    std::string mesh;  // path as written
    Pose pose;
    std::optional<std::string> part = {};   // take this body of the file alone
    bool split = false;                     // make each body of the file a body of the scene
    std::optional<double> deflection = {};  // of a CAD file, in the scene's unit
    std::optional<Unit> unit = {};  // what numbers mean in a file that states none; default: the scene's
    BodyPhysics physics = {};       // of each body of a file that is split
};

struct IgnoreDescription {
    std::array<BodySelector, 2> bodies;
    std::optional<Allowed> allowed = Allowed::Everything;  // nothing: "nothing", all is reported
    std::optional<double> depth;
};

struct ClearanceDescription {
    std::array<BodySelector, 2> bodies;
    double distance;
};

/// Of a scene, or of a file of rules.
struct RuleDescriptions {
    std::vector<IgnoreDescription> ignore = {};
    std::vector<ClearanceDescription> clearance = {};
};

struct JointDescription {
    std::string body;
    std::optional<std::string> parent;
    JointKind kind = JointKind::Fixed;
    Vec3 axis = Vec3::Zero();
    Vec3 origin = Vec3::Zero();
    std::optional<std::array<double, 2>> limits;
};

struct PathDescription {
    std::string body;
    InBetween in_between = InBetween::Screw;
    std::vector<Pose> poses;
    std::vector<int> turns;
    std::vector<double> values;
    std::optional<Vec3> about = {};
};

struct SceneDescription {
    Unit unit = Unit::Millimetre;
    std::vector<BodyDescription> bodies;
    std::vector<IgnoreDescription> ignore;
    std::vector<ClearanceDescription> clearance;
    std::vector<JointDescription> joints;
    std::vector<PathDescription> paths;
};

/// Reads the text of a scene file; touches no other file. `file` starts the messages.
///
/// Guarantee: keys, kinds, numbers, quaternions, unique names and lengths of paths are checked. Names of
///            parts of a split body, and which body a joint may carry, are left to `assemble_scene`.
[[nodiscard]] Expected<SceneDescription> parse_scene_text(std::string_view text, const std::string& file);

/// What a file of rules says: `"graze_rules": 1`, `unit`, `ignore` and `clearance` as in a scene.
struct RulesFileDescription {
    Unit unit = Unit::Millimetre;
    RuleDescriptions rules;
};

/// Names are not looked up: the bodies are those of another file.
[[nodiscard]] Expected<RulesFileDescription> parse_rules_text(std::string_view text, const std::string& file);

/// One kind of object in scene files, and the keys that the reader knows and demands.
struct SceneObjectKeys {
    std::string
        object;  // "scene", "body", "pose", "ignore", "clearance", "joint", "path", "rules", "product"
    std::vector<std::string> keys;
    std::vector<std::string> required;
};

/// docs/scene.schema.json must say the same; a test compares them.
[[nodiscard]] const std::vector<SceneObjectKeys>& scene_object_keys();

/// "screw", "slerp", "linear_parameters" and "everything", "touching", "interference", as files spell them.
[[nodiscard]] const char* name_of(InBetween in_between);
[[nodiscard]] const char* name_of(Allowed allowed);
/// "revolute", "prismatic", "fixed".
[[nodiscard]] const char* name_of(JointKind kind);

}  // namespace graze::internal
