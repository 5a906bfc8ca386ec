#include "graze/geometry/pose.h"

#include "graze/core/assert.h"
#include "graze/geometry/exact_rotation.h"
#include "graze/geometry/placement.h"
#include "graze/numeric/wide_int.h"

#include <cmath>

#include <fmt/format.h>

namespace graze {
namespace {

// ||q| - 1| <= 10^-6  <=>  999999^2 <= 10^12 |q|^2 <= 1000001^2, where all three numbers are doubles.
constexpr double kScale = 1e12;
constexpr double kLeast = 999999.0 * 999999.0;
constexpr double kMost = 1000001.0 * 1000001.0;

// |q|^2 in double is off by less than 1e-15: outside these two there is nothing to decide exactly.
constexpr double kSurelyAccepted = 1.999e-6;
constexpr double kSurelyRefused = 2.001e-6;

double length_sq(const Eigen::Quaterniond& q) {
    return q.x() * q.x() + q.y() * q.y() + q.z() * q.z() + q.w() * q.w();
}

/// Pre: every component is below 2 in magnitude.
bool is_accepted_exactly(const Eigen::Quaterniond& q) {
    constexpr int kLimitBits = 2240;  // 2^41 over 2^(-2 * 1074)
    BitRange range;
    for (const double component : q.coeffs()) {
        GRAZE_ASSERT(std::abs(component) < 2.0);
        range.add(component);
    }
    const auto square = [&](double component) {
        const auto scaled = WideInt<kComponentBits>::scaled(component, range.low());
        return scaled * scaled;
    };
    const auto sum = square(q.x()) + square(q.y()) + square(q.z()) + square(q.w());
    const auto millions = WideInt<64>::scaled(kScale, 0) * sum;
    const auto limit = [&](double value) { return WideInt<kLimitBits>::scaled(value, 2 * range.low()); };
    return !(millions - limit(kLeast)).is_negative() && !(limit(kMost) - millions).is_negative();
}

Eigen::Quaterniond normalised(const Eigen::Quaterniond& q) {
    const double scale = 1.0 / std::sqrt(length_sq(q));
    return {q.w() * scale, q.x() * scale, q.y() * scale, q.z() * scale};
}

}  // namespace

bool is_accepted_rotation(const Eigen::Quaterniond& q) {
    const double off = std::abs(length_sq(q) - 1.0);
    if (off <= kSurelyAccepted) return true;
    if (!(off < kSurelyRefused)) return false;  // NaN is refused
    return is_accepted_exactly(q);
}

bool is_valid(const Pose& pose) {
    return pose.translation.allFinite() && is_accepted_rotation(pose.rotation);
}

Expected<void> validate(const Pose& pose, const std::string& where) {
    if (!pose.translation.allFinite())
        return make_error(ErrorCode::BadInput, where + "/translation", "a number is not finite",
                          "write finite numbers");
    if (is_accepted_rotation(pose.rotation)) return {};
    const Eigen::Vector4d q = pose.rotation.coeffs();  // x, y, z, w
    if (!q.allFinite())
        return make_error(ErrorCode::BadInput, where + "/quaternion", "a number is not finite",
                          "write [0, 0, 0, 1] for no rotation");
    const double norm = q.stableNorm();
    std::string remedy = "write [0, 0, 0, 1] for no rotation";
    if (norm > 0.0) {
        const Eigen::Vector4d unit = q.stableNormalized();
        remedy = fmt::format("normalised it is [{}, {}, {}, {}]", unit.x(), unit.y(), unit.z(), unit.w());
    }
    return make_error(ErrorCode::BadInput, where + "/quaternion",
                      fmt::format("|q| = {}, which differs from 1 by more than {}", norm, kQuaternionSlack),
                      remedy);
}

Expected<Pose> make_pose(const Vec3& translation, const Eigen::Vector4d& xyzw, const std::string& where) {
    const Pose pose{translation, Eigen::Quaterniond(xyzw[3], xyzw[0], xyzw[1], xyzw[2])};
    if (auto valid = validate(pose, where); !valid) return valid.error();
    return pose;
}

Vec3 apply(const Pose& pose, const Vec3& point) { return place(placement_of(pose), point).near; }

Eigen::Quaterniond product(const Eigen::Quaterniond& p, const Eigen::Quaterniond& q) {
    return {p.w() * q.w() - p.x() * q.x() - p.y() * q.y() - p.z() * q.z(),
            p.w() * q.x() + p.x() * q.w() + p.y() * q.z() - p.z() * q.y(),
            p.w() * q.y() - p.x() * q.z() + p.y() * q.w() + p.z() * q.x(),
            p.w() * q.z() + p.x() * q.y() - p.y() * q.x() + p.z() * q.w()};
}

Pose compose(const Pose& outer, const Pose& inner) {
    return {apply(outer, inner.translation), normalised(product(outer.rotation, inner.rotation))};
}

Pose inverse(const Pose& pose) {
    const Eigen::Quaterniond back = normalised(pose.rotation.conjugate());
    return {-apply({Vec3::Zero(), back}, pose.translation), back};
}

Pose relative(const Pose& a, const Pose& b) {
    const Eigen::Quaterniond back = normalised(a.rotation.conjugate());
    return {apply({Vec3::Zero(), back}, b.translation - a.translation),
            normalised(product(a.rotation.conjugate(), b.rotation))};
}

}  // namespace graze
