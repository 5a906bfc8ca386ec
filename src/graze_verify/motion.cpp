#include "graze_verify/motion.h"

#include "graze_verify/trigonometry.h"

namespace graze::verify {
namespace {

using Quaternion = std::array<double, 4>;  // x, y, z, w

constexpr Quaternion kNoTurn{0.0, 0.0, 0.0, 1.0};
constexpr Bound kZero{0.0, 0.0}, kOne{1.0, 1.0}, kTwo{2.0, 2.0}, kHalf{0.5, 0.5};
constexpr BoundMat kIdentity{{{kOne, kZero, kZero}, {kZero, kOne, kZero}, {kZero, kZero, kOne}}};
const Bound kDegree = kPi / exact(180.0);

// Component i (x, y, z, w) of conj(a) b as four products.
struct Products {
    std::array<double, 4> p, q;
};
Products relative_component(const Quaternion& a, const Quaternion& b, int i) {
    if (i == 3) return {a, b};
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    return {{a[3], -a[i], -a[j], a[k]}, {b[i], b[3], b[k], b[j]}};
}
int exact_sign(const Quaternion& a, const Quaternion& b, int i) {
    const Products c = relative_component(a, b, i);
    return sign_of_sum(c.p, c.q);
}
Bound relative_bound(const Quaternion& a, const Quaternion& b, int i) {
    const Products c = relative_component(a, b, i);
    return sum_of_products(c.p, c.q);
}

// The sign of the first component of w, x, y, z of conj(a) b that is not zero: 1 if b turns the way that the
// rule wants, -1 if -b does, 2 if it cannot be told.
int way_of_turning(const Quaternion& a, const Quaternion& b) {
    for (const int i : {3, 0, 1, 2})
        if (const int sign = exact_sign(a, b, i); sign != 0) return sign;
    return 2;
}
Quaternion signed_from(const Quaternion& a, const Quaternion& b) {
    return way_of_turning(a, b) < 0 ? Quaternion{-b[0], -b[1], -b[2], -b[3]} : b;
}

// False if conj(a) b turns by nothing at all, exactly.
bool turns_at_all(const Quaternion& a, const Quaternion& b) {
    for (const int i : {0, 1, 2})
        if (exact_sign(a, b, i) != 0) return true;
    return false;
}

// R(q) / |q|^2.
BoundMat rotation_of(const Quaternion& q) {
    const Bound x = exact(q[0]), y = exact(q[1]), z = exact(q[2]), w = exact(q[3]);
    const Bound f = kTwo / (square(x) + square(y) + square(z) + square(w));
    return {{{kOne - f * (square(y) + square(z)), f * (x * y - w * z), f * (x * z + w * y)},
             {f * (x * y + w * z), kOne - f * (square(x) + square(z)), f * (y * z - w * x)},
             {f * (x * z - w * y), f * (y * z + w * x), kOne - f * (square(x) + square(y))}}};
}

// v / |v|; whatever is not known of a unit vector is within [-1, 1].
BoundVec unit(const BoundVec& v) {
    const Bound size = length(v);
    return {cut(v[0] / size, -1.0, 1.0), cut(v[1] / size, -1.0, 1.0), cut(v[2] / size, -1.0, 1.0)};
}

// The angle of a turn with the sine |v| and the cosine c of its half, up to a factor, and whole turns.
Bound angle_about(const BoundVec& v, const Bound& c, int turns) {
    return kTwo * angle_of(length(v), c) + exact(2.0 * turns) * kPi;
}

// The rotation vector of q as it is written, made longer by whole turns.
BoundVec rotation_vector(const Quaternion& q, int turns) {
    if (q[0] == 0.0 && q[1] == 0.0 && q[2] == 0.0) return {};
    const BoundVec v{exact(q[0]), exact(q[1]), exact(q[2])};
    return angle_about(v, exact(q[3]), turns) * unit(v);
}

// b of section 4.4: (1 - cos x) / x^2.
Bound versine_part(const Bound& x) { return kHalf * square(sinc(kHalf * x)); }

// exp([r]) S.
BoundMat turned(const BoundMat& s, const BoundVec& r) {
    const Bound size = length(r), a = sinc(size), b = versine_part(size);
    BoundMat result;
    for (int j = 0; j < 3; ++j) {
        const BoundVec once = cross(r, column(s, j)), v = column(s, j) + a * once + b * cross(r, once);
        for (int i = 0; i < 3; ++i) result[i][j] = v[i];
    }
    return result;
}

void prepare_joint(PreparedLink& m, const CertificateLink& link) {
    const BoundVec u = unit(exact(link.axis));
    const Bound from = exact(link.value_from), by = exact(link.value_to) - from;
    if (link.kind == LinkKind::Revolute) {
        m.vector = (kDegree * from) * u, m.rate = (kDegree * by) * u;
        m.place = exact(link.origin), m.pivot = link.origin;
    } else {
        m.place = from * u, m.way = m.slide = by * u;
    }
}

void prepare_path(PreparedLink& m, const CertificateLink& link) {
    const Quaternion &a = link.from.quaternion, &b = link.to.quaternion;
    m.place = exact(link.from.translation);
    if (link.kind != LinkKind::LinearParameters) m.start = rotation_of(a);
    if (link.kind == LinkKind::AtRest) return;
    m.way = m.slide = exact(link.to.translation) - m.place;
    if (link.kind == LinkKind::LinearParameters) {
        const Quaternion from = signed_from(kNoTurn, a), to = signed_from(from, b);
        m.vector = rotation_vector(from, 0);
        m.rate = rotation_vector(to, link.turns) - m.vector;
        return;
    }
    const Quaternion to = signed_from(a, b);
    if (!turns_at_all(a, to)) return;  // it slides: an axis that nobody knows would make all sets wide
    const BoundVec v{relative_bound(a, to, 0), relative_bound(a, to, 1), relative_bound(a, to, 2)};
    m.axis = m.start * unit(v);
    m.angle = angle_about(v, cut(relative_bound(a, to, 3), 0.0, 2.0), link.turns);  // by its sign
    m.rate = m.angle * m.axis;
    if (link.kind == LinkKind::Screw) m.slide = dot(m.axis, m.way) * m.axis;
}

BoundVec spin_at(const PreparedLink& m, double t) {
    if (m.kind != LinkKind::LinearParameters) return m.rate;  // r0 is along k
    const BoundVec r = m.vector + exact(t) * m.rate;
    const Bound size = length(r);
    return m.rate + versine_part(size) * m.bend + sinc_defect(size) * cross(r, m.bend);
}

// Holds S v and S^T v for every turn S of the link from the middle of the window.
BoundVec turn(const LinkWindow& link, const BoundVec& v) {
    const double size = length(v).hi;
    const double rate = above(length(cross(v, link.spin)).hi + above(above(link.alpha * link.half) * size));
    const BoundVec wide = v + cube(above(link.half * rate));
    return {cut(wide[0], -size, size), cut(wide[1], -size, size), cut(wide[2], -size, size)};
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
    const BoundVec arm = at.rotation * (exact(inner) - exact(m.pivot));
    w.sigma = above(w.alpha * length(arm).hi);
    if (m.kind == LinkKind::LinearParameters) {
        w.turning = cross(w.spins, turn(w, arm));
        w.velocity = m.slide + w.turning;
    } else {
        // The velocity, without what slides, turns with the link. Where a screw hardly turns, what slides is
        // not known: the whole is formed without it.
        const BoundVec all = at.velocity + cross(w.spin, arm), now = all - m.slide;
        const BoundVec change = cube(above(w.half * length(cross(w.spin, now)).hi));
        w.turning = now + change;
        w.velocity = all + change;
    }
    const BoundVec y = arm + at.place;
    outer = {middle(y[0]), middle(y[1]), middle(y[2])};
    w.place = y - exact(outer) + Bound{-w.half, w.half} * w.velocity;
    return w;
}

// (n.P)'' for the plane n = r and its derivatives.
Bound second(const Plane& p, const LinkWindow& link) {
    const double swerve = above(link.sigma * length(p.r).hi);
    return dot(p.r2, link.place) + kTwo * dot(p.r1, link.velocity) +
           dot(cross(p.r, link.spins), link.turning) + Bound{-swerve, swerve};
}

void move_inward(Plane& p, const LinkWindow& link) {
    p.c = p.c + dot(p.r, link.place);
    p.c2 = p.c2 + second(p, link);
    const BoundVec across = cross(p.r, link.spins);
    const BoundVec r2 = p.r2 + kTwo * cross(p.r1, link.spins) + cross(across, link.spins) +
                        cube(above(link.alpha * length(p.r).hi));
    p.r2 = transposed_times(link.rotation, turn(link, r2));
    p.r1 = transposed_times(link.rotation, turn(link, p.r1 + across));
    p.r = transposed_times(link.rotation, turn(link, p.r));
}

void move_outward(Plane& p, const LinkWindow& link) {
    const BoundVec d = turn(link, link.rotation * p.r), e = turn(link, link.rotation * p.r1),
                   f = turn(link, link.rotation * p.r2), across = cross(link.spins, d);
    p.r = d;
    p.r1 = e + across;
    p.r2 =
        f + kTwo * cross(link.spins, e) + cross(link.spins, across) + cube(above(link.alpha * length(d).hi));
    p.c = p.c - dot(p.r, link.place);
    p.c2 = p.c2 - second(p, link);
}

}  // namespace

std::string problem_with(const CertificateLink& link) {
    if (link.kind != LinkKind::Screw && link.kind != LinkKind::Slerp &&
        link.kind != LinkKind::LinearParameters)
        return {};
    const Quaternion &a = link.from.quaternion, &b = link.to.quaternion;
    if (way_of_turning(kNoTurn, a) == 2 || way_of_turning(a, b) == 2)
        return "quaternions so small in parts that the way of turning cannot be told";
    const Quaternion& before = link.kind == LinkKind::LinearParameters ? kNoTurn : a;
    bool has_axis = false;
    for (const int i : {0, 1, 2}) has_axis |= std::abs(exact_sign(before, b, i)) == 1;
    return link.turns != 0 && !has_axis ? "whole turns without an axis" : "";
}

PreparedLink prepare(const CertificateLink& link) {
    PreparedLink m{.kind = link.kind, .start = kIdentity};
    if (link.kind == LinkKind::Revolute || link.kind == LinkKind::Prismatic)
        prepare_joint(m, link);
    else
        prepare_path(m, link);
    if (link.kind != LinkKind::LinearParameters) return m;
    m.bend = cross(m.vector, m.rate);
    const double rate = length(m.rate).hi;
    m.alpha = above(0.5 * above(rate * std::min(rate, length(m.bend).hi)));
    return m;
}

Placement placement_at(const PreparedLink& m, double t) {
    const Bound time = exact(t), half = kHalf * m.angle;
    if (m.kind == LinkKind::AtRest) return {m.start, m.place, {}};
    Placement at{turned(m.start, m.vector + time * m.rate), m.place + time * m.way, m.way};
    if (m.kind != LinkKind::Screw) return at;
    const BoundVec chord = m.way - m.slide, side = cross(m.axis, m.way);
    const Bound g = kOne / sinc(half), shrunk = time * sinc(time * half) * g;
    const SineCosine back = sine_cosine((time - kOne) * half), now = sine_cosine((kTwo * time - kOne) * half);
    at.place = at.place + (shrunk * back.cosine - time) * chord + (shrunk * back.sine) * side;
    at.velocity = at.velocity + (g * now.cosine - kOne) * chord + (g * now.sine) * side;
    return at;
}

void set_window(ChainWindow& chain, const std::vector<PreparedLink>& links, const Point& centre, double from,
                double until) {
    chain.from = from, chain.until = until;
    chain.links.resize(links.size());
    chain.origins.assign(links.size() + 1, centre);
    for (std::size_t i = links.size(); i-- > 0;)
        chain.links[i] = window_of(links[i], chain.origins[i + 1], from, until, chain.origins[i]);
}

// The prover has these formulas, too (continuous/proof/proof_plane.cpp): twice on purpose, since the checker
// shares none.
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
