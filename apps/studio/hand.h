// What a hand holds, and where it wants it: from grabs and drags to the pose that pulls the body.
#pragma once

#include "studio/opened_scene.h"
#include "studio/protocol.h"

#include <optional>

namespace graze::studio {

struct Hand {
    std::uint32_t body = 0;
    Vec3 point = Vec3::Zero();  // in the body's coordinates
    Pose from = {};             // where it was grabbed
    Pose wanted = {};
    double seq = 0.0;           // of the last drag that was heeded
};

/// Pre: the point is on the body, or near it.
[[nodiscard]] Hand grabbed(std::uint32_t body, const Vec3& point, const Pose& pose);

/// Where a drag wants the body, but for locks.
[[nodiscard]] Pose wanted_by(const Hand& hand, const Drag& drag);

/// The wish, less what held axes forbid: of the way of the centre of mass, and of the turn, since `from`.
[[nodiscard]] Pose locked(const Pose& from, const Pose& wanted, const Vec3& centre, const SetLock& lock);

}  // namespace graze::studio
