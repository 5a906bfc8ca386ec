// The faces of a body as thick triangles in space: flat, with a radius each; as many and as thin as wanted.
#pragma once

#include "graze/surface/cover.h"

#include <array>
#include <cstdint>
#include <vector>

namespace graze::surface {

/// Every point of the face in the element is within `radius` of the triangle of these corners.
struct Thick {
    Element element;
    std::uint32_t face;
    std::array<Vec3, 3> corners;
    double radius;
    double error;  // of corners: how far they are from the surface, at most; within the radius
};

/// The element of a face of the cover; corners are rounded, which the radius counts.
[[nodiscard]] Thick thick_of(const Cover& cover, std::uint32_t face, const Element& element);

/// Adds to `to` what `thick` is cut into until no radius is above `most_radius`, or `most_cuts` are done.
void cut_until(const Cover& cover, const Thick& thick, double most_radius, int most_cuts,
               std::vector<Thick>& to);

/// All faces. Guarantee: their thick union holds the faces.
[[nodiscard]] std::vector<Thick> thick_elements(const Cover& cover, double most_radius);

}  // namespace graze::surface
