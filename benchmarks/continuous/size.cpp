// How the time grows with the number of triangles, and a scene of many bodies.
#include "continuous/measure.h"
#include "continuous/race.h"
#include "discrete/plot.h"
#include "markdown.h"
#include "support/shapes.h"

#include "graze/core/file.h"
#include "graze/core/random.h"
#include "graze/scene/path_proof.h"

#include <chrono>
#include <cmath>
#include <functional>
#include <numbers>

#include <fmt/format.h>

namespace graze::bench {
namespace {

double log_slope(const std::vector<double>& x, const std::vector<double>& y) {
    const auto n = static_cast<double>(x.size());
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double u = std::log(x[i]), v = std::log(y[i]);
        sx += u, sy += v, sxx += u * u, sxy += u * v;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

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
        fmt::print("![{}](pictures/continuous-size.svg)\n\n", plot.title);
}

void grow(ContinuousContest& contest) {
    const std::size_t largest = contest.quick ? 100'000 : 4'100'000;
    fmt::print(
        "### Size\n\nBumpy spheres, {} random screws each: mean us by number of triangles. The others get "
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

/// Bumpy spheres that fill a tenth of a cube, each with a way of half its size.
Scene many_bodies(int per_side) {
    Rng rng(3);
    const auto mesh = std::make_shared<const Mesh>(test::bumpy_sphere_mesh(22, 22));
    const double pitch = std::cbrt(10.0 * 4.0 / 3.0 * std::numbers::pi);  // of a sphere with radius 1
    const auto little = [&](double most) {
        return Vec3(rng.uniform(-most, most), rng.uniform(-most, most), rng.uniform(-most, most));
    };
    Scene scene;
    for (int i = 0; i < per_side * per_side * per_side; ++i) {
        const Vec3 cell(i % per_side, i / per_side % per_side, i / (per_side * per_side));
        Pose from;
        from.translation = pitch * cell + little(0.3);
        Pose to = from;
        to.translation += little(1.0);
        to.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(rng.uniform(0.0, 1.0), little(1.0).normalized()));
        scene.bodies.push_back({fmt::format("body {}", i), mesh, from});
        scene.paths.push_back({static_cast<std::uint32_t>(i), InBetween::Screw, {from, to}, {}});
    }
    return scene;
}

void time_scene(ContinuousContest& contest) {
    const int per_side = contest.quick ? 4 : 10;
    const Scene scene = many_bodies(per_side);
    double best = HUGE_VAL;
    std::string verdict;
    std::uint64_t node_pairs = 0;
    std::size_t pairs = 0;
    for (int repeat = 0; repeat < kContinuousRepeats; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        const auto proof =
            prove_paths(scene, {.with_proof = false, .threads = 2, .progress = Progress::Draw::Never});
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        if (!proof) continue;
        best = std::min(best, took.count());
        verdict = name_of(proof->verdict);
        node_pairs = proof->stats.node_pairs;
        pairs = proof->pairs.size();
    }
    fmt::print(
        "### {} moving bodies of {} triangles, a tenth of the volume, one step\n\nprove_paths without a "
        "proof "
        "on two threads, wall clock: {} ms ({}; {} pairs in the list, {} pairs of nodes). It builds the "
        "trees "
        "and tests the start exactly in the same call.\n\n",
        scene.bodies.size(), scene.bodies[0].mesh->triangles.size(), figure(best), verdict,
        figure(double(pairs)), figure(double(node_pairs)));
    contest.at_most("1,000 moving bodies, one step on two threads, ms", contest.quick ? NAN : best, 50.0,
                    "prove_paths; trees are built in the call");
}

}  // namespace

void contest_size(ContinuousContest& contest) {
    grow(contest);
    time_scene(contest);
}

}  // namespace graze::bench
