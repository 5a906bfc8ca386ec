#include "graze/continuous/search/triangles_over.h"

#include "graze/continuous/features/feature_distance.h"
#include "graze/numeric/ordered_sums.h"

#include <algorithm>
#include <span>

namespace graze::internal {
namespace {

/// A point of a triangle: corner 0, and shares u and v of the ways to corners 1 and 2. u, v >= 0, u + v <= 1.
using PointOfTriangle = FeaturePoint;

constexpr Interval kEighth{0.125, 0.125}, kQuarter{0.25, 0.25};

double length_sq(const Vec3& v) { return dot(v, v); }

struct NearPoints {
    PointOfTriangle on_a, on_b;
    double distance_sq = kInfinity;
};

Vec3 place_of(const TriangleCorners& triangle, const PointOfTriangle& at) {
    return triangle[0] + at.u * (triangle[1] - triangle[0]) + at.v * (triangle[2] - triangle[0]);
}

/// A point of the edge from corner i to the next, as a point of the triangle: exact, as u is only moved.
PointOfTriangle on_edge(int i, double u) {
    if (i == 0) return {u, 0.0};
    if (i == 2) return {0.0, next_down(1.0 - u) > 0.0 ? next_down(1.0 - u) : 0.0};
    const double rest = next_down(1.0 - u);  // 1 - u is rounded: so u + rest <= 1
    return {rest > 0.0 ? rest : 0.0, u};
}

PointOfTriangle corner(int i) { return {i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0}; }

std::array<Vec3, 2> edge(const TriangleCorners& triangle, int i) {
    return {triangle[i], triangle[(i + 1) % 3]};
}

class Nearest {
  public:
    Nearest(const TriangleCorners& a, const TriangleCorners& b) : a_(a), b_(b) {
        for (int i = 0; i < 3; ++i) {
            const Vec3 corner_a = a[i], corner_b = b[i];
            offer(corner(i), closest_features(std::span(&corner_a, 1), b).on_b);
            offer(closest_features(a, std::span(&corner_b, 1)).on_a, corner(i));
            for (int j = 0; j < 3; ++j) {
                const auto near = closest_features(edge(a, i), edge(b, j));
                offer(on_edge(i, near.on_a.u), on_edge(j, near.on_b.u));
            }
        }
        if (best_.distance_sq > 0.0) look_for_crossings();
    }
    [[nodiscard]] const NearPoints& points() const { return best_; }

  private:
    void offer(const PointOfTriangle& on_a, const PointOfTriangle& on_b) {
        const double distance_sq = length_sq(place_of(a_, on_a) - place_of(b_, on_b));
        if (distance_sq < best_.distance_sq) best_ = {on_a, on_b, distance_sq};
    }
    /// Where an edge of one runs through the plane of the other: if it does within the triangle, they meet there.
    void look_for_crossings() {
        for (int i = 0; i < 3; ++i) {
            if (const auto u = crossing(edge(a_, i), b_)) {
                const Vec3 place = place_of(a_, on_edge(i, *u));
                offer(on_edge(i, *u), closest_features(std::span(&place, 1), b_).on_b);
            }
            if (const auto u = crossing(edge(b_, i), a_)) {
                const Vec3 place = place_of(b_, on_edge(i, *u));
                offer(closest_features(a_, std::span(&place, 1)).on_a, on_edge(i, *u));
            }
        }
    }
    static std::optional<double> crossing(const std::array<Vec3, 2>& ends, const TriangleCorners& plane) {
        const Vec3 normal = cross(plane[1] - plane[0], plane[2] - plane[0]);
        const double from = dot(normal, ends[0] - plane[0]), to = dot(normal, ends[1] - plane[0]);
        if (!(from * to < 0.0)) return std::nullopt;
        return std::clamp(from / (from - to), 0.0, 1.0);
    }

    const TriangleCorners &a_, &b_;
    NearPoints best_;
};

/// A vector at each corner of a triangle, and so at each of its points.
struct CornerVectors {
    std::array<IntervalVec3, 3> at;

