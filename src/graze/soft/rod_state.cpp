#include "graze/soft/rod_state.h"

#include <cmath>
#include <numbers>

namespace graze::soft {
namespace {

double signed_angle(const Vec3& from, const Vec3& to, const Vec3& axis) {
    return std::atan2(from.cross(to).dot(axis), from.dot(to));
}

Vec3 some_direction_across(const Vec3& tangent) {
    int least = 0;
    for (int k = 1; k < 3; ++k)
        if (std::abs(tangent[k]) < std::abs(tangent[least])) least = k;
    return tangent.cross(Vec3::Unit(least)).normalized();
}

Vec3 tangent_of(const std::vector<Vec3>& x, std::size_t segment) { return (x[segment + 1] - x[segment]).normalized(); }

double nearest_turn(double angle, double wanted) {
    const double turn = 2.0 * std::numbers::pi;
    return angle + turn * std::round((wanted - angle) / turn);
}

}  // namespace

Vec3 transported(const Vec3& v, const Vec3& from, const Vec3& to) {
    const Vec3 b = from.cross(to);
    const double c = from.dot(to);
    return c * v + b.cross(v) + b * (b.dot(v) / (1.0 + c));
}

RodState state_at(std::span<const Vec3> nodes) {
    RodState state;
    state.x.assign(nodes.begin(), nodes.end());
    state.v.assign(nodes.size(), Vec3::Zero());
    state.theta.assign(nodes.size() - 1, 0.0);
    state.spin = state.theta;
    state.ref_twist.assign(nodes.size(), 0.0);
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
        const Vec3 tangent = tangent_of(state.x, i);
        state.across.push_back(i == 0 ? some_direction_across(tangent)
                                      : transported(state.across[i - 1], tangent_of(state.x, i - 1), tangent).normalized());
    }
    return state;
}

void move_by(RodState& state, std::span<const double> step, double share) {
    std::vector<Vec3> before;
    for (std::size_t i = 0; i < state.theta.size(); ++i) before.push_back(tangent_of(state.x, i));
    for (std::size_t i = 0; i < state.x.size(); ++i)
        state.x[i] += share * Vec3(step[4 * i], step[4 * i + 1], step[4 * i + 2]);
    for (std::size_t i = 0; i < state.theta.size(); ++i) {
        state.theta[i] += share * step[4 * i + 3];
        const Vec3 tangent = tangent_of(state.x, i);
        Vec3 across = transported(state.across[i], before[i], tangent);
        across -= across.dot(tangent) * tangent;  // roundings do not pile up
        state.across[i] = across.normalized();
    }
}

void follow_twist(RodState& state, const HeldEnds& held) {
    const std::size_t n = state.theta.size();
    const auto set = [&](std::size_t node, const Vec3& before, const Vec3& t0, const Vec3& after, const Vec3& t1) {
        const double angle = signed_angle(transported(before, t0, t1), after, t1);
        state.ref_twist[node] = nearest_turn(angle, state.ref_twist[node]);
    };
    for (std::size_t i = 1; i < n; ++i)
        set(i, state.across[i - 1], tangent_of(state.x, i - 1), state.across[i], tangent_of(state.x, i));
    if (held[0]) set(0, held[0]->material, held[0]->tangent, state.across[0], tangent_of(state.x, 0));
    if (held[1]) set(n, state.across[n - 1], tangent_of(state.x, n - 1), held[1]->material, held[1]->tangent);
}

Vec3 material_of(const RodState& state, int segment) {
    const auto i = static_cast<std::size_t>(segment);
    const Vec3 tangent = tangent_of(state.x, i);
    return std::cos(state.theta[i]) * state.across[i] + std::sin(state.theta[i]) * tangent.cross(state.across[i]);
}

}  // namespace graze::soft
