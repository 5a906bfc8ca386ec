// What each lever is worth: instruction sets, the levers of the search, memory, threads.
#include "bench.h"
#include "continuous/allocations.h"
#include "continuous/conforming_scenes.h"
#include "continuous/contest.h"
#include "continuous/measure.h"
#include "continuous/unrounded.h"
#include "markdown.h"

#include "graze/continuous/search/tuning.h"
#include "graze/core/hash.h"
#include "graze/core/parallel.h"
#include "graze/core/random.h"

#include <chrono>
#include <functional>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// Queries of two bodies that a setting is tried on.
struct Course {
    const ContinuousBodies& bodies;
    std::vector<ContinuousQuery> queries;
};

struct Tried {
    Spread us;
    double node_pairs = 0.0, rows = 0.0, features = 0.0;
    std::uint64_t answers = 0;  // a hash
};

struct Setting {
    std::string name;
    FirstContactTuning tuning;
    const char* target = "";  // instruction set; "": the best
    FirstContactSearch* search = first_contact;
};

/// All settings on one query after the other, in several rounds, so that what else the machine does meets all
/// of them.
std::vector<Tried> attempt(const Course& course, const std::vector<Setting>& settings) {
    FirstContactWorkspace workspace;
    std::vector<Tried> tried(settings.size());
    std::vector<std::vector<double>> us(settings.size());
    std::vector<Hash> answers(settings.size());
    const auto count = static_cast<double>(course.queries.size());
    for (const ContinuousQuery& query : course.queries) {
        std::vector<FirstContact> found(settings.size());
        for (auto& times : us) times.push_back(HUGE_VAL);
        for (int round = 0; round < kContinuousRounds; ++round)
            for (std::size_t i = 0; i < settings.size(); ++i) {
                force_wide_target(settings[i].target);
                us[i].back() = std::min(us[i].back(), least_cpu_microseconds([&] {
                                            found[i] =
                                                ask(course.bodies, query, {.tuning = &settings[i].tuning},
                                                    workspace, *settings[i].search);
                                        }));
            }
        for (std::size_t i = 0; i < settings.size(); ++i) {
            tried[i].node_pairs += double(found[i].counters.node_pairs) / count;
            tried[i].rows += double(found[i].counters.rows) / count;
            tried[i].features += double(found[i].counters.feature_pairs) / count;
            answers[i].add(found[i].clear_until);
            answers[i].add(static_cast<std::uint64_t>(found[i].verdict));
        }
    }
    force_wide_target("");
    for (std::size_t i = 0; i < settings.size(); ++i) {
        tried[i].us = spread_of(us[i]);
        tried[i].answers = answers[i].value();
    }
    return tried;
}

struct Lever {
    const char* name;
    std::function<void(FirstContactTuning&)> set;
};

const std::vector<Lever>& levers() {
    static const std::vector<Lever> kLevers{
        {"all on", [](auto&) {}},
        {"no time clipping", [](auto& o) { o.clipping = TimeClipping::Off; }},
        {"isotropic bends", [](auto& o) { o.bends = BendBounds::Isotropic; }},
        {"no filter on triangles of leaves", [](auto& o) { o.leaf_filter = LeafFilter::None; }},
        {"no guess, nothing put off", [](auto& o) { o.guesses = 0; }},
        {"not the earliest first", [](auto& o) { o.order = VisitOrder::AsTheyCome; }},
        {"time divided late (0.1 for 0.04)", [](auto& o) { o.most_bend = 0.1f; }},
        {"time divided early (0.01)", [](auto& o) { o.most_bend = 0.01f; }},
        {"no fused multiply-adds", [](auto& o) { o.bounds = BoxBounds::Simd; }},
        {"plain doubles, no SIMD (and no leaf filter)", [](auto& o) { o.bounds = BoxBounds::Plain; }},
    };
    return kLevers;
}

TableRow lever_row(const std::string& name, const Tried& tried, const Tried& best) {
    return {name,
            figure(tried.us.mean),
            figure(tried.us.p95),
            figure(tried.us.mean / best.us.mean),
            figure(tried.node_pairs),
            figure(tried.rows),
            figure(tried.features),
            tried.answers == best.answers ? "same" : "differ"};
}

const TableRow kLeverHead{"us a query", "mean",      "p95",           "times all on",
                          "node pairs", "rows of 8", "feature pairs", "answers"};

void try_levers(const Course& course, const std::string& title) {
    fmt::print("## Levers off, one at a time: {}, {} queries\n\n", title, course.queries.size());
    std::vector<Setting> settings;
    for (const Lever& lever : levers()) {
        settings.push_back({lever.name, {}});
        lever.set(settings.back().tuning);
    }
    const std::vector<Tried> tried = attempt(course, settings);
    std::vector<TableRow> rows{kLeverHead};
    for (std::size_t i = 0; i < settings.size(); ++i)
        rows.push_back(lever_row(settings[i].name, tried[i], tried[0]));
    print_table(rows);
}

