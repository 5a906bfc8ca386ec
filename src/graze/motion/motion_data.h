// What is behind a Motion (motion.h), for queries.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/box.h"
#include "graze/motion/motion.h"
#include "graze/motion/motion_ref.h"

#include <memory>
#include <variant>

namespace graze::internal {

/// A link of an articulated body that is shared by the motions of all its links.
struct SharedLink {
    std::shared_ptr<const Composed> body;
    std::uint32_t link;
};

struct MotionData {
    std::variant<RigidMotion, Piecewise, SharedLink> of;
    Pose pose_t0;
    bool begins_exactly = true;  // at pose_t0, as a real pose
};

/// Borrows from the motion.
[[nodiscard]] MotionRef motion_ref(const Motion& motion);

}  // namespace graze::internal
