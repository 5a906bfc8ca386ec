#include "graze/continuous/proof/proof_bends.h"

#include "graze/continuous/proof/proof_nodes.h"
#include "graze/continuous/relative/bend_rounding.h"
#include "graze/continuous/relative/paired_chains.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

constexpr double kRoot2 = 1.4142136, kRoot3 = 1.7320509, kRoot6 = kRoot2 * kRoot3;
constexpr double kFewRoundings = 0x1p-5;  // of kProofSlack: what one link needs

double distance_of(const Vec3& x, const double* y) {
    const double dx = x[0] - y[0], dy = x[1] - y[1], dz = x[2] - y[2];
    return std::sqrt(dx * dx + dy * dy + dz * dz);
}

/// A bound that depends on a direction n: so much per |n x s| of the two axes that are followed, and a part
/// that does not.
struct AlongAxes {
    double first = 0.0, second = 0.0, isotropic = 0.0;

    AlongAxes& operator+=(const AlongAxes& x) {
        first += x.first, second += x.second, isotropic += x.isotropic;
        return *this;
    }
    friend AlongAxes operator+(AlongAxes x, const AlongAxes& y) { return x += y; }
    friend AlongAxes operator*(double f, const AlongAxes& x) {
        return {f * x.first, f * x.second, f * x.isotropic};
    }
};
constexpr AlongAxes kOne{0.0, 0.0, 1.0};

/// At least |n x s| of a link.
AlongAxes across(const ProofLink& link) {
    if (link.slot < 0) return kOne;
    return {link.slot == 0 ? 1.0 : 0.0, link.slot == 1 ? 1.0 : 0.0, link.off};
}

/// A link during windows of one length; names as in proof.md, P3.
struct LinkDuring {
    double half, w, alpha;
    double spread;  // kappa
    double sigma;
    double swerve;      // zeta: how far velocities are from that at the middle
    double speed;       // q: at least |P'|
    AlongAxes turning;  // w |n x s|

    LinkDuring(const ProofLink& link, double half_length)
        : half(half_length), w(link.spin), alpha(link.spin_rate), spread(link.spread) {
        const double velocity = w * link.arm, eta = half * alpha;
        const double turned = half * (velocity + eta * link.arm);
        swerve = link.swing * (w * turned + eta * link.arm + kRoot3 * eta * turned);
        speed = link.drift + velocity + swerve;
        sigma = alpha * link.arm;
        turning = w * across(link);
    }

    /// Radius of Turn(v): v is of a length up to `size`, `radius` wide, and |v x W| is at most `aside`.
    [[nodiscard]] AlongAxes turned(const AlongAxes& radius, const AlongAxes& size,
                                   const AlongAxes& aside) const {
        const double eta = half * alpha;
        return (1.0 + half * (kRoot6 * w + kRoot3 * eta)) * radius + half * aside + half * eta * size;
    }
    /// Radius of v x W.
    [[nodiscard]] AlongAxes crossed(const AlongAxes& radius, const AlongAxes& size) const {
        const double eta = half * alpha;
        return (kRoot2 * w + 2.0 * eta) * radius + kRoot2 * eta * size;
    }
};

/// A plane as a checker follows it through links: how wide its sets are in each coordinate, and how long
/// their middles.
struct PlaneWidths {
    AlongAxes r, r1, r2;     // radii
    AlongAxes size1, size2;  // of the middles of r' and r''; r is of length 1
    AlongAxes bend;          // radius of c''

