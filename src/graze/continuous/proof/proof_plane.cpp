#include "graze/continuous/proof/proof_plane.h"

#include <algorithm>

namespace graze::internal {
namespace {

IntervalVec3 cube(double r) { return {{{-r, r}, {-r, r}, {-r, r}}}; }

double length_hi(const IntervalVec3& v) { return norm(v).hi; }

// x, y >= 0.
double times_hi(double x, double y) { return (exactly(x) * exactly(y)).hi; }

Interval cut(const Interval& x, double size) {
    return {std::max(x.lo, -size), std::min(x.hi, size)};  // they meet: what x stands for is in both
}

// Turn(v) of section 4.2.
IntervalVec3 turn(const LinkWindow& link, const IntervalVec3& v) {
    const double size = length_hi(v);
    const double rate =
        (exactly(length_hi(cross(v, link.spin))) + exactly(link.alpha) * exactly(link.half) * exactly(size))
            .hi;
    const IntervalVec3 widened = v + cube(times_hi(link.half, rate));
    return {cut(widened[0], size), cut(widened[1], size), cut(widened[2], size)};
}

Interval bend_along(const LinkWindow& link, const IntervalVec3& r) {
    const double swerve = times_hi(link.sigma, length_hi(r));
    return dot(cross(r, link.spins), link.turning) + Interval{-swerve, swerve};
}

// As long as nothing has turned, derivatives are exactly zero; products with zero are exact, and slow.
Interval product(const IntervalVec3& v, const IntervalVec3& w) { return is_zero(v) ? kZero : dot(v, w); }
IntervalVec3 product(const IntervalMat3& m, const IntervalVec3& v) { return is_zero(v) ? v : m * v; }

Interval second(const PlaneWindow& p, const LinkWindow& link) {
    return product(p.r2, link.place) + exactly(2.0) * product(p.r1, link.velocity) + bend_along(link, p.r);
}

// y = R x + P without derivatives, or with those of the frame alone.
void move_inward_at_rest(PlaneWindow& p, const LinkWindow& link) {
    const IntervalMat3 back = transposed(link.rotation);
    p.c = p.c + dot(p.r, link.place);
    p.c2 = p.c2 + product(p.r2, link.place);
    p.r = back * p.r, p.r1 = product(back, p.r1), p.r2 = product(back, p.r2);
}
void move_outward_at_rest(PlaneWindow& p, const LinkWindow& link) {
    p.r = link.rotation * p.r, p.r1 = product(link.rotation, p.r1), p.r2 = product(link.rotation, p.r2);
    p.c = p.c - dot(p.r, link.place);
    p.c2 = p.c2 - product(p.r2, link.place);
}

void move_inward(PlaneWindow& p, const LinkWindow& link) {
    if (link.is_at_rest) return move_inward_at_rest(p, link);
    const IntervalMat3 back = transposed(link.rotation);
    p.c = p.c + dot(p.r, link.place);
    p.c2 = p.c2 + second(p, link);
    const IntervalVec3 across = cross(p.r, link.spins);
    const IntervalVec3 r2 = p.r2 + exactly(2.0) * cross(p.r1, link.spins) + cross(across, link.spins) +
                            cube(times_hi(link.alpha, length_hi(p.r)));
    p.r2 = back * turn(link, r2);
    p.r1 = back * turn(link, p.r1 + across);
    p.r = back * turn(link, p.r);
}

void move_outward(PlaneWindow& p, const LinkWindow& link) {
    if (link.is_at_rest) return move_outward_at_rest(p, link);
    const IntervalVec3 d = turn(link, link.rotation * p.r), e = turn(link, link.rotation * p.r1),
                       f = turn(link, link.rotation * p.r2), across = cross(link.spins, d);
    p.r = d;
    p.r1 = e + across;
    p.r2 = f + exactly(2.0) * cross(link.spins, e) + cross(link.spins, across) +
           cube(times_hi(link.alpha, length_hi(d)));
    p.c = p.c - dot(p.r, link.place);
    p.c2 = p.c2 - second(p, link);
}

}  // namespace

LinkWindow link_window(const RigidMotion& motion, const Vec3& inner, double from, double until, Vec3& outer) {
    LinkWindow w;
    const double t = std::clamp(0.5 * (from + until), from, until);
    w.half = std::max((exactly(until) - exactly(t)).hi, (exactly(t) - exactly(from)).hi);
    const MotionJet jet = jet_over(motion, {t, t});
    const IntervalVec3 y = point_at(jet, inner);
    outer = {midpoint(y[0]), midpoint(y[1]), midpoint(y[2])};
    w.place = y - exactly(outer);
    w.rotation = jet.rotation;
    w.is_at_rest = from == until || std::holds_alternative<AtRest>(motion);
    if (w.is_at_rest) return w;
    w.spin = w.spins = jet.spin;
    w.velocity = w.turning = kZeroVector;
    if (const auto* steady = std::get_if<SteadyTurn>(&motion)) {
        const IntervalVec3 velocity = velocity_at(jet, inner), here = velocity - steady->slide;
        const IntervalVec3 widened = cube(times_hi(w.half, length_hi(cross(w.spin, here))));
        w.turning = here + widened;
        w.velocity = velocity + widened;
    } else if (const auto* parameters = std::get_if<LinearParameters>(&motion)) {
        const double k = length_hi(parameters->rotation_rate),
                     bend = length_hi(cross(parameters->rotation_vector, parameters->rotation_rate));
        w.alpha = 0.5 * times_hi(k, std::min(k, bend));
        w.sigma = times_hi(w.alpha, norm(exactly(inner)).hi);
        w.spins = w.spin + cube(times_hi(w.half, w.alpha));
        w.turning = cross(w.spins, turn(w, w.rotation * exactly(inner)));
        w.velocity = parameters->velocity + w.turning;
    }
    w.place = w.place + Interval{-w.half, w.half} * w.velocity;
    return w;
}

ChainWindow chain_window(std::span<const RigidMotion> links, const Vec3& centre, double from, double until) {
    ChainWindow chain{std::vector<LinkWindow>(links.size()), std::vector<Vec3>(links.size() + 1, centre)};
    for (std::size_t i = links.size(); i-- > 0;)
        chain.links[i] = link_window(links[i], chain.origins[i + 1], from, until, chain.origins[i]);
    return chain;
}

PlaneWindow plane_in_body(const ChainPair& chains, int body, const Vec3& n, LeafFrame frame) {
    PlaneWindow plane{exactly(n), kZeroVector, kZeroVector, kZero, kZero};
    const int host = frame == LeafFrame::B ? 1 : 0;
    if (frame != LeafFrame::World && body == host) return plane;
    const ChainWindow &mine = body == 0 ? chains.a : chains.b, &its = host == 0 ? chains.a : chains.b;
    const std::size_t meeting = frame == LeafFrame::World ? 0 : chains.common;
    if (frame != LeafFrame::World)
        for (std::size_t i = its.links.size(); i-- > meeting;) move_outward(plane, its.links[i]);
    const IntervalVec3 offset = exactly(mine.origins[meeting]) - exactly(its.origins[meeting]);
    plane.c = plane.c + dot(plane.r, offset);
    plane.c2 = plane.c2 + product(plane.r2, offset);
    for (std::size_t i = meeting; i < mine.links.size(); ++i) move_inward(plane, mine.links[i]);
    return plane;
}

}  // namespace graze::internal
