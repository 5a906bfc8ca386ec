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

constexpr std::size_t kFew = 8;  // pairs equally near of which each is measured finely

/// Below four ulp of the largest coordinate of the two bodies seen from a: that of some vertex, or a part of a size.
double slack_of(const WidePair& of, const PosePair& poses) {
    constexpr double kSlack = 0.9 * 0x1p-51;
    constexpr double kPart =
        0.25;  // < 1 / (2 sqrt(3)): of two points so far apart, one is so far from the origin
    const Corners a = corners(of.a.mesh, of.a.tree.order.front());
    const MovedTriangle b = move_into_a(poses, corners(of.b.mesh, of.b.tree.order.front()));
    double most = 0.0;
    for (int i = 0; i < 3; ++i)
        most = std::max({most, a[i].lpNorm<Eigen::Infinity>(), b.corner[i].near.lpNorm<Eigen::Infinity>()});
    for (const WideTree* tree : {&of.a.tree, &of.b.tree})
        for (int k = 0; k < 3; ++k)
            most = std::max(most, kPart * static_cast<double>(tree->nodes[0].whole[k]));
    const double slack = kSlack * most;
    return std::isfinite(slack) ? slack : 0.0;
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

/// In 80 bits, by the pair of features that floats found nearest.
double fine_lo(NearestSearch& search, const WidePair& of, const WideNear& candidate) {
    if (!search.placed || search.placed_id != candidate.triangles.b) {
        search.placed = place_finely(search.fine, corners(of.b.mesh, candidate.triangles.b));
        search.placed_id = candidate.triangles.b;
    }
    return fine_gap_lo(corners(of.a.mesh, candidate.triangles.a), *search.placed, candidate.features,
                       search.least_hi_hi - search.slack);
}

TriangleGap measured_finely(const NearestSearch& search, const WidePair& of, const IdPair& triangles) {
    return fine_gap(corners(of.a.mesh, triangles.a), corners(of.b.mesh, triangles.b), search.fine);
}

bool has_greater_ids(const WideNear& p, const WideNear& q) { return q.triangles < p.triangles; }

/// Lower bounds of the candidates in 80 bits. Those that may be the nearest, but for the slack, move to the front.
std::uint64_t choose(NearestSearch& search, const WidePair& of, std::uint64_t most, DiscreteMemory& w) {
    const double limit = widened(search, search.best);
    std::uint64_t work = 0;
    for (; search.next < w.near.size() && work < most; ++search.next) {
        WideNear candidate = w.near[search.next];
        if (candidate.lo > limit) continue;  // a NaN goes on
        ++work;
        candidate.lo = fine_lo(search, of, candidate);
        if (!(candidate.lo >= search.least_hi_hi - search.slack)) {  // nearer, or other features are
            const TriangleGap found = measured_finely(search, of, candidate.triangles);
            if (!(candidate.lo >= found.lo)) candidate.lo = found.lo;
            if (!(candidate.lo >= 0.0)) candidate.lo = 0.0;  // a NaN, too
            if (found.hi < search.least_hi_hi) search.least_hi_hi = found.hi;
        }
        search.least_hi_lo = std::min(search.least_hi_lo, candidate.lo);
        if (!(candidate.lo > search.least_hi_hi + search.slack)) w.near[search.kept++] = candidate;
    }
    if (search.next < w.near.size()) return work;
    w.near.resize(search.kept);
    std::make_heap(w.near.begin(), w.near.end(), has_greater_ids);
    search.unsettled = search.kept;
    search.next = 0;
    search.stage = SearchStage::Count;
    return std::max<std::uint64_t>(work, 1);
}

/// The least upper bound itself, where its bounds leave a doubt.
std::uint64_t find_least_hi(NearestSearch& search, const WidePair& of, const DiscreteMemory& w) {
    for (const WideNear& candidate : w.near)
        search.least_hi_hi =
            std::min(search.least_hi_hi, measured_finely(search, of, candidate.triangles).hi);
    search.least_hi_lo = search.least_hi_hi;
    return w.near.size();
}

/// An upper bound no greater than the least one and the slack. Where the bounds of that leave a doubt, it is found.
bool is_as_near(NearestSearch& search, const WidePair& of, const DiscreteMemory& w, double hi,
                std::uint64_t& work) {
    const bool is_surely = hi <= search.least_hi_lo + search.slack;
    if (!is_surely && hi <= search.least_hi_hi + search.slack && search.least_hi_lo < search.least_hi_hi)
        work += find_least_hi(search, of, w);
    return hi <= search.least_hi_lo + search.slack;
}

/// Are there many that are equally near? Then the lower bound may be the slack below the upper one.
std::uint64_t count(NearestSearch& search, const WidePair& of, std::uint64_t most, const DiscreteMemory& w) {
    std::uint64_t work = 0;
    for (; search.next < w.near.size() && search.equally_near <= kFew && work < most; ++search.next) {
        const double hi = measured_finely(search, of, w.near[search.next].triangles).hi;
        ++work;
        if (is_as_near(search, of, w, hi, work)) ++search.equally_near;
    }
    if (search.next < w.near.size() && search.equally_near <= kFew) return work;
    search.stage = SearchStage::Settle;
    return std::max<std::uint64_t>(work, 1);
}

/// The result: of the candidates no farther than the least upper bound and the slack, that of the least ids.
std::uint64_t settle(NearestSearch& search, const WidePair& of, std::uint64_t most, DiscreteMemory& w) {
    BodyDistance& result = search.result;
    std::uint64_t work = 0;
    while (search.unsettled > 0 && work < most) {
        const auto end = w.near.begin() + static_cast<std::ptrdiff_t>(search.unsettled);
        std::pop_heap(w.near.begin(), end, has_greater_ids);
        const IdPair triangles = w.near[--search.unsettled].triangles;
        const TriangleGap found = measured_finely(search, of, triangles);
        ++work;
        if (!is_as_near(search, of, w, found.hi, work)) continue;
        const double lo = search.equally_near > kFew ? found.hi - 2.0 * search.slack : found.lo;
        result = {std::min(lo, found.lo),       found.hi,  posed(of.pose_a, found.on_a),
                  posed(of.pose_a, found.on_b), triangles, {}};
        search.unsettled = 0;
    }
    if (search.unsettled > 0) return work;
    search.next = 0;
    search.stage = SearchStage::Lower;
    return std::max<std::uint64_t>(work, 1);
}

/// What any pair of features proves of a candidate; or enough.
double best_lo(const NearestSearch& search, const WidePair& of, const WideNear& candidate) {
    const Corners a = corners(of.a.mesh, candidate.triangles.a);
    const FineTriangle b = place_finely(search.fine, corners(of.b.mesh, candidate.triangles.b));
    double lo = measured_finely(search, of, candidate.triangles).lo;
    if (lo >= search.result.lo) return lo;
    if (!(lo >= 0.0)) lo = 0.0;
    for (int features = 0; features < kFeaturePairs; ++features)
        if (const double other = fine_gap_lo(a, b, features); other > lo) lo = other;  // not a NaN
    return lo;
}

/// The lower bound: that of the result, or the slack below its upper one, unless a candidate may be nearer still.
std::uint64_t lower(NearestSearch& search, const WidePair& of, std::uint64_t most, const DiscreteMemory& w) {
    BodyDistance& result = search.result;
    std::uint64_t work = 0;
    for (; search.next < w.near.size() && work < most; ++search.next) {
        const WideNear& candidate = w.near[search.next];
        if (candidate.lo >= result.lo) continue;
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
              .slack = 0.0,
              .least_hi_lo = kInfinity,
              .least_hi_hi = kInfinity,
              .placed = {}};
    search.slack = slack_of(of, search.poses);
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
        case SearchStage::Count:
            return count(search, of, size.most, w);
        case SearchStage::Settle:
            return settle(search, of, size.most, w);
        case SearchStage::Lower:
            return lower(search, of, size.most, w);
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
    result.hi = std::min({search.best, search.least_hi_hi, just_above(best)});
    double lo = search.has_begun ? static_cast<double>(search.least_lo) : 0.0;
    for (std::size_t i = 0; i < search.waiting; ++i)
        lo = std::min(lo, std::sqrt(static_cast<double>(w.near_stack[i].bound_sq)));
    // Candidates that are measured are not worse off: bounds in double replace the float ones.
    lo = just_below(true_length(search, lo));
    result.lo = std::max(0.0, std::min(just_below(lo), result.hi));
    return result;
}

}  // namespace graze::internal