    void add_second(const LinkDuring& x) {
        const double q = x.speed;
        bend += x.half * q * (size2 + kRoot3 * r2) + 2.0 * (kRoot3 * q * r1 + x.swerve * size1) +
                kRoot3 * q * x.crossed(r, kOne) + x.swerve * x.turning + x.sigma * (kOne + kRoot3 * r);
    }
    void move_outward(const LinkDuring& x) {
        r = x.turned(x.spread * r, kOne, x.turning);
        const AlongAxes e = x.turned(x.spread * r1, size1, x.w * size1),
                        f = x.turned(x.spread * r2, size2, x.w * size2), aside = x.crossed(r, kOne);
        r2 = f + 2.0 * x.crossed(e, size1) + x.crossed(aside, x.turning) + x.alpha * (kOne + kRoot3 * r);
        r1 = e + aside;
        size2 += 2.0 * x.w * size1 + x.w * x.turning;
        size1 += x.turning;
        add_second(x);
    }
    void move_inward(const LinkDuring& x) {
        add_second(x);
        const AlongAxes aside = x.crossed(r, kOne);
        const AlongAxes z =
            r2 + 2.0 * x.crossed(r1, size1) + x.crossed(aside, x.turning) + x.alpha * (kOne + kRoot3 * r);
        size2 += 2.0 * x.w * size1 + x.w * x.turning;
        size1 += x.turning;
        r2 = x.spread * x.turned(z, size2, x.w * size2);
        r1 = x.spread * x.turned(r1 + aside, size1, x.w * size1);
        r = x.spread * x.turned(r, kOne, x.turning);
    }
};

/// What is added to a bend along directions fixed in `own`, by lengths.
struct ExtraBend {
    AlongAxes isotropic, per_distance, per_far, per_radius;
};
ExtraBend extra_bend(const std::vector<ProofLink>& own, const std::vector<ProofLink>& other, double half) {
    PlaneWidths plane;
    for (std::size_t k = own.size(); k-- > 0;) plane.move_outward({own[k], half});
    ExtraBend extra;
    extra.per_distance = kRoot3 * plane.r2;
    for (const ProofLink& link : other) plane.move_inward({link, half});
    extra.isotropic = plane.bend;
    extra.per_far = kRoot3 * plane.r2;
    extra.per_radius = (kRoot3 - 1.0) * plane.size2;  // a box of vertices may reach so much farther than they
    return extra;
}

/// The same in closed form for one steady turn each (proof.md, P1), which most bodies are.
struct OneTurn {
    double spin, velocity, speed;

    OneTurn(const ProofLink& link, double half)
        : spin(link.spin),
          velocity(link.spin * link.arm),
          speed(link.drift + velocity * (1.0 + kRoot3 * half * link.spin)) {}
};
/// `first` of the result is along the own axis, `second` along the other's.
ExtraBend extra_bend(const OneTurn& own, const OneTurn& other, double half) {
    const double w = own.spin, v = other.spin, both = w + v;
    const double widened = half * w;      // of the plane's direction, outside the own body
    const double corners = kRoot3 - 1.0;  // a box of vertices may reach so much farther than they do
    const double change = 2.0 * widened * both * both;
    ExtraBend e;
    e.isotropic.first = half * w * w * (1.0 + 2.0 * kRoot3 * widened) * (own.speed + other.speed) +
                        2.0 * kRoot6 * w * widened * (own.speed + other.speed) +
                        2.0 * kRoot3 * half * w * (w * own.velocity + v * other.velocity) +
                        kRoot6 * widened * (w * own.speed + v * other.speed) +
                        kRoot3 * half * w * w * own.velocity;
    e.per_distance.first = 2.0 * kRoot3 * w * w * widened;
    e.per_far.first = 3.0 * (change + half * v * (w * (w + 2.0 * v) + kRoot6 * change));
    e.per_radius.first = w * (w + 2.0 * v) * corners;
    e.isotropic.second = half * v * v * kRoot3 * other.velocity;
    e.per_far.second = half * v * v * 3.0 * v;
    e.per_radius.second = v * v * corners;
    return e;
}
ExtraBend swapped(const ExtraBend& e) {
    const auto of = [](const AlongAxes& x) { return AlongAxes{x.second, x.first, x.isotropic}; };
    return {of(e.isotropic), of(e.per_distance), of(e.per_far), of(e.per_radius)};
}

bool is_one_turn(const std::vector<ProofLink>& links) {
    return links.size() == 1 && links[0].slot >= 0 && links[0].spread == kRoot3 && links[0].swing == kRoot3;
}

/// Of linear parameters velocities are found by a product: docs/certificates.md, section 4.3.
double swing_of(const RoundedMotion& m) { return m.winding > 1.0 ? 2.0 : kRoot3; }

