// Loops over an index range on oneTBB. Results land in index order, so the answer does not depend
// on the number of threads (contract C5) as long as the body is a pure function of its index.
#pragma once

#include "graze/core/function_ref.h"
#include "graze/core/internal.h"

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace graze {
class Progress;
}  // namespace graze

namespace graze::internal {

struct ParallelOptions {
    int threads = 0;               // 0: all cores; 1: the calling thread alone
    std::size_t grain = 1;         // indices per call of the body; raise it when one index is cheap
    Progress* progress = nullptr;  // advanced by one per finished index
};

/// How many threads a wish stands for: all cores if it is 0.
[[nodiscard]] int thread_count(int wished);

enum class LoopEnd { Finished, Interrupted };

/// Calls body(begin, end) on the blocks [0, grain), [grain, 2 grain), ... that cover [0, count).
///
/// Guarantee: the blocks are the same for any number of threads, and each is visited exactly once when
///            the result is Finished. After Ctrl-C (`interrupt_requested`) no new block starts; the
///            result is Interrupted if one was left out. An exception of the body reaches the caller.
/// Cost:      some ns per block besides the body; about 10 us per call with more than one thread.
[[nodiscard]] LoopEnd parallel_ranges(std::size_t count, const ParallelOptions& options,
                                      FunctionRef<void(std::size_t begin, std::size_t end)> body);

/// Calls body(i) for every i of [0, count).
template <class Body>
[[nodiscard]] LoopEnd parallel_for(std::size_t count, const ParallelOptions& options, Body&& body) {
    return parallel_ranges(count, options, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) body(i);
    });
}

/// {f(0), f(1), ...} in that order, or nothing if it was interrupted. The result type needs a default
/// constructor.
template <class F>
[[nodiscard]] auto parallel_map(std::size_t count, const ParallelOptions& options, F&& f) {
    using Result = std::remove_cvref_t<decltype(f(std::size_t{0}))>;
    static_assert(!std::is_same_v<Result, bool>, "vector<bool> is not safe to fill from several threads");
    std::optional<std::vector<Result>> results(std::in_place, count);
    const LoopEnd end = parallel_for(count, options, [&](std::size_t i) { (*results)[i] = f(i); });
    if (end == LoopEnd::Interrupted) results.reset();
    return results;
}

}  // namespace graze::internal
