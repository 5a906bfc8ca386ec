#include "graze/discrete/triangles/triangle_distance.h"

#include "graze/discrete/triangles/triple.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace graze::internal {
namespace {

/// Two points, one on each triangle, and a direction that should separate the triangles if these are the
/// closest.
template <class T>
struct Candidate {
    T distance_sq;
    Triple<T> on_a, on_b;
    Triple<T> direction;
};

template <class T>
T clamped(const T& value) {
    return value < T(0) ? T(0) : (value > T(1) ? T(1) : value);
}

template <class T>
bool is_inside(const T& value) {
    return value > T(0) && value < T(1);
}

/// n without its part along e. Twice, so that what is left along e is rounding of |n|, not of what n was
/// before.
template <class T>
Triple<T> orthogonal(Triple<T> n, const Triple<T>& e) {
    const T ee = dot(e, e);
    if (!(ee > T(0))) return n;
    for (int i = 0; i < 2; ++i) n = n - (dot(n, e) / ee) * e;
    return n;
}

/// Closest points of segments p + s u and q + t v [Ericson05, sec. 5.1.9]; u and v may be zero.
template <class T>
Candidate<T> of_segments(const Triple<T>& p, const Triple<T>& u, const Triple<T>& q, const Triple<T>& v) {
    const Triple<T> r = p - q;
    const T uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
    const T denominator = uu * vv - uv * uv;
    T s = denominator > T(0) ? clamped<T>((uv * vr - ur * vv) / denominator) : T(0);
    T t = vv > T(0) ? (uv * s + vr) / vv : T(0);
    if (t < T(0) || t > T(1) || !(vv > T(0))) {
        t = clamped(t);
        s = uu > T(0) ? clamped<T>((uv * t - ur) / uu) : T(0);
    }
    Candidate<T> c{T(0), p + s * u, q + t * v, {}};
    const Triple<T> between = c.on_a - c.on_b;
    c.distance_sq = dot(between, between);
    const bool s_inside = is_inside(s), t_inside = is_inside(t);
    c.direction = s_inside && t_inside ? cross(u, v)
                  : s_inside           ? orthogonal(between, u)
                  : t_inside           ? orthogonal(between, v)
                                       : between;
    return c;
}

/// A point over the inside of a face: nothing if it is not, or the face is flat.
template <class T>
std::optional<Candidate<T>> of_point_and_face(const Triple<T>& p, const Corners3<T>& f) {
    const Triple<T> u = f[1] - f[0], v = f[2] - f[0], w = p - f[0], n = cross(u, v);
    const T nn = dot(n, n);
    if (!(nn > T(0))) return std::nullopt;
    const T s = dot(cross(w, v), n) / nn, t = dot(cross(u, w), n) / nn;
    if (s < T(0) || t < T(0) || s + t > T(1)) return std::nullopt;
    const T height = dot(w, n);
    return Candidate<T>{height * height / nn, p, f[0] + s * u + t * v, n};
}

/// One of the pairs of features that can hold the closest points.
template <class T>
std::optional<Candidate<T>> of_features(int pair, const Corners3<T>& a, const Corners3<T>& b) {
    if (pair < 9) {
        const int i = pair / 3, j = pair % 3;
        return of_segments<T>(a[i], a[(i + 1) % 3] - a[i], b[j], b[(j + 1) % 3] - b[j]);
    }
    if (pair < 12) return of_point_and_face(a[pair - 9], b);
    auto c = of_point_and_face(b[pair - 12], a);
    if (c) std::swap(c->on_a, c->on_b);
    return c;
}

/// Over the pairs of features whose bit is set; nothing if none of them holds a point over a face.
template <class T>
std::optional<Candidate<T>> closest(const Corners3<T>& a, const Corners3<T>& b, unsigned pairs) {
    std::optional<Candidate<T>> best;
    for (int pair = 0; pair < kFeaturePairs; ++pair) {
        if ((pairs >> pair & 1u) == 0) continue;
        const auto c = of_features<T>(pair, a, b);
        if (c && (!best || c->distance_sq < best->distance_sq)) best = c;
    }
    return best;
}

constexpr unsigned kEdgePairs = 0x1FFu;  // always give a candidate
constexpr unsigned kAllPairs = (1u << kFeaturePairs) - 1u;

template <class T>
unsigned pairs_to_try(const Corners3<T>&, const Corners3<T>&) {
    return kAllPairs;
}

/// What double finds nearest, and all that comes near it: the others are not worth 80 bits. A wrong choice
/// would widen the bounds, not break them.
template <>
unsigned pairs_to_try(const Corners3<long double>& a, const Corners3<long double>& b) {
    constexpr double kNear = 1.0 + 0x1p-30;
    const auto rounded = [](const Corners3<long double>& c) {
        Corners3<double> r;
        for (int i = 0; i < 3; ++i)
            r[i] = {static_cast<double>(c[i].x), static_cast<double>(c[i].y), static_cast<double>(c[i].z)};
        return r;
    };
    const Corners3<double> of_a = rounded(a), of_b = rounded(b);
    double size_sq = 0.0, distance_sq[kFeaturePairs], least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) size_sq = std::max({size_sq, dot(of_a[i], of_a[i]), dot(of_b[i], of_b[i])});
    for (int pair = 0; pair < kFeaturePairs; ++pair) {
        const auto c = of_features<double>(pair, of_a, of_b);
        distance_sq[pair] = c ? c->distance_sq : std::numeric_limits<double>::infinity();
        if (distance_sq[pair] < least) least = distance_sq[pair];
    }
    unsigned pairs = 0;
    for (int pair = 0; pair < kFeaturePairs; ++pair)
        if (distance_sq[pair] <= kNear * least + 0x1p-80 * size_sq) pairs |= 1u << pair;
    return (pairs & kEdgePairs) != 0 || least < std::numeric_limits<double>::infinity() ? pairs : kAllPairs;
}

