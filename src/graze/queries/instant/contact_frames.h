// One body seen from another, in doubles, and how large the numbers are that are rounded then.
#pragma once

#include "graze/core/internal.h"
#include "graze/geometry/pose.h"
#include "graze/model/body_model.h"

namespace graze::internal {

[[nodiscard]] inline Mat3 matrix_of(const Pose& pose) {
    return pose.rotation.normalized().toRotationMatrix();
}

/// Where the points of one body are for the other: y = turn x + shift.
struct Seen {
    Mat3 turn;
    Vec3 shift;

    [[nodiscard]] Vec3 point(const Vec3& x) const { return turn * x + shift; }
    [[nodiscard]] Vec3 direction_back(const Vec3& n) const { return turn.transpose() * n; }
};

[[nodiscard]] inline Seen seen_from(const Pose& other, const Pose& own) {
    const Mat3 back = matrix_of(other).transpose();
    return {back * matrix_of(own), back * (own.translation - other.translation)};
}

[[nodiscard]] inline double radius_of(const BodyModel& model) { return 0.5 * model.size; }

/// The largest coordinate that takes part, about.
[[nodiscard]] inline double coordinates_of(const BodyModel& a, const BodyModel& b, const Seen& b_in_a) {
    const auto largest = [](const Box& box) {
        return box.min.cwiseAbs().cwiseMax(box.max.cwiseAbs()).maxCoeff();
    };
    return largest(a.bounds) + largest(b.bounds) + b_in_a.shift.cwiseAbs().maxCoeff();
}

}  // namespace graze::internal
