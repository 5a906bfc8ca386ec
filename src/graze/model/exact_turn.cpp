#include "graze/model/exact_turn.h"

#include <cmath>

#include <boost/multiprecision/cpp_int.hpp>

namespace graze {
namespace {

// |fl(det) - det| <= (3 u + 16 u^2) (|left| + |right|), u = 2^-53, for det = left - right over rounded
// differences: [Shewchuk97, sec. 4.2, "ccwerrboundA"]. It holds if no product underflows; hence kSafe.
constexpr double kTurnError = (3.0 + 16.0 * 0x1p-53) * 0x1p-53;
constexpr double kSafe = 0x1p-900;  // products above it carry full relative precision

int sign_of(double x) { return (x > 0.0) - (x < 0.0); }

int rational_turn(const Vec2& a, const Vec2& b, const Vec2& c) {
    using Rational = boost::multiprecision::cpp_rational;
    const Rational cx(c.x()), cy(c.y());
    const Rational det =
        (Rational(a.x()) - cx) * (Rational(b.y()) - cy) - (Rational(a.y()) - cy) * (Rational(b.x()) - cx);
    return det.sign();
}

}  // namespace

int exact_turn(const Vec2& a, const Vec2& b, const Vec2& c) {
    const Vec2 ac = a - c, bc = b - c;
    // A rounded difference has the sign of the true one, so these are the signs of the true products.
    const int left_sign = sign_of(ac.x()) * sign_of(bc.y());
    const int right_sign = sign_of(ac.y()) * sign_of(bc.x());
    if (left_sign != right_sign) return left_sign > right_sign ? 1 : -1;
    if (left_sign == 0) return 0;
    const double left = ac.x() * bc.y(), right = ac.y() * bc.x();
    const double det = left - right, magnitude = std::abs(left) + std::abs(right);
    // Written so that NaN and infinity (overflow) fall through to the exact way.
    if (std::abs(left) > kSafe && std::abs(right) > kSafe && std::isfinite(magnitude) &&
        std::abs(det) > kTurnError * magnitude)
        return sign_of(det);
    return rational_turn(a, b, c);
}

bool exactly_collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
    for (int drop = 2; drop >= 0; --drop) {
        const int i = (drop + 1) % 3, j = (drop + 2) % 3;
        if (exact_turn({a[i], a[j]}, {b[i], b[j]}, {c[i], c[j]}) != 0) return false;
    }
    return true;
}

}  // namespace graze
