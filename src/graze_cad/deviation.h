// How far the triangles of a face are from its surface, by sampling.
#pragma once

#include <cstdint>

#include <Poly_Triangulation.hxx>
#include <TopoDS_Face.hxx>

namespace graze::cad {

struct Deviation {
    double most = 0.0;
    std::uint64_t samples = 0;
};

/// The triangles that the face has, against its surface and its edges' curves (tessellate.h says which
/// points).
[[nodiscard]] Deviation measure_deviation(const TopoDS_Face& face);

}  // namespace graze::cad
