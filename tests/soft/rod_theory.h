// What theory says of elastic rods, and what ours do in the same place: for tests, and for the plots of ./bench soft.
#pragma once

#include "soft/statics.h"

#include <Eigen/Eigenvalues>

#include <array>
#include <numbers>

namespace graze::test {

inline soft::HeldEnd held_along(const Vec3& tangent, const Vec3& material) { return {tangent.normalized(), material}; }

/// A cantilever of length 1 along x with a force across its free end, load = P L^2 / EI: the exact curve, by shooting in
/// its angle, EI phi'' = -P cos phi.
inline std::vector<Vec2> elastica(double load) {
    const auto curve_for = [&](double first, double& last_slope) {
        constexpr int kSteps = 4000;
        const double h = 1.0 / kSteps;
        double phi = 0.0, k = first;
        std::vector<Vec2> curve{Vec2::Zero()};
        const auto rate = [&](double a) { return -load * std::cos(a); };
        for (int i = 0; i < kSteps; ++i) {
            const double p1 = k, q1 = rate(phi), p2 = k + 0.5 * h * q1, q2 = rate(phi + 0.5 * h * p1);
            const double p3 = k + 0.5 * h * q2, q3 = rate(phi + 0.5 * h * p2), p4 = k + h * q3, q4 = rate(phi + h * p3);
            const double next = phi + h / 6.0 * (p1 + 2.0 * p2 + 2.0 * p3 + p4);
            const double middle = phi + 0.5 * h * p2;
            curve.push_back(curve.back() + h / 6.0 * Vec2(std::cos(phi) + 4.0 * std::cos(middle) + std::cos(next),
                                                          std::sin(phi) + 4.0 * std::sin(middle) + std::sin(next)));
            phi = next;
            k += h / 6.0 * (q1 + 2.0 * q2 + 2.0 * q3 + q4);
        }
        last_slope = k;
        return curve;
    };
    double lo = 0.0, hi = load, slope = 0.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (lo + hi);
        curve_for(middle, slope);
        (slope < 0.0 ? lo : hi) = middle;
    }
    return curve_for(lo, slope);
}

/// Ours, of length 1.
inline soft::RodState bent_cantilever(double load, int segments) {
    const soft::RodDrawing drawing = straight_drawing(1.0, 0.001, segments);
    const auto nodes = soft::nodes_of(drawing);
    const soft::Rod rod = soft::rod_of(drawing, nodes, 1.0);
    soft::RodState state = soft::state_at(nodes);
    const soft::HeldEnds held{held_along(Vec3::UnitX(), state.across[0]), std::nullopt};
    RodLoads loads = no_loads(rod);
    fix_node(loads, 0);
    for (int part = 1; part <= 10; ++part) {
        loads.force.back() = Vec3(0.0, 0.1 * part * load * rod.bend, 0.0);
        come_to_rest(rod, state, held, loads, 60);
    }
    come_to_rest(rod, state, held, loads);
    return state;
}

// A limp cable of length 1 between two points at one height.
inline constexpr double kCatenarySpan = 0.8;

/// Its height at x, in 0 to the span.
inline double catenary_at(double x) {
    double lo = 1e-3, hi = 10.0;  // a: 2 a sinh(span / 2 a) = length
    for (int i = 0; i < 200; ++i) {
        const double a = 0.5 * (lo + hi);
        (2.0 * a * std::sinh(kCatenarySpan / (2.0 * a)) > 1.0 ? lo : hi) = a;
    }
    return lo * (std::cosh((x - 0.5 * kCatenarySpan) / lo) - std::cosh(0.5 * kCatenarySpan / lo));
}

inline soft::RodState hung_cable(int segments) {
    soft::RodDrawing drawing = straight_drawing(1.0, 0.001, segments);
    drawing.material.young = 1e8;
    drawing.material.bend_share = 1e-5;
    auto nodes = soft::nodes_of(drawing);
    const soft::Rod rod = soft::rod_of(drawing, nodes, 1.0);
    for (std::size_t i = 0; i < nodes.size(); ++i) {  // folded a little, so that it knows which way is down
        const double s = static_cast<double>(i) / segments;
        nodes[i] = {kCatenarySpan * s, 0.0, -0.9 * s * (1.0 - s)};
    }
    soft::RodState state = soft::state_at(nodes);
    RodLoads loads = no_loads(rod);
    fix_node(loads, 0);
    fix_node(loads, nodes.size() - 1);
    for (std::size_t i = 0; i < nodes.size(); ++i) loads.force[i] = Vec3(0.0, 0.0, -9.81 * rod.mass[i]);
    come_to_rest(rod, state, {}, loads, 2000);
    return state;
}

