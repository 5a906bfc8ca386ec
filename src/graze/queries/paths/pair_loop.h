// A loop over pairs of bodies, each with the memory of a search.
#pragma once

#include "graze/core/internal.h"
#include "graze/core/interrupt.h"
#include "graze/core/parallel.h"
#include "graze/queries/broad/body_contacts.h"

namespace graze::internal {

inline constexpr std::size_t kBlocks = 16;  // of a loop, each for one thread

/// Calls visit(i, workspace) for all i < count, in as many blocks as there are workspaces. False after Ctrl-C.
template <class Visit>
bool for_each_of(std::size_t count, int threads, EarliestContactWorkspace& workspace, Visit&& visit) {
    if (count == 0) return !interrupt_requested();
    const std::size_t grain = (count + kBlocks - 1) / kBlocks;
    if (workspace.searches.size() < kBlocks) workspace.searches.resize(kBlocks);
    const LoopEnd end = parallel_ranges(count, {.threads = threads, .grain = grain},
                                        [&](std::size_t first, std::size_t last) {
                                            for (std::size_t i = first; i < last; ++i)
                                                visit(i, workspace.searches[first / grain]);
                                        });
    return end == LoopEnd::Finished && !interrupt_requested();
}

}  // namespace graze::internal
