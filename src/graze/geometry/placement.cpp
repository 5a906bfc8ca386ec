#include "graze/geometry/placement.h"

#include "graze/core/assert.h"
#include "graze/numeric/predicate_filter.h"

#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

constexpr double kUnit = kUnitRoundoff;

// In units of kUnit; see docs/predicates.md for each.
constexpr double kMatrixEntry = 10.0 * kUnit;       // (8): matrix of a given quaternion
constexpr double kProductEntry = 26.0 * kUnit;      // (9): matrix of a product of two quaternions
constexpr double kTurnedTranslation = 4.0 * kUnit;  // (10): rounding of a matrix times a vector
constexpr double kPlacedPoint = 5.0 * kUnit;        // (11): the same and the addition of the translation
constexpr double kRoundUp = 1.0 + 8.0 * kUnit;      // covers the rounding of a bound made of positive terms
constexpr double kTiny = std::numeric_limits<double>::min();  // above what products lose by underflow

struct TwoSum {
    double sum;
    double tail;  // a + b == sum + tail exactly [Knuth, TAOCP 2, 4.2.2, theorem B], unless the sum overflows
};

TwoSum two_sum(double a, double b) {
    const double sum = a + b;
    const double b_rounded = sum - a;
    return {sum, (a - (sum - b_rounded)) + (b - b_rounded)};
}

double norm1(const Vec3& v) { return std::abs(v.x()) + std::abs(v.y()) + std::abs(v.z()); }

// The largest magnitude; NaN if one is NaN, unlike std::max.
double norm_max(const Vec3& v) {
    const double x = std::abs(v.x()), y = std::abs(v.y()), z = std::abs(v.z());
    return std::max(x, std::max(y, z)) + 0.0 * (x + y + z);
}

// Not Eigen's product: the order of its sums is its own.
Vec3 multiply(const Mat3& m, const Vec3& v) {
    const auto row = [&](int i) { return m(i, 0) * v.x() + m(i, 1) * v.y() + m(i, 2) * v.z(); };
    return {row(0), row(1), row(2)};
}

// R(q) / |q|^2, each entry within (8).
Mat3 matrix_of(const Eigen::Quaterniond& q) {
    const double x = q.x(), y = q.y(), z = q.z(), w = q.w();
    const double xx = x * x, yy = y * y, zz = z * z, ww = w * w;
    const double n = xx + yy + zz + ww;
    Mat3 m;
    m << (ww + xx - yy - zz) / n, 2.0 * (x * y - z * w) / n, 2.0 * (x * z + y * w) / n,  //
        2.0 * (x * y + z * w) / n, (ww + yy - xx - zz) / n, 2.0 * (y * z - x * w) / n,   //
        2.0 * (x * z - y * w) / n, 2.0 * (y * z + x * w) / n, (ww + zz - xx - yy) / n;
    return m;
}

bool is_small_integer(const Eigen::Quaterniond& q) {
    for (const double c : q.coeffs())
        if (c != 0.0 && std::abs(c) != 1.0) return false;
    return true;
}

struct Turn {
    Mat3 matrix;
    double error;  // of each entry
};

// Small integers are exact up to the division, and that too if the quotients are integers.
Turn exact_turn(const Eigen::Quaterniond& q) {
    const Mat3 matrix = matrix_of(q);
    const bool swaps =
        matrix.unaryExpr([](double entry) { return entry == std::rint(entry) ? 0.0 : 1.0; }).sum() == 0.0;
    return {matrix, swaps ? 0.0 : kUnit};
}

Turn turn_of(const Eigen::Quaterniond& q) {
    return is_small_integer(q) ? exact_turn(q) : Turn{matrix_of(q), kMatrixEntry};
}

Turn turn_between(const Eigen::Quaterniond& from, const Eigen::Quaterniond& to) {
    if (from.coeffs() == to.coeffs()) return {Mat3::Identity(), 0.0};
    const Eigen::Quaterniond product = graze::product(from.conjugate(), to);
    if (is_small_integer(from) && is_small_integer(to)) return exact_turn(product);
    return {matrix_of(product), kProductEntry};
}

}  // namespace

Eigen::Quaterniond reduced(const Eigen::Quaterniond& q) {
    const double largest = q.coeffs().cwiseAbs().maxCoeff();
    Eigen::Quaterniond signs = q;
    for (double& c : signs.coeffs()) {
        if (c == 0.0) continue;
        if (std::abs(c) != largest) return q;
        c = c > 0.0 ? 1.0 : -1.0;
    }
    return signs;
}

Placement placement_of(const Pose& pose) {
    GRAZE_ASSERT(is_valid(pose));
    const Turn turn = turn_of(reduced(pose.rotation));
    return {turn.matrix, pose.translation, turn.error, 0.0, turn.error == 0.0};
}

Placement placement_of(const Pose& b, const Pose& in_a) {
    const Pose& a = in_a;
    GRAZE_ASSERT(is_valid(a) && is_valid(b));
    const Eigen::Quaterniond qa = reduced(a.rotation), qb = reduced(b.rotation);
    const Turn between = turn_between(qa, qb), to_a = turn_of(qa);
    Vec3 shift, lost;
    for (int i = 0; i < 3; ++i) {
        const TwoSum difference = two_sum(b.translation[i], -a.translation[i]);
        shift[i] = difference.sum;
        lost[i] = difference.tail;
    }
    const bool is_exact = to_a.error == 0.0 || shift.isZero(0.0);
    const double rounding = is_exact ? 0.0 : (to_a.error + kTurnedTranslation) * norm1(shift) + kTiny;
    const double error = (rounding + norm1(lost)) * kRoundUp;  // (10)
    return {between.matrix, multiply(to_a.matrix.transpose(), shift), between.error, error,
            between.error == 0.0};
}

PosedPoint place(const Placement& placement, const Vec3& point) {
    const Vec3& t = placement.translation;
    if (placement.swaps_axes) {
        const Vec3 turned = multiply(placement.rotation, point);
        PosedPoint result{Vec3::Zero(), 0.0};
        Vec3 lost;
        for (int i = 0; i < 3; ++i) {
            const TwoSum sum = two_sum(turned[i], t[i]);
            result.near[i] = sum.sum;
            lost[i] = sum.tail;
        }
        result.error = (norm_max(lost) + placement.translation_error) * kRoundUp;
        return result;
    }
    const double error = (placement.rotation_error + kPlacedPoint) * norm1(point) +
                         2.0 * kUnit * norm_max(t) + placement.translation_error + kTiny;  // (11)
    return {multiply(placement.rotation, point) + t, error * kRoundUp};
}

}  // namespace graze::internal