void try_instructions(const Course& course, const std::string& title, ContinuousContest& contest) {
    fmt::print("## Instruction sets: {}\n\n", title);
    std::vector<Setting> settings;
    for (const char* target : wide_targets()) settings.push_back({target, {}, target});
    const std::vector<Tried> tried = attempt(course, settings);
    std::vector<TableRow> rows{kLeverHead};
    rows[0][3] = "times the best";
    double avx2 = kNotMeasured;
    for (std::size_t i = 0; i < settings.size(); ++i) {
        rows.push_back(lever_row(settings[i].name, tried[i], tried[0]));
        if (settings[i].name == "AVX2") avx2 = tried[0].us.mean / tried[i].us.mean;
    }
    print_table(rows);
    const bool is_best = settings.front().name == "AVX2";
    contest.at_least(fmt::format("{}: speed with AVX2 over {}", title, settings.front().name),
                     is_best ? kNotMeasured : avx2, 0.5,
                     is_best ? "AVX2 is the best that this processor and this build have" : "");
}

/// What the margins for rounding cost, which make the answers proofs.
void try_rounding(const Course& course, const std::string& title, ContinuousContest& contest) {
    fmt::print("## Rounding: {}, without margins for it\n\n", title);
    const std::vector<Setting> settings{{"as it is", {}},
                                        {"without margins, nothing proved", {}, "", unrounded_first_contact}};
    const std::vector<Tried> tried = attempt(course, settings);
    std::vector<TableRow> rows{kLeverHead};
    for (std::size_t i = 0; i < settings.size(); ++i)
        rows.push_back(lever_row(settings[i].name, tried[i], tried[0]));
    rows[0][3] = "times as it is";
    print_table(rows);
    contest.at_most(title + ": sound rounding, more time", tried[0].us.mean / tried[1].us.mean - 1.0, 0.1);
}

void count_allocations(const Course& course, ContinuousContest& contest) {
    FirstContactWorkspace workspace;
    for (const ContinuousQuery& query : course.queries) (void)ask(course.bodies, query, {}, workspace);
    const std::uint64_t before = allocations();
    for (const ContinuousQuery& query : course.queries) (void)ask(course.bodies, query, {}, workspace);
    const std::uint64_t made = allocations() - before;
    fmt::print("Allocations in {} queries once the workspace has grown: {}.\n\n", course.queries.size(),
               made);
    contest.at_most("allocations in steady state", double(made), 0.0);
}

/// The same way again and again, each time a little different, as a simulator asks.
std::vector<ContinuousQuery> similar_to(const ContinuousQuery& query, double size, Rng& rng) {
    constexpr int kSteps = 8;
    constexpr double kLittle = 2e-3;  // of the size; in radians
    std::vector<ContinuousQuery> steps(kSteps, query);
    const auto little = [&]() -> Vec3 {
        return kLittle * Vec3(rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0));
    };
    for (int i = 1; i < kSteps; ++i) {
        steps[i].poses = steps[i - 1].poses;
        for (Pose* pose : {&steps[i].poses.from, &steps[i].poses.to}) {
            pose->translation += size * little();
            const Vec3 turn = 0.5 * little();
            pose->rotation =
                (Eigen::Quaterniond(1.0, turn.x(), turn.y(), turn.z()) * pose->rotation).normalized();
        }
    }
    return steps;
}

