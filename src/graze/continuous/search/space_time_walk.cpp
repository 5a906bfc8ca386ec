#include "graze/continuous/search/space_time_walk.h"

#include "graze/core/assert.h"
#include "graze/model/body_model.h"

#include <algorithm>
#include <bit>
#include <limits>

#include <emmintrin.h>

namespace graze::internal {
namespace {

constexpr Tick kSnap = 16;  // windows end at multiples of about this part of the one they were cut from

/// The greatest power of two that is at most length / kSnap; at least 1.
Tick step_within(Tick length) { return length < 2 * kSnap ? Tick{1} : std::bit_floor(length / kSnap); }

// Branch-free: the branches would be unpredictable. maxss, minss: y if x is NaN.
float max_or_second(float x, float y) { return _mm_cvtss_f32(_mm_max_ss(_mm_set_ss(x), _mm_set_ss(y))); }
float min_or_second(float x, float y) { return _mm_cvtss_f32(_mm_min_ss(_mm_set_ss(x), _mm_set_ss(y))); }
std::uint32_t to_uint(float x) { return static_cast<std::uint32_t>(static_cast<std::int32_t>(x)); }

/// The steps of a window, counted from the last whole one before it: at most 34. Parts of it end at whole
/// steps, so that moments are found again.
struct Steps {
    const TickWindow& window;
    Tick step, base;
    float count, start;  // of the window, in steps

    explicit Steps(const TickWindow& w)
        : window(w),
          step(step_within(w.end - w.begin)),
          base(w.begin & ~(step - 1)),  // steps are powers of two
          count(static_cast<float>(w.end - w.begin) * (1.0f / static_cast<float>(step))),
          start(static_cast<float>(w.begin - base) * (1.0f / static_cast<float>(step))) {}