    [[nodiscard]] IntervalVec3 at_point(const PointOfTriangle& point) const {
        return at[0] + exactly(point.u) * (at[1] - at[0]) + exactly(point.v) * (at[2] - at[0]);
    }
};

template <class F>
CornerVectors of_corners(const TriangleCorners& triangle, F&& f) {
    return {{f(triangle[0]), f(triangle[1]), f(triangle[2])}};
}

CornerVectors places(const MotionJet& jet, const TriangleCorners& triangle) {
    return of_corners(triangle, [&](const Vec3& corner) { return point_at(jet, corner); });
}

CornerVectors accelerations(const MotionJet& jet, const TriangleCorners& triangle) {
    return of_corners(triangle, [&](const Vec3& corner) { return acceleration_at(jet, corner); });
}

TriangleCorners middles(const CornerVectors& corners) {
    return {middle_of(corners.at[0]), middle_of(corners.at[1]), middle_of(corners.at[2])};
}

/// w x R d, d the way from one point of the triangle to another, in its body.
IntervalVec3 turning_of_way(const MotionJet& jet, const TriangleCorners& triangle, const PointOfTriangle& from,
                            const PointOfTriangle& to) {
    const IntervalVec3 way =
        (exactly(to.u) - exactly(from.u)) * (exactly(triangle[1]) - exactly(triangle[0])) +
        (exactly(to.v) - exactly(from.v)) * (exactly(triangle[2]) - exactly(triangle[0]));
    return cross(jet.spin, jet.rotation * way);
}

/// Two triangles during a window.
struct TrianglesOver {
    const PairOverWindow& window;
    const TriangleCorners &a, &b;
    CornerVectors a_begin, b_begin, a_end, b_end, a_bend, b_bend;

    /// Of points that go from the ones to the others: profile.md (1).
    [[nodiscard]] double most(const NearPoints& from, const NearPoints& to) const {
        const Interval at_begin = norm(a_begin.at_point(from.on_a) - b_begin.at_point(from.on_b));
        const Interval at_end = norm(a_end.at_point(to.on_a) - b_end.at_point(to.on_b));
        const Interval bend = max(norm(a_bend.at_point(from.on_a) - b_bend.at_point(from.on_b)),
                                  norm(a_bend.at_point(to.on_a) - b_bend.at_point(to.on_b)));
        const Interval turning = norm(turning_of_way(window.throughout[0], a, from.on_a, to.on_a) -
                                      turning_of_way(window.throughout[1], b, from.on_b, to.on_b));
        const Interval length = exactly(window.length);
        const double result = (max(at_begin, at_end) + kEighth * bend * sqr(length) + kQuarter * turning * length).hi;
        return result >= 0.0 ? result : kInfinity;  // NaN, too
    }
};

}  // namespace

std::optional<PairOverWindow> pair_over(const MotionRef& a, const MotionRef& b, double from, double until) {
    const bool is_smooth = a.piecewise() == nullptr && b.piecewise() == nullptr;
    if (!is_smooth) return std::nullopt;
    const SmoothMotions motions = smooth_motions(a, b, 0.0, 1.0);
    PairOverWindow window;
    window.length = just_above(until - from);
    for (int side = 0; side < 2; ++side) {
        const SmoothMotion& motion = side == 0 ? motions.a : motions.b;
        window.at_begin[side] = jet_over(motion, exactly(from));
        window.at_end[side] = jet_over(motion, exactly(until));
        window.throughout[side] = jet_over(motion, {from, until});
    }
    return window;
}

double speed_over(const PairOverWindow& window, const Box& own_a, const Box& own_b) {
    const std::array<const Box*, 2> own{&own_a, &own_b};
    Interval sum{0.0, 0.0};
    for (int side = 0; side < 2; ++side) {
        Interval most{0.0, 0.0};  // velocities are affine in the point: the largest is at a corner
        for (int i = 0; i < 8; ++i) {
            const Box& box = *own[side];
            const Vec3 corner((i & 1 ? box.max : box.min).x(), (i & 2 ? box.max : box.min).y(),
                              (i & 4 ? box.max : box.min).z());
            most = max(most, norm(velocity_at(window.throughout[side], corner)));
        }
        sum = sum + most;
    }
    return sum.hi >= 0.0 ? sum.hi : kInfinity;
}

double most_distance_over(const PairOverWindow& window, const TriangleCorners& a, const TriangleCorners& b) {
    const TrianglesOver over{window,
                             a,
                             b,
                             places(window.at_begin[0], a),
                             places(window.at_begin[1], b),
                             places(window.at_end[0], a),
                             places(window.at_end[1], b),
                             accelerations(window.throughout[0], a),
                             accelerations(window.throughout[1], b)};
    const NearPoints from = Nearest(middles(over.a_begin), middles(over.b_begin)).points();
    const NearPoints to = Nearest(middles(over.a_end), middles(over.b_end)).points();
    return std::min({over.most(from, to), over.most(from, from), over.most(to, to)});
}

}  // namespace graze::internal
