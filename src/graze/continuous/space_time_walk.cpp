#include "graze/continuous/space_time_walk.h"

#include "graze/core/assert.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace graze {
namespace {

constexpr Tick kSnap = 16;  // windows end at multiples of about this part of the one they were cut from

/// The greatest power of two that is at most length / kSnap; at least 1.
Tick step_within(Tick length) { return length < 2 * kSnap ? Tick{1} : std::bit_floor(length / kSnap); }

/// A part of a window, widened to multiples of a step so that moments are found again.
TickWindow part_of(const TickWindow& window, double begin, double end) {
    const Tick length = window.end - window.begin, step = step_within(length);
    const double scale = static_cast<double>(length);
    const double first = begin > 0.0 ? begin : 0.0, last = end < 1.0 ? end : 1.0;  // NaN: the whole window
    const Tick from = window.begin + static_cast<Tick>(first * scale);
    const Tick to = std::min(window.end, window.begin + static_cast<Tick>(last * scale) + 1);
    const Tick whole_steps = ~(step - 1);  // a mask: steps are powers of two
    TickWindow part{std::max(window.begin, from & whole_steps),
                    std::min(window.end, (to + step - 1) & whole_steps)};
    if (part.begin == part.end) {
        if (part.end < window.end)
            part.end = std::min(window.end, part.end + step);
        else
            part.begin = part.begin - window.begin > step ? part.begin - step : window.begin;
    }
    return part;
}

/// The earliest first, then the shortest; by insertion: there are few.
void sort_by_time(std::span<WalkEntry> entries) {
    const auto key = [](const WalkEntry& x) { return std::uint64_t{x.window.begin} << 32 | x.window.end; };
    for (std::size_t i = 1; i < entries.size(); ++i) {
        const WalkEntry entry = entries[i];
        const std::uint64_t own = key(entry);
        std::size_t j = i;
        for (; j > 0 && own < key(entries[j - 1]); --j) entries[j] = entries[j - 1];
        entries[j] = entry;
    }
}

/// Under a budget the same work on every instruction set.
BoxBounds bounds_of(const FirstContactOptions& options) {
    return options.bounds == BoxBounds::Fused && !is_unlimited(options) ? BoxBounds::Simd : options.bounds;
}

}  // namespace

SpaceTimeWalk::SpaceTimeWalk(const WalkTask& task, WalkMemory& memory, FirstContactCounters& counters)
    : task_(task),
      memory_(memory),
      counters_(counters),
      find_times_(box_times_kernel(bounds_of(task.options))),
      reach_(wide_clearance(task.reach)) {
    ++memory_.epoch;
}

void SpaceTimeWalk::find(Tick tick, KnownMoment& known) {
    find_moment(task_.motion, task_.a.tree, task_.b.tree, time_of(tick), known.moment);
    known.tick = tick;
    known.epoch = memory_.epoch;
    ++counters_.moments;
}

BoxTask SpaceTimeWalk::box_task(const WalkEntry& entry, const Moment& begin, const Moment& end) const {
    const Tick length = entry.window.end - entry.window.begin;
    return {.motion = task_.motion,
            .tree_a = task_.a.tree,
            .tree_b = task_.b.tree,
            .a = task_.a.tree.nodes[entry.a],
            .b = task_.b.tree.nodes[entry.b],
            .begin = begin,
            .end = end,
            .length = time_of(length),
            .clearance = reach_,
            .most_bend = length > 1 ? task_.options.most_bend : std::numeric_limits<float>::infinity(),
            .clipping = task_.options.clipping,
            .bends = task_.options.bends,
            .triangles = task_.options.leaf_filter,
            .bend_of_all = bend_of_all_};
}

