// The method of [Redon02] for whole bodies, with each of its optimisations off, beside what the paper says of
// them; and beside our search.
#include "bench.h"
#include "continuous/bodies.h"
#include "continuous/contest.h"
#include "continuous/measure.h"
#include "markdown.h"

#include "graze_papers/redon_bodies.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

using namespace papers;  // NOLINT(google-build-using-namespace): all of this is about them

struct Variant {
    const char* name;
    RedonBodiesOptions options;
    const char* paper;
};

std::vector<Variant> variants() {
    return {
        {"all on", {}, ""},
        {"no discrete tests first",
         {.pretest = DiscretePretest::Off},
         "slower in small steps, else no matter"},
        {"no current collision time", {.current_time = CurrentTime::Off}, "quadratic growth"},
        {"children as stored", {.order = ChildOrder::AsStored}, "the same, for fast bodies"},
        {"six axes (partial tests)", {.axes = ObbAxes::Faces}, "moderate speedup"},
        {"k = 0.05", {.k = 0.05}, ""},
        {"k = 1", {.k = 1.0}, "0.2 culls most false hits"},
    };
}

struct Trees {
    const ContinuousBodies& bodies;
    ObbTree a, b;
};

struct Sums {
    std::vector<double> us;
    double box_pairs = 0, discrete = 0, continuous = 0, divisions = 0, triangles = 0, features = 0;
    std::size_t differ = 0;

    void add(double microseconds, const RedonBodiesCounters& n) {
        us.push_back(microseconds);
        box_pairs += double(n.box_pairs), discrete += double(n.discrete_tests);
        continuous += double(n.continuous_tests), divisions += double(n.divisions);
        triangles += double(n.triangle_pairs), features += double(n.feature_pairs);
    }
    [[nodiscard]] TableRow row(const std::string& name, double reference, const std::string& paper) const {
        const auto mean = [&](double sum) { return figure(sum / double(us.size())); };
        const Spread s = spread_of(us);
        return {name,
                std::to_string(us.size()),
                figure(s.mean),
                figure(s.max),
                figure(s.mean / reference),
                mean(box_pairs),
                mean(discrete),
                mean(continuous),
                mean(divisions),
                mean(triangles),
                mean(features),
                std::to_string(differ),
                paper};
    }
};

const TableRow kHead{"us a query", "queries",        "mean",       "max",       "times all on",
                     "box pairs",  "discrete",       "continuous", "divisions", "triangles",
                     "features",   "other verdicts", "the paper"};

/// One query of the baseline. The start is the caller's word: nobody's time is spent on it.
RedonBodiesContact ask_redon(const Trees& trees, const RigidMotion& motion, const RedonBodiesOptions& options,
                             RedonFront* front = nullptr) {
    static const RigidMotion kRest = AtRest{};
    const MovingModel a{trees.bodies.a, kRest}, b{trees.bodies.b, motion};
    return redon_bodies_contact({a, trees.a}, {b, trees.b}, options, front);
}

void race_variants(const Trees& trees, const std::vector<ContinuousQuery>& queries) {
    std::vector<TableRow> rows{kHead};
    FirstContactWorkspace workspace;
    std::vector<double> ours;
    std::vector<ContactVerdict> verdicts;
    for (const ContinuousQuery& query : queries) {
        const RigidMotion motion = motion_of(query), rest = AtRest{};
        ours.push_back(least_cpu_microseconds([&] {
            verdicts.resize(ours.size());
            verdicts.push_back(
                first_contact({trees.bodies.a, rest}, {trees.bodies.b, motion}, {}, workspace).verdict);
        }));
    }
    std::vector<double> all_on;
    for (const Variant& variant : variants()) {
        Sums sums;
        const bool is_slow = variant.options.current_time == CurrentTime::Off;
        const std::size_t count = is_slow ? std::min<std::size_t>(queries.size(), 5) : queries.size();
        for (std::size_t i = 0; i < count; ++i) {
            const RigidMotion motion = motion_of(queries[i]);
            RedonBodiesContact found;
            const double us =
                least_cpu_microseconds([&] { found = ask_redon(trees, motion, variant.options); });
            sums.add(us, found.counters);
            sums.differ += found.verdict != verdicts[i];
        }
        if (rows.size() == 1) all_on = sums.us;
        const double reference = mean_of_first(all_on, sums.us.size());
        rows.push_back(sums.row(variant.name, reference, variant.paper));
    }
    const Spread s = spread_of(ours);
    rows.push_back({"our search, for comparison", std::to_string(ours.size()), figure(s.mean), figure(s.max),
                    figure(s.mean / mean_of_first(all_on, all_on.size())), "-", "-", "-", "-", "-", "-", "0",
                    ""});
    print_table(rows);
}

