// How far a point can leave its chord by the sets that a checker of certificates computes: never less than
// what paired_motion.h says, and enough for the leaf of a certificate.
//
// The inequality of a leaf (docs/certificates.md (3)) is about M, a bound of g'' that the checker finds by
// interval arithmetic over the window. Its sets are wider than the truth by what turns during half the
// window. Here that is bounded in closed form, so that a direction which separates two boxes with *this* bend
// is a leaf that the checker confirms, and nothing has to be checked twice: docs/mathematics/proof.md.
#pragma once

#include "graze/continuous/relative/paired_motion.h"

#include <array>

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

/// What windows of one length have in common. Each array: for directions fixed in a, what the own turn adds
/// to a bend for one |n x s|, and what the other's does; then the same in b (proof.md, P1).
struct ProofWindow {
    double length = -1.0;                   // none
    double travel = 0.0;                    // by how much the centres can come apart
    double wander_a = 0.0, wander_b = 0.0;  // of the axes
    std::array<double, 4> anyhow{}, per_apart{}, per_far{}, per_reach{};  // the last three: by lengths
};
[[nodiscard]] ProofWindow proof_window(const PairedMotion& motion, const ProofMotion& proof, double length);

/// At least the distance of the two centres at a moment.
[[nodiscard]] double centres_apart(const ProofMotion& proof, const Moment& moment);

/// The bends of bends_of, and what the sets of section 4 of docs/certificates.md add to them: for directions
/// of length 1 and all sets of triangles of the two nodes, during the window or any part of it. Times
/// length^2 / 8 of the whole window. `apart`: centres_apart at the beginning of the window.
///
/// Pre: proof.is_usable; the window is as long as the query says.
[[nodiscard]] PairBends proof_bends_of(const PairedMotion& motion, const ProofMotion& proof,
                                       const ProofWindow& window, double apart, const BendQuery& query);

}  // namespace graze
