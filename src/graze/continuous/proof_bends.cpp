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

/// What is added for each |n x s|, own and other: docs eq. 88.
struct Extra {
    double own, other;
};
Extra extra_of(const ProofSide& own, const ProofSide& other, double half, double apart, double far,
               double reach) {
    const double w = own.spin, v = other.spin, both = w + v;
    const double wide = half * w;  // of the plane's direction, outside the own body
    const double corners =
        (kRoot3 - 1.0) * reach;  // a box of vertices may reach so much farther than they do
    const double change = 2.0 * wide * both * both;
    Extra extra{};
    extra.own = half * w * w * (1.0 + 2.0 * kRoot3 * wide) * (own.speed + other.speed) +  //
                2.0 * kRoot6 * w * wide * (own.speed + other.speed) +
                2.0 * kRoot3 * half * w * (w * own.velocity + v * other.velocity) +                         //
                kRoot6 * wide * (w * own.speed + v * other.speed) + kRoot3 * half * w * w * own.velocity +  //
                2.0 * kRoot3 * w * w * wide * apart +                                                       //
                3.0 * (change + half * v * (w * (w + 2.0 * v) + kRoot6 * change)) * far +
                w * (w + 2.0 * v) * corners;
    extra.other = half * v * v * (kRoot3 * other.velocity + 3.0 * v * far) + v * v * corners;
    return extra;
}

Bend widened(const Bend& bend, const Extra& extra, double wander, double scale) {
    return {bend_in_float(static_cast<double>(bend.from_own) + extra.own * scale),
            bend_in_float(static_cast<double>(bend.from_other) + extra.other * scale),
            bend_in_float(static_cast<double>(bend.anyhow) +
                          (extra.own * kAcross + extra.other * (kAcross + wander)) * scale)};
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

PairBends proof_bends_of(const PairedMotion& motion, const ProofMotion& proof, const Moment& begin,
                         const BendQuery& query) {
    const TurningBounds &in_a = motion.turning_a, &in_b = motion.turning_b;
    const PairBends plain = bends_of(motion, query);
    const double half = 0.5 * query.length * kBendUp, scale = 0.125 * query.length * query.length * kBendUp;
    const ProofSide a{in_a.spin, proof.turning_a, speed_of(in_a, proof.turning_a, half)},
        b{in_b.spin, proof.turning_b, speed_of(in_b, proof.turning_b, half)};
    const WidePlacement& x = begin.placement;
    Vec3 between = -proof.centre_a;
    for (int i = 0; i < 3; ++i) {
        between[i] += x.shift[i];
        for (int k = 0; k < 3; ++k) between[i] += x.turn[k][i] * proof.centre_b[k];
    }
    const double apart =
        std::sqrt(between[0] * between[0] + between[1] * between[1] + between[2] * between[2]) +
        query.length * (a.speed + b.speed) + static_cast<double>(x.far);
    const double reach_a = static_cast<double>(query.a.reach), reach_b = static_cast<double>(query.b.reach);
    const double far_a = distance_of(proof.centre_a, query.a.origin) + kRoot3 * reach_a,
                 far_b = distance_of(proof.centre_b, query.b.origin) + kRoot3 * reach_b;
    const double wander_a = std::min(1.0, in_a.spin * motion.axes_apart * query.length),
                 wander_b = std::min(1.0, in_b.spin * motion.axes_apart * query.length);
    return {widened(plain.in_a, extra_of(a, b, half, apart, far_b, reach_b), wander_a, scale),
            widened(plain.in_b, extra_of(b, a, half, apart, far_a, reach_a), wander_b, scale)};
}

}  // namespace graze
