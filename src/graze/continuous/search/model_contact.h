// First contact of two models that are borrowed: what first_contact.h and searches over many bodies stand on.
#pragma once

#include "graze/continuous/search/first_contact.h"
#include "graze/core/internal.h"
#include "graze/model/body_model.h"
#include "graze/motion/motion_ref.h"

namespace graze::internal {

/// A model and how it moves over [0, 1]. All borrowed.
struct MovingModel {
    const BodyModel& model;
    MotionRef motion;  // rigid, piecewise, or a link of an articulated body
    /// Where the motion begins, as the pose that it was made from: for the exact test at t = 0. A body at
    /// rest needs none. If it is missing, that the bodies are apart at t = 0 is the caller's word.
    const Pose* pose_t0 = nullptr;
};

/// Where the body exactly is at t = 0; null if nobody said.
[[nodiscard]] const Pose* pose_at_start(const MovingModel& body);

/// Borrows from the body.
[[nodiscard]] MovingModel moving_model(const MovingBody& body);

/// How far a point of the body may be at t = 0 from where pose_t0 puts it; infinite or NaN: nothing is known.
[[nodiscard]] double start_error(const MovingBody& body);

/// As first_contact.h says; `contacts` are views into the workspace.
///
/// Pre: a pose_t0 that is given is where its motion begins, exactly.
[[nodiscard]] FirstContact first_contact(const MovingModel& a, const MovingModel& b,
                                         const FirstContactOptions& options,
                                         FirstContactWorkspace& workspace);

/// The answer to the workspace's last query, which ended Undecided for want of work: goes on where that
/// stopped, if it can, else begins anew.
///
/// Pre: the same bodies, motions and options, but for most_work, deadline, threads, and an `until` that may
///      be earlier.
[[nodiscard]] FirstContact continue_first_contact(const MovingModel& a, const MovingModel& b,
                                                  const FirstContactOptions& options,
                                                  FirstContactWorkspace& workspace);

}  // namespace graze::internal
