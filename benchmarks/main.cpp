// graze-bench NAME ...: one benchmark per question. Without a name it lists them.
#include "bench.h"

#include <cstdio>
#include <cstring>

namespace graze::bench {

// One declaration and one line of the table per benchmark.
int run_interval(std::span<const std::string> arguments);
int run_discrete(std::span<const std::string> arguments);
int run_continuous(std::span<const std::string> arguments);
int run_predicates(std::span<const std::string> arguments);
int run_io(std::span<const std::string> arguments);
int run_ccd_queries(std::span<const std::string> arguments);
int run_rigid_queries(std::span<const std::string> arguments);
int run_elementary(std::span<const std::string> arguments);
int run_write_queries(std::span<const std::string> arguments);
int run_cad_bench(std::span<const std::string> arguments);
int picture_bench(std::span<const std::string> arguments);
int run_dynamics(std::span<const std::string> arguments);
int run_bounded(std::span<const std::string> arguments);
int run_soft(std::span<const std::string> arguments);
int run_dynamics_ablation(std::span<const std::string> arguments);
int run_dynamics_solvers(std::span<const std::string> arguments);
int run_dynamics_contacts(std::span<const std::string> arguments);
int run_profile(std::span<const std::string> arguments);

namespace {

constexpr Bench kEnd{nullptr, nullptr, nullptr};
constexpr Bench kBenches[] = {
    {"interval", "what does an interval operation cost, next to double, Boost.Interval and MPFI?",
     run_interval},
    {"discrete", "do two bodies meet, where, how far apart? next to FCL, ODE, CGAL and Bullet", run_discrete},
    {"continuous", "when do two moving bodies first meet? next to FCL, Bullet and advancement by hand",
     run_continuous},
    {"elementary", "when do two moving features first meet? next to the papers' methods", run_elementary},
    {"predicates", "What does an exact sign cost, stage by stage?", run_predicates},
    {"io", "how long do mesh files of a million triangles take to read and weld, next to assimp?", run_io},
    {"cad", "how long does a STEP assembly take to load, cold and from the cache, next to OpenCASCADE alone?",
     run_cad_bench},
    {"picture", "how long does a picture take to draw and to pack?", picture_bench},
    {"dynamics", "does anything ever interpenetrate? bodies that push and fall, next to Bullet, ODE and MuJoCo",
     run_dynamics},
    {"bounded", "what does a detector under a budget know, and when? how well does it keep its time?", run_bounded},
    {"soft", "what does a frame of a cable or a hose cost, and does its skin ever meet anything?", run_soft},
    {"dynamics-ablation", "what is each part of the handling loop worth, next to the paper's own rows?",
     run_dynamics_ablation},
    {"dynamics-solvers", "how do motion space and contact space grow with the contacts of a body?",
     run_dynamics_solvers},
    {"dynamics-contacts", "what do the contacts of bodies that nearly touch cost, searched or kept?",
     run_dynamics_contacts},
    {"profile", "what is the least clearance along a path? proved, next to FCL's distance at 1,000 samples", run_profile},
    kEnd,
};

// What needs a file or writes one: no part of ./bench --all, so listed on standard error.
constexpr Bench kCommands[] = {
    {"ccd-queries", "DIR [--tolerance 1e-6]: first contact for files of vertices on straight lines",
     run_ccd_queries},
    {"rigid-queries", "FILE [--tolerance 1e-6] [--each]: first contact for a file of rigid motions",
     run_rigid_queries},
    {"write-queries", "DIR [--seed N] [--count N]: writes our own files of queries with their truth",
     run_write_queries},
    kEnd,
};

int list() {
    for (const Bench* bench = kBenches; bench->name; ++bench)
        std::printf("%-16s %s\n", bench->name, bench->question);
    for (const Bench* bench = kCommands; bench->name; ++bench)
        std::fprintf(stderr, "%-16s %s\n", bench->name, bench->question);
    return 2;
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
    using namespace graze::bench;
    if (argc < 2) return list();
    const std::vector<std::string> arguments(argv + 2, argv + argc);
    for (const Bench* table : {kBenches, kCommands})
        for (const Bench* bench = table; bench->name; ++bench)
            if (std::strcmp(bench->name, argv[1]) == 0) return bench->run(arguments);
    std::fprintf(stderr, "graze-bench: no benchmark '%s'; these exist:\n", argv[1]);
    return list();
}
