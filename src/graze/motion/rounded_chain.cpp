#include "graze/motion/rounded_chain.h"

#include "graze/core/assert.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kUp = 1.0 + 0x1p-40;                 // more than the roundings of sums of lengths
constexpr double kFolded = 64.0 * kUnitRoundoff;      // motion.md (M33): a pose made part of a motion
constexpr double kComposed = 1024.0 * kUnitRoundoff;  // motion.md (M34): per link
constexpr double kPerLength = 2.0;                    // more than sqrt(3): from length to sum of magnitudes
constexpr double kMostLinks = 0x1p10;
const RigidMotion kAtRest = AtRest{};

double length_hi(const Vec3& v) { return std::sqrt(dot(v, v)) * kUp; }

Mat3 product(const Mat3& a, const Mat3& b) {
    Mat3 result;
    for (int j = 0; j < 3; ++j) {
        const Vec3 column = turned(a, Vec3(b(0, j), b(1, j), b(2, j)));
        for (int i = 0; i < 3; ++i) result(i, j) = column[i];
    }
    return result;
}

bool is_rest(const RoundedMotion& m) { return m.has_fixed_axis && m.angle == 0.0 && m.slide.isZero(0.0); }

/// m after a pose at rest, R x + p, as one motion: the arm of x is R (x - c'), c' = R^T (c - p).
void fold_rest(RoundedMotion& m, const RoundedMotion& rest) {
    const Mat3& r = rest.cosine;
    const Vec3 to = m.reference - rest.start;
    const auto back = [&](int j) { return r(0, j) * to.x() + r(1, j) * to.y() + r(2, j) * to.z(); };
    const Vec3 reference = rest.reference + Vec3(back(0), back(1), back(2));
    m.still = product(m.still, r);
    m.cosine = product(m.cosine, r);
    m.sine = product(m.sine, r);
    // motion.md (M33): what R is off by acts on the distance of x from the origin.
    const double error = rest.arm_error + kFolded;
    m.arm_error += 4.0 * error;
    m.place_error += 4.0 * error *
                         (sum_of_magnitudes(reference) + sum_of_magnitudes(rest.start) +
                          sum_of_magnitudes(m.reference) + sum_of_magnitudes(rest.reference)) +
                     4.0 * rest.place_error;
    m.reference = reference;
    m.folded_spread *= box_spread(r);
}

struct LinkMoment {
    Mat3 rotation;
    Vec3 place, velocity, acceleration, spin;
};

double own_time(const ChainLink& link, double t) { return std::clamp(link.begin + link.rate * t, 0.0, 1.0); }

void place_at(const ChainLink& link, double t, Mat3& rotation, Vec3& place, RoundedTurn& turn) {
    const RoundedMotion& m = link.motion;
    place = m.start + t * m.slide;
    rotation = m.cosine;
    turn = {0.0, 1.0, 0.0};
    if (m.angle == 0.0) return;
    turn = turn_at(m.angle, t);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            rotation(i, j) = (m.still(i, j) + m.cosine(i, j)) +
                             (turn.cosine_less_1 * m.cosine(i, j) + turn.sine * m.sine(i, j));
    place = place + (turn.cosine_less_1 * m.out + turn.sine * m.across);
}

LinkMoment moment_of(const ChainLink& link, double t_chain) {
    const RoundedMotion& m = link.motion;
    const double t = own_time(link, t_chain), rate = link.rate;
    LinkMoment at{Mat3::Zero(), Vec3::Zero(), rate * m.slide, Vec3::Zero(), Vec3::Zero()};
    if (!m.has_fixed_axis) {
        const RoundedOrientation now = orientation_at(m, t);
        at.rotation = now.rotation;
        at.place = m.start + t * m.slide;
        at.spin = rate * now.spin;
        return at;
    }
    RoundedTurn turn{};
    place_at(link, t, at.rotation, at.place, turn);
    if (m.angle == 0.0) return at;
    const double w = rate * m.angle;
    at.velocity = at.velocity + w * (turn.cosine * m.across - turn.sine * m.out);
    at.acceleration = (-w * w) * (turn.cosine * m.out + turn.sine * m.across);
    at.spin = w * m.axis;
    return at;
}

