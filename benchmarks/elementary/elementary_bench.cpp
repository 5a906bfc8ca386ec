// When do two moving features first meet? Ours next to the two papers' methods and a floating-point cubic.
#include "bench.h"
#include "elementary/contest.h"

#include <array>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kUsage =
    "graze-bench elementary [--quick] [--only rigid|linear|rejections]... [--queries DIR]\n"
    "  --queries: linear queries from DIR/SCENE/{edge-edge,vertex-face}/*.csv instead of our own\n";

constexpr std::array<const char*, 3> kSections{"rigid", "linear", "rejections"};
constexpr std::array<const char*, 1> kOptions{"--queries"};

void print_targets(const ElementaryTargets& targets) {
    fmt::print("## Targets\n\n");
    std::vector<TableRow> table{{"what", "wanted", "measured", "met"}};
    for (const ElementaryTarget& target : targets)
        table.push_back(
            {target.what, target.wanted, figure(target.measured), target.is_met ? "met" : "unmet"});
    print_table(table);
}

}  // namespace

int run_elementary(std::span<const std::string> arguments) {
    const auto asked = parse_wishes(arguments, kSections, kOptions, kUsage);
    if (!asked) return 2;
    ElementaryWishes wishes;
    wishes.quick = asked->quick;
    wishes.queries = asked->last("--queries");
    fmt::print(
        "One thread. Each query: the least of {} runs; mean, median, p99 and max over the queries.\n\n",
        kRepeats);
    ElementaryTargets targets;
    if (asked->has("rigid")) contest_rigid(wishes, targets);
    if (asked->has("linear") && !contest_linear(wishes, targets)) return 2;
    if (asked->has("rejections")) contest_rejections(wishes, targets);
    print_targets(targets);
    return 0;
}

}  // namespace graze::bench
