// Whole scenes through prove_paths: many moving bodies, and what a proof costs.
#include "continuous/contest.h"
#include "continuous/measure.h"
#include "markdown.h"
#include "support/shapes.h"

#include "graze/core/random.h"
#include "graze/demo/demo.h"
#include "graze/queries/paths/model_contacts.h"
#include "graze/queries/paths/path_proof.h"

#include <chrono>
#include <map>
#include <numbers>

#include <fmt/format.h>

namespace graze::bench {
namespace {

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

struct Walked {
    double ms = HUGE_VAL;      // wall clock, least
    double cpu_ms = HUGE_VAL;  // of the calling thread
    std::string verdict = "error";
    std::size_t pairs = 0;
    std::uint64_t node_pairs = 0;
};

void walk(const Scene& scene, bool with_proof, int threads, Walked& result) {
    const auto start = std::chrono::steady_clock::now();
    const double cpu_start = thread_seconds();
    const auto proof =
        prove_paths(scene, {.with_proof = with_proof, .threads = threads, .progress = Progress::Draw::Never});
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    const double cpu_ms = 1e3 * (thread_seconds() - cpu_start);
    if (!proof) return;
    result = {std::min(result.ms, took.count()), std::min(result.cpu_ms, cpu_ms), name_of(proof->verdict),
              proof->pairs.size(), proof->stats.search.node_pairs};
}

/// The same step as a simulator asks for it: bodies are built, and it may know what met last time.
void time_kept_bodies(const Scene& scene) {
    const BodyModel model = build_body_model(*scene.bodies[0].mesh);  // that of them all
    std::vector<RigidMotion> motions;
    for (const Path& path : scene.paths) motions.push_back(make_screw({path.poses[0], path.poses[1], 0}));
    std::vector<MovingModel> bodies;
    for (std::size_t i = 0; i < motions.size(); ++i)
        bodies.push_back({model, motions[i], &scene.paths[i].poses[0]});
    const PairRules rules({}, {}, 0.0);
    FirstContactsWorkspace workspace;
    FirstContacts found = first_contacts(bodies, rules, {}, workspace);
    const std::vector<PairMemo> last = found.memos;
    std::vector<TableRow> rows{
        {"first_contacts, wall clock ms", "1 thread", "2 threads", "pairs searched", "pairs of nodes"}};
    for (const bool knows : {false, true}) {
        double least[2] = {HUGE_VAL, HUGE_VAL};
        for (int repeat = 0; repeat < kContinuousRepeats; ++repeat)
            for (const int threads : {1, 2}) {
                const auto start = std::chrono::steady_clock::now();
                found = first_contacts(
                    bodies, rules, {.threads = threads, .last = knows ? last : std::span<const PairMemo>()},
                    workspace);
                const std::chrono::duration<double, std::milli> took =
                    std::chrono::steady_clock::now() - start;
                least[threads - 1] = std::min(least[threads - 1], took.count());
            }
        rows.push_back({knows ? "with what met in the last step" : "anew", figure(least[0]), figure(least[1]),
                        std::to_string(found.searched), figure(double(found.counters.node_pairs))});
    }
    print_table(rows);
}

void time_many_bodies(ContinuousContest& contest) {
    const Scene scene = many_bodies(contest.quick ? 4 : 10);
    Walked walked;
    for (int repeat = 0; repeat < kContinuousRepeats; ++repeat) walk(scene, false, 2, walked);
    fmt::print(
        "## {} moving bodies of {} triangles, a tenth of the volume, one step\n\nprove_paths without a "
        "proof "
        "on two threads, wall clock: {} ms ({}; {} pairs in the list, {} pairs of nodes). It builds the "
        "trees "
        "and tests the\nstart exactly in the same call.\n\n",
        scene.bodies.size(), scene.bodies[0].mesh->triangles.size(), figure(walked.ms), walked.verdict,
        figure(double(walked.pairs)), figure(double(walked.node_pairs)));
    contest.at_most("1,000 moving bodies, one step on two threads, ms", contest.quick ? NAN : walked.ms, 50.0,
                    "prove_paths; trees are built in the call");
    fmt::print("The same with bodies that are kept:\n\n");
    time_kept_bodies(scene);
}

void time_proofs(ContinuousContest& contest) {
    constexpr int kTurns = 2 * kContinuousRepeats;
    fmt::print(
        "## What a proof costs\n\nprove_paths of demos on one thread, in turns, the least of {}: trees and "
        "the test of the start are in both, the file is in neither.\n\n",
        kTurns);
    struct Way {
        const char* demo;
        std::map<std::string, double> parameters;
    };
    std::vector<TableRow> rows{{"demo", "without, ms", "with, ms", "times", "verdict"}};
    for (const Way& way : {Way{"bunnies", {{"triangles", 5000.0}, {"gap", 2.0}}}, Way{"screw-and-nut", {}},
                           Way{"peg-in-hole", {}}, Way{"gears", {}}}) {
        const Scene scene = *make_demo(way.demo, {.parameters = way.parameters});
        Walked without, with;
        for (int turn = 0; turn < kTurns; ++turn) {
            walk(scene, false, 1, without);
            walk(scene, true, 1, with);
        }
        rows.push_back({way.demo, figure(without.cpu_ms), figure(with.cpu_ms),
                        figure(with.cpu_ms / without.cpu_ms),
                        without.verdict == with.verdict ? with.verdict : "not the same"});
        contest.at_most(fmt::format("{}: with a proof over without", way.demo), with.cpu_ms / without.cpu_ms,
                        2.0);
    }
    print_table(rows);
}

}  // namespace

void contest_scenes(ContinuousContest& contest) {
    time_many_bodies(contest);
    time_proofs(contest);
}

}  // namespace graze::bench