ChainPose pose_of(const ChainLink& link, double t_chain) {
    const RoundedMotion& m = link.motion;
    const double t = own_time(link, t_chain);
    ChainPose pose{Mat3::Zero(), Vec3::Zero()};
    if (!m.has_fixed_axis) return {orientation_at(m, t).rotation, m.start + t * m.slide};
    RoundedTurn turn{};
    place_at(link, t, pose.rotation, pose.place, turn);
    return pose;
}

/// At least the distance of the path of the link's reference point from a point of its parent.
double farthest_from(const ChainLink& link, const Vec3& point) {
    const RoundedMotion& m = link.motion;
    const double swing = std::min(2.0, magnitude_of(m.angle)) * link.out;  // a chord of its circle
    return (std::max(length_hi(m.start - point), length_hi(m.start + m.slide - point)) + swing +
            m.common_error) *
           kUp;
}

void set_turning(ChainLink& link) {
    const RoundedMotion& m = link.motion;
    link.drift = link.rate * length_hi(m.slide) * kUp;
    link.turns = m.angle != 0.0;
    link.out = (std::max(length_hi(m.out), length_hi(m.across)) + m.out_error) * kUp;
    link.drift_across = link.drift;
    if (!link.turns) return;
    link.spin = link.rate * (magnitude_of(m.angle) + m.angle_error) * kUp;
    link.spin_rate = link.rate * link.rate * m.spin_rate * kUp;
    link.has_axis = m.has_fixed_axis && m.winding <= kMostWinding;
    if (link.has_axis)
        link.drift_across = (link.rate * length_hi(cross(m.axis, m.slide)) + 0x1p-40 * link.drift) * kUp;
    else
        link.spin_rate = std::max(link.spin_rate, 0.5 * link.spin * link.spin);
}

/// Speeds, accelerations and so on of a point at a distance of r from the reference point, whose own are
/// given, after one more link: motion.md (M32).
void carry(const ChainLink& link, RoundedChain& chain) {
    const double w = link.spin;
    ArmBound &v = chain.speed, &a = chain.acceleration, &j = chain.jerk;
    const double arm = link.to_end + link.out;  // and 1 for each unit of the point's own
    const bool is_steady = link.has_axis || !link.turns;
    j = is_steady ? ArmBound{w * w * w * arm + 3.0 * w * w * v.constant + 3.0 * w * a.constant + j.constant,
                             w * w * w + 3.0 * w * w * v.slope + 3.0 * w * a.slope + j.slope}
                  : ArmBound{kInfinity, 0.0};
    const double turn = w * w + link.spin_rate;
    a = {turn * arm + 2.0 * w * v.constant + a.constant, turn + 2.0 * w * v.slope + a.slope};
    v = {w * arm + v.constant + link.drift, w + v.slope};
}

}  // namespace

void make_rounded_chain(std::span<const ClockedMotion> motions, RoundedChain& chain) {
    chain.links.clear();
    chain.is_usable = true;
    const auto add = [&](const ClockedMotion& clocked) {
        RoundedMotion m = rounded_motion(*clocked.motion);
        chain.is_usable = chain.is_usable && m.is_usable;
        if (!chain.links.empty() && is_rest(m) && chain.links.back().motion.has_fixed_axis) {
            fold_rest(chain.links.back().motion, m);
            set_errors(chain.links.back().motion);
            return;
        }
        chain.links.push_back({.motion = m, .begin = clocked.begin, .rate = clocked.rate});
    };
    for (const ClockedMotion& clocked : motions) add(clocked);
    if (motions.empty()) add({&kAtRest});
    chain.reference = chain.links.back().motion.reference;
    chain.speed = chain.acceleration = chain.jerk = {};
    double common = 0.0, per_arm = 0.0, place = 0.0;
    for (std::size_t k = chain.links.size(); k-- > 0;) {
        ChainLink& link = chain.links[k];
        set_turning(link);
        if (k + 1 < chain.links.size())
            link.to_end =
                chain.links[k + 1].to_end + farthest_from(chain.links[k + 1], link.motion.reference);
        carry(link, chain);
        common += link.motion.common_error + kPerLength * link.motion.error_per_arm * link.to_end;
        per_arm += kPerLength * link.motion.error_per_arm;
        place += link.to_end + length_hi(link.motion.start) + length_hi(link.motion.slide) +
                 length_hi(link.motion.reference);
    }
    const auto count = static_cast<double>(chain.links.size());
    chain.is_usable = chain.is_usable && count <= kMostLinks;
    if (chain.links.size() == 1 && chain.links[0].rate == 1.0 && chain.links[0].begin == 0.0) {
        chain.common_error = common, chain.error_per_arm = per_arm;
        return;
    }
    // motion.md (M34)
    chain.common_error =
        (common + kComposed * count * (place + chain.speed.constant + chain.acceleration.constant)) * kUp;
    chain.error_per_arm =
        (per_arm + kComposed * count * (1.0 + chain.speed.slope + chain.acceleration.slope)) * kUp;
}

