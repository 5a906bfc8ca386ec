// When do two moving features first meet? Ours next to the two papers' methods and a floating-point cubic.
#include "bench.h"
#include "elementary/contest.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kUsage =
    "graze-bench elementary [--quick] [--only rigid|linear|rejections]... [--queries DIR]\n"
    "  --queries: linear queries from DIR/SCENE/{edge-edge,vertex-face}/*.csv instead of our own\n";

struct Wishes : ElementaryWishes {
    std::vector<std::string> sections;
    [[nodiscard]] bool has(const char* section) const {
        return sections.empty() || std::find(sections.begin(), sections.end(), section) != sections.end();
    }
};

bool parse(std::span<const std::string> arguments, Wishes& wishes) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool has_value = i + 1 < arguments.size();
        if (arguments[i] == "--quick")
            wishes.quick = true;
        else if (arguments[i] == "--only" && has_value)
            wishes.sections.push_back(arguments[++i]);
        else if (arguments[i] == "--queries" && has_value)
            wishes.queries = arguments[++i];
        else
            return false;
    }
    const auto is_known = [](const std::string& s) {
        return s == "rigid" || s == "linear" || s == "rejections";
    };
    return std::all_of(wishes.sections.begin(), wishes.sections.end(), is_known);
}

void print_targets(const ElementaryTargets& targets) {
    fmt::print("### Targets\n\n");
    std::vector<TableRow> table{{"what", "wanted", "measured", "met"}};
    for (const ElementaryTarget& target : targets)
        table.push_back(
            {target.what, target.wanted, figure(target.measured), target.is_met ? "met" : "unmet"});
    print_table(table);
}

}  // namespace

int run_elementary(std::span<const std::string> arguments) {
    Wishes wishes;
    if (!parse(arguments, wishes)) return fmt::print(stderr, "{}", kUsage), 2;
    fmt::print(
        "One thread. Each query: the least of {} runs; mean, median, p99 and max over the queries.\n\n",
        kRepeats);
    ElementaryTargets targets;
    if (wishes.has("rigid")) contest_rigid(wishes, targets);
    if (wishes.has("linear") && !contest_linear(wishes, targets)) return 2;
    if (wishes.has("rejections")) contest_rejections(wishes, targets);
    print_targets(targets);
    return 0;
}

}  // namespace graze::bench
