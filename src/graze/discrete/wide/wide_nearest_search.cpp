#include "graze/discrete/wide/wide_nearest_search.h"

#include "graze/discrete/triangles/triangle_distance.h"
#include "graze/numeric/outward.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

using SearchStage = NearestSearch::Stage;

Vec3 posed(const Pose& pose, const Vec3& x) {
    return pose.rotation * x / pose.rotation.squaredNorm() +
           pose.translation;  // Eigen's product is R(q) x for any q
}

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

double widened(const NearestSearch& search, double distance) {
    return distance * (1.0 + kRelativeSlack) + kAbsoluteSlack * search.extent;
}

double true_length(const NearestSearch& search, double length) {
    return length / static_cast<double>(search.sight.aim.scale);
}

struct Visitor {
    NearestSearch& search;
    std::vector<WideNear>& candidates;  // all that may be nearest
};

Visit visit_nearest(void* context, std::span<const WideNearTriangles> pairs) {
    auto& [search, candidates] = *static_cast<Visitor*>(context);
    for (const WideNearTriangles& pair : pairs) {
        candidates.push_back({static_cast<double>(pair.lo), {pair.a, pair.b}, pair.features});
        if (!(pair.lo >= search.least_lo)) search.least_lo = pair.lo;
    }
    search.counters.triangle_tests += pairs.size();
    if (search.sight.improve(pairs))
        limit_aim(search.sight.aim,
                  widened(search, true_length(search, static_cast<double>(search.sight.best))));
    return Visit::GoOn;
}

std::uint64_t walk(NearestSearch& search, const WidePair& of, const MeetingPieceSize& size,
                   DiscreteMemory& w) {
    Visitor visitor{search, w.near};
    WideNearTask task{of.a.tree, of.b.tree, search.sight.placement, search.sight.aim};
    if (search.has_begun) task.waiting = search.waiting;
    task.most_opened = size.most;
    task.same_work = size.same_work;
    const WideCounters walked = traverse_nearest(task, w.near_stack, {&visitor, &visit_nearest});
    search.has_begun = true;
    search.waiting = walked.waiting;
    search.counters.box_tests += kWide * walked.rows;
    search.counters.box_updates += walked.node_pairs;
    if (walked.waiting == 0) search.stage = SearchStage::Measure;
    return std::max<std::uint64_t>(walked.opened, 1);
}

/// Bounds of the candidates in double, and the least upper one. The limit falls as they are measured.
std::uint64_t measure(NearestSearch& search, const WidePair& of, std::uint64_t most, DiscreteMemory& w) {
    WideAim& aim = search.sight.aim;
    std::uint64_t work = 0;
    std::optional<MovedTriangle> moved;
    std::uint32_t moved_id = 0;
    for (; search.next < w.near.size() && work < most; ++search.next) {
        const WideNear c = w.near[search.next];
        if (c.lo > static_cast<double>(aim.limit)) continue;
        if (!moved || moved_id != c.triangles.b) {
            moved = move_into_a(search.poses, corners(of.b.mesh, c.triangles.b));
            moved_id = c.triangles.b;
        }
        const TriangleGap found = gap(corners(of.a.mesh, c.triangles.a), *moved, c.features);
        if (found.hi < search.best) {
            search.best = found.hi;
            search.first = search.kept;
            limit_aim(aim, widened(search, search.best));
        }
        w.near[search.kept++] = {found.lo, c.triangles, c.features};
        ++work;
    }
    if (search.next < w.near.size()) return work;
    w.near.resize(search.kept);
    // The best one is the first to be looked at.
    if (!w.near.empty()) std::swap(w.near[0], w.near[search.first]);
    search.next = search.kept = 0;
    search.stage = SearchStage::Choose;
    return std::max<std::uint64_t>(work, 1);
}

/// In 80 bits: is a candidate farther apart than the nearest so far?
bool is_farther(NearestSearch& search, const WidePair& of, const WideNear& candidate) {
    if (!search.placed || search.placed_id != candidate.triangles.b) {
        search.placed = place_finely(search.fine, corners(of.b.mesh, candidate.triangles.b));
        search.placed_id = candidate.triangles.b;
    }
    const double lo = fine_gap_lo(corners(of.a.mesh, candidate.triangles.a), *search.placed, candidate.features);
    return lo > search.result.hi;
}

