// The motions that a certificate may name, evaluated by the checker's own arithmetic, and planes seen from
// bodies that move.
//
// Formulas: docs/certificates.md, sections 3 and 4. Nothing here is shared with graze/motion.
#pragma once

#include "graze/io/certificate/certificate_head.h"
#include "graze_verify/bound.h"

namespace graze::verify {

/// Empty, or why the formula of this link cannot be told. Pre: a link that the reader accepted.
[[nodiscard]] std::string problem_with(const CertificateLink& link);

/// A link ready to be evaluated, all kinds in one form:
///     y = R(t) (x - q) + p(t),   R(t) = exp([r0 + t k]) S,   p(t) = place + t d, but for screws.
struct PreparedLink {
    LinkKind kind;
    BoundMat start;                   // S
    Point pivot = {};                 // q
    BoundVec place = {}, way = {};    // p(0), d
    BoundVec slide = {};              // the part of p' that does not turn with the link
    BoundVec axis = {};               // s of screws
    Bound angle = {};                 // w of screws
    BoundVec vector = {}, rate = {};  // r0, k
    BoundVec bend = {};               // r0 x k
    double alpha = 0.0;               // at least the length of the spin's derivative
};

/// Pre: problem_with(link) is empty.
[[nodiscard]] PreparedLink prepare(const CertificateLink& link);

/// y = rotation (x - q) + place at one instant, and how the place moves.
struct Placement {
    BoundMat rotation;
    BoundVec place, velocity;
};
/// Pre: 0 <= t <= 1.
[[nodiscard]] Placement placement_at(const PreparedLink& link, double t);

/// What is known of a link at all times of a window (section 4.2).
struct LinkWindow {
    double half;        // half its length
    BoundMat rotation;  // R_m
    BoundVec spin;      // W_m
    BoundVec spins;     // W
    double alpha, sigma;
    BoundVec place;     // P
    BoundVec velocity;  // P'
    BoundVec turning;   // X
};

/// n.y = r.(x - o) + c of the points x of a frame with the origin o, and derivatives, over a window.
struct Plane {
    BoundVec r;
    BoundVec r1 = {}, r2 = {};
    Bound c = {}, c2 = {};
};

/// A body's links over a window. origins[i] is outside of link i, the last one is the body's own.
struct ChainWindow {
    double from = -1.0, until = -1.0;
    std::vector<LinkWindow> links;
    std::vector<Point> origins;
};
void set_window(ChainWindow& chain, const std::vector<PreparedLink>& links, const Point& centre, double from,
                double until);

/// The frame in which a direction is fixed: the world, a, or b.
enum class Frame { World, A, B };

/// The plane of n seen from body 0 (a) or 1 (b); the first `common` links of both are the same. n.y is
/// measured from an origin that is the same for both bodies.
[[nodiscard]] Plane plane_seen(const ChainWindow& a, const ChainWindow& b, std::size_t common, int body,
                               const BoundVec& n, Frame frame);

}  // namespace graze::verify
