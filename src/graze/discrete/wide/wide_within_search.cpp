#include "graze/discrete/wide/wide_within_search.h"

#include "graze/core/assert.h"
#include "graze/discrete/triangles/triangle_distance.h"
#include "graze/discrete/triangles/triangle_overlap.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

/// Is a pair within the clearance? Bounds first, then finer ones, then rationals.
struct Within {
    WithinSearch& search;
    const WidePair& of;
    std::vector<WideHit>& hits;

    bool decide(const WideNearTriangles& pair) {
        ++search.counters.triangle_tests;
        const double hi = static_cast<double>(pair.hi) / static_cast<double>(search.sight.aim.scale);
        if (hi <= search.clearance) return true;
        const Corners of_a = corners(of.a.mesh, pair.a), of_b = corners(of.b.mesh, pair.b);
        const MovedTriangle moved = move_into_a(search.poses, of_b);
        const TriangleGap rough = gap(of_a, moved);
        if (rough.lo > search.clearance) return false;
        if (rough.hi <= search.clearance) return true;
        if (!(rough.lo > 0.0) && meeting_of(of_a, moved, search.poses).meeting != TriangleMeeting::Apart)
            return true;
        const TriangleGap finer = fine_gap(of_a, of_b, fine_placement(of.pose_a, of.pose_b));
        if (finer.lo > search.clearance) return false;
        if (finer.hi <= search.clearance) return true;
        ++search.counters.exact_tests;
        return is_within_exactly(of_a, of.pose_a, of_b, of.pose_b, search.clearance);
    }
};

Visit visit_within(void* context, std::span<const WideNearTriangles> pairs) {
    auto& within = *static_cast<Within*>(context);
    for (const WideNearTriangles& pair : pairs) {
        if (!within.decide(pair)) continue;
        within.hits.push_back({{within.of.a.mesh.surface_of_triangle[pair.a],
                                within.of.b.mesh.surface_of_triangle[pair.b]},
                               {pair.a, pair.b}});
        if (within.search.stop_at_first) return Visit::Stop;
    }
    within.search.sight.improve(pairs);
    return Visit::GoOn;
}

}  // namespace

void begin(WithinSearch& search, const WidePair& of, double clearance, bool stop_at_first,
           DiscreteMemory& w) {
    GRAZE_ASSERT(clearance >= 0.0 && std::isfinite(clearance));
    const WideTree &a = of.a.tree, &b = of.b.tree;
    const WidePlacement placement = wide_placement(of.pose_a, of.pose_b, a, b);
    search = {.clearance = clearance,
              .stop_at_first = stop_at_first,
              .sight = {placement, first_aim(placement, a, b)},
              .poses = pose_pair(of.pose_a, of.pose_b),
              .is_over = false};
    limit_aim(search.sight.aim, clearance);
    w.hits.clear();
    if (const std::size_t size = stack_size(a, b); w.near_stack.size() < size) w.near_stack.resize(size);
}

std::uint64_t go_on(WithinSearch& search, const WidePair& of, const MeetingPieceSize& size,
                    DiscreteMemory& w) {
    Within within{search, of, w.hits};
    WideNearTask task{of.a.tree, of.b.tree, search.sight.placement, search.sight.aim,
                      search.stop_at_first ? WideOrder::NearestFirst : WideOrder::Any};
    if (search.has_begun) task.waiting = search.waiting;
    task.most_opened = size.most;
    task.same_work = size.same_work;
    const std::uint64_t before = search.counters.triangle_tests;
    const WideCounters walked = traverse_nearest(task, w.near_stack, {&within, &visit_within});
    search.has_begun = true;
    search.waiting = walked.waiting;
    search.counters.box_tests += kWide * walked.rows;
    search.counters.box_updates += walked.node_pairs;
    search.is_over = walked.waiting == 0 || (search.stop_at_first && !w.hits.empty());
    return std::max<std::uint64_t>(walked.opened, 1) + search.counters.triangle_tests - before;
}

}  // namespace graze::internal
