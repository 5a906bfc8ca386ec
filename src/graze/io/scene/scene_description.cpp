#include "graze/io/scene/scene_description.h"

#include "graze/io/scene/scene_node.h"

#include <algorithm>
#include <set>

namespace graze {
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

/// Refuses a pair that stood in the same list before.
class PairsOnce {
  public:
    void add(const std::array<std::string, 2>& pair, const JsonPlace& place) {
        if (!seen_.insert(std::minmax(pair[0], pair[1])).second)
            refuse(place,
                   fmt::format("the pair {}, {} is given twice", in_quotes(pair[0]), in_quotes(pair[1])),
                   "keep one");
    }

  private:
    std::set<std::pair<std::string, std::string>> seen_;
};

IgnoreDescription read_ignore(const Node& node, const Names& names) {
    if (node.value.items()) return {names.read_pair(node), Allowed::Everything, std::nullopt};
    if (!node.value.members()) node.wrong_kind("a pair [\"a\", \"b\"] or an object");
    node.object("ignore");
    IgnoreDescription ignore;
    ignore.bodies = names.read_pair(node.needed("pair"));
    ignore.allowed = read_choice(node.needed("allow"), {Allowed::Touching, Allowed::Interference});
    const auto depth = node.member("depth");
    if (depth && ignore.allowed != Allowed::Interference)
        refuse(depth->place, "a depth without \"allow\": \"interference\"", "remove one of the two");
    if (depth) ignore.depth = read_length(*depth);
    return ignore;
}

void read_ignored(const Node& list, const Names& names, SceneDescription& scene) {
    PairsOnce once;
    for (std::size_t i = 0; i < list.size(); ++i) {
        scene.ignore.push_back(read_ignore(list.item(i), names));
        once.add(scene.ignore.back().bodies, list.item(i).place);
    }
}

void read_clearances(const Node& list, const Names& names, SceneDescription& scene) {
    PairsOnce once;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Node node = list.item(i);
        node.object("clearance");
        scene.clearance.push_back(
            {names.read_pair(node.needed("pair")), read_length(node.needed("distance"))});
        once.add(scene.clearance.back().bodies, node.place);
    }
}

Unit read_unit(const Node& node) {
    const auto unit = unit_named(node.text());
    if (!unit)
        refuse(node.place, fmt::format("unknown unit {}", in_quotes(node.text())),
               "the units are um, mm, cm, m, in, ft");
    return *unit;
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

    if (const auto list = root.member("ignore")) read_ignored(*list, names, scene);
    if (const auto list = root.member("clearance")) read_clearances(*list, names, scene);
    if (const auto list = root.member("joints")) read_joints(*list, names, scene);
    if (const auto list = root.member("paths")) read_paths(*list, names, scene);
    return scene;
}

}  // namespace

const std::vector<SceneObjectKeys>& scene_object_keys() {
    static const std::vector<SceneObjectKeys> keys{
        {"scene", {"graze", "unit", "bodies", "ignore", "clearance", "joints", "paths"}, {"graze", "bodies"}},
        {"body",
         {"name", "mesh", "pose", "part", "split", "deflection", "density", "mass", "friction",
          "restitution"},
         {"mesh"}},
        {"pose", {"translation", "quaternion"}, {}},
        {"ignore", {"pair", "allow", "depth"}, {"pair", "allow"}},
        {"clearance", {"pair", "distance"}, {"pair", "distance"}},
        {"joint", {"body", "parent", "type", "axis", "origin", "limits"}, {"body", "type"}},
        {"path", {"body", "in_between", "poses", "turns", "values"}, {"body"}},
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
    const auto json = parse_json_text(text, file);
    if (!json) return json.error();
    try {
        return read_scene({*json, {file, ""}});
    } catch (Refusal& refusal) {
        return std::move(refusal.error);
    }
}

}  // namespace graze
