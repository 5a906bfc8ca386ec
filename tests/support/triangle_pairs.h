// Pairs of posed triangles that attack a triangle test: families by name, each seeded. Shared by tests and
// campaigns.
//
// A family draws both triangles in small integer or real coordinates of a common frame; a *dressing* then
// hides them: in other frames (rational rotations whose inverse keeps integers, so that what touches still
// touches exactly), far away, at other scales, or off by one ulp.
#pragma once

#include "graze/core/random.h"
#include "graze/geometry/pose.h"

#include <array>
#include <cmath>
#include <span>

namespace graze::test {

struct TrianglePair {
    std::array<Vec3, 3> a, b;
    Pose pose_a, pose_b;
};

inline int small(Rng& rng, int limit) { return static_cast<int>(rng.below(2 * limit + 1)) - limit; }
inline Vec3 small_point(Rng& rng, int limit) {
    const int x = small(rng, limit), y = small(rng, limit), z = small(rng, limit);
    return Vec3(x, y, z);
}
inline Vec3 real_point(Rng& rng, double limit) {
    const double x = rng.uniform(-limit, limit), y = rng.uniform(-limit, limit),
                 z = rng.uniform(-limit, limit);
    return {x, y, z};
}
inline Eigen::Quaterniond real_rotation(Rng& rng) {
    for (;;) {
        const Vec3 v = real_point(rng, 1.0);
        const double w = rng.uniform(-1.0, 1.0);
        const double n = v.squaredNorm() + w * w;
        if (n > 0.01 && n <= 1.0) return Eigen::Quaterniond(w, v.x(), v.y(), v.z()).normalized();
    }
}

// ---- families: both triangles in one frame
// -------------------------------------------------------------------------------

using Draw = void (*)(Rng&, TrianglePair&);

inline void draw_real(Rng& rng, TrianglePair& pair) {
    for (int k = 0; k < 3; ++k) pair.a[k] = real_point(rng, 1.0), pair.b[k] = real_point(rng, 1.0);
}
inline void draw_grid(Rng& rng, TrianglePair& pair) {
    for (int k = 0; k < 3; ++k) pair.a[k] = small_point(rng, 2), pair.b[k] = small_point(rng, 2);
}
inline void draw_shared_vertex(Rng& rng, TrianglePair& pair) {
    for (int k = 0; k < 3; ++k) pair.a[k] = small_point(rng, 3), pair.b[k] = small_point(rng, 3);
    pair.b[rng.below(3)] = pair.a[rng.below(3)];
}
inline void draw_shared_edge(Rng& rng, TrianglePair& pair) {
    for (int k = 0; k < 3; ++k) pair.a[k] = small_point(rng, 4), pair.b[k] = small_point(rng, 4);
    const auto i = rng.below(3), j = rng.below(3);
    pair.b[j] = pair.a[i];
    pair.b[(j + 1) % 3] = pair.a[(i + 1 + rng.below(2)) % 3];
}
inline void draw_coplanar(Rng& rng, TrianglePair& pair) {
    const Vec3 o = small_point(rng, 3), u = small_point(rng, 3), v = small_point(rng, 3);
    for (int k = 0; k < 3; ++k) pair.a[k] = o + small(rng, 3) * u + small(rng, 3) * v;
    const double shift = small(rng, 2);
    for (int k = 0; k < 3; ++k) pair.b[k] = o + (small(rng, 2) + shift) * u + small(rng, 2) * v;
}
/// A corner or an edge point of b lies exactly on a: a = 4 x (integers), so that quarters of its edges are
/// integers.
inline void draw_touching(Rng& rng, TrianglePair& pair) {
    for (int k = 0; k < 3; ++k) pair.a[k] = 4.0 * small_point(rng, 3), pair.b[k] = small_point(rng, 9);
    const double s = static_cast<double>(rng.below(5)),
                 t = static_cast<double>(rng.below(5 - static_cast<int>(s)));
    const Vec3 on_a = pair.a[0] + (s / 4.0) * (pair.a[1] - pair.a[0]) + (t / 4.0) * (pair.a[2] - pair.a[0]);
    const auto j = rng.below(3);
    if (rng.below(2) == 0)
        pair.b[j] = on_a;
    else
        pair.b[(j + 1) % 3] = 2.0 * on_a - pair.b[j];  // on_a is the middle of an edge
}
inline void draw_needles(Rng& rng, TrianglePair& pair) {
    for (auto* t : {&pair.a, &pair.b}) {
        (*t)[0] = real_point(rng, 1.0);
        (*t)[1] = (*t)[0] + std::ldexp(1.0, -static_cast<int>(rng.below(50))) * real_point(rng, 1.0);
        (*t)[2] = -(*t)[0] + 0.3 * real_point(rng, 1.0);
    }
}
inline std::array<Vec3, 3> collinear(Rng& rng, const Vec3& o, const Vec3& u) {
    return {o + small(rng, 2) * u, o + small(rng, 2) * u, o + small(rng, 2) * u};
}
/// One or both are segments (or, by chance, points).
inline void draw_segments(Rng& rng, TrianglePair& pair) {
    draw_touching(rng, pair);
    const Vec3 on_both = pair.b[rng.below(3)];
    const auto which = rng.below(4);
    if (which != 1) pair.b = collinear(rng, on_both, small_point(rng, 2));
    if (which != 0)
        pair.a = collinear(rng, rng.below(4) == 0 ? small_point(rng, 2) : on_both, small_point(rng, 2));
    if (which == 3) {  // on one line
        const Vec3 u = small_point(rng, 2), o = small_point(rng, 2);
        pair.a = collinear(rng, o, u);
        pair.b = collinear(rng, o + small(rng, 4) * u, u);
    }
}
inline void draw_points(Rng& rng, TrianglePair& pair) {
    draw_touching(rng, pair);
    const Vec3 point = pair.b[rng.below(3)];
    pair.b = {point, point, point};
    if (rng.below(3) == 0) pair.a = collinear(rng, small_point(rng, 1), small_point(rng, 1));
    if (rng.below(3) == 0) pair.b.fill(pair.a[rng.below(3)]);
    if (rng.below(4) == 0) pair.a.fill(small_point(rng, 1)), pair.b.fill(small_point(rng, 1));
}
/// Nearly coplanar: coplanar, then single coordinates moved by one ulp.
inline void draw_ulp(Rng& rng, TrianglePair& pair) {
    if (rng.below(2) == 0)
        draw_coplanar(rng, pair);
    else
        draw_touching(rng, pair);
    const double grain = rng.below(2) == 0 ? 1.0 : 0.1;  // tenths: coordinates with full mantissas
    for (auto* t : {&pair.a, &pair.b})
        for (Vec3& corner : *t)
            for (double& x : corner) {
                x *= grain;
                if (rng.below(3) == 0) x = std::nextafter(x, rng.below(2) == 0 ? -1e9 : 1e9);
            }
}
/// A corner of b lies on a, or an edge on an edge, up to the rounding of real coordinates.
inline void draw_nearly_touching(Rng& rng, TrianglePair& pair) {
    draw_real(rng, pair);
    double s = rng.unit(), t = rng.unit() * (1.0 - s);
    if (rng.below(2) == 0) t = 0.0;
    const Vec3 on_a = pair.a[0] + s * (pair.a[1] - pair.a[0]) + t * (pair.a[2] - pair.a[0]);
    if (rng.below(2) == 0)
        pair.b[0] = on_a;
    else
        pair.b[1] = pair.b[0] + rng.uniform(1.0, 3.0) * (on_a - pair.b[0]);
    if (rng.below(2) == 0) std::swap(pair.a, pair.b);  // the plane that is nearly met is the moved one
}

/// One is tiny and lies in the plane of the other, about one of its corners, up to rounding: which turns its
/// plane by far more than it moves it, and the other reaches far out.
inline void draw_tiny(Rng& rng, TrianglePair& pair) {
    draw_real(rng, pair);
    const double size = std::ldexp(1.0, -static_cast<int>(5 + rng.below(30)));
    const Vec3 u = pair.a[1] - pair.a[0], v = pair.a[2] - pair.a[0];
    for (Vec3& corner : pair.b)
        corner = pair.a[0] + size * (rng.uniform(-1.0, 1.0) * u + rng.uniform(-1.0, 1.0) * v);
    if (rng.below(2) == 0) std::swap(pair.a, pair.b);
}

struct Family {
    const char* name;
    Draw draw;
    bool can_touch = true;  // with a probability that is not negligible
    bool can_cross = true;
    // Ceiling of the fraction that the filter leaves open; above 1: touching is the rule here.
    double most_exact = 1.1;
};

inline constexpr std::array<Family, 12> kFamilies = {
    {{"real", draw_real, false, true, 1e-3},
     {"grid", draw_grid},
     {"shared vertex", draw_shared_vertex},
     {"shared edge", draw_shared_edge, true, false},
     {"coplanar", draw_coplanar, true, false},
     {"touching", draw_touching},
     {"needles", draw_needles, false, true, 0.3},
     {"segments", draw_segments},
     {"points", draw_points, true, false},
     {"one ulp", draw_ulp},
     {"nearly touching", draw_nearly_touching, false, true, 0.6},
     {"tiny", draw_tiny, false, true}}};

// ---- dressings
// -----------------------------------------------------------------------------------------------------------

/// k (w, x, y, z) with small integers and k so short that the products are exact: a rational rotation whose
/// matrix has the denominator `norm` = w^2 + x^2 + y^2 + z^2, and |q| within 1e-6 of 1.
struct RationalRotation {
    Eigen::Quaterniond q;
    Mat3 integer_matrix;  // norm * R
    double norm;
};

inline RationalRotation rational_rotation(Rng& rng) {
    int w = 0, x = 0, y = 0, z = 0;
    while (w * w + x * x + y * y + z * z == 0)
        w = small(rng, 2), x = small(rng, 2), y = small(rng, 2), z = small(rng, 2);
    const double norm = w * w + x * x + y * y + z * z;
    const double k = std::ldexp(std::nearbyint(std::ldexp(1.0 / std::sqrt(norm), 40)), -40);
    Mat3 m;
    m << w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),  //
        2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),   //
        2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z;
    return {Eigen::Quaterniond(k * w, k * x, k * y, k * z), m, norm};
}

