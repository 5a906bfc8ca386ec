// The faces of a body as thick triangles in space: flat, with a radius each; as many and as thin as wanted.
#pragma once

#include "graze/surface/cover.h"

#include <array>
#include <cstdint>
#include <vector>

namespace graze::surface {

/// How elements were cut, so that others can do it again: a tree for each element of each face of a cover. The first
/// nodes are the elements, in their order.
struct CutForest {
    struct Node {
        int side = -1;  // -1: not cut
        double at = 0.0;
        std::array<std::uint32_t, 2> halves = {};
    };
    std::vector<Node> nodes;
};
[[nodiscard]] CutForest uncut(const Cover& cover);

/// Every point of the face in the element is within `radius` of the triangle of these corners.
struct Thick {
    Element element;
    std::uint32_t face;
    std::array<Vec3, 3> corners;
    double radius;
    double error;            // of corners: how far they are from the surface, at most; within the radius
    std::uint32_t node = 0;  // of the forest
};

/// The element of a face of the cover; corners are rounded, which the radius counts, with something to spare for
/// checkers, who round otherwise.
[[nodiscard]] Thick thick_of(const Cover& cover, std::uint32_t face, const Element& element);

/// Adds to `to` what `thick` is cut into until no radius is above `most_radius`, or `most_cuts` are done; and cuts
/// its tree.
void cut_until(const Cover& cover, const Thick& thick, double most_radius, int most_cuts,
               std::vector<Thick>& to, CutForest& forest);

/// All faces. `forest`: uncut(cover). Guarantee: their thick union holds the faces.
[[nodiscard]] std::vector<Thick> thick_elements(const Cover& cover, double most_radius, CutForest& forest);
[[nodiscard]] std::vector<Thick> thick_elements(const Cover& cover, double most_radius);

}  // namespace graze::surface
