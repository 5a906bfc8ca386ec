// How far a point can leave its chord by the sets that a checker of certificates computes: never less than
// what paired_motion.h says, and enough for the leaf of a certificate.
//
// The inequality of a leaf (docs/certificates.md (3)) is about M, a bound of g'' that the checker finds by
// interval arithmetic over the window. Its sets are wider than the truth by what turns during half the
// window. Here that is bounded in closed form, so that a direction which separates two boxes with *this* bend
// is a leaf that the checker confirms, and nothing has to be checked twice: docs/continuous-mathematics.md,
// section 13.
#pragma once

#include "graze/continuous/paired_motion.h"

namespace graze {

/// A pair of motions as a checker sees them: with the middles of the boxes of the bodies as origins.
struct ProofMotion {
    Vec3 centre_a = Vec3::Zero(), centre_b = Vec3::Zero();
    double turning_a = 0.0, turning_b = 0.0;  // at least the part of their velocities that turns
    double slack = 0.0;                       // what leaves keep above all that is computed
    bool is_usable = false;                   // false: axes that wander, or nothing is known in doubles
};

/// `centre_a`, `centre_b`: of the boxes of all vertices.
[[nodiscard]] ProofMotion proof_motion(const PairedMotion& motion, const Vec3& centre_a,
                                       const Vec3& centre_b);

/// What is added to a bend for one |n x s|, by lengths: docs eq. 88.
struct ExtraBend {
    double anyhow = 0.0, per_apart = 0.0, per_far = 0.0, per_reach = 0.0;
};
/// What windows of one length have in common.
struct ProofWindow {
    double length = -1.0;                   // none
    double travel = 0.0;                    // by how much the centres can come apart
    double wander_a = 0.0, wander_b = 0.0;  // of the axes
    ExtraBend own_in_a, other_in_a, own_in_b, other_in_b;
};
[[nodiscard]] ProofWindow proof_window(const PairedMotion& motion, const ProofMotion& proof, double length);

/// The bends of bends_of, and what the sets of section 4 of docs/certificates.md add to them: for directions
/// of length 1 and all sets of triangles of the two nodes, during the window or any part of it. Times
/// length^2 / 8 of the whole window.
///
/// Pre: proof.is_usable; `begin` is the moment at the beginning of the window, which is as long as the query
///      says.
[[nodiscard]] PairBends proof_bends_of(const PairedMotion& motion, const ProofMotion& proof,
                                       const ProofWindow& window, const Moment& begin,
                                       const BendQuery& query);

}  // namespace graze
