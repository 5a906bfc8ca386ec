// One of two bodies that are in each other, as searches for depths see it: with proved distances and heights, from
// points of a frame that both share. Not for users.
#pragma once

#include "graze/core/internal.h"
#include "graze/discrete/bodies/meeting_point.h"
#include "graze/discrete/wide/wide_point.h"
#include "graze/geometry/placement.h"
#include "graze/numeric/outward.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

namespace graze::internal::depth {

inline constexpr double kHeightError = 0x1p-42;  // (24): of heights, per greatest coordinate
inline constexpr double kRoundUp = 1.0 + 0x1p-40;
inline constexpr double kTiny = 0x1p-500;  // above what squares lose by underflow

/// A length of a vector whose coordinates are off by at most `error`, rounded up.
[[nodiscard]] inline double diagonal(double error) { return 1.7320508075688774 * kRoundUp * error; }

/// A point seen from one of the bodies.
struct Seen {
    PosedPoint at;  // in its frame
    PointGap gap;   // of at.near
    double lo, hi;  // the distance of the true point to the skin
};

/// The middle of a triangle, and the unit vector that points inward (or zero).
struct Under {
    Vec3 middle, inward;
};

/// The greatest height of the triangle's points within `radius` of x, along `up`, from x: at most that of its
/// corners, and at most that of its plane within the ball. The triangle is in that plane up to `off`.
[[nodiscard]] inline double highest_of(const Corners& t, const Vec3& x, const Vec3& up, double radius,
                                       double rounding) {
    const double corner = std::max({up.dot(t[0] - x), up.dot(t[1] - x), up.dot(t[2] - x)});
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]).stableNormalized();
    if (!(std::abs(normal.norm() - 1.0) < 0x1p-45)) return corner;
    const double off =
        std::max(std::abs(normal.dot(t[1] - t[0])), std::abs(normal.dot(t[2] - t[0]))) + rounding;
    const double across = normal.dot(t[0] - x), least = std::max(0.0, std::abs(across) - off);
    const double within_sq = radius * radius - least * least;
    const double plane = across * normal.dot(up) + off +
                         up.cross(normal).norm() * std::sqrt(within_sq > 0.0 ? within_sq : 0.0);
    return std::min(corner, plane);
}

/// A box that holds all points within a margin of some corners, and how high triangles are in it. One of its axes is
/// `up`, the others lie along `side` and across.
class BesidePiece {
  public:
    BesidePiece(std::span<const Vec3> piece, const Vec3& side, const Vec3& up, double margin, double rounding)
        : rounding_(rounding) {
        const Vec3 along = (side - side.dot(up) * up).stableNormalized();
        axes_ = {up, along,
                 up.cross(along)};  // lengths up to 1: points within the margin are no farther along them
        for (int k = 0; k < 3; ++k) {
            most_[k] = most(piece, axes_[k]) + margin + rounding;
            least_[k] = -most(piece, -axes_[k]) - margin - rounding;
        }
    }

    /// Along `up`, of the points of a triangle that are in the box; minus infinity if there are none.
    [[nodiscard]] double highest(const Corners& t) const {
        for (int k = 0; k < 3; ++k)
            if (most(t, axes_[k]) < least_[k] || -most(t, -axes_[k]) > most_[k]) return -kInfinity;
        Polygon polygon{{t[0], t[1], t[2]}, 3};
        for (int k = 0; k < 3; ++k) {
            if (most(t, axes_[k]) > most_[k]) polygon = cut(polygon, axes_[k], most_[k]);
            if (-most(t, -axes_[k]) < least_[k]) polygon = cut(polygon, -axes_[k], -least_[k]);
        }
        double highest = -kInfinity;
        for (int i = 0; i < polygon.count; ++i) highest = larger_bound(highest, axes_[0].dot(polygon.at[i]));
        return highest;
    }

    [[nodiscard]] double rounding() const { return rounding_; }

