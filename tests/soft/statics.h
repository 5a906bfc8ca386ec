// Rods at rest under loads: Newton's method on the energy of rod_energy.h alone, for tests that know the answer.
#pragma once

#include "graze/soft/rod_energy.h"

#include <cmath>
#include <functional>

namespace graze::test {

struct RodLoads {
    std::vector<Vec3> force;                 // on nodes
    std::vector<bool> is_fixed;              // unknowns (step_system.h) that stay
};

inline soft::RodDrawing straight_drawing(double length, double radius, int segments, const Vec3& way = Vec3::UnitX()) {
    soft::RodDrawing drawing;
    drawing.name = "rod";
    drawing.points = {Vec3::Zero(), length * way.normalized()};
    drawing.radius = radius;
    drawing.segments = segments;
    drawing.material = {.young = 1e9, .poisson = 0.25, .density = 1000.0, .bend_share = 1.0, .damping = 0.0, .friction = 0.3};
    return drawing;
}

inline double energy_with(const soft::Rod& rod, const soft::RodState& state, const soft::HeldEnds& held, const RodLoads& loads,
                          soft::StepSystem* system) {
    double energy = soft::add_rod_energy(rod, state, held, {}, 0, system);
    for (std::size_t i = 0; i < loads.force.size(); ++i) {
        energy -= loads.force[i].dot(state.x[i]);
        for (int k = 0; system != nullptr && k < 3; ++k) system->add_gradient(4 * static_cast<int>(i) + k, -loads.force[i][k]);
    }
    return energy;
}

/// Where it rests. Returns the largest force that is left over.
inline double come_to_rest(const soft::Rod& rod, soft::RodState& state, const soft::HeldEnds& held, const RodLoads& loads, int most = 400) {
    double left = 0.0;
    for (int k = 0; k < most; ++k) {
        soft::StepSystem system;
        system.reset(4 * rod.nodes() - 1);
        const double energy = energy_with(rod, state, held, loads, &system);
        left = 0.0;
        for (int i = 0; i < system.size(); ++i) {
            if (loads.is_fixed[static_cast<std::size_t>(i)])
                system.add_stiffness(i, i, 1e30);
            else
                left = std::max(left, std::abs(system.gradient()[static_cast<std::size_t>(i)]));
        }
        std::vector<double> step = system.step();
        double down = 0.0, largest = 0.0;
        for (std::size_t i = 0; i < step.size(); ++i) {
            if (loads.is_fixed[i]) step[i] = 0.0;
            down += step[i] * system.gradient()[i];
            largest = std::max(largest, std::abs(step[i]));
        }
        double share = 1.0;
        for (int back = 0; back < 40; ++back, share *= 0.5) {
            soft::RodState tried = state;
            soft::move_by(tried, step, share);
            soft::follow_twist(tried, held);
            if (!(energy_with(rod, tried, held, loads, nullptr) <= energy + 1e-4 * share * down + 1e-15 * std::abs(energy))) continue;
            state = std::move(tried);
            break;
        }
        if (share * largest < 1e-12) break;
    }
    return left;
}

inline RodLoads no_loads(const soft::Rod& rod) {
    const auto nodes = static_cast<std::size_t>(rod.nodes());
    return {std::vector<Vec3>(nodes, Vec3::Zero()), std::vector<bool>(4 * nodes - 1, false)};
}

inline void fix_node(RodLoads& loads, std::size_t node) {
    for (std::size_t k = 0; k < 3; ++k) loads.is_fixed[4 * node + k] = true;
}

}  // namespace graze::test
