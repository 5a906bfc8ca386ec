// Random screws: the everyday question, against everybody.
#include "continuous/advancement.h"
#include "continuous/measure.h"
#include "continuous/race.h"

#include "graze/demo/demo.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr double kWantedOverAdvancement = 150.0, kWantedOverSamples = 20.0, kWantedTail = 10.0,
                 kWantedGrowth = 3.0;

std::vector<Lane> all_lanes(const ContinuousBodies& bodies, const ContinuousContest& contest) {
    std::vector<Lane> lanes;
    const MeshData a = bodies.data_a(), b = bodies.data_b();
    for (NamedPeer& peer : fcl_samplers(a.plain(), b.plain(), {10, 100, 1000, 10000}))
        lanes.push_back({std::move(peer), contest.seconds(2.0)});
    lanes.push_back(
        {{"FCL, its own advancement", make_fcl_advancement(a.plain(), b.plain())}, contest.seconds(2.0)});
    lanes.push_back({{"advancement on FCL's distance",
                      make_advancement(make_fcl_obbrss(a.plain(), b.plain()), b.plain(), bodies.tolerance)},
                     contest.seconds(3.0)});
    add_advancements(bodies, contest.seconds(3.0), lanes);
    return lanes;
}

/// One table; our mean over all queries.
double race_screws(const ContinuousBodies& bodies, const std::string& title, ContinuousContest& contest) {
    fmt::print("## Random screws: {}\n\n", title);
    const auto queries = random_screws(bodies, contest.queries(200));
    const RaceResult result = race(bodies, queries, all_lanes(bodies, contest));
    const Spread ours = spread_of(result.us);
    contest.at_least(title + ": advancement on FCL's distance, times ours",
                     best_ratio(result, "advancement on"), kWantedOverAdvancement);
    contest.at_least(title + ": FCL with 1,000 samples, times ours", best_ratio(result, "FCL, 1000"),
                     kWantedOverSamples);
    contest.at_most(title + ": our worst over our mean", ours.max / ours.mean, kWantedTail);
    contest.at_most(title + ": missed, undecided or not confirmed",
                    static_cast<double>(result.refuted + result.undecided + result.unconfirmed), 0.0);
    return ours.mean;
}

}  // namespace

void contest_screws(ContinuousContest& contest) {
    fmt::print(
        "Body b turns by up to 90 degrees about any axis while it travels 0.5 to 2 sizes past a; tolerance "
        "1e-6 "
        "of the size.\n"
        "\"Misses\": no contact, though the exact test knows a time at which the surfaces meet. \"False\": a "
        "contact on a path\n"
        "without one. \"Early\": still farther apart than the tolerance at the reported time (\"farthest\", "
        "of "
        "sizes). \"Late\": the\n"
        "surfaces meet already. A slow method gets fewer queries, the first ones; \"times ours\" is on the "
        "same ones.\n\n");
    double largest_bunny = 0.0;
    for (const int triangles : {5000, 20000, 69500}) {
        const auto bodies = bunnies_of(triangles);
        largest_bunny =
            race_screws(*bodies, fmt::format("bunnies of {}", bodies->mesh_a->triangles.size()), contest);
    }
    const Scene scene = *make_demo("grid", {.parameters = {{"turned", 1.0}}});
    const auto grid = bodies_of("grid", scene.bodies[0].mesh, scene.bodies[0].mesh);
    fmt::print("## Random screws: grid of {}\n\n", grid->mesh_a->triangles.size());
    std::vector<Lane> lanes;
    const MeshData a = grid->data_a();
    for (NamedPeer& peer : fcl_samplers(a.plain(), a.plain(), {1000}))
        lanes.push_back({std::move(peer), contest.seconds(2.0)});
    lanes.push_back({{"advancement pair by pair on FCL's trees, native",
                      make_local_advancement(a.plain(), a.plain(), grid->tolerance)},
                     contest.seconds(2.0)});
    const RaceResult result = race(*grid, random_screws(*grid, contest.queries(100)), std::move(lanes));
    contest.at_most("grid of 415k over bunnies of 69k, our means", spread_of(result.us).mean / largest_bunny,
                    kWantedGrowth);
    contest.at_most("grid of 415k: missed, undecided or not confirmed",
                    static_cast<double>(result.refuted + result.undecided + result.unconfirmed), 0.0);
}

}  // namespace graze::bench