  private:
    struct Polygon {
        std::array<Vec3, 9> at;  // three corners, and one more for each of six planes
        int count;
    };

    /// The part where axis.x <= limit. Corners are off by far less than `rounding`, by which limits are wider.
    static Polygon cut(const Polygon& polygon, const Vec3& axis, double limit) {
        Polygon part{{}, 0};
        for (int i = 0; i < polygon.count; ++i) {
            const Vec3 &p = polygon.at[i], &q = polygon.at[(i + 1) % polygon.count];
            const double before = axis.dot(p) - limit, after = axis.dot(q) - limit;
            if (before <= 0.0) part.at[part.count++] = p;
            if ((before < 0.0 && after > 0.0) || (before > 0.0 && after < 0.0))
                part.at[part.count++] = p + before / (before - after) * (q - p);
        }
        return part;
    }

    static double most(std::span<const Vec3> corners, const Vec3& axis) {
        double most = -kInfinity;
        for (const Vec3& corner : corners) most = larger_bound(most, axis.dot(corner));
        return most;
    }

    double rounding_;
    std::array<Vec3, 3> axes_;
    std::array<double, 3> least_, most_;
};

/// What is asked about the skin beside the convex hull of some corners, at most eight; all as cells see it. `up` is a
/// unit vector, `side` any direction: best along what the skin there is straight.
struct Beside {
    std::span<const Vec3> corners;
    Vec3 side, from, up;
    double margin;
    double useful;  // heights above it are of no use
    std::size_t most_triangles;
};

/// One of the two bodies, as cells see it.
class DepthSolid {
  public:
    DepthSolid(const PosedModel& body, const Pose& cells, double slack)
        : query_(body.model),
          from_cells_(placement_of(cells, body.pose)),
          to_cells_(relative(cells, body.pose)),
          slack_(slack) {}

    [[nodiscard]] Seen see(const Vec3& x, std::uint32_t guess) {
        const PosedPoint at = place(from_cells_, x);
        const PointGap gap = query_.nearest(at.near, guess);
        const double error = error_of(at);
        const double lo = just_below(gap.lo - error);
        return {at, gap, lo > 0.0 ? lo : 0.0, just_above(gap.hi + error)};
    }

    /// True if the point is proved inside: the skin does not come between it and what stands for it.
    [[nodiscard]] bool is_inside(const Seen& seen) {
        return seen.lo > 0.0 && query_.winding(seen.at.near).value_or(0) != 0;
    }
    [[nodiscard]] bool is_outside(const Seen& seen) {
        return seen.lo > 0.0 && query_.winding(seen.at.near).value_or(1) == 0;
    }

