#include "graze/core/parallel.h"

#include "graze/core/assert.h"
#include "graze/core/interrupt.h"
#include "graze/core/progress.h"

#include <algorithm>
#include <atomic>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace graze {

LoopEnd parallel_ranges(std::size_t count, const ParallelOptions& options,
                        FunctionRef<void(std::size_t begin, std::size_t end)> body) {
    GRAZE_ASSERT(options.threads >= 0);
    const std::size_t grain = std::max<std::size_t>(options.grain, 1);
    std::atomic<bool> skipped{false};
    const auto visit = [&](std::size_t begin, std::size_t end) {
        if (interrupt_requested()) {
            skipped.store(true, std::memory_order_relaxed);
            return;
        }
        body(begin, end);
        if (options.progress) options.progress->advance(end - begin);
    };

    const int threads = options.threads == 0 ? oneapi::tbb::info::default_concurrency() : options.threads;
    if (threads == 1) {
        for (std::size_t begin = 0; begin < count; begin += std::min(grain, count - begin))
            visit(begin, begin + std::min(grain, count - begin));
    } else {
        oneapi::tbb::task_arena arena(threads);
        arena.execute([&] {
            oneapi::tbb::parallel_for(
                oneapi::tbb::blocked_range<std::size_t>(0, count, grain),
                [&](const oneapi::tbb::blocked_range<std::size_t>& range) { visit(range.begin(), range.end()); });
        });
    }
    return skipped.load() ? LoopEnd::Interrupted : LoopEnd::Finished;
}

}  // namespace graze
