#include "graze/discrete/wide/wide_meeting.h"

#include "graze/core/assert.h"
#include "graze/discrete/triangles/triangle_overlap.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace graze::internal {
namespace {

/// Tests pairs of triangles, up to a number.
struct FirstMeeting {
    const WidePair& of;
    std::uint64_t most;
    std::uint32_t skip;  // so many pairs of the first leaves were tested before
    std::optional<PosePair> poses = {};
    std::optional<IdPair> found = {};
    std::optional<IdPair> unfinished = {};  // leaves
    std::uint32_t tested = 0;               // of these
    DiscreteCounters counters = {};

    Visit leaves(const WideNode& leaf_a, const WideNode& leaf_b, std::uint64_t pairs);
};

/// In the order of find_intersections.
Visit FirstMeeting::leaves(const WideNode& leaf_a, const WideNode& leaf_b, std::uint64_t pairs) {
    if (!poses) poses = pose_pair(of.pose_a, of.pose_b);
    std::uint32_t done = 0;
    const std::uint32_t before = std::exchange(skip, 0);
    std::optional<MovedTriangle> moved;
    std::uint32_t moved_id = 0;
    for (; pairs != 0; pairs &= pairs - 1) {
        if (done++ < before) continue;
        if (counters.triangle_tests == most) {
            unfinished = IdPair{static_cast<std::uint32_t>(&leaf_a - of.a.tree.nodes.data()),
                                static_cast<std::uint32_t>(&leaf_b - of.b.tree.nodes.data())};
            tested = done - 1;
            return Visit::Stop;
        }
        const int k = std::countr_zero(pairs);
        const IdPair ids = {leaf_a.child[k & 7], leaf_b.child[k >> 3]};
        if (!moved || moved_id != ids.b) {
            moved = move_into_a(*poses, corners(of.b.mesh, ids.b));
            moved_id = ids.b;
            ++counters.triangle_transforms;
        }
        const TriangleDecision decision = meeting_of(corners(of.a.mesh, ids.a), *moved, *poses);
        ++counters.triangle_tests;
        counters.exact_tests += decision.needed_exact ? 1 : 0;
        if (decision.meeting == TriangleMeeting::Apart) continue;
        found = ids;
        return Visit::Stop;
    }
    return Visit::GoOn;
}

Visit visit(void* context, const WideNode& leaf_a, const WideNode& leaf_b, std::uint64_t pairs) {
    return static_cast<FirstMeeting*>(context)->leaves(leaf_a, leaf_b, pairs);
}

}  // namespace

void begin(WaitingMeeting& search) {
    search.left.assign(1, IdPair{0, 0});
    search.tested = 0;
}

MeetingPiece go_on(WaitingMeeting& search, const WidePair& of, const MeetingPieceSize& size,
                   DiscreteMemory& w) {
    GRAZE_ASSERT(!search.left.empty() && size.most > 0);
    if (const std::size_t most = stack_size(of.a.tree, of.b.tree); w.stack.size() < most) w.stack.resize(most);
    const WidePlacement placement = wide_placement(of.pose_a, of.pose_b, of.a.tree, of.b.tree);
    constexpr float kTouching = 0.0f;
    FirstMeeting first{of, size.most, search.tested};
    WideTask task{of.a.tree, of.b.tree, placement, &kTouching};
    task.same_work = size.same_work;
    task.most_opened = size.most;
    MeetingPiece piece;
    while (!search.left.empty() && !first.found && !first.unfinished && task.most_opened > 0) {
        task.start = search.left.back();
        search.left.pop_back();
        const WideCounters walked = traverse(task, w.stack, {&first, &visit});
        first.skip = 0;  // the start was proved apart at once: it was a leaf pair, and stays one
        for (std::size_t i = 0; i < walked.waiting; ++i) search.left.push_back({w.stack[i].a, w.stack[i].b});
        task.most_opened -= std::min(task.most_opened, std::max<std::uint64_t>(walked.opened, 1));
        piece.work += std::max<std::uint64_t>(walked.opened, 1);
        first.counters.box_tests += kWide * walked.rows;
        first.counters.box_updates += walked.node_pairs + 1;  // and the start
    }
    if (first.unfinished) search.left.push_back(*first.unfinished);
    search.tested = first.tested;
    piece.triangles = first.found;
    piece.work += first.counters.triangle_tests;
    piece.counters = first.counters;
    return piece;
}

}  // namespace graze::internal
