// Frames of the nodes of a wide tree: along which axes their boxes are small. Not for users.
#pragma once

#include "graze/model/wide_tree.h"

#include <array>
#include <span>

namespace graze {

/// Area, first and second moments of a set of triangles about a point; they add up.
struct AreaMoments {
    double area = 0.0;
    std::array<double, 3> first = {};
    std::array<double, 6> second = {};  // xx, yx, yy, zx, zy, zz
    std::array<double, 6> normals = {};

    void add(const AreaMoments& other) {
        area += other.area;
        for (int i = 0; i < 3; ++i) first[i] += other.first[i];
        for (int i = 0; i < 6; ++i) second[i] += other.second[i], normals[i] += other.normals[i];
    }
};

[[nodiscard]] AreaMoments moments_of(const std::array<Vec3, 3>& corner, const Vec3& about);

/// To half of kFrameSkew; false for a NaN.
[[nodiscard]] bool is_nearly_orthonormal(const Mat3& frame);

/// Rows: the principal axes, rounded to float; the model's axes if there is nothing to go by.
[[nodiscard]] Mat3 principal_frame(const AreaMoments& moments);
[[nodiscard]] Mat3 normal_frame(const AreaMoments& moments);

/// Points that stand for a set of triangles when frames are compared: all corners of a leaf, or those of a
/// larger set that lie farthest out along 26 directions. Relative to a point of the mesh, rounded to float.
constexpr int kOutline = 28;  // with a multiple of four, the last one repeated
using Outline = Eigen::Array<float, kOutline, 3>;

/// Of at most eight triangles.
[[nodiscard]] Outline outline_of(std::span<const std::array<Vec3, 3>> triangles, const Vec3& about);
[[nodiscard]] Outline outline_of(std::span<const Outline> parts);

/// A frame whose boxes are small, rounded to float: the model's axes, the principal ones, or these turned
/// about the first of them, across the patch (a square has none of its own in its plane), then turned a
/// little about all three. The model's axes where nothing is better.
[[nodiscard]] Mat3 tightened(const AreaMoments& moments, std::span<const Outline> sets);

}  // namespace graze
