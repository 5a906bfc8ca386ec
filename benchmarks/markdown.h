// Tables in Markdown that also read well as plain text.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace graze::bench {

using TableRow = std::vector<std::string>;

/// The first row is the header; columns are padded to one width.
void print_table(const std::vector<TableRow>& rows, std::FILE* out = stdout);

/// "12.3", "0.456", "1,234": three significant digits, more if whole; "-" for NaN.
[[nodiscard]] std::string figure(double value);

}  // namespace graze::bench
