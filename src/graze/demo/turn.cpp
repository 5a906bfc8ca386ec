#include "graze/demo/turn.h"

#include <array>
#include <cmath>

namespace graze::internal {
namespace {

// Taylor coefficients about 0. For |x| <= pi/4 the first dropped terms, x^17/17! and x^18/18!, are below
// 5e-17.
constexpr std::array<double, 8> kSin{1.0,          -1.0 / 6,        1.0 / 120,         -1.0 / 5040,
                                     1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800., -1.0 / 1307674368000.};
constexpr std::array<double, 9> kCos{1.0,
                                     -1.0 / 2,
                                     1.0 / 24,
                                     -1.0 / 720,
                                     1.0 / 40320,
                                     -1.0 / 3628800,
                                     1.0 / 479001600,
                                     -1.0 / 87178291200.,
                                     1.0 / 20922789888000.};

template <std::size_t N>
double horner(const std::array<double, N>& coefficients, double x) {
    double sum = 0.0;
    for (std::size_t i = N; i-- > 0;) sum = sum * x + coefficients[i];
    return sum;
}

}  // namespace

Vec2 direction_at(double turns) {
    const double quarter = std::floor(4.0 * turns + 0.5);  // the nearest multiple of a quarter turn
    const double x = kTau * (turns - 0.25 * quarter);      // in [-pi/4, pi/4]
    const double s = x * horner(kSin, x * x);
    const double c = horner(kCos, x * x);
    switch (static_cast<long long>(quarter) & 3) {
        case 0:
            return {c, s};
        case 1:
            return {-s, c};
        case 2:
            return {-c, -s};
        default:
            return {s, -c};
    }
}

Eigen::Quaterniond turned_about_z(double turns) {
    const Vec2 half = direction_at(0.5 * turns);
    return {half.x(), 0.0, 0.0, half.y()};
}

Eigen::Quaterniond turned_about(const Vec3& axis, double turns) {
    const Vec2 half = direction_at(0.5 * turns);
    const Vec3 v =
        axis * (half.y() / std::sqrt(axis.x() * axis.x() + axis.y() * axis.y() + axis.z() * axis.z()));
    return {half.x(), v.x(), v.y(), v.z()};
}

Mat3 rotation_about(const Vec3& axis, double turns) {
    const Eigen::Quaterniond q = turned_about(axis, turns);
    const double x = q.x(), y = q.y(), z = q.z(), w = q.w();
    Mat3 rotation;
    rotation << 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w),  //
        2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w),          //
        2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y);
    return rotation;
}

}  // namespace graze::internal
