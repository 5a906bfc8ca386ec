// What a CAD file becomes: distinct shapes as meshes, and a tree of instances of them. Plain data, without
// OpenCASCADE; `graze-cad` makes it, and docs/cad.md tells how.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/geometry/pose.h"
#include "graze/io/cad/cad_facts.h"
#include "graze/model/mesh.h"
#include "graze/model/missing.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace graze::internal {

/// A shape, once, however many instances of it there are.
struct CadShape {
    std::string name;
    Mesh mesh;                             // in its own frame; a surface per face; `deviation` is set
    std::uint32_t solids = 0;              // 0: faces only
    std::uint64_t samples = 0;             // points compared for `deviation->measured`
    std::optional<CadSewing> sewing = {};  // none: nothing had to be sewn
};

/// A part or an assembly, as often as it is used.
struct CadNode {
    std::string name;                 // different from its siblings'; no '/' in it
    std::uint32_t parent = kNoIndex;  // an earlier node; kNoIndex: a root
    std::uint32_t shape = kNoIndex;   // kNoIndex: an assembly
    Pose pose;                        // in the frame of the file
    std::optional<Rgb> colour = {};
};

struct CadModel {
    std::string unit;    // of the file, as it says ("millimetre", "inch"); lengths here are millimetres
    std::string schema;  // "AUTOMOTIVE_DESIGN", "IGES 5.3", ...
    std::vector<CadShape> shapes;
    std::vector<CadNode> nodes;
    std::vector<std::string> notes;         // what people should know about the file
    std::vector<MissingPart> missing = {};  // what the file speaks of and this has not
};

/// Says what is wrong with it as data. `where` starts the message.
[[nodiscard]] Expected<void> validate(const CadModel& model, const std::string& where);

/// "a/b/c": the names from the root to each node, unique in the file. The root's own name is left out if it
/// is an assembly and the only root.
[[nodiscard]] std::vector<std::string> paths_of(const CadModel& model);

}  // namespace graze::internal
