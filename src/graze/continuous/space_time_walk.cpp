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
    TickWindow part{std::max(window.begin, from / step * step),
                    std::min(window.end, (to + step - 1) / step * step)};
    if (part.begin == part.end) {
        if (part.end < window.end)
            part.end = std::min(window.end, part.end + step);
        else
            part.begin = part.begin - window.begin > step ? part.begin - step : window.begin;
    }
    return part;
}

/// In the table of moments: Fibonacci hashing.
std::size_t place_of(Tick tick) { return (tick * 2654435769u) >> 24; }

bool is_earlier(const WalkEntry& x, const WalkEntry& y) {
    if (x.window.begin != y.window.begin) return x.window.begin < y.window.begin;
    if (x.window.end != y.window.end) return x.window.end < y.window.end;
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

/// By insertion: there are few.
void sort_by_time(std::span<WalkEntry> entries) {
    for (std::size_t i = 1; i < entries.size(); ++i) {
        const WalkEntry entry = entries[i];
        std::size_t j = i;
        for (; j > 0 && is_earlier(entry, entries[j - 1]); --j) entries[j] = entries[j - 1];
        entries[j] = entry;
    }
}

}  // namespace

SpaceTimeWalk::SpaceTimeWalk(const WalkTask& task, WalkMemory& memory, FirstContactCounters& counters)
    : task_(task), memory_(memory), counters_(counters), reach_(wide_clearance(task.reach)) {
    ++memory_.epoch;
}

const Moment& SpaceTimeWalk::moment(Tick tick) {
    KnownMoment& known = memory_.moments[place_of(tick)];
    if (known.epoch != memory_.epoch || known.tick != tick) {
        known.moment = moment_at(task_.motion, task_.a.tree, task_.b.tree, time_of(tick));
        known.tick = tick;
        known.epoch = memory_.epoch;
        ++counters_.moments;
    }
    return known.moment;
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
            .triangles = task_.options.leaf_filter};
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
    if (task_.options.order == VisitOrder::EarliestFirst)
        sort_by_time(std::span(found_).first(static_cast<std::size_t>(count)));
    return count;
}

void SpaceTimeWalk::open(const WalkEntry& entry, FunctionRef<void(const WalkEntry&)> visit) {
    ++counters_.node_pairs;
    const Moment* begin = &moment(entry.window.begin);
    Moment kept;  // if the next takes its place
    if (place_of(entry.window.begin) == place_of(entry.window.end)) begin = &(kept = *begin);
    const BoxTask task = box_task(entry, *begin, moment(entry.window.end));
    BoxTimes times;
    find_box_times(task_.options.bounds, task, times);
    counters_.rows += times.rows;
    if (times.outcome == BoxOutcome::Apart) return;
    if (times.outcome == BoxOutcome::Divide) {
        ++counters_.divisions;
        const Tick length = entry.window.end - entry.window.begin;
        const Tick middle =
            entry.window.begin + (length > 2 * kSnap ? std::bit_floor(length / 2) : length / 2);
        memory_.stack.push_back({entry.a, entry.b, {middle, entry.window.end}});
        memory_.stack.push_back({entry.a, entry.b, {entry.window.begin, middle}});
        return;
    }
    const bool are_leaves = task.a.is_leaf && task.b.is_leaf;
    if (are_leaves) ++counters_.leaf_pairs;
    const int count = gather(times, entry);
    if (!are_leaves) {
        for (int i = count; i-- > 0;) memory_.stack.push_back(found_[i]);
        return;
    }
    for (int i = 0; i < count; ++i) {
        if (found_[i].window.begin >= last_) continue;
        ++counters_.triangle_pairs;
        visit(found_[i]);
    }
}

Tick SpaceTimeWalk::run(const TickWindow& window, FunctionRef<void(const WalkEntry&)> visit) {
    last_ = window.end;
    auto& stack = memory_.stack;
    stack.clear();
    stack.push_back({0, 0, window});
    while (!stack.empty()) {
        WalkEntry entry = stack.back();
        stack.pop_back();
        if (entry.window.begin >= last_) continue;
        entry.window.end = std::min(entry.window.end, last_);
        if (work_done(counters_) >= task_.options.most_work) {
            Tick reached = entry.window.begin;
            for (const WalkEntry& left : stack) reached = std::min(reached, left.window.begin);
            return reached;
        }
        open(entry, visit);
    }
    return last_;
}

bool SpaceTimeWalk::prove_apart_at_start() {
    const Moment start = moment(0);
    BoxTask task = box_task({0, 0, {0, 1}}, start, start);
    task.length = 0.0;
    task.clearance = wide_clearance(task_.options.clearance);
    task.most_bend = 0.0f;
    BoxTimes times;
    find_box_times(task_.options.bounds, task, times);
    return times.outcome == BoxOutcome::Apart;
}

}  // namespace graze