/// Puts both into other frames without changing what integers do: local = N R^-1 (world - t), with everything
/// grown by norms.
inline void dress_rational(Rng& rng, TrianglePair& pair) {
    const RationalRotation ra = rational_rotation(rng), rb = rational_rotation(rng);
    const Vec3 ta = small_point(rng, 50), tb = small_point(rng, 50);
    const double grow = ra.norm * rb.norm;
    for (Vec3& corner : pair.a) corner = rb.norm * (ra.integer_matrix.transpose() * (corner - ta));
    for (Vec3& corner : pair.b) corner = ra.norm * (rb.integer_matrix.transpose() * (corner - tb));
    pair.pose_a = {grow * ta, ra.q};
    pair.pose_b = {grow * tb, rb.q};
}

/// Real poses; the corners are brought back by double arithmetic, so what touched now nearly touches.
inline void dress_real(Rng& rng, TrianglePair& pair, double reach) {
    pair.pose_a = {real_point(rng, reach), real_rotation(rng)};
    pair.pose_b = {real_point(rng, reach), real_rotation(rng)};
    for (Vec3& corner : pair.a)
        corner = pair.pose_a.rotation.conjugate() * (corner - pair.pose_a.translation);
    for (Vec3& corner : pair.b)
        corner = pair.pose_b.rotation.conjugate() * (corner - pair.pose_b.translation);
}

