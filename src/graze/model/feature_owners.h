// Each vertex and each edge of a mesh belongs to one triangle, so that a search over pairs of triangles looks
// at each pair of features once.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/adjacency.h"

#include <cstdint>
#include <vector>

namespace graze::internal {

/// Per triangle: bit k is set if the triangle owns the feature in slot k, 0 to 5. Its face is its own anyway.
///
/// Guarantee: every vertex that a triangle names and every edge of `adjacency` has exactly one owner, the
///            first triangle that has it. A collapsed triangle owns its edges itself, whoever else has them.
/// Cost:      linear.
[[nodiscard]] std::vector<std::uint8_t> find_feature_owners(const Mesh& mesh, const Adjacency& adjacency);

}  // namespace graze::internal
