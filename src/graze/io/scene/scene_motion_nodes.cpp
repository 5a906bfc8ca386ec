// Joints and paths of scene files: what moves.
#include "graze/io/scene/scene_node.h"

#include <cmath>

namespace graze::internal {
namespace {

constexpr int kMostTurns = 1'000'000;

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

JointDescription read_joint(const Node& node, const Names& names) {
    node.object("joint");
    JointDescription joint;
    joint.body = names.read(node.needed("body"));
    if (const auto parent = node.member("parent")) joint.parent = names.read(*parent);
    joint.kind =
        read_choice(node.needed("type"), {JointKind::Revolute, JointKind::Prismatic, JointKind::Fixed});
    if (joint.kind == JointKind::Fixed) {
        for (const char* key : {"axis", "origin", "limits"})
            if (node.member(key))
                refuse(node.place / key, fmt::format("a fixed joint has no '{}'", key),
                       "remove one of the two");
        return joint;
    }
    const auto axis = node.member("axis");
    if (!axis)
        refuse(node.place, "key 'axis' is missing", fmt::format("a {} joint needs it", name_of(joint.kind)));
    joint.axis = read_vector(*axis);
    if (const auto origin = node.member("origin")) joint.origin = read_vector(*origin);
    if (const auto limits = node.member("limits"))
        joint.limits = read_numbers<2>(*limits, "write [least, greatest]");
    return joint;
}

void read_poses(const Node& node, PathDescription& path) {
    if (const auto in_between = node.member("in_between"))
        path.in_between =
            read_choice(*in_between, {InBetween::Screw, InBetween::Slerp, InBetween::LinearParameters});
    if (const auto about = node.member("about")) {
        if (path.in_between != InBetween::Slerp)
            refuse(about->place, fmt::format("a {} is not about a point", name_of(path.in_between)),
                   "write \"in_between\": \"slerp\", or remove it");
        path.about = read_vector(*about);
    }
    const auto poses = node.member("poses");
    if (!poses)
        refuse(node.place, "neither 'poses' nor 'values'",
               "a path needs poses, or values if its body has a joint");
    if (poses->size() < 2)
        refuse(poses->place, fmt::format("{} poses", poses->size()), "a path needs at least two");
    for (std::size_t i = 0; i < poses->size(); ++i) path.poses.push_back(read_pose(poses->item(i)));
    if (const auto turns = node.member("turns")) path.turns = read_turns(*turns, path.poses.size() - 1);
}

void read_values(const Node& node, const Node& values, PathDescription& path) {
    for (const char* key : {"poses", "in_between", "about", "turns"})
        if (node.member(key))
            refuse(node.place / key, fmt::format("both 'values' and '{}'", key), "keep one of them");
    if (values.size() < 2)
        refuse(values.place, fmt::format("{} values", values.size()), "a path needs at least two");
    for (std::size_t i = 0; i < values.size(); ++i) path.values.push_back(values.item(i).number());
}

PathDescription read_path(const Node& node, const Names& names) {
    node.object("path");
    PathDescription path;
    path.body = names.read(node.needed("body"));
    if (const auto values = node.member("values"))
        read_values(node, *values, path);
    else
        read_poses(node, path);
    return path;
}

}  // namespace

void read_joints(const Node& list, const Names& names, SceneDescription& scene) {
    for (std::size_t i = 0; i < list.size(); ++i) scene.joints.push_back(read_joint(list.item(i), names));
}

void read_paths(const Node& list, const Names& names, SceneDescription& scene) {
    std::unordered_map<std::string, JsonPlace> moving;
    std::size_t first = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Node node = list.item(i);
        PathDescription path = read_path(node, names);
        const auto [same, is_new] = moving.emplace(path.body, node.place);
        if (!is_new)
            refuse(node.place / "body",
                   fmt::format("body {} has a path already, {}", in_quotes(path.body), same->second.pointer),
                   "keep one path per body");
        const char* what = path.values.empty() ? "poses" : "values";
        const std::size_t stops = path.values.empty() ? path.poses.size() : path.values.size();
        if (i == 0) first = stops;
        if (stops != first)
            refuse(node.place / what, fmt::format("{} {}, but /paths/0 has {}", stops, what, first),
                   "all paths need the same number, repeat one to wait");
        scene.paths.push_back(std::move(path));
    }
}

}  // namespace graze::internal