inline void scale(TrianglePair& pair, double factor) {
    for (auto* t : {&pair.a, &pair.b})
        for (Vec3& corner : *t) corner *= factor;
    pair.pose_a.translation *= factor;
    pair.pose_b.translation *= factor;
}

inline TrianglePair draw_pair(const Family& family, Rng& rng) {
    TrianglePair pair;
    family.draw(rng, pair);
    switch (rng.below(8)) {
        case 0:
            break;  // one frame, plain
        case 1:     // one real frame for both
            pair.pose_a = pair.pose_b = {real_point(rng, 10.0), real_rotation(rng)};
            break;
        case 2:
        case 3:
            dress_rational(rng, pair);
            break;
        case 4:
            dress_real(rng, pair, 1.0);
            break;
        case 5:
            dress_real(rng, pair, 1e6);
            break;
        case 6:  // far away, moved by whole numbers
            for (auto* t : {&pair.a, &pair.b})
                for (Vec3& corner : *t) corner += Vec3(1048576.0, -3.0 * 1048576.0, 77777.0);
            break;
        default:  // translations only
            pair.pose_a.translation = small_point(rng, 7);
            pair.pose_b.translation = pair.pose_a.translation;
            pair.pose_b.rotation.coeffs() *= -1.0;  // the same rotation
            break;
    }
    if (rng.below(3) == 0) scale(pair, std::pow(10.0, small(rng, 6)));
    if (rng.below(16) == 0) scale(pair, std::ldexp(1.0, small(rng, 300)));
    return pair;
}

}  // namespace graze::test
