#include "graze/continuous/features/feature_distance.h"

#include "graze/core/assert.h"
#include "graze/numeric/ordered_sums.h"
#include "graze/numeric/outward.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr double kFlat = 1e-12;  // of a face: below this sine squared its regions are not to be trusted

// Sums in the order of the text: Eigen's own order depends on the SIMD width.
double unit_range(double x) { return x > 0.0 ? std::min(x, 1.0) : 0.0; }  // NaN: 0

// The parameter of the point of p + u d that is closest to x.
double closest_on_edge(const Vec3& x, const Vec3& p, const Vec3& d) {
    const double length_sq = dot(d, d);
    return length_sq > 0.0 ? unit_range(dot(x - p, d) / length_sq) : 0.0;
}

struct Best {
    FeaturePoint on_a, on_b;
    double distance_sq = kInfinity;

    void offer(const FeaturePoint& a, const FeaturePoint& b, const Vec3& separation) {
        const double d = dot(separation, separation);
        if (d < distance_sq) *this = {a, b, d};
    }
};

Vec3 place_of(std::span<const Vec3> feature, const FeaturePoint& at) {
    Vec3 place = feature[0];
    if (feature.size() > 1) place += at.u * (feature[1] - feature[0]);
    if (feature.size() > 2) place += at.v * (feature[2] - feature[0]);
    return place;
}

// A sum of doubles that exceeds 1 in real arithmetic may round to 1: step v down until it certainly does not.
FeaturePoint inside_face(double u, double v) {
    u = unit_range(u);
    v = std::min(unit_range(v), next_down(1.0 - u));
    return {u, std::max(v, 0.0)};
}

// u, v of the edge from vertex i to the next, at parameter s.
FeaturePoint on_edge_of_face(int i, double s) {
    if (i == 0) return {s, 0.0};
    if (i == 1) return inside_face(1.0 - s, s);
    return {0.0, 1.0 - s};
}

FeaturePoint point_to_face(const Vec3& x, std::span<const Vec3> face) {
    const Vec3 e = face[1] - face[0], f = face[2] - face[0], r = x - face[0];
    Best best;
    for (int i = 0; i < 3; ++i) {
        const Vec3 d = face[(i + 1) % 3] - face[i];
        const FeaturePoint at = on_edge_of_face(i, closest_on_edge(x, face[i], d));
        best.offer({}, at, x - place_of(face, at));
    }
    const double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), er = dot(e, r), fr = dot(f, r);
    const double det = ee * ff - ef * ef;
    const double u = (ff * er - ef * fr) / det, v = (ee * fr - ef * er) / det;
    if (det > 0.0 && u >= 0.0 && v >= 0.0 && u + v <= 1.0) {
        const FeaturePoint at = inside_face(u, v);
        best.offer({}, at, x - place_of(face, at));
    }
    return best.on_b;
}

ClosestFeatures edge_to_edge(std::span<const Vec3> a, std::span<const Vec3> b) {
    const Vec3 e = a[1] - a[0], f = b[1] - b[0], r = a[0] - b[0];
    Best best;
    const auto offer = [&](double s, double t) {
        best.offer({s, 0.0}, {t, 0.0}, place_of(a, {s, 0.0}) - place_of(b, {t, 0.0}));
    };
    for (const double s : {0.0, 1.0}) offer(s, closest_on_edge(a[s == 0.0 ? 0 : 1], b[0], f));
    for (const double t : {0.0, 1.0}) offer(closest_on_edge(b[t == 0.0 ? 0 : 1], a[0], e), t);
    const double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), er = dot(e, r), fr = dot(f, r);
    const double det = ee * ff - ef * ef;
    if (det > 0.0) {
        const double s = unit_range((ef * fr - ff * er) / det);
        const double t = closest_on_edge(place_of(a, {s, 0.0}), b[0], f);
        offer(s, t);
        offer(closest_on_edge(place_of(b, {t, 0.0}), a[0], e), t);
    }
    return {best.on_a, best.on_b, place_of(a, best.on_a) - place_of(b, best.on_b), cross(e, f)};
}

ClosestFeatures vertex_to_feature(const Vec3& x, std::span<const Vec3> b) {
    ClosestFeatures result{{}, {}, Vec3::Zero(), Vec3::Zero()};
    if (b.size() == 2) result.on_b.u = closest_on_edge(x, b[0], b[1] - b[0]);
    if (b.size() == 3) {
        result.on_b = point_to_face(x, b);
        result.normal = cross(b[1] - b[0], b[2] - b[0]);
    }
    result.separation = x - place_of(b, result.on_b);
    return result;
}