ChainMoment moment_at(const RoundedChain& chain, double t) {
    const LinkMoment last = moment_of(chain.links.back(), t);
    ChainMoment at{last.rotation, last.place, last.velocity, last.acceleration, last.spin, Vec3::Zero()};
    for (std::size_t k = chain.links.size() - 1; k-- > 0;) {  // motion.md (M15)
        const LinkMoment outer = moment_of(chain.links[k], t);
        const Vec3& w = outer.spin;
        const Vec3 v = turned(outer.rotation, at.place - chain.links[k].motion.reference);
        const Vec3 v1 = turned(outer.rotation, at.velocity), v2 = turned(outer.rotation, at.acceleration);
        const Vec3 spin = turned(outer.rotation, at.spin), spin_rate = turned(outer.rotation, at.spin_rate);
        const Vec3 turning = cross(w, v);
        at.rotation = product(outer.rotation, at.rotation);
        at.place = v + outer.place;
        at.velocity = turning + v1 + outer.velocity;
        at.acceleration = cross(w, turning + 2.0 * v1) + v2 + outer.acceleration;
        at.spin_rate = spin_rate + cross(w, spin);
        at.spin = w + spin;
    }
    return at;
}

void look_at_chain(const RoundedChain& chain, KnownChainMoments& moments) {
    moments.chain = &chain;
    for (auto& known : moments.known) known.time = -1.0;
}

const ChainMoment& moment_at(KnownChainMoments& moments, double t) {
    const std::uint64_t place = (std::bit_cast<std::uint64_t>(t) * 0x9E3779B97F4A7C15u) >> 59;
    auto& known = moments.known[place];
    if (known.time != t) {
        known.moment = moment_at(*moments.chain, t);
        known.time = t;
    }
    return known.moment;
}

ChainPose pose_at(const RoundedChain& chain, double t, std::span<ChainAxis> axes) {
    ChainPose at = pose_of(chain.links[0], t);
    const auto note = [&](std::size_t link, const Vec3& axis) {
        for (ChainAxis& wanted : axes)
            if (wanted.link == link) wanted.axis = axis;
    };
    note(0, chain.links[0].motion.axis);
    for (std::size_t k = 1; k < chain.links.size(); ++k) {
        const ChainPose inner = pose_of(chain.links[k], t);
        note(k, turned(at.rotation, chain.links[k].motion.axis));
        at.place = turned(at.rotation, inner.place - chain.links[k - 1].motion.reference) + at.place;
        at.rotation = product(at.rotation, inner.rotation);
    }
    return at;
}

double box_spread(const Mat3& rotation) {
    double most = 0.0;
    for (int i = 0; i < 3; ++i)
        most = std::max({most, sum_of_magnitudes(Vec3(rotation(i, 0), rotation(i, 1), rotation(i, 2))),
                         sum_of_magnitudes(Vec3(rotation(0, i), rotation(1, i), rotation(2, i)))});
    return most * kUp;
}

double error_of(const RoundedChain& chain, const Vec3& point) {
    return chain.common_error + chain.error_per_arm * sum_of_magnitudes(point - chain.reference);
}

}  // namespace graze::internal
