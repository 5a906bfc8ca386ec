// When two moving features first come within a clearance of each other: contract C1 for a vertex and a face
// or two edges, with every kind of motion.
//
// Advances through time by proofs. At time t the closest points give a direction n. The Taylor form of the
// motion (motion_window.h) bounds the projections of all vertices on n over a window that begins at t; as far
// as the two features are proved to stay farther apart along n than the clearance, time advances. The bound
// is concave in time, so its two ends prove the whole stretch (docs/continuous-mathematics.md, eq. 27).
// When the distance itself is proved to be at most clearance + tolerance, this is the contact.
//
// No case distinctions: sliding in a common plane, parallel and collinear edges, edges without length and
// faces without area are convex sets like all others, and two convex sets that are apart have a separating
// direction.
#pragma once

#include "graze/motion/motion_window.h"

#include <array>
#include <variant>

namespace graze {

/// The motion of one link of an articulated body.
struct LinkMotion {
    const Composed* body;
    std::uint32_t link;
};

/// Where the vertices of a feature go on straight lines: a deformable body.
struct VertexEnds {
    std::array<Vec3, 3> to;
};

/// A vertex, an edge or a face, and how it moves. Motions are borrowed.
struct MovingFeature {
    int count = 1;                 // of vertices: 1, 2 or 3
    std::array<Vec3, 3> vertices;  // in the body's coordinates; at t = 0 for VertexEnds
    std::variant<const RigidMotion*, const Piecewise*, LinkMotion, VertexEnds> motion;
};

struct FeatureContactOptions {
    double clearance = 0.0;     // >= 0; features this close count as touching
    double tolerance = 1e-6;    // > 0; a reported contact is at most clearance + tolerance apart
    int most_windows = 100000;  // the budget
};

enum class FeatureVerdict { Clear, Contact, Undecided };

struct FeatureContact {
    FeatureVerdict verdict;
    double clear_until;     // proved: farther apart than the clearance on [0, clear_until); Clear: on [0, 1]
    double distance_hi;     // Contact: the distance at clear_until is proved to be at most this
    Vec3 point_a, point_b;  // Contact: on the features at clear_until, rounded
    Vec3 normal;            // Contact: from b to a, unit up to rounding; zero if the points coincide
    int windows;            // work done
};

/// First contact of two features over t in [0, 1].
///
/// Pre:       a vertex with a face, edge or vertex, or two edges, in either order; finite vertices; clearance
///            >= 0; tolerance > 0.
/// Guarantee: Clear: the distance is greater than the clearance at every t. Contact: it is so on
///            [0, clear_until), and at clear_until it is at most distance_hi <= clearance + tolerance.
///            Undecided: the budget ran out, or the tolerance is below what rounding lets anyone decide.
/// Cost:      about 2 us a window; no allocation.
[[nodiscard]] FeatureContact first_feature_contact(const MovingFeature& a, const MovingFeature& b,
                                                   const FeatureContactOptions& options);

}  // namespace graze
