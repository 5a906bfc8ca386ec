// When two moving features first come within a clearance of each other: contract C1 for a vertex and a face
// or two edges, with every kind of motion.
//
// Advances through time by proofs: a direction in which the two features are apart at some time stays one for
// a while, and how long is computed in plain doubles with a bound on all their errors (quick_contact.h). What
// that cannot decide is decided in intervals (interval_contact.h). docs/mathematics/features.md.
//
// No case distinctions: sliding in a common plane, parallel and collinear edges, edges without length and
// faces without area are convex sets like all others, and two convex sets that are apart have a separating
// direction.
#pragma once

#include "graze/continuous/features/contact_verdict.h"
#include "graze/core/internal.h"
#include "graze/motion/motion_ref.h"
#include "graze/motion/rounded_motion.h"

#include <array>
#include <variant>

namespace graze::internal {

/// Where the vertices of a feature go on straight lines: a deformable body.
struct VertexEnds {
    std::array<Vec3, 3> to;
};

/// A vertex, an edge or a face, and how it moves. Motions are borrowed.
struct MovingFeature {
    int count = 1;                 // of vertices: 1, 2 or 3
    std::array<Vec3, 3> vertices;  // in the body's coordinates; at t = 0 for VertexEnds
    std::variant<const RigidMotion*, const Piecewise*, LinkMotion, ClockedRigid, VertexEnds> motion;
};

/// Of the body that the feature belongs to. Pre: rigid, not VertexEnds; `time` is part of [0, 1].
[[nodiscard]] MotionJet jet_of(const MovingFeature& feature, const Interval& time);

struct FeatureContactOptions {
    double clearance = 0.0;     // >= 0; features this close count as touching
    double tolerance = 1e-6;    // > 0; a reported contact is at most clearance + tolerance apart
    int most_windows = 100000;  // the budget
};

struct FeatureContact {
    ContactVerdict verdict;  // never OverlapAtStart
    double clear_until;      // proved: farther apart than the clearance on [0, clear_until); Clear: on [0, 1]
    double distance_hi;      // Contact: the distance at clear_until is proved to be at most this
    Vec3 point_a, point_b;   // Contact: on the features at clear_until, rounded
    Vec3 normal;             // Contact: from b to a, unit up to rounding; zero if the points coincide
    int windows;             // work done
};

/// First contact of two features over t in [0, 1].
///
/// Pre:       a vertex with a face, edge or vertex, or two edges, in either order; finite vertices; clearance
///            >= 0; tolerance > 0.
/// Guarantee: Clear: the distance is greater than the clearance at every t. Contact: it is so on
///            [0, clear_until), and at clear_until it is at most distance_hi <= clearance + tolerance.
///            Undecided: the budget ran out, or the tolerance is below what rounding lets anyone decide.
/// Cost:      docs/mathematics/features.md, section 4; no allocation.
[[nodiscard]] FeatureContact first_feature_contact(const MovingFeature& a, const MovingFeature& b,
                                                   const FeatureContactOptions& options);

/// What all features of two bodies share, computed once: rounded_motion() of each. Borrowed.
struct MotionPair {
    const RoundedMotion* a;
    const RoundedMotion* b;
};

/// The same answer, bit for bit, without preparing the motions again for every pair of features.
///
/// Pre: both features move by a `RigidMotion`, of which these are the rounded ones.
[[nodiscard]] FeatureContact first_feature_contact(const MovingFeature& a, const MovingFeature& b,
                                                   const MotionPair& motions,
                                                   const FeatureContactOptions& options);

/// A vertex with a face, edge or vertex, or two edges, in either order.
[[nodiscard]] constexpr bool is_valid_pair(const MovingFeature& a, const MovingFeature& b) {
    return a.count >= 1 && a.count <= 3 && b.count >= 1 && b.count <= 3 && a.count + b.count <= 4;
}

}  // namespace graze::internal
