// A table of answers and times: one line per kind of query or method.
#pragma once

#include "discrete/measure.h"
#include "elementary/query.h"
#include "markdown.h"

#include <span>

namespace graze::bench {

/// Microseconds of single queries, summarised.
struct Times {
    double mean, median, p99, max;
};
[[nodiscard]] Times times_of(std::vector<double> microseconds);

/// What one method made of one set of queries.
struct Outcome {
    QueryTally tally;
    std::vector<double> microseconds;  // a query each, least of the repeats
    bool is_truth_known = true;
};

/// Runs `query` (which returns a verdict) as often as timing needs, and keeps verdict and time.
template <class Query>
ContactVerdict time_query(Outcome& outcome, bool is_contact, Query&& query) {
    ContactVerdict verdict = ContactVerdict::Undecided;
    outcome.microseconds.push_back(least_microseconds([&] { verdict = query(); }));
    outcome.tally.add(verdict, is_contact);
    return verdict;
}

/// "queries", "contacts", "missed", ... behind the given first columns.
[[nodiscard]] TableRow outcome_header(std::vector<std::string> first);
[[nodiscard]] TableRow outcome_row(std::vector<std::string> first, const Outcome& outcome);

/// Takes `name NUMBER` at arguments[i], leaving i at the number; false if that is not what stands there.
[[nodiscard]] bool take_number(std::span<const std::string> arguments, std::size_t& i, const char* name,
                               double& value);

}  // namespace graze::bench