/// Pairs of children with their windows, into found_.
int SpaceTimeWalk::gather(const BoxTimes& times, const WalkEntry& from) {
    const WideNode &a = task_.a.tree.nodes[from.a], &b = task_.b.tree.nodes[from.b];
    int count = 0;
    for (std::uint64_t pairs = times.pairs; pairs != 0; pairs &= pairs - 1) {
        const int bit = std::countr_zero(pairs);
        found_[count++] = {
            times.opened == Opened::OnlyB ? from.a : a.child[bit & 7],
            times.opened == Opened::OnlyA ? from.b : b.child[bit >> 3],
            part_of(from.window, static_cast<double>(times.begin[bit]), static_cast<double>(times.end[bit]))};
    }
    if (task_.options.order != VisitOrder::AsTheyCome)
        sort_by_time(std::span(found_).first(static_cast<std::size_t>(count)));
    return count;
}

/// Of all nodes, at all times.
void SpaceTimeWalk::bound_bends() {
    const Moment begin = moment(0);
    bend_of_all_ = bend_of_all(box_task({0, 0, {0, kEndOfTime}}, begin, moment(kEndOfTime)));
}

/// What is left of a pair of nodes: its children, or itself with halves of its window, in found_.
SpaceTimeWalk::Children SpaceTimeWalk::open(WalkEntry entry) {
    ++counters_.node_pairs;
    entry.window.end = std::min(entry.window.end, last_);
    opened_ = entry;
    const Moment* begin = &moment(entry.window.begin);
    if (place_of(entry.window.begin) == place_of(entry.window.end)) begin = &(kept_ = *begin);
    const BoxTask task = box_task(entry, *begin, moment(entry.window.end));
    BoxTimes times;
    find_times_(task, times);
    counters_.rows += times.rows;
    if (times.outcome == BoxOutcome::Apart) return {};
    if (counters_.node_pairs == 1) bound_bends();  // from now on it pays
    if (times.outcome == BoxOutcome::Divide) {
        ++counters_.divisions;
        const Tick length = entry.window.end - entry.window.begin;
        const Tick middle =
            entry.window.begin + (length > 2 * kSnap ? std::bit_floor(length / 2) : length / 2);
        found_[0] = {entry.a, entry.b, {entry.window.begin, middle}};
        found_[1] = {entry.a, entry.b, {middle, entry.window.end}};
        return {std::span(found_).first(2), false};
    }
    const bool are_leaves = task.a.is_leaf && task.b.is_leaf;
    if (are_leaves) ++counters_.leaf_pairs;
    return {std::span(found_).first(static_cast<std::size_t>(gather(times, entry))), are_leaves};
}

void SpaceTimeWalk::visit_triangles(const WalkEntry& pair, FunctionRef<void(const WalkEntry&)> visit) {
    if (pair.window.begin >= last_) return;
    ++counters_.triangle_pairs;
    visit(pair);
}

/// Once a contact is known, what may matter before it counts: the earliest of all that is left is opened
/// first. Before that, and where very many wait, depth first: it soon leads to a contact, and needs next to
/// no memory.
bool SpaceTimeWalk::takes_earliest() const {
    return has_contact_ && is_long() && task_.options.order == VisitOrder::EarliestFirst &&
           memory_.nodes.size() <= task_.options.most_waiting;
}

void SpaceTimeWalk::queue(const Children& children) {
    for (const WalkEntry& child : children.of)
        if (child.window.begin < last_)
            (children.are_triangles ? memory_.triangles : memory_.nodes).push(child);
}

/// What the other walks found, and what they ask for.
void SpaceTimeWalk::join_others() {
    if (const Tick last = share_->last(); last < last_) {
        has_contact_ = true;
        last_ = last;
    }
    if (share_->is_hungry()) share_->give(memory_.stack, memory_.nodes);
}

