#include "graze/numeric/exact_predicates.h"

#include "graze/core/assert.h"
#include "graze/numeric/exact_vector.h"

namespace graze::internal::exact {
namespace {

constexpr int kNarrowBits = 62;
constexpr int kMiddleBits = 126;
constexpr int kFullBits = 2112;
static_assert(kFullBits >= 1024 + 1074 + 1, "every finite double over 2^-1074, and the sign");

/// Evaluates `formula`, which is given the integer width as a type, at the least width that holds the range.
template <class Formula>
Decision at_least_width(const BitRange& range, Formula&& formula) {
    if (range.width() < kNarrowBits) return {formula(WideInt<kNarrowBits>{}), Stage::Narrow};
    if (range.width() < kMiddleBits) return {formula(WideInt<kMiddleBits>{}), Stage::Middle};
    return {formula(WideInt<kFullBits>{}), Stage::Full};
}

template <class... Points>
BitRange range_of(const Points&... points) {
    BitRange range;
    (range.add(points), ...);
    return range;
}

template <class... Points>
bool all_finite(const Points&... points) {
    return (points.allFinite() && ...);
}

}  // namespace

Decision orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
    GRAZE_ASSERT(all_finite(a, b, c));
    if (a == b || b == c || c == a || (a.x() == b.x() && b.x() == c.x()) ||
        (a.y() == b.y() && b.y() == c.y()))
        return {Sign::Zero, Stage::Evident};
    const BitRange range = range_of(a, b, c);
    return at_least_width(range, [&]<int Bits>(WideInt<Bits>) {
        const auto at = [&](double x) { return WideInt<Bits>::scaled(x, range.low()); };
        const auto x = at(a.x()), y = at(a.y());
        return minor_of(at(b.x()) - x, at(b.y()) - y, at(c.x()) - x, at(c.y()) - y).sign();
    });
}

Decision orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    GRAZE_ASSERT(all_finite(a, b, c, d));
    const auto shared = (a.array() == b.array()) && (b.array() == c.array()) && (c.array() == d.array());
    if (shared.any() || a == b || a == c || a == d || b == c || b == d || c == d)
        return {Sign::Zero, Stage::Evident};
    const BitRange range = range_of(a, b, c, d);
    return at_least_width(range, [&]<int Bits>(WideInt<Bits>) {
        const auto origin = scaled<Bits>(a, range.low());
        const auto normal =
            cross(scaled<Bits>(b, range.low()) - origin, scaled<Bits>(c, range.low()) - origin);
        return dot(normal, scaled<Bits>(d, range.low()) - origin).sign();
    });
}

Decision dot_sign(const Vec3& origin, const Vec3& p, const Vec3& q) {
    GRAZE_ASSERT(all_finite(origin, p, q));
    if (p == origin || q == origin) return {Sign::Zero, Stage::Evident};
    const BitRange range = range_of(origin, p, q);
    return at_least_width(range, [&]<int Bits>(WideInt<Bits>) {
        const auto o = scaled<Bits>(origin, range.low());
        return dot(scaled<Bits>(p, range.low()) - o, scaled<Bits>(q, range.low()) - o).sign();
    });
}

Decision compare_lengths(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    GRAZE_ASSERT(all_finite(a, b, c, d));
    if ((a == c && b == d) || (a == d && b == c)) return {Sign::Zero, Stage::Evident};
    const BitRange range = range_of(a, b, c, d);
    return at_least_width(range, [&]<int Bits>(WideInt<Bits>) {
        const auto p = scaled<Bits>(b, range.low()) - scaled<Bits>(a, range.low());
        const auto q = scaled<Bits>(d, range.low()) - scaled<Bits>(c, range.low());
        return (dot(p, p) - dot(q, q)).sign();
    });
}

Decision area_sign(const Vec3& a, const Vec3& b, const Vec3& c) {
    GRAZE_ASSERT(all_finite(a, b, c));
    if (a == b || b == c || c == a) return {Sign::Zero, Stage::Evident};
    const BitRange range = range_of(a, b, c);
    return at_least_width(range, [&]<int Bits>(WideInt<Bits>) {
        const auto origin = scaled<Bits>(a, range.low());
        const auto normal =
            cross(scaled<Bits>(b, range.low()) - origin, scaled<Bits>(c, range.low()) - origin);
        return is_zero(normal) ? Sign::Zero : Sign::Positive;
    });
}

}  // namespace graze::internal::exact
