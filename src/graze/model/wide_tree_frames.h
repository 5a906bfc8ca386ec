// Frames of the nodes of a wide tree: along which axes their boxes are small. Not for users.
#pragma once

#include "graze/core/function_ref.h"
#include "graze/model/wide_tree.h"

#include <array>
#include <span>

namespace graze {

/// A set of triangles: a range of them, in the order of the build.
struct SetRange {
    std::size_t begin, end;
    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// Area, first and second moments of a set of triangles about a point; they add up.
struct AreaMoments {
    double area = 0.0;
    std::array<double, 3> first = {};
    std::array<double, 6> second = {};  // xx, yx, yy, zx, zy, zz

    void add(const AreaMoments& other) {
        area += other.area;
        for (int i = 0; i < 3; ++i) first[i] += other.first[i];
        for (int i = 0; i < 6; ++i) second[i] += other.second[i];
    }
};

[[nodiscard]] AreaMoments moments_of(const std::array<Vec3, 3>& corner, const Vec3& about);

/// To half of kFrameSkew; false for a NaN.
[[nodiscard]] bool is_nearly_orthonormal(const Mat3& frame);

/// Rows: the principal axes, rounded to float; the model's axes if there is nothing to go by.
[[nodiscard]] Mat3 principal_frame(const AreaMoments& moments);

/// Some vertices of up to eight sets of triangles, to compare frames by.
class FrameSamples {
  public:
    FrameSamples(const Mesh& mesh, std::span<const SetRange> sets,
                 FunctionRef<std::uint32_t(std::size_t)> triangle_at);

    /// About half the sum of the areas of the sets' boxes along the axes of the frame.
    [[nodiscard]] float area_of(const Mat3& frame) const;

  private:
    static constexpr int kMostTriangles = 8;  // of a set
    static constexpr int kMostPoints = 3 * kMostTriangles;
    using Points = Eigen::Array<float, Eigen::Dynamic, 3, Eigen::ColMajor, kMostPoints, 3>;
    using Projections = Eigen::Array<float, Eigen::Dynamic, 1, Eigen::ColMajor, kMostPoints, 1>;

    std::size_t sets_;
    std::array<Points, kWide> points_;
};

/// A frame whose boxes are small, rounded to float: the model's axes, the principal ones, or these turned
/// about the first of them, across the patch (a square has none of its own in its plane), then turned a
/// little about all three. The model's axes where nothing is better.
[[nodiscard]] Mat3 tightened(const Mat3& principal, const FrameSamples& samples);

}  // namespace graze
