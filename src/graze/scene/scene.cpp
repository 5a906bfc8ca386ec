#include "graze/scene/scene.h"

#include "graze/core/wording.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

namespace graze {
namespace {

constexpr std::size_t kLongestName = 1000;

/// The first complaint wins; places are spelt as in scene files, "/bodies/3".
class Checker {
  public:
    Checker(const Scene& scene, const std::string& where) : scene_(scene), where_(where) {}

    Expected<void> run() {
        bodies();
        pairs();
        groups();
        joints();
        paths();
        if (error_) return *error_;
        return {};
    }

  private:
    void refuse(const std::string& place, const std::string& what, const std::string& remedy) {
        if (!error_) error_ = make_error(ErrorCode::BadInput, where_ + ": " + place, what, remedy);
    }

    void expect(const Expected<void>& checked) {
        if (!checked && !error_) error_ = checked.error();
    }

    void bodies() {
        if (scene_.bodies.empty()) refuse("/bodies", "no bodies", "a scene needs at least one");
        std::unordered_map<std::string_view, std::size_t> seen;
        std::unordered_set<const Mesh*> checked;
        for (std::size_t i = 0; i < scene_.bodies.size() && !error_; ++i) {
            const SceneBody& body = scene_.bodies[i];
            const std::string place = fmt::format("/bodies/{}", i);
            const std::string problem = problem_with_name(body.name);
            if (!problem.empty()) refuse(place + "/name", problem, "give every body a name of its own");
            const auto [same, is_new] = seen.emplace(body.name, i);
            if (!is_new)
                refuse(place + "/name",
                       fmt::format("name {} is taken by /bodies/{}", in_quotes(body.name), same->second),
                       "give every body a name of its own");
            expect(validate(body.pose, where_ + ": " + place + "/pose"));
            expect(validate(body.physics, where_ + ": " + place));
            if (!body.mesh)
                refuse(place + "/mesh", "no mesh", "a body needs one");
            else if (checked.insert(body.mesh.get()).second)
                expect(validate(*body.mesh, where_ + ": " + place + "/mesh"));
        }
    }

    void pair(const std::array<std::uint32_t, 2>& ids, const std::string& place) {
        for (const std::uint32_t id : ids)
            if (id >= scene_.bodies.size())
                return refuse(place, fmt::format("body id {} >= {} bodies", id, scene_.bodies.size()), "");
        if (ids[0] == ids[1]) refuse(place, "a pair needs two different bodies", "");
        if (!pairs_seen_.insert(std::minmax(ids[0], ids[1])).second)
            refuse(place, "the pair is given twice", "keep one");
    }

    void length(double value, const std::string& place) {
        if (!(value >= 0.0 && std::isfinite(value)))  // NaN is refused too
            refuse(place, fmt::format("{} is not a length", value), "write a finite number >= 0");
    }

    void pairs() {
        for (std::size_t i = 0; i < scene_.ignore.size() && !error_; ++i) {
            const std::string place = fmt::format("/ignore/{}", i);
            pair(scene_.ignore[i].bodies, place);
            if (!scene_.ignore[i].depth) continue;
            length(*scene_.ignore[i].depth, place + "/depth");
            if (scene_.ignore[i].allowed != Allowed::Interference)
                refuse(place + "/depth", "a depth without \"allow\": \"interference\"",
                       "remove one of the two");
        }
        pairs_seen_.clear();
        for (std::size_t i = 0; i < scene_.clearance.size() && !error_; ++i) {
            const std::string place = fmt::format("/clearance/{}", i);
            pair(scene_.clearance[i].bodies, place);
            length(scene_.clearance[i].distance, place + "/distance");
        }
    }

    void group(const BodyGroup& group, const std::string& place) {
        const std::vector<std::uint32_t>& ids = group.bodies;
        if (ids.empty()) return refuse(place, "a group without bodies", "");
        if (ids.back() >= scene_.bodies.size())
            refuse(place, fmt::format("body id {} >= {} bodies", ids.back(), scene_.bodies.size()), "");
        if (std::adjacent_find(ids.begin(), ids.end(), std::greater_equal<>()) != ids.end())
            refuse(place, "ids that do not rise", "sort them, and keep each once");
    }

    void are_groups(const std::array<std::uint32_t, 2>& ids, const std::string& place) {
        for (const std::uint32_t id : ids)
            if (id >= scene_.by_group.groups.size())
                refuse(place, fmt::format("group id {} >= {} groups", id, scene_.by_group.groups.size()), "");
    }

