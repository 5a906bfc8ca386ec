#include "graze/discrete/wide/wide_distance.h"

#include "graze/core/assert.h"
#include "graze/discrete/triangles/triangle_distance.h"
#include "graze/discrete/wide/wide_nearest.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {
namespace {

Vec3 posed(const Pose& pose, const Vec3& x) {
    return pose.rotation * x / pose.rotation.squaredNorm() +
           pose.translation;  // Eigen's product is R(q) x for any q
}

void add(DiscreteCounters& counters, const WideCounters& walked) {
    counters.box_tests += kWide * walked.rows;
    counters.box_updates += walked.node_pairs;
}

std::span<WideNearEntry> stack_of(DiscreteMemory& w, const WideBody& a, const WideBody& b) {
    if (const std::size_t size = stack_size(a.tree, b.tree); w.near_stack.size() < size)
        w.near_stack.resize(size);
    return w.near_stack;
}

/// The aim of a search, and the nearest pair that it has met.
struct Sight {
    const WidePlacement& placement;
    WideAim aim;
    float best = std::numeric_limits<float>::infinity();  // in the lengths of the aim

    /// True if a pair was nearer than all before; the aim is then turned to the nearest.
    bool improve(std::span<const WideNearTriangles> pairs) {
        const WideNearTriangles* nearest = nullptr;
        for (const WideNearTriangles& pair : pairs)
            if (pair.hi < best) {  // not a NaN
                best = pair.hi;
                nearest = &pair;
            }
        if (nearest == nullptr) return false;
        Vec3 direction = Vec3::Zero();
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 3; ++j)
                direction[j] += static_cast<double>(nearest->separation[k]) * aim.of_a[k][j];
        turn_aim(aim, placement, direction);
        return true;
    }
};

// Twice the width that wide_distance.h promises: what is farther from the least distance than that can change
// neither bound of the result (docs/discrete.md, "Same bits everywhere").
constexpr double kRelativeSlack = 0x1p-38;  // > 2 * 1e-12
constexpr double kAbsoluteSlack = 0x1p-48;  // 2 * 8 ulp

/// Above all coordinates of the two bodies seen from a.
double extent_of(const WidePlacement& placement, const WideTree& a, const WideTree& b) {
    const double shift =
        std::abs(placement.shift[0]) + std::abs(placement.shift[1]) + std::abs(placement.shift[2]);
    return 2.0 * (a.farthest + b.farthest + shift + static_cast<double>(a.nodes[0].radius) +
                  static_cast<double>(b.nodes[0].radius));
}

/// The search for the nearest pair.
struct Nearest {
    Sight sight;
    double extent;
    std::vector<WideNear>& candidates;  // all that may be nearest
    DiscreteCounters counters{};

    [[nodiscard]] double widened(double distance) const {
        return distance * (1.0 + kRelativeSlack) + kAbsoluteSlack * extent;
    }
};

Visit visit_nearest(void* context, std::span<const WideNearTriangles> pairs) {
    auto& nearest = *static_cast<Nearest*>(context);
    for (const WideNearTriangles& pair : pairs)
        nearest.candidates.push_back({static_cast<double>(pair.lo), {pair.a, pair.b}});
    nearest.counters.triangle_tests += pairs.size();
    WideAim& aim = nearest.sight.aim;
    if (nearest.sight.improve(pairs))
        limit_aim(aim,
                  nearest.widened(static_cast<double>(nearest.sight.best) / static_cast<double>(aim.scale)));
    return Visit::GoOn;
}

/// Is a pair within the clearance? Bounds first, then finer ones, then rationals.
struct Within {
    const WideBody& a;
    const WideBody& b;
    const Pose& pose_a;
    const Pose& pose_b;
    const PosePair& poses;
    double clearance;
    bool stop_at_first;
    std::vector<WideHit>& hits;
    Sight sight;
    DiscreteCounters counters{};

    bool decide(const WideNearTriangles& pair) {
        ++counters.triangle_tests;
        const double hi = static_cast<double>(pair.hi) / static_cast<double>(sight.aim.scale);
        if (hi <= clearance) return true;
        const Corners of_a = corners(a.mesh, pair.a), of_b = corners(b.mesh, pair.b);
        const MovedTriangle moved = move_into_a(poses, of_b);
        const TriangleGap rough = gap(of_a, moved);
        if (rough.lo > clearance) return false;
        if (rough.hi <= clearance) return true;
        if (!(rough.lo > 0.0) && meeting_of(of_a, moved, poses).meeting != TriangleMeeting::Apart)
            return true;
        const TriangleGap finer = fine_gap(of_a, of_b, fine_placement(pose_a, pose_b));
        if (finer.lo > clearance) return false;
        if (finer.hi <= clearance) return true;
        ++counters.exact_tests;
        return is_within_exactly(of_a, pose_a, of_b, pose_b, clearance);
    }
};

Visit visit_within(void* context, std::span<const WideNearTriangles> pairs) {
    auto& within = *static_cast<Within*>(context);
    for (const WideNearTriangles& pair : pairs) {
        if (!within.decide(pair)) continue;
        within.hits.push_back(
            {{within.a.mesh.surface_of_triangle[pair.a], within.b.mesh.surface_of_triangle[pair.b]},
             {pair.a, pair.b}});
        if (within.stop_at_first) return Visit::Stop;
    }
    within.sight.improve(pairs);
    return Visit::GoOn;
}

