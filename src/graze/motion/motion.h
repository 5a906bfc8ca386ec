// How a body moves over t in [0, 1], and where it begins: what users give to queries over time.
//
// A `Motion` owns what it needs and knows its own beginning, so none can be forgotten and nothing dangles.
// What is behind it, real-number formulas with bounds for every interval of time, stands in steady_turn.h,
// linear_parameters.h and rigid_motion.h.
#pragma once

#include "graze/core/expected.h"
#include "graze/geometry/pose.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graze {

struct PoseSegment {
    Pose from;
    Pose to;
    int turns = 0;  // whole turns added, in the direction of the shorter turn; negative: against it
};

/// Refuses whole turns without a turn to add them to, since they would have no axis, and more than 1e6.
/// `where` starts the message. Pre: valid poses.
[[nodiscard]] Expected<void> validate(const PoseSegment& poses, const std::string& where);

/// Refuses whole turns to the identity, whose rotation vector has no direction to be made longer in, and more
/// than 1e6. `where` starts the message. Pre: valid poses.
[[nodiscard]] Expected<void> validate_parameters(const PoseSegment& poses, const std::string& where);

enum class AngleUnit { Radian, Degree };

/// The moving body's frame stands at `placement` in its parent's when angle and slide are zero. From t = 0 to
/// 1 the angle and the slide go from one value to the other at constant rates.
struct JointMotion {
    Pose placement = {};
    Vec3 axis = Vec3::UnitZ();  // in the moving body's frame; need not be unit, not zero
    double angle_t0 = 0.0, angle_t1 = 0.0;
    double slide_t0 = 0.0, slide_t1 = 0.0;
    AngleUnit unit =
        AngleUnit::Radian;       // degrees are exact: 90 is a quarter turn, though pi / 2 is no double
    Vec3 origin = Vec3::Zero();  // a point on the axis, in the moving body's frame
};

namespace internal {
struct MotionData;
}  // namespace internal

/// Cheap to copy: copies share what they are made of.
class Motion {
  public:
    /// By the functions below. Pre: not null.
    explicit Motion(std::shared_ptr<const internal::MotionData> data) : data_(std::move(data)) {}

    /// Where it begins. Rounded to doubles for joints that do not begin at 0 and for bodies that others
    /// carry; else exactly the pose that it was made from.
    [[nodiscard]] const Pose& pose_t0() const;

    /// Where it is at time t: rounded, for pictures and for the next step of a simulator. Pre: t in [0, 1].
    [[nodiscard]] Pose pose_at(double t) const;

    [[nodiscard]] const internal::MotionData& data() const { return *data_; }

  private:
    std::shared_ptr<const internal::MotionData> data_;
};

[[nodiscard]] Motion rest(const Pose& pose = {});

/// Turns and slides at constant rates about and along one line. The motion does not depend on `reference`,
/// which only says where on the body bounds are tightest: its middle, if that is far from its origin.
///
/// Pre: validate(poses) has nothing to say.
[[nodiscard]] Motion screw(const PoseSegment& poses, const Vec3& reference = Vec3::Zero());

/// The point `reference` of the body moves along a line at constant speed, the body turns about it at a
/// constant rate. Pre: as screw.
[[nodiscard]] Motion slerp(const PoseSegment& poses, const Vec3& reference = Vec3::Zero());

/// Position and rotation vector interpolated linearly. Pre: validate_parameters(poses) has nothing to say.
[[nodiscard]] Motion linear_in_parameters(const PoseSegment& poses);

/// Pre: a valid placement; the axis finite and not zero; the rest finite.
[[nodiscard]] Motion joint(const JointMotion& joint);

/// Motions one after the other: piece i runs from breaks[i] to breaks[i + 1], its own time from 0 to 1. That
/// the pieces fit together is the caller's affair: at a break a body is where either of its two pieces puts
/// it.
///
/// Errors: BadInput for no pieces, and for breaks that do not rise from 0 to 1; Unsupported for pieces that
///         are themselves made of several motions.
[[nodiscard]] Expected<Motion> one_after_another(std::span<const Motion> pieces,
                                                 std::span<const double> breaks);

/// A body that moves in the frame of another.
struct CarriedMotion {
    std::optional<std::uint32_t> carrier;  // its place in the list; none: the world
    Motion motion;                         // in the frame of the carrier
};

/// The motion of each in the world: bodies on joints.
///
/// Errors: BadInput for a carrier that does not exist and for circles; Unsupported for motions that are
///         themselves made of several.
[[nodiscard]] Expected<std::vector<Motion>> carried_motions(std::span<const CarriedMotion> bodies);

}  // namespace graze
