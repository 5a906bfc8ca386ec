// A proof about CAD surfaces along a path: of flat triangles that cover them, and how they do.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/paths/path_proof.h"
#include "graze/scene/scene.h"
#include "graze/surface/thick.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace graze::internal {

/// A body of the scene of pieces that holds the thick triangles of a CAD body that are no thicker than this.
struct CadPiece {
    std::uint32_t body;
    double radius;
};

/// A leaf of the forest: which triangle it is.
struct CadLeaf {
    std::uint32_t piece, triangle;
};

struct CadBodyProof {
    std::vector<CadPiece> pieces;
    surface::CutForest forest;
    std::vector<CadLeaf> leaves;  // by node of the forest; those of nodes that are cut mean nothing
};

struct CadPathProof {
    Scene pieces;     // each piece moves as its body; pairs have the clearance of their bodies and both radii
    PathProof proof;  // of that scene, with strands
    std::vector<CadBodyProof> bodies;  // as in the scene that was asked about
    double clearance;                  // of pairs of its bodies without one of their own
};

}  // namespace graze::internal
