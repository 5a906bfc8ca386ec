// Do two triangles come into contact between two instants, at neither of which they meet? For tracked pairs of
// bodies so fast that they pass through each other between two calls.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/triangles/triangle_overlap.h"
#include "graze/motion/rigid_motion.h"
#include "graze/motion/rounded_motion.h"

#include <optional>

namespace graze::internal {

/// How a body goes from its pose at one call to that at the next: a point of it straight, the rest turns steadily
/// about that.
struct Passage {
    RigidMotion motion;
    RoundedMotion rounded;
};
/// Pre: valid poses.
[[nodiscard]] Passage passage_of(const Pose& from, const Pose& to, const Vec3& straight);

struct PassingTriangle {
    Corners corners;
    const Passage& passage;
};

struct TriangleContact {
    double time;         // they are proved apart on [0, time)
    double distance_hi;  // at that time, proved
};

/// Guarantee: as contract C1 for each pair of features, with the tolerance: nothing means that all are proved apart
///            all the time, or that a budget of some hundred windows ran out.
/// Cost:      up to fifteen pairs of features, some microseconds each.
[[nodiscard]] std::optional<TriangleContact> first_contact_of(const PassingTriangle& a, const PassingTriangle& b,
                                                              double tolerance);

}  // namespace graze::internal
