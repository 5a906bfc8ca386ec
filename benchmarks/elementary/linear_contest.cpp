#include "elementary/contest.h"
#include "elementary/cubic_contact.h"
#include "elementary/hard_queries.h"
#include "elementary/query_files.h"

#include "graze_papers/redon_contact.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

ContactVerdict ours(const LinearQuery& query) {
    const auto [a, b] = features_of(query);
    return first_feature_contact(a, b, {.tolerance = kContestTolerance}).verdict;
}

ContactVerdict redon(const LinearQuery& query) {
    const auto [a, b] = features_of(query);
    return papers::redon_first_contact(a, b,
                                       {.place_error = kContestTolerance, .most_evaluations = kRedonBudget})
        .verdict;
}

ContactVerdict cubic(const LinearQuery& query) { return cubic_first_contact(query, kContestTolerance); }

struct Method {
    const char* name;
    ContactVerdict (*verdict)(const LinearQuery&);
};
constexpr Method kMethods[] = {{"Graze", ours}, {"Redon02", redon}, {"floating-point cubic", cubic}};

struct Set {
    std::string name;
    std::vector<LinearQuery> queries;
};

Expected<std::vector<Set>> sets_for(const ElementaryWishes& wishes) {
    std::vector<Set> sets;
    if (!wishes.queries.empty()) {
        auto read = read_linear_query_folder(wishes.queries);
        if (!read) return read.error();
        sets.push_back({"files", std::move(read->queries)});
        return sets;
    }
    Rng rng(1);
    const int count = wishes.quick ? 25 : 150;
    for (int family = 0; family < kHardFamilies; ++family) {
        sets.push_back({name_of(HardFamily(family)), {}});
        for (int i = 0; i < count; ++i)
            sets.back().queries.push_back(hard_linear_query(HardFamily(family), rng));
    }
    return sets;
}

Outcome joined(Outcome a, const Outcome& b) {
    a.tally.queries += b.tally.queries;
    a.tally.contacts += b.tally.contacts;
    a.tally.missed += b.tally.missed;
    a.tally.false_alarms += b.tally.false_alarms;
    a.tally.undecided += b.tally.undecided;
    a.microseconds.insert(a.microseconds.end(), b.microseconds.begin(), b.microseconds.end());
    return a;
}

void add_targets(const Outcome& outcome, ElementaryTargets& targets) {
    const Times times = times_of(outcome.microseconds);
    const double alarms =
        100.0 * static_cast<double>(outcome.tally.false_alarms) / static_cast<double>(outcome.tally.queries);
    const auto missed = static_cast<double>(outcome.tally.missed);
    targets.push_back({"linear, mean us", "<= 20", times.mean, times.mean <= 20.0});
    targets.push_back({"linear, max us", "<= 2000", times.max, times.max <= 2000.0});
    targets.push_back({"linear, missed", "0", missed, outcome.tally.missed == 0});
    targets.push_back({"linear, false alarms, %", "<= 3.1", alarms, alarms <= 3.1});
}

}  // namespace

bool contest_linear(const ElementaryWishes& wishes, ElementaryTargets& targets) {
    const auto sets = sets_for(wishes);
    if (!sets) {
        fmt::print(stderr, "graze-bench: {}\n", sets.error().message);
        return false;
    }
    fmt::print(
        "## Hard queries on straight lines\n\n{}. Tolerance {:g}. Only Graze and Redon02 prove `clear`.\n\n",
        wishes.queries.empty() ? "Degenerate by construction, in exact arithmetic; those that are no contact "
                                 "pass each other at some "
                                 "1e-2 to 1e-6, a few at 1e-8,\nwhere a false alarm is within the tolerance"
                               : "From the files given",
        kContestTolerance);
    std::vector<TableRow> table{outcome_header({"method", "set"})};
    for (const Method& method : kMethods) {
        Outcome all;
        std::vector<TableRow> rows;
        for (const Set& set : *sets) {
            Outcome outcome;
            for (const LinearQuery& query : set.queries)
                time_query(outcome, query.is_contact, [&] { return method.verdict(query); });
            rows.push_back(outcome_row({method.name, set.name}, outcome));
            all = joined(std::move(all), outcome);
        }
        table.push_back(outcome_row({method.name, "all"}, all));
        if (sets->size() > 1) table.insert(table.end(), rows.begin(), rows.end());
        if (&method == kMethods) add_targets(all, targets);
    }
    print_table(table);
    return true;
}

}  // namespace graze::bench
