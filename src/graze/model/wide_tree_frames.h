// Frames of the nodes of a wide tree: along which axes their boxes are small.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/wide_tree.h"

#include <array>
#include <span>

namespace graze::internal {

/// Sums of products of two coordinates: xx, yx, yy, zx, zy, zz.
using ProductSums = std::array<double, 6>;

/// Of a set of triangles; they add up.
struct AreaMoments {
    double area = 0.0;
    std::array<double, 3> first = {};  // of places, about a point
    ProductSums second = {};
    ProductSums normals = {};  // of unit normals

    void add(const AreaMoments& other) {
        area += other.area;
        for (int i = 0; i < 3; ++i) first[i] += other.first[i];
        for (int i = 0; i < 6; ++i) second[i] += other.second[i];
        for (int i = 0; i < 6; ++i) normals[i] += other.normals[i];
    }
};

[[nodiscard]] AreaMoments moments_of(const std::array<Vec3, 3>& corner, const Vec3& about);

/// To half of kFrameSkew; false for a NaN.
[[nodiscard]] bool is_nearly_orthonormal(const Mat3& frame);

/// Rows: the principal axes, across a flat set first, rounded to float; the model's axes if there is nothing
/// to go by.
[[nodiscard]] Mat3 principal_frame(const AreaMoments& moments);

/// Points that stand for a set of triangles where frames are compared: all corners of a leaf, or those of a
/// larger set that lie farthest out along 26 directions. About a point of the mesh, in units of its size.
constexpr int kOutline = 28;  // a multiple of four; the last ones are repeated
using Outline = Eigen::Array<float, kOutline, 3>;

struct OutlineUnits {
    Vec3 about;
    double size;
};

/// Of at most eight triangles.
[[nodiscard]] Outline outline_of(std::span<const std::array<Vec3, 3>> triangles, const OutlineUnits& units);
[[nodiscard]] Outline outline_of(std::span<const Outline> outlines);

/// A frame along which the boxes of the sets are small, rounded to float: the model's axes, the principal
/// ones, these turned about the first of them (a square has none of its own in its plane), or those of the
/// normals, which parts of planes at right angles share; then turned a little about all three.
[[nodiscard]] Mat3 tightened(const AreaMoments& moments, std::span<const Outline> sets);

}  // namespace graze::internal
