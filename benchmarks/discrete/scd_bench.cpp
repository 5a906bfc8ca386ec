// The tables of [Figueiredo, sec. 4] in kind: the process plant and its 233 steps, with and without the
// OAABB.
#include "bench.h"

#include "graze/core/hash.h"
#include "graze/demo/demo.h"
#include "graze/demo/process_plant.h"
#include "graze/discrete/scd.h"

#include <cstdio>

namespace graze::bench {
namespace {

constexpr int kRepeats = 5;

struct Variant {
    const char* name;
    ScdTraversal traversal;
    const char* paper_ms[3];     // table 1: first surface, all surfaces, all triangles
    const char* paper_tests[2];  // table 2: first triangle, all triangles
    const char* paper_updates[2];
};

constexpr Variant kVariants[] = {
    {"oaabb", ScdTraversal::PaperWithOaabb, {"0.09", "0.94", "1.26"}, {"1263", "21836"}, {"102", "537"}},
    {"no-oaabb",
     ScdTraversal::PaperWithoutOaabb,
     {"0.28", "1.75", "2.06"},
     {"2915", "30663"},
     {"713", "3279"}},
    {"classical", ScdTraversal::Classical, {"-", "-", "-"}, {"-", "-"}, {"-", "-"}},
};

constexpr Find kModes[] = {Find::FirstPair, Find::SurfacePairs, Find::TrianglePairs};
constexpr const char* kModeNames[] = {"first", "surfaces", "triangles"};

struct Steps {
    DiscreteCounters counters;
    Hash hash;
};

Steps run_steps(const Scene& scene, const std::vector<ScdModel>& models, const ScdOptions& options,
                ScdWorkspace& workspace) {
    Steps result;
    const std::vector<Pose>& poses = scene.paths[0].poses;
    for (std::size_t step = 1; step < poses.size(); ++step)
        for (std::uint32_t other = 0; other < models.size(); ++other) {
            if (other == kPlantMovingBody) continue;
            const Intersections found =
                scd_collide({models[kPlantMovingBody], poses[step]},
                            {models[other], scene.bodies[other].pose}, options, workspace);
            result.counters.box_tests += found.counters.box_tests;
            result.counters.box_updates += found.counters.box_updates;
            result.counters.triangle_transforms += found.counters.triangle_transforms;
            result.counters.triangle_tests += found.counters.triangle_tests;
            result.counters.exact_tests += found.counters.exact_tests;
            result.hash.add(
                static_cast<std::uint64_t>(options.find == Find::FirstPair ? found.surfaces.size() : 0));
            if (options.find == Find::FirstPair)
                continue;  // which pair comes first differs between traversals
            for (const IdPair& pair : found.surfaces) result.hash.add(std::uint64_t{pair.a} << 32 | pair.b);
            if (options.find == Find::TrianglePairs)
                for (const IdPair& pair : found.triangles)
                    result.hash.add(std::uint64_t{pair.a} << 32 | pair.b);
        }
    return result;
}

}  // namespace

int run_scd(std::span<const std::string>) {
    const Scene scene = *make_demo("process-plant");
    std::vector<ScdModel> models;
    for (const Body& body : scene.bodies) models.emplace_back(*body.mesh);
    ScdWorkspace workspace;
    std::vector<Row> rows;
    std::vector<std::string> beside;
    for (int mode = 0; mode < 3; ++mode)
        for (const Variant& variant : kVariants) {
            const ScdOptions options{kModes[mode], variant.traversal};
            Steps steps;
            const Timing timing = time_repeats(kRepeats, kPlantSteps,
                                               [&] { steps = run_steps(scene, models, options, workspace); });
            const auto per_step = [](std::uint64_t count) { return std::to_string(count / kPlantSteps); };
            const DiscreteCounters& c = steps.counters;
            const int table2 = mode == 0 ? 0 : 1;
            const bool has_counts = mode != 1;
            rows.push_back({std::string("plant-") + kModeNames[mode], variant.name, kPlantSteps,
                            timing.min_ns, timing.median_ns,
                            "tests=" + per_step(c.box_tests) + " updates=" + per_step(c.box_updates) +
                                " triangles=" + per_step(c.triangle_tests) +
                                " exact=" + per_step(c.exact_tests) + " paper_ms=" + variant.paper_ms[mode] +
                                " paper_tests=" + (has_counts ? variant.paper_tests[table2] : "-") +
                                " paper_updates=" + (has_counts ? variant.paper_updates[table2] : "-"),
                            steps.hash.value()});
        }
    print_rows(rows);
    return 0;
}

}  // namespace graze::bench
