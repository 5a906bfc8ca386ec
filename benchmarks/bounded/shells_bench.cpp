// The scenes of [GuyDebunne04, table 1] in kind, and where the method fails: trees of boxes, layered shells with one to
// four levels, the exact search; then regions of contact found late or never against the budget.
#include "bounded/shells_bench.h"

#include "bench.h"
#include "bounded/shell_scenes.h"
#include "discrete/plot.h"
#include "discrete/scenes.h"
#include "markdown.h"
#include "peers/contestant.h"
#include "support/random_vector.h"
#include "support/shapes.h"

#include "graze/core/file.h"
#include "graze/core/random.h"
#include "graze/demo/demo.h"
#include "graze/discrete/triangles/box_tree_pairs.h"
#include "graze/discrete/wide/distance.h"
#include "graze/discrete/wide/intersections.h"
#include "graze/model/body_model.h"
#include "graze/stochastic/missed_estimate.h"
#include "graze/stochastic/shell_tracker.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>
#include <set>

#include <fmt/format.h>

namespace graze::bench {
namespace {

using std::chrono::nanoseconds;

/// A part of a's surface where b is in contact, frame after frame.
struct Region {
    std::size_t first = 0, last = 0;
    std::optional<std::size_t> seen;
    std::set<std::uint32_t> triangles;  // in the last frame, and their neighbours
};

class Regions {
  public:
    explicit Regions(const Body& a) : body_(a) {}

    void frame(std::size_t k, std::span<const IdPair> truth, std::span<const internal::TrackedContact> found) {
        std::set<std::uint32_t> left, reported;
        for (const IdPair& pair : truth) left.insert(pair.a);
        for (const internal::TrackedContact& contact : found)
            if (!contact.time) reported.insert(contact.triangles.a);
        while (!left.empty()) {
            Region now{k, k, {}, {}};
            std::vector<std::uint32_t> open{*left.begin()};
            left.erase(left.begin());
            while (!open.empty()) {
                const std::uint32_t triangle = open.back();
                open.pop_back();
                if (reported.contains(triangle)) now.seen = k;
                now.triangles.insert(triangle);
                for (int e = 0; e < 3; ++e) {
                    const std::uint32_t twin = body_.model().adjacency.twin[3 * triangle + e];
                    if (twin >= internal::kCollapsed) continue;
                    now.triangles.insert(twin / 3);
                    if (left.erase(twin / 3) > 0) open.push_back(twin / 3);
                }
            }
            join(std::move(now), k);
        }
    }

    std::vector<Region> all;

