// What tracking pairs of facets needs to know of a body, built once: its shells, where to begin, areas.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/body.h"
#include "graze/stochastic/layered_shells.h"

namespace graze::internal {

enum class ShellForm {
    Enclosing,  // (E) of layered_shells.h holds
    Paper,      // paper_shells.h: the baseline, misses contacts
};

struct ShellBody {
    LayeredShells shells;
    /// Facets of the coarsest level, each as far as can be from those before it ([GuyDebunne04, sec. 3.2]: "two
    /// consecutive seeds being as far as possible").
    std::vector<std::uint32_t> seeds;
    std::vector<double> areas;  // of the triangles below each facet of the coarsest level
    double area = 0.0;          // of all
    /// Areas of the triangles' disks over that of the triangles: about 3 for even meshes, tens for slivers.
    double disk_share = 0.0;
};

/// Cost: O(n log n), and the square of the coarsest level's facets up to 4096 of them.
[[nodiscard]] ShellBody build_shell_body(const Body& body, ShellForm form, const ShellOptions& options);

/// i-th of a sequence over [0, count) that halves the gaps between its numbers again and again; every number comes
/// up within 2 count turns. For seeds among many facets, where neighbours have near numbers. Pre: count > 0.
[[nodiscard]] std::uint32_t far_apart(std::uint64_t i, std::uint32_t count);

}  // namespace graze::internal
