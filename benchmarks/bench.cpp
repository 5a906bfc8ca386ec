#include "bench.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace graze::bench {

Timing summarise(std::vector<double> nanoseconds_per_query) {
    std::sort(nanoseconds_per_query.begin(), nanoseconds_per_query.end());
    return {nanoseconds_per_query.front(), nanoseconds_per_query[nanoseconds_per_query.size() / 2]};
}

void print_rows(std::span<const Row> rows) {
    fmt::print("{:<24} {:<24} {:>10} {:>14} {:>14}  {:<16}  {}\n", "scene", "variant", "queries", "min ns", "median ns",
               "hash", "counters");
    std::map<std::string, std::uint64_t> first_hash;
    for (const Row& row : rows) {
        const bool comparable = first_hash.try_emplace(row.scene, row.hash).first->second == row.hash;
        fmt::print("{:<24} {:<24} {:>10} {:>14.1f} {:>14.1f}  {:016x}  {}{}\n", row.scene, row.variant, row.queries, row.min_ns,
                   row.median_ns, row.hash, row.counters, comparable ? "" : "  NOT COMPARABLE: other answers");
    }
}

}  // namespace graze::bench
