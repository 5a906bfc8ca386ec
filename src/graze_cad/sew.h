// Joins faces that share no edge but lie edge to edge: what IGES files are full of.
#pragma once

#include "graze/io/cad/cad_model.h"

#include <functional>
#include <optional>
#include <vector>

#include <TopoDS_Shape.hxx>

namespace graze::cad {

struct Sewn {
    std::vector<TopoDS_Shape> shapes;  // what hangs together; solids where it is closed
    CadSewing report;
    std::uint32_t lost_faces = 0;  // that are in none of the shapes
};

/// Gaps up to `tolerance` are closed. `became(old, new)` tells what became of each face.
[[nodiscard]] Sewn sew_faces(const std::vector<TopoDS_Shape>& faces, double tolerance,
                             const std::function<void(const TopoDS_Shape&, const TopoDS_Shape&)>& became);

}  // namespace graze::cad
