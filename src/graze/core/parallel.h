// Loops over an index range on oneTBB. Results land in index order, so the answer does not depend
// on the number of threads (contract C5) as long as the body is a pure function of its index.
#pragma once

#include "graze/core/function_ref.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace graze {

class Progress;

struct ParallelOptions {
    int threads = 0;               // 0: all cores; 1: the calling thread alone
    std::size_t grain = 1;         // least number of indices handed to a thread at once
    Progress* progress = nullptr;  // advanced by one per finished index
};

enum class LoopEnd { Finished, Interrupted };

/// Calls body(begin, end) on disjoint ranges that cover [0, count).
///
/// Guarantee: every range is visited exactly once when the result is Finished. After Ctrl-C
///            (`interrupt_requested`) no new range starts and the result is Interrupted.
///            An exception thrown by the body reaches the caller.
[[nodiscard]] LoopEnd parallel_ranges(std::size_t count, const ParallelOptions& options,
                                      FunctionRef<void(std::size_t begin, std::size_t end)> body);

/// Calls body(i) for every i of [0, count).
template <class Body>
[[nodiscard]] LoopEnd parallel_for(std::size_t count, const ParallelOptions& options, Body&& body) {
    return parallel_ranges(count, options, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) body(i);
    });
}

/// {f(0), f(1), ...} in that order, or nothing if it was interrupted. The result type needs a default constructor.
template <class F>
[[nodiscard]] auto parallel_map(std::size_t count, const ParallelOptions& options, F&& f) {
    using Result = std::remove_cvref_t<decltype(f(std::size_t{0}))>;
    static_assert(!std::is_same_v<Result, bool>, "vector<bool> is not safe to fill from several threads");
    std::optional<std::vector<Result>> results(std::in_place, count);
    const LoopEnd end = parallel_for(count, options, [&](std::size_t i) { (*results)[i] = f(i); });
    if (end == LoopEnd::Interrupted) results.reset();
    return results;
}

}  // namespace graze
