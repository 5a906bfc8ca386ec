// How two bodies move during a stretch of time in which both are smooth, as the search for first contact
// takes it: one rounded motion per body where possible, otherwise a chain.
#pragma once

#include "graze/continuous/relative/paired_chains.h"
#include "graze/core/internal.h"
#include "graze/model/body_model.h"
#include "graze/motion/motion_ref.h"

namespace graze::internal {

/// Both over [0, 1]; links that carry both bodies alike are left out.
struct SmoothMotions {
    SmoothMotion a, b;
    std::optional<LinkMotion> frame = {};  // what carries both, if anything does: both are seen from there
};

/// The motions during [from, until]. Pre: both are smooth there.
[[nodiscard]] SmoothMotions smooth_motions(const MotionRef& a, const MotionRef& b, double from, double until);

/// What chains need; kept from query to query, so that it stops allocating.
struct ChainMemory {
    PairedChains chains;
    KnownChainMoments known_a, known_b;
    std::vector<ClockedMotion> links;
};

/// Ready for the search and for proofs about bodies with these trees. The result borrows from `memory` and
/// from the motions.
[[nodiscard]] RelativeMotion relative_motion(const SmoothMotions& motions, const WideTree& a,
                                             const WideTree& b, ChainMemory& memory);

/// The same of bodies that are carried by so many motions each, outermost first; none: at rest.
[[nodiscard]] RelativeMotion relative_motion(std::span<const RigidMotion> links_a,
                                             std::span<const RigidMotion> links_b, const WideTree& a,
                                             const WideTree& b, ChainMemory& memory);

/// At least the sum of the speeds of any two points of the bodies, by the clock of the motions.
[[nodiscard]] double speed_of(const SmoothMotions& motions, const BodyModel& a, const BodyModel& b,
                              ChainMemory& memory);

/// Where that frame stands in the world at time t of the motions, rounded; none if both are seen from the world.
[[nodiscard]] std::optional<ChainPose> common_frame(const SmoothMotions& motions, double t);

/// No point of a body that is within `radius` of `centre` jumps by more than this at time t > 0, where two
/// pieces of its motion meet; 0 if it does not break there.
[[nodiscard]] double jump_at(const MotionRef& motion, double t, const Vec3& centre, double radius);

}  // namespace graze::internal