template <class T>
T gap_along(const Triple<T>& n, const Corners3<T>& a, const Corners3<T>& b) {
    const T length = std::sqrt(dot(n, n));
    if (!(length > T(0))) return T(0);
    const auto [a_lo, a_hi] = std::minmax({dot(n, a[0]), dot(n, a[1]), dot(n, a[2])});
    const auto [b_lo, b_hi] = std::minmax({dot(n, b[0]), dot(n, b[1]), dot(n, b[2])});
    return std::max(a_lo - b_hi, b_lo - a_hi) / length;
}

template <class T>
T largest(const Triple<T>& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

template <class T>
struct Bounds {
    T lo, hi;
    Triple<T> on_a, on_b;
};

// All six corners are taken about corner 0 of a, so they are differences: off by u times themselves, those of
// b also by `error`. D: the largest coordinate. A projection on n is then off by at most |n|_1 (5 u D +
// error) and |n|_1 <= sqrt(3) |n|_2; a computed point leaves its triangle by at most 16 u D. 32 u D on either
// side, times 2, covers both sums and the division; kRelative the roundings of the result itself.   (8)
template <class T>
Bounds<T> bounds_of(const Corners3<T>& a, const Corners3<T>& b, T error, const Candidate<T>& best) {
    constexpr T u = std::numeric_limits<T>::epsilon() / 2;
    constexpr T kRelative = 16 * u;
    T size = 0;
    for (int i = 0; i < 3; ++i) size = std::max({size, largest(a[i]), largest(b[i])});
    const T absolute = 2 * (64 * u * size + error) + std::numeric_limits<T>::min() / u;
    const Triple<T> between = best.on_a - best.on_b;
    const T far = std::sqrt(dot(between, between)),
            near = std::max(gap_along(best.direction, a, b), gap_along(between, a, b));
    return {near * (1 - kRelative) - absolute, far * (1 + kRelative) + absolute, best.on_a, best.on_b};
}

template <class T>
Bounds<T> bounds_of(const Corners3<T>& a, const Corners3<T>& b, T error) {
    auto best = closest(a, b, pairs_to_try(a, b));
    if (!best) best = closest(a, b, kEdgePairs);  // a face that double sees a corner over, and 80 bits do not
    return bounds_of(a, b, error, *best);
}

template <class T>
Triple<T> triple(const Vec3& v) {
    return {T(v.x()), T(v.y()), T(v.z())};
}

constexpr long double kFineRoundoff = std::numeric_limits<long double>::epsilon() / 2;

struct FineQuaternion {
    long double x, y, z, w;
};

/// Rows of R(q) / |q|^2.
void rotate_into(long double (&m)[3][3], const FineQuaternion& q) {
    const long double n = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    const long double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, ww = q.w * q.w;
    const long double rows[3][3] = {
        {ww + xx - yy - zz, 2 * (q.x * q.y - q.z * q.w), 2 * (q.x * q.z + q.y * q.w)},
        {2 * (q.x * q.y + q.z * q.w), ww + yy - xx - zz, 2 * (q.y * q.z - q.x * q.w)},
        {2 * (q.x * q.z - q.y * q.w), 2 * (q.y * q.z + q.x * q.w), ww + zz - xx - yy}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) m[i][j] = rows[i][j] / n;
}

/// Rounded down and up to double; one more ulp for the conversion of what is not a double.
double below(long double x) {
    return std::nextafter(static_cast<double>(x), -std::numeric_limits<double>::infinity());
}
double above(long double x) {
    return std::nextafter(static_cast<double>(x), std::numeric_limits<double>::infinity());
}

/// Two triangles about corner 0 of a.
template <class T>
struct Local {
    Corners3<T> a, b;
    T error;  // of coordinates of b
};

Local<double> local(const Corners& a, const MovedTriangle& b) {
    Local<double> at{{}, {}, b.error * (1.0 + 0x1p-40)};
    for (int i = 0; i < 3; ++i) {
        at.a[i] = triple<double>(a[i] - a[0]);
        at.b[i] = triple<double>(b.corner[i].near - a[0]);
    }
    return at;
}

Local<long double> local(const Corners& a, const FineTriangle& b) {
    Local<long double> at{{}, {}, b.error};
    const Triple<long double> about = triple<long double>(a[0]);
    for (int i = 0; i < 3; ++i) {
        at.a[i] = triple<long double>(a[i]) - about;
        at.b[i] = Triple<long double>{b.corner[i][0], b.corner[i][1], b.corner[i][2]} - about;
    }
    return at;
}

/// Of the lines of two edges, or of a face.
Triple<long double> common_normal(int features, const Corners3<long double>& a,
                                  const Corners3<long double>& b) {
    if (features < 9) {
        const int i = features / 3, j = features % 3;
        return cross(a[(i + 1) % 3] - a[i], b[(j + 1) % 3] - b[j]);
    }
    const Corners3<long double>& face = features < 12 ? b : a;
    return cross(face[1] - face[0], face[2] - face[0]);
}

/// The lower bound of `bounds_of` along one direction; with a coarser size.
long double lo_along(const Triple<long double>& n, const Local<long double>& at) {
    constexpr long double u = kFineRoundoff, kRelative = 16 * u;
    const auto along = [&n](const Corners3<long double>& c) {
        const long double p = dot(n, c[0]), q = dot(n, c[1]), r = dot(n, c[2]);
        const long double lo = p < q ? p : q, hi = p < q ? q : p;
        return std::pair{r < lo ? r : lo, r > hi ? r : hi};
    };
    const auto [a_lo, a_hi] = along(at.a);
    const auto [b_lo, b_hi] = along(at.b);
    const long double nn = dot(n, n), above = b_lo - a_hi, other = a_lo - b_hi;
    if (!(nn > 0)) return -std::numeric_limits<long double>::infinity();
    double size = 0.0;
    for (const Corners3<long double>* c : {&at.a, &at.b})
        for (const Triple<long double>& x : *c)
            size = std::max(size, std::abs(static_cast<double>(x.x)) + std::abs(static_cast<double>(x.y)) +
                                      std::abs(static_cast<double>(x.z)));
    const long double absolute = 2 * (64 * u * static_cast<long double>(size) * (1 + 0x1p-50L) + at.error) +
                                 std::numeric_limits<long double>::min() / u;
    return (above > other ? above : other) / std::sqrt(nn) * (1 - kRelative) - absolute;
}

TriangleGap in_frame(const Bounds<double>& bounds, const Vec3& about) {
    const Vec3 on_a(bounds.on_a.x, bounds.on_a.y, bounds.on_a.z),
        on_b(bounds.on_b.x, bounds.on_b.y, bounds.on_b.z);
    return {bounds.lo, bounds.hi, about + on_a, about + on_b};
}

}  // namespace

