// A shape as triangles, and how far these are from it.
#pragma once

#include "graze/core/expected.h"
#include "graze/model/mesh.h"
#include "graze_cad/face_cover.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <TopTools_DataMapOfShapeInteger.hxx>
#include <TopoDS_Shape.hxx>

namespace graze::cad {

struct Tessellation {
    Mesh mesh;
    std::uint64_t samples = 0;  // points compared for mesh.deviation
    std::vector<std::string> faces_without_triangles =
        {};  // "face 4 of 7 (spline)": the skin has holes there
    std::vector<FaceCover> covers = {};  // of each face; of what it was cut into, one after the other
};

struct TessellateOptions {
    std::optional<double> deflection = {};  // mm; none: by size (import.h)
    int threads = 1;                        // within this shape
};

/// Faces of a shape are counted by TopExp_Explorer; `packed_colours`: 0xRRGGBB of those that have their own.
///
/// The measure: of each triangle seven points (middles of edges, the centre, three between it and the
/// corners) and its corners against the face's surface, and of each chord of an edge three points of the
/// curve against the chord. It is the greatest distance found, and how far points of shared edges had to be
/// moved: no bound.
///
/// The proof: no point of a face is farther from the mesh than its surface's proved deviation
/// (graze/surface/deviation_bound.h), as OpenCASCADE defines the face: its surface and its curves in parameters.
///
/// A face for which OpenCASCADE finds no triangles is tried once more with closed faces cut in two. Guarantee:
/// the same for any number of threads.
[[nodiscard]] Expected<Tessellation> tessellate(const TopoDS_Shape& shape,
                                                const TopTools_DataMapOfShapeInteger& packed_colours,
                                                const TessellateOptions& options);

}  // namespace graze::cad