    // A fraction of the window, cut to [0, 1], in whole steps, rounded down, and up; NaN: 0, and 1. kRounding
    // is more than sums and products of numbers up to 64 are off by: so no part is empty, or begins after
    // the window.
    static constexpr float kRounding = 0x1p-16f;
    [[nodiscard]] std::uint32_t below(float fraction) const {
        return to_uint(min_or_second(max_or_second(fraction, 0.0f), 1.0f) * count + (start - kRounding));
    }
    [[nodiscard]] std::uint32_t above(float fraction) const {
        return to_uint(max_or_second(min_or_second(fraction, 1.0f), 0.0f) * count + (start + kRounding)) + 1;
    }
    [[nodiscard]] TickWindow between(std::uint32_t first, std::uint32_t last) const {
        return {std::max(window.begin, base + first * step), std::min(window.end, base + last * step)};
    }
};

/// The least first; by insertion: there are few.
void sort_keys(std::uint32_t* keys, std::size_t count) {
    for (std::size_t i = 1; i < count; ++i) {
        const std::uint32_t key = keys[i];
        std::size_t j = i;
        for (; j > 0 && key < keys[j - 1]; --j) keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

/// Under a budget the same work on every instruction set.
BoxBounds bounds_of(const FirstContactOptions& options) {
    const BoxBounds asked = tuning_of(options).bounds;
    return asked == BoxBounds::Fused && !is_unlimited(options) ? BoxBounds::Simd : asked;
}

}  // namespace

SpaceTimeWalk::SpaceTimeWalk(const WalkTask& task, WalkMemory& memory, FirstContactCounters& counters)
    : task_(task),
      memory_(memory),
      counters_(counters),
      find_times_(box_times_kernel(bounds_of(task.options))),
      search_{task.motion,
              task.a.tree,
              task.b.tree,
              wide_clearance(task.contact_distance),
              task.tuning.clipping,
              task.tuning.bends,
              task.tuning.leaf_filter} {
    memory_.moments.forget();
}

void SpaceTimeWalk::find(Tick tick, Moment& to) {
    find_moment(task_.motion, task_.a.tree, task_.b.tree, time_of(tick), to);
    ++counters_.moments;
}

[[gnu::always_inline]] inline BoxTask SpaceTimeWalk::box_task(const WalkEntry& entry, const Moment& begin,
                                                              const Moment& end) const {
    const Tick length = entry.window.end - entry.window.begin;
    return {.search = search_,
            .a = task_.a.tree.nodes[entry.a],
            .b = task_.b.tree.nodes[entry.b],
            .begin = begin,
            .end = end,
            .length = time_of(length),
            .most_bend = length > 1 ? task_.tuning.most_bend : std::numeric_limits<float>::infinity()};
}

/// Pairs of children with their windows, into found_: the earliest first, then the shortest.
int SpaceTimeWalk::gather(const BoxTimes& times, const WalkEntry& from) {
    const WideNode &a = task_.a.tree.nodes[from.a], &b = task_.b.tree.nodes[from.b];
    const Steps steps(from.window);
    std::uint32_t keys[64];  // first and last step, and the bit of the pair: six bits each
    std::size_t count = 0;
    for (std::uint64_t pairs = times.pairs; pairs != 0; pairs &= pairs - 1) {
        const int bit = std::countr_zero(pairs);
        keys[count++] = steps.below(times.begin[bit]) << 12 | steps.above(times.end[bit]) << 6 |
                        static_cast<std::uint32_t>(bit);
    }
    if (task_.tuning.order != VisitOrder::AsTheyCome) sort_keys(keys, count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t key = keys[i], bit = key & 63;
        set_entry(found_[i], times.opened == Opened::OnlyB ? from.a : a.child[bit & 7],
                  times.opened == Opened::OnlyA ? from.b : b.child[bit >> 3],
                  steps.between(key >> 12, key >> 6 & 63));
    }
    return static_cast<int>(count);
}

/// Of all nodes, at all times.
void SpaceTimeWalk::bound_bends() {
    const Moment begin = moment(0);
    search_.bend_of_all = bend_of_all(box_task({0, 0, {0, kEndOfTime}}, begin, moment(kEndOfTime)));
}

/// What is left of a pair of nodes: its children, or itself with halves of its window, in found_.
SpaceTimeWalk::Children SpaceTimeWalk::open(const WalkEntry& whole) {
    ++counters_.node_pairs;
    const WalkEntry entry{whole.a, whole.b, {whole.window.begin, std::min(whole.window.end, last_)}};
    set_entry(opened_, entry.a, entry.b, entry.window);
    const Moment* begin = &moment(entry.window.begin);
    if (share_a_place(entry.window)) begin = &(kept_ = *begin);
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
    if (times.pairs == 0) return {};
    return {std::span(found_).first(static_cast<std::size_t>(gather(times, entry))), are_leaves};
}

void SpaceTimeWalk::visit_triangles(const WalkEntry& pair, FunctionRef<void(const WalkEntry&)> visit) {
    if (pair.window.begin >= last_) return;
    ++counters_.triangle_pairs;
    visit(pair);
}

/// Once time was cut, at a contact or at a guess of one, only what comes before that counts: the earliest of
/// all that is left is opened first. Until then, and where very many wait, depth first: it soon leads to a
/// contact, and needs next to no memory.
bool SpaceTimeWalk::takes_earliest() const {
    return has_contact_ && is_long() && task_.tuning.order == VisitOrder::EarliestFirst &&
           memory_.nodes.size() <= task_.tuning.most_waiting;
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
    if (share_->is_hungry()) share_->give(memory_.stack, memory_.nodes, memory_.triangles);
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
            return stack.size() + memory_.nodes.size() <= task_.tuning.most_waiting / 2;
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

void SpaceTimeWalk::forget_all() {
    memory_.stack.clear();
    memory_.triangles.clear();
    memory_.nodes.clear();
}

Tick SpaceTimeWalk::run(const TickWindow& window, FunctionRef<void(const WalkEntry&)> visit,
                        std::vector<WalkEntry>* left) {
    last_ = window.end;
    forget_all();
    memory_.nodes.push({0, 0, window});
    return walk_and_leave(visit, left);
}

Tick SpaceTimeWalk::go_on(const Progress& known, FunctionRef<void(const WalkEntry&)> visit,
                          std::vector<WalkEntry>* left) {
    bound_bends();
    last_ = known.last;
    has_contact_ = known.has_contact;
    for (const WalkEntry& entry : memory_.stack) memory_.nodes.push(entry);
    memory_.stack.clear();
    while (left != nullptr && !memory_.triangles.empty()) visit_triangles(memory_.triangles.pop(), visit);
    return walk_and_leave(visit, left);
}

Tick SpaceTimeWalk::walk_and_leave(FunctionRef<void(const WalkEntry&)> visit, std::vector<WalkEntry>* left) {
    leaves_rest_ = left != nullptr;
    const Tick reached = walk_on(visit);
    if (leaves_rest_ && reached < last_ && !has_run_out_)
        left->assign(memory_.nodes.all().begin(), memory_.nodes.all().end());
    return reached;
}

bool SpaceTimeWalk::help(WalkShare& share, bool has_contact, FunctionRef<void(const WalkEntry&)> visit) {
    bound_bends();
    share_ = &share;
    has_contact_ = has_contact;
    last_ = share.last();
    forget_all();
    for (bool is_back = false; share.take(memory_.nodes, memory_.triangles, is_back); is_back = true) {
        try {
            (void)walk_on(visit);
            if (has_run_out_) {
                share.abandon();
                return false;
            }
            forget_all();  // what comes too late
        } catch (...) {
            share.abandon();
            throw;
        }
    }
    return true;
}

bool SpaceTimeWalk::prove_apart_at_start() {
    const Moment start = moment(0);
    BoxSearch search = search_;
    search.clearance = wide_clearance(task_.options.clearance);
    BoxTimes times;
    find_times_({search, task_.a.tree.nodes[0], task_.b.tree.nodes[0], start, start, 0.0, 0.0f}, times);
    return times.outcome == BoxOutcome::Apart;
}

}  // namespace graze::internal