/// Coherence: each query with and without the memo of the one before it.
void try_coherence(const Course& course, const std::string& title) {
    Rng rng(12);
    FirstContactWorkspace workspace;
    struct Sum {
        std::vector<double> us;
        double node_pairs = 0.0;
        Hash answers;
        void add(double time, const FirstContact& found) {
            us.push_back(time);
            node_pairs += double(found.counters.node_pairs);
            answers.add(found.clear_until);
            answers.add(static_cast<std::uint64_t>(found.verdict));
        }
    };
    Sum all[2], meeting[2];
    for (const ContinuousQuery& query : course.queries) {
        FirstContactMemo memo;
        bool is_first = true;
        for (const ContinuousQuery& step : similar_to(query, course.bodies.size, rng)) {
            FirstContact found[2];
            FirstContactOptions options[2];
            options[1].last = &memo;
            double us[2];
            for (int with = 0; with < 2; ++with)
                us[with] = least_cpu_microseconds(
                    [&] { found[with] = ask(course.bodies, step, options[with], workspace); });
            for (int with = 0; with < 2 && !is_first; ++with) {
                all[with].add(us[with], found[with]);
                if (found[with].verdict == ContactVerdict::Contact) meeting[with].add(us[with], found[with]);
            }
            is_first = false;
            if (found[0].memo.is_set) memo = found[0].memo;
        }
    }
    fmt::print("## Coherence: {}, seven steps after each query, by 0.2 % of the size and 0.002 radians\n\n",
               title);
    std::vector<TableRow> rows{
        {"us a query", "queries", "mean", "p95", "times without", "node pairs", "answers"}};
    const auto add = [&](const char* name, const Sum& sum, const Sum& without) {
        const Spread us = spread_of(sum.us), base = spread_of(without.us);
        rows.push_back({name, std::to_string(sum.us.size()), figure(us.mean), figure(us.p95),
                        figure(us.mean / base.mean), figure(sum.node_pairs / double(sum.us.size())),
                        sum.answers.value() == without.answers.value() ? "same" : "differ"});
    };
    add("without the last result", all[0], all[0]);
    add("with it", all[1], all[0]);
    add("those that meet, without", meeting[0], meeting[0]);
    add("those that meet, with it", meeting[1], meeting[0]);
    print_table(rows);
    fmt::print("[Redon02] reports 15 % for the front of the last frame.\n\n");
}

/// What one and two threads take, wall clock, ms: the least of several each, in turns, so that a machine that
/// others disturb for a while disturbs both.
struct OneAndTwo {
    double one = HUGE_VAL, two = HUGE_VAL;

    [[nodiscard]] double times_as_fast() const { return one / two; }
};
template <class Work>
OneAndTwo time_threads(Work&& work) {
    constexpr int kTurns = 30;
    OneAndTwo least;
    for (int turn = 0; turn < kTurns; ++turn)
        for (const int threads : {1, 2}) {
            const auto start = std::chrono::steady_clock::now();
            work(threads);
            const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
            double& best = threads == 1 ? least.one : least.two;
            best = std::min(best, took.count());
        }
    return least;
}

void try_threads(const Course& course, ContinuousContest& contest) {
    constexpr std::size_t kTimesOver = 10;
    const std::size_t count = kTimesOver * course.queries.size();
    const OneAndTwo ms = time_threads([&](int threads) {
        keep(parallel_for(count, {.threads = threads, .grain = 8}, [&](std::size_t i) {
            thread_local FirstContactWorkspace workspace;
            keep(ask(course.bodies, course.queries[i % course.queries.size()], {}, workspace).clear_until);
        }));
    });
    fmt::print("## Two threads: {} queries as one batch, wall clock\n\n", count);
    print_table({{"threads", "ms", "times as fast"},
                 {"1", figure(ms.one), "1"},
                 {"2", figure(ms.two), figure(ms.times_as_fast())}});
    contest.at_least("a batch on two threads, times as fast", ms.times_as_fast(), 1.6);
}

/// Queries that take more than 2 ms, shared by two threads.
void try_threads_within(ContinuousContest& contest) {
    constexpr double kLong = 2.0;  // ms
    std::vector<TableRow> rows{{"one query", "1 thread, ms", "2 threads, ms", "times as fast"}};
    FirstContactWorkspace workspace;
    for (const NearWay& way : near_ways()) {
        const RigidMotion rest = AtRest{Pose{}};
        const MovingModel a{way.bodies->a, rest}, b{way.bodies->b, way.motion, &way.start};
        const OneAndTwo ms = time_threads([&](int threads) {
            FirstContactOptions options;
            options.threads = threads;
            keep(first_contact(a, b, options, workspace).clear_until);
        });
        if (ms.one < kLong) continue;
        rows.push_back({way.name, figure(ms.one), figure(ms.two), figure(ms.times_as_fast())});
        contest.at_least(fmt::format("{} on two threads, times as fast", way.name), ms.times_as_fast(), 1.6);
    }
    fmt::print("## Two threads within one query, wall clock\n\n");
    print_table(rows);
}

}  // namespace

void contest_levers(ContinuousContest& contest) {
    const auto bodies = bunnies_of(20000);
    const Course screws{*bodies, random_screws(*bodies, contest.queries(100))};
    const NearWay way = screw_quarter_turn();
    const Course thread{*way.bodies, {*way.as_poses}};
    try_levers(screws, "bunnies of 20k");
    try_levers(thread, "screw in its nut, quarter turn");
    try_coherence(screws, "bunnies of 20k");
    try_instructions(screws, "bunnies of 20k", contest);
    try_instructions(thread, "screw in its nut, quarter turn", contest);
    count_allocations(screws, contest);
    try_threads(screws, contest);
    try_threads_within(contest);
    try_rounding(screws, "bunnies of 20k", contest);
    try_rounding(thread, "screw in its nut, quarter turn", contest);
}

}  // namespace graze::bench
