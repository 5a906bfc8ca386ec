#include "graze/io/scene/scene_description.h"

#include "graze/io/scene/scene_node.h"

namespace graze::internal {
namespace {

constexpr double kFormatVersion = 1.0;

BodyPhysics read_physics(const Node& node) {
    const auto number = [&](const char* key) -> std::optional<double> {
        const auto member = node.member(key);
        return member ? std::optional(member->number()) : std::nullopt;
    };
    const BodyPhysics physics{number("density"), number("mass"), number("friction"), number("restitution")};
    if (auto valid = validate(physics, node.place.words()); !valid) throw Refusal{valid.error()};
    return physics;
}

BodyDescription read_body(const Node& node) {
    node.object("body");
    BodyDescription body;
    body.mesh = node.needed("mesh").text();
    if (body.mesh.empty()) refuse(node.place / "mesh", "the path is empty", "name a mesh file");
    if (body.mesh.find('\0') != std::string::npos)
        refuse(node.place / "mesh", "the path holds a NUL character", "name a mesh file");
    if (const auto pose = node.member("pose")) body.pose = read_pose(*pose);
    if (const auto part = node.member("part")) body.part = read_name(*part);
    if (const auto split = node.member("split")) body.split = split->boolean();
    if (const auto unit = node.member("unit")) body.unit = read_unit(*unit);
    if (const auto deflection = node.member("deflection")) {
        body.deflection = read_length(*deflection);
        if (!(*body.deflection > 0.0))
            refuse(deflection->place, "a deflection of 0",
                   "triangles are never exact, allow them some length");
    }
    body.physics = read_physics(node);
    if (body.part && body.split) refuse(node.place / "split", "both 'part' and 'split'", "keep one of them");
    if (const auto name = node.member("name"))
        body.name = read_name(*name);
    else if (!body.split)
        refuse(node.place, "key 'name' is missing", "a body needs it unless it is split");
    return body;
}

SceneDescription read_scene(const Node& root) {
    if (!root.value.members()) root.wrong_kind("an object");
    if (const auto version = root.member("graze");
        !version || !version->value.number() || version->number() != kFormatVersion)
        refuse(version ? version->place : root.place, version ? "is not 1" : "key 'graze' is missing",
               "a scene file holds \"graze\": 1, the version of its format");
    root.object("scene");
    SceneDescription scene;
    if (const auto unit = root.member("unit")) scene.unit = read_unit(*unit);

    Names names;
    const Node bodies = root.needed("bodies");
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        scene.bodies.push_back(read_body(bodies.item(i)));
        names.add(scene.bodies.back(), bodies.item(i).place);
    }
    if (scene.bodies.empty()) refuse(bodies.place, "no bodies", "a scene needs at least one");

    RuleDescriptions rules = read_rules(root, &names);
    scene.ignore = std::move(rules.ignore);
    scene.clearance = std::move(rules.clearance);
    if (const auto list = root.member("joints")) read_joints(*list, names, scene);
    if (const auto list = root.member("paths")) read_paths(*list, names, scene);
    check_rods(root);
    check_deformables(root);
    return scene;
}

}  // namespace

const std::vector<SceneObjectKeys>& scene_object_keys() {
    static const std::vector<SceneObjectKeys> keys{
        {"scene", {"graze", "unit", "bodies", "ignore", "clearance", "joints", "paths", "rods", "attach", "deformables"}, {"graze", "bodies"}},
        {"body",
         {"name", "mesh", "pose", "part", "split", "deflection", "unit", "density", "mass", "friction",
          "restitution"},
         {"mesh"}},
        {"pose", {"translation", "quaternion"}, {}},
        {"ignore", {"pair", "allow", "depth"}, {"pair", "allow"}},
        {"clearance", {"pair", "distance"}, {"pair", "distance"}},
        {"joint", {"body", "parent", "type", "axis", "origin", "limits"}, {"body", "type"}},
        {"path", {"body", "in_between", "about", "poses", "turns", "values"}, {"body"}},
        {"rod",
         {"name", "points", "radius", "bore", "segments", "material", "young", "poisson", "density", "bend_share",
          "damping", "friction", "preformed", "ignore"},
         {"name", "points", "radius"}},
        {"attach", {"rod", "at", "to", "kind", "stiffness", "most_force", "moves"}, {"rod", "at"}},
        {"move", {"time", "by", "turn"}, {"time"}},
        {"deformable",
         {"body", "material", "young", "poisson", "density", "damping", "friction", "stick", "cells", "contact", "ignore", "attach"},
         {"body"}},
        {"deformable attach", {"within", "to", "moves"}, {"within"}},
        {"within", {"min", "max"}, {"min", "max"}},
        {"deformable move", {"time", "by"}, {"time", "by"}},
        {"rules", {"graze_rules", "unit", "ignore", "clearance"}, {"graze_rules"}},
        {"product", {"product"}, {"product"}},
    };
    return keys;
}

const char* name_of(InBetween in_between) {
    switch (in_between) {
        case InBetween::Screw:
            return "screw";
        case InBetween::Slerp:
            return "slerp";
        case InBetween::LinearParameters:
            return "linear_parameters";
    }
    return "unknown";
}

const char* name_of(Allowed allowed) {
    switch (allowed) {
        case Allowed::Everything:
            return "everything";
        case Allowed::Touching:
            return "touching";
        case Allowed::Interference:
            return "interference";
    }
    return "unknown";
}

const char* name_of(JointKind kind) {
    switch (kind) {
        case JointKind::Revolute:
            return "revolute";
        case JointKind::Prismatic:
            return "prismatic";
        case JointKind::Fixed:
            return "fixed";
    }
    return "unknown";
}

Expected<SceneDescription> parse_scene_text(std::string_view text, const std::string& file) {
    return read_json_text(text, file, read_scene);
}

}  // namespace graze::internal
