// When do two moving bodies first meet? Graze, its levers, FCL, and advancement written by hand, in one run.
#include "bench.h"
#include "continuous/contest.h"
#include "continuous/measure.h"
#include "markdown.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kUsage =
    "graze-bench continuous [--quick] [--only "
    "screws|slerps|conforming|levers|redon|boxes|size|scenes|arms]... "
    "[--pictures "
    "DIR]\n";

constexpr std::array<const char*, 9> kSections{"screws", "slerps", "conforming", "levers", "redon",
                                               "boxes",  "size",   "scenes",     "arms"};
constexpr std::array<const char*, 1> kOptions{"--pictures"};

}  // namespace

void print_continuous_targets(const ContinuousContest& contest) {
    fmt::print("## Targets\n\n");
    std::vector<TableRow> rows{{"target", "measured", "wanted", "state", "note"}};
    int met = 0;
    for (const ContinuousTarget& target : contest.targets) {
        const bool at_most = target.sense == ContinuousTarget::Sense::AtMost;
        const bool is_met = at_most ? target.measured <= target.wanted : target.measured >= target.wanted;
        met += is_met;
        rows.push_back({target.name, figure(target.measured),
                        fmt::format("{} {}", at_most ? "at most" : "at least", figure(target.wanted)),
                        std::isnan(target.measured) ? "not measured"
                        : is_met                    ? "met"
                                                    : "unmet",
                        target.note});
    }
    print_table(rows);
    fmt::print("{} of {} met.\n\n", met, contest.targets.size());
}

int run_continuous(std::span<const std::string> arguments) {
    const auto wishes = parse_wishes(arguments, kSections, kOptions, kUsage);
    if (!wishes) return 2;
    ContinuousContest contest;
    contest.quick = wishes->quick;
    contest.pictures = wishes->last("--pictures");
    fmt::print(
        "One thread, its CPU time. Each query: the least of {} runs (one run if it takes half a second), in "
        "races of {} rounds\n"
        "over all methods; from two poses to the answer. Body a stands still. \"native\": compiled here for "
        "this processor.\n\n",
        kContinuousRepeats, kContinuousRounds);
    if (wishes->has("screws")) contest_screws(contest);
    if (wishes->has("slerps")) contest_slerps(contest);
    if (wishes->has("conforming")) contest_conforming(contest);
    if (wishes->has("levers")) contest_levers(contest);
    if (wishes->has("redon")) contest_redon(contest);
    if (wishes->has("boxes")) contest_boxes(contest);
    if (wishes->has("size")) contest_size(contest);
    if (wishes->has("scenes")) contest_scenes(contest);
    if (wishes->has("arms")) contest_arms(contest);
    if (!contest.targets.empty()) print_continuous_targets(contest);
    return 0;
}

}  // namespace graze::bench
