// GLB files (binary glTF 2.0). docs/mesh-formats.md says what is read, ignored and refused.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/file.h"
#include "graze/core/internal.h"
#include "graze/io/mesh/mesh_file.h"
#include "graze/io/mesh/model_file.h"
#include "graze/model/missing.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze::internal {

[[nodiscard]] bool begins_like_glb(std::string_view bytes);

struct GlbBodies {
    std::vector<FileBody> bodies;
    std::vector<MissingPart>
        missing;  // nodes with meshes that the scene of the file does not have; `file` is empty
};

/// One body per node that has a mesh with triangles, in metres, not welded: transforms are baked in double,
/// and mirrored nodes have their triangles turned. `where` starts messages.
///
/// Guarantee: at least one body, all valid, names unique.
/// Cost:      memory at most 16 times the file, and 256 MiB for what instances multiply.
[[nodiscard]] Expected<GlbBodies> parse_glb(std::string_view bytes, const std::string& where);

/// A body of parse_glb and the nodes that place it, from a root down; not the root that turns z up.
struct GlbBodyNodes {
    std::string name;
    std::vector<std::uint32_t> nodes;
};
/// What else readers of animations need: the two chunks, and whose node a body is.
struct GlbParts {
    std::string_view json, binary;      // views of the bytes; `binary` may be empty
    std::vector<GlbBodyNodes> bodies;  // as parse_glb has them
};
[[nodiscard]] Expected<GlbParts> glb_parts(std::string_view bytes, const std::string& where);

/// glTF has y upward; Graze, like CAD, has z. Files that Graze writes have a root of this name that turns all, and
/// readers of Graze know it.
inline constexpr const char* kGlbUpwardNode = "graze: z is up";
/// The columns of its matrix: x stays, y becomes -z, z becomes y.
inline constexpr std::array<double, 16> kGlbUpward{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1};

/// One node per body, one primitive per surface, the surface's name as the name of a material. Coordinates
/// are multiplied by `factor` (to metres) in double and then rounded to float32, which is all that glTF
/// stores; those of a body that is far from the origin are told from a place near it, which is
/// the translation of its node. Error: a coordinate beyond float32, or 4 GiB. Pre: valid bodies.
[[nodiscard]] Expected<void> write_glb(AtomicFile& file, std::span<const FileBody> bodies, double factor,
                                       const std::string& where);

/// The tree of a CAD file: a node per part and assembly with its name and pose, instances of a shape sharing
/// its numbers, colours as those of materials. Pre: `model.cad`.
[[nodiscard]] Expected<void> write_glb_model(AtomicFile& file, const ModelFile& model, double factor,
                                             const std::string& where);

/// Coordinates are multiplied by `factor`, to metres; `where` starts messages.
struct GlbTarget {
    double factor;
    const std::string& where;
};

/// A body and where it is at each of the times of an animation, or one pose: then it stands.
struct AnimatedBody {
    std::string name;
    const Mesh* mesh;
    std::optional<Rgb> colour;
    std::vector<Pose> poses;
};

/// A mesh that bends: each of its vertices goes with one ring, and rings have a pose at each of the times.
struct AnimatedTube {
    std::string name;
    const Mesh* mesh;                        // as it is at the first of the times
    std::vector<std::uint32_t> ring_of;      // by vertex
    std::vector<std::vector<Pose>> rings;    // by ring: by time
};

/// A node per body that moves from pose to pose: positions linearly, turns by slerp, as glTF's LINEAR has it.
/// Bodies of the same mesh share its numbers. Errors: as above. Pre: `times` rise, in seconds; valid bodies,
/// each with one pose or as many as there are times. Tubes are skinned meshes whose joints are their rings; a reader that
/// knows no skins shows them as they begin.
[[nodiscard]] Expected<void> write_glb_animation(AtomicFile& file, std::span<const AnimatedBody> bodies,
                                                 std::span<const double> times, const GlbTarget& target,
                                                 std::span<const AnimatedTube> tubes = {});

}  // namespace graze::internal
