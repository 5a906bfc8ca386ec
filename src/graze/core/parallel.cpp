#include "graze/core/parallel.h"

#include "graze/core/assert.h"
#include "graze/core/interrupt.h"
#include "graze/core/progress.h"

#include <algorithm>
#include <atomic>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#if defined(GRAZE_THREAD_SANITIZER)
#include <sanitizer/tsan_interface.h>
#endif

namespace graze::internal {
namespace {

// oneTBB is not instrumented for TSan, neither its library nor (see CMakeLists.txt) its headers as compiled
// in this file: TSan cannot see that what came before a loop happens before its blocks, and these before what
// follows. These two say so: what a thread did before `release_to` happens before what another does after
// `acquire_from` that mark.
#if defined(GRAZE_THREAD_SANITIZER)
void release_to(char& mark) { __tsan_release(&mark); }
void acquire_from(char& mark) { __tsan_acquire(&mark); }
#else
void release_to(char& /*mark*/) {}
void acquire_from(char& /*mark*/) {}
#endif

// At the end of a scope, also when an exception leaves it.
struct ReleaseAtEnd {
    char& mark;
    ~ReleaseAtEnd() { release_to(mark); }
};
struct AcquireAtEnd {
    char& mark;
    ~AcquireAtEnd() { acquire_from(mark); }
};

}  // namespace

int thread_count(int wished) { return wished == 0 ? oneapi::tbb::info::default_concurrency() : wished; }

LoopEnd parallel_ranges(std::size_t count, const ParallelOptions& options,
                        FunctionRef<void(std::size_t begin, std::size_t end)> body) {
    GRAZE_ASSERT(options.threads >= 0);
    const std::size_t grain = std::max<std::size_t>(options.grain, 1);
    const std::size_t blocks = count / grain + (count % grain != 0 ? 1 : 0);
    std::atomic<bool> skipped{false};
    const auto visit = [&](std::size_t block) {
        if (interrupt_requested()) {
            skipped.store(true, std::memory_order_relaxed);
            return;
        }
        const std::size_t begin = block * grain;
        const std::size_t end = begin + std::min(grain, count - begin);
        body(begin, end);
        if (options.progress) options.progress->advance(end - begin);
    };

    const int threads = thread_count(options.threads);
    if (threads == 1 || blocks <= 1) {
        for (std::size_t block = 0; block < blocks && !skipped.load(std::memory_order_relaxed); ++block)
            visit(block);
    } else {
        // Without this, oneTBB gives no more threads than cores and complains about it on standard error.
        std::optional<oneapi::tbb::global_control> more;
        if (threads > oneapi::tbb::info::default_concurrency())
            more.emplace(oneapi::tbb::global_control::max_allowed_parallelism, threads);
        oneapi::tbb::task_arena arena(threads);
        char fork = 0, join = 0;
        const auto visit_range = [&](const oneapi::tbb::blocked_range<std::size_t>& range) {
            acquire_from(fork);
            const ReleaseAtEnd done{join};
            for (std::size_t b = range.begin(); b < range.end(); ++b) visit(b);
        };
        release_to(fork);
        const AcquireAtEnd joined{join};
        arena.execute([&] {
            oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, blocks), visit_range);
        });
    }
    return skipped.load() ? LoopEnd::Interrupted : LoopEnd::Finished;
}

}  // namespace graze::internal