double lengths_of(const RoundedMotion& m) {
    return m.start.lpNorm<1>() + m.slide.lpNorm<1>() + 2.0 * m.out.lpNorm<1>() + m.reference.lpNorm<1>();
}

ProofLink proof_link(const RoundedMotion& m, const TurningBounds& turning, const Vec3& centre, int slot) {
    WideNode node{};
    for (int k = 0; k < 3; ++k) node.origin[k] = centre[k];
    return {.spin = turning.spin,
            .spin_rate = turning.has_axis ? 0.0 : turning.spin_rate,
            .arm = arm_of(m, turning, node),
            .drift = turning.drift_speed,
            .spread = kRoot3 * m.folded_spread,
            .swing = swing_of(m),
            .slot = turning.has_axis || !turning.turns ? slot : -1};
}

void list_links(const RoundedChain& chain, const std::vector<SlotOfLink>& slots, const Vec3& centre,
                std::vector<ProofLink>& links) {
    links.clear();
    for (std::size_t k = 0; k < chain.links.size(); ++k) {
        const ChainLink& link = chain.links[k];
        const RoundedMotion& m = link.motion;
        links.push_back({.spin = link.spin,
                         .spin_rate = link.has_axis ? 0.0 : link.spin_rate,
                         .arm = link.turns ? arm_of(chain, k, centre) * kBendUp : 0.0,
                         .drift = link.drift,
                         .spread = (link.turns || m.folded_spread != 1.0 ? kRoot3 : box_spread(m.cosine)) *
                                   m.folded_spread,  // once folded, `cosine` is that of both
                         .swing = swing_of(m),
                         .slot = slots[k].slot,
                         .off = slots[k].off});
    }
}

void set_chains(const PairedChains& chains, ProofMotion& proof) {
    list_links(chains.a, chains.of_a, proof.centre_a, proof.a);
    list_links(chains.b, chains.of_b, proof.centre_b, proof.b);
    const auto& [first, second] = chains.slots;
    proof.axes_turn = {first.turns_in_a, second.turns_in_a, second.turns_in_b, first.turns_in_b};
    double lengths = 0.0;
    for (const RoundedChain* chain : {&chains.a, &chains.b})
        for (const ChainLink& link : chain->links) lengths += lengths_of(link.motion) + link.to_end;
    proof.slack = lengths;
}

void set_motions(const RigidPair& pair, ProofMotion& proof) {
    proof.a.assign(1, proof_link(pair.a, pair.turning_a, proof.centre_a, 0));
    proof.b.assign(1, proof_link(pair.b, pair.turning_b, proof.centre_b, 1));
    proof.axes_turn = {0.0, pair.turning_a.spin * pair.axes_sine, 0.0, pair.turning_b.spin * pair.axes_sine};
    proof.slack = 0.0;
    for (const RoundedMotion* m : {&pair.a, &pair.b}) proof.slack += lengths_of(*m);
}

}  // namespace

void make_proof_motion(const RelativeMotion& motion, const Vec3& centre_a, const Vec3& centre_b,
                       ProofMotion& proof) {
    proof.centre_a = centre_a;
    proof.centre_b = centre_b;
    proof.is_usable = motion.is_usable;
    const auto* pair = std::get_if<RigidPair>(&motion.chains);
    if (pair != nullptr)
        set_motions(*pair, proof);
    else
        set_chains(*std::get<const PairedChains*>(motion.chains), proof);
    proof.has_other_axes = false;
    double growth = kFewRoundings * static_cast<double>(proof.a.size() + proof.b.size());
    for (const auto* links : {&proof.a, &proof.b})
        for (const ProofLink& link : *links) {
            growth *= link.spread;
            proof.has_other_axes |= link.spin > 0.0 && (link.slot < 0 || link.off > 0.0);
        }
    proof.growth = std::max(1.0, growth);
    proof.turns_once = pair != nullptr && is_one_turn(proof.a) && is_one_turn(proof.b);
    proof.slack = kProofSlack * proof.growth * proof.slack;
}

