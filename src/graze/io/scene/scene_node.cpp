#include "graze/io/scene/scene_node.h"

#include <algorithm>

namespace graze::internal {
namespace {

const SceneObjectKeys& keys_of(std::string_view object) {
    const auto& all = scene_object_keys();
    return *std::find_if(all.begin(), all.end(),
                         [&](const SceneObjectKeys& k) { return k.object == object; });
}

}  // namespace

void refuse(const JsonPlace& place, const std::string& what, const std::string& remedy) {
    throw Refusal{make_error(ErrorCode::BadInput, place.words(), what, remedy)};
}

void Node::wrong_kind(const char* wanted) const {
    refuse(place, fmt::format("is {}, not {}", kind_of(value), wanted), fmt::format("write {}", wanted));
}

const std::string& Node::text() const {
    if (!value.text()) wrong_kind("a string");
    return *value.text();
}

double Node::number() const {
    if (!value.number()) wrong_kind("a number");
    return *value.number();
}

bool Node::boolean() const {
    if (!value.boolean()) wrong_kind("true or false");
    return *value.boolean();
}

std::size_t Node::size() const {
    if (!value.items()) wrong_kind("an array");
    return value.items()->size();
}

std::optional<Node> Node::member(const std::string& key) const {
    for (const JsonMember& member : *value.members())
        if (member.key == key) return Node{member.value, place / key};
    return std::nullopt;
}

const Node& Node::object(std::string_view kind) const {
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

Vec3 read_vector(const Node& node) {
    const auto v = read_numbers<3>(node, "write [x, y, z]");
    return {v[0], v[1], v[2]};
}

double read_length(const Node& node) {
    const double length = node.number();
    if (!(length >= 0.0)) refuse(node.place, fmt::format("{} is negative", length), "a length is >= 0");
    return length;
}

Pose read_pose(const Node& node) {
    node.object("pose");
    Pose pose;
    if (const auto translation = node.member("translation")) pose.translation = read_vector(*translation);
    if (const auto quaternion = node.member("quaternion")) {
        const auto q = read_numbers<4>(*quaternion, "write [x, y, z, w]");
        pose.rotation = Eigen::Quaterniond(q[3], q[0], q[1], q[2]);
    }
    if (auto valid = validate(pose, node.place.words()); !valid) throw Refusal{valid.error()};
    return pose;
}

std::string read_name(const Node& node) {
    const std::string problem = problem_with_name(node.text());
    if (!problem.empty()) refuse(node.place, problem, "a name is 1 to 1000 bytes of printable UTF-8");
    return node.text();
}

void Names::add(const BodyDescription& body, const JsonPlace& place) {
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

std::string Names::read(const Node& node) const {
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

std::string Names::read_side(const Node& node) const {
    const std::string& name = node.text();
    if (is_pattern(name)) return name;
    const auto holds = [&](const std::string& body) { return body.starts_with(name + "/"); };
    const bool is_assembly = std::find(split_.begin(), split_.end(), name) != split_.end() ||
                             std::any_of(split_.begin(), split_.end(), holds) ||
                             std::any_of(names_.begin(), names_.end(), holds);
    return is_assembly ? name : read(node);
}

}  // namespace graze::internal
