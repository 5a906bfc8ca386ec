#include "graze/io/scene/drive_script.h"

#include "graze/io/scene/scene_node.h"

#include <algorithm>
#include <numbers>

namespace graze::internal {
namespace {

constexpr double kRadiansOfDegree = std::numbers::pi / 180.0;

/// Demands an object with these keys only.
const Node& object(const Node& node, const char* kind, const std::vector<std::string>& keys) {
    if (!node.value.members()) node.wrong_kind("an object");
    for (const JsonMember& member : *node.value.members()) {
        if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) continue;
        const std::string guess = did_you_mean(member.key, keys);
        refuse(node.place / member.key, fmt::format("unknown key {}", in_quotes(member.key)),
               fmt::format("{}{}a {}'s keys are {}", guess, guess.empty() ? "" : " ", kind, listed(keys)));
    }
    return node;
}

Node needed(const Node& node, const char* key) {
    const auto member = node.member(key);
    if (!member) refuse(node.place, fmt::format("key '{}' is missing", key), "add it");
    return *member;
}

double read_time(const Node& node) {
    const double time = node.number();
    if (!(time >= 0.0)) refuse(node.place, fmt::format("{} is not a time", time), "write seconds, 0 or more");
    return time;
}

Twist read_twist(const Node& node, const char* kind, const std::array<const char*, 2>& keys) {
    object(node, kind, {keys[0], keys[1]});
    Twist twist;
    if (const auto linear = node.member(keys[0])) twist.linear = read_vector(*linear);
    if (const auto angular = node.member(keys[1])) twist.angular = read_vector(*angular);
    return twist;
}

std::vector<TimedPose> read_target(const Node& list) {
    if (list.size() == 0) refuse(list.place, "no poses", "write at least one");
    std::vector<TimedPose> target;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Node node = list.item(i);
        object(node, "target", {"time", "pose"});
        const Node time = needed(node, "time");
        target.push_back({read_time(time), read_pose(needed(node, "pose"))});
        if (i > 0 && !(target[i].time > target[i - 1].time))
            refuse(time.place, fmt::format("{} is not later than {}", target[i].time, target[i - 1].time), "times have to rise");
    }
    return target;
}

DriveStep read_pull(const Node& node) {
    object(node, "pull", {"body", "from", "until", "target", "velocity", "force", "stiffness", "let_go"});
    DriveStep step;
    step.body = read_name(needed(node, "body"));
    if (const auto from = node.member("from")) step.from = read_time(*from);
    if (const auto until = node.member("until")) {
        step.until = read_time(*until);
        if (!(step.until > step.from)) refuse(until->place, "it ends before it begins", "write a later time");
    }
    if (const auto target = node.member("target")) step.target = read_target(*target);
    if (const auto velocity = node.member("velocity")) {
        step.pull.velocity = read_twist(*velocity, "velocity", {"linear", "angular"});
        step.pull.velocity.angular *= kRadiansOfDegree;
    }
    if (const auto force = node.member("force")) step.pull.force = read_twist(*force, "force", {"force", "torque"});
    if (const auto stiffness = node.member("stiffness")) step.pull.stiffness = read_length(*stiffness);
    if (const auto let_go = node.member("let_go")) step.let_go = let_go->boolean();
    const int ways = int{node.member("target").has_value()} + int{node.member("velocity").has_value()} + int{node.member("force").has_value()} + int{step.let_go};
    if (ways != 1)
        refuse(node.place, fmt::format("{} of 'target', 'velocity', 'force' and 'let_go'", ways), "a pull has one of them");
    return step;
}

DriveStep read_event(const Node& node) {
    object(node, "event", {"at", "order", "gravity", "joint", "speed"});
    DriveStep step;
    step.from = read_time(needed(node, "at"));
    if (const auto order = node.member("order")) {
        if (order->number() != 1.0 && order->number() != 2.0) refuse(order->place, "no such order", "write 1 or 2");
        step.order = order->number() == 1.0 ? WorldOrder::First : WorldOrder::Second;
    }
    if (const auto gravity = node.member("gravity")) step.gravity = read_vector(*gravity);
    if (const auto joint = node.member("joint")) {
        step.joint_of = read_name(*joint);
        step.speed = needed(node, "speed").number();
    }
    if (!step.order && !step.gravity && step.joint_of.empty())
        refuse(node.place, "nothing happens", "write 'order', 'gravity', or 'joint' and 'speed'");
    return step;
}

DriveScript read_script(const Node& root) {
    object(root, "script", {"graze_drive", "steps"});
    if (needed(root, "graze_drive").number() != 1.0)
        refuse(root.place / "graze_drive", "is not 1", "a script holds \"graze_drive\": 1, the version of its format");
    DriveScript script;
    const Node steps = needed(root, "steps");
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Node node = steps.item(i);
        if (!node.value.members()) node.wrong_kind("an object");
        script.steps.push_back(node.member("at") ? read_event(node) : read_pull(node));
    }
    return script;
}

}  // namespace

Expected<DriveScript> parse_drive_script(std::string_view text, const std::string& file) {
    return read_json_text(text, file, read_script);
}

}  // namespace graze::internal
