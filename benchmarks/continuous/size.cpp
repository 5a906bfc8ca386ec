// How the time grows with the number of triangles.
#include "bench.h"
#include "continuous/measure.h"
#include "continuous/race.h"
#include "discrete/plot.h"
#include "markdown.h"
#include "support/shapes.h"

#include "graze/core/file.h"

#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace graze::bench {
namespace {

/// Mean microseconds; NaN past `most` triangles.
double lane_mean(const ContinuousBodies& bodies, const std::vector<ContinuousQuery>& queries,
                 std::size_t most, double seconds,
                 const std::function<std::unique_ptr<ContinuousPeer>(const MeshData&)>& make) {
    if (bodies.mesh_a->triangles.size() > most) return std::numeric_limits<double>::quiet_NaN();
    const MeshData data = bodies.data_a();
    const auto peer = make(data);
    double sum = 0.0;
    std::size_t count = 0;
    for (const double start = thread_seconds(); count < queries.size(); ++count) {
        if (count >= 3 && thread_seconds() - start > seconds) break;
        peer->move(plain(queries[count]));
        sum += least_cpu_microseconds([&] { (void)peer->first_contact(); });
    }
    return sum / static_cast<double>(count);
}

void draw(const Plot& plot, const ContinuousContest& contest) {
    if (contest.pictures.empty()) return;
    const std::string path = contest.pictures + "/continuous-size.svg";
    if (const auto written = write_file_atomically(path, draw_plot(plot)); !written)
        fmt::print("{}\n", written.error().message);
    else
        fmt::print("![{}](../pictures/continuous-size.svg)\n\n", plot.title);
}

void grow(ContinuousContest& contest) {
    const std::size_t largest = contest.quick ? 100'000 : 4'100'000;
    fmt::print(
        "## Size\n\nBumpy spheres, {} random screws each: mean us by number of triangles. The others get "
        "fewer "
        "queries, the first ones.\n\n",
        contest.queries(50));
    Plot plot{"first contact of two bodies", "triangles each", "microseconds", {}, {}};
    plot.lines = {{"Graze", {}}, {"pair by pair on FCL", {}}, {"FCL, 1000 samples", {}}};
    std::vector<TableRow> rows{{"triangles", "Graze", "p95", "max", "contacts",
                                "advancement pair by pair on FCL's trees, native", "FCL, 1000 samples"}};
    for (int half = 22; std::size_t(2 * half * half) <= largest; half *= 2) {
        const auto mesh = std::make_shared<const Mesh>(test::bumpy_sphere_mesh(half, half));
        const auto bodies = bodies_of("spheres", mesh, mesh);
        const auto queries = random_screws(*bodies, contest.queries(50));
        FirstContactWorkspace workspace;
        std::vector<double> us;
        int contacts = 0;
        for (const ContinuousQuery& query : queries) {
            ContactVerdict verdict{};
            us.push_back(
                least_cpu_microseconds([&] { verdict = ask(*bodies, query, {}, workspace).verdict; }));
            contacts += verdict == ContactVerdict::Contact;
        }
        const Spread ours = spread_of(us);
        const double by_pairs =
            lane_mean(*bodies, queries, 300'000, contest.seconds(0.5), [&](const MeshData& data) {
                return make_local_advancement(data.plain(), data.plain(), bodies->tolerance);
            });
        const double sampled =
            lane_mean(*bodies, queries, 300'000, contest.seconds(0.5), [&](const MeshData& data) {
                return std::move(fcl_samplers(data.plain(), data.plain(), {1000}).front().peer);
            });
        plot.x.push_back(static_cast<double>(mesh->triangles.size()));
        plot.lines[0].y.push_back(ours.mean);
        plot.lines[1].y.push_back(by_pairs);
        plot.lines[2].y.push_back(sampled);
        rows.push_back({figure(plot.x.back()), figure(ours.mean), figure(ours.p95), figure(ours.max),
                        std::to_string(contacts), figure(by_pairs), figure(sampled)});
    }
    print_table(rows);
    fmt::print("Slope of the logarithms, ours: {:.2f}.\n\n", log_slope(plot.x, plot.lines[0].y));
    draw(plot, contest);
}

}  // namespace

void contest_size(ContinuousContest& contest) { grow(contest); }

}  // namespace graze::bench