    void groups() {
        const auto& [all, ignored, clearances] = scene_.by_group;
        for (std::size_t i = 0; i < all.size() && !error_; ++i)
            group(all[i], fmt::format("/by_group/groups/{}", i));
        for (std::size_t i = 0; i < ignored.size() && !error_; ++i) {
            const std::string place = fmt::format("/by_group/ignore/{}", i);
            are_groups(ignored[i].groups, place);
            if (ignored[i].depth) length(*ignored[i].depth, place + "/depth");
            if (ignored[i].depth && ignored[i].allowed != Allowed::Interference)
                refuse(place + "/depth", "a depth without \"allow\": \"interference\"",
                       "remove one of the two");
        }
        for (std::size_t i = 0; i < clearances.size() && !error_; ++i) {
            const std::string place = fmt::format("/by_group/clearance/{}", i);
            are_groups(clearances[i].groups, place);
            length(clearances[i].distance, place + "/distance");
        }
    }

    bool is_body(std::uint32_t id, const std::string& place) {
        if (id >= scene_.bodies.size())
            refuse(place, fmt::format("body id {} >= {} bodies", id, scene_.bodies.size()), "");
        return id < scene_.bodies.size();
    }

    void joints() {
        joint_of_.assign(scene_.bodies.size(), nullptr);
        for (std::size_t i = 0; i < scene_.joints.size() && !error_; ++i) {
            const Joint& joint = scene_.joints[i];
            const std::string place = fmt::format("/joints/{}", i);
            if (!is_body(joint.body, place) || (joint.parent && !is_body(*joint.parent, place))) return;
            if (std::exchange(joint_of_[joint.body], &joint))
                refuse(place + "/body",
                       fmt::format("body {} has a joint already", in_quotes(scene_.bodies[joint.body].name)),
                       "keep one: a body is carried by one other");
            if (joint.kind == JointKind::Fixed) continue;
            if (!joint.axis.allFinite() || joint.axis.isZero(0.0))
                refuse(place + "/axis", "the axis has no direction", "write [x, y, z], not all zero");
            if (!joint.origin.allFinite())
                refuse(place + "/origin", "is not finite", "write [x, y, z] in the scene's unit");
            if (joint.limits && !((*joint.limits)[0] <= (*joint.limits)[1] &&
                                  std::isfinite((*joint.limits)[0]) && std::isfinite((*joint.limits)[1])))
                refuse(place + "/limits",
                       fmt::format("[{}, {}] is empty or not finite", (*joint.limits)[0], (*joint.limits)[1]),
                       "write [least, greatest]");
        }
        circles();
    }

    /// Follows each body up to the world. One that is met twice on the way carries itself.
    void circles() {
        std::vector<std::size_t> visit(scene_.bodies.size(), 0);  // in which walk, from 1
        for (std::size_t walk = 1; walk <= scene_.joints.size() && !error_; ++walk) {
            std::optional<std::uint32_t> at = scene_.joints[walk - 1].body;
            while (at && visit[*at] == 0) {
                visit[*at] = walk;
                at = joint_of_[*at] ? joint_of_[*at]->parent : std::nullopt;
            }
            if (!at || visit[*at] != walk) continue;
            std::string circle = in_quotes(scene_.bodies[*at].name);
            std::uint32_t on = *at;
            do {
                on = *joint_of_[on]->parent;
                circle += " -> " + in_quotes(scene_.bodies[on].name);
            } while (on != *at);
            refuse("/joints", "bodies carry each other in a circle: " + circle,
                   "take one of these joints away");
        }
    }

    void paths() {
        std::unordered_set<std::uint32_t> moving;
        for (std::size_t i = 0; i < scene_.paths.size() && !error_; ++i) {
            const Path& path = scene_.paths[i];
            const std::string place = fmt::format("/paths/{}", i);
            const char* what = path.values.empty() ? "/poses" : "/values";
            const std::size_t stops = stops_of(path), first = stops_of(scene_.paths.front());
            if (!is_body(path.body, place)) return;
            if (!moving.insert(path.body).second) refuse(place, "the body has a path already", "keep one");
            if (stops < 2)
                refuse(place + what, fmt::format("{} {}", stops, what + 1), "a path needs at least two");
            if (stops != first)
                refuse(place + what, fmt::format("{} {}, but /paths/0 has {}", stops, what + 1, first),
                       "all paths need the same number, repeat one to wait");
            if (path.values.empty())
                poses(path, place);
            else
                values(path, place);
        }
    }

