#include "graze/io/scene_description.h"

#include "graze/core/wording.h"
#include "graze/io/json_text.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

namespace graze {
namespace {

constexpr int kMostTurns = 1'000'000;
constexpr double kFormatVersion = 1.0;

/// Leaves the reader at the first mistake; caught in parse_scene_text, never seen outside.
struct Refusal {
    Error error;
};

[[noreturn]] void refuse(const JsonPlace& place, const std::string& what, const std::string& remedy) {
    throw Refusal{make_error(ErrorCode::BadInput, place.words(), what, remedy)};
}

void demand(const Expected<void>& checked) {
    if (!checked) throw Refusal{checked.error()};
}

const SceneObjectKeys& keys_of(std::string_view object) {
    const auto& all = scene_object_keys();
    return *std::find_if(all.begin(), all.end(),
                         [&](const SceneObjectKeys& k) { return k.object == object; });
}

/// A value and where it stands.
struct Node {
    const JsonValue& value;
    JsonPlace place;

    [[noreturn]] void wrong_kind(const char* wanted) const {
        refuse(place, fmt::format("is {}, not {}", kind_of(value), wanted), fmt::format("write {}", wanted));
    }

    const std::string& text() const {
        if (!value.text()) wrong_kind("a string");
        return *value.text();
    }
    double number() const {
        if (!value.number()) wrong_kind("a number");
        return *value.number();
    }
    bool boolean() const {
        if (!value.boolean()) wrong_kind("true or false");
        return *value.boolean();
    }
    /// The number of items of an array. They are visited one by one: a hostile file has millions.
    std::size_t size() const {
        if (!value.items()) wrong_kind("an array");
        return value.items()->size();
    }
    Node item(std::size_t i) const { return {(*value.items())[i], place / i}; }

    /// A member, if it is there. Pre: the value passed `object`.
    std::optional<Node> member(const std::string& key) const {
        for (const JsonMember& member : *value.members())
            if (member.key == key) return Node{member.value, place / key};
        return std::nullopt;
    }
    Node needed(const std::string& key) const { return *member(key); }  // Pre: `object` demanded it

    /// Demands an object with known keys only, and all of those that are required.
    const Node& object(std::string_view kind) const {
        if (!value.members()) wrong_kind("an object");
        const auto& [name, known, required] = keys_of(kind);
        for (const JsonMember& member : *value.members())
            if (std::find(known.begin(), known.end(), member.key) == known.end()) {
                const std::string guess = did_you_mean(member.key, known);
                refuse(place / member.key, fmt::format("unknown key {}", in_quotes(member.key)),
                       fmt::format("{}{}{}'s keys are {}", guess, guess.empty() ? "a " : " a ", name,
                                   listed(known)));
            }
        for (const std::string& key : required)
            if (!member(key))
                refuse(place, fmt::format("key '{}' is missing", key), fmt::format("a {} needs it", name));
        return *this;
    }
};

template <std::size_t N>
std::array<double, N> read_numbers(const Node& node, const char* wanted) {
    if (node.size() != N) refuse(node.place, fmt::format("{} numbers instead of {}", node.size(), N), wanted);
    std::array<double, N> numbers;
    for (std::size_t i = 0; i < N; ++i) numbers[i] = node.item(i).number();
    return numbers;
}

double read_length(const Node& node) {
    const double length = node.number();
    if (!(length >= 0.0)) refuse(node.place, fmt::format("{} is negative", length), "a length is >= 0");
    return length;
}

template <class Enum>
Enum read_choice(const Node& node, std::initializer_list<Enum> choices) {
    std::vector<std::string> names;
    for (const Enum choice : choices) {
        names.emplace_back(name_of(choice));
        if (node.text() == names.back()) return choice;
    }
    const std::string guess = did_you_mean(node.text(), names);
    refuse(node.place, fmt::format("{} is not one of {}", in_quotes(node.text()), listed(names)),
           guess.empty() ? "write one of these" : guess);
}

Pose read_pose(const Node& node) {
    node.object("pose");
    Pose pose;
    if (const auto translation = node.member("translation")) {
        const auto t = read_numbers<3>(*translation, "write [x, y, z]");
        pose.translation = {t[0], t[1], t[2]};
    }
    if (const auto quaternion = node.member("quaternion")) {
        const auto q = read_numbers<4>(*quaternion, "write [x, y, z, w]");
        pose.rotation = Eigen::Quaterniond(q[3], q[0], q[1], q[2]);
    }
    demand(validate(pose, node.place.words()));
    return pose;
}

std::string read_name(const Node& node) {
    const std::string problem = problem_with_name(node.text());
    if (!problem.empty()) refuse(node.place, problem, "a name is 1 to 1000 bytes of printable UTF-8");
    return node.text();
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
    if (body.part && body.split) refuse(node.place / "split", "both 'part' and 'split'", "keep one of them");
    if (const auto name = node.member("name"))
        body.name = read_name(*name);
    else if (!body.split)
        refuse(node.place, "key 'name' is missing", "a body needs it unless it is split");
    return body;
}

/// What names may stand in pairs and paths: those of the bodies, and parts of split ones, which only the mesh
/// files can tell.
class Names {
  public:
    void add(const BodyDescription& body, const JsonPlace& place) {
        if (body.split) {
            split_.push_back(body.name);
            return;
        }
        const auto [same, is_new] = place_of_.emplace(body.name, place.pointer);
        if (!is_new)
            refuse(place / "name", fmt::format("name {} is taken by {}", in_quotes(body.name), same->second),
                   "give every body a name of its own");
        names_.push_back(body.name);
    }

