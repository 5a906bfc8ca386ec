// What is each part of the handling loop worth? The same drives with one part taken out at a time, and with the
// rows of [Redon04, sec. 4] as they are printed. Whatever is taken out, nothing interpenetrates: only the way is
// shorter.
#include "bench.h"
#include "continuous/measure.h"
#include "dynamics/judge.h"
#include "dynamics/world_contestant.h"
#include "markdown.h"

#include <algorithm>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr const char* kAblationUsage = "graze-bench dynamics-ablation [--quick] [--only SCENE]... [--cad DIR]\n";

struct Variant {
    const char* name;
    HandlingTuning tuning;
};

std::vector<Variant> variants() {
    const HandlingTuning ours;
    std::vector<Variant> all{{"ours", ours}};
    const auto add = [&](const char* name, auto change) {
        all.push_back({name, ours});
        change(all.back().tuning);
    };
    add("rows of the paper", [](HandlingTuning& t) { t.rows = RowsOf::Published; });
    add("rows are not mended", [](HandlingTuning& t) { t.mends_rows = false; });
    add("turns are not bounded", [](HandlingTuning& t) { t.trusts_little = false; });
    add("neither", [](HandlingTuning& t) { t.mends_rows = t.trusts_little = false; });
    add("no tighter trials", [](HandlingTuning& t) { t.tries_tighter = false; });
    add("contacts as they stand", [](HandlingTuning& t) { t.contact_turn = 1e-6; });
    add("lists are not kept", [](HandlingTuning& t) { t.keeps_lists = false; });
    add("the paper's, all in all", [](HandlingTuning& t) {
        t.rows = RowsOf::Published;
        t.mends_rows = t.trusts_little = t.tries_tighter = false;
    });
    return all;
}

struct Way {
    double travelled = 0.0, turned = 0.0;  // of the driven body, from frame to frame
    int stalls = 0;                        // frames in which it did not move
    double ms = 0.0, most_ms = 0.0;
    std::string end;
    DynamicsVerdict verdict;
};

Expected<Way> way_of(const DynamicsScene& scene, const HandlingTuning& tuning, int frames) {
    auto ours = make_world_contestant(scene, tuning);
    if (!ours) return ours.error();
    Way way;
    DynamicsJudge judge(scene);
    std::vector<Pose> poses = scene.start();
    const auto driven = static_cast<std::size_t>(scene.driven);
    for (int frame = 0; frame < frames; ++frame) {
        const Pose before = poses[driven];
        (*ours)->drive(scene.driven, plain(scene.target(frame, before)));
        const double start = thread_seconds();
        (*ours)->advance();
        const double ms = 1e3 * (thread_seconds() - start);
        way.ms += ms;
        way.most_ms = std::max(way.most_ms, ms);
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const PlainPose p = (*ours)->pose(static_cast<int>(i));
            poses[i] = {{p.translation[0], p.translation[1], p.translation[2]},
                        Eigen::Quaterniond(p.quaternion[3], p.quaternion[0], p.quaternion[1], p.quaternion[2])};
        }
        const double step = (poses[driven].translation - before.translation).norm();
        way.travelled += step;
        way.turned += poses[driven].rotation.angularDistance(before.rotation);
        way.stalls += step < 1e-6 * scene.bodies[driven].body.size();
        judge.look(poses, frame);
    }
    way.end = scene.ending(poses).text;
    way.verdict = judge.verdict();
    return way;
}

int show_ablation(const DynamicsScene& scene, bool quick) {
    const int frames = std::min(scene.frames, quick ? 40 : 180);
    fmt::print("\n## {}\n\n{}; {} frames.\n\n", scene.name, scene.what, frames);
    std::vector<TableRow> rows{{"", "way, mm", "turned, rad", "frames without motion", "in the end", "frames interpenetrating", "ms a frame, mean", "most"}};
    int bad = 0;
    for (const Variant& variant : variants()) {
        const auto way = way_of(scene, variant.tuning, frames);
        if (!way) {
            fmt::print("{}\n", way.error().message);
            return 1;
        }
        rows.push_back({variant.name, figure(way->travelled), figure(way->turned), fmt::format("{}", way->stalls), way->end,
                        fmt::format("{}", way->verdict.frames_with), figure(way->ms / frames), figure(way->most_ms)});
        bad += way->verdict.frames_with;
    }
    print_table(rows);
    return bad;
}

}  // namespace

int run_dynamics_ablation(std::span<const std::string> arguments) {
    std::vector<const char*> names;
    for (const DynamicsSceneKind& kind : mounting_scenes()) names.push_back(kind.name);
    for (const DynamicsCadKind& kind : cad_scenes()) names.push_back(kind.name);
    const auto wishes = parse_wishes(arguments, names, std::array{"--cad"}, kAblationUsage);
    if (!wishes) return 2;
    fmt::print("First order; thread CPU time. Each row leaves one part of the loop out. An exact check of every frame: whatever is left out, nothing may interpenetrate.\n");
    int bad = 0;
    for (const DynamicsSceneKind& kind : mounting_scenes())
        if (wishes->has(kind.name)) bad += show_ablation(kind.make(), wishes->quick);
    const std::string cad = wishes->last("--cad");
    for (const DynamicsCadKind& kind : cad_scenes()) {
        if (cad.empty() || !wishes->has(kind.name)) continue;
        const auto scene = kind.make(cad);
        if (!scene)
            fmt::print("\n{}: {}\n", kind.name, scene.error().message);
        else if (!scene->is_second_order)
            bad += show_ablation(*scene, wishes->quick);
    }
    fmt::print("\nFrames that interpenetrate: {}\n", bad);
    return bad == 0 ? 0 : 1;
}

}  // namespace graze::bench
