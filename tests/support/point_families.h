// Four points at a time that attack predicates: nearly or exactly coplanar, in every part of the number line.
#pragma once

#include "support/random_vector.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace graze::test {

using Quad = std::array<Vec3, 4>;

enum class PointFamily {
    Generic,      // uniform in a cube
    Plane,        // on a plane of short numbers; two of three moved by one ulp
    Decimal,      // tenths, which round: cancelling coordinates
    LargeOffset,  // Plane, moved by about 1e5
    Needle,       // long and thin
    Line,         // on a line; half of them moved by one ulp
    Duplicates,   // few different points
    Noise,        // size 1e5 with heights of 1e-17: rounding noise of a CAD kernel
    Subnormal,    // small multiples of the least double
    Tiny,         // Plane at 2^-1000
    Huge,         // Plane at 2^1000: products overflow
    Stretched,    // Plane with the axes at 2^-1000, 1, 2^1000
    AnyExponent,  // every coordinate with an exponent of its own
    Products2,    // generic at 2^-537: products of two meet the least double
    Products3,    // generic at 2^-358: products of three do
};
inline constexpr int kPointFamilies = 15;
inline constexpr const char* kPointFamilyNames[kPointFamilies] = {
    "Generic",   "Plane", "Decimal", "LargeOffset", "Needle",      "Line",      "Duplicates", "Noise",
    "Subnormal", "Tiny",  "Huge",    "Stretched",   "AnyExponent", "Products2", "Products3"};

/// An integer of [-range, range].
[[nodiscard]] inline double random_int(Rng& rng, int range) {
    return static_cast<double>(rng.below(2 * static_cast<std::uint64_t>(range) + 1)) - range;
}

/// Moves one coordinate of one point to the next double.
inline void nudge(Rng& rng, Quad& quad) {
    double& x = quad[rng.below(4)][static_cast<int>(rng.below(3))];
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double moved = std::nextafter(x, rng.below(2) == 0 ? kInfinity : -kInfinity);
    if (std::isfinite(moved)) x = moved;
}

/// Four points of a plane through short numbers, exactly: origin + i u + j v with small integers i, j.
[[nodiscard]] inline Quad on_plane(Rng& rng) {
    const auto vector = [&](int range) {
        return Vec3(random_int(rng, range), random_int(rng, range), random_int(rng, range));
    };
    const Vec3 origin = vector(1 << 20), u = vector(1 << 16), v = vector(1 << 16);
    Quad quad;
    for (Vec3& p : quad) p = (origin + random_int(rng, 9) * u + random_int(rng, 9) * v) * 0x1p-20;
    return quad;
}

[[nodiscard]] inline Quad on_line(Rng& rng) {
    const Vec3 origin(random_int(rng, 5000), random_int(rng, 5000), random_int(rng, 5000));
    const Vec3 u(random_int(rng, 300), random_int(rng, 300), random_int(rng, 300));
    Quad quad;
    for (Vec3& p : quad) p = (origin + random_int(rng, 40) * u) * 0x1p-10;
    return quad;
}

[[nodiscard]] inline Quad stretched(const Quad& quad, int x, int y, int z) {
    Quad result;
    for (std::size_t i = 0; i < 4; ++i)
        result[i] = {std::ldexp(quad[i].x(), x), std::ldexp(quad[i].y(), y), std::ldexp(quad[i].z(), z)};
    return result;
}

[[nodiscard]] inline Quad needle(Rng& rng) {
    const Vec3 far(random_int(rng, 1 << 30), random_int(rng, 1 << 30), random_int(rng, 1 << 30));
    const Vec3 step(random_int(rng, 3), random_int(rng, 3), random_int(rng, 3));
    Quad quad{Vec3::Zero(), far, far + step, 2.0 * far + random_int(rng, 3) * step};
    for (std::size_t i = 3; i > 0; --i) std::swap(quad[i], quad[rng.below(i + 1)]);
    return stretched(quad, -10, -10, -10);
}

[[nodiscard]] inline Quad noisy(Rng& rng) {
    Quad quad;
    const double slope = random_int(rng, 3) * 0x1p-70;
    for (Vec3& p : quad) {
        p = {random_int(rng, 100000), random_int(rng, 100000), 0.0};
        p.z() = p.x() * slope + (rng.below(3) == 0 ? random_int(rng, 5) * 6.123233995736766e-17 : 0.0);
    }
    return quad;
}

[[nodiscard]] inline Quad with_duplicates(Rng& rng) {
    const std::array<Vec3, 3> few{random_vector(rng, 3.0), random_vector(rng, 3.0), random_vector(rng, 3.0)};
    Quad quad;
    for (Vec3& p : quad) p = rng.below(2) == 0 ? random_vector(rng, 3.0) : few[rng.below(3)];
    return quad;
}

[[nodiscard]] inline Quad exact_quad(Rng& rng, PointFamily family) {
    const auto each = [&](auto coordinate) {
        Quad quad;
        for (Vec3& p : quad)
            for (double& x : p) x = coordinate();
        return quad;
    };
    switch (family) {
        case PointFamily::Generic:
            return each([&] { return rng.uniform(-1.0, 1.0); });
        case PointFamily::Plane:
            return on_plane(rng);
        case PointFamily::Decimal:
            return each([&] { return 0.1 * random_int(rng, 2); });
        case PointFamily::LargeOffset: {
            Quad quad = on_plane(rng);
            const Vec3 offset(1e5 + random_int(rng, 999), -2e5 + random_int(rng, 999),
                              3e5 + random_int(rng, 999));
            for (Vec3& p : quad) p += offset;
            return quad;
        }
        case PointFamily::Needle:
            return needle(rng);
        case PointFamily::Line:
            return on_line(rng);
        case PointFamily::Duplicates:
            return with_duplicates(rng);
        case PointFamily::Noise:
            return noisy(rng);
        case PointFamily::Subnormal: {
            constexpr double kLeast = std::numeric_limits<double>::denorm_min();
            return each([&] { return random_int(rng, 3) * kLeast; });
        }
        case PointFamily::Tiny:
            return stretched(on_plane(rng), -1000, -1000, -1000);
        case PointFamily::Huge:
            return stretched(on_plane(rng), 1000, 1000, 1000);
        case PointFamily::Stretched:
            return stretched(on_plane(rng), -1000, 0, 1000);
        case PointFamily::Products2:
            return each([&] { return rng.uniform(-1.0, 1.0) * 0x1p-537; });
        case PointFamily::Products3:
            return each([&] { return rng.uniform(-1.0, 1.0) * 0x1p-358; });
        case PointFamily::AnyExponent:
            return each(
                [&] { return std::ldexp(rng.uniform(-1.0, 1.0), static_cast<int>(random_int(rng, 1000))); });
    }
    return {};
}

/// False if four points are coplanar by a miracle only.
[[nodiscard]] inline bool has_planes(PointFamily family) {
    return family != PointFamily::Generic && family != PointFamily::AnyExponent &&
           family != PointFamily::Products2 && family != PointFamily::Products3;
}

[[nodiscard]] inline Quad random_quad(Rng& rng, PointFamily family) {
    Quad quad = exact_quad(rng, family);
    const bool may_nudge = has_planes(family) && family != PointFamily::Subnormal;
    const int nudges = !may_nudge ? 0 : family == PointFamily::Line ? 4 : 2;
    for (int i = 0; i < nudges; ++i)
        if (rng.below(3) == 0) nudge(rng, quad);
    return quad;
}

}  // namespace graze::test
