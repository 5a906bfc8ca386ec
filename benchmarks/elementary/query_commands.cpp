// graze-bench ccd-queries and rigid-queries: first contact for the queries of a file.
#include "bench.h"
#include "elementary/query_files.h"
#include "elementary/query_table.h"

#include "graze_papers/touch_proof.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kLinearUsage =
    "graze-bench ccd-queries DIR [--tolerance 1e-6]\n"
    "  DIR holds SCENE/edge-edge/*.csv and SCENE/vertex-face/*.csv; the tolerance is a length above 0\n";
constexpr const char* kRigidUsage =
    "graze-bench rigid-queries FILE [--tolerance 1e-6] [--each]\n"
    "  FILE: lines `name ee|vf nA xA... pA0 rA0 pA1 rA1 nB xB... pB0 rB0 pB1 rB1`; the tolerance is a length "
    "above "
    "0\n  --each: a line `name verdict t_lo t_hi microseconds` per query on standard output, the summary on "
    "standard error\n";

struct Wishes {
    std::string path;
    double tolerance = 1e-6;
    bool each = false;
};

bool parse(std::span<const std::string> arguments, bool may_each, Wishes& wishes) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (take_number(arguments, i, "--tolerance", wishes.tolerance)) continue;
        if (may_each && arguments[i] == "--each")
            wishes.each = true;
        else if (wishes.path.empty() && !arguments[i].starts_with("--"))
            wishes.path = arguments[i];
        else
            return false;
    }
    return !wishes.path.empty() && wishes.tolerance > 0.0;
}

int complain(const std::string& message) {
    fmt::print(stderr, "graze-bench: {}\n", message);
    return 2;
}

// A time at or before which they are proved to touch, if there is one.
std::string proved_touch(const std::array<MovingFeature, 2>& features, const FeatureContact& result) {
    if (result.verdict != ContactVerdict::Contact) return "-";
    if (result.distance_hi <= 0.0) return fmt::format("{}", result.clear_until);
    const auto time = papers::prove_touch(features[0], features[1], result.clear_until);
    return time ? fmt::format("{}", *time) : "-";
}

}  // namespace

int run_ccd_queries(std::span<const std::string> arguments) {
    Wishes wishes;
    if (!parse(arguments, false, wishes)) return fmt::print(stderr, "{}", kLinearUsage), 2;
    const auto set = read_linear_query_folder(wishes.path);
    if (!set) return complain(set.error().message);
    if (set->rounded > 0)
        fmt::print(
            stderr,
            "graze-bench: {} coordinates are no doubles and were rounded to the nearest; the first: {}\n",
            set->rounded, set->first_rounded);
    std::vector<TableRow> table{outcome_header({"kind"})};
    for (const QueryKind kind : {QueryKind::EdgeEdge, QueryKind::VertexFace}) {
        Outcome outcome;
        for (const LinearQuery& query : set->queries) {
            if (query.kind != kind) continue;
            const auto [a, b] = features_of(query);
            time_query(outcome, query.is_contact, [&a = a, &b = b, &wishes] {
                return first_feature_contact(a, b, {.tolerance = wishes.tolerance}).verdict;
            });
        }
        table.push_back(outcome_row({name_of(kind)}, outcome));
    }
    print_table(table);
    return 0;
}

int run_rigid_queries(std::span<const std::string> arguments) {
    Wishes wishes;
    if (!parse(arguments, true, wishes)) return fmt::print(stderr, "{}", kRigidUsage), 2;
    const auto file = read_rigid_file(wishes.path);
    if (!file) return complain(file.error().message);
    const bool is_known = !file->truths.empty();
    std::vector<TableRow> table{outcome_header({"kind"})};
    std::array<Outcome, 2> outcomes;
    std::size_t found = 0;
    for (const RigidQuery& query : file->queries) {
        const auto motions = motions_of(query);
        const auto features = features_of(query, motions);
        Outcome& outcome = outcomes[query.kind == QueryKind::EdgeEdge ? 0 : 1];
        outcome.is_truth_known = is_known;
        FeatureContact result{};
        const bool is_contact = is_known && file->truths.find(query.name)->second.is_contact;
        time_query(outcome, is_contact, [&] {
            result = first_feature_contact(features[0], features[1], {.tolerance = wishes.tolerance});
            return result.verdict;
        });
        found += result.verdict == ContactVerdict::Contact;
        if (wishes.each)
            fmt::print("{} {} {} {} {:.3f}\n", query.name, name_of(result.verdict), result.clear_until,
                       proved_touch(features, result), outcome.microseconds.back());
    }
    std::FILE* out = wishes.each ? stderr : stdout;
    table.push_back(outcome_row({name_of(QueryKind::EdgeEdge)}, outcomes[0]));
    table.push_back(outcome_row({name_of(QueryKind::VertexFace)}, outcomes[1]));
    print_table(table, out);
    fmt::print(out, "{} queries: {} contact, {} clear, {} undecided{}\n", file->queries.size(), found,
               file->queries.size() - found - outcomes[0].tally.undecided - outcomes[1].tally.undecided,
               outcomes[0].tally.undecided + outcomes[1].tally.undecided,
               is_known ? "" : "; no FILE.truth beside it, so nothing is said about right and wrong");
    return 0;
}

}  // namespace graze::bench
