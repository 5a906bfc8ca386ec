#include "graze/discrete/wide_distance.h"

#include "graze/core/assert.h"
#include "graze/discrete/triangle_distance.h"

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
    const WideBody& a;
    const WideBody& b;
    const PosePair& poses;
    std::vector<WideNear>& candidates;  // all that may be nearest
    double best = std::numeric_limits<double>::infinity();
    float clearance = std::numeric_limits<float>::infinity();
    float direction[3] = {0.0f, 0.0f, 0.0f};  // between the nearest points so far
    DiscreteCounters counters{};

    void remember(const TriangleGap& found) {
        best = found.hi;
        clearance = std::min(clearance, wide_clearance(best));
        const Vec3 between = (found.on_a - found.on_b).normalized();  // zero stays zero: it separates nothing
        for (int k = 0; k < 3; ++k) direction[k] = static_cast<float>(between[k]);
    }

    Visit look_at(std::uint32_t ta, std::uint32_t tb, const MovedTriangle& moved) {
        ++counters.triangle_tests;
        const TriangleGap found = gap(corners(a.mesh, ta), moved);
        if (found.lo > best) return Visit::GoOn;  // a NaN stays a candidate
        candidates.push_back({found.lo, {ta, tb}});
        if (found.hi < best) remember(found);
        return Visit::GoOn;
    }
};

Visit visit_nearest(void* context, const WideNode& leaf_a, const WideNode& leaf_b, std::uint64_t pairs) {
    auto& nearest = *static_cast<Nearest*>(context);
    return for_each_pair(
        nearest.b, nearest.poses, leaf_a, leaf_b, pairs,
        [&](auto ta, auto tb, const MovedTriangle& moved) { return nearest.look_at(ta, tb, moved); });
}

Vec3 centre_of(const WideNode& node, int i) {
    Vec3 x(node.origin[0], node.origin[1], node.origin[2]);
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) x[k] += static_cast<double>(node.axes[k][j]) * node.centre[j][i];
    return x;
}

/// Goes down to the leaf whose boxes stay nearest to a point, by their centres.
std::uint32_t descend(const WideTree& tree, const Vec3& towards) {
    std::uint32_t id = 0;
    while (!tree.nodes[id].is_leaf) {
        const WideNode& node = tree.nodes[id];
        int best = 0;
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i < node.count; ++i)
            if (const double d = (centre_of(node, i) - towards).squaredNorm(); d < least) least = d, best = i;
        id = node.child[best];
    }
    return id;
}

/// An upper bound to start from: leaves found by looking from one body to the other and back.
void look_greedily(Nearest& nearest) {
    const Placement& b_in_a = nearest.poses.b_in_a;
    const auto origin = [](const WideNode& n) { return Vec3(n.origin[0], n.origin[1], n.origin[2]); };
    const auto into_b = [&](const Vec3& x) {
        return Vec3(b_in_a.rotation.transpose() * (x - b_in_a.translation));
    };
    Vec3 towards = b_in_a.rotation * origin(nearest.b.tree.nodes[0]) + b_in_a.translation;
    std::uint32_t leaf_a = 0, leaf_b = 0;
    for (int round = 0; round < 3; ++round) {
        leaf_a = descend(nearest.a.tree, towards);
        leaf_b = descend(nearest.b.tree, into_b(origin(nearest.a.tree.nodes[leaf_a])));
        towards = b_in_a.rotation * origin(nearest.b.tree.nodes[leaf_b]) + b_in_a.translation;
    }
    const WideNode& a = nearest.a.tree.nodes[leaf_a];
    const WideNode& b = nearest.b.tree.nodes[leaf_b];
    const std::uint64_t row = (std::uint64_t{1} << a.count) - 1;
    std::uint64_t pairs = 0;
    for (int j = 0; j < b.count; ++j) pairs |= row << (8 * j);
    visit_nearest(&nearest, a, b, pairs);
    nearest.candidates.clear();  // the walk meets them again
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

/// The nearest of the candidates, finely.
BodyDistance nearest_of(const Nearest& nearest, const Pose& pose_a, const Pose& pose_b) {
    const FinePlacement fine = fine_placement(pose_a, pose_b);
    BodyDistance result;
    result.lo = result.hi = std::numeric_limits<double>::infinity();
    for (const WideNear& candidate : nearest.candidates) {
        if (candidate.lo > nearest.best) continue;
        const TriangleGap found = fine_gap(corners(nearest.a.mesh, candidate.triangles.a),
                                           corners(nearest.b.mesh, candidate.triangles.b), fine);
        result.lo = std::min(result.lo, found.lo);
        if (found.hi < result.hi || (found.hi == result.hi && candidate.triangles < result.triangles)) {
            result.hi = found.hi;
            result.on_a = posed(pose_a, found.on_a);
            result.on_b = posed(pose_a, found.on_b);
            result.triangles = candidate.triangles;
        }
    }
    result.lo = std::max(result.lo, 0.0);
    result.counters = nearest.counters;
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
    const PosePair poses = pose_pair(pose_a, pose_b);
    const WidePlacement placement = wide_placement(pose_a, pose_b, a.tree, b.tree);
    Nearest nearest{a, b, poses, w.near};
    look_greedily(nearest);
    const WideTask task{a.tree, b.tree, placement, &nearest.clearance, nearest.direction};
    const auto look_within = [&](double limit) {
        w.near.clear();
        nearest.clearance = wide_clearance(limit);
        add(nearest.counters, walk(task, w, {&nearest, &visit_nearest}));
    };
    // Walks that hope for half of what is known are cheap when they fail, and each success halves the pairs
    // to look at.
    for (double known = nearest.best;; known = nearest.best) {
        look_within(0.5 * known);
        if (!(nearest.best <= 0.5 * known)) break;
    }
    look_within(nearest.best);
    return nearest_of(nearest, pose_a, pose_b);
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
