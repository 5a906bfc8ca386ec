#include "graze/continuous/proof_bends.h"

#include "graze/continuous/bend_rounding.h"
#include "graze/continuous/proof_nodes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {
namespace {

constexpr double kRoot2 = 1.4142136, kRoot3 = 1.7320509, kRoot6 = kRoot2 * kRoot3;

double distance_of(const Vec3& x, const double* y) {
    const double dx = x[0] - y[0], dy = x[1] - y[1], dz = x[2] - y[2];
    return std::sqrt(dx * dx + dy * dy + dz * dz);
}

/// At least |P'| and |X| of docs/certificates.md, section 4.3, at all times.
double speed_of(const TurningBounds& turning, double velocity, double half) {
    return turning.drift_speed + velocity * (1.0 + kRoot3 * half * turning.spin);
}

/// What the two motions and the window give; for one frame `own` is the body that the direction is fixed in.
struct ProofSide {
    double spin;      // |W|
    double velocity;  // |U|
    double speed;     // |P'|
};

struct Extras {
    ExtraBend own, other;
};
Extras extras_of(const ProofSide& own, const ProofSide& other, double half, double scale) {
    const double w = own.spin, v = other.spin, both = w + v;
    const double wide = half * w;         // of the plane's direction, outside the own body
    const double corners = kRoot3 - 1.0;  // a box of vertices may reach so much farther than they do
    const double change = 2.0 * wide * both * both;
    Extras e{};
    e.own.anyhow = half * w * w * (1.0 + 2.0 * kRoot3 * wide) * (own.speed + other.speed) +  //
                   2.0 * kRoot6 * w * wide * (own.speed + other.speed) +
                   2.0 * kRoot3 * half * w * (w * own.velocity + v * other.velocity) +  //
                   kRoot6 * wide * (w * own.speed + v * other.speed) + kRoot3 * half * w * w * own.velocity;
    e.own.per_apart = 2.0 * kRoot3 * w * w * wide;
    e.own.per_far = 3.0 * (change + half * v * (w * (w + 2.0 * v) + kRoot6 * change));
    e.own.per_reach = w * (w + 2.0 * v) * corners;
    e.other.anyhow = half * v * v * kRoot3 * other.velocity;
    e.other.per_far = half * v * v * 3.0 * v;
    e.other.per_reach = v * v * corners;
    for (ExtraBend* x : {&e.own, &e.other})
        for (double* rate : {&x->anyhow, &x->per_apart, &x->per_far, &x->per_reach}) *rate *= scale;
    return e;
}

double extra_of(const ExtraBend& x, double apart, double far, double reach) {
    return x.anyhow + x.per_apart * apart + x.per_far * far + x.per_reach * reach;
}

/// 0 stays 0: then nobody has to look at the axis.
float widened(float factor, double extra) {
    return factor == 0.0f && extra == 0.0 ? 0.0f : bend_in_float(static_cast<double>(factor) + extra);
}

Bend widened(const Bend& bend, double own, double other, double wander) {
    return {widened(bend.from_own, own), widened(bend.from_other, other),
            bend_in_float(static_cast<double>(bend.anyhow) + (own * kAcross + other * (kAcross + wander)))};
}

bool is_known(const TurningBounds& turning) { return !turning.turns || turning.has_axis; }

}  // namespace

ProofMotion proof_motion(const PairedMotion& motion, const Vec3& centre_a, const Vec3& centre_b) {
    ProofMotion proof{centre_a, centre_b};
    proof.is_usable = motion.is_usable && is_known(motion.turning_a) && is_known(motion.turning_b);
    WideNode node{};
    for (int k = 0; k < 3; ++k) node.origin[k] = centre_a[k];
    proof.turning_a = motion.turning_a.spin * arm_of(motion.a, motion.turning_a, node);
    for (int k = 0; k < 3; ++k) node.origin[k] = centre_b[k];
    proof.turning_b = motion.turning_b.spin * arm_of(motion.b, motion.turning_b, node);
    for (const RoundedMotion* m : {&motion.a, &motion.b})
        proof.slack +=
            m->start.lpNorm<1>() + m->slide.lpNorm<1>() + 2.0 * m->out.lpNorm<1>() + m->reference.lpNorm<1>();
    proof.slack = kProofSlack * proof.slack;
    return proof;
}

ProofWindow proof_window(const PairedMotion& motion, const ProofMotion& proof, double length) {
    const TurningBounds &in_a = motion.turning_a, &in_b = motion.turning_b;
    const double half = 0.5 * length * kBendUp, scale = 0.125 * length * length * kBendUp;
    const ProofSide a{in_a.spin, proof.turning_a, speed_of(in_a, proof.turning_a, half)},
        b{in_b.spin, proof.turning_b, speed_of(in_b, proof.turning_b, half)};
    const Extras of_a = extras_of(a, b, half, scale), of_b = extras_of(b, a, half, scale);
    return {length,
            length * (a.speed + b.speed),
            std::min(1.0, in_a.spin * motion.axes_apart * length),
            std::min(1.0, in_b.spin * motion.axes_apart * length),
            of_a.own,
            of_a.other,
            of_b.own,
            of_b.other};
}

PairBends proof_bends_of(const PairedMotion& motion, const ProofMotion& proof, const ProofWindow& window,
                         const Moment& begin, const BendQuery& query) {
    const PairBends plain = bends_of(motion, query);
    const WidePlacement& x = begin.placement;
    Vec3 between = -proof.centre_a;
    for (int i = 0; i < 3; ++i) {
        between[i] += x.shift[i];
        for (int k = 0; k < 3; ++k) between[i] += x.turn[k][i] * proof.centre_b[k];
    }
    const double apart =
        std::sqrt(between[0] * between[0] + between[1] * between[1] + between[2] * between[2]) +
        window.travel + static_cast<double>(x.far);
    const double reach_a = static_cast<double>(query.a.reach), reach_b = static_cast<double>(query.b.reach);
    const double far_a = distance_of(proof.centre_a, query.a.origin) + kRoot3 * reach_a,
                 far_b = distance_of(proof.centre_b, query.b.origin) + kRoot3 * reach_b;
    return {widened(plain.in_a, extra_of(window.own_in_a, apart, far_b, reach_b),
                    extra_of(window.other_in_a, apart, far_b, reach_b), window.wander_a),
            widened(plain.in_b, extra_of(window.own_in_b, apart, far_a, reach_a),
                    extra_of(window.other_in_b, apart, far_a, reach_a), window.wander_b)};
}

}  // namespace graze
