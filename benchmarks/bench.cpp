#include "bench.h"

#include "markdown.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace graze::bench {

Timing summarise(std::vector<double> nanoseconds_per_query) {
    std::sort(nanoseconds_per_query.begin(), nanoseconds_per_query.end());
    return {nanoseconds_per_query.front(), nanoseconds_per_query[nanoseconds_per_query.size() / 2]};
}

void print_rows(std::span<const Row> rows) {
    std::vector<TableRow> table{
        {"scene", "variant", "queries", "min ns", "median ns", "counters", "hash of answers"}};
    std::map<std::string, std::uint64_t> first_hash;
    for (const Row& row : rows) {
        const bool comparable = first_hash.try_emplace(row.scene, row.hash).first->second == row.hash;
        table.push_back({row.scene, row.variant, std::to_string(row.queries), figure(row.min_ns),
                         figure(row.median_ns), row.counters,
                         fmt::format("{:016x}{}", row.hash, comparable ? "" : " not comparable")});
    }
    print_table(table);
}

}  // namespace graze::bench
