#include "graze_verify/motion.h"

#include "graze_verify/trigonometry.h"

namespace graze::verify {
namespace {

constexpr int kMostTurns = 1000000;
constexpr double kQuaternionSlack = 1e-6;  // | |q| - 1 | may be this much

using Quaternion = std::array<double, 4>;  // x, y, z, w

BoundVec exact_vector(const std::array<double, 3>& v) { return {exact(v[0]), exact(v[1]), exact(v[2])}; }

// Component i (x, y, z, w) of conj(q0) q1 as four products.
struct Products {
    std::array<double, 4> p, q;
};
Products relative_component(const Quaternion& a, const Quaternion& b, int i) {
    switch (i) {
        case 0:
            return {{a[3], -a[0], -a[1], a[2]}, {b[0], b[3], b[2], b[1]}};
        case 1:
            return {{a[3], -a[1], -a[2], a[0]}, {b[1], b[3], b[0], b[2]}};
        case 2:
            return {{a[3], -a[2], -a[0], a[1]}, {b[2], b[3], b[1], b[0]}};
        default:
            return {{a[3], a[0], a[1], a[2]}, {b[3], b[0], b[1], b[2]}};
    }
}
int exact_sign(const Quaternion& a, const Quaternion& b, int i) {
    const Products c = relative_component(a, b, i);
    return sign_of_sum(c.p, c.q);
}
Bound relative_bound(const Quaternion& a, const Quaternion& b, int i) {
    const Products c = relative_component(a, b, i);
    Bound sum = exact(c.p[0]) * exact(c.q[0]);
    for (int k = 1; k < 4; ++k) sum = sum + exact(c.p[k]) * exact(c.q[k]);
    return sum;
}

// The sign of the first component of w, x, y, z of conj(a) b that is not zero: 1 if b turns the way that the
// rule wants, -1 if -b does, 0 if all are zero, 2 if it cannot be told.
int way_of_turning(const Quaternion& a, const Quaternion& b) {
    for (const int i : {3, 0, 1, 2})
        if (const int sign = exact_sign(a, b, i); sign != 0) return sign;
    return 0;
}
bool turns_at_all(const Quaternion& a, const Quaternion& b) {
    for (const int i : {0, 1, 2})
        if (exact_sign(a, b, i) != 0) return true;
    return false;
}

Quaternion signed_by(int sign, const Quaternion& q) {
    return sign < 0 ? Quaternion{-q[0], -q[1], -q[2], -q[3]} : q;
}

// R(q) / |q|^2.
BoundMat rotation_of(const Quaternion& q) {
    const Bound x = exact(q[0]), y = exact(q[1]), z = exact(q[2]), w = exact(q[3]), two = exact(2.0);
    const Bound inverse = two / (square(x) + square(y) + square(z) + square(w));
    const Bound one = exact(1.0);
    return {
        {{one - inverse * (square(y) + square(z)), inverse * (x * y - w * z), inverse * (x * z + w * y)},
         {inverse * (x * y + w * z), one - inverse * (square(x) + square(z)), inverse * (y * z - w * x)},
         {inverse * (x * z - w * y), inverse * (y * z + w * x), one - inverse * (square(x) + square(y))}}};
}

// v / |v|; whatever is not known of a unit vector is within [-1, 1].
BoundVec unit(const BoundVec& v) {
    const Bound size = length(v);
    return {cut(v[0] / size, -1.0, 1.0), cut(v[1] / size, -1.0, 1.0), cut(v[2] / size, -1.0, 1.0)};
}

Bound whole_turns(int turns) { return exact(2.0 * turns) * kPi; }

// The rotation vector of q as it is written, made longer by whole turns.
BoundVec rotation_vector(const Quaternion& q, int turns) {
    if (q[0] == 0.0 && q[1] == 0.0 && q[2] == 0.0) return {};
    const BoundVec v{exact(q[0]), exact(q[1]), exact(q[2])};
    return (exact(2.0) * angle_of(length(v), exact(q[3])) + whole_turns(turns)) * unit(v);
}

// Of linear parameters: the signs that their two quaternions take.
struct Ends {
    Quaternion from, to;
};
Ends signed_ends(const CertificateMotion& motion) {
    const Quaternion identity{0.0, 0.0, 0.0, 1.0};
    const Quaternion from =
        signed_by(way_of_turning(identity, motion.from.quaternion), motion.from.quaternion);
    Quaternion to = signed_by(way_of_turning(from, motion.to.quaternion), motion.to.quaternion);
    if (to[0] == 0.0 && to[1] == 0.0 && to[2] == 0.0) to[3] = std::abs(to[3]);
    return {from, to};
}

BoundVec turned_axis(const CertificateMotion& motion, const BoundMat& start) {
    const Quaternion& a = motion.from.quaternion;
    const Quaternion b = signed_by(way_of_turning(a, motion.to.quaternion), motion.to.quaternion);
    return start * unit({relative_bound(a, b, 0), relative_bound(a, b, 1), relative_bound(a, b, 2)});
}
Bound turned_angle(const CertificateMotion& motion) {
    const Quaternion &a = motion.from.quaternion, &b = motion.to.quaternion;
    const BoundVec v{relative_bound(a, b, 0), relative_bound(a, b, 1), relative_bound(a, b, 2)};
    const Bound real = relative_bound(a, b, 3);
    const Bound positive = real.lo >= 0.0   ? real
                           : real.hi <= 0.0 ? -real
                                            : Bound{0.0, std::max(-real.lo, real.hi)};
    return exact(2.0) * angle_of(length(v), positive) + whole_turns(motion.turns);
}

std::string problem_with(const CertificatePose& pose) {
    Bound norm_sq{};
    for (const double x : pose.quaternion) norm_sq = norm_sq + square(exact(x));
    const Bound norm = root(norm_sq);
    // The checker's own rounding is forgiven: what it needs is only that the quaternion is far from zero.
    constexpr double kRounding = 1e-12;
    if (!(norm.hi <= 1.0 + kQuaternionSlack + kRounding && norm.lo >= 1.0 - kQuaternionSlack - kRounding))
        return "a quaternion is not of length 1";
    for (const double x : pose.translation)
        if (!std::isfinite(x)) return "a translation is not finite";
    return {};
}

}  // namespace

std::string problem_with(const CertificateMotion& motion) {
    for (const CertificatePose* pose : {&motion.from, &motion.to})
        if (const std::string problem = problem_with(*pose); !problem.empty()) return problem;
    if (motion.kind == MotionKind::AtRest)
        return motion.from == motion.to && motion.turns == 0 ? "" : "a body at rest that moves";
    if (motion.turns > kMostTurns || motion.turns < -kMostTurns) return "too many turns";
    const Quaternion identity{0.0, 0.0, 0.0, 1.0};
    const Quaternion &a = motion.from.quaternion, &b = motion.to.quaternion;
    if (way_of_turning(identity, a) == 2 || way_of_turning(a, b) == 2)
        return "quaternions so small in parts that the way of turning cannot be told";
    const bool has_axis =
        motion.kind == MotionKind::LinearParameters ? turns_at_all(identity, b) : turns_at_all(a, b);
    if (motion.turns != 0 && !has_axis) return "whole turns without an axis";
    return {};
}

PreparedMotion prepare(const CertificateMotion& motion) {
    PreparedMotion m{};
    m.kind = motion.kind;
    m.start = rotation_of(motion.from.quaternion);
    m.place = exact_vector(motion.from.translation);
    if (motion.kind == MotionKind::AtRest) return m;
    m.way = exact_vector(motion.to.translation) - m.place;
    if (motion.kind == MotionKind::LinearParameters) {
        const Ends ends = signed_ends(motion);
        m.vector = rotation_vector(ends.from, 0);
        m.rate = rotation_vector(ends.to, motion.turns) - m.vector;
        return m;
    }
    m.axis = turned_axis(motion, m.start);
    m.angle = turned_angle(motion);
    if (motion.kind == MotionKind::Screw) {
        const Bound half = exact(0.5) * m.angle;
        const BoundVec chord = m.way - dot(m.axis, m.way) * m.axis;
        m.centring = (m.angle * (sine_cosine(half).cosine / sinc(half))) * cross(m.axis, m.way) +
                     (m.angle * half) * chord;
    }
    return m;
}

namespace {

// v + sin s x v + (1 - cos) s x (s x v), columns of `start` being the v.
BoundMat turned(const BoundMat& start, const BoundVec& along, const Bound& sine, const Bound& versine) {
    BoundMat result;
    for (int j = 0; j < 3; ++j) {
        const BoundVec v = column(start, j), once = cross(along, v);
        const BoundVec sum = v + sine * once + versine * cross(along, once);
        for (int i = 0; i < 3; ++i) result[i][j] = sum[i];
    }
    return result;
}

Placement parameters_at(const PreparedMotion& m, double t) {
    constexpr Bound kZero{0.0, 0.0}, kOne{1.0, 1.0};
    const BoundVec r = m.vector + exact(t) * m.rate;
    const Bound size = length(r);
    const Bound b = exact(0.5) * square(sinc(exact(0.5) * size));
    const BoundMat identity{{{kOne, kZero, kZero}, {kZero, kOne, kZero}, {kZero, kZero, kOne}}};
    return {turned(identity, r, sinc(size), b), m.place + exact(t) * m.way};
}

}  // namespace

Placement placement_at(const PreparedMotion& m, double t) {
    if (m.kind == MotionKind::AtRest) return {m.start, m.place};
    if (m.kind == MotionKind::LinearParameters) return parameters_at(m, t);
    const Bound half = exact(0.5 * t) * m.angle;
    const Bound sine = sine_cosine(exact(t) * m.angle).sine;
    const Bound versine = exact(2.0) * square(sine_cosine(half).sine);
    Placement at{turned(m.start, m.axis, sine, versine), m.place + exact(t) * m.way};
    if (m.kind == MotionKind::Slerp) return at;
    const Bound shrunk = exact(t) * sinc(half) / sinc(exact(0.5) * m.angle);
    const SineCosine back = sine_cosine(exact(0.5) * (exact(t) - exact(1.0)) * m.angle);
    const BoundVec chord = m.way - dot(m.axis, m.way) * m.axis;
    at.place =
        at.place + (shrunk * back.cosine - exact(t)) * chord + (shrunk * back.sine) * cross(m.axis, m.way);
    return at;
}

double most_acceleration(const PreparedMotion& m, const std::array<double, 3>& vertex) {
    if (m.kind == MotionKind::AtRest) return 0.0;
    const BoundVec x = exact_vector(vertex);
    if (m.kind == MotionKind::LinearParameters) return (exact(1.5) * square(length(m.rate)) * length(x)).hi;
    const BoundVec arm = m.start * x;
    return length(m.centring + square(m.angle) * cross(m.axis, cross(m.axis, arm))).hi;
}

double most_along(const PreparedMotion& m, const BoundVec& n) {
    if (m.kind == MotionKind::LinearParameters) return length(n).hi;
    // Accelerations of a steady turn are perpendicular to its axis; |n - (n.s) s| = |n x s|.
    return std::min(length(cross(n, m.axis)).hi, length(n).hi);
}

}  // namespace graze::verify
