// One pair of boxes that moves against one at rest, through the kernels of both searches.
#include "continuous/bodies.h"
#include "continuous/contest.h"
#include "continuous/measure.h"
#include "markdown.h"

#include "graze/continuous/boxes/box_times.h"
#include "graze/discrete/wide/wide_kernels.h"

#include <bit>

#include <fmt/format.h>

namespace graze::bench {
namespace {

/// All pairs of nodes down to the leaves that are not proved apart, without looking into leaves.
struct BoxWork {
    std::uint64_t rows = 0, node_pairs = 0;
};

BoxWork walk_discrete(const ContinuousBodies& bodies, const Moment& moment, std::vector<WideEntry>& stack,
                      std::vector<IdPair>& frontier) {
    const float reach = wide_clearance(bodies.tolerance);
    frontier.clear();
    WideTask task{bodies.a.tree, bodies.b.tree, moment.placement, &reach};
    task.frontier = &frontier;
    task.max_level = 1000;
    const auto visit = [](void*, const WideNode&, const WideNode&, std::uint64_t) { return Visit::GoOn; };
    const WideCounters counters = traverse(task, stack, {nullptr, visit});
    return {counters.rows, counters.node_pairs};
}

/// The same during a window that is never divided.
BoxWork walk_continuous(const ContinuousBodies& bodies, const RelativeMotion& motion, const Moment* ends,
                        double length, std::vector<IdPair>& stack) {
    const BoxSearch search{motion, bodies.a.tree, bodies.b.tree, wide_clearance(bodies.tolerance)};
    BoxWork work;
    stack.assign(1, {0, 0});
    const BoxTimesKernel find_box_times = box_times_kernel(BoxBounds::Fused);
    while (!stack.empty()) {
        const IdPair pair = stack.back();
        stack.pop_back();
        const WideNode &a = bodies.a.tree.nodes[pair.a], &b = bodies.b.tree.nodes[pair.b];
        if (a.is_leaf && b.is_leaf) continue;
        BoxTimes times;
        find_box_times({.search = search,
                        .a = a,
                        .b = b,
                        .begin = ends[0],
                        .end = ends[1],
                        .length = length,
                        .most_bend = std::numeric_limits<float>::infinity()},
                       times);
        ++work.node_pairs;
        work.rows += times.rows;
        if (times.outcome != BoxOutcome::Children) continue;
        for (std::uint64_t pairs = times.pairs; pairs != 0; pairs &= pairs - 1) {
            const int bit = std::countr_zero(pairs);
            stack.push_back({times.opened == Opened::OnlyB ? pair.a : a.child[bit & 7],
                             times.opened == Opened::OnlyA ? pair.b : b.child[bit >> 3]});
        }
    }
    return work;
}

struct BoxCost {
    double us = 0.0, rows = 0.0, node_pairs = 0.0;
    void add(const BoxWork& work, double microseconds) {
        us += microseconds, rows += double(work.rows), node_pairs += double(work.node_pairs);
    }
    [[nodiscard]] double per_box() const { return 1e3 * us / (8.0 * rows); }
    [[nodiscard]] double per_node() const { return 1e3 * us / node_pairs; }
};

}  // namespace

void contest_boxes(ContinuousContest& contest) {
    constexpr double kWindow = 1.0 / 64.0;
    const auto bodies = bunnies_of(20000);
    const auto queries = random_screws(*bodies, contest.queries(100));
    const RigidMotion rest = AtRest{};
    FirstContactWorkspace workspace;
    std::vector<WideEntry> entries(stack_size(bodies->a.tree, bodies->b.tree));
    std::vector<IdPair> pairs;
    BoxCost at_rest, moving;
    for (const ContinuousQuery& query : queries) {
        const FirstContact found = ask(*bodies, query, {}, workspace);
        if (found.verdict != ContactVerdict::Contact || found.clear_until < kWindow) continue;
        const RigidMotion motion = motion_of(query);
        const RelativeMotion paired = relative_motion(rest, motion);
        const double end = found.clear_until, begin = end - kWindow;
        const Moment ends[2] = {moment_at(paired, bodies->a.tree, bodies->b.tree, begin),
                                moment_at(paired, bodies->a.tree, bodies->b.tree, end)};
        BoxWork work;
        const double us_at_rest =
            least_cpu_microseconds([&] { work = walk_discrete(*bodies, ends[1], entries, pairs); });
        at_rest.add(work, us_at_rest);
        const double us_moving =
            least_cpu_microseconds([&] { work = walk_continuous(*bodies, paired, ends, kWindow, pairs); });
        moving.add(work, us_moving);
    }
    fmt::print(
        "## One pair of boxes: bunnies of {}\n\nBoth trees walked down to their leaves, at the moment of "
        "first "
        "contact and during the 1/64 of the motion before it.\n"
        "A row tests one box against eight; the relation of the two nodes is counted in.\n\n",
        bodies->mesh_a->triangles.size());
    const double ratio = moving.per_box() / at_rest.per_box();
    print_table({{"walk", "rows of 8", "node pairs", "ns a pair of boxes", "ns a pair of nodes"},
                 {"at rest", figure(at_rest.rows), figure(at_rest.node_pairs), figure(at_rest.per_box()),
                  figure(at_rest.per_node())},
                 {"moving", figure(moving.rows), figure(moving.node_pairs), figure(moving.per_box()),
                  figure(moving.per_node())}});
    contest.at_most("one moving pair of boxes over one at rest", ratio, 4.0);
}

}  // namespace graze::bench
