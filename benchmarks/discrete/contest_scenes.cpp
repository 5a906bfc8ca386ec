// Scenes that are not two bodies side by side: interlocked, near-parallel, growing, building.
#include "bench.h"
#include "discrete/contest.h"
#include "discrete/measure.h"
#include "discrete/race.h"
#include "markdown.h"
#include "support/shapes.h"

#include "graze/demo/demo.h"

#include <cmath>
#include <cstring>
#include <map>
#include <random>

#include <fmt/format.h>
#include <malloc.h>

namespace graze::bench {
namespace {

/// Where b stands seen from a at the start, and small changes of it.
std::vector<PlainPose> shaken(const Scene& scene, int count, double turn, double shift) {
    const auto start = [&](std::uint32_t body) {
        for (const Path& path : scene.paths)
            if (path.body == body) return path.poses.front();
        return scene.bodies[body].pose;
    };
    const Pose base = relative(start(0), start(1));
    std::mt19937_64 random(11);
    std::normal_distribution<double> normal;
    std::vector<PlainPose> result;
    for (int k = 0; k < count; ++k) {
        const Eigen::Quaterniond little =
            Eigen::Quaterniond(1.0, turn * normal(random), turn * normal(random), turn * normal(random))
                .normalized();
        Pose pose{base.translation + shift * Vec3(normal(random), normal(random), normal(random)),
                  (base.rotation * little).normalized()};
        result.push_back(plain(pose));
    }
    return result;
}

void race_booleans(const std::string& name, std::vector<Entry>& entries, const std::vector<PlainPose>& poses,
                   double wanted, Contest& contest) {
    std::vector<TableRow> rows{{"us a query", name}};
    Race race(name, wanted);
    std::vector<bool> truth;
    for (Entry& entry : entries) {
        const auto found = measure(*entry.contestant, poses, &Contestant::meets);
        if (entry.name == "Graze") truth = found.answers;
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < truth.size(); ++i) wrong += truth[i] != found.answers[i];
        rows.push_back({entry.name, with_wrong(found.mean_us, wrong)});
        race.add(entry, found.mean_us);
    }
    print_table(rows);
    contest.targets.push_back(race.cell());
}

double mean_apart(const Model& model, const std::vector<PlainPose>& poses) {
    const auto contestant = make_graze(model.a.plain(), model.b.plain());
    return measure(*contestant, poses, &Contestant::meets).mean_us;
}

std::size_t bytes_in_use() {
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/// Where the time goes: counts a query.
void work_table(GrazeContestant& contestant, const std::vector<std::vector<PlainPose>>& placements) {
    std::vector<TableRow> rows{
        {"work a query", "0.2", "0.1", "0.05", "0.01", "0.0001", "first pair", "all pairs"},
        {"pairs of nodes"},
        {"box tests"},
        {"triangle tests"},
        {"of them exact"}};
    for (std::size_t i = 0; i <= placements.size(); ++i) {
        const auto& poses = placements[std::min(i, placements.size() - 1)];
        DiscreteCounters sum;
        for (const PlainPose& pose : poses) {
            contestant.place(pose);
            const Find find = i < placements.size() ? Find::FirstPair : Find::TrianglePairs;
            sum += contestant.intersections({.find = find}).counters;
        }
        const std::uint64_t counts[] = {sum.box_updates, sum.box_tests, sum.triangle_tests, sum.exact_tests};
        for (std::size_t k = 0; k < std::size(counts); ++k)
            rows[k + 1].push_back(
                fmt::format("{:.1f}", static_cast<double>(counts[k]) / static_cast<double>(poses.size())));
    }
    print_table(rows);
}

/// One big query on several threads.
void thread_table(GrazeContestant& contestant, const std::vector<PlainPose>& poses) {
    std::vector<TableRow> rows{{"threads", "all pairs, us"}};
    for (const int threads : {1, 2}) {
        double sum = 0.0;
        for (const PlainPose& pose : poses) {
            contestant.place(pose);
            sum += least_microseconds(
                [&] { (void)contestant.intersections({.find = Find::TrianglePairs, .threads = threads}); });
        }
        rows.push_back({std::to_string(threads), figure(sum / static_cast<double>(poses.size()))});
    }
    print_table(rows);
}

}  // namespace

void contest_interlocked(Contest& contest) {
    const Scene scene = *make_demo("grid", {.parameters = {{"threaded", 1.0}}});
    const Model model = model_of("interlocked lattices", *scene.bodies[0].mesh, *scene.bodies[1].mesh);
    fmt::print(
        "## Interlocked lattices: 2 x {} triangles\n\nSmall random displacements of one that hangs in the "
        "other, "
        "without touching.\n\n",
        model.a.triangles());
    std::vector<Entry> entries = entries_for(model);
    race_booleans(model.name, entries, shaken(scene, contest.queries(20), 1e-4, 0.01), 8, contest);
}

void contest_plates(Contest& contest) {
    const Scene scene = *make_demo("plates");
    const Model plates = model_of("plates", *scene.bodies[0].mesh, *scene.bodies[1].mesh);
    const auto poses = shaken(scene, 50, 0.0, 0.0);
    const double size = plates.size, gap = 0.1;
    const Mesh ball = test::sphere_mesh(100, 100, 0.5 * size);
    const Model spheres = model_of("spheres", ball, ball);
    const auto apart = close_placements(spheres, {gap / size}, 50);
    const double on_plates = mean_apart(plates, poses), on_spheres = mean_apart(spheres, apart[0]);
    fmt::print(
        "## Tilted near-parallel plates\n\nTwo plates and two spheres of some 20,000 triangles each, at a "
        "gap of 1/1000 of "
        "the size: us a query.\n\n");
    print_table({{"scene", "us", "times the spheres", "wanted"},
                 {"spheres", figure(on_spheres), "1", ""},
                 {"plates", figure(on_plates), figure(on_plates / on_spheres), "at most 10"}});
    contest.targets.push_back({"plates, as fast as the spheres", on_plates, on_spheres, "spheres", 0.1});
}

void contest_builds(const std::vector<Model>& models, Contest& contest) {
    for (const Model& model : models) {
        if (model.a.triangles() < 10000) continue;
        fmt::print("## Building and memory: {}, {} triangles\n\n", model.name, model.a.triangles());
        std::vector<TableRow> rows{{"library", "build, ms", "bytes a triangle"}};
        std::map<std::string, double> milliseconds;
        const auto row = [&](const char* name, auto make) {
            const auto pair = static_cast<double>(model.a.triangles() + model.b.triangles());
            const std::size_t before = bytes_in_use();
            std::unique_ptr<Contestant> contestant;
            double best = 1e9;
            for (int repeat = 0; repeat < 3; ++repeat) {
                contestant.reset();
                best = std::min(best,
                                seconds_of(1, [&] { contestant = make(model.a.plain(), model.b.plain()); }));
            }
            if (contestant == nullptr) return;
            const auto bytes = static_cast<double>(bytes_in_use() - before);
            milliseconds[name] = 1e3 * best * static_cast<double>(model.a.triangles()) / pair;
            rows.push_back({name, figure(milliseconds[name]), figure(bytes / pair)});
        };
        row("Graze", make_graze);
        row("Graze, fast build", make_graze_fast);
        for (const ContestantKind& kind : kPeers) row(kind.name, kind.make);
        print_table(rows);
        const auto target = [&](const char* what, const char* ours, const char* peer, double wanted) {
            contest.targets.push_back({fmt::format("{}, {}", model.name, what), 1e3 * milliseconds[ours],
                                       1e3 * milliseconds[peer], peer, wanted});
        };
        target("build", "Graze", "FCL OBB", 1.0);
        target("fast build", "Graze, fast build", "Bullet GImpact", 0.5);
    }
}

void contest_growth(Contest& contest) {
    constexpr double kApart = 0.01;
    fmt::print("## Growth\n\nBumpy spheres, {:g} of the size apart: us a query by number of triangles.\n\n",
               kApart);
    std::vector<TableRow> rows{{"triangles", "Graze", "FCL OBB", "ODE"}};
    std::vector<double> counts, ours;
    for (int half = 22; 2 * half * half <= 4'100'000; half *= 2) {
        const Mesh ball = test::bumpy_sphere_mesh(half, half);
        const Model model = model_of("ball", ball, ball);
        const auto poses = close_placements(model, {kApart}, contest.queries(50));
        const auto time_of = [&](auto make) {
            return measure(*make(model.a.plain(), model.b.plain()), poses[0], &Contestant::meets).mean_us;
        };
        counts.push_back(static_cast<double>(model.a.triangles()));
        ours.push_back(time_of(make_graze));
        const bool all = model.a.triangles() < 1'000'000;
        rows.push_back({figure(counts.back()), figure(ours.back()), all ? figure(time_of(make_fcl_obb)) : "-",
                        all ? figure(time_of(make_ode)) : "-"});
    }
    print_table(rows);
    fmt::print("Slope of the logarithms, ours: {:.2f}.\n\n", log_slope(counts, ours));
}

void contest_instructions(const Model& model, Contest& contest) {
    fmt::print(
        "## Instruction sets, work and threads\n\n{}, us a query. The answers are the same on each.\n\n",
        model.name);
    const std::vector<double> fractions = {0.2, 0.1, 0.05, 0.01, 1e-4, -0.05};
    const auto placements = close_placements(model, fractions, contest.queries(100));
    GrazeContestant contestant(model.a.plain(), model.b.plain());
    std::vector<TableRow> rows{{"forced", "0.2", "0.1", "0.05", "0.01", "0.0001", "first pair", "all pairs"}};
    for (const char* target : wide_targets()) {
        force_wide_target(target);
        rows.push_back({target});
        for (const auto& poses : placements)
            rows.back().push_back(figure(measure(contestant, poses, &Contestant::meets).mean_us));
        rows.back().push_back(
            figure(measure(contestant, placements.back(), &Contestant::count_pairs).mean_us));
    }
    force_wide_target("");
    print_table(rows);
    work_table(contestant, placements);
    thread_table(contestant, placements.back());
}

}  // namespace graze::bench
