// The poses that a sweep looks at, and distances of points from them. Not for users.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/wide/wide_point.h"
#include "graze/geometry/placement.h"
#include "graze/queries/paths/moving_scene.h"

#include <span>

namespace graze::internal {

/// During a part of a segment no point of the body is farther than `slack` from where this pose has it.
struct SweepPose {
    Placement world_in_body;
    double slack;
    double error;  // of the pose itself: rounding
    double way;    // along the segment: from pose to pose, no point goes farther than the difference
};

struct SweepPoses {
    std::vector<SweepPose> poses;
    std::vector<std::uint32_t> segment;  // by pose
    double most_slack = 0.0;
    Box bounds;  // of the body at all times
};

/// Pre: slack > 0. Guarantee: every pose of the motion belongs to one of these; slacks are at most `slack`, unless
/// rounding alone is more.
[[nodiscard]] SweepPoses sweep_poses(const MovingScene& moving, std::uint32_t body, double slack);

/// A pose that may be the nearest, the triangle that was near there, and what is known of a point: `below` is at
/// most the distance to the body during the pose's part of time.
struct NearPose {
    std::uint32_t pose, triangle;
    double below;
};

/// Points against the poses. One per thread.
class SweepMeter {
  public:
    SweepMeter(const SweepPoses& poses, const BodyModel& model, double margin)
        : poses_(poses), query_(model), margin_(margin) {}

    /// Those of the poses that may be the nearest to a point within `radius` of this one; none that is known to be
    /// farther than `limit`.
    void nearest_within(const Vec3& point, double radius, double limit, std::span<const NearPose> from,
                        std::vector<NearPose>& kept);

    /// Of the distance of a point to the body, less the margin around that, at the nearest time: `below` holds at
    /// all times, is at most a limit, and 0 if it would be negative; `above` at one time, infinite if nothing
    /// was near.
    struct Distance {
        double below, above;
    };
    [[nodiscard]] Distance distance(const Vec3& point, double limit, std::span<const NearPose> from);

    /// At least the distance of the point to the body's skin at the nearest of the poses.
    [[nodiscard]] double above(const Vec3& point);

    /// Whether the point is inside the solid at this pose. Pre: it is not near the skin.
    [[nodiscard]] bool is_inside(const Vec3& point, std::uint32_t pose);

  private:
    struct Gap {
        double lo, hi;
        std::uint32_t triangle;
    };
    [[nodiscard]] Gap gap_at(const Vec3& point, std::uint32_t pose, std::uint32_t guess);

    const SweepPoses& poses_;
    PointQuery query_;
    double margin_;
};

}  // namespace graze::internal
