#include "graze/discrete/wide_distance.h"

#include "graze/core/assert.h"
#include "graze/discrete/triangle_distance.h"
#include "graze/discrete/wide_nearest.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace graze {
namespace {

Vec3 posed(const Pose& pose, const Vec3& x) {
    return pose.rotation * x / pose.rotation.squaredNorm() +
           pose.translation;  // Eigen's product is R(q) x for any q
}

/// Calls body(triangle of a, triangle of b, the latter moved) for each bit.
template <class Body>
Visit for_each_pair(const WideBody& b, const PosePair& poses, const WideNode& leaf_a, const WideNode& leaf_b,
                    std::uint64_t pairs, Body&& body) {
    while (pairs != 0) {
        const int j = std::countr_zero(pairs) >> 3;
        const MovedTriangle moved = move_into_a(poses, corners(b.mesh, leaf_b.child[j]));
        for (unsigned row = static_cast<unsigned>(pairs >> (8 * j)) & 0xFFu; row != 0; row &= row - 1)
            if (body(leaf_a.child[std::countr_zero(row)], leaf_b.child[j], moved) == Visit::Stop)
                return Visit::Stop;
        pairs &= ~(std::uint64_t{0xFF} << (8 * j));
    }
    return Visit::GoOn;
}

WideCounters walk(const WideTask& task, WideWorkspace& w, const WideVisitor& visitor) {
    if (const std::size_t size = stack_size(task.a, task.b); w.stack.size() < size) w.stack.resize(size);
    return traverse(task, w.stack, visitor);
}

void add(DiscreteCounters& counters, const WideCounters& walked) {
    counters.box_tests += kWide * walked.rows;
    counters.box_updates += walked.node_pairs;
}

/// The search for the nearest pair.
struct Nearest {
    const WidePlacement& placement;
    WideAim aim;
    std::vector<WideNear>& candidates;  // all that may be nearest
    double slack;                       // how much farther apart than the nearest they may be
    float best = std::numeric_limits<float>::infinity();
    DiscreteCounters counters{};

    void remember(const WideNearTriangles& pair) {
        best = pair.hi;
        limit_aim(aim, static_cast<double>(best) / static_cast<double>(aim.scale) + slack);
        Vec3 way = Vec3::Zero();
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 3; ++j) way[j] += static_cast<double>(pair.way[k]) * aim.of_a[k][j];
        turn_aim(aim, placement, way);
    }
};

Visit visit_nearest(void* context, std::span<const WideNearTriangles> pairs) {
    auto& nearest = *static_cast<Nearest*>(context);
    const WideNearTriangles* least = nullptr;
    for (const WideNearTriangles& pair : pairs) {
        nearest.candidates.push_back({pair.lo, {pair.a, pair.b}});
        if (pair.hi < (least == nullptr ? nearest.best : least->hi)) least = &pair;
    }
    nearest.counters.triangle_tests += pairs.size();
    if (least != nullptr) nearest.remember(*least);
    return Visit::GoOn;
}

/// Is a pair within the clearance? Bounds first, then finer ones, then rationals.
struct Within {
    const WideBody& a;
    const WideBody& b;
    const Pose& pose_a;
    const Pose& pose_b;
    const PosePair& poses;
    const FinePlacement& fine;
    double clearance;
    bool stop_at_first;
    std::vector<WideHit>& hits;
    DiscreteCounters counters{};

    bool decide(std::uint32_t ta, std::uint32_t tb, const MovedTriangle& moved) {
        ++counters.triangle_tests;
        const Corners of_a = corners(a.mesh, ta), of_b = corners(b.mesh, tb);
        const TriangleGap rough = gap(of_a, moved);
        if (rough.lo > clearance) return false;
        if (rough.hi <= clearance) return true;
        const TriangleGap finer = fine_gap(of_a, of_b, fine);
        if (finer.lo > clearance) return false;
        if (finer.hi <= clearance) return true;
        ++counters.exact_tests;
        return is_within_exactly(of_a, pose_a, of_b, pose_b, clearance);
    }
};

Visit visit_within(void* context, const WideNode& leaf_a, const WideNode& leaf_b, std::uint64_t pairs) {
    auto& within = *static_cast<Within*>(context);
    return for_each_pair(
        within.b, within.poses, leaf_a, leaf_b, pairs, [&](auto ta, auto tb, const MovedTriangle& moved) {
            if (!within.decide(ta, tb, moved)) return Visit::GoOn;
            within.hits.push_back(
                {{within.a.mesh.surface_of_triangle[ta], within.b.mesh.surface_of_triangle[tb]}, {ta, tb}});
            return within.stop_at_first ? Visit::Stop : Visit::GoOn;
        });
}

