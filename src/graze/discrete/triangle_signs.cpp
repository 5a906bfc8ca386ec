#include "graze/discrete/triangle_signs.h"

namespace graze {
namespace {

constexpr double kU = std::numeric_limits<double>::epsilon() / 2.0;
constexpr double kDeterminant = 9.0 * kU;  // (1): 8 roundings of first order on each product
constexpr double kCross = 5.0 * kU;        // 2 x 2: 4 roundings on each product
constexpr double kSlack = 1.0 + 0x1p-40;   // above (1 + u)^40
constexpr double kUnderflow = std::numeric_limits<double>::min();  // above what products lose by underflow

double norm1(const Vec3& v) { return std::abs(v.x()) + std::abs(v.y()) + std::abs(v.z()); }

/// p x q, and beside it the same with absolute values.
struct Normal {
    Vec3 value;
    Vec3 magnitude;
};

Normal normal_of(const Vec3& p, const Vec3& q) {
    const double x0 = p.y() * q.z(), x1 = p.z() * q.y();
    const double y0 = p.z() * q.x(), y1 = p.x() * q.z();
    const double z0 = p.x() * q.y(), z1 = p.y() * q.x();
    return {{x0 - x1, y0 - y1, z0 - z1},
            {std::abs(x0) + std::abs(x1), std::abs(y0) + std::abs(y1), std::abs(z0) + std::abs(z1)}};
}

/// How far the entries of p, q and r are off.
struct EntryErrors {
    double p, q, r;
};

/// What (1) adds to rounding, where P, Q, R are |p|_1, |q|_1, |r|_1.
double displacement(double P, double Q, double R, const EntryErrors& d) {
    const double moved_q = Q + 3.0 * d.q, moved_r = R + 3.0 * d.r;
    return kSlack * (d.p * moved_q * moved_r + P * d.q * moved_r + P * Q * d.r);
}

/// The sign if the error cannot change it. NaN gives none.
std::optional<Sign> proved(double value, double error) {
    if (value > error) return Sign::Positive;
    if (-value > error) return Sign::Negative;
    return std::nullopt;
}

}  // namespace

const ExactCorners& TriangleSigns::exact() {
    if (!exact_) exact_.emplace(a_, poses_.a, b_.local, poses_.b);
    return *exact_;
}

Sign TriangleSigns::orient3d(int i, int j, int k, int l) {
    const Vec3 p = corner(j) - corner(i), q = corner(k) - corner(i), r = corner(l) - corner(i);
    const Normal n = normal_of(p, q);
    const double R = norm1(r);
    const double rounding = kDeterminant * n.magnitude.dot(r.cwiseAbs()) + kUnderflow * (1.0 + R);
    const EntryErrors d = {error(i) + error(j), error(i) + error(k), error(i) + error(l)};
    if (const auto sign = proved(n.value.dot(r), rounding + displacement(norm1(p), norm1(q), R, d)))
        return *sign;
    return exact().orient3d(i, j, k, l);
}

Sides TriangleSigns::sides(int plane, int points) {
    const Vec3& origin = corner(plane);
    const Vec3 p = corner(plane + 1) - origin, q = corner(plane + 2) - origin;
    const Normal n = normal_of(p, q);
    const double P = norm1(p), Q = norm1(q);
    const double of_plane = 2.0 * error(plane);
    const EntryErrors d = {of_plane, of_plane, b_.error};  // one of origin and point belongs to b
    Sides result;
    for (int k = 0; k < 3; ++k) {
        const Vec3 r = corner(points + k) - origin;
        const double R = norm1(r);
        const double rounding = kDeterminant * n.magnitude.dot(r.cwiseAbs()) + kUnderflow * (1.0 + R);
        const auto sign = proved(n.value.dot(r), rounding + displacement(P, Q, R, d));
        result[k] = sign ? *sign : exact().orient3d(plane, plane + 1, plane + 2, points + k);
    }
    return result;
}

Sides TriangleSigns::sides_of_b() { return sides(0, 3); }
Sides TriangleSigns::sides_of_a() { return sides(3, 0); }

Sign TriangleSigns::orient2d(int axis, int i, int j, int k) {
    const int x = (axis + 1) % 3, y = (axis + 2) % 3;
    const Vec3 p = corner(j) - corner(i), q = corner(k) - corner(i);
    const double left = p[x] * q[y], right = p[y] * q[x];
    const double dp = error(i) + error(j), dq = error(i) + error(k);
    const double P = std::abs(p[x]) + std::abs(p[y]), Q = std::abs(q[x]) + std::abs(q[y]);
    const double rounding = kCross * (std::abs(left) + std::abs(right)) + kUnderflow;
    if (const auto sign = proved(left - right, rounding + kSlack * (dp * (Q + 2.0 * dq) + P * dq)))
        return *sign;
    return exact().orient2d(axis, i, j, k);
}

Sign TriangleSigns::compare(int axis, int i, int j) {
    const double difference = corner(i)[axis] - corner(j)[axis];
    const double off = error(i) + error(j);
    if (off == 0.0) return sign_of(difference);
    if (const auto sign = proved(difference, kSlack * off + kU * std::abs(difference))) return *sign;
    return exact().compare(axis, i, j);
}

}  // namespace graze