  private:
    void join(Region now, std::size_t k) {
        for (Region& region : all) {
            if (region.last + 1 != k && region.last != k) continue;
            if (std::none_of(now.triangles.begin(), now.triangles.end(), [&](std::uint32_t t) { return region.triangles.contains(t); }))
                continue;
            region.last = k;
            if (!region.seen) region.seen = now.seen;
            region.triangles.insert(now.triangles.begin(), now.triangles.end());
            return;
        }
        all.push_back(std::move(now));
    }
    const Body& body_;
};

struct Found {
    std::size_t frames = 0, met = 0, missed = 0, regions = 0, late = 0, never = 0;
    double us = 0.0;  // of the thread, in all
};

Found operator+(const Found& p, const Found& q) {
    return {p.frames + q.frames, p.met + q.met, p.missed + q.missed, p.regions + q.regions, p.late + q.late, p.never + q.never, p.us + q.us};
}

Found play_shells(const ShellScene& scene, const std::vector<Pose>& way, internal::ShellTracker& tracker,
                  const TimeBudget& budget) {
    tracker.forget();
    Regions regions(scene.a);
    Found found;
    for (std::size_t k = 0; k < way.size(); ++k) {
        const std::vector<Pose> poses{Pose{}, way[k]};
        const internal::TrackerResult& now = tracker.look(poses, budget);
        const Intersections truth = find_intersections(scene.a.at(), scene.b.at(way[k]), {.find = Find::TrianglePairs});
        regions.frame(k, truth.triangles, now.contacts);
        const bool knows = std::any_of(now.contacts.begin(), now.contacts.end(), [](const auto& c) { return !c.time; });
        ++found.frames;
        found.met += truth.triangles.empty() ? 0 : 1;
        found.missed += !truth.triangles.empty() && !knows ? 1 : 0;
        found.us += 1e-3 * static_cast<double>(now.known.cpu.count());
    }
    found.regions = regions.all.size();
    for (const Region& region : regions.all) {
        found.never += region.seen ? 0 : 1;
        found.late += region.seen && *region.seen - region.first > 2 ? 1 : 0;
    }
    return found;
}

double thread_us() {
    timespec now{};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

/// Per frame.
template <class Ask>
double time_of(const std::vector<Pose>& way, Ask&& ask) {
    const double begin = thread_us();
    for (const Pose& pose : way) ask(pose);
    return (thread_us() - begin) / static_cast<double>(way.size());
}

std::string fcl_time(const ShellScene& scene, const std::vector<Pose>& way) {
    const auto plain_mesh = [](const Mesh& mesh, std::vector<double>& x, std::vector<std::uint32_t>& c) -> PlainMesh {
        for (const Vec3& v : mesh.vertices) x.insert(x.end(), {v.x(), v.y(), v.z()});
        for (const Triangle& t : mesh.triangles) c.insert(c.end(), t.begin(), t.end());
        return {x, c};
    };
    std::vector<double> xa, xb;
    std::vector<std::uint32_t> ca, cb;
    const PlainMesh a = plain_mesh(scene.a.mesh(), xa, ca), b = plain_mesh(scene.b.mesh(), xb, cb);
    const double begin = thread_us();
    const auto fcl = make_fcl_obb(a, b);
    const double build = thread_us() - begin;
    if (!fcl) return "-";
    const double query = time_of(way, [&](const Pose& pose) {
        fcl->place(plain(pose));
        keep(fcl->meets());
    });
    return fmt::format("{}/{}", figure(1e-3 * build), figure(1e-3 * query));
}

/// The upper end of Wilson's 95 % interval, in percent.
std::string at_most(std::size_t hits, std::size_t of) {
    if (of == 0) return "-";
    constexpr double kZ = 1.96;
    const double n = static_cast<double>(of), p = static_cast<double>(hits) / n, z = kZ * kZ / n;
    return fmt::format("{:.1f}", 100.0 * (p + z / 2.0 + kZ * std::sqrt(p * (1.0 - p) / n + z / (4.0 * n))) / (1.0 + z));
}

}  // namespace

void print_shell_table(bool quick, const std::string& cad) {
    std::printf("## Trees and shells\n\nThe thread's milliseconds a frame. AABB: refit of both and all pairs. OBB: FCL's, build and query. Shells: 4 seeds a "
                "frame, no limit, with 1 to 4 levels; in brackets contact frames missed. The paper's figures are of 2004.\n\n");
    std::vector<TableRow> table{{"scene", "frames in contact", "AABB", "OBB (FCL)", "1 level", "2", "3", "4", "exact", "paper, ms"}};
    for (const ShellScene& scene : shell_scenes(quick, cad)) {
        const std::vector<Pose> way = ways_of(scene, 1, quick ? 40 : 100).front();
        internal::BoxTree a = internal::build_box_tree(scene.a.mesh().vertices, scene.a.mesh().triangles),
                          b = internal::build_box_tree(scene.b.mesh().vertices, scene.b.mesh().triangles);
        internal::BoxTreeSearch search;
        const double boxes = time_of(way, [&](const Pose& pose) {
            internal::refit(a, scene.a.mesh().vertices);
            internal::refit(b, scene.b.mesh().vertices);
            internal::find_pairs({a, scene.a.mesh().vertices}, {b, scene.b.mesh().vertices, pose}, search);
        });
        DiscreteWorkspace workspace;
        const double exact =
            time_of(way, [&](const Pose& pose) { keep(find_intersections(scene.a.at(), scene.b.at(pose), {}, &workspace).triangles.size()); });
        TableRow row{scene.name, "", figure(1e-3 * boxes), fcl_time(scene, way)};
        for (const std::size_t levels : {1, 2, 3, 4}) {
            internal::ShellTracker tracker({scene.a, scene.b}, {.most_levels = levels, .most_seeds = 4});
            const Found found = play_shells(scene, way, tracker, {.cpu = std::chrono::hours(1)});
            row[1] = std::to_string(found.met);
            row.push_back(fmt::format("{} ({})", figure(1e-3 * found.us / static_cast<double>(found.frames)), found.missed));
        }
        row.push_back(figure(1e-3 * exact));
        row.push_back(scene.paper);
        table.push_back(std::move(row));
    }
    print_table(table);
    std::printf("\n");
}

/// The least of some, a triangle.
template <class Work>
std::string least_ns(std::size_t triangles, int repeats, Work&& work) {
    double least = std::numeric_limits<double>::infinity();
    for (int r = 0; r < repeats; ++r) {
        const double begin = thread_us();
        work();
        least = std::min(least, thread_us() - begin);
    }
    return figure(1e3 * least / static_cast<double>(triangles));
}

/// Of poses with contact: the shares of single seeds, each from an empty list, that find one.
std::vector<double> basins_of(const ShellScene& scene, std::size_t poses) {
    constexpr int kSeeds = 96;
    Rng rng(41);
    internal::ShellTracker tracker({scene.a, scene.b}, {.most_seeds = 1, .between = false});
    std::vector<double> basins;
    while (basins.size() < poses)
        for (const Pose& pose : wander(rng, scene.a, scene.b, 12)) {
            if (find_intersections(scene.a.at(), scene.b.at(pose)).triangles.empty()) continue;
            int finds = 0;
            for (int i = 0; i < kSeeds; ++i) {
                tracker.forget();
                finds += tracker.look(std::vector<Pose>{Pose{}, pose}, {}).contacts.empty() ? 0 : 1;
            }
            basins.push_back(static_cast<double>(finds) / kSeeds);
            break;  // one of each way
        }
    return basins;
}

void print_refits(bool quick) {
    std::printf("## Trees of meshes that deform\n\nThe thread's nanoseconds a triangle, the least of some; bytes a triangle.\n\n");
    std::vector<TableRow> table{{"scene", "tree", "build", "refit", "bytes"}};
    for (const double triangles : {5000.0, 69500.0}) {
        const Mesh mesh = rabbit(triangles).mesh();
        const std::size_t n = mesh.triangles.size();
        const int repeats = quick ? 2 : 10;
        const auto bytes = [n](std::size_t all) { return figure(static_cast<double>(all) / static_cast<double>(n)); };
        internal::BoxTree boxes = internal::build_box_tree(mesh.vertices, mesh.triangles);
        internal::WideTree wide = internal::build_wide_tree(mesh, internal::WideBuild::Fast);
        const std::string name = fmt::format("rabbit {}", n);
        table.push_back({name, "box tree", least_ns(n, repeats, [&] { keep(internal::build_box_tree(mesh.vertices, mesh.triangles).boxes.size()); }),
                         least_ns(n, 10 * repeats, [&] { internal::refit(boxes, mesh.vertices); }), bytes(internal::memory_of(boxes))});
        table.push_back({name, "wide tree, fast build", least_ns(n, repeats, [&] { keep(internal::build_wide_tree(mesh, internal::WideBuild::Fast).depth); }),
                         least_ns(n, repeats, [&] { internal::refit(wide, mesh); }), bytes(internal::memory_of(wide))});
        PlainMesh plain_rabbit;
        std::vector<double> x;
        std::vector<std::uint32_t> c;
        for (const Vec3& v : mesh.vertices) x.insert(x.end(), {v.x(), v.y(), v.z()});
        for (const Triangle& t : mesh.triangles) c.insert(c.end(), t.begin(), t.end());
        plain_rabbit = {x, c};
        table.push_back({name, "Bullet GImpact", least_ns(2 * n, repeats, [&] { keep(make_bullet(plain_rabbit, plain_rabbit).get()); }), "-", "-"});
    }
    print_table(table);
    std::printf("\n");
}

void print_shell_basins(bool quick) {
    const std::vector<ShellScene> scenes = shell_scenes(true, "");
    const std::size_t poses = quick ? 10 : 60;
    const Body rabbits = rabbit(5000), bumps = *build_body(test::bumpy_sphere_mesh(30, 40));
    const std::vector<ShellScene> others{{"sphere, clover", scenes[0].a, scenes[1].b, "", true},
                                         {"rabbit, torus", rabbits, scenes[0].b, "", true},
                                         {"horseshoe, lump", scenes[1].a, bumps, "", true}};
    std::vector<double> fit;
    for (const ShellScene* scene : {&scenes[0], &scenes[1], &scenes[2]})
        for (const double b : basins_of(*scene, poses)) fit.push_back(b);
    double mean = 0.0, square = 0.0;
    for (const double b : fit) mean += b / static_cast<double>(fit.size()), square += b * b / static_cast<double>(fit.size());
    const double spread = mean * (1.0 - mean) / std::max(1e-9, square - mean * mean) - 1.0;  // by moments
    const double alpha = mean * spread, beta = (1.0 - mean) * spread;
    std::printf("## How many seeds find a contact\n\nShare of single seeds that do, fitted on three pairs of meshes (%zu poses): mean %.3f, alpha %.3f, "
                "beta %.3f. On three other pairs, the share of contacts that N seeds all miss:\n\n",
                fit.size(), mean, alpha, beta);
    std::vector<TableRow> table{{"scene", "N", "seen", "model", "seen / model", "one mean basin"}};
    for (const ShellScene& scene : others) {
        const std::vector<double> basins = basins_of(scene, poses);
        for (const int n : {1, 4, 16, 64}) {
            double seen = 0.0;
            for (const double b : basins) seen += std::pow(1.0 - b, n) / static_cast<double>(basins.size());
            const double model = internal::chance_of_missing(alpha, beta, n);
            table.push_back({scene.name, std::to_string(n), figure(seen), figure(model), figure(seen / model), figure(std::pow(1.0 - mean, n))});
        }
    }
    print_table(table);
    std::printf("\n");
}

void print_shell_budgets(bool quick, const std::string& cad, const std::string& plot_file) {
    const std::size_t motions = quick ? 3 : 30, frames = quick ? 60 : 150;
    std::printf("## What shells find within a budget\n\n%zu motions of %zu frames a scene (a tenth of that where the method is not made for the meshes). A region is a connected part of the first body's surface that is in "
                "contact; late: found more than 2 frames after it began.\n\n", motions, frames);
    std::vector<TableRow> table{{"scene", "form", "budget us", "frames in contact", "missed", "regions", "late", "never", "late or never, at most % (95 %)", "us a frame"}};
    Plot plot{.title = "Contact frames missed against the budget", .x_name = "budget, us", .y_name = "missed, %", .x = {50, 100, 200, 500, 1000}, .lines = {}};
    for (const ShellScene& scene : shell_scenes(quick, cad)) {
        const std::size_t count = scene.is_even ? motions : std::max<std::size_t>(1, motions / 10);
        const auto ways = ways_of(scene, count, frames);
        for (const internal::ShellForm form : {internal::ShellForm::Enclosing, internal::ShellForm::Paper}) {
            const bool is_paper = form == internal::ShellForm::Paper;
            internal::ShellTracker tracker({scene.a, scene.b}, {.form = form, .keep_within = is_paper ? 0.01 : 0.002});
            PlotLine line{scene.name.substr(0, scene.name.find(' ')) + (is_paper ? ", paper" : ""), {}};
            for (const double us : plot.x) {
                Found sum;
                for (const auto& way : ways)
                    sum = sum + play_shells(scene, way, tracker, {.cpu = nanoseconds(static_cast<std::int64_t>(1e3 * us))});
                const double met = static_cast<double>(sum.met);
                line.y.push_back(sum.met > 0 ? std::max(0.1, 100.0 * static_cast<double>(sum.missed) / met) : std::nan(""));
                table.push_back({scene.name, is_paper ? "paper" : "ours", figure(us), std::to_string(sum.met), std::to_string(sum.missed),
                                 std::to_string(sum.regions), std::to_string(sum.late), std::to_string(sum.never),
                                 at_most(sum.late + sum.never, sum.regions), figure(sum.us / static_cast<double>(sum.frames))});
            }
            plot.lines.push_back(std::move(line));
        }
    }
    print_table(table);
    if (!plot_file.empty() && !write_file_atomically(plot_file, draw_plot(plot))) std::fprintf(stderr, "%s: not written\n", plot_file.c_str());
}

}  // namespace graze::bench