TriangleGap gap(const Corners& a, const MovedTriangle& b) {
    const Local<double> at = local(a, b);
    return in_frame(bounds_of(at.a, at.b, at.error), a[0]);
}

TriangleGap gap(const Corners& a, const MovedTriangle& b, int features) {
    const Local<double> at = local(a, b);
    const auto best = of_features<double>(features, at.a, at.b);
    if (!best) return in_frame(bounds_of(at.a, at.b, at.error), a[0]);
    return in_frame(bounds_of(at.a, at.b, at.error, *best), a[0]);
}

FinePlacement fine_placement(const Pose& a, const Pose& b) {
    const FineQuaternion p{a.rotation.x(), a.rotation.y(), a.rotation.z(), a.rotation.w()};
    const FineQuaternion q{b.rotation.x(), b.rotation.y(), b.rotation.z(), b.rotation.w()};
    FinePlacement x;
    rotate_into(
        x.turn,
        {p.w * q.x - p.x * q.w - p.y * q.z + p.z * q.y, p.w * q.y + p.x * q.z - p.y * q.w - p.z * q.x,
         p.w * q.z - p.x * q.y + p.y * q.x - p.z * q.w, p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z});
    long double of_a[3][3], between[3], length = 0;
    rotate_into(of_a, p);
    for (int k = 0; k < 3; ++k) {
        between[k] = static_cast<long double>(b.translation[k]) - static_cast<long double>(a.translation[k]);
        length += std::abs(between[k]);
    }
    for (int i = 0; i < 3; ++i)
        x.shift[i] = of_a[0][i] * between[0] + of_a[1][i] * between[1] + of_a[2][i] * between[2];
    x.turn_error = 64 * kFineRoundoff;  // docs/discrete.md (1), (2) with a smaller u
    x.shift_error = 64 * kFineRoundoff * length;
    return x;
}