DiscreteCounters search_within(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                               double clearance, bool stop_at_first, DiscreteMemory& w) {
    GRAZE_ASSERT(clearance >= 0.0 && std::isfinite(clearance));
    w.hits.clear();
    const PosePair poses = pose_pair(pose_a, pose_b);
    const WidePlacement placement = wide_placement(pose_a, pose_b, a.tree, b.tree);
    Within within{a,
                  b,
                  pose_a,
                  pose_b,
                  poses,
                  clearance,
                  stop_at_first,
                  w.hits,
                  {placement, first_aim(placement, a.tree, b.tree)}};
    limit_aim(within.sight.aim, clearance);
    const WideOrder order = stop_at_first ? WideOrder::NearestFirst : WideOrder::Any;
    add(within.counters, traverse_nearest({a.tree, b.tree, placement, within.sight.aim, order},
                                          stack_of(w, a, b), {&within, &visit_within}));
    return within.counters;
}

/// Bounds of the candidates in double, and the least upper one. The limit falls as they are measured.
double measure(const WideBody& a, const WideBody& b, const PosePair& poses, Nearest& nearest) {
    std::vector<WideNear>& candidates = nearest.candidates;
    WideAim& aim = nearest.sight.aim;
    std::sort(candidates.begin(), candidates.end(),
              [](const WideNear& x, const WideNear& y) { return x.lo < y.lo; });
    double best = std::numeric_limits<double>::infinity();
    std::size_t kept = 0;
    for (const WideNear& c : candidates) {
        if (c.lo > static_cast<double>(aim.limit)) break;
        const TriangleGap found =
            gap(corners(a.mesh, c.triangles.a), move_into_a(poses, corners(b.mesh, c.triangles.b)));
        if (found.hi < best) {
            best = found.hi;
            limit_aim(aim, nearest.widened(best));
        }
        candidates[kept++] = {found.lo, c.triangles};
    }
    candidates.resize(kept);
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
                      DiscreteMemory& w) {
    const Intersections meeting = find_intersections(a, pose_a, b, pose_b, {}, w);
    if (!meeting.triangles.empty()) {
        const IdPair pair = meeting.triangles[0];
        const TriangleGap near =
            fine_gap(corners(a.mesh, pair.a), corners(b.mesh, pair.b), fine_placement(pose_a, pose_b));
        return {0.0, 0.0, posed(pose_a, near.on_a), posed(pose_a, near.on_b), pair, meeting.counters};
    }
    w.near.clear();
    const WidePlacement placement = wide_placement(pose_a, pose_b, a.tree, b.tree);
    Nearest nearest{
        {placement, first_aim(placement, a.tree, b.tree)}, extent_of(placement, a.tree, b.tree), w.near};
    add(nearest.counters, traverse_nearest({a.tree, b.tree, placement, nearest.sight.aim}, stack_of(w, a, b),
                                           {&nearest, &visit_nearest}));
    const double best = measure(a, b, pose_pair(pose_a, pose_b), nearest);
    BodyDistance result = nearest_of(a, pose_a, b, pose_b, nearest.widened(best), w.near);
    result.counters = nearest.counters;
    return result;
}

bool is_within(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b, double clearance,
               DiscreteMemory& w) {
    (void)search_within(a, pose_a, b, pose_b, clearance, true, w);
    return !w.hits.empty();
}

Intersections find_within(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                          double clearance, DiscreteMemory& w) {
    const DiscreteCounters counters = search_within(a, pose_a, b, pose_b, clearance, false, w);
    sort_hits(Find::TrianglePairs, w);
    return {w.triangles, w.surfaces, counters};
}

BodyDistance distance(const PosedBody& a, const PosedBody& b, DiscreteWorkspace* workspace) {
    const WideBody wide_a = wide(a.body.model()), wide_b = wide(b.body.model());
    if (workspace != nullptr) return distance(wide_a, a.pose, wide_b, b.pose, workspace->memory());
    DiscreteMemory fresh;
    return distance(wide_a, a.pose, wide_b, b.pose, fresh);
}

bool is_within(const PosedBody& a, const PosedBody& b, double clearance, DiscreteWorkspace* workspace) {
    const WideBody wide_a = wide(a.body.model()), wide_b = wide(b.body.model());
    if (workspace != nullptr)
        return is_within(wide_a, a.pose, wide_b, b.pose, clearance, workspace->memory());
    DiscreteMemory fresh;
    return is_within(wide_a, a.pose, wide_b, b.pose, clearance, fresh);
}

Intersections find_within(const PosedBody& a, const PosedBody& b, double clearance,
                          DiscreteWorkspace* workspace) {
    const WideBody wide_a = wide(a.body.model()), wide_b = wide(b.body.model());
    if (workspace != nullptr)
        return find_within(wide_a, a.pose, wide_b, b.pose, clearance, workspace->memory());
    DiscreteMemory fresh;
    return owned(find_within(wide_a, a.pose, wide_b, b.pose, clearance, fresh), fresh);
}

}  // namespace graze
