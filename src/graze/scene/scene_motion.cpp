#include "graze/scene/scene_motion.h"

#include "graze/core/assert.h"
#include "graze/geometry/box.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace graze::internal {
namespace {

using LinkId = std::optional<std::uint32_t>;  // none: the world

bool are_same(const Pose& p, const Pose& q) {
    return p.translation == q.translation && p.rotation.coeffs() == q.rotation.coeffs();
}

Expected<RigidMotion> motion_between(const Path& path, const PoseSegment& poses, const Mesh& mesh,
                                     const std::string& where) {
    const auto valid = path.in_between == InBetween::LinearParameters ? validate_parameters(poses, where)
                                                                      : validate(poses, where);
    if (!valid) return valid.error();
    switch (path.in_between) {
        case InBetween::Slerp:
            return RigidMotion(make_slerp(poses));
        case InBetween::LinearParameters:
            return RigidMotion(make_linear_parameters(poses));
        case InBetween::Screw:
            break;
    }
    return RigidMotion(
        make_screw(poses, box_of(mesh.vertices).centre()));  // the screw itself does not depend on the point
}

class Linker {
  public:
    Linker(const Scene& scene, std::size_t segment, const std::string& where)
        : scene_(scene),
          segment_(segment),
          where_(where),
          joint_of_(scene.bodies.size(), nullptr),
          path_of_(scene.bodies.size(), nullptr),
          path_link_(scene.bodies.size()),
          pose_link_(scene.bodies.size()),
          displacement_(scene.bodies.size()) {
        for (const Joint& joint : scene.joints) joint_of_[joint.body] = &joint;
        for (const Path& path : scene.paths) path_of_[path.body] = &path;
    }

    Expected<SceneMotion> run() {
        for (std::uint32_t body = 0; body < scene_.bodies.size(); ++body)
            if (auto moved = follow_path(body); !moved) return moved.error();
        for (std::uint32_t body = 0; body < scene_.bodies.size(); ++body) {
            if (!pose_link_[body])
                if (const LinkId above = displacement_of(body))
                    pose_link_[body] = placed_on(*above, scene_.bodies[body].pose);
            if (pose_link_[body]) motion_.carried.push_back({body, *pose_link_[body]});
        }
        return std::move(motion_);
    }

  private:
    std::uint32_t add(LinkId parent, RigidMotion motion, LinkSource source) {
        motion_.links.links.push_back({parent, std::move(motion)});
        motion_.sources.push_back(std::move(source));
        return static_cast<std::uint32_t>(motion_.links.links.size() - 1);
    }

    std::uint32_t add_rest(LinkId parent, const Pose& pose) { return add(parent, AtRest{pose}, pose); }

    /// A body that needs no pose of its own goes with what carries it: one link less for proofs.
    std::uint32_t placed_on(std::uint32_t above, const Pose& pose) {
        return are_same(pose, Pose{}) ? above : add_rest(above, pose);
    }

    Expected<void> follow_path(std::uint32_t body) {
        const Path* path = path_of_[body];
        if (!path || path->poses.empty()) return {};
        const PoseSegment poses{path->poses[segment_], path->poses[segment_ + 1],
                                path->turns.empty() ? 0 : path->turns[segment_]};
        auto motion = motion_between(
            *path, poses, *scene_.bodies[body].mesh,
            fmt::format("{}: /paths/{}/poses/{}", where_, path - scene_.paths.data(), segment_));
        if (!motion) return motion.error();
        path_link_[body] = pose_link_[body] =
            add(std::nullopt, *std::move(motion), PathLink{path->in_between, poses});
        if (path->about)
            pose_link_[body] = placed_on(*path_link_[body], {-*path->about, Eigen::Quaterniond::Identity()});
        return {};
    }

    /// What bodies that hang on this one are displaced by. Made when first asked for, so parents may come
    /// later.
    LinkId displacement_of(std::uint32_t body) {
        // Up to what is known or ends a chain, then down again: a chain may be longer than the stack is deep.
        std::vector<std::uint32_t> chain;
        std::optional<std::uint32_t> at = body;
        while (at && !displacement_[*at]) {
            chain.push_back(*at);
            at = joint_of_[*at] ? joint_of_[*at]->parent : std::nullopt;
        }
        LinkId above = at ? *displacement_[*at] : std::nullopt;
        for (auto next = chain.rbegin(); next != chain.rend(); ++next)
            displacement_[*next] = above = displaced(*next, above);
        return above;
    }

    LinkId displaced(std::uint32_t body, LinkId above) {
        if (path_link_[body]) {  // moved by poses: M(t) M(0)^-1, the inverse in two exact factors
            const Pose& first = path_of_[body]->poses.front();
            const LinkId turned_back = add_rest(path_link_[body], {Vec3::Zero(), first.rotation.conjugate()});
            return add_rest(turned_back, {-first.translation, Eigen::Quaterniond::Identity()});
        }
        const Joint* joint = joint_of_[body];
        const Path* path = path_of_[body];
        if (!joint || joint->kind == JointKind::Fixed || !path) return above;
        const double from = path->values[segment_], to = path->values[segment_ + 1];
        JointMotion motion{.axis = joint->axis, .unit = AngleUnit::Degree, .origin = joint->origin};
        const bool turns = joint->kind == JointKind::Revolute;
        (turns ? motion.angle_t0 : motion.slide_t0) = from;
        (turns ? motion.angle_t1 : motion.slide_t1) = to;
        return add(above, make_joint(motion), JointLink{joint->kind, joint->axis, joint->origin, from, to});
    }

