#include "graze/continuous/proof/hull_gap.h"

#include <Eigen/Geometry>

#include <cmath>
#include <limits>
#include <optional>

namespace graze::internal {
namespace {

constexpr int kMostSteps = 40;
constexpr double kSlack = 1e-10;  // relative gain in |v|^2 below which a step is not worth it

double dot3(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// One point of a and one of b, and their difference.
struct Corner {
    Vec3 a, b, w;
    std::uint32_t id_a = 0, id_b = 0;
};

struct Weights {
    std::array<double, 4> of{};
    Vec3 nearest = Vec3::Zero();
    double distance_sq = std::numeric_limits<double>::infinity();
};

// The point nearest to the origin of the plane through some corners (ids), as weights; nothing if it is
// outside them.
std::optional<Weights> nearest_inside(std::span<const Corner> corners, std::span<const int> ids) {
    Weights weights;
    const Vec3& o = corners[ids[0]].w;
    const std::size_t m = ids.size() - 1;
    std::array<Vec3, 3> d;
    std::array<double, 3> mu{};
    for (std::size_t i = 0; i < m; ++i) d[i] = corners[ids[i + 1]].w - o;
    if (m == 1) {
        const double dd = dot3(d[0], d[0]);
        if (!(dd > 0.0)) return std::nullopt;
        mu[0] = -dot3(d[0], o) / dd;
    } else if (m == 2) {
        const Vec3 n = d[0].cross(d[1]);
        const double nn = dot3(n, n);
        if (!(nn > 0.0)) return std::nullopt;
        mu[0] = -dot3(o.cross(d[1]), n) / nn;
        mu[1] = -dot3(d[0].cross(o), n) / nn;
    } else if (m == 3) {
        const double volume = dot3(d[0], d[1].cross(d[2]));
        if (!(volume != 0.0)) return std::nullopt;
        mu[0] = -dot3(o, d[1].cross(d[2])) / volume;
        mu[1] = -dot3(d[0], o.cross(d[2])) / volume;
        mu[2] = -dot3(d[0], d[1].cross(o)) / volume;
    }
    double first = 1.0;
    for (std::size_t i = 0; i < m; ++i) {
        if (!(mu[i] >= 0.0)) return std::nullopt;
        first -= mu[i];
        weights.of[ids[i + 1]] = mu[i];
    }
    if (!(first >= 0.0)) return std::nullopt;
    weights.of[ids[0]] = first;
    for (const int id : ids) weights.nearest += weights.of[id] * corners[id].w;
    weights.distance_sq = dot3(weights.nearest, weights.nearest);
    return weights;
}

Weights nearest_of(std::span<const Corner> corners) {
    Weights best;
    const unsigned subsets = 1u << corners.size();
    for (unsigned subset = 1; subset < subsets; ++subset) {
        std::array<int, 4> ids{};
        std::size_t count = 0;
        for (int i = 0; i < static_cast<int>(corners.size()); ++i)
            if (subset & (1u << i)) ids[count++] = i;
        const auto weights = nearest_inside(corners, std::span(ids).first(count));
        if (weights && weights->distance_sq < best.distance_sq) best = *weights;
    }
    return best;
}

// The point that is farthest along `direction` (in the world).
std::uint32_t farthest(const PlacedPoints& set, const Vec3& direction) {
    const Vec3 turned(dot3(set.at.columns[0], direction), dot3(set.at.columns[1], direction),
                      dot3(set.at.columns[2], direction));
    std::uint32_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < set.points.size(); ++i) {
        const double along = dot3(turned, set.points[i]);
        if (along > most) most = along, best = i;
    }
    return best;
}

Corner corner_along(const PlacedPoints& a, const PlacedPoints& b, const Vec3& direction) {
    Corner corner;
    corner.id_a = farthest(a, direction);
    corner.id_b = farthest(b, -direction);
    corner.a = placed(a.at, a.points[corner.id_a]);
    corner.b = placed(b.at, b.points[corner.id_b]);
    corner.w = corner.a - corner.b;
    return corner;
}

template <std::uint32_t Corner::*Id>
int different(std::span<const Corner> corners, const PlacedPoints& set) {
    int count = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        bool is_new = true;  // equal places count once: triangles of a set repeat their corners
        for (std::size_t j = 0; j < i; ++j)
            is_new &= set.points[corners[i].*Id] != set.points[corners[j].*Id];
        count += is_new ? 1 : 0;
    }
    return count;
}

}  // namespace

Vec3 placed(const RoughPlacement& at, const Vec3& x) {
    return at.columns[0] * x[0] + at.columns[1] * x[1] + at.columns[2] * x[2] + at.place;
}

HullGap hull_gap(const PlacedPoints& a, const PlacedPoints& b) {
    std::array<Corner, 4> corners;
    std::size_t count = 1;
    const Vec3 first = placed(a.at, a.points[0]) - placed(b.at, b.points[0]);
    corners[0] = corner_along(a, b, -first);
    Weights weights = nearest_of(std::span(corners).first(1));
    for (int step = 0; step < kMostSteps && weights.distance_sq > 0.0 && count < 4; ++step) {
        const Corner next = corner_along(a, b, -weights.nearest);
        if (!(weights.distance_sq - dot3(weights.nearest, next.w) > kSlack * weights.distance_sq)) break;
        corners[count] = next;
        const Weights better = nearest_of(std::span(corners).first(count + 1));
        if (!(better.distance_sq < weights.distance_sq)) break;
        weights = {};
        weights.nearest = better.nearest, weights.distance_sq = better.distance_sq;
        std::size_t kept = 0;
        for (std::size_t i = 0; i <= count; ++i)
            if (better.of[i] > 0.0) corners[kept] = corners[i], weights.of[kept++] = better.of[i];
        count = kept;
    }
    HullGap gap;
    gap.on_a = gap.on_b = Vec3::Zero();
    for (std::size_t i = 0; i < count; ++i) {
        gap.on_a += weights.of[i] * corners[i].a;
        gap.on_b += weights.of[i] * corners[i].b;
    }
    gap.separation = gap.on_a - gap.on_b;
    gap.distance = std::sqrt(dot3(gap.separation, gap.separation));
    gap.corners_a = different<&Corner::id_a>(std::span(corners).first(count), a);
    gap.corners_b = different<&Corner::id_b>(std::span(corners).first(count), b);
    return gap;
}

}  // namespace graze::internal
