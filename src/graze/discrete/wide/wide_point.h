// One point and the triangles of a body: how far it is from the skin, and how often the skin winds around it.
// Both in the frame of the body. Not for users.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/body_model.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace graze::internal {

/// The distance of a point to the nearest triangle lies in [lo, hi].
struct PointGap {
    double lo;
    double hi;
    std::uint32_t triangle;  // not farther away than hi
    Vec3 on;                 // of it, rounded
};

/// A side of a box.
struct BoxFace {
    int axis;
    double beyond;  // a coordinate outside of the box
};

/// Asks about points, one after the other. Pre of all: no coordinate of a point is NaN or infinite.
class PointQuery {
  public:
    /// Pre: outlived by the model.
    explicit PointQuery(const BodyModel& model);

    /// The distance to the skin. `guess` is a triangle that may be near.
    ///
    /// Guarantee: lo and hi hold in real arithmetic, lo >= 0. They differ by at most 2^-45 of the greatest
    ///            coordinate of body and point, unless the nearest triangle is nearly degenerate or the point
    ///            is very near an edge. An overflow makes lo 0 and hi infinite.
    /// Cost:      some 0.5 us; no allocation.
    [[nodiscard]] PointGap nearest(const Vec3& point, std::uint32_t guess = 0);

    /// An upper bound of the distance to one triangle, as good as hi above. Cost: some 20 ns.
    [[nodiscard]] double most_distance(const Vec3& point, std::uint32_t triangle) const;

    /// The winding number of the skin around the point (solid_winding-inl.h says what that is), counted along
    /// a segment that ends outside of the body's box.
    ///
    /// Pre:       a solid.
    /// Guarantee: exact. Nothing if the point lies on the skin, or if each of many segments meets an edge.
    /// Cost:      some us; no allocation.
    [[nodiscard]] std::optional<int> winding(const Vec3& point);

    /// The winding number of a skin with a rim, closed by any further skin within the box `within`: the same for
    /// all of these, since a segment away from the box meets none of them.
    ///
    /// Pre:       the box holds all of the rim; the point is not on the skin.
    /// Guarantee: exact. Nothing if the point is in the box, or if each of many segments meets an edge.
    [[nodiscard]] std::optional<int> winding_if_closed(const Vec3& point, const Box& within);

    /// Triangles that may be within `radius` of the point: all that are, and some more. Nothing if there are
    /// more than `most`. Good until the next call. Cost: some us; allocates at first.
    [[nodiscard]] std::optional<std::span<const std::uint32_t>> near(const Vec3& point, double radius,
                                                                     std::size_t most);

    [[nodiscard]] const BodyModel& model() const { return model_; }
    [[nodiscard]] double greatest_coordinate() const { return greatest_; }

  private:
    struct Waiting {
        std::uint32_t node;
        float bound_sq;
    };
    [[nodiscard]] double error_at(const Vec3& point) const;
    void measure(const Vec3& point, std::uint32_t triangle, PointGap& best);
    void open(const WideNode& node, const Vec3& point, PointGap& best);
    void open_leaf(const WideNode& node, const float* bound_sq, const Vec3& point, PointGap& best);
    [[nodiscard]] std::optional<int> crossings(const Vec3& from, const Vec3& to);
    [[nodiscard]] std::optional<int> crossings_to(const Vec3& point, const BoxFace& face);

    const BodyModel& model_;
    double greatest_;     // of all coordinates of vertices
    double error_ = 0.0;  // of distances, in this query
    float limit_sq_ = 0.0f;
    std::vector<Waiting> stack_;
    std::size_t waiting_ = 0;
    std::vector<std::uint32_t> found_;
};

}  // namespace graze::internal
