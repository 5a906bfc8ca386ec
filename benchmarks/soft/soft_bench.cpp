// Rods in the demos: what does a frame cost, and does any skin ever meet anything? Every frame is checked by the exact
// test of triangles, outside of the time. And rods against theory (rod_plots.h).
#include "bench.h"
#include "markdown.h"
#include "soft/deforming_table.h"
#include "soft/rod_plots.h"

#include "graze/demo/rod_demos.h"
#include "graze/io/scene/rod_world.h"
#include "graze/soft/rod_skin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kSoftUsage = "graze-bench soft [--quick] [--only hose|coil|cable|harness|drag-chain|theory|deforming]... [--pictures DIR]\n";
constexpr double kSoftFrame = 1.0 / 30.0;

struct RodCase {
    const char* demo;
    std::map<std::string, double> parameters;
    int frames;
};

double thread_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

int run_case(const RodCase& rods_of, std::vector<TableRow>& table) {
    const DemoOptions options{.seed = 1, .parameters = rods_of.parameters};
    const auto scene = make_demo(rods_of.demo, options);
    const auto rods = make_demo_rods(rods_of.demo, options);
    if (!scene || !rods) return 1;
    auto world = world_of_rods(*scene, *rods, 0.3, soft_options_of(*scene, kSoftFrame));
    if (!world) {
        fmt::print(stderr, "{}: {}\n", rods_of.demo, world.error().message);
        return 1;
    }
    ScenePoses poses(*scene, kSoftFrame * rods_of.frames);
    std::vector<double> times;
    std::uint64_t meetings = 0, certified = 0, newton = 0, sub_steps = 0, queries = 0;
    int most_self = 0, most_contacts = 0;
    double least = std::numeric_limits<double>::infinity(), stood = 0.0, waited = 0.0;
    for (int i = 0; i < rods_of.frames; ++i) {
        const double began = thread_milliseconds();
        const soft::SoftReport report = soft::advance(*world, [&](double clock) { return poses.at(clock); });
        times.push_back(thread_milliseconds() - began);
        certified += report.certified;
        newton += static_cast<std::uint64_t>(report.newton_steps);
        sub_steps += static_cast<std::uint64_t>(report.sub_steps);
        queries += report.queries;
        most_self = std::max(most_self, report.self_contacts);
        most_contacts = std::max(most_contacts, report.contacts);
        least = std::min(least, report.least_gap);
        stood += report.stood;
        waited = report.waited;
        meetings += soft::skins_meeting(*world).size();
    }
    double sum = 0.0;
    for (const double t : times) sum += t;
    std::sort(times.begin(), times.end());
    const auto frames = static_cast<double>(rods_of.frames);
    std::size_t triangles = 0;
    for (const SceneBody& body : scene->bodies) triangles += body.mesh->triangles.size();
    table.push_back({rods_of.demo, fmt::format("{}", rods->rods[0].segments), fmt::format("{}", triangles), fmt::format("{}", rods_of.frames), figure(sum / frames),
                     figure(times[times.size() / 2]), figure(times[times.size() * 99 / 100]), figure(times.back()), figure(static_cast<double>(newton) / frames),
                     figure(static_cast<double>(queries) / frames), fmt::format("{}", most_contacts), fmt::format("{}", most_self), figure(least),
                     fmt::format("{}", certified), fmt::format("{}", meetings), figure(stood), figure(waited)});
    return meetings == 0 && certified == static_cast<std::uint64_t>(rods_of.frames) ? 0 : 1;
}

}  // namespace

int run_soft(std::span<const std::string> arguments) {
    constexpr std::array<const char*, 7> kSections{"hose", "coil", "cable", "harness", "drag-chain", "theory", "deforming"};
    constexpr std::array<const char*, 1> kOptions{"--pictures"};
    const auto wishes = parse_wishes(arguments, kSections, kOptions, kSoftUsage);
    if (!wishes) return 2;
    if (wishes->has("deforming")) print_deforming_table(wishes->quick);
    const int shorter = wishes->quick ? 10 : 1;
    const std::array<RodCase, 5> cases{{{"hose", {{"segments", 150.0}, {"strokes", std::floor(10000.0 / shorter / 60.0)}}, 10000 / shorter},
                                        {"coil", {}, 300 / shorter},
                                        {"cable", {{"segments", 300.0}, {"length", 1500.0}, {"seconds", 20.0}}, 600 / shorter},
                                        {"harness", {}, 120 / shorter},
                                        {"drag-chain", {}, 240 / shorter}}};
    std::vector<TableRow> table{{"scene", "segments", "triangles", "frames", "mean ms", "median", "99 %", "worst", "Newton steps", "queries", "contacts",
                                 "with itself", "least gap mm", "certified", "skins meeting", "stood s", "lag s"}};
    int failed = 0;
    for (const RodCase& one : cases)
        if (wishes->has(one.demo)) failed |= run_case(one, table);
    if (table.size() > 1) {
        fmt::print("## Rods\n\nProcessor time of one thread, frames of 1/30 s; the exact check of every frame is not counted. Newton steps and queries are means of a "
                   "frame, contacts the most that a frame ended with.\n\n");
        print_table(table);
    }
    if (wishes->has("theory")) failed |= validate_rods(wishes->last("--pictures"));
    return failed;
}

}  // namespace graze::bench