// The lines' closest points, cut to one edge, then to the other, then to the first again.
ClosestFeatures nearly_edge_to_edge(const Vec3* a, const Vec3* b) {
    const Vec3 e = a[1] - a[0], f = b[1] - b[0], r = a[0] - b[0];
    const double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), er = dot(e, r), fr = dot(f, r);
    const double det = ee * ff - ef * ef;
    double s = det > 0.0 ? unit_range((ef * fr - ff * er) / det) : 0.0, t = 0.0;
    const double along = ef * s + fr;  // t ff
    if (along > 0.0 && along < ff) {
        t = along / ff;
    } else {
        t = along >= ff && ff > 0.0 ? 1.0 : 0.0;
        s = ee > 0.0 ? unit_range((t * ef - er) / ee) : 0.0;
    }
    return {{s, 0.0}, {t, 0.0}, r + (s * e - t * f), cross(e, f)};
}

// By the region that the vertex is in: before a corner, beside an edge, or above the inside.
FeaturePoint nearly_closest_on_face(const Vec3& r, const Vec3& e, const Vec3& f) {
    const double d1 = dot(e, r), d2 = dot(f, r);
    if (d1 <= 0.0 && d2 <= 0.0) return {0.0, 0.0};
    const double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f);
    const double d3 = d1 - ee, d4 = d2 - ef;  // seen from the second corner
    if (d3 >= 0.0 && d4 <= d3) return {1.0, 0.0};
    const double d5 = d1 - ef, d6 = d2 - ff;  // from the third
    if (d6 >= 0.0 && d5 <= d6) return {0.0, 1.0};
    const double w = d1 * d4 - d3 * d2;
    if (w <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return {unit_range(d1 / (d1 - d3)), 0.0};
    const double v = d5 * d2 - d1 * d6;
    if (v <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return {0.0, unit_range(d2 / (d2 - d6))};
    const double u = d3 * d6 - d5 * d4;
    if (u <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
        const double s = unit_range((d4 - d3) / ((d4 - d3) + (d5 - d6)));
        return {1.0 - s, s};
    }
    const double sum = u + v + w;
    return {unit_range(v / sum), unit_range(w / sum)};
}

ClosestFeatures nearly_vertex_to_face(const Vec3& x, const Vec3* b) {
    const Vec3 e = b[1] - b[0], f = b[2] - b[0], r = x - b[0];
    const Vec3 normal = cross(e, f);
    if (!(dot(normal, normal) > kFlat * dot(e, e) * dot(f, f))) return vertex_to_feature(x, {b, 3});
    const FeaturePoint at = nearly_closest_on_face(r, e, f);
    return {{}, at, r - (at.u * e + at.v * f), normal};
}

ClosestFeatures facing_a(ClosestFeatures result) {
    if (dot(result.normal, result.separation) < 0.0) result.normal = -result.normal;
    return result;
}

ClosestFeatures swapped(const ClosestFeatures& c) { return {c.on_b, c.on_a, -c.separation, c.normal}; }

}  // namespace

ClosestFeatures nearly_closest_features(std::span<const Vec3> a, std::span<const Vec3> b) {
    ClosestFeatures result;
    if (a.size() == 2 && b.size() == 2) {
        result = nearly_edge_to_edge(a.data(), b.data());
    } else if (a.size() == 1 && b.size() == 3) {
        result = nearly_vertex_to_face(a[0], b.data());
    } else if (a.size() == 3 && b.size() == 1) {
        result = swapped(nearly_vertex_to_face(b[0], a.data()));
    } else {
        return closest_features(a, b);
    }
    return facing_a(result);
}

ClosestFeatures closest_features(std::span<const Vec3> a, std::span<const Vec3> b) {
    GRAZE_ASSERT(!a.empty() && !b.empty() && a.size() + b.size() <= 4);
    ClosestFeatures result;
    if (a.size() == 2 && b.size() == 2) {
        result = edge_to_edge(a, b);
    } else if (a.size() == 1) {
        result = vertex_to_feature(a[0], b);
    } else {
        result = vertex_to_feature(b[0], a);
        std::swap(result.on_a, result.on_b);
        result.separation = -result.separation;
    }
    return facing_a(result);
}

}  // namespace graze::internal
