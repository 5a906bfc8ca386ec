#include "continuous/race.h"

#include "continuous/advancement.h"
#include "continuous/measure.h"
#include "markdown.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::bench {
namespace {

std::string percent(std::size_t part, std::size_t of) {
    return fmt::format("{:.0f} %", 100.0 * static_cast<double>(part) / static_cast<double>(of));
}

TableRow row_of(const std::string& name, const std::vector<double>& us, double ratio) {
    const Spread s = spread_of(us);
    return {name,           std::to_string(us.size()),
            figure(s.mean), figure(s.median),
            figure(s.p95),  figure(s.max),
            figure(ratio)};
}

void append_judgement(const Judgement& j, const std::string& counters, TableRow& row) {
    for (const std::uint64_t count : {j.contacts, j.misses, j.false_alarms, j.early, j.late})
        row.push_back(std::to_string(count));
    row.push_back(fmt::format("{:.1e}", j.farthest));
    row.push_back(counters);
}

std::string counters_of(const std::vector<Truth>& truths) {
    FirstContactCounters sum;
    for (const Truth& truth : truths) {
        sum.node_pairs += truth.ours.counters.node_pairs;
        sum.triangle_pairs += truth.ours.counters.triangle_pairs;
        sum.feature_pairs += truth.ours.counters.feature_pairs;
        sum.elementary += truth.ours.counters.elementary;
    }
    const auto mean = [&](std::uint64_t count) {
        return fmt::format("{:.0f}", static_cast<double>(count) / static_cast<double>(truths.size()));
    };
    return fmt::format("{} nodes, {} triangles, {} features, {} cells", mean(sum.node_pairs),
                       mean(sum.triangle_pairs), mean(sum.feature_pairs), mean(sum.elementary));
}

/// The first round: as many queries as there is time for, and what is to be said of the answers.
LaneResult run_lane(Lane& lane, const std::vector<ContinuousQuery>& queries, const std::vector<Truth>& truths,
                    Judge& judge) {
    constexpr std::size_t kFewest = 3;
    LaneResult result;
    result.name = lane.peer.name;
    const double start = thread_seconds();
    double judging = 0.0;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        if (i >= kFewest && thread_seconds() - start - judging > lane.seconds) break;
        lane.peer.peer->move(plain(queries[i]));
        PeerContact answer;
        result.us.push_back(least_cpu_microseconds([&] { answer = lane.peer.peer->first_contact(); }));
        result.steps += static_cast<double>(answer.steps);
        judging += cpu_seconds_of(1, [&] { judge.judge(queries[i], truths[i], answer, result.judgement); });
    }
    result.steps /= static_cast<double>(result.us.size());
    return result;
}

/// Another round over the same queries.
void run_again(Lane& lane, const std::vector<ContinuousQuery>& queries, LaneResult& result) {
    for (std::size_t i = 0; i < result.us.size(); ++i) {
        if (result.us[i] > 1e6 * kLongQuery) continue;
        lane.peer.peer->move(plain(queries[i]));
        result.us[i] =
            std::min(result.us[i], least_cpu_microseconds([&] { (void)lane.peer.peer->first_contact(); }));
    }
}

/// Ours first: its answers are what the others are held against, and theirs may refute it.
std::vector<Truth> run_ours(const ContinuousBodies& bodies, const std::vector<ContinuousQuery>& queries,
                            Judge& judge, RaceResult& result) {
    FirstContactWorkspace workspace;
    std::vector<Truth> truths;
    for (const ContinuousQuery& query : queries) {
        OurAnswer answer{};
        result.us.push_back(least_cpu_microseconds([&] {
            const FirstContact found = ask(bodies, query, {}, workspace);
            answer = {found.verdict, found.clear_until, found.counters};
        }));
        truths.push_back(judge.truth_of(query, answer));
        const bool is_contact = answer.verdict == ContactVerdict::Contact;
        result.contacts += is_contact;
        result.undecided += answer.verdict == ContactVerdict::Undecided;
        result.unconfirmed += is_contact && !truths.back().is_confirmed;
    }
    return truths;
}

void run_ours_again(const ContinuousBodies& bodies, const std::vector<ContinuousQuery>& queries,
                    RaceResult& result) {
    FirstContactWorkspace workspace;
    for (std::size_t i = 0; i < queries.size(); ++i)
        result.us[i] = std::min(
            result.us[i], least_cpu_microseconds([&] { (void)ask(bodies, queries[i], {}, workspace); }));
}

}  // namespace

RaceResult race(const ContinuousBodies& bodies, const std::vector<ContinuousQuery>& queries,
                std::vector<Lane> lanes) {
    Judge judge(bodies);
    RaceResult result;
    const std::vector<Truth> truths = run_ours(bodies, queries, judge, result);
    std::vector<TableRow> rows{{"us a query", "queries", "mean", "median", "p95", "max", "times ours",
                                "contacts", "misses", "false", "early", "late", "farthest", "work a query"}};
    Judgement own;
    for (std::size_t i = 0; i < queries.size(); ++i)
        judge.judge(queries[i], truths[i],
                    {truths[i].ours.verdict == ContactVerdict::Contact, truths[i].ours.clear_until, 0}, own);
    for (Lane& lane : lanes) result.lanes.push_back(run_lane(lane, queries, truths, judge));
    for (int round = 1; round < kContinuousRounds; ++round) {
        run_ours_again(bodies, queries, result);
        for (std::size_t i = 0; i < lanes.size(); ++i) run_again(lanes[i], queries, result.lanes[i]);
    }
    std::vector<TableRow> of_lanes;
    for (LaneResult& lane : result.lanes) {
        lane.mean = mean_of_first(lane.us, lane.us.size());
        lane.our_mean = mean_of_first(result.us, lane.us.size());
        of_lanes.push_back(row_of(lane.name, lane.us, lane.mean / lane.our_mean));
        append_judgement(lane.judgement, lane.steps > 0.0 ? fmt::format("{:.0f} steps", lane.steps) : "-",
                         of_lanes.back());
        result.refuted += lane.judgement.refutes;
    }
    own.misses = result.refuted;
    rows.push_back(row_of("Graze", result.us, 1.0));
    append_judgement(own, counters_of(truths), rows.back());
    rows.insert(rows.end(), of_lanes.begin(), of_lanes.end());
    print_table(rows);
    fmt::print(
        "{} of the {} motions end in contact; undecided: {}; contacts of ours not confirmed: {}; "
        "refuted by others: {}.\n\n",
        percent(result.contacts, queries.size()), queries.size(), result.undecided, result.unconfirmed,
        result.refuted);
    return result;
}

void add_advancements(const ContinuousBodies& bodies, double seconds, std::vector<Lane>& lanes) {
    const MeshData a = bodies.data_a(), b = bodies.data_b();
    lanes.push_back(
        {{"advancement on FCL's distance, native",
          make_advancement(make_fcl_native_obbrss(a.plain(), b.plain()), b.plain(), bodies.tolerance)},
         seconds});
    lanes.push_back({{"advancement pair by pair on FCL's trees, native",
                      make_local_advancement(a.plain(), b.plain(), bodies.tolerance)},
                     seconds});
}

double best_ratio(const RaceResult& result, const std::string& name_begins) {
    double best = std::numeric_limits<double>::quiet_NaN();
    for (const LaneResult& lane : result.lanes)
        if (lane.name.rfind(name_begins, 0) == 0 && !(lane.mean / lane.our_mean >= best))
            best = lane.mean / lane.our_mean;
    return best;
}

}  // namespace graze::bench