ProofWindow proof_window(const ProofMotion& proof, double length) {
    const double half = 0.5 * length * kBendUp, scale = 0.125 * length * length * kBendUp;
    ProofWindow window{.length = length};
    for (std::size_t i = 0; i < 4; ++i) window.wander[i] = std::min(1.0, proof.axes_turn[i] * length);
    ExtraBend in_a, in_b;
    if (proof.turns_once) {
        const OneTurn a(proof.a[0], half), b(proof.b[0], half);
        window.travel = length * (a.speed + b.speed);
        in_a = extra_bend(a, b, half), in_b = swapped(extra_bend(b, a, half));
    } else {
        double speed = 0.0;
        for (const auto* links : {&proof.a, &proof.b})
            for (const ProofLink& link : *links) speed += LinkDuring(link, half).speed;
        window.travel = length * speed;
        in_a = extra_bend(proof.a, proof.b, half), in_b = extra_bend(proof.b, proof.a, half);
    }
    const auto put = [&](const AlongAxes& a, const AlongAxes& b, std::array<double, 6>& to) {
        to = {a.first * scale, a.second * scale,    b.second * scale,
              b.first * scale, a.isotropic * scale, b.isotropic * scale};
    };
    put(in_a.isotropic, in_b.isotropic, window.isotropic);
    put(in_a.per_distance, in_b.per_distance, window.per_distance);
    put(in_a.per_far, in_b.per_far, window.per_far);
    put(in_a.per_radius, in_b.per_radius, window.per_radius);
    return window;
}

double centre_distance(const ProofMotion& proof, const Moment& moment) {
    const WidePlacement& x = moment.placement;
    Vec3 between = -proof.centre_a;
    for (int i = 0; i < 3; ++i) {
        between[i] += x.shift[i];
        for (int k = 0; k < 3; ++k) between[i] += x.turn[k][i] * proof.centre_b[k];
    }
    return std::sqrt(between[0] * between[0] + between[1] * between[1] + between[2] * between[2]) +
           static_cast<double>(x.far);
}

PairBends proof_bends_of(const RelativeMotion& motion, const ProofMotion& proof, const ProofWindow& window,
                         double distance, const BendQuery& query) {
    const PairBends plain = bends_of(motion, query);
    const double distance_hi = distance + window.travel;
    const double radius_a = static_cast<double>(query.a.radius),
                 radius_b = static_cast<double>(query.b.radius);
    const double far_a = distance_of(proof.centre_a, query.a.origin) + kRoot3 * radius_a,
                 far_b = distance_of(proof.centre_b, query.b.origin) + kRoot3 * radius_b;
    const double far[6] = {far_b, far_b, far_a, far_a, far_b, far_a},
                 radius[6] = {radius_b, radius_b, radius_a, radius_a, radius_b, radius_a};
    const auto extra_at = [&](std::size_t i) {
        return (window.isotropic[i] + window.per_distance[i] * distance_hi) +
               (window.per_far[i] * far[i] + window.per_radius[i] * radius[i]);
    };
    const Bend &in_a = plain.in_a, &in_b = plain.in_b;
    double bend[6] = {in_a.from_own,   in_a.from_other, in_b.from_own,
                      in_b.from_other, in_a.isotropic,  in_b.isotropic};
    double extra[4];
    for (std::size_t i = 0; i < 4; ++i) {
        extra[i] = extra_at(i);
        bend[i] += extra[i];
    }
    const auto wandering = [&](std::size_t i) { return extra[i] * (kAcross + window.wander[i]); };
    bend[4] += wandering(0) + wandering(1);
    bend[5] += wandering(2) + wandering(3);
    if (proof.has_other_axes)
        for (std::size_t i = 4; i < 6; ++i) bend[i] += extra_at(i);
    float up[6];
    for (std::size_t i = 0; i < 6; ++i) up[i] = bend_in_float(bend[i]);
    for (std::size_t i = 0; i < 4; ++i)
        if (bend[i] == 0.0) up[i] = 0.0f;  // then nobody has to look at the axis
    return {{up[0], up[1], up[4]}, {up[2], up[3], up[5]}};
}

}  // namespace graze::internal
