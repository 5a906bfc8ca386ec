// A level of layered shells as a mesh of thick disks: to be looked at.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/mesh.h"
#include "graze/stochastic/layered_shells.h"

namespace graze::internal {

/// Each facet as a prism of kDiskSides about its disk, or a flat polygon if it has no thickness to be seen. One
/// surface. Pre: the level exists.
[[nodiscard]] Mesh shell_mesh(const LayeredShells& shells, std::size_t level);

inline constexpr int kDiskSides = 16;

}  // namespace graze::internal
