// A bulky body that deforms: cubes around a mesh, whose corners are what moves. The mesh is carried along by them.
//
// The cells of a regular grid that hold material become elements; a cell in which the material lies in several pieces
// becomes several, each with its own corners, so that what a gap divides is not glued. Cells that the skin cuts know
// how much of them is filled, and where (lattice_fill.h): their stiffness and mass are integrals over the material and
// not over the cube. Cells with very little material give it to a neighbour. docs/soft.md, section 8.
#pragma once

#include "graze/core/expected.h"
#include "graze/model/mesh.h"
#include "graze/soft/lattice_element.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze::soft {

/// In SI units, whatever the scene's unit of length.
struct BulkMaterial {
    double young = 1e6;       // Pa
    double poisson = 0.45;    // -1 < nu < 0.5
    double density = 1000.0;  // kg/m^3
    double damping = 0.01;    // s: stress = E (strain + damping * rate)
    double friction = 0.5;    // Coulomb's coefficient
    double stick = 0.0;       // Pa: contacts hold on until they are pulled harder than this
};

/// Typical materials, to begin with.
struct BulkPreset {
    std::string_view name;
    BulkMaterial material;
};
[[nodiscard]] std::span<const BulkPreset> bulk_presets();
/// Null if there is none of that name.
[[nodiscard]] const BulkPreset* bulk_preset_named(std::string_view name);
/// Says what is wrong with the numbers. `where` starts the message.
[[nodiscard]] Expected<void> validate(const BulkMaterial& material, const std::string& where);

struct LatticeOptions {
    int cells = 12;             // along the longest side of the mesh's box
    double per_metre = 1000.0;  // units of length in a metre
    Vec3 shift = Vec3::Zero();  // of the grid, in cells; for tests of what its place changes
};

/// Corner k of a cell: bit 0 of k says x, bit 1 y, bit 2 z.
struct LatticeCell {
    std::array<std::uint32_t, 8> node{};
    std::array<int, 3> place{};  // in the grid
    std::uint32_t element = 0;   // in Lattice::elements; full cells share one
    double fill = 1.0;           // of its volume; above 1 if it took in a neighbour's little rest
};

/// Where a vertex is in its cell: 0 to 1, a little outside if its own cell's material was given to this one.
struct LatticePlace {
    std::uint32_t cell = 0;
    Vec3 at = Vec3::Zero();
};

struct Lattice {
    double cell = 1.0;  // length of a side
    Vec3 origin = Vec3::Zero();
    bool is_solid = true;                  // false: the mesh has no inside, and every cell that it meets is full
    std::vector<Vec3> nodes;               // without load, in the mesh's frame
    std::vector<std::array<int, 3>> grid;  // of nodes: their place in the grid
    std::vector<double> mass;              // kg, of nodes
    std::vector<LatticeCell> cells;
    std::vector<Element> elements;
    std::vector<LatticePlace> vertices;    // of the mesh
    std::vector<Vec3> rest_vertices;       // where the cells carry them without load: the mesh's own but for rounding
    std::size_t cut_cells = 0;
    std::size_t split_cells = 0;           // elements more than cells: where material in one cell hangs not together
};

/// Shares of the eight corners at a place: they sum to 1 and reproduce it.
[[nodiscard]] std::array<double, 8> corner_shares(const Vec3& at);

/// Pre:    a valid mesh. `is_solid`: its skin has no rim.
/// Errors: BadInput for numbers out of range; Unsupported for grids of more than 100,000 cells.
/// Cost:   some 0.1 s for 1,000 cells.
[[nodiscard]] Expected<Lattice> make_lattice(const Mesh& mesh, bool is_solid, const BulkMaterial& material, const LatticeOptions& options,
                                             const std::string& where);

/// Where the vertices are when the nodes are there.
void carry(const Lattice& lattice, std::span<const Vec3> nodes, std::span<Vec3> vertices);

/// How thick the body is, measured from places on its skin straight inwards, in cells.
struct SectionSizes {
    double thinnest = 0.0;    // of those measured
    double thin_share = 0.0;  // of the skin, by area, behind which there are fewer than three cells
    std::size_t measured = 0;
};
/// Pre: a closed mesh. Cost: some us for each of at most 4,000 places.
[[nodiscard]] SectionSizes section_sizes(const Mesh& mesh, double cell);

}  // namespace graze::soft
