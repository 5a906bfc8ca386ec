// How the bodies of a scene move in one segment of its paths.
//
// Joints act by displacements from rest (a product of exponentials): a body at pose T that hangs on joints
// with displacements D1 (at the world), D2, ... stands at D1 D2 ... T, each D a turn about, or a slide along,
// a line of the scene at rest. If the topmost body moves from pose to pose, M(t), the displacement it hands
// down is M(t) M(0 of the first segment)^-1. No product is rounded: each factor is a link of its own.
#pragma once

#include "graze/motion/rigid_motion.h"
#include "graze/scene/scene.h"

#include <variant>

namespace graze {

/// From pose to pose.
struct PathLink {
    InBetween in_between;
    PoseSegment poses;
};

/// A joint from one value to another.
struct JointLink {
    JointKind kind;  // Revolute or Prismatic
    Vec3 axis, origin;
    double from, to;
};

/// The doubles that a link was made from: a pose at rest, a part of a path, a joint.
using LinkSource = std::variant<Pose, PathLink, JointLink>;

struct SceneMotion {
    Composed links;
    std::vector<LinkSource> sources;          // by link
    std::vector<std::uint32_t> link_of_body;  // the link whose motion is the body's
};

/// The links that carry a body, outermost first.
[[nodiscard]] std::vector<std::uint32_t> chain_of(const SceneMotion& motion, std::uint32_t body);

/// So many outermost links of the two bodies have the same formula and the same numbers: seen from there,
/// they are carried alike.
[[nodiscard]] std::size_t common_links(const SceneMotion& motion, std::uint32_t a, std::uint32_t b);

/// The number of segments of the scene's paths; 0 without paths.
[[nodiscard]] std::size_t segments_of(const Scene& scene);

/// Refuses whole turns without an axis (motion/steady_turn.h). `where` starts the message.
///
/// Pre: validate(scene) has nothing to say; segment < segments_of(scene), or both are 0: all bodies at rest.
[[nodiscard]] Expected<SceneMotion> motion_of_segment(const Scene& scene, std::size_t segment,
                                                      const std::string& where);

}  // namespace graze
