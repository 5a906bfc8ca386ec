#include "elementary/query_table.h"

#include "graze/io/text/text_cursor.h"

#include <numeric>

namespace graze::bench {

Times times_of(std::vector<double> microseconds) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    if (microseconds.empty()) return {nan, nan, nan, nan};
    std::sort(microseconds.begin(), microseconds.end());
    const std::size_t n = microseconds.size();
    const double sum = std::accumulate(microseconds.begin(), microseconds.end(), 0.0);
    return {sum / static_cast<double>(n), microseconds[n / 2], microseconds[(99 * n) / 100],
            microseconds.back()};
}

TableRow outcome_header(std::vector<std::string> first) {
    for (const char* name : {"queries", "contacts", "missed", "false alarms", "undecided", "mean us",
                             "median us", "p99 us", "max us"})
        first.emplace_back(name);
    return first;
}

TableRow outcome_row(std::vector<std::string> first, const Outcome& outcome) {
    const QueryTally& tally = outcome.tally;
    const auto known = [&](std::size_t n) { return outcome.is_truth_known ? std::to_string(n) : "-"; };
    for (const std::string& cell : {std::to_string(tally.queries), known(tally.contacts), known(tally.missed),
                                    known(tally.false_alarms), std::to_string(tally.undecided)})
        first.push_back(cell);
    const Times times = times_of(outcome.microseconds);
    for (const double value : {times.mean, times.median, times.p99, times.max})
        first.push_back(figure(value));
    return first;
}

bool take_number(std::span<const std::string> arguments, std::size_t& i, const char* name, double& value) {
    if (arguments[i] != name || i + 1 >= arguments.size()) return false;
    const std::string& text = arguments[i + 1];
    const auto number = parse_number(text.data(), text.data() + text.size());
    if (!number || number->stop != text.data() + text.size()) return false;
    value = number->value;
    ++i;
    return true;
}

}  // namespace graze::bench
