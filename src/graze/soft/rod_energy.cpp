#include "graze/soft/rod_energy.h"

#include <array>
#include <cmath>
#include <limits>

namespace graze::soft {
namespace {

constexpr double kLimitBegins = 0.6;   // of the tangent of the least bend radius: from here on it gets stiffer
constexpr double kLimitStiffness = 4.0;  // times that of bending

/// A segment at a node: a real one, or the end of what holds the rod.
struct JointSegment {
    Vec3 tangent, material, second;
    double per_length = 0.0;  // 1 / |e|; 0: it cannot change
    double theta = 0.0;
};

JointSegment segment_of(const RodState& state, std::size_t i) {
    const Vec3 e = state.x[i + 1] - state.x[i];
    const double length = e.norm();
    const Vec3 tangent = e / length, other = tangent.cross(state.across[i]);
    const double c = std::cos(state.theta[i]), s = std::sin(state.theta[i]);
    return {tangent, c * state.across[i] + s * other, c * other - s * state.across[i], 1.0 / length, state.theta[i]};
}

JointSegment segment_of(const HeldEnd& held) { return {held.tangent, held.material, held.tangent.cross(held.material)}; }

// Curvatures as in [Bergou08], seen in material frames as in [Bergou10], with kb = 2 t x t' / (1 + t.t'); their slopes.
JointStrain strain_between(const JointSegment& p, const JointSegment& n, double ref_twist) {
    JointStrain strain;
    const double c = p.tangent.dot(n.tangent), chi = 1.0 + c;
    const Vec3 kb = 2.0 * p.tangent.cross(n.tangent) / chi, mean = (p.tangent + n.tangent) / chi;
    const Vec3 m1 = (p.material + n.material) / chi, m2 = (p.second + n.second) / chi;
    const double k1 = 0.5 * chi * m2.dot(kb), k2 = -0.5 * chi * m1.dot(kb);
    strain.value = {k1, k2, n.theta - p.theta + ref_twist};
    strain.by_before.row(0) << (p.per_length * (-k1 * mean + n.tangent.cross(m2))).transpose(), -0.5 * p.material.dot(kb);
    strain.by_before.row(1) << (p.per_length * (-k2 * mean - n.tangent.cross(m1))).transpose(), -0.5 * p.second.dot(kb);
    strain.by_before.row(2) << (0.5 * p.per_length * kb).transpose(), -1.0;
    strain.by_after.row(0) << (n.per_length * (-k1 * mean - p.tangent.cross(m2))).transpose(), -0.5 * n.material.dot(kb);
    strain.by_after.row(1) << (n.per_length * (-k2 * mean + p.tangent.cross(m1))).transpose(), -0.5 * n.second.dot(kb);
    strain.by_after.row(2) << (0.5 * n.per_length * kb).transpose(), 1.0;
    strain.bend_cosine = c;
    strain.cosine_by_before = p.per_length * (n.tangent - c * p.tangent);
    strain.cosine_by_after = n.per_length * (p.tangent - c * n.tangent);
    return strain;
}

/// Half of the segments at a node.
double own_length(const Rod& rod, int node) {
    const auto i = static_cast<std::size_t>(node);
    double length = 0.0;
    if (node > 0) length += 0.5 * rod.length[i - 1];
    if (node < rod.segments()) length += 0.5 * rod.length[i];
    return length;
}

/// Unknowns of a joint: node before, turn before, node, turn after, node after. Those that a held end has not are
/// left out.
struct JointUnknowns {
    std::array<int, 11> at{};
    std::array<double, 11> slope{};
    std::size_t count = 0;
    void add(int place, double value) {
        at[count] = place;
        slope[count++] = value;
    }
};

JointUnknowns unknowns_of(const Rod& rod, int node, int offset, const Eigen::RowVector4d& before, const Eigen::RowVector4d& after) {
    JointUnknowns u;
    const bool has_before = node > 0, has_after = node < rod.segments();
    const int at = offset + 4 * node;
    for (int k = 0; has_before && k < 3; ++k) u.add(at - 4 + k, -before[k]);
    if (has_before) u.add(at - 1, before[3]);
    for (int k = 0; k < 3; ++k) u.add(at + k, (has_before ? before[k] : 0.0) - (has_after ? after[k] : 0.0));
    if (has_after) u.add(at + 3, after[3]);
    for (int k = 0; has_after && k < 3; ++k) u.add(at + 4 + k, after[k]);
    return u;
}

struct Scalar {
    double energy, slope, stiffness;
};

/// Grows without bound where the cosine falls to its least.
Scalar bend_limit(const Rod& rod, double bend_over_length, double cosine) {
    const double least = rod.least_bend_cosine;
    const double t2 = kLimitBegins * kLimitBegins * (1.0 - least) / (1.0 + least);
    const double begin = (1.0 - t2) / (1.0 + t2), room = begin - least, gap = cosine - least;
    if (gap >= room) return {0.0, 0.0, 0.0};
    if (!(gap > 0.0)) return {std::numeric_limits<double>::infinity(), 0.0, 0.0};
    const double k = kLimitStiffness * bend_over_length * t2 / (room * room), d = gap - room, log = std::log(gap / room);
    return {-k * d * d * log, -k * (2.0 * d * log + d * d / gap), -k * (2.0 * log + 4.0 * d / gap - d * d / (gap * gap))};
}

double add_stretch(const Rod& rod, const RodState& state, const RodStep& step, int offset, StepSystem* system) {
    double energy = 0.0;
    for (int i = 0; i < rod.segments(); ++i) {
        const auto k = static_cast<std::size_t>(i);
        const Vec3 e = state.x[k + 1] - state.x[k];
        const double length = e.norm(), stiffness = rod.stretch / rod.length[k], more = length - rod.length[k];
        const double damping = step.seconds > 0.0 ? stiffness * rod.damping / step.seconds : 0.0;
        const double crept = damping > 0.0 ? length - step.lengths_before[k] : 0.0;
        energy += 0.5 * stiffness * more * more + 0.5 * damping * crept * crept;
        if (system == nullptr) continue;
        const double pull = stiffness * more + damping * crept;
        const Vec3 t = e / length;
        const Mat3 along = t * t.transpose();
        const Mat3 h = (stiffness + damping) * along + (pull > 0.0 ? pull / length : 0.0) * (Mat3::Identity() - along);
        const int at = offset + 4 * i;
        for (int r = 0; r < 3; ++r) {
            system->add_gradient(at + r, -pull * t[r]);
            system->add_gradient(at + 4 + r, pull * t[r]);
            for (int c = 0; c < 3; ++c) {
                if (c <= r) system->add_stiffness(at + r, at + c, h(r, c));
                if (c <= r) system->add_stiffness(at + 4 + r, at + 4 + c, h(r, c));
                system->add_stiffness(at + 4 + r, at + c, -h(r, c));
            }
        }
    }
    return energy;
}

double add_joint(const Rod& rod, const RodStep& step, int node, int offset, const JointStrain& strain, StepSystem* system) {
    const auto at_node = static_cast<std::size_t>(node);
    const double length = own_length(rod, node);
    const std::array<double, 3> stiff{rod.bend / length, rod.bend / length, rod.twist / length};
    double energy = 0.0;
    for (int k = 0; k < 3; ++k) {
        const auto c = static_cast<std::size_t>(k);
        const double more = strain.value[k] - rod.natural[at_node][c];
        const double damping = step.seconds > 0.0 ? stiff[c] * rod.damping / step.seconds : 0.0;
        const double crept = damping > 0.0 ? strain.value[k] - step.strains_before[at_node][k] : 0.0;
        energy += 0.5 * stiff[c] * more * more + 0.5 * damping * crept * crept;
        if (system == nullptr) continue;
        const JointUnknowns u = unknowns_of(rod, node, offset, strain.by_before.row(k), strain.by_after.row(k));
        system->add_direction({u.at.data(), u.count}, {u.slope.data(), u.count}, stiff[c] + damping, stiff[c] * more + damping * crept);
    }
    const Scalar limit = bend_limit(rod, rod.bend / length, strain.bend_cosine);
    if (system != nullptr && limit.energy > 0.0) {
        Eigen::RowVector4d before, after;
        before << strain.cosine_by_before.transpose(), 0.0;
        after << strain.cosine_by_after.transpose(), 0.0;
        const JointUnknowns u = unknowns_of(rod, node, offset, before, after);
        system->add_direction({u.at.data(), u.count}, {u.slope.data(), u.count}, limit.stiffness, limit.slope);
    }
    return energy + limit.energy;
}

}  // namespace

std::optional<JointStrain> strain_at(const RodState& state, const HeldEnds& held, int node) {
    const auto i = static_cast<std::size_t>(node), n = state.theta.size();
    if (i == 0 && !held[0]) return std::nullopt;
    if (i == n && !held[1]) return std::nullopt;
    const JointSegment before = i == 0 ? segment_of(*held[0]) : segment_of(state, i - 1);
    const JointSegment after = i == n ? segment_of(*held[1]) : segment_of(state, i);
    return strain_between(before, after, state.ref_twist[i]);
}

std::vector<Eigen::Vector3d> strains_of(const RodState& state, const HeldEnds& held) {
    std::vector<Eigen::Vector3d> strains;
    for (int i = 0; i < static_cast<int>(state.x.size()); ++i) {
        const auto strain = strain_at(state, held, i);
        strains.push_back(strain ? strain->value : Eigen::Vector3d(Eigen::Vector3d::Zero()));
    }
    return strains;
}

double add_rod_energy(const Rod& rod, const RodState& state, const HeldEnds& held, const RodStep& step, int offset,
                      StepSystem* system) {
    double energy = add_stretch(rod, state, step, offset, system);
    for (int i = 0; i <= rod.segments(); ++i)
        if (const auto strain = strain_at(state, held, i)) energy += add_joint(rod, step, i, offset, *strain, system);
    return energy;
}

std::vector<HeldStrain> held_strains(const Rod& rod, const RodState& state, const HeldEnds& held, int end, int offset) {
    const int node = end == 0 ? 0 : rod.segments();
    const auto at_node = static_cast<std::size_t>(node);
    const auto strain = strain_at(state, held, node);
    std::vector<HeldStrain> strains;
    if (!strain) return strains;
    const auto segment = static_cast<std::size_t>(end == 0 ? 0 : node - 1);
    const auto& by = end == 0 ? strain->by_after : strain->by_before;
    const double length = own_length(rod, node);
    const Vec3 e = state.x[segment + 1] - state.x[segment];
    for (int k = 0; k < 3; ++k) {
        const JointUnknowns u = unknowns_of(rod, node, offset, strain->by_before.row(k), strain->by_after.row(k));
        HeldStrain one{.at = u.at, .slope = u.slope, .count = u.count};
        one.stiffness = (k < 2 ? rod.bend : rod.twist) / length;
        one.push = one.stiffness * (strain->value[k] - rod.natural[at_node][static_cast<std::size_t>(k)]);
        one.turn = e.cross(Vec3(by.row(k).head<3>().transpose())) + by(k, 3) * e.normalized();
        strains.push_back(one);
    }
    return strains;
}

Vec3 moment_on_holder(const Rod& rod, const RodState& state, const HeldEnds& held, int end) {
    Vec3 moment = Vec3::Zero();
    for (const HeldStrain& one : held_strains(rod, state, held, end, 0)) moment += one.push * one.turn;
    return moment;
}

}  // namespace graze::soft
