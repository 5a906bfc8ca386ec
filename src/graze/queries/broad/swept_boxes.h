// Boxes that hold moving bodies for a while, and so which pairs of bodies are worth a search over time.
//
// A point m + x of a body, m the middle of its own box with half sides h, is at time t at y_m(t) + R(t) x.
// Along the axis k of the world that is within
//     sum over j of h_j max |R_kj|                                                                      (1)
// of the path of m, whose range motion_window.h bounds. Turning bodies are covered where they are between the
// ends, too: R is bounded over the whole window. Bodies that go far get a box for each eighth of the time.
#pragma once

#include "graze/core/internal.h"
#include "graze/motion/motion_ref.h"
#include "graze/queries/broad/broad_phase.h"

namespace graze::internal {

inline constexpr int kSweptEighths = 8;

/// Guarantee: every point of `own`, in the body's coordinates, is in the box at every t of `time`. Without
///            bounds on the motion the box is infinite, never NaN.
/// Pre:       `own` is not empty and finite; `time` is part of [0, 1].
[[nodiscard]] Box swept_box(const MotionRef& motion, const Box& own, const Interval& time);

/// A body for the broad phase. The motion is borrowed.
struct SweptBody {
    MotionRef motion;
    Box own;
};

struct SweptBoxes {
    std::vector<Box> whole;    // by body: during all of [0, 1]
    std::vector<Box> eighths;  // of bodies that go far: one for each eighth
    std::vector<std::uint32_t>
        eighths_begin;  // by body, in `eighths`; kNoEighths: `whole` stands for every eighth
    static constexpr std::uint32_t kNoEighths = ~std::uint32_t{0};
};

/// Cost: 2 us a body, 20 if it goes far. `threads`: 0 for all cores; the same boxes for any number, but after
///       Ctrl-C boxes may be infinite.
[[nodiscard]] SweptBoxes swept_boxes(std::span<const SweptBody> bodies, int threads = 1);

/// The first eighth of the time during which the bodies may be within `distance` of each other; nothing if
/// they are proved farther apart at every t of [0, 1].
[[nodiscard]] std::optional<int> first_eighth_within(const SweptBoxes& boxes, const BodyPair& bodies,
                                                     double distance);

}  // namespace graze::internal
