// How the bodies of a scene move in one segment of its paths.
//
// Joints act by displacements from rest (a product of exponentials): a body at pose T that hangs on joints
// with displacements D1 (at the world), D2, ... stands at D1 D2 ... T, each D a turn about, or a slide along,
// a line of the scene at rest. If the topmost body moves from pose to pose, M(t), the displacement it hands
// down is M(t) M(0 of the first segment)^-1. No product is rounded: each factor is a link of its own.
#pragma once

#include "graze/core/internal.h"
#include "graze/motion/rigid_motion.h"
#include "graze/scene/scene.h"

#include <span>
#include <variant>

namespace graze::internal {

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

/// The link whose motion is the body's.
struct BodyLink {
    std::uint32_t body, link;
};

/// Bodies that nothing carries stand at their poses and take no room here.
struct SceneMotion {
    Composed links;
    std::vector<LinkSource> sources;  // by link
    std::vector<BodyLink> carried;    // bodies rise
};

/// The link whose motion is the body's; none: it stands at its pose.
[[nodiscard]] std::optional<std::uint32_t> link_of(const SceneMotion& motion, std::uint32_t body);

/// The links that carry a body, outermost first; none: it stands at its pose.
[[nodiscard]] std::vector<std::uint32_t> chain_of(const SceneMotion& motion, std::uint32_t body);

/// What these links were made from; of a body that stands, its pose.
[[nodiscard]] std::vector<LinkSource> sources_of(const Scene& scene, const SceneMotion& motion,
                                                 std::uint32_t body);

/// So many outermost links of the two bodies have the same formula and the same numbers: seen from there,
/// they are carried alike.
[[nodiscard]] std::size_t common_links(const SceneMotion& motion, std::uint32_t a, std::uint32_t b);

/// By body, over all these segments: two bodies with the same number never move against each other.
///
/// Guarantee: their links, less constant ones at the inner end, are the same number by number in every
///            segment (docs/certificates.md, *carrier*).
[[nodiscard]] std::vector<std::uint32_t> carriers_of(std::span<const SceneMotion> segments,
                                                     std::size_t bodies);

/// The number of segments of the scene's paths; 0 without paths.
[[nodiscard]] std::size_t segments_of(const Scene& scene);

/// Refuses whole turns without an axis (motion/steady_turn.h). `where` starts the message.
///
/// Pre: validate(scene) has nothing to say; segment < segments_of(scene), or both are 0: all bodies at rest.
[[nodiscard]] Expected<SceneMotion> motion_of_segment(const Scene& scene, std::size_t segment,
                                                      const std::string& where);

/// Those of all segments.
[[nodiscard]] Expected<std::vector<SceneMotion>> motions_of(const Scene& scene, const std::string& where);

}  // namespace graze::internal