FineTriangle place_finely(const FinePlacement& placement, const Corners& b) {
    using T = long double;
    FineTriangle placed{{}, 0};
    const T shift =
        std::max({std::abs(placement.shift[0]), std::abs(placement.shift[1]), std::abs(placement.shift[2])});
    for (int i = 0; i < 3; ++i) {
        const Triple<T> x = triple<T>(b[i]);
        for (int k = 0; k < 3; ++k)
            placed.corner[i][k] = placement.turn[k][0] * x.x + placement.turn[k][1] * x.y +
                                  placement.turn[k][2] * x.z + placement.shift[k];
        const T norm = std::abs(x.x) + std::abs(x.y) + std::abs(x.z);
        const T error = (placement.turn_error + 8 * kFineRoundoff) * norm + placement.shift_error +
                        8 * kFineRoundoff * shift;
        placed.error = std::max(placed.error, error);
    }
    return placed;
}

TriangleGap fine_gap(const Corners& a, const Corners& b, const FinePlacement& placement) {
    using T = long double;
    const Local<T> at = local(a, place_finely(placement, b));
    const Bounds<T> bounds = bounds_of(at.a, at.b, at.error);
    const Triple<T> about = triple<T>(a[0]), on_a = about + bounds.on_a, on_b = about + bounds.on_b;
    return {below(bounds.lo),
            above(bounds.hi),
            {static_cast<double>(on_a.x), static_cast<double>(on_a.y), static_cast<double>(on_a.z)},
            {static_cast<double>(on_b.x), static_cast<double>(on_b.y), static_cast<double>(on_b.z)}};
}

double fine_gap_lo(const Corners& a, const FineTriangle& b, int features, double enough) {
    const Local<long double> at = local(a, b);
    double lo = below(lo_along(common_normal(features, at.a, at.b), at));
    if (lo >= enough) return lo;
    if (!(lo >= 0.0)) lo = -std::numeric_limits<double>::infinity();  // a NaN, too
    if (const auto best = of_features<long double>(features, at.a, at.b))
        lo = std::max(lo, below(bounds_of(at.a, at.b, at.error, *best).lo));
    return lo;
}

}  // namespace graze::internal