/// The nearest of the candidates, finely. Those that are measured fully move to the front, with their bounds.
std::uint64_t choose(NearestSearch& search, const WidePair& of, std::uint64_t most, DiscreteMemory& w) {
    const double limit = widened(search, search.best);
    BodyDistance& result = search.result;
    std::uint64_t work = 0;
    for (; search.next < w.near.size() && work < most; ++search.next) {
        const WideNear candidate = w.near[search.next];
        if (candidate.lo > limit) continue;  // a NaN goes on
        ++work;
        if (search.kept > 0 && is_farther(search, of, candidate)) continue;
        const TriangleGap found = fine_gap(corners(of.a.mesh, candidate.triangles.a),
                                           corners(of.b.mesh, candidate.triangles.b), search.fine);
        w.near[search.kept++] = {found.lo, candidate.triangles, candidate.features};
        if (found.hi < result.hi || (found.hi == result.hi && candidate.triangles < result.triangles)) {
            result.lo = found.lo;
            result.hi = found.hi;
            result.on_a = posed(of.pose_a, found.on_a);
            result.on_b = posed(of.pose_a, found.on_b);
            result.triangles = candidate.triangles;
        }
    }
    if (search.next < w.near.size()) return work;
    w.near.resize(search.kept);
    search.next = 0;
    search.stage = SearchStage::Settle;
    return std::max<std::uint64_t>(work, 1);
}

/// What any pair of features proves of a pair.
double best_lo(const NearestSearch& search, const WidePair& of, const WideNear& candidate) {
    const Corners a = corners(of.a.mesh, candidate.triangles.a);
    const FineTriangle b = place_finely(search.fine, corners(of.b.mesh, candidate.triangles.b));
    double lo = -kInfinity;
    for (int features = 0; features < kFeaturePairs; ++features)
        if (const double other = fine_gap_lo(a, b, features); other > lo) lo = other;  // not a NaN
    return candidate.lo > lo ? candidate.lo : lo;
}

/// The lower bound: that of the nearest pair, unless another one might be nearer still.
std::uint64_t settle(NearestSearch& search, const WidePair& of, std::uint64_t most, const DiscreteMemory& w) {
    BodyDistance& result = search.result;
    std::uint64_t work = 0;
    for (; search.next < w.near.size() && work < most; ++search.next) {
        const WideNear& candidate = w.near[search.next];
        if (candidate.triangles == result.triangles || candidate.lo >= result.lo) continue;
        result.lo = std::min(result.lo, best_lo(search, of, candidate));
        ++work;
    }
    if (search.next < w.near.size()) return work;
    if (!(result.lo > 0.0) || result.hi == kInfinity) result.lo = 0.0;
    result.counters = search.counters;
    search.stage = SearchStage::Done;
    return std::max<std::uint64_t>(work, 1);
}

}  // namespace

void begin(NearestSearch& search, const WidePair& of, DiscreteMemory& w) {
    const WideTree &a = of.a.tree, &b = of.b.tree;
    const WidePlacement placement = wide_placement(of.pose_a, of.pose_b, a, b);
    search = {.sight = {placement, first_aim(placement, a, b)},
              .extent = extent_of(placement, a, b),
              .poses = pose_pair(of.pose_a, of.pose_b),
              .fine = fine_placement(of.pose_a, of.pose_b),
              .stage = SearchStage::Walk,
              .least_lo = std::numeric_limits<float>::infinity(),
              .best = kInfinity,
              .placed = {}};
    search.result.lo = search.result.hi = kInfinity;
    w.near.clear();
    if (const std::size_t size = stack_size(a, b); w.near_stack.size() < size) w.near_stack.resize(size);
}

std::uint64_t go_on(NearestSearch& search, const WidePair& of, const MeetingPieceSize& size,
                    DiscreteMemory& w) {
    switch (search.stage) {
        case SearchStage::Walk:
            return walk(search, of, size, w);
        case SearchStage::Measure:
            return measure(search, of, size.most, w);
        case SearchStage::Choose:
            return choose(search, of, size.most, w);
        case SearchStage::Settle:
            return settle(search, of, size.most, w);
        case SearchStage::Done:
            break;
    }
    return 0;
}

BodyDistance so_far(const NearestSearch& search, const DiscreteMemory& w) {
    if (search.stage == SearchStage::Done) return search.result;
    BodyDistance result;
    result.counters = search.counters;
    const double best = true_length(search, static_cast<double>(search.sight.best));  // of nothing: infinite
    result.hi = std::min({search.best, search.result.hi, just_above(best)});
    double lo = search.has_begun ? static_cast<double>(search.least_lo) : 0.0;
    for (std::size_t i = 0; i < search.waiting; ++i)
        lo = std::min(lo, std::sqrt(static_cast<double>(w.near_stack[i].bound_sq)));
    // Candidates that are measured are not worse off: bounds in double replace the float ones.
    lo = just_below(true_length(search, lo));
    result.lo = std::max(0.0, std::min(just_below(lo), result.hi));
    return result;
}

}  // namespace graze::internal