    void poses(const Path& path, const std::string& place) {
        if (joint_of_[path.body])
            refuse(place + "/poses",
                   fmt::format("body {} hangs on a joint", in_quotes(scene_.bodies[path.body].name)),
                   "write the joint's \"values\" instead, or remove the joint");
        if (path.about && path.in_between != InBetween::Slerp)
            refuse(place + "/about", "only a slerp is about a point", "write \"in_between\": \"slerp\", or remove it");
        if (path.about && !path.about->allFinite())
            refuse(place + "/about", "it is not finite", "write three numbers");
        if (!path.turns.empty() && path.turns.size() + 1 != path.poses.size())
            refuse(place + "/turns",
                   fmt::format("{} turns for {} segments", path.turns.size(), path.poses.size() - 1),
                   "write one per segment, or a single number for all");
        for (std::size_t k = 0; k < path.poses.size() && !error_; ++k)
            expect(validate(path.poses[k], fmt::format("{}: {}/poses/{}", where_, place, k)));
    }

    void values(const Path& path, const std::string& place) {
        const Joint* joint = joint_of_[path.body];
        if (!joint || joint->kind == JointKind::Fixed)
            return refuse(
                place + "/values",
                fmt::format("body {} has no joint that moves", in_quotes(scene_.bodies[path.body].name)),
                "give it one, or write \"poses\"");
        if (!path.poses.empty() || !path.turns.empty())
            refuse(place, "both 'values' and 'poses' or 'turns'", "keep one of them");
        for (std::size_t k = 0; k < path.values.size(); ++k) {
            const double value = path.values[k];
            const std::string where = fmt::format("{}/values/{}", place, k);
            if (!std::isfinite(value))
                refuse(where, fmt::format("{} is not finite", value), "write a number");
            if (joint->limits && !((*joint->limits)[0] <= value && value <= (*joint->limits)[1]))
                refuse(where,
                       fmt::format("{} is beyond the joint's limits [{}, {}]", value, (*joint->limits)[0],
                                   (*joint->limits)[1]),
                       "stay within them");
        }
    }

    const Scene& scene_;
    const std::string& where_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_seen_;
    std::vector<const Joint*> joint_of_;  // by body
    std::optional<Error> error_;
};

}  // namespace

Pose body_pose(const Path& path, std::size_t i) {
    const Pose& pose = path.poses[i];
    return path.about ? Pose{apply(pose, -*path.about), pose.rotation} : pose;
}

std::optional<std::uint32_t> body_named(const Scene& scene, std::string_view name) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        if (scene.bodies[i].name == name) return static_cast<std::uint32_t>(i);
    return std::nullopt;
}

std::string problem_with_name(std::string_view name) {
    if (name.empty()) return "the name is empty";
    if (name.size() > kLongestName)
        return fmt::format("a name of {} bytes, more than {}", name.size(), kLongestName);
    if (!is_plain_text(name))
        return fmt::format("name {} holds a control character or is not UTF-8", in_quotes(name));
    return {};
}

Expected<void> validate(const BodyPhysics& physics, const std::string& where) {
    const auto refused = [&](const char* key, const std::string& what, const char* remedy) {
        return make_error(ErrorCode::BadInput, where + "/" + key, what, remedy);
    };
    // Written so that NaN is refused, too.
    for (const auto& [key, value] : {std::pair("density", physics.density), std::pair("mass", physics.mass)})
        if (value && !(*value > 0.0 && std::isfinite(*value)))
            return refused(key, fmt::format("{} is not a {}", *value, key), "write a finite number above 0");
    if (physics.friction && !(*physics.friction >= 0.0 && std::isfinite(*physics.friction)))
        return refused("friction", fmt::format("{} is not a friction", *physics.friction),
                       "write a finite number >= 0");
    if (physics.restitution && !(*physics.restitution >= 0.0 && *physics.restitution <= 1.0))
        return refused("restitution", fmt::format("{} is not a restitution", *physics.restitution),
                       "write a number from 0 to 1");
    if (physics.density && physics.mass)
        return refused("mass", "both 'density' and 'mass'", "keep one of them");
    return {};
}

Expected<void> validate(const Scene& scene, const std::string& where) { return Checker(scene, where).run(); }

}  // namespace graze
