// How far a point can leave its chord by the sets that a checker of certificates computes: never less than
// what relative_motion.h says, and enough for the leaf of a certificate.
//
// The inequality of a leaf (docs/certificates.md (3)) is about M, a bound of g'' that the checker finds by
// interval arithmetic over the window, link by link. Its sets are wider than the truth by what turns during
// half the window. Here their widths are bounded link by link, too, for all windows of one length at once, so
// that a direction which separates two boxes with *this* bend is a leaf that the checker confirms, and
// nothing has to be checked twice: docs/mathematics/proof.md.
#pragma once

#include "graze/continuous/relative/relative_motion.h"
#include "graze/core/internal.h"

#include <array>
#include <vector>

namespace graze::internal {

/// What a link adds to the width of the sets that pass it.
struct ProofLink {
    double spin = 0.0, spin_rate = 0.0;  // at least |W| and alpha
    double arm = 0.0;     // at least the distance of the body's middle from the axis (the reference point)
    double drift = 0.0;   // at least the part of its velocity that does not turn with the link
    double spread = 0.0;  // box_spread of all that the link turns by
    double swing = 0.0;   // of the set of velocities: how long its radii are, per width of the turn
    int slot = -1;        // of the two axes that are followed: the one that is nearly this link's; or none
    double off = 0.0;     // how far its own axis may be from that
};

/// A pair of motions as a checker sees them: with the middles of the boxes of the bodies as origins.
struct ProofMotion {
    Vec3 centre_a = Vec3::Zero(), centre_b = Vec3::Zero();
    std::vector<ProofLink> a, b;        // outermost first
    std::array<double, 4> axes_turn{};  // how fast the followed axes turn: seen from a the own, the other's;
                                        // then seen from b
    bool turns_once = false;            // each by one steady turn, or not at all
    bool has_other_axes = false;        // some link turns about neither
    double growth = 1.0;                // of what is rounded on the way through all links
    double slack = 0.0;                 // what leaves keep above all that is computed
    bool is_usable = false;             // false: nothing is known in doubles
};

/// Into `proof`: no allocation once it has grown. `centre_a`, `centre_b`: of the boxes of all vertices. Borrows nothing.
void make_proof_motion(const RelativeMotion& motion, const Vec3& centre_a, const Vec3& centre_b,
                       ProofMotion& proof);

/// What windows of one length have in common. Each array: for directions fixed in a, what is added to a bend
/// for one |n x s| of the own axis, and of the other's; then the same in b; then what is added whatever the
/// direction, in a and in b (proof.md, P3).
struct ProofWindow {
    double length = -1.0;            // none
    double travel = 0.0;             // by how much the centres can come apart
    std::array<double, 4> wander{};  // of the axes
    std::array<double, 6> isotropic{}, per_distance{}, per_far{}, per_radius{};  // the last three: by lengths
};
[[nodiscard]] ProofWindow proof_window(const ProofMotion& proof, double length);

/// At least the distance of the two centres at a moment.
[[nodiscard]] double centre_distance(const ProofMotion& proof, const Moment& moment);

/// The bends of bends_of, and what the sets of section 4 of docs/certificates.md add to them: for directions
/// of length 1 and all sets of triangles of the two nodes, during the window or any part of it. Times
/// length^2 / 8 of the whole window. `distance`: centre_distance at the beginning of the window.
///
/// Pre: proof.is_usable; the window is as long as the query says.
[[nodiscard]] PairBends proof_bends_of(const RelativeMotion& motion, const ProofMotion& proof,
                                       const ProofWindow& window, double distance, const BendQuery& query);

}  // namespace graze::internal