/// A pair of nodes and all below it, the last that was found first. False if the budget ran out.
bool SpaceTimeWalk::go_down(const WalkEntry& top, FunctionRef<void(const WalkEntry&)> visit) {
    auto& stack = memory_.stack;
    stack.push_back(top);
    while (!stack.empty()) {
        if (!has_work_left()) return false;
        if (share_ != nullptr) join_others();
        // The queue is to have room: else what was just taken from it would only go back.
        const auto has_room = [&] {
            return stack.size() + memory_.nodes.size() <= task_.options.most_waiting / 2;
        };
        if (is_long() && (leaves_rest_ || (takes_earliest() && has_room()))) {
            queue({stack, false});
            stack.clear();
            return true;
        }
        const WalkEntry entry = stack.back();
        stack.pop_back();
        if (entry.window.begin >= last_) continue;
        const Children children = open(entry);
        if (children.are_triangles)
            for (const WalkEntry& pair : children.of) visit_triangles(pair, visit);
        else
            for (std::size_t i = children.of.size(); i-- > 0;) stack.push_back(children.of[i]);
    }
    return true;
}

Tick SpaceTimeWalk::earliest_left() const {
    Tick earliest = last_;
    for (const WalkQueue* queue : {&memory_.nodes, &memory_.triangles})
        if (!queue->empty()) earliest = std::min(earliest, queue->earliest().window.begin);
    for (const WalkEntry& left : memory_.stack) earliest = std::min(earliest, left.window.begin);
    return earliest;
}

void SpaceTimeWalk::list_waiting(std::vector<WalkEntry>& entries) const {
    entries.assign(1, opened_);
    entries.insert(entries.end(), memory_.stack.rbegin(), memory_.stack.rend());
    entries.insert(entries.end(), memory_.nodes.all().begin(), memory_.nodes.all().end());
}

/// Visits what the queues hold and all below it; returns where that stopped.
Tick SpaceTimeWalk::walk_on(FunctionRef<void(const WalkEntry&)> visit) {
    WalkQueue &nodes = memory_.nodes, &triangles = memory_.triangles;
    for (;;) {
        if (share_ != nullptr) join_others();
        const Tick next = earliest_left();
        if (next >= last_) return last_;
        if (!has_work_left() || (leaves_rest_ && is_long())) return next;
        if (!triangles.empty() && triangles.earliest().window.begin == next)
            visit_triangles(triangles.pop(), visit);
        else if (takes_earliest())
            queue(open(nodes.pop()));
        else if (!go_down(nodes.pop(), visit))
            return earliest_left();
    }
}

void SpaceTimeWalk::start_from(const WalkEntry& entry) {
    memory_.stack.clear();
    memory_.triangles.clear();
    memory_.nodes.clear();
    memory_.nodes.push(entry);
}

Tick SpaceTimeWalk::run(const TickWindow& window, FunctionRef<void(const WalkEntry&)> visit,
                        std::vector<WalkEntry>* left) {
    last_ = window.end;
    leaves_rest_ = left != nullptr;
    start_from({0, 0, window});
    const Tick reached = walk_on(visit);
    if (leaves_rest_ && reached < last_) left->assign(memory_.nodes.all().begin(), memory_.nodes.all().end());
    return reached;
}

void SpaceTimeWalk::help(WalkShare& share, bool has_contact, FunctionRef<void(const WalkEntry&)> visit) {
    bound_bends();
    share_ = &share;
    has_contact_ = has_contact;
    last_ = share.last();
    WalkEntry entry;
    for (bool is_back = false; share.take(entry, is_back); is_back = true) {
        try {
            start_from(entry);
            (void)walk_on(visit);
        } catch (...) {
            share.abandon();
            throw;
        }
    }
}

bool SpaceTimeWalk::prove_apart_at_start() {
    const Moment start = moment(0);
    BoxTask task = box_task({0, 0, {0, 1}}, start, start);
    task.length = 0.0;
    task.clearance = wide_clearance(task_.options.clearance);
    task.most_bend = 0.0f;
    BoxTimes times;
    find_times_(task, times);
    return times.outcome == BoxOutcome::Apart;
}

}  // namespace graze
