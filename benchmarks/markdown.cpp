#include "markdown.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::bench {

void print_table(const std::vector<TableRow>& rows) {
    std::vector<std::size_t> widths(rows.front().size(), 3);
    for (const TableRow& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    const auto line = [&](const TableRow& row) {
        for (std::size_t i = 0; i < row.size(); ++i)
            fmt::print("{}", i == 0 ? fmt::format("| {:<{}} |", row[i], widths[i])
                                    : fmt::format(" {:>{}} |", row[i], widths[i]));
        fmt::print("\n");
    };
    line(rows.front());
    for (std::size_t i = 0; i < widths.size(); ++i)
        fmt::print("{}{}", i == 0 ? "|" : "",
                   std::string(widths[i] + (i == 0 ? 2 : 1), '-') + (i == 0 ? "|" : ":|"));
    fmt::print("\n");
    for (std::size_t i = 1; i < rows.size(); ++i) line(rows[i]);
    fmt::print("\n");
}

std::string figure(double value) {
    if (std::isnan(value)) return "-";
    if (value >= 1000.0) {
        std::string digits = fmt::format("{:.0f}", value);
        for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3)
            digits.insert(static_cast<std::size_t>(i), 1, ',');
        return digits;
    }
    const int decimals = value >= 100.0 ? 0 : value >= 10.0 ? 1 : value >= 1.0 ? 2 : 3;
    return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace graze::bench