DiscreteCounters walk_within(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                             double clearance, bool stop_at_first, WideWorkspace& w) {
    GRAZE_ASSERT(clearance >= 0.0 && std::isfinite(clearance));
    w.hits.clear();
    const PosePair poses = pose_pair(pose_a, pose_b);
    const FinePlacement fine = fine_placement(pose_a, pose_b);
    const WidePlacement placement = wide_placement(pose_a, pose_b, a.tree, b.tree);
    const float grown = wide_clearance(clearance);
    Within within{a, b, pose_a, pose_b, poses, fine, clearance, stop_at_first, w.hits};
    add(within.counters, walk({a.tree, b.tree, placement, &grown}, w, {&within, &visit_within}));
    return within.counters;
}

/// Bounds of the candidates in double, and the least upper one.
double measure(const WideBody& a, const WideBody& b, const PosePair& poses, float limit,
               std::vector<WideNear>& candidates) {
    std::erase_if(candidates, [limit](const WideNear& c) { return c.lo > static_cast<double>(limit); });
    double best = std::numeric_limits<double>::infinity();
    for (WideNear& c : candidates) {
        const TriangleGap found =
            gap(corners(a.mesh, c.triangles.a), move_into_a(poses, corners(b.mesh, c.triangles.b)));
        c.lo = found.lo;
        if (found.hi < best) best = found.hi;
    }
    return best;
}

/// The nearest of the candidates, finely.
BodyDistance nearest_of(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                        double limit, std::span<const WideNear> candidates) {
    const FinePlacement fine = fine_placement(pose_a, pose_b);
    BodyDistance result;
    result.lo = result.hi = std::numeric_limits<double>::infinity();
    for (const WideNear& candidate : candidates) {
        if (candidate.lo > limit) continue;  // a NaN goes on
        const TriangleGap found =
            fine_gap(corners(a.mesh, candidate.triangles.a), corners(b.mesh, candidate.triangles.b), fine);
        result.lo = std::min(result.lo, found.lo);
        if (found.hi < result.hi || (found.hi == result.hi && candidate.triangles < result.triangles)) {
            result.hi = found.hi;
            result.on_a = posed(pose_a, found.on_a);
            result.on_b = posed(pose_a, found.on_b);
            result.triangles = candidate.triangles;
        }
    }
    result.lo = std::max(result.lo, 0.0);
    return result;
}

}  // namespace

BodyDistance distance(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                      WideWorkspace& w) {
    const Intersections meeting = find_intersections(a, pose_a, b, pose_b, {}, w);
    if (!meeting.triangles.empty()) {
        const IdPair pair = meeting.triangles[0];
        const TriangleGap near =
            fine_gap(corners(a.mesh, pair.a), corners(b.mesh, pair.b), fine_placement(pose_a, pose_b));
        return {0.0, 0.0, posed(pose_a, near.on_a), posed(pose_a, near.on_b), pair, meeting.counters};
    }
    w.near.clear();
    const WidePlacement placement = wide_placement(pose_a, pose_b, a.tree, b.tree);
    const double slack = 0.0;
    Nearest nearest{placement, first_aim(placement, a.tree, b.tree), w.near, slack};
    if (const std::size_t size = stack_size(a.tree, b.tree); w.near_stack.size() < size)
        w.near_stack.resize(size);
    add(nearest.counters,
        traverse_nearest({a.tree, b.tree, placement, nearest.aim}, w.near_stack, {&nearest, &visit_nearest}));
    const double best = measure(a, b, pose_pair(pose_a, pose_b), nearest.aim.limit, w.near);
    BodyDistance result = nearest_of(a, pose_a, b, pose_b, best + slack, w.near);
    result.counters = nearest.counters;
    result.counters.exact_tests = w.near.size(); // XXX
    return result;
}

bool is_within(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b, double clearance,
               WideWorkspace& w) {
    if (!find_intersections(a, pose_a, b, pose_b, {}, w).triangles.empty()) return true;
    (void)walk_within(a, pose_a, b, pose_b, clearance, true, w);
    return !w.hits.empty();
}

Intersections find_within(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                          double clearance, WideWorkspace& w) {
    const DiscreteCounters counters = walk_within(a, pose_a, b, pose_b, clearance, false, w);
    sort_hits(Find::TrianglePairs, w);
    return {w.triangles, w.surfaces, counters};
}

}  // namespace graze
