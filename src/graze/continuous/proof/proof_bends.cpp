#include "graze/continuous/proof/proof_bends.h"

#include "graze/continuous/proof/proof_nodes.h"
#include "graze/continuous/relative/bend_rounding.h"

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

/// What is added to a bend for one |n x s|, by lengths.
struct ExtraBend {
    double anyhow = 0.0, per_apart = 0.0, per_far = 0.0, per_reach = 0.0;
};
struct Extras {
    ExtraBend own, other;
};
Extras extras_of(const ProofSide& own, const ProofSide& other, double half) {
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
    return e;
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
    const Extras of_a = extras_of(a, b, half), of_b = extras_of(b, a, half);
    ProofWindow window{length, length * (a.speed + b.speed),
                       std::min(1.0, in_a.spin * motion.axes_apart * length),
                       std::min(1.0, in_b.spin * motion.axes_apart * length)};
    const std::array<const ExtraBend*, 4> extras{&of_a.own, &of_a.other, &of_b.own, &of_b.other};
    for (std::size_t i = 0; i < extras.size(); ++i) {
        window.anyhow[i] = extras[i]->anyhow * scale;
        window.per_apart[i] = extras[i]->per_apart * scale;
        window.per_far[i] = extras[i]->per_far * scale;
        window.per_reach[i] = extras[i]->per_reach * scale;
    }
    return window;
}

double centres_apart(const ProofMotion& proof, const Moment& moment) {
    const WidePlacement& x = moment.placement;
    Vec3 between = -proof.centre_a;
    for (int i = 0; i < 3; ++i) {
        between[i] += x.shift[i];
        for (int k = 0; k < 3; ++k) between[i] += x.turn[k][i] * proof.centre_b[k];
    }
    return std::sqrt(between[0] * between[0] + between[1] * between[1] + between[2] * between[2]) +
           static_cast<double>(x.far);
}

PairBends proof_bends_of(const PairedMotion& motion, const ProofMotion& proof, const ProofWindow& window,
                         double apart, const BendQuery& query) {
    const PairBends plain = bends_of(motion, query);
    const double most_apart = apart + window.travel;
    const double reach_a = static_cast<double>(query.a.reach), reach_b = static_cast<double>(query.b.reach);
    const double far_a = distance_of(proof.centre_a, query.a.origin) + kRoot3 * reach_a,
                 far_b = distance_of(proof.centre_b, query.b.origin) + kRoot3 * reach_b;
    const double far[4] = {far_b, far_b, far_a, far_a}, reach[4] = {reach_b, reach_b, reach_a, reach_a};
    const Bend &in_a = plain.in_a, &in_b = plain.in_b;
    double bend[6] = {in_a.from_own,   in_a.from_other, in_b.from_own,
                      in_b.from_other, in_a.anyhow,     in_b.anyhow};
    double extra[4];
    for (std::size_t i = 0; i < 4; ++i) {
        extra[i] = (window.anyhow[i] + window.per_apart[i] * most_apart) +
                   (window.per_far[i] * far[i] + window.per_reach[i] * reach[i]);
        bend[i] += extra[i];
    }
    bend[4] += extra[0] * kAcross + extra[1] * (kAcross + window.wander_a);
    bend[5] += extra[2] * kAcross + extra[3] * (kAcross + window.wander_b);
    float up[6];
    for (std::size_t i = 0; i < 6; ++i) up[i] = bend_in_float(bend[i]);
    for (std::size_t i = 0; i < 4; ++i)
        if (bend[i] == 0.0) up[i] = 0.0f;  // then nobody has to look at the axis
    return {{up[0], up[1], up[4]}, {up[2], up[3], up[5]}};
}

}  // namespace graze
