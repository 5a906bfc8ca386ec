#include "graze/io/scene/scene_text.h"

#include <cmath>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::internal {
namespace {

/// The shortest text that reads back as the same double. JSON readers take "-0" for the integer 0.
std::string number_text(double value) {
    if (value == 0.0 && std::signbit(value)) return "-0.0";
    return fmt::format("{}", value);
}

std::string string_text(const std::string& text) { return nlohmann::json(text).dump(); }

std::string pose_text(const Pose& pose) {
    const auto& t = pose.translation;
    const auto& q = pose.rotation;
    return fmt::format(R"({{"translation": [{}, {}, {}], "quaternion": [{}, {}, {}, {}]}})",
                       number_text(t.x()), number_text(t.y()), number_text(t.z()), number_text(q.x()),
                       number_text(q.y()), number_text(q.z()), number_text(q.w()));
}

bool is_identity(const Pose& pose) {
    const auto zero = [](double value) { return value == 0.0 && !std::signbit(value); };
    const auto& q = pose.rotation;
    return zero(pose.translation.x()) && zero(pose.translation.y()) && zero(pose.translation.z()) &&
           zero(q.x()) && zero(q.y()) && zero(q.z()) && q.w() == 1.0;
}

/// One line per entry between [ and ], as a person would lay it out.
std::string list_text(const char* key, const std::vector<std::string>& lines) {
    return fmt::format(",\n  \"{}\": [\n    {}\n  ]", key, fmt::join(lines, ",\n    "));
}

std::string side_text(const BodySelector& side) {
    return side.is_product ? fmt::format(R"({{"product": {}}})", string_text(side.text))
                           : string_text(side.text);
}

std::string pair_text(const std::array<BodySelector, 2>& bodies) {
    return fmt::format("[{}, {}]", side_text(bodies[0]), side_text(bodies[1]));
}

std::string ignore_text(const IgnoreDescription& ignored) {
    const std::string pair = pair_text(ignored.bodies);
    if (ignored.allowed == Allowed::Everything) return pair;
    const std::string depth = ignored.depth ? ", \"depth\": " + number_text(*ignored.depth) : "";
    return fmt::format(R"({{"pair": {}, "allow": "{}"{}}})", pair,
                       ignored.allowed ? name_of(*ignored.allowed) : "nothing", depth);
}

std::string vector_text(const Vec3& v) {
    return fmt::format("[{}, {}, {}]", number_text(v.x()), number_text(v.y()), number_text(v.z()));
}

std::string joint_text(const JointDescription& joint) {
    std::string text = fmt::format(R"({{"body": {})", string_text(joint.body));
    if (joint.parent) text += fmt::format(R"(, "parent": {})", string_text(*joint.parent));
    text += fmt::format(R"(, "type": "{}")", name_of(joint.kind));
    if (joint.kind == JointKind::Fixed) return text + "}";
    text += fmt::format(R"(, "axis": {}, "origin": {})", vector_text(joint.axis), vector_text(joint.origin));
    if (joint.limits)
        text += fmt::format(R"(, "limits": [{}, {}])", number_text((*joint.limits)[0]),
                            number_text((*joint.limits)[1]));
    return text + "}";
}

std::string path_text(const PathDescription& path) {
    const std::string body = string_text(path.body);
    if (!path.values.empty()) {
        std::vector<std::string> values;
        for (const double value : path.values) values.push_back(number_text(value));
        return fmt::format(R"({{"body": {}, "values": [{}]}})", body, fmt::join(values, ", "));
    }
    std::vector<std::string> poses;
    for (const Pose& pose : path.poses) poses.push_back(pose_text(pose));
    const std::string turns =
        path.turns.empty() ? "" : fmt::format(", \"turns\": [{}]", fmt::join(path.turns, ", "));
    const std::string about = path.about ? fmt::format(R"(, "about": {})", vector_text(*path.about)) : "";
    return fmt::format(R"({{"body": {}, "in_between": "{}"{}{}, "poses": [{}{}]}})", body,
                       name_of(path.in_between), about, turns, "\n      ", fmt::join(poses, ",\n      "));
}

std::string body_text(const BodyDescription& body, bool posed) {
    std::vector<std::string> members;
    if (!body.name.empty()) members.push_back("\"name\": " + string_text(body.name));
    members.push_back("\"mesh\": " + string_text(body.mesh));
    if (body.part) members.push_back("\"part\": " + string_text(*body.part));
    if (body.split) members.emplace_back("\"split\": true");
    if (body.unit) members.push_back(fmt::format("\"unit\": \"{}\"", name_of(*body.unit)));
    if (body.deflection) members.push_back("\"deflection\": " + number_text(*body.deflection));
    const BodyPhysics& physics = body.physics;
    for (const auto& [key, value] :
         {std::pair("density", physics.density), std::pair("mass", physics.mass),
          std::pair("friction", physics.friction), std::pair("restitution", physics.restitution)})
        if (value) members.push_back(fmt::format("\"{}\": {}", key, number_text(*value)));
    if (posed) members.push_back("\"pose\": " + pose_text(body.pose));
    return fmt::format("{{{}}}", fmt::join(members, ", "));
}

std::string rules_text(const RuleDescriptions& rules) {
    std::vector<std::string> ignored, clearances;
    for (const IgnoreDescription& rule : rules.ignore) ignored.push_back(ignore_text(rule));
    for (const ClearanceDescription& rule : rules.clearance)
        clearances.push_back(fmt::format(R"({{"pair": {}, "distance": {}}})", pair_text(rule.bodies),
                                         number_text(rule.distance)));
    return (ignored.empty() ? "" : list_text("ignore", ignored)) +
           (clearances.empty() ? "" : list_text("clearance", clearances));
}

}  // namespace

std::string format_rules_text(const RulesFileDescription& file) {
    return fmt::format("{{\n  \"graze_rules\": 1,\n  \"unit\": \"{}\"", name_of(file.unit)) +
           rules_text(file.rules) + "\n}\n";
}

std::string format_scene_text(const SceneDescription& scene) {
    std::set<std::string> moves;  // poses of a path replace `pose`
    for (const PathDescription& path : scene.paths)
        if (path.values.empty()) moves.insert(path.body);
    std::vector<std::string> bodies, joints, paths;
    for (const BodyDescription& body : scene.bodies)
        bodies.push_back(body_text(body, !moves.contains(body.name) && !is_identity(body.pose)));
    for (const JointDescription& joint : scene.joints) joints.push_back(joint_text(joint));
    for (const PathDescription& path : scene.paths) paths.push_back(path_text(path));

    std::string text = fmt::format("{{\n  \"graze\": 1,\n  \"unit\": \"{}\"", name_of(scene.unit));
    text += list_text("bodies", bodies);
    text += rules_text({scene.ignore, scene.clearance});
    if (!joints.empty()) text += list_text("joints", joints);
    if (!paths.empty()) text += list_text("paths", paths);
    return text + "\n}\n";
}

}  // namespace graze::internal
