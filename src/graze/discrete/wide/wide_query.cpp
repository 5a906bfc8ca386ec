#include "graze/discrete/wide/wide_query.h"

#include "graze/core/assert.h"
#include "graze/core/parallel.h"
#include "graze/discrete/triangles/triangle_overlap.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace graze::internal {
namespace {

constexpr std::uint32_t kFrontierLevels = 2;  // 2 gives tens to hundreds of pairs on big queries
constexpr std::size_t kTasksPerThread = 8;
constexpr std::uint64_t kFewLeafPairs = 128;  // some 20 us: what ends sooner is not worth waking threads

/// Two bodies at their poses.
struct Placed {
    const WideBody& a;
    const WideBody& b;
    const Pose& pose_a;
    const Pose& pose_b;
};

/// Decides the pairs that a walk lets through, and keeps the hits.
struct Decider {
    Placed of;
    Find find;
    std::vector<WideHit>& hits;
    SurfacePairSet& known_surfaces;
    std::optional<PosePair> poses;  // made when first needed: a walk that ends early saves it
    DiscreteCounters counters;
    std::uint64_t leaf_pairs_left = ~std::uint64_t{0};
    bool gave_up = false;  // there were more leaf pairs than that

    /// Not an aggregate: that would first fill the room of `poses` with zeros.
    Decider(const Placed& placed, Find what, std::vector<WideHit>& to, SurfacePairSet& surfaces)
        : of(placed), find(what), hits(to), known_surfaces(surfaces) {}

    Visit leaves(const WideNode& leaf_a, const WideNode& leaf_b, std::uint64_t pairs);
};

Visit Decider::leaves(const WideNode& leaf_a, const WideNode& leaf_b, std::uint64_t pairs) {
    if (leaf_pairs_left-- == 0) {
        gave_up = true;
        return Visit::Stop;
    }
    if (!poses) poses = pose_pair(of.pose_a, of.pose_b);
    while (pairs != 0) {
        const int j = std::countr_zero(pairs) >> 3;
        const std::uint32_t tb = leaf_b.child[j], sb = of.b.mesh.surface_of_triangle[tb];
        const MovedTriangle moved = move_into_a(*poses, corners(of.b.mesh, tb));
        ++counters.triangle_transforms;
        for (unsigned row = static_cast<unsigned>(pairs >> (8 * j)) & 0xFFu; row != 0; row &= row - 1) {
            const std::uint32_t ta = leaf_a.child[std::countr_zero(row)];
            const IdPair surfaces = {of.a.mesh.surface_of_triangle[ta], sb};
            if (find == Find::SurfacePairs && known_surfaces.contains(surfaces)) continue;
            const TriangleDecision decision = meeting_of(corners(of.a.mesh, ta), moved, *poses);
            ++counters.triangle_tests;
            counters.exact_tests += decision.needed_exact ? 1 : 0;
            if (decision.meeting == TriangleMeeting::Apart) continue;
            hits.push_back({surfaces, {ta, tb}});
            if (find == Find::FirstPair) return Visit::Stop;
            if (find == Find::SurfacePairs) known_surfaces.insert(surfaces);
        }
        pairs &= ~(std::uint64_t{0xFF} << (8 * j));
    }
    return Visit::GoOn;
}

Visit decide(void* context, const WideNode& leaf_a, const WideNode& leaf_b, std::uint64_t pairs) {
    return static_cast<Decider*>(context)->leaves(leaf_a, leaf_b, pairs);
}

DiscreteCounters walk_and_decide(const WideTask& task, Decider& decider, std::vector<WideEntry>& stack) {
    if (const std::size_t size = stack_size(task.a, task.b); stack.size() < size) stack.resize(size);
    const WideCounters walked = traverse(task, stack, {&decider, &decide});
    decider.counters.box_tests += kWide * walked.rows;
    decider.counters.box_updates += walked.node_pairs;
    return decider.counters;
}

/// Each task takes a stretch of the frontier; their hits are joined in its order, so that the witness of a
/// surface pair is the one that a single thread would have met first.
DiscreteCounters on_threads(const Decider& proto, const WideTask& whole, int threads, DiscreteMemory& w) {
    w.frontier.clear();
    WideTask splitter = whole;
    splitter.frontier = &w.frontier;
    splitter.max_level = kFrontierLevels;
    Decider nothing = proto;
    DiscreteCounters counters = walk_and_decide(splitter, nothing, w.stack);
    struct Share {
        std::vector<WideHit> hits;
        DiscreteCounters counters;
    };
    const std::size_t pairs = w.frontier.size();
    const std::size_t tasks = std::min(pairs, kTasksPerThread * static_cast<std::size_t>(threads));
    const auto shares = parallel_map(tasks, {.threads = threads}, [&](std::size_t i) {
        Share share;
        SurfacePairSet known_surfaces;
        std::vector<WideEntry> stack;
        Decider decider(proto.of, proto.find, share.hits, known_surfaces);
        for (std::size_t k = i * pairs / tasks; k < (i + 1) * pairs / tasks; ++k) {
            WideTask task = whole;
            task.start = w.frontier[k];
            share.counters = walk_and_decide(task, decider, stack);
        }
        return share;
    });
    if (!shares) return counters;  // after Ctrl-C the answer is not complete: see wide_query.h
    for (const Share& share : *shares) {
        counters += share.counters;
        for (const WideHit& hit : share.hits)
            if (proto.find != Find::SurfacePairs || w.known_surfaces.insert(hit.surfaces))
                w.hits.push_back(hit);
    }
    return counters;
}

}  // namespace

