// The volume that a body of a scene sweeps along its paths, as a closed mesh that contains it, proved.
//
// For a sample of the body's poses it is proved how far its points are from the nearest of them at any time. On
// the nodes of a lattice a number is then known that is at most the distance to the body at all times. The
// skin of what is below a level of these numbers contains every point of the body at every moment:
// docs/mathematics/sweep.md.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/core/progress.h"
#include "graze/scene/scene.h"

namespace graze::internal {

struct SweepOptions {
    std::optional<double> deviation = {};  // > 0; default: 1 % of the size of what is swept
    std::size_t most_nodes = std::size_t{1} << 27;
    int threads = 0;
    Progress::Draw progress = Progress::Draw::OnTerminal;
};

struct SweptVolume {
    Mesh mesh;  // closed, triangles face away from it; in the scene's frame and unit
    double deviation =
        0.0;               // no point of the mesh is farther than this from a place where the body's skin was
    double margin = 0.0;   // around triangles: the deviation from CAD that is contained, too; 0: none
    double spacing = 0.0;  // of the lattice: u
    std::size_t poses = 0;   // that were looked at
    std::size_t nodes = 0;   // of the lattice
    std::size_t filled = 0;  // hollows that are inside of the body at all times
    bool is_solid = false;   // the body has an inside, which is contained, too
};

/// How far vertices of the mesh are from the skin of the body at the nearest of many poses: at most so much.
struct SweepMeasure {
    double most = 0.0, mean = 0.0;
    std::size_t points = 0;
};

/// Pre:       a valid scene with paths; the deviation is finite.
/// Guarantee: every point of the body (of its skin, and of its inside if it is a solid), at every time of every
///            segment, is inside of the mesh and not on it, also if each coordinate is then moved by up to 2^-22
///            of the greatest one, as float32 files do. If the mesh states a proved deviation from CAD, so is
///            every point of the CAD surfaces. The same bits for any number of threads.
/// Errors:    Interrupted; BadInput for no paths and motions without an axis; Unsupported if the deviation is too
///            fine for most_nodes, or for float32.
/// Cost:      some us a node near the body, for each of the poses that pass it; 8 bytes a node.
[[nodiscard]] Expected<SweptVolume> swept_volume(const Scene& scene, std::uint32_t body,
                                                 const SweepOptions& options);

/// Measures up to `most_points` vertices of the mesh, evenly chosen.
[[nodiscard]] Expected<SweepMeasure> measure_sweep(const Scene& scene, std::uint32_t body,
                                                   const SweptVolume& swept, std::size_t most_points,
                                                   int threads);

}  // namespace graze::internal
