// Timing of single queries in thread CPU time: the least of three runs of each, then how the queries spread.
#pragma once

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <vector>

namespace graze::bench {

inline constexpr int kContinuousRepeats = 3;
/// In a race every method is measured in so many rounds over all of them, and the least time of each query
/// counts: a machine that others disturb for some seconds then disturbs one round, not one method.
inline constexpr int kContinuousRounds = 3;
inline constexpr double kLongQuery = 0.5;  // seconds: it runs once

inline double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Query>
double cpu_seconds_of(int times, Query&& query) {
    const double start = thread_seconds();
    for (int i = 0; i < times; ++i) query();
    return (thread_seconds() - start) / times;
}

/// Microseconds of one query. Short ones run several times in a row, so that reading the clock does not
/// count; what takes longer than half a second runs once.
template <class Query>
double least_cpu_microseconds(Query&& query) {
    constexpr double kShort = 2e-4;  // reading the clock takes half a microsecond
    double best = cpu_seconds_of(1, query);
    if (best > kLongQuery) return 1e6 * best;
    const int in_a_row = static_cast<int>(std::ceil(kShort / std::max(best, 1e-8)));
    for (int repeat = in_a_row > 1 ? 0 : 1; repeat < kContinuousRepeats; ++repeat)
        best = std::min(best, cpu_seconds_of(in_a_row, query));
    return 1e6 * best;
}

struct Spread {
    double mean = std::numeric_limits<double>::quiet_NaN(), median = mean, p95 = mean, max = mean;
};

[[nodiscard]] inline Spread spread_of(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    double sum = 0.0;
    for (const double value : values) sum += value;
    const auto at = [&](double part) {
        return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1) + 0.5)];
    };
    return {sum / static_cast<double>(values.size()), at(0.5), at(0.95), values.back()};
}

/// Mean of the first n.
[[nodiscard]] inline double mean_of_first(const std::vector<double>& values, std::size_t n) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum += values[i];
    return sum / static_cast<double>(n);
}

}  // namespace graze::bench
