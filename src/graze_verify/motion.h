// The motions that a certificate may name, evaluated by the checker's own arithmetic.
//
// Formulas: docs/certificates.md, section 3. Nothing here is shared with graze/motion.
#pragma once

#include "graze_verify/bound.h"

#include <array>
#include <string>
#include <vector>

namespace graze::verify {

struct CertificatePose {
    std::array<double, 3> translation;
    std::array<double, 4> quaternion;  // x, y, z, w
    bool operator==(const CertificatePose&) const = default;
};

enum class MotionKind { AtRest, Screw, Slerp, LinearParameters };

struct CertificateMotion {
    MotionKind kind = MotionKind::AtRest;
    CertificatePose from = {};
    CertificatePose to = {};  // at rest: the same
    int turns = 0;
    bool operator==(const CertificateMotion&) const = default;
};

/// A motion ready to be evaluated. For at rest, screw and slerp the axis is s, for linear parameters it is
/// not used.
struct PreparedMotion {
    MotionKind kind;
    BoundMat start;     // R0
    BoundVec place;     // p0
    BoundVec way;       // d = p1 - p0
    Bound angle;        // w
    BoundVec axis;      // s, in the world
    BoundVec vector;    // r0
    BoundVec rate;      // k = r1 - r0
    BoundVec centring;  // y'' = centring + w^2 s x (s x R0 x) at t = 0
};

struct Placement {
    BoundMat rotation;
    BoundVec place;
};

/// Empty, or why this is no motion that the checker can follow.
[[nodiscard]] std::string problem_with(const CertificateMotion& motion);

/// Pre: problem_with(motion) is empty.
[[nodiscard]] PreparedMotion prepare(const CertificateMotion& motion);

/// Where the body is at time t. Pre: 0 <= t <= 1.
[[nodiscard]] Placement placement_at(const PreparedMotion& motion, double t);

/// At least |y''(t)| of a vertex at every t of [0, 1].
[[nodiscard]] double most_acceleration(const PreparedMotion& motion, const std::array<double, 3>& vertex);

/// At least |n.u| / |u| for every acceleration u that the motion can give to a point.
[[nodiscard]] double most_along(const PreparedMotion& motion, const BoundVec& n);

}  // namespace graze::verify