    const Scene& scene_;
    std::size_t segment_;
    const std::string& where_;
    std::vector<const Joint*> joint_of_;  // these five by body
    std::vector<const Path*> path_of_;
    std::vector<LinkId> path_link_;  // of its own path; what hangs on the body does so here
    std::vector<LinkId> pose_link_;
    std::vector<std::optional<LinkId>> displacement_;
    SceneMotion motion_;
};

bool are_same(const PathLink& p, const PathLink& q) {
    return p.in_between == q.in_between && p.poses.turns == q.poses.turns &&
           are_same(p.poses.from, q.poses.from) && are_same(p.poses.to, q.poses.to);
}
bool are_same(const JointLink& p, const JointLink& q) {
    return p.kind == q.kind && p.axis == q.axis && p.origin == q.origin && p.from == q.from && p.to == q.to;
}
bool are_same(const LinkSource& p, const LinkSource& q) {
    if (p.index() != q.index()) return false;
    return std::visit(
        [&](const auto& kind) { return are_same(kind, std::get<std::remove_cvref_t<decltype(kind)>>(q)); },
        p);
}

bool is_constant(const Pose& /*pose*/) { return true; }
bool is_constant(const PathLink& link) {
    return link.poses.turns == 0 && are_same(link.poses.from, link.poses.to);
}
bool is_constant(const JointLink& joint) { return joint.from == joint.to; }

/// Equal sources have equal ones, others mostly not.
double key_of(const Pose& pose) { return pose.translation.x(); }
double key_of(const PathLink& link) { return link.poses.to.translation.x(); }
double key_of(const JointLink& joint) { return joint.to; }

/// By link: the first link that carries alike, and, of that, the innermost one that is not constant.
std::vector<LinkId> carriers_by_link(const SceneMotion& motion) {
    const std::size_t count = motion.sources.size();
    std::vector<std::uint32_t> alike(count);
    std::vector<LinkId> carrier(count);
    std::multimap<std::pair<std::int64_t, double>, std::uint32_t> known;  // by what is above, and the key
    for (std::uint32_t link = 0; link < count; ++link) {                  // what is above comes before
        const LinkId parent = motion.links.links[link].parent;
        const LinkSource& source = motion.sources[link];
        const std::pair<std::int64_t, double> key{
            parent ? alike[*parent] : -1, std::visit([](const auto& kind) { return key_of(kind); }, source)};
        alike[link] = link;
        const auto [begin, end] = known.equal_range(key);
        for (auto at = begin; at != end; ++at)
            if (are_same(motion.sources[at->second], source)) alike[link] = at->second;
        if (alike[link] == link) known.emplace(key, link);
        const bool rests = std::visit([](const auto& kind) { return is_constant(kind); }, source);
        carrier[link] = rests ? (parent ? carrier[*parent] : std::nullopt) : LinkId(alike[link]);
    }
    return carrier;
}

}  // namespace

std::optional<std::uint32_t> link_of(const SceneMotion& motion, std::uint32_t body) {
    const auto at =
        std::lower_bound(motion.carried.begin(), motion.carried.end(), body,
                         [](const BodyLink& known, std::uint32_t wanted) { return known.body < wanted; });
    if (at == motion.carried.end() || at->body != body) return std::nullopt;
    return at->link;
}

std::vector<std::uint32_t> chain_of(const SceneMotion& motion, std::uint32_t body) {
    std::vector<std::uint32_t> chain;
    for (LinkId at = link_of(motion, body); at; at = motion.links.links[*at].parent) chain.push_back(*at);
    std::reverse(chain.begin(), chain.end());
    return chain;
}

std::vector<LinkSource> sources_of(const Scene& scene, const SceneMotion& motion, std::uint32_t body) {
    std::vector<LinkSource> sources;
    for (const std::uint32_t link : chain_of(motion, body)) sources.push_back(motion.sources[link]);
    if (sources.empty()) sources.emplace_back(scene.bodies[body].pose);
    return sources;
}

std::vector<std::uint32_t> carriers_of(std::span<const SceneMotion> segments, std::size_t bodies) {
    std::vector<std::uint32_t> carriers(bodies, 0);
    std::uint32_t count = 1;
    for (const SceneMotion& motion : segments) {
        const std::vector<LinkId> by_link = carriers_by_link(motion);
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> finer;  // by number and link
        for (const auto& [body, link] : motion.carried) {
            if (!by_link[link]) continue;
            const auto [at, is_new] = finer.try_emplace({carriers[body], *by_link[link]}, count);
            if (is_new) ++count;
            carriers[body] = at->second;
        }
    }
    return carriers;
}

std::size_t common_links(const SceneMotion& motion, std::uint32_t a, std::uint32_t b) {
    const auto chain_a = chain_of(motion, a), chain_b = chain_of(motion, b);
    std::size_t count = 0;
    while (count < chain_a.size() && count < chain_b.size() &&
           are_same(motion.sources[chain_a[count]], motion.sources[chain_b[count]]))
        ++count;
    return count;
}

std::size_t segments_of(const Scene& scene) {
    return scene.paths.empty() ? 0 : stops_of(scene.paths.front()) - 1;
}

Expected<SceneMotion> motion_of_segment(const Scene& scene, std::size_t segment, const std::string& where) {
    GRAZE_ASSERT(segment < segments_of(scene) || (segment == 0 && scene.paths.empty()));
    return Linker(scene, segment, where).run();
}

Expected<std::vector<SceneMotion>> motions_of(const Scene& scene, const std::string& where) {
    std::vector<SceneMotion> motions;
    for (std::size_t segment = 0; segment < segments_of(scene); ++segment) {
        auto motion = motion_of_segment(scene, segment, where);
        if (!motion) return motion.error();
        motions.push_back(*std::move(motion));
    }
    return motions;
}

}  // namespace graze::internal
