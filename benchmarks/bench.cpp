#include "bench.h"

#include "markdown.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::bench {

Timing summarise(std::vector<double> nanoseconds_per_query) {
    std::sort(nanoseconds_per_query.begin(), nanoseconds_per_query.end());
    return {nanoseconds_per_query.front(), nanoseconds_per_query[nanoseconds_per_query.size() / 2]};
}

bool BenchWishes::has(const char* section) const {
    return sections.empty() || std::find(sections.begin(), sections.end(), section) != sections.end();
}

std::string BenchWishes::last(const char* option) const {
    const auto found = values.find(option);
    return found != values.end() ? found->second.back() : std::string();
}

std::optional<BenchWishes> parse_wishes(std::span<const std::string> arguments,
                                        std::span<const char* const> sections,
                                        std::span<const char* const> options, const char* usage) {
    const auto is_one_of = [](std::span<const char* const> names, const std::string& word) {
        return std::find(names.begin(), names.end(), word) != names.end();
    };
    BenchWishes wishes;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        const bool has_value = i + 1 < arguments.size();
        if (word == "--quick") {
            wishes.quick = true;
        } else if (word == "--only" && has_value && is_one_of(sections, arguments[i + 1])) {
            wishes.sections.push_back(arguments[++i]);
        } else if (is_one_of(options, word) && has_value) {
            wishes.values[word].push_back(arguments[++i]);
        } else {
            fmt::print(stderr, "{}", usage);
            return std::nullopt;
        }
    }
    return wishes;
}

double log_slope(std::span<const double> x, std::span<const double> y) {
    const auto n = static_cast<double>(x.size());
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double u = std::log(x[i]), v = std::log(y[i]);
        sx += u, sy += v, sxx += u * u, sxy += u * v;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
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
