// What does a detector under a budget know, and when? `Probe` on organic bodies, CAD-like fits and many bodies, with
// budgets from nothing to none; and how well it keeps its time, in turns with a loop that does nothing else.
//
// Frames are played one after the other, without waiting: caches are warmer than in a simulator. Contacts are all
// that an unlimited look finds. A contact is late if it is known more than two frames after its first.
#include "bench.h"
#include "bounded/shells_bench.h"
#include "markdown.h"
#include "support/random_vector.h"

#include "graze/core/random.h"
#include "graze/demo/demo.h"
#include "graze/discrete/wide/distance.h"
#include "graze/queries/bounded/replay.h"
#include "graze/stochastic/shell_tracker.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

namespace graze::bench {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr const char* kUsage = "graze-bench bounded [--quick] [--only knowing|keeping|table|refit|shells|basins]... [--cad DIR] [--plot FILE.svg]\n";
constexpr const char* kSections[] = {"knowing", "keeping", "table", "refit", "shells", "basins"};
constexpr const char* kOptions[] = {"--cad", "--plot"};
constexpr double kRate = 30.0;

struct Motion {
    Scene scene;
    std::size_t frames;
};

struct Family {
    std::string name;
    std::vector<Motion> motions;
};

Path path_of(std::uint32_t body, std::vector<Pose> poses) {
    return {.body = body, .poses = std::move(poses), .turns = {}};
}

/// The second body about the first: direction and turn drift by 0.02 rad a frame, the distance by up to 1 % of the
/// size, from a little apart to a little into each other.
std::vector<Pose> drift(Rng& rng, const Body& a, const Body& b, std::size_t frames) {
    const double size = std::max(a.size(), b.size());
    Vec3 direction = test::random_vector(rng, 1.0).normalized();
    Eigen::Quaterniond turn = Eigen::Quaterniond(Eigen::AngleAxisd(rng.uniform(0.0, 3.0), direction));
    double beyond = 0.02 * size;  // of where they would touch
    std::vector<Pose> poses;
    for (std::size_t k = 0; k < frames; ++k) {
        double away = 2.0 * size;  // moved in by the distance, again and again: to about where they touch
        for (int step = 0; step < 20; ++step) {
            const double gap = distance(a.at(), b.at({direction * away, turn})).hi;
            away -= gap;
            if (gap < 1e-3 * size) break;
        }
        poses.push_back({direction * (away + beyond), turn});
        direction = (direction + test::random_vector(rng, 0.02)).normalized();
        const Vec3 axis = test::random_vector(rng, 1.0).normalized();
        turn = (Eigen::Quaterniond(Eigen::AngleAxisd(0.02, axis)) * turn).normalized();
        beyond = std::clamp(beyond + rng.uniform(-0.01, 0.01) * size, -0.03 * size, 0.06 * size);
    }
    return poses;
}

Scene demo_scene(const char* name, std::map<std::string, double> parameters = {}) {
    return *make_demo(name, {.parameters = std::move(parameters)});
}

Family drifting(const char* name, double triangles, std::size_t motions, std::size_t frames) {
    Family family{fmt::format("{}, 2 x {:.0f} triangles, drifting", name, triangles), {}};
    const Scene scene = demo_scene(name, {{"triangles", triangles}});
    const Body a = *build_body(scene.bodies[0].mesh), b = *build_body(scene.bodies[1].mesh);
    Rng rng(26);
    for (std::size_t m = 0; m < motions; ++m) {
        Scene moving = scene;
        moving.bodies[0].pose = {};
        moving.paths = {path_of(1, drift(rng, a, b, frames))};
        family.motions.push_back({std::move(moving), frames});
    }
    return family;
}

/// The demo's own path.
Family fitting(const char* name, std::size_t frames) {
    Family family{fmt::format("{}, its own path", name), {}};
    family.motions.push_back({demo_scene(name), frames});
    return family;
}

/// Rabbits in a box.
Family flying(std::size_t bodies, std::size_t motions, std::size_t frames) {
    Family family{fmt::format("{} rabbits of 5,000 triangles, flying", bodies), {}};
    const Scene rabbits = demo_scene("bunnies", {{"triangles", 5000.0}});
    const double size = build_body(rabbits.bodies[0].mesh)->size();
    const double room = 0.6 * size * std::cbrt(static_cast<double>(bodies));
    Rng rng(27);
    for (std::size_t m = 0; m < motions; ++m) {
        Scene scene{.unit = rabbits.unit, .bodies = {}, .ignore = {}, .clearance = {}, .joints = {}, .paths = {}};
        for (std::uint32_t i = 0; i < bodies; ++i) {
            SceneBody body = rabbits.bodies[0];
            body.name = fmt::format("rabbit-{}", i);
            scene.bodies.push_back(std::move(body));
            std::vector<Pose> poses;
            Vec3 at = test::random_vector(rng, room), speed = test::random_vector(rng, 0.02 * size);
            Eigen::Quaterniond turn(Eigen::AngleAxisd(rng.uniform(0.0, 3.0), Vec3::UnitX()));
            for (std::size_t k = 0; k < frames; ++k) {
                poses.push_back({at, turn});
                at += speed;
                for (int axis = 0; axis < 3; ++axis)
                    if (std::abs(at[axis]) > room) speed[axis] = -speed[axis];
                turn = (Eigen::Quaterniond(Eigen::AngleAxisd(0.02, Vec3::UnitY())) * turn).normalized();
            }
            scene.paths.push_back(path_of(i, std::move(poses)));
        }
        family.motions.push_back({std::move(scene), frames});
    }
    return family;
}

struct Known {
    std::uint64_t frames = 0, certified = 0, contacts = 0, late = 0, never = 0;
    double coverage = 0.0;
    std::uint32_t oldest = 0;
    nanoseconds longest{0};
};

Known play(const Family& family, nanoseconds budget) {
    Known known;
    for (const Motion& motion : family.motions) {
        const auto replay =
            replay_exact(motion.scene, {.rate = kRate,
                                        .budget = budget,
                                        .seconds = static_cast<double>(motion.frames - 1) / kRate,
                                        .in_real_time = false,
                                        .threads = 1,
                                        .progress = Progress::Draw::Never});
        if (!replay) {
            std::fprintf(stderr, "%s\n", replay.error().message.c_str());
            std::exit(2);
        }
        known.frames += replay->frames;
        known.certified += replay->certified_frames;
        known.coverage += replay->coverage / static_cast<double>(family.motions.size());
        known.contacts += replay->contacts.size();
        known.oldest = std::max(known.oldest, replay->oldest);
        known.longest = std::max(known.longest, replay->longest_cpu);
        for (const ReplayContact& contact : replay->contacts) {
            known.never += contact.seen_in ? 0 : 1;
            known.late += !contact.seen_in || *contact.seen_in - contact.first > 2 ? 1 : 0;
        }
    }
    return known;
}

/// The upper end of Wilson's 95 % interval of a share.
double wilson_above(std::uint64_t hits, std::uint64_t of) {
    if (of == 0) return std::nan("");
    constexpr double kZ = 1.96;
    const double n = static_cast<double>(of), p = static_cast<double>(hits) / n, z = kZ * kZ / n;
    return (p + z / 2.0 + kZ * std::sqrt(p * (1.0 - p) / n + z / (4.0 * n))) / (1.0 + z);
}

std::string budget_text(nanoseconds budget) {
    return budget == nanoseconds::max() ? "none" : fmt::format("{}", budget.count() / 1000);
}

void print_knowing(bool quick) {
    const std::size_t motions = quick ? 3 : 30, frames = quick ? 60 : 150;
    const Family families[] = {drifting("bunnies", 5000, motions, frames),
                               drifting("bunnies", 69500, quick ? 1 : motions, frames),
                               fitting("peg-in-hole", 100),
                               fitting("plates", 100),
                               fitting("screw-and-nut", 100),
                               flying(50, quick ? 1 : 5, frames),
                               flying(200, 1, frames)};
    std::vector<TableRow> table{{"scene", "budget us", "frames", "frames certified %", "pairs in time %", "contacts",
                                 "late by more than 2 %", "upper 95 %", "never seen", "oldest answer, frames",
                                 "longest us"}};
    for (const Family& family : families)
        for (const nanoseconds budget : {nanoseconds(microseconds(2)), nanoseconds(microseconds(20)),
                                         nanoseconds(microseconds(100)), nanoseconds(microseconds(1000)),
                                         nanoseconds::max()}) {
            const Known known = play(family, budget == nanoseconds::max() ? std::chrono::hours(1) : budget);
            const auto percent = [](double share) { return std::isnan(share) ? "-" : fmt::format("{:.1f}", 100.0 * share); };
            const double of = static_cast<double>(known.frames);
            table.push_back({family.name, budget_text(budget), std::to_string(known.frames),
                             percent(static_cast<double>(known.certified) / of), percent(known.coverage),
                             std::to_string(known.contacts),
                             known.contacts > 0 ? percent(static_cast<double>(known.late) /
                                                          static_cast<double>(known.contacts))
                                                : "-",
                             percent(wilson_above(known.late, known.contacts)), std::to_string(known.never),
                             std::to_string(known.oldest),
                             figure(1e-3 * static_cast<double>(known.longest.count()))});
        }
    std::printf("## What is known, and when\n\nThe exact detector. 30 frames a second; the time is that of the thread.\n\n");
    print_table(table);
    std::printf("\n");
}

/// Shares of a budget that calls took.
struct Shares {
    std::vector<double> of;
    void add(nanoseconds cpu, nanoseconds budget) {
        of.push_back(static_cast<double>(cpu.count()) / static_cast<double>(budget.count()));
    }
    [[nodiscard]] std::string at(double share) {
        std::sort(of.begin(), of.end());
        return fmt::format("{:.3f}", of[std::min(of.size() - 1, static_cast<std::size_t>(share * static_cast<double>(of.size())))]);
    }
    [[nodiscard]] std::size_t above(double share) const {
        return static_cast<std::size_t>(std::count_if(of.begin(), of.end(), [&](double x) { return x > share; }));
    }
};

/// A detector with more to do than the budget is for, in turns with a loop that looks at the clock and does nothing.
template <class Look>
void keep_time(const std::string& name, std::size_t calls, nanoseconds budget, Look&& look, std::vector<TableRow>& table) {
    Shares of_detector, of_loop;
    for (std::size_t call = 0; call < calls; ++call) {
        of_detector.add(look(call, TimeBudget{.cpu = budget}), budget);
        BudgetClock clock({.cpu = budget});
        while (!clock.is_over()) {
        }
        of_loop.add(clock.cpu(), budget);
    }
    for (auto& [what, shares] : {std::pair<std::string, Shares&>{name, of_detector}, {"empty loop, in turns", of_loop}})
        table.push_back({budget_text(budget), what, std::to_string(calls), shares.at(0.5), shares.at(0.99), shares.at(0.999), shares.at(1.0),
                         std::to_string(shares.above(1.2))});
}

void print_keeping(bool quick) {
    const Family flying_ones = flying(200, 1, 40), two = drifting("bunnies", 69500, 1, 40);
    std::vector<TableRow> table{{"budget us", "what", "calls", "p50", "p99", "p99.9", "most", "calls above 1.2"}};
    for (const auto budget : {nanoseconds(microseconds(100)), nanoseconds(microseconds(1000))}) {
        const std::size_t calls = (quick ? 2000 : 20000) / (budget > microseconds(500) ? 4 : 1);
        const Scene& scene = flying_ones.motions[0].scene;
        Probe probe(std::vector<Body>(scene.bodies.size(), *build_body(scene.bodies[0].mesh)));
        std::vector<Pose> poses(scene.bodies.size());
        const auto look = [&](std::size_t call, const TimeBudget& most) {
            for (std::size_t i = 0; i < poses.size(); ++i) poses[i] = scene.paths[i].poses[call % 40];
            return probe.look(poses, most).cpu;
        };
        keep_time("exact, 200 rabbits", calls, budget, look, table);
        const Scene& pair = two.motions[0].scene;
        internal::ShellTracker tracker({*build_body(pair.bodies[0].mesh), *build_body(pair.bodies[1].mesh)}, {});
        const auto track = [&](std::size_t call, const TimeBudget& most) {
            return tracker.look(std::vector<Pose>{pair.bodies[0].pose, pair.paths[0].poses[call % 40]}, most).known.cpu;
        };
        keep_time("shells, two rabbits of 69,500", calls, budget, track, table);
    }
    std::printf("## How well they keep their time\n\nTime of the thread in budgets. Both detectors have more to do than fits; the loop does nothing but look "
                "at the clock, one call after each of theirs.\n\n");
    print_table(table);
    std::printf("\n");
}

}  // namespace

int run_bounded(std::span<const std::string> arguments) {
    const auto wishes = parse_wishes(arguments, kSections, kOptions, kUsage);
    if (!wishes) return 2;
    if (wishes->has("knowing")) print_knowing(wishes->quick);
    if (wishes->has("keeping")) print_keeping(wishes->quick);
    if (wishes->has("table")) print_shell_table(wishes->quick, wishes->last("--cad"));
    if (wishes->has("refit")) print_refits(wishes->quick);
    if (wishes->has("basins")) print_shell_basins(wishes->quick);
    if (wishes->has("shells")) print_shell_budgets(wishes->quick, wishes->last("--cad"), wishes->last("--plot"));
    return 0;
}

}  // namespace graze::bench
