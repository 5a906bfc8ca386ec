#include "graze_verify/motion.h"

#include "graze_verify/trigonometry.h"

namespace graze::verify {
namespace {

constexpr int kMostTurns = 1000000;
constexpr double kQuaternionSlack = 1e-6;  // | |q| - 1 | may be this much

using Quaternion = std::array<double, 4>;  // x, y, z, w

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
Ends signed_ends(const CertificateLink& link) {
    const Quaternion identity{0.0, 0.0, 0.0, 1.0};
    const Quaternion from = signed_by(way_of_turning(identity, link.from.quaternion), link.from.quaternion);
    Quaternion to = signed_by(way_of_turning(from, link.to.quaternion), link.to.quaternion);
    if (to[0] == 0.0 && to[1] == 0.0 && to[2] == 0.0) to[3] = std::abs(to[3]);
    return {from, to};
}

BoundVec turned_axis(const CertificateLink& link, const BoundMat& start) {
    const Quaternion& a = link.from.quaternion;
    const Quaternion b = signed_by(way_of_turning(a, link.to.quaternion), link.to.quaternion);
    return start * unit({relative_bound(a, b, 0), relative_bound(a, b, 1), relative_bound(a, b, 2)});
}
Bound turned_angle(const CertificateLink& link) {
    const Quaternion &a = link.from.quaternion, &b = link.to.quaternion;
    const BoundVec v{relative_bound(a, b, 0), relative_bound(a, b, 1), relative_bound(a, b, 2)};
    const Bound real = relative_bound(a, b, 3);
    const Bound positive = real.lo >= 0.0   ? real
                           : real.hi <= 0.0 ? -real
                                            : Bound{0.0, std::max(-real.lo, real.hi)};
    return exact(2.0) * angle_of(length(v), positive) + whole_turns(link.turns);
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

std::string problem_with_joint(const CertificateLink& link) {
    double longest = 0.0;
    bool is_finite = std::isfinite(link.value_from) && std::isfinite(link.value_to);
    for (int k = 0; k < 3; ++k) {
        longest = std::max(longest, std::abs(link.axis[k]));
        is_finite &= std::isfinite(link.axis[k]) && std::isfinite(link.origin[k]);
    }
    if (!is_finite) return "a joint is not finite";
    return longest >= 1e-100 && longest <= 1e100 ? "" : "an axis is zero, or far too short or long";
}

bool is_joint(LinkKind kind) { return kind == LinkKind::Revolute || kind == LinkKind::Prismatic; }

constexpr Bound kZero{0.0, 0.0}, kOne{1.0, 1.0};
constexpr BoundMat kIdentity{{{kOne, kZero, kZero}, {kZero, kOne, kZero}, {kZero, kZero, kOne}}};
const Bound kDegree = kPi / exact(180.0);

// v + sine s x v + versine s x (s x v).
BoundVec turned(const BoundVec& v, const BoundVec& s, const Bound& sine, const Bound& versine) {
    const BoundVec once = cross(s, v);
    return v + sine * once + versine * cross(s, once);
}
BoundMat turned(const BoundMat& start, const BoundVec& s, const Bound& sine, const Bound& versine) {
    BoundMat result;
    for (int j = 0; j < 3; ++j) {
        const BoundVec v = turned(column(start, j), s, sine, versine);
        for (int i = 0; i < 3; ++i) result[i][j] = v[i];
    }
    return result;
}
template <class T>  // a vector, or the columns of a matrix
T turned_by(const T& start, const BoundVec& s, const Bound& angle) {
    return turned(start, s, sine_cosine(angle).sine,
                  exact(2.0) * square(sine_cosine(exact(0.5) * angle).sine));
}

// d without its part along s.
BoundVec chord_of(const PreparedLink& m) { return m.way - dot(m.axis, m.way) * m.axis; }

// c and s x d of the screw's place at time t, in front of them G cos f - t and G sin f.
BoundVec off_the_line(const PreparedLink& m, double t) {
    const Bound half = exact(0.5) * m.angle;
    const Bound shrunk = exact(t) * sinc(exact(t) * half) / sinc(half);
    const SineCosine back = sine_cosine((exact(t) - exact(1.0)) * half);
    return (shrunk * back.cosine - exact(t)) * chord_of(m) + (shrunk * back.sine) * cross(m.axis, m.way);
}

BoundVec spin_at(const PreparedLink& m, double t) {
    if (m.kind != LinkKind::LinearParameters) return m.angle * m.axis;
    const BoundVec r = m.vector + exact(t) * m.rate;
    const Bound size = length(r);
    return m.rate + (exact(0.5) * square(sinc(exact(0.5) * size))) * m.bend +
           sinc_defect(size) * cross(r, m.bend);
}

}  // namespace

std::string problem_with(const CertificateLink& link) {
    if (is_joint(link.kind)) return problem_with_joint(link);
    for (const CertificatePose* pose : {&link.from, &link.to})
        if (const std::string problem = problem_with(*pose); !problem.empty()) return problem;
    if (link.kind == LinkKind::AtRest)
        return link.from == link.to && link.turns == 0 ? "" : "a body at rest that moves";
    if (link.turns > kMostTurns || link.turns < -kMostTurns) return "too many turns";
    const Quaternion identity{0.0, 0.0, 0.0, 1.0};
    const Quaternion &a = link.from.quaternion, &b = link.to.quaternion;
    if (way_of_turning(identity, a) == 2 || way_of_turning(a, b) == 2)
        return "quaternions so small in parts that the way of turning cannot be told";
    const bool has_axis =
        link.kind == LinkKind::LinearParameters ? turns_at_all(identity, b) : turns_at_all(a, b);
    if (link.turns != 0 && !has_axis) return "whole turns without an axis";
    return {};
}

bool joins(const CertificateLink& link, const CertificateLink& next) {
    if (!is_joint(link.kind) && !is_joint(next.kind)) return link.to == next.from;
    return link.kind == next.kind && link.axis == next.axis && link.origin == next.origin &&
           link.value_to == next.value_from;
}

PreparedLink prepare(const CertificateLink& link) {
    PreparedLink m{};
    m.kind = link.kind;
    m.start = kIdentity;
    if (is_joint(link.kind)) {
        m.axis = unit(exact(link.axis));
        m.value = exact(link.value_from);
        const Bound by = exact(link.value_to) - m.value;
        if (link.kind == LinkKind::Revolute)
            m.angle = kDegree * by, m.value = kDegree * m.value, m.origin = link.origin;
        else
            m.way = by * m.axis;
        return m;
    }
    m.start = rotation_of(link.from.quaternion);
    m.place = exact(link.from.translation);
    if (link.kind == LinkKind::AtRest) return m;
    m.way = exact(link.to.translation) - m.place;
    if (link.kind == LinkKind::LinearParameters) {
        const Ends ends = signed_ends(link);
        m.vector = rotation_vector(ends.from, 0);
        m.rate = rotation_vector(ends.to, link.turns) - m.vector;
        m.bend = cross(m.vector, m.rate);
        const double rate = length(m.rate).hi;
        m.alpha = above(0.5 * above(rate * std::min(rate, length(m.bend).hi)));
        return m;
    }
    m.axis = turned_axis(link, m.start);
    m.angle = turned_angle(link);
    const Bound half = exact(0.5) * m.angle;
    if (link.kind == LinkKind::Screw)
        m.pace = m.way + (sine_cosine(half).cosine / sinc(half) - exact(1.0)) * chord_of(m) -
                 half * cross(m.axis, m.way);
    return m;
}

Placement placement_at(const PreparedLink& m, double t) {
    switch (m.kind) {
        case LinkKind::AtRest:
            return {m.start, m.place};
        case LinkKind::Prismatic:
            return {m.start, m.value * m.axis + exact(t) * m.way};
        case LinkKind::Revolute: {
            const BoundMat rotation = turned_by(m.start, m.axis, m.value + exact(t) * m.angle);
            return {rotation, exact(m.origin) - rotation * exact(m.origin)};
        }
        case LinkKind::LinearParameters: {
            const BoundVec r = m.vector + exact(t) * m.rate;
            const Bound size = length(r), b = exact(0.5) * square(sinc(exact(0.5) * size));
            return {turned(kIdentity, r, sinc(size), b), m.place + exact(t) * m.way};
        }
        default:
            break;
    }
    Placement at{turned_by(m.start, m.axis, exact(t) * m.angle), m.place + exact(t) * m.way};
    if (m.kind == LinkKind::Screw) at.place = at.place + off_the_line(m, t);
    return at;
}

namespace {

// Holds S v and S^T v for every turn S of the link from the middle of the window.
BoundVec turn(const LinkWindow& link, const BoundVec& v) {
    const double size = length(v).hi;
    const double rate = above(length(cross(v, link.spin)).hi + above(above(link.alpha * link.half) * size));
    const BoundVec wide = v + cube(above(link.half * rate));
    return {cut(wide[0], -size, size), cut(wide[1], -size, size), cut(wide[2], -size, size)};
}

// n.P'' for n in r.
Bound bend_along(const LinkWindow& link, const BoundVec& r) {
    const double swerve = above(link.sigma * length(r).hi);
    return dot(cross(r, link.spins), link.turning) + Bound{-swerve, swerve};
}

// `inner` is the origin of the body's side; `outer` becomes that of the other side.
LinkWindow window_of(const PreparedLink& m, const Point& inner, double from, double until, Point& outer) {
    LinkWindow w{};
    const double t = std::min(std::max(0.5 * (from + until), from), until);
    w.half = above(std::max(until - t, t - from));
    const Placement at = placement_at(m, t);
    w.rotation = at.rotation;
    w.spin = spin_at(m, t);
    w.alpha = m.alpha;
    w.spins = w.spin + cube(above(w.half * w.alpha));
    const BoundVec o = exact(inner);
    if (m.kind == LinkKind::LinearParameters) {
        w.turning = cross(w.spins, turn(w, at.rotation * o));
        w.velocity = m.way + w.turning;
        w.sigma = above(w.alpha * length(o).hi);
    } else {
        // Velocities turn with the link; what of a screw's is its slide does not.
        const bool is_screw = m.kind == LinkKind::Screw;
        const BoundVec slide = is_screw ? dot(m.axis, m.way) * m.axis : m.way;
        const BoundVec velocity =
            is_screw ? turned_by(m.pace + m.angle * cross(m.axis, m.start * o), m.axis, exact(t) * m.angle)
                     : slide + cross(w.spin, at.rotation * (o - exact(m.origin)));
        const BoundVec wide = cube(above(w.half * length(cross(w.spin, velocity - slide)).hi));
        w.turning = velocity - slide + wide;
        w.velocity = velocity + wide;
    }
    const BoundVec y = at.rotation * o + at.place;
    outer = {middle(y[0]), middle(y[1]), middle(y[2])};
    w.place = y - exact(outer) + Bound{-w.half, w.half} * w.velocity;
    return w;
}

void move_inward(Plane& p, const LinkWindow& link) {
    const Bound two = exact(2.0);
    const BoundVec& spin = link.spins;
    p.c = p.c + dot(p.r, link.place);
    p.c2 = p.c2 + dot(p.r2, link.place) + two * dot(p.r1, link.velocity) + bend_along(link, p.r);
    const BoundVec across = cross(p.r, spin);
    const BoundVec second =
        p.r2 + two * cross(p.r1, spin) + cross(across, spin) + cube(above(link.alpha * length(p.r).hi));
    p.r2 = transposed_times(link.rotation, turn(link, second));
    p.r1 = transposed_times(link.rotation, turn(link, p.r1 + across));
    p.r = transposed_times(link.rotation, turn(link, p.r));
}

void move_outward(Plane& p, const LinkWindow& link) {
    const Bound two = exact(2.0);
    const BoundVec& spin = link.spins;
    const BoundVec d = turn(link, link.rotation * p.r), e = turn(link, link.rotation * p.r1),
                   f = turn(link, link.rotation * p.r2), across = cross(spin, d);
    p.r = d;
    p.r1 = e + across;
    p.r2 = f + two * cross(spin, e) + cross(spin, across) + cube(above(link.alpha * length(d).hi));
    p.c = p.c - dot(p.r, link.place);
    p.c2 = p.c2 - (dot(p.r2, link.place) + two * dot(p.r1, link.velocity) + bend_along(link, p.r));
}

}  // namespace

void set_window(ChainWindow& chain, const std::vector<PreparedLink>& links, const Point& centre, double from,
                double until) {
    chain.from = from, chain.until = until;
    chain.links.resize(links.size());
    chain.origins.assign(links.size() + 1, centre);
    for (std::size_t i = links.size(); i-- > 0;)
        chain.links[i] = window_of(links[i], chain.origins[i + 1], from, until, chain.origins[i]);
}

Plane plane_seen(const ChainWindow& a, const ChainWindow& b, std::size_t common, int body, const BoundVec& n,
                 Frame frame) {
    Plane plane{n};
    const int host = frame == Frame::B ? 1 : 0;  // whose origin counts
    if (frame != Frame::World && body == host) return plane;
    const ChainWindow &mine = body == 0 ? a : b, &its = host == 0 ? a : b;
    const std::size_t meeting = frame == Frame::World ? 0 : common;
    if (frame != Frame::World)
        for (std::size_t i = its.links.size(); i-- > meeting;) move_outward(plane, its.links[i]);
    const BoundVec apart = exact(mine.origins[meeting]) - exact(its.origins[meeting]);
    plane.c = plane.c + dot(plane.r, apart);
    plane.c2 = plane.c2 + dot(plane.r2, apart);
    for (std::size_t i = meeting; i < mine.links.size(); ++i) move_inward(plane, mine.links[i]);
    return plane;
}

}  // namespace graze::verify
