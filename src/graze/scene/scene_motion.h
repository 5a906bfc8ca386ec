// How the bodies of a scene move in one segment of its paths.
//
// Joints act by displacements from rest (a product of exponentials): a body at pose T that hangs on joints
// with displacements D1 (at the world), D2, ... stands at D1 D2 ... T, each D a turn about, or a slide along,
// a line of the scene at rest. If the topmost body moves from pose to pose, M(t), the displacement it hands
// down is M(t) M(0 of the first segment)^-1. No product is rounded: each factor is a link of its own.
#pragma once

#include "graze/motion/rigid_motion.h"
#include "graze/scene/scene.h"

namespace graze {

struct SceneMotion {
    Composed links;
    std::vector<std::uint32_t> link_of_body;  // the link whose motion is the body's
};

/// The number of segments of the scene's paths; 0 without paths.
[[nodiscard]] std::size_t segments_of(const Scene& scene);

/// Refuses whole turns without an axis (motion/steady_turn.h). `where` starts the message.
///
/// Pre: validate(scene) has nothing to say; segment < segments_of(scene), or both are 0: all bodies at rest.
[[nodiscard]] Expected<SceneMotion> motion_of_segment(const Scene& scene, std::size_t segment,
                                                      const std::string& where);

}  // namespace graze
