// What every benchmark shares: its entry in the table, repeated timing, and rows that can be compared.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace graze::bench {

/// A line of results. Rows of one scene whose hashes differ gave different answers: not comparable.
struct Row {
    std::string scene;
    std::string variant;
    std::uint64_t queries = 0;
    double min_ns = 0.0;     // per query, least over the repeats
    double median_ns = 0.0;  // per query, over the repeats
    std::string counters;    // "name=value ..." or empty
    std::uint64_t hash = 0;  // of all answers
};

struct Timing {
    double min_ns = 0.0;
    double median_ns = 0.0;
};

/// Runs `body` (which does `queries` queries) `repeats` times after one warm-up; figures per query.
template <class Body>
[[nodiscard]] Timing time_repeats(int repeats, std::uint64_t queries, Body&& body);

/// What a bench is asked for: its sections by name, whether it may take fewer queries, and options of its
/// own.
struct BenchWishes {
    bool quick = false;
    std::vector<std::string> sections;  // none named: all
    std::map<std::string, std::vector<std::string>> values;

    [[nodiscard]] bool has(const char* section) const;
    /// The last value given for an option; empty: none.
    [[nodiscard]] std::string last(const char* option) const;
};

/// `--quick`, `--only SECTION`..., and each of `options` with a value. Prints `usage` and returns nothing
/// where the arguments ask for something else.
[[nodiscard]] std::optional<BenchWishes> parse_wishes(std::span<const std::string> arguments,
                                                      std::span<const char* const> sections,
                                                      std::span<const char* const> options,
                                                      const char* usage);

/// Slope of log y over log x, least squares.
[[nodiscard]] double log_slope(std::span<const double> x, std::span<const double> y);

/// Keeps the compiler from dropping a computation whose result nobody uses.
template <class T>
void keep(const T& value) {
    asm volatile("" : : "r,m"(value) : "memory");
}

/// Prints rows as a table on standard output, marking rows that differ in their answers from the first of
/// their scene.
void print_rows(std::span<const Row> rows);

/// One question. Returns the exit code.
struct Bench {
    const char* name;
    const char* question;
    int (*run)(std::span<const std::string> arguments);
};

[[nodiscard]] Timing summarise(std::vector<double> nanoseconds_per_query);

template <class Body>
Timing time_repeats(int repeats, std::uint64_t queries, Body&& body) {
    body();
    std::vector<double> times;
    for (int r = 0; r < repeats; ++r) {
        const auto start = std::chrono::steady_clock::now();
        body();
        const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
        times.push_back(elapsed.count() / static_cast<double>(queries));
    }
    return summarise(std::move(times));
}

}  // namespace graze::bench
