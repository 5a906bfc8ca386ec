// Parts that stay near each other, and motions that start near.
#include "continuous/conforming_scenes.h"
#include "continuous/measure.h"
#include "continuous/race.h"
#include "markdown.h"

#include "graze/core/random.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

void time_near_ways(const std::vector<NearWay>& ways, ContinuousContest& contest) {
    const RigidMotion rest = AtRest{};
    std::vector<TableRow> rows{{"way", "triangles", "us", "verdict", "clear until", "node pairs", "divisions",
                                "triangle pairs", "feature pairs", "contacts", "wanted us"}};
    FirstContactWorkspace workspace;
    for (const NearWay& way : ways) {
        FirstContact found;
        const double us = least_cpu_microseconds([&] {
            found =
                first_contact({way.bodies->a, rest}, {way.bodies->b, way.motion, &way.start}, {}, workspace);
        });
        const FirstContactCounters& n = found.counters;
        const bool is_right = found.verdict == way.expected;
        rows.push_back(
            {way.name,
             std::to_string(way.bodies->mesh_a->triangles.size() + way.bodies->mesh_b->triangles.size()),
             figure(us), std::string(name_of(found.verdict)) + (is_right ? "" : " (wrong)"),
             fmt::format("{:.6f}", found.clear_until), figure(double(n.node_pairs)),
             figure(double(n.divisions)), figure(double(n.triangle_pairs)), figure(double(n.feature_pairs)),
             figure(double(found.contacts.size())), way.wanted_us > 0.0 ? figure(way.wanted_us) : "-"});
        if (way.wanted_us > 0.0) contest.at_most(way.name + ", us", is_right ? us : HUGE_VAL, way.wanted_us);
    }
    print_table(rows);
}

/// The same question for the others, once each: they are slow here.
void race_near_ways(const std::vector<NearWay>& ways) {
    for (const NearWay& way : ways) {
        if (!way.is_raced) continue;
        fmt::print("{}, next to others:\n\n", way.name);
        std::vector<Lane> lanes;
        const MeshData a = way.bodies->data_a(), b = way.bodies->data_b();
        for (NamedPeer& peer : fcl_samplers(a.plain(), b.plain(), {100}))
            lanes.push_back({std::move(peer), 0.0});
        add_advancements(*way.bodies, 0.0, lanes);
        (void)race(*way.bodies, {*way.as_poses}, std::move(lanes));
    }
}

/// From where random screws from afar are `gap` sizes apart before they meet, on in any direction.
std::vector<ContinuousQuery> starts_at(const ContinuousBodies& bodies, double gap, int count) {
    constexpr double kRightAngle = 1.5707963267948966;
    const Model model = model_of("near", *bodies.mesh_a, *bodies.mesh_b);
    const auto placements = close_placements(model, {gap * bodies.size / model.size}, count);
    Rng rng(5);
    const auto direction = [&] {
        return Vec3(rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0)).normalized();
    };
    std::vector<ContinuousQuery> queries;
    for (const PlainPose& place : placements[0]) {
        const double *q = place.quaternion, *t = place.translation;
        const Pose from{Vec3(t[0], t[1], t[2]), Eigen::Quaterniond(q[3], q[0], q[1], q[2])};
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(rng.uniform(0.0, kRightAngle), direction()));
        const Pose to{from.translation + rng.uniform(0.5, 2.0) * bodies.size * direction(),
                      product(turn, from.rotation).normalized()};
        queries.push_back({{from, to, 0}});
    }
    return queries;
}

void race_starts(ContinuousContest& contest) {
    const auto bodies = bunnies_of(20000);
    fmt::print(
        "## Starting near: bunnies of {}\n\nFrom a gap in any direction, 0.5 to 2 sizes and up to 90 "
        "degrees; "
        "the far ones are the random screws from above.\n\n",
        bodies->mesh_a->triangles.size());
    std::vector<TableRow> rows{
        {"start", "queries", "contacts", "mean", "median", "p95", "max", "mean where clear"}};
    FirstContactWorkspace workspace;
    double near = 0.0, far = 0.0;
    const auto measure = [&](const std::string& name, const std::vector<ContinuousQuery>& queries) {
        std::vector<double> all, clear;
        for (const ContinuousQuery& query : queries) {
            ContactVerdict verdict{};
            all.push_back(
                least_cpu_microseconds([&] { verdict = ask(*bodies, query, {}, workspace).verdict; }));
            if (verdict == ContactVerdict::Clear) clear.push_back(all.back());
        }
        const Spread s = spread_of(all);
        rows.push_back({name, std::to_string(all.size()), std::to_string(all.size() - clear.size()),
                        figure(s.mean), figure(s.median), figure(s.p95), figure(s.max),
                        figure(spread_of(clear).mean)});
        return s.mean;
    };
    const int count = contest.queries(200);
    far = measure("far", random_screws(*bodies, count));
    near = measure("gap 0.01", starts_at(*bodies, 0.01, count));
    near = measure("gap 1e-4", starts_at(*bodies, 1e-4, count));
    print_table(rows);
    contest.at_most("starting at a gap of 1e-4 over starting far, our means", near / far, 3.0);
}

}  // namespace

void contest_conforming(ContinuousContest& contest) {
    fmt::print("## Parts that stay near each other\n\n");
    const std::vector<NearWay> ways = near_ways();
    time_near_ways(ways, contest);
    race_near_ways(ways);
    race_starts(contest);
}

}  // namespace graze::bench
