// Triangle meshes in double, divided into surfaces. A mesh may be a closed body or a soup: nothing
// here assumes neighbours, orientation or non-zero area. `diagnose` (diagnosis.h) tells what it is.
#pragma once

#include "graze/core/expected.h"
#include "graze/geometry/box.h"
#include "graze/model/analytic_surface.h"
#include "graze/numeric/vector.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace graze {

namespace surface {
struct Cover;
}

using Triangle = std::array<std::uint32_t, 3>;  // vertex ids, counter-clockwise seen from outside

/// A corner, an edge or the face of a triangle: 0 to 2 its corners, 3 to 5 its edges (3 + k from corner k to
/// the next), 6 the face.
using FeatureSlot = std::uint8_t;
inline constexpr FeatureSlot kFirstEdgeSlot = 3, kFaceSlot = 6;

/// Red, green and blue of sRGB.
using Rgb = std::array<std::uint8_t, 3>;

/// A named part of a body's skin: an OBJ group or material, a CAD face, or a patch between creases.
struct Surface {
    std::string name;
    SurfaceKind kind = SurfaceKind::Unknown;
    std::optional<Rgb> colour = {};                // of this surface alone; none: that of its body
    std::optional<AnalyticSurface> analytic = {};  // of CAD faces that have one; in the mesh's frame and unit
    std::uint32_t part = 0;                        // in Mesh::parts
    /// No point of the CAD face is farther than this from the mesh. None: not from CAD, or no bound is known.
    std::optional<double> proved_deviation = {};
};

/// How far triangles are from the CAD surfaces that they stand for, in the mesh's unit. The first two are
/// statements of the tool that made them; the third is a bound (docs/cad.md).
struct TessellationDeviation {
    double requested;
    double measured;  // the greatest that sampling found
    /// No point of any CAD face is farther than this from the mesh. None: a face has no bound.
    std::optional<double> proved = {};
    double edge_gap = 0.0;  // between faces that share an edge, the greatest that sampling found
};

struct Mesh {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    std::vector<std::uint32_t> surface_of_triangle;       // same length as triangles; id in surfaces
    std::vector<Surface> surfaces;                        // at least one if there are triangles
    std::optional<TessellationDeviation> deviation = {};  // none: not from CAD
    /// Names of what the file itself divides the mesh into: the solids of a CAD part, the objects of an OBJ
    /// file. Empty: it divides nothing.
    std::vector<std::string> parts = {};
    /// All CAD faces of the mesh, in its frame and unit (surface/cover.h). None: not from CAD, a face has no
    /// definition, or the mesh was placed, scaled, joined or divided since.
    std::shared_ptr<const surface::Cover> cover = {};
};

/// Says what is wrong with the mesh as data: indices out of range, non-finite coordinates, lengths that
/// disagree. `where` starts the message. Degenerate triangles are valid; a mesh without triangles is not.
[[nodiscard]] Expected<void> validate(const Mesh& mesh, const std::string& where);

[[nodiscard]] Box bounds_of(const Mesh& mesh);

/// What is stated of the deviation and the cover, after all lengths were multiplied by `factor` and no vertex is farther than
/// `moved` from where that puts it. Rounded up.
void follow_deviation(Mesh& mesh, double factor, double moved);

/// The corners of triangle `id`. Pre: the mesh is valid and id < triangles.size().
[[nodiscard]] inline std::array<Vec3, 3> corners(const Mesh& mesh, std::uint32_t id) {
    const Triangle& triangle = mesh.triangles[id];
    return {mesh.vertices[triangle[0]], mesh.vertices[triangle[1]], mesh.vertices[triangle[2]]};
}

/// Puts every triangle into one surface of the given name.
void make_one_surface(Mesh& mesh, const std::string& name);

}  // namespace graze