void sort_hits(Find find, DiscreteMemory& w) {
    std::sort(w.hits.begin(), w.hits.end(), [find](const WideHit& x, const WideHit& y) {
        return find == Find::TrianglePairs ? x.triangles < y.triangles : x.surfaces < y.surfaces;
    });
    w.triangles.clear();
    w.surfaces.clear();
    for (const WideHit& hit : w.hits) {
        w.triangles.push_back(hit.triangles);
        w.surfaces.push_back(hit.surfaces);
    }
    if (find != Find::TrianglePairs) return;
    std::sort(w.surfaces.begin(), w.surfaces.end());
    w.surfaces.erase(std::unique(w.surfaces.begin(), w.surfaces.end()), w.surfaces.end());
}

std::size_t SurfacePairSet::slot_of(const IdPair& pair) const {
    std::uint64_t h = (static_cast<std::uint64_t>(pair.a) << 32 | pair.b) * 0x9E3779B97F4A7C15u;
    std::size_t i = static_cast<std::size_t>(h ^ (h >> 29)) & (slots_.size() - 1);
    while (slots_[i].epoch == epoch_ && slots_[i].pair != pair) i = (i + 1) & (slots_.size() - 1);
    return i;
}

void SurfacePairSet::clear() {
    ++epoch_;
    size_ = 0;
}

bool SurfacePairSet::contains(const IdPair& pair) const {
    return !slots_.empty() && slots_[slot_of(pair)].epoch == epoch_;
}

bool SurfacePairSet::insert(const IdPair& pair) {
    if (2 * size_ >= slots_.size()) grow();
    Slot& slot = slots_[slot_of(pair)];
    if (slot.epoch == epoch_) return false;
    slot = {pair, epoch_};
    ++size_;
    return true;
}

void SurfacePairSet::grow() {
    std::vector<Slot> old(std::max<std::size_t>(64, 2 * slots_.size()), Slot{{0, 0}, 0});
    old.swap(slots_);
    for (const Slot& slot : old)
        if (slot.epoch == epoch_) slots_[slot_of(slot.pair)] = slot;
}

Intersections find_intersections(const WideBody& a, const Pose& pose_a, const WideBody& b, const Pose& pose_b,
                                 const IntersectionOptions& options, DiscreteMemory& w) {
    GRAZE_ASSERT(a.mesh.triangles.size() == a.tree.order.size() &&
                 b.mesh.triangles.size() == b.tree.order.size());
    w.hits.clear();
    if (options.find == Find::SurfacePairs) w.known_surfaces.clear();
    const WidePlacement placement = wide_placement(pose_a, pose_b, a.tree, b.tree);
    constexpr float kTouching = 0.0f;
    const WideTask whole{a.tree, b.tree, placement, &kTouching};
    const Decider fresh({a, b, pose_a, pose_b}, options.find, w.hits, w.known_surfaces);
    const int threads = options.find == Find::FirstPair ? 1 : thread_count(options.threads);
    Decider decider = fresh;
    if (threads > 1) decider.leaf_pairs_left = kFewLeafPairs;
    DiscreteCounters counters = walk_and_decide(whole, decider, w.stack);
    if (decider.gave_up) {
        w.hits.clear();
        w.known_surfaces.clear();
        counters = on_threads(fresh, whole, threads, w);
    }
    ++counters.box_updates;  // of the roots
    if (w.hits.empty()) return {{}, {}, counters};
    sort_hits(options.find, w);
    return {w.triangles, w.surfaces, counters};
}

Intersections owned(Intersections found, DiscreteMemory& w) {
    if (found.triangles.empty()) return found;
    struct Kept {
        std::vector<IdPair> triangles, surfaces;
    };
    found.owner = std::make_shared<const Kept>(Kept{std::move(w.triangles), std::move(w.surfaces)});
    return found;
}

}  // namespace graze::internal

namespace graze {

DiscreteWorkspace::DiscreteWorkspace() : memory_(std::make_unique<DiscreteMemory>()) {}
DiscreteWorkspace::~DiscreteWorkspace() = default;
DiscreteWorkspace::DiscreteWorkspace(DiscreteWorkspace&&) noexcept = default;
DiscreteWorkspace& DiscreteWorkspace::operator=(DiscreteWorkspace&&) noexcept = default;


Intersections find_intersections(const PosedBody& a, const PosedBody& b, const IntersectionOptions& options,
                                 DiscreteWorkspace* workspace) {
    const WideBody wide_a = wide(a.body.model()), wide_b = wide(b.body.model());
    if (workspace != nullptr)
        return find_intersections(wide_a, a.pose, wide_b, b.pose, options, workspace->memory());
    DiscreteMemory fresh;
    return owned(find_intersections(wide_a, a.pose, wide_b, b.pose, options, fresh), fresh);
}

}  // namespace graze
