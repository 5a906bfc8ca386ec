// How deep two bodies that touch may be in each other and still only touch.
//
// Bodies come with errors that nobody meant: facets stand off the CAD surface (deviation), and whoever made
// the numbers rounded them. Contacts no deeper than that are no clash, whatever the signs of triangles say.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/body_model.h"
#include "graze/scene/scene.h"

namespace graze::internal {

/// What counts as rounding: this share of the larger body's size (size_of_skin).
inline constexpr double kRoundingOfSize = 1e-5;

/// The diagonal of the box around all triangles that have an area (around the mesh, if none has): a stray vertex
/// makes no body larger, and errors that may be as large as bodies are hide clashes. Cost: O(triangles).
[[nodiscard]] double size_of_skin(const Mesh& mesh);

struct ContactDepths {
    double rounding;  // up to here the contact is a touch
    double error;     // D: up to here it is explained by the facets' errors; twice both deviations more
};

/// Rounded up. Bodies that do not say how far they are from CAD have no deviation.
[[nodiscard]] ContactDepths contact_depths(const PosedModel& a, const PosedModel& b);

/// True if both have the same vertices and triangles, and no point of their boxes is farther than `within`
/// from where the other pose puts it. Cost: O(vertices) unless the mesh is shared; some ns if sizes differ.
[[nodiscard]] bool are_duplicates(const PosedModel& a, const PosedModel& b, double within);

}  // namespace graze::internal
