// The motions that a certificate may name, evaluated by the checker's own arithmetic, and planes seen from
// bodies that move.
//
// Formulas: docs/certificates.md, sections 3 and 4. Nothing here is shared with graze/motion.
#pragma once

#include "graze_verify/bound.h"

#include <string>
#include <vector>

namespace graze::verify {

struct CertificatePose {
    Point translation;
    std::array<double, 4> quaternion;  // x, y, z, w
    bool operator==(const CertificatePose&) const = default;
};

enum class LinkKind { AtRest, Screw, Slerp, LinearParameters, Revolute, Prismatic };

struct CertificateLink {
    LinkKind kind = LinkKind::AtRest;
    CertificatePose from = {}, to = {};  // at rest: the same; joints: not used
    int turns = 0;
    Point axis = {}, origin = {};             // of joints
    double value_from = 0.0, value_to = 0.0;  // degrees or a length
    bool operator==(const CertificateLink&) const = default;
};
using CertificateMotion = std::vector<CertificateLink>;  // outermost first

/// Empty, or why this is no link that the checker can follow.
[[nodiscard]] std::string problem_with(const CertificateLink& link);

/// Whether `next` begins where `link` ends.
[[nodiscard]] bool joins(const CertificateLink& link, const CertificateLink& next);

/// A link ready to be evaluated: names as in the docs.
struct PreparedLink {
    LinkKind kind;
    BoundMat start;   // R0
    BoundVec place;   // p0
    BoundVec way;     // d; joints: how the origin slides
    Bound angle;      // w
    BoundVec axis;    // s or u
    BoundVec vector;  // r0
    BoundVec rate;    // k
    BoundVec bend;    // r0 x k
    BoundVec pace;    // screw: the velocity of the body's origin at t = 0
    Point origin;     // revolute: q
    Bound value;      // joints: at t = 0
    double alpha;     // at least the length of the spin's derivative
};

/// Pre: problem_with(link) is empty.
[[nodiscard]] PreparedLink prepare(const CertificateLink& link);

struct Placement {
    BoundMat rotation;
    BoundVec place;
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