    std::string read(const Node& node) const {
        const std::string& name = node.text();
        if (place_of_.contains(name)) return name;
        for (const std::string& split : split_) {
            if (split.empty() || name.starts_with(split + "/")) return name;
            if (name == split)
                refuse(node.place, fmt::format("body {} is split", in_quotes(name)),
                       "name one of its parts, \"name/part\"");
        }
        const std::string guess = did_you_mean(name, names_);
        refuse(node.place, fmt::format("no body is named {}", in_quotes(name)),
               !guess.empty()        ? guess
               : names_.size() <= 20 ? "the bodies are " + listed(names_)
                                     : "check the spelling");
    }

    std::array<std::string, 2> read_pair(const Node& node) const {
        if (node.size() != 2)
            refuse(node.place, fmt::format("a pair of {} instead of 2", node.size()), "write [\"a\", \"b\"]");
        std::array<std::string, 2> pair{read(node.item(0)), read(node.item(1))};
        if (pair[0] == pair[1])
            refuse(node.place, fmt::format("{} is paired with itself", in_quotes(pair[0])),
                   "name two different bodies");
        return pair;
    }

  private:
    std::unordered_map<std::string, std::string> place_of_;
    std::vector<std::string> names_, split_;
};

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

int read_turns_of_segment(const Node& node) {
    const double turns = node.number();
    if (turns != std::trunc(turns) || std::abs(turns) > kMostTurns)
        refuse(node.place, fmt::format("{} is not a whole number of turns within {}", turns, kMostTurns),
               "write a whole number, negative to turn the other way");
    return static_cast<int>(turns);
}

std::vector<int> read_turns(const Node& node, std::size_t segments) {
    if (node.value.number()) return std::vector<int>(segments, read_turns_of_segment(node));
    if (!node.value.items()) node.wrong_kind("a whole number or an array of them");
    if (node.size() != segments)
        refuse(node.place, fmt::format("{} turns for {} segments", node.size(), segments),
               "write one per segment, or a single number for all");
    std::vector<int> turns;
    for (std::size_t i = 0; i < segments; ++i) turns.push_back(read_turns_of_segment(node.item(i)));
    return turns;
}

PathDescription read_path(const Node& node, const Names& names) {
    node.object("path");
    PathDescription path;
    path.body = names.read(node.needed("body"));
    if (const auto in_between = node.member("in_between"))
        path.in_between =
            read_choice(*in_between, {InBetween::Screw, InBetween::Slerp, InBetween::LinearParameters});
    const Node poses = node.needed("poses");
    if (poses.size() < 2)
        refuse(poses.place, fmt::format("{} poses", poses.size()), "a path needs at least two");
    for (std::size_t i = 0; i < poses.size(); ++i) path.poses.push_back(read_pose(poses.item(i)));
    if (const auto turns = node.member("turns")) path.turns = read_turns(*turns, path.poses.size() - 1);
    return path;
}

void read_paths(const Node& list, const Names& names, SceneDescription& scene) {
    std::unordered_map<std::string, JsonPlace> moving;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Node node = list.item(i);
        PathDescription path = read_path(node, names);
        const auto [same, is_new] = moving.emplace(path.body, node.place);
        if (!is_new)
            refuse(node.place / "body",
                   fmt::format("body {} has a path already, {}", in_quotes(path.body), same->second.pointer),
                   "keep one path per body");
        const std::size_t first = scene.paths.empty() ? path.poses.size() : scene.paths.front().poses.size();
        if (path.poses.size() != first)
            refuse(node.place / "poses",
                   fmt::format("{} poses, but /paths/0 has {}", path.poses.size(), first),
                   "all paths need the same number, repeat a pose to wait");
        scene.paths.push_back(std::move(path));
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
    if (const auto list = root.member("paths")) read_paths(*list, names, scene);
    return scene;
}

}  // namespace

const std::vector<SceneObjectKeys>& scene_object_keys() {
    static const std::vector<SceneObjectKeys> keys{
        {"scene", {"graze", "unit", "bodies", "ignore", "clearance", "paths"}, {"graze", "bodies"}},
        {"body", {"name", "mesh", "pose", "part", "split"}, {"mesh"}},
        {"pose", {"translation", "quaternion"}, {}},
        {"ignore", {"pair", "allow", "depth"}, {"pair", "allow"}},
        {"clearance", {"pair", "distance"}, {"pair", "distance"}},
        {"path", {"body", "in_between", "poses", "turns"}, {"body", "poses"}},
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
