// Mesh and CAD files as bodies with poses: instances share one mesh. The other door (mesh_file.h) hands out
// each body as a mesh of its own, placements baked in.
#pragma once

#include "graze/core/expected.h"
#include "graze/geometry/pose.h"
#include "graze/io/cad/cad_facts.h"
#include "graze/io/mesh/mesh_file.h"
#include "graze/model/mesh.h"
#include "graze/model/missing.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct ModelBody {
    std::string name;                  // unique in the file; of CAD files the path of the instance: "a/b/c"
    std::shared_ptr<const Mesh> mesh;  // shared by all instances of a shape
    Pose pose = {};                    // where the file puts it
    std::optional<Rgb> colour = {};    // its own, or that of what it is part of
    std::string product = {};          // of CAD: the name of the part that it is an instance of
};

/// A part or an assembly of a CAD file.
struct ModelNode {
    std::string name;
    std::uint32_t parent = kNoIndex;  // an earlier node
    std::uint32_t body = kNoIndex;    // in ModelFile::bodies; kNoIndex: an assembly
    Pose pose = {};                   // in the frame of the file
};

/// What only CAD files have.
struct CadFacts {
    struct Shape {
        const Mesh* mesh;  // of the bodies
        std::string name;
        std::uint32_t solids = 0;
        std::uint64_t samples = 0;
        std::optional<CadSewing> sewing = {};
    };
    std::string unit, schema;
    std::vector<ModelNode> nodes;
    std::vector<Shape> shapes;
    std::vector<std::string> notes;
};

struct ModelFile {
    MeshFormat format;
    bool unit_is_stated;
    std::vector<ModelBody> bodies;
    std::optional<CadFacts> cad = {};
    std::vector<MissingPart> missing = {};  // not empty: a verdict about the bodies is incomplete
};

/// Guarantee: meshes are valid and in `options.unit`; poses are accepted (geometry/pose.h).
[[nodiscard]] Expected<ModelFile> read_model_file(const std::filesystem::path& path,
                                                  const MeshReadOptions& options = {});
[[nodiscard]] Expected<ModelFile> parse_model_file(std::string_view bytes, const std::filesystem::path& path,
                                                   const MeshReadOptions& options = {});

/// Writes a CAD file as GLB, its structure kept: a tree of named nodes, instances sharing their shape's
/// numbers, colours. `unit` is that of the model. Pre: `model.cad`.
[[nodiscard]] Expected<void> write_model_glb(const std::filesystem::path& path, const ModelFile& model,
                                             Unit unit);

/// Bodies of a mesh file, each where it is.
[[nodiscard]] ModelFile model_of(MeshFile file);

/// The vertices where the pose puts them, each coordinate rounded once. A pose that does nothing changes no
/// bit.
[[nodiscard]] Mesh placed(Mesh mesh, const Pose& pose);

}  // namespace graze
