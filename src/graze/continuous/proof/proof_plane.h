// The plane of a direction seen from bodies that are carried by moving links, over a window of time: what the
// inequality of a certificate's leaf is made of (docs/certificates.md, section 4). Sets are evaluated in the
// order written there, since a prover may count on no narrower ones.
#pragma once

#include "graze/core/internal.h"
#include "graze/motion/rigid_motion.h"

#include <span>
#include <vector>

namespace graze::internal {

/// What is known of a link at all times of a window; names as in section 4.2.
struct LinkWindow {
    bool is_at_rest = false;  // or one instant: rotation and place are all there is
    double half = 0.0;        // half the window's length
    IntervalMat3 rotation;    // R_m
    IntervalVec3 spin;        // W_m
    IntervalVec3 spins;       // W
    double alpha = 0.0, sigma = 0.0;
    IntervalVec3 place;     // P
    IntervalVec3 velocity;  // P'
    IntervalVec3 turning;   // X
};

/// `inner` is the origin on the body's side; `outer` becomes that of the other side.
/// Pre: 0 <= from <= until <= 1.
[[nodiscard]] LinkWindow link_window(const RigidMotion& motion, const Vec3& inner, double from, double until,
                                     Vec3& outer);

/// The links of a body, outermost first. origins[i] is outside of link i, the last one is the body's own.
struct ChainWindow {
    std::vector<LinkWindow> links;
    std::vector<Vec3> origins;
};
[[nodiscard]] ChainWindow chain_window(std::span<const RigidMotion> links, const Vec3& centre, double from,
                                       double until);

/// n.y = r.(x - o) + c for the points x of a frame with the origin o; first and second derivatives of r, and
/// second of c. Contains them at every time of the window; of one instant, only r and c mean anything.
struct PlaneWindow {
    IntervalVec3 r, r1, r2;
    Interval c, c2;
};

/// In which frame a direction is fixed. The numbers are those of the leaves in a certificate.
enum class LeafFrame { World = 0, A = 1, B = 2 };

/// The bodies a and b over the same window; their first `common` links are the same.
struct ChainPair {
    const ChainWindow& a;
    const ChainWindow& b;
    std::size_t common;
};

/// The plane of n seen from body 0 (a) or 1 (b). n.y is measured from an origin that is the same for both.
[[nodiscard]] PlaneWindow plane_in_body(const ChainPair& chains, int body, const Vec3& n, LeafFrame frame);

}  // namespace graze::internal
