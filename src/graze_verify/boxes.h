// Boxes in the world that hold a body during all of the covered time (docs/certificates.md, section 4.6).
#pragma once

#include "graze/io/certificate/certificate_reader.h"
#include "graze_verify/bound.h"
#include "graze_verify/carriers.h"

namespace graze::verify {

/// What is asked of all vertices of a mesh, once for all bodies that share it.
struct MeshExtent {
    BoundVec box;         // of the vertices, exactly
    Point reach, centre;  // greatest |x|, |y|, |z|; middle of the box
};
/// Pre: there is a vertex.
[[nodiscard]] MeshExtent extent_of(const CertificateMesh& mesh);

/// Holds every point of the mesh's box, carried by the links, at every time of [0, end]. May not be finite.
[[nodiscard]] BoundVec world_box(const MeshExtent& extent, const CertificateMotion& links, double end);

/// The same for all covered segments. Axes on which nothing is known are whole lines. Pre: one is covered.
[[nodiscard]] BoundVec world_box(const MeshExtent& extent, const Course& course, const CertificateHead& head);

/// True only if the boxes are farther apart than the distance along an axis of the world.
[[nodiscard]] bool prove_apart(const BoundVec& p, const BoundVec& q, double distance);

}  // namespace graze::verify