    /// Above the distance to the skin for all points of a cell: the distance to one triangle is convex, so
    /// its greatest value is at a corner.
    [[nodiscard]] double most_in_cell(const Vec3& centre, const Vec3& half, std::uint32_t triangle) const {
        double most = 0.0;
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 sign(corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0);
            const PosedPoint at = place(from_cells_, centre + half.cwiseProduct(sign));
            most = larger_bound(most, just_above(query_.most_distance(at.near, triangle) + error_of(at)));
        }
        return most;
    }

    /// The same for one point.
    [[nodiscard]] double most_at(const Vec3& x, std::uint32_t triangle) const {
        const PosedPoint at = place(from_cells_, x);
        return just_above(query_.most_distance(at.near, triangle) + error_of(at));
    }

    /// Away from the skin, as cells see it; not a unit vector.
    [[nodiscard]] Vec3 way_up(const Seen& seen) const {
        return from_cells_.rotation.transpose() * (seen.at.near - seen.gap.on);
    }

    /// No skin of this body within `radius` of the point is higher, along `up` (as cells see it, unit) and from
    /// the point. Nothing if there is too much of it.
    [[nodiscard]] std::optional<double> highest(const Seen& seen, const Vec3& up, double radius,
                                                std::size_t most_triangles) {
        const double reach = radius + error_of(seen.at);
        const auto triangles = query_.near(seen.at.near, reach, most_triangles);
        if (!triangles) return std::nullopt;
        const Vec3 along = from_cells_.rotation * up;
        const double greatest =
            std::max(query_.greatest_coordinate(), seen.at.near.cwiseAbs().maxCoeff()) + reach;
        const double rounding = kHeightError * greatest + kTiny;  // (24)
        double most = -kInfinity;
        for (const std::uint32_t id : *triangles)
            most = larger_bound(most,
                                highest_of(corners(*model().mesh, id), seen.at.near, along, reach, rounding));
        return most + 2.0 * rounding + error_of(seen.at);
    }

    /// No skin of this body that is within the margin of the corners' hull is higher, along `up` and from `from`.
    /// Nothing if there is too much of it, or if some may be higher than what is of use.
    [[nodiscard]] std::optional<double> highest_beside(const Beside& asked) {
        const auto& [asked_corners, side, from, up, margin, useful, most_triangles] = asked;
        const PosedPoint at = place(from_cells_, from);
        double error = error_of(at), radius = 0.0;
        std::array<Vec3, 8> piece;  // in this body's frame, from `at`
        for (std::size_t k = 0; k < asked_corners.size(); ++k) {
            const PosedPoint corner = place(from_cells_, asked_corners[k]);
            error = larger_bound(error, error_of(corner));
            piece[k] = corner.near - at.near;
            radius = larger_bound(radius, piece[k].norm() * kRoundUp);
        }
        const double reach = just_above(margin + 2.0 * error);
        const auto triangles = query_.near(at.near, just_above(radius + reach), most_triangles);
        if (!triangles) return std::nullopt;
        const Vec3 along = from_cells_.rotation * up;
        const double greatest =
            std::max(query_.greatest_coordinate(), at.near.cwiseAbs().maxCoeff()) + radius + reach;
        const BesidePiece beside({piece.data(), asked_corners.size()}, from_cells_.rotation * side, along,
                                 reach,
                                 kHeightError * greatest + kTiny);  // (24)
        double most = -kInfinity;
        for (const std::uint32_t id : *triangles) {
            const auto [p, q, r] = corners(*model().mesh, id);
            most = larger_bound(most, beside.highest({p - at.near, q - at.near, r - at.near}));
            if (!(most <= useful)) return std::nullopt;
        }
        return most + 2.0 * beside.rounding() + error;
    }

    /// Out of the triangle, as cells see it; rounded.
    [[nodiscard]] Vec3 outward(std::uint32_t triangle) const { return -under(triangle).inward; }

    [[nodiscard]] Corners in_cells(std::uint32_t triangle) const {
        return posed_corners(*model().mesh, triangle, to_cells_);
    }
    /// Where a point of this body is, as cells see it; rounded.
    [[nodiscard]] Vec3 in_cells(const Vec3& own) const { return apply(to_cells_, own); }

    /// How far such a point of cells is from the true one, at most.
    [[nodiscard]] double error_in_cells(const Vec3& x, const Vec3& own) const {
        const PosedPoint at = place(from_cells_, x);
        return just_above((at.near - own).norm() * kRoundUp + error_of(at) + kTiny);
    }
    /// Where a triangle is, as cells see it; rounded.
    [[nodiscard]] Under under(std::uint32_t triangle) const {
        const auto [p, q, r] = corners(*model().mesh, triangle);
        const Vec3 inward = (r - p).cross(q - p).stableNormalized();
        return {apply(to_cells_, (p + q + r) / 3.0), to_cells_.rotation * inward};
    }

    [[nodiscard]] const BodyModel& model() const { return query_.model(); }

  private:
    [[nodiscard]] double error_of(const PosedPoint& at) const {
        return just_above(diagonal(at.error) + slack_);
    }

    PointQuery query_;
    Placement from_cells_;
    Pose to_cells_;
    double slack_;
};

}  // namespace graze::internal::depth
