// The tables of [Figueiredo, sec. 4] in kind: the process plant and its 233 steps. The paper's model is not
// public, so its figures stand beside ours as a trend.
#include "discrete/contest.h"
#include "discrete/measure.h"
#include "markdown.h"

#include "graze/demo/demo.h"
#include "graze/demo/process_plant.h"
#include "graze_papers/scd.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

using namespace papers;  // NOLINT(google-build-using-namespace): all of this is about them

struct Variant {
    const char* name;
    ScdTraversal traversal;
    const char* paper_ms[3];     // table 1: first surface, all surfaces, all triangles
    const char* paper_tests[2];  // table 2: first triangle, all triangles
    const char* paper_updates[2];
};

constexpr Variant kVariants[] = {
    {"S-CD, OAABB",
     ScdTraversal::PaperWithOaabb,
     {"0.09", "0.94", "1.26"},
     {"1263", "21836"},
     {"102", "537"}},
    {"S-CD, no OAABB",
     ScdTraversal::PaperWithoutOaabb,
     {"0.28", "1.75", "2.06"},
     {"2915", "30663"},
     {"713", "3279"}},
    {"classical (fig. 1)", ScdTraversal::Classical, {"-", "-", "-"}, {"-", "-"}, {"-", "-"}},
};
constexpr Find kModes[] = {Find::FirstPair, Find::SurfacePairs, Find::TrianglePairs};

struct Plant {
    Scene scene = *make_demo("process-plant");
    const std::vector<Pose>& poses = scene.paths[0].poses;

    /// Calls body(other part, pose of the valve) for all steps and parts.
    template <class Body>
    void each(Body&& body) const {
        for (std::size_t step = 1; step < poses.size(); ++step)
            for (std::uint32_t other = 0; other < scene.bodies.size(); ++other)
                if (other != kPlantMovingBody) body(other, poses[step]);
    }
};

/// Least milliseconds a step of all 233.
template <class Body>
double step_milliseconds(const Plant& plant, Body&& body) {
    double best = 1e9;
    for (int repeat = 0; repeat < kRepeats; ++repeat)
        best = std::min(best, seconds_of(1, [&] { plant.each(body); }));
    return 1e3 * best / kPlantSteps;
}

void tables_1_and_2(const Plant& plant) {
    std::vector<ScdModel> models;
    for (const SceneBody& body : plant.scene.bodies) models.emplace_back(*body.mesh);
    ScdWorkspace workspace;
    std::vector<TableRow> times{{"ms a step (paper's)", "first surface", "all surfaces", "all triangles"}};
    std::vector<TableRow> counts{{"a step (paper's)", "box tests, first", "updates, first", "box tests, all",
                                  "updates, all", "triangle tests, all"}};
    for (const Variant& variant : kVariants) {
        times.push_back({variant.name});
        counts.push_back({variant.name});
        for (int mode = 0; mode < 3; ++mode) {
            DiscreteCounters sum;
            const auto query = [&](std::uint32_t other, const Pose& pose) {
                return scd_collide({models[kPlantMovingBody], pose},
                                   {models[other], plant.scene.bodies[other].pose},
                                   {kModes[mode], variant.traversal}, workspace);
            };
            const double ms = step_milliseconds(plant, query);
            times.back().push_back(fmt::format("{} ({})", figure(ms), variant.paper_ms[mode]));
            if (mode == 1) continue;
            plant.each([&](std::uint32_t other, const Pose& pose) { sum += query(other, pose).counters; });
            counts.back().push_back(
                fmt::format("{} ({})", sum.box_tests / kPlantSteps, variant.paper_tests[mode / 2]));
            counts.back().push_back(
                fmt::format("{} ({})", sum.box_updates / kPlantSteps, variant.paper_updates[mode / 2]));
            if (mode == 2) counts.back().push_back(fmt::format("{}", sum.triangle_tests / kPlantSteps));
        }
    }
    print_table(times);
    print_table(counts);
}

/// Table 3: our methods and the packages; the paper's own rows below.
void table_3(const Plant& plant) {
    const MeshData valve = mesh_data(*plant.scene.bodies[kPlantMovingBody].mesh);
    std::vector<TableRow> rows{{"ms a step", "first triangle", "all triangles"}};
    const auto row = [&](const char* name, auto make) {
        std::vector<std::unique_ptr<Contestant>> pairs;
        std::vector<MeshData> parts;
        for (const SceneBody& body : plant.scene.bodies) parts.push_back(mesh_data(*body.mesh));
        for (const MeshData& part : parts) pairs.push_back(make(part.plain(), valve.plain()));
        for (const auto& pair : pairs)
            if (pair == nullptr) return;
        const auto timed = [&](auto question) {
            return step_milliseconds(plant, [&](std::uint32_t other, const Pose& pose) {
                pairs[other]->place(plain(relative(plant.scene.bodies[other].pose, pose)));
                question(*pairs[other]);
            });
        };
        const double first = timed([](Contestant& pair) { return pair.meets(); });
        rows.push_back({name, figure(first), "-"});
        if (pairs[0]->can_count())
            rows.back()[2] = figure(timed([](Contestant& pair) { return pair.count_pairs() != 0; }));
    };
    row("Graze", make_graze);
    for (const ContestantKind& kind : kPeers) row(kind.name, kind.make);
    for (const TableRow& paper : std::vector<TableRow>{{"paper: S-CD", "0.09", "1.26"},
                                                       {"paper: RAPID", "0.12", "3.62"},
                                                       {"paper: PQP", "0.40", "4.96"},
                                                       {"paper: OPCODE", "1.52", "2.09"},
                                                       {"paper: Dop Tree", "0.04", "17.29"}})
        rows.push_back(paper);
    print_table(rows);
}

}  // namespace

void contest_plant() {
    const Plant plant;
    std::size_t surfaces = 0, triangles = 0;
    for (const SceneBody& body : plant.scene.bodies)
        surfaces += body.mesh->surfaces.size(), triangles += body.mesh->triangles.size();
    fmt::print(
        "## Process plant: {} parts, {} surfaces, {} triangles, {} steps\n\nThe valve against all other "
        "parts. In brackets, and as rows "
        "\"paper:\", what [Figueiredo] measured on another\nmodel of these figures and the machine of its "
        "time: a trend.\n\n",
        plant.scene.bodies.size(), surfaces, triangles, kPlantSteps);
    tables_1_and_2(plant);
    table_3(plant);
}

}  // namespace graze::bench