/// Steps of a simulator: the last fifth of a path before its contact, in equal parts.
std::vector<ContinuousQuery> steps_before(const ContinuousQuery& query, double contact, int count) {
    std::vector<ContinuousQuery> steps;
    for (int i = 0; i < count; ++i) {
        const auto at = [&](int k) {
            return pose_at(query, contact * (0.8 + 0.199 * static_cast<double>(k) / count));
        };
        steps.push_back({{at(i), at(i + 1), 0}});
    }
    return steps;
}

void race_coherence(const Trees& trees, const std::vector<ContinuousQuery>& queries, int steps_each) {
    std::vector<std::vector<ContinuousQuery>> walks;
    FirstContactWorkspace workspace;
    for (const ContinuousQuery& query : queries) {
        const FirstContact found = ask(trees.bodies, query, {}, workspace);
        if (found.verdict == ContactVerdict::Contact)
            walks.push_back(steps_before(query, found.clear_until, steps_each));
    }
    fmt::print("{} walks of {} small steps up to a contact: where coherence could pay.\n\n", walks.size(),
               steps_each);
    std::vector<TableRow> rows{kHead};
    double all_on = 0.0;
    const auto run = [&](const char* name, const RedonBodiesOptions& options, bool with_front,
                         const char* paper) {
        Sums sums;
        for (const auto& walk : walks) {
            RedonFront front;
            if (with_front) (void)ask_redon(trees, motion_of(walk.front()), options, &front);
            for (std::size_t i = 1; i < walk.size(); ++i) {  // the first only warms up
                const RigidMotion motion = motion_of(walk[i]);
                RedonBodiesContact found;
                RedonFront next;
                const double us = least_cpu_microseconds([&] {
                    next = front;
                    found = ask_redon(trees, motion, options, with_front ? &next : nullptr);
                });
                front = next;
                sums.add(us, found.counters);
                sums.differ += found.verdict != ContactVerdict::Clear;
            }
        }
        if (rows.size() == 1) all_on = spread_of(sums.us).mean;
        rows.push_back(sums.row(name, all_on, paper));
        return spread_of(sums.us).mean;
    };
    const double without = run("all on, no coherence", {}, false, "");
    const double with = run("coherence from the last step", {}, true, "15 % faster");
    (void)run("no discrete tests first", {.pretest = DiscretePretest::Off}, false, "slower");
    (void)run("coherence, no discrete tests", {.pretest = DiscretePretest::Off}, true, "");
    print_table(rows);
    fmt::print("Coherence makes it {:.0f} % faster here (the paper: 15 %).\n\n",
               100.0 * (without / with - 1.0));
}

/// Nanoseconds of both box tests on the boxes where a search ended.
void time_tests(const Trees& trees, const std::vector<ContinuousQuery>& queries) {
    double discrete_us = 0.0, continuous_us = 0.0, pairs = 0.0;
    FirstContactWorkspace workspace;
    for (const ContinuousQuery& query : queries) {
        const FirstContact found = ask(trees.bodies, query, {}, workspace);
        if (found.verdict != ContactVerdict::Contact || found.clear_until < 0.02) continue;
        const RigidMotion motion = motion_of(query);
        RedonFront front;
        (void)ask_redon(trees, motion, {}, &front);
        const double t = found.clear_until;
        const ObbInstant instant = instant_of(jet_over(motion, exactly(t)));
        const MotionJet jet = jet_over(motion, Interval{t - 1.0 / 64.0, t});
        const double reach = trees.bodies.tolerance;
        discrete_us += least_cpu_microseconds([&] {
            for (const ObbPair& p : front.pairs)
                keep(look_apart(trees.a.nodes[p.a], trees.b.nodes[p.b], instant, reach, ObbAxes::All));
        });
        continuous_us += least_cpu_microseconds([&] {
            for (const ObbPair& p : front.pairs)
                keep(separating_axis(trees.a.nodes[p.a], trees.b.nodes[p.b], jet, reach, ObbAxes::All));
        });
        pairs += double(front.pairs.size());
    }
    fmt::print(
        "One continuous test of two boxes takes {} ns, one discrete test {} ns: {} times as long (the paper: "
        "about "
        "5; ours rounds outward).\n\n",
        figure(1e3 * continuous_us / pairs), figure(1e3 * discrete_us / pairs),
        figure(continuous_us / discrete_us));
}

}  // namespace

void contest_redon(ContinuousContest& contest) {
    const auto bodies = bunnies_of(5000);
    const Trees trees{*bodies, build_obb_tree(*bodies->mesh_a), build_obb_tree(*bodies->mesh_b)};
    const auto queries = random_screws(*bodies, contest.queries(20));
    fmt::print(
        "## The method of Redon, Kheddar and Coquillart (2002): bunnies of {}\n\nIts optimisations off, one "
        "at a "
        "time; {} random screws, without the test at the start. The answers mean the same as ours.\n\n",
        bodies->mesh_a->triangles.size(), queries.size());
    race_variants(trees, queries);
    race_coherence(trees, queries, contest.quick ? 5 : 10);
    time_tests(trees, queries);
}

}  // namespace graze::bench
