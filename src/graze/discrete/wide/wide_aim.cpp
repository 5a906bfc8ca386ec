#include "graze/discrete/wide/wide_nearest.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {

void turn_aim(WideAim& aim, const WidePlacement& placement, const Vec3& direction) {
    const double length = direction.norm();
    Vec3 axis[3] = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    if (length > 0.0 && std::isfinite(length)) {
        axis[0] = direction / length;
        axis[1] = axis[0].unitOrthogonal();
        axis[2] = axis[0].cross(axis[1]);
    }
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) {
            const double* column = placement.turn[j];
            const double of_b = column[0] * axis[k][0] + column[1] * axis[k][1] + column[2] * axis[k][2];
            aim.of_a[k][j] = static_cast<float>(axis[k][j]) * aim.scale;
            aim.of_b[k][j] = static_cast<float>(of_b) * aim.scale;
        }
}

void limit_aim(WideAim& aim, double distance) {
    aim.limit = wide_clearance(distance * static_cast<double>(aim.scale));
    aim.limit_sq = wide_clearance(static_cast<double>(aim.limit) * static_cast<double>(aim.limit));
}

WideAim first_aim(const WidePlacement& placement, const WideTree& a, const WideTree& b) {
    const WideNode &root_a = a.nodes[0], &root_b = b.nodes[0];
    Vec3 offset;
    for (int k = 0; k < 3; ++k)
        offset[k] = placement.turn[0][k] * root_b.origin[0] + placement.turn[1][k] * root_b.origin[1] +
                    placement.turn[2][k] * root_b.origin[2] + placement.shift[k] - root_a.origin[k];
    const double size =
        offset.lpNorm<1>() + static_cast<double>(root_a.radius) + static_cast<double>(root_b.radius);
    constexpr int kMostExponent = 100;
    const int exponent = size > 0.0 && std::isfinite(size) ? std::ilogb(size) : 0;
    WideAim aim{};
    aim.scale = std::ldexp(1.0f, std::clamp(-exponent, -kMostExponent, kMostExponent));
    aim.limit = aim.limit_sq = std::numeric_limits<float>::infinity();
    turn_aim(aim, placement, offset);
    return aim;
}

}  // namespace graze::internal