/// Moments at the ends of a straight bar that is twisted, and G J turn / L.
struct TwistedBar {
    double at_start, at_end, theory;
};
inline TwistedBar twisted_bar(double turn) {
    const soft::RodDrawing drawing = straight_drawing(1.0, 0.01, 30);
    const auto nodes = soft::nodes_of(drawing);
    const soft::Rod rod = soft::rod_of(drawing, nodes, 1.0);
    soft::RodState state = soft::state_at(nodes);
    soft::HeldEnds held{held_along(Vec3::UnitX(), state.across[0]), held_along(Vec3::UnitX(), state.across[0])};
    RodLoads loads = no_loads(rod);
    for (std::size_t i = 0; i < nodes.size(); ++i) fix_node(loads, i);
    for (int part = 0; part < 20; ++part) {  // less than half a turn at once
        held[1]->material = Eigen::AngleAxisd(turn / 20.0, Vec3::UnitX()) * held[1]->material;
        soft::follow_twist(state, held);
        come_to_rest(rod, state, held, loads, 5);
    }
    come_to_rest(rod, state, held, loads);
    const double shear = 1e9 / 2.5, moment = shear * std::numbers::pi * 1e-8 / 2.0 * turn;
    return {soft::moment_on_holder(rod, state, held, 0).x(), soft::moment_on_holder(rod, state, held, 1).x(), moment};
}

/// Of a straight rod between two clamps, twisted: w'''' EI = i M w''' has a solution with w = w' = 0 at both ends if
/// tan(m/2) = m/2, m = M L / EI: first at m = 8.9868.
inline double buckling_theory() {
    double root = 4.4;
    for (int i = 0; i < 100; ++i) root = std::atan(root) + std::numbers::pi;
    return 2.0 * root;
}

/// The least eigenvalue of the true stiffness (by differences) of ours, twisted by `turn`.
inline double least_stiffness_of_twisted(const soft::Rod& rod, const std::vector<Vec3>& nodes, double turn) {
    const int segments = rod.segments(), n = 4 * rod.nodes() - 1;
    soft::RodState state = soft::state_at(nodes);
    soft::HeldEnds held{held_along(Vec3::UnitX(), state.across[0]), held_along(Vec3::UnitX(), state.across[0])};
    held[1]->material = Eigen::AngleAxisd(turn, Vec3::UnitX()) * held[1]->material;
    for (int i = 0; i < segments; ++i) state.theta[static_cast<std::size_t>(i)] = turn * (i + 0.5) / segments;
    state.ref_twist.back() = turn;
    soft::follow_twist(state, held);
    const int first = 4, free = n - 3 - first;  // the first turn is free, too, but straight rods do not care
    Eigen::MatrixXd stiffness(free, free);
    for (int j = 0; j < free; ++j) {
        std::array<std::vector<double>, 2> slopes;
        for (int side = 0; side < 2; ++side) {
            std::vector<double> move(static_cast<std::size_t>(n), 0.0);
            move[static_cast<std::size_t>(first + j)] = side == 0 ? -1e-6 : 1e-6;
            soft::RodState tried = state;
            soft::move_by(tried, move, 1.0);
            soft::follow_twist(tried, held);
            soft::StepSystem system;
            system.reset(n);
            soft::add_rod_energy(rod, tried, held, {}, 0, &system);
            slopes[static_cast<std::size_t>(side)].assign(system.gradient().begin(), system.gradient().end());
        }
        for (int i = 0; i < free; ++i)
            stiffness(i, j) = (slopes[1][static_cast<std::size_t>(first + i)] - slopes[0][static_cast<std::size_t>(first + i)]) / 2e-6;
    }
    const Eigen::MatrixXd symmetric = 0.5 * (stiffness + stiffness.transpose());
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues()[0];
}

/// M L / EI at which ours buckles.
inline double buckling_moment(int segments) {
    const soft::RodDrawing drawing = straight_drawing(1.0, 0.01, segments);
    const auto nodes = soft::nodes_of(drawing);
    const soft::Rod rod = soft::rod_of(drawing, nodes, 1.0);
    double lo = 0.5, hi = 30.0;
    for (int i = 0; i < 15; ++i) {
        const double middle = 0.5 * (lo + hi);
        (least_stiffness_of_twisted(rod, nodes, middle) > 0.0 ? lo : hi) = middle;
    }
    return lo * rod.twist / rod.bend;
}

}  // namespace graze::test
