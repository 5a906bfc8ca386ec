// Contacts as rows of a motion problem: pairs of closest points, as [Redon04, sec. 3 and 4] keeps them.
//
//     J x = n . (motion of point_a - motion of point_b),   n from b to a
//
// One function per question: velocities after an impact (eq. 7), accelerations in contact (eq. 6 and 8),
// displacements that restore the security distance (eq. 9), and the speculative rows with a slack that the
// handling loop uses. Derivations and deviations: docs/mathematics/dynamics.md.
#pragma once

#include "graze/core/internal.h"
#include "graze/dynamics/solve/motion_problem.h"

namespace graze::internal {

/// The two closest points of a contact.
struct ClosestPair {
    std::int32_t a = 0, b = kNobody;  // bodies; b may be nobody: the world
    Vec3 arm_a = Vec3::Zero(), arm_b = Vec3::Zero();  // from the centre of each body to its point
    Vec3 normal = Vec3::Zero();       // unit, from b to a
    double distance = 0.0;            // between the points, >= 0
    double restitution = 0.0;         // e of eq. 7, in [0, 1]
    double friction = 0.0;            // Coulomb's coefficient, >= 0
};

/// The motion of a body: velocity of its centre and angular velocity. Nobody rests.
using Velocities = std::span<const Vec6>;

/// J x >= bound along `direction` at the points of the pair.
[[nodiscard]] MotionRow row_along(const ClosestPair& pair, const Vec3& direction, double bound);

/// J v, of one row: relative velocity along it.
[[nodiscard]] double velocity_along(const MotionRow& row, Velocities velocities);

/// Velocity of the point of a less that of b.
[[nodiscard]] Vec3 relative_velocity(const ClosestPair& pair, Velocities velocities);

enum class ImpactForm : std::uint8_t {
    Safe,       // J v+ >= max(0, -e J v-): what separates already does not approach (dynamics.md, G12)
    Published,  // J v+ >= -e J v- [Redon04, eq. 7]
};

/// Velocities after an impact. Wanted motion: the velocities before it.
[[nodiscard]] MotionRow impact_row(const ClosestPair& pair, Velocities before,
                                   ImpactForm form = ImpactForm::Safe);

/// How the normal of a contact turns.
struct NormalRate {
    Vec3 rate = Vec3::Zero();  // d n / d t
};
/// The normal is that of a face of the body with this angular velocity.
[[nodiscard]] NormalRate rate_of_face(const Vec3& normal, const Vec3& angular_velocity);
/// The normal is that of two edges, n ~ edge_a x edge_b; zero if they are parallel.
struct EdgePair {
    Vec3 edge_a, edge_b, angular_a, angular_b;
};
[[nodiscard]] NormalRate rate_of_edges(const Vec3& normal, const EdgePair& edges);
/// The normal is the line between two points of the bodies (vertex and vertex). Pre: distance > 0.
[[nodiscard]] NormalRate rate_of_points(const ClosestPair& pair, const Vec3& relative_velocity);

/// How stiffly the security distance is held in accelerations [Redon04, eq. 8].
struct Security {
    double distance = 0.0;   // eps_s
    double stiffness = 0.0;  // k, 1 / time^2
    double damping = 0.0;    // 1 / time; not in the paper (its K is not explained): 0 is eq. 8 with K = 0
};

/// Accelerations that keep a contact [Redon04, eq. 6; eq. 8 where it is nearer than the security distance].
/// The unknowns are accelerations of centres and angular accelerations; what velocities do to points, and the
/// turning of the normal, goes to the bound (dynamics.md, G13).
[[nodiscard]] MotionRow acceleration_row(const ClosestPair& pair, Velocities velocities,
                                         const NormalRate& rate, const Security& security = {});

/// Displacements that restore the security distance: J x >= eps_s - d [Redon04, eq. 9]. Wanted motion: zero.
[[nodiscard]] MotionRow repositioning_row(const ClosestPair& pair, double eps_s);

/// eps_r < eps_s < eps_b [Redon04, sec. 4].
struct SecurityDistances {
    double eps_r, eps_s, eps_b;
};

/// A displacement may bring points as near as eps_s; where they are nearer, it must restore eps_s, less
/// what the common slack allows: x = 0 with sigma = 1 always satisfies such rows (dynamics.md, G14).
[[nodiscard]] MotionRow speculative_row(const ClosestPair& pair, const SecurityDistances& eps);

/// The paper's literal rows for displacements: J x >= max(0, eps_s - d) nearer than eps_b. Pre: d < eps_b.
[[nodiscard]] MotionRow literal_row(const ClosestPair& pair, const SecurityDistances& eps);

}  // namespace graze::internal
