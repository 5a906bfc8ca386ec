// Mesh files: which formats there are, and one door to all of them.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/progress.h"
#include "graze/core/unit.h"
#include "graze/core/watch.h"
#include "graze/model/mesh.h"
#include "graze/model/missing.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

enum class MeshFormat { StlBinary, StlAscii, Obj, PlyAscii, PlyBinary, Glb, Step, Iges, Brep, Off };

/// "stl", "stl-ascii", "obj", "ply", "ply-ascii", "glb", "step", "iges", "brep", "off".
[[nodiscard]] const char* name_of(MeshFormat format);

struct MeshReadOptions {
    Unit file_unit = Unit::Millimetre;  // what a number in the file means, for formats that do not say
    Unit unit = Unit::Millimetre;       // what a number means after loading
    std::optional<double> crease_deg = std::nullopt;  // split surfaces at edges sharper than this
    std::optional<double> deflection = std::nullopt;  // CAD: in `unit`; none: 0.1 % of a part, at most 0.1 mm
    int threads = 0;                                  // CAD; 0: all cores
    Progress::Draw progress = Progress::Draw::Never;  // CAD
    const Watch* watch = nullptr;                     // CAD
};

/// One body of a file, baked into the file's own frame and into `MeshReadOptions::unit`.
struct FileBody {
    std::string name;  // from the file where it has one (GLB: the node's path; CAD: the instance's), else the
                       // file's stem; unique in the file
    Mesh mesh;         // bit-equal vertices welded
};

struct MeshFile {
    MeshFormat format;
    bool unit_is_stated;  // the format itself says what a number means (GLB: metres; CAD)
    std::vector<FileBody> bodies;
    std::vector<MissingPart> missing = {};  // CAD: not empty: the bodies are not all that the file speaks of
};

/// CAD files: instances are written out, each placed; model_file.h shares their meshes. Files that are packed
/// with gzip (.stpz, .gz) are unpacked.
///
/// Guarantee: every mesh of the result is valid (`validate`).
/// Cost:      memory within a small multiple of the file (CAD: of its triangles).
[[nodiscard]] Expected<MeshFile> read_mesh_file(const std::filesystem::path& path,
                                                const MeshReadOptions& options = {});

/// What the reader of `path` would do with these bytes; for tests and fuzzers.
[[nodiscard]] Expected<MeshFile> parse_mesh_file(std::string_view bytes, const std::filesystem::path& path,
                                                 const MeshReadOptions& options = {});

struct MeshWriteOptions {
    std::optional<MeshFormat> format =
        std::nullopt;              // default: by the ending of the path, binary where there is a choice
    Unit unit = Unit::Millimetre;  // of the bodies' numbers; GLB converts to metres
};

/// Formats that hold one mesh (STL, PLY) get all bodies joined, each body's surfaces kept apart where they
/// can be.
[[nodiscard]] Expected<void> write_mesh_file(const std::filesystem::path& path,
                                             std::span<const FileBody> bodies,
                                             const MeshWriteOptions& options = {});

}  // namespace graze
