#include "graze/core/parallel.h"

#include "graze/core/hash.h"
#include "graze/core/interrupt.h"
#include "graze/core/progress.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace graze::parallel_test {
namespace {

constexpr std::array kThreadCounts{1, 2, 7, 0};

TEST(Parallel, Example_MapKeepsIndexOrder) {
    for (const int threads : kThreadCounts) {
        const auto squares = parallel_map(1000, {.threads = threads}, [](std::size_t i) { return i * i; });
        ASSERT_TRUE(squares.has_value());
        ASSERT_EQ(squares->size(), 1000u);
        for (std::size_t i = 0; i < 1000; ++i) ASSERT_EQ((*squares)[i], i * i) << "threads " << threads;
    }
}

TEST(Parallel, Example_EveryIndexOnceForAnyThreadsAndGrain) {
    for (const int threads : kThreadCounts)
        for (const std::size_t grain :
             {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{64}, std::size_t{5000}}) {
            std::vector<std::atomic<int>> visits(1001);
            const LoopEnd end = parallel_for(1001, {.threads = threads, .grain = grain},
                                             [&](std::size_t i) { visits[i].fetch_add(1); });
            EXPECT_EQ(end, LoopEnd::Finished);
            for (const auto& count : visits)
                ASSERT_EQ(count.load(), 1) << threads << " threads, grain " << grain;
        }
}

TEST(Parallel, Degenerate_NothingToDo) {
    for (const int threads : kThreadCounts) {
        EXPECT_EQ(parallel_for(0, {.threads = threads}, [](std::size_t) { FAIL(); }), LoopEnd::Finished);
        const auto none = parallel_map(0, {.threads = threads}, [](std::size_t i) { return i; });
        ASSERT_TRUE(none.has_value());
        EXPECT_TRUE(none->empty());
    }
}

// A sum of doubles depends on how it is cut: equal bits show that the blocks do not depend on threads.
TEST(Parallel, Property_SameBlocksForAnyNumberOfThreads) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : kThreadCounts) {
        std::vector<double> sums(100);
        const LoopEnd end = parallel_ranges(10000 - 7, {.threads = threads, .grain = 100},
                                            [&](std::size_t begin, std::size_t to) {
                                                EXPECT_EQ(begin % 100, 0u);
                                                for (std::size_t i = begin; i < to; ++i)
                                                    sums[begin / 100] += 1.0 / static_cast<double>(i + 1);
                                            });
        EXPECT_EQ(end, LoopEnd::Finished);
        Hash hash;
        for (const double sum : sums) hash.add(sum);
        hashes.push_back(hash.value());
    }
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes.front());
}

TEST(Parallel, Example_SeveralThreadsReallyRun) {
    // Each index waits for all others: fewer threads than asked for could not finish within the limit.
    for (const int threads : {2, 7}) {
        std::atomic<int> arrived{0};
        testing::internal::CaptureStderr();
        const auto met =
            parallel_map(static_cast<std::size_t>(threads), {.threads = threads}, [&](std::size_t) {
                arrived.fetch_add(1);
                const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
                while (arrived.load() < threads && std::chrono::steady_clock::now() < limit)
                    std::this_thread::yield();
                return arrived.load();
            });
        EXPECT_EQ(testing::internal::GetCapturedStderr(), "");  // oneTBB warns when it gives fewer
        ASSERT_TRUE(met.has_value());
        for (const int seen : *met) EXPECT_EQ(seen, threads);
    }
}

TEST(Parallel, Example_ExceptionsReachTheCaller) {
    for (const int threads : kThreadCounts)
        EXPECT_THROW((void)parallel_for(100, {.threads = threads},
                                        [](std::size_t i) {
                                            if (i == 37) throw std::runtime_error("37");
                                        }),
                     std::runtime_error);
}

TEST(Parallel, Example_ProgressCountsEveryIndex) {
    for (const int threads : kThreadCounts) {
        Progress progress("test", 1234, Progress::Draw::Never);
        EXPECT_EQ(
            parallel_for(1234, {.threads = threads, .grain = 10, .progress = &progress}, [](std::size_t) {}),
            LoopEnd::Finished);
        EXPECT_EQ(progress.done(), 1234u);
    }
}

TEST(Parallel, Example_InterruptStartsNoNewBlock) {
    for (const int threads : kThreadCounts) {
        const InterruptScope scope;
        std::atomic<int> visited{0};
        const auto result = parallel_map(100000, {.threads = threads}, [&](std::size_t i) {
            const int before = visited.fetch_add(1);
            if (before == 50) std::raise(SIGINT);
            while (before > 50 && !interrupt_requested()) std::this_thread::yield();  // the 51st may have to wait for a core
            return i;
        });
        EXPECT_FALSE(result.has_value());
        // Each other thread may be within one block when the flag rises.
        EXPECT_LT(visited.load(), 50000);
        EXPECT_GT(visited.load(), 50);
    }
}

TEST(Parallel, Degenerate_InterruptInTheLastBlockLeavesNothingOut) {
    const InterruptScope scope;
    const LoopEnd end = parallel_for(10, {.threads = 1}, [](std::size_t i) {
        if (i == 9) std::raise(SIGINT);
    });
    EXPECT_EQ(end, LoopEnd::Finished);
    EXPECT_TRUE(interrupt_requested());
}

#if defined(__SANITIZE_THREAD__)
// That the thread sanitizer is silent elsewhere means something only if it tells of this.
TEST(Parallel, Guard_ThreadSanitizerSeesARaceInALoop) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto race = [] {
        std::size_t sum = 0;
        const LoopEnd end =
            parallel_for(100000, {.threads = 2, .grain = 10}, [&](std::size_t i) { sum += i; });
        std::exit(end == LoopEnd::Finished && sum > 0 ? 0 : 1);
    };
    EXPECT_EXIT(race(), testing::ExitedWithCode(66), "data race");  // 66: TSan's exit code after a report
}
#endif

}  // namespace
}  // namespace graze::parallel_test
