#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/discrete/wide/wide_kernels.cpp"
#include <hwy/foreach_target.h>  // includes this file once per target; must stand before highway.h

#include "graze/discrete/wide/wide_kernels.h"
#include "graze/discrete/wide/wide_relate-inl.h"
#include "graze/numeric/lanes-inl.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace graze::internal {
namespace HWY_NAMESPACE {

constexpr float kSizeRatio = 4.0f;  // the larger node alone is opened if it is this much larger

/// Lanes not apart from a box about (cx, cy, cz) along the lanes' own axes.
HWY_INLINE B8 apart_from(const Boxes8& s, float cx, float cy, float cz, float hx, float hy, float hz) {
    return (abs(s.centre[0] - all(cx)) > s.half[0] + all(hx)) |
           (abs(s.centre[1] - all(cy)) > s.half[1] + all(hy)) |
           (abs(s.centre[2] - all(cz)) > s.half[2] + all(hz));
}

/// Children of b that are not apart from all of a.
HWY_INLINE unsigned near_whole_a(const WideNode& a, const WideNode& b, const Boxes8& posed_b,
                                 const Boxes8& own_b, const Relation& e) {
    const B8 apart = apart_from(posed_b, 0.0f, 0.0f, 0.0f, a.whole[0], a.whole[1], a.whole[2]) |
                     apart_from(own_b, -e.q[0], -e.q[1], -e.q[2], e.whole_a[0], e.whole_a[1], e.whole_a[2]);
    return ~bits(apart) & used(b);
}

/// Children of a that are not apart from all of b.
HWY_INLINE unsigned near_whole_b(const WideNode& a, const WideNode& b, const Relation& e) {
    const Boxes8 own_a = own(a), posed_a = a_in_b(own_a, e);
    float half[3];
    GRAZE_EACH_AXIS half[k] = magnitude(e.column[0][k]) * b.whole[0] +
                              magnitude(e.column[1][k]) * b.whole[1] +
                              magnitude(e.column[2][k]) * b.whole[2] + e.pad;
    const B8 apart =
        apart_from(posed_a, 0.0f, 0.0f, 0.0f, b.whole[0], b.whole[1], b.whole[2]) |
        apart_from(own_a, e.column[3][0], e.column[3][1], e.column[3][2], half[0], half[1], half[2]);
    return ~bits(apart) & used(a);
}

/// Bit 8 j + i: child i of a and child j of b are not proved apart.
HWY_INLINE std::uint64_t near_children(const WideNode& a, const WideNode& b, const Relation& e,
                                       WideCounters& counters) {
    const Boxes8 own_b = own(b), posed_b = b_in_a(own_b, e);
    unsigned rows = near_whole_a(a, b, posed_b, own_b, e);
    ++counters.rows;
    if (rows == 0) return 0;
    alignas(32) float centre[3][kWide], half[3][kWide];
    GRAZE_EACH_AXIS {
        store(posed_b.centre[k], centre[k]);
        store(posed_b.half[k], half[k]);
    }
    const Boxes8 own_a = own(a), posed_a = a_in_b(own_a, e);
    const unsigned valid = used(a);
    std::uint64_t pairs = 0;
    do {
        const int j = std::countr_zero(rows);
        rows &= rows - 1;
        ++counters.rows;
        const B8 apart =
            apart_from(own_a, centre[0][j], centre[1][j], centre[2][j], half[0][j], half[1][j], half[2][j]) |
            apart_from(posed_a, b.centre[0][j], b.centre[1][j], b.centre[2][j], b.half[0][j], b.half[1][j],
                       b.half[2][j]);
        pairs |= static_cast<std::uint64_t>(~bits(apart) & valid) << (8 * j);
    } while (rows != 0);
    return pairs;
}

/// Projections of the corners of eight triangles on eight directions.
struct Span8 {
    F8 lo, hi;
};
struct Corners8 {
    F8 at[3][3];  // corner, coordinate
};
struct Direction8 {
    F8 x, y, z;
};

HWY_INLINE Span8 span_along(const Direction8& n, const Corners8& c) {
    const auto along = [&](int i) HWY_ATTR {
        return mul_add(n.x, c.at[i][0], mul_add(n.y, c.at[i][1], n.z * c.at[i][2]));
    };
    const F8 p = along(0), q = along(1), r = along(2);
    return {min(p, min(q, r)), max(p, max(q, r))};
}

HWY_INLINE Direction8 edge_between(const Corners8& c, int from, int to) {
    return {c.at[to][0] - c.at[from][0], c.at[to][1] - c.at[from][1], c.at[to][2] - c.at[from][2]};
}

HWY_INLINE Direction8 cross(const Direction8& u, const Direction8& v) {
    return {mul_sub(u.y, v.z, u.z * v.y), mul_sub(u.z, v.x, u.x * v.z), mul_sub(u.x, v.y, u.y * v.x)};
}

HWY_INLINE Direction8 normal_of(const Corners8& c) {
    return cross(edge_between(c, 0, 1), edge_between(c, 0, 2));
}

/// What two projections on n may be off by together, and the clearance; docs/discrete.md (7). kTiny:
/// underflow.
HWY_INLINE F8 slack_along(const Direction8& n, float slack) {
    return mul_add(abs(n.x) + abs(n.y) + abs(n.z), all(slack), all(kTiny));
}

HWY_INLINE Corners8 corners_in_a(const LeafCorners& b, const Relation& e) {
    Corners8 c;
    _Pragma("GCC unroll 3") for (int i = 0; i < 3; ++i) {
        const F8 x = load(b.at[i][0]), y = load(b.at[i][1]), z = load(b.at[i][2]);
        GRAZE_EACH_AXIS c.at[i][k] =
            mul_add(all(e.column[2][k]), z,
                    mul_add(all(e.column[1][k]), y, mul_add(all(e.column[0][k]), x, all(e.column[3][k]))));
    }
    return c;
}

HWY_INLINE Corners8 corners_of(const LeafCorners& leaf) {
    Corners8 c;
    _Pragma("GCC unroll 3") for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS c.at[i][k] = load(leaf.at[i][k]);
    return c;
}

/// Of the lanes in `row`, those that no direction across two edges separates. These directions and the two
/// normals are all that triangles in different planes need, so hardly any pair that is apart is left.
HWY_INLINE unsigned cut_by_edges(const Corners8& a, const Corners8& b, float slack_of_one, unsigned row) {
    for (int i = 0; i < 3 && row != 0; ++i) {
        const Direction8 u = edge_between(a, i, (i + 1) % 3);
        B8 apart = all(0.0f) > all(0.0f);
        for (int j = 0; j < 3; ++j) {
            const Direction8 n = cross(u, edge_between(b, j, (j + 1) % 3));
            const F8 slack = slack_along(n, slack_of_one);
            const Span8 of_a = span_along(n, a), of_b = span_along(n, b);
            apart = apart | (of_a.lo > of_b.hi + slack) | (of_b.lo > of_a.hi + slack);
        }
        row &= ~bits(apart);
    }
    return row;
}

/// Drops pairs of triangles that the plane of one of them, or a direction across two edges, separates.
HWY_INLINE std::uint64_t cut_by_directions(const LeafCorners& leaf_a, const LeafCorners& leaf_b,
                                           const Relation& e, float slack_of_one, std::uint64_t pairs) {
    if (!(slack_of_one <= kMostSlack)) return pairs;
    struct alignas(32) Shared {
        float corner[3][3][kWide], normal[3][kWide], lo[kWide], hi[kWide];
    } s;
    {
        const Corners8 b = corners_in_a(leaf_b, e);
        const Direction8 n = normal_of(b);
        const Span8 span = span_along(n, b);
        const F8 slack = slack_along(n, slack_of_one);
        _Pragma("GCC unroll 3") for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS store(b.at[i][k], s.corner[i][k]);
        store(n.x, s.normal[0]);
        store(n.y, s.normal[1]);
        store(n.z, s.normal[2]);
        store(span.lo - slack, s.lo);
        store(span.hi + slack, s.hi);
    }
    const Corners8 a = corners_of(leaf_a);
    const Direction8 normal_a{load(leaf_a.normal[0]), load(leaf_a.normal[1]), load(leaf_a.normal[2])};
    const F8 slack_a = slack_along(normal_a, slack_of_one);
    const Span8 span_a{load(leaf_a.lo) - slack_a, load(leaf_a.hi) + slack_a};
    std::uint64_t left = 0;
    while (pairs != 0) {
        const int j = std::countr_zero(pairs) >> 3;
        const unsigned row = static_cast<unsigned>(pairs >> (8 * j)) & 0xFFu;
        pairs &= ~(std::uint64_t{0xFF} << (8 * j));
        const Span8 of_a = span_along({all(s.normal[0][j]), all(s.normal[1][j]), all(s.normal[2][j])}, a);
        Corners8 b;
        _Pragma("GCC unroll 3") for (int i = 0; i < 3; ++i) GRAZE_EACH_AXIS b.at[i][k] =
            all(s.corner[i][k][j]);
        const Span8 of_b = span_along(normal_a, b);
        const B8 apart = (of_a.lo > all(s.hi[j])) | (all(s.lo[j]) > of_a.hi) | (of_b.lo > span_a.hi) |
                         (span_a.lo > of_b.hi);
        const unsigned not_by_planes = row & ~bits(apart);
        left |= static_cast<std::uint64_t>(cut_by_edges(a, b, slack_of_one, not_by_planes)) << (8 * j);
    }
    return left;
}

class Walk {
  public:
    Walk(const WideTask& task, std::span<WideEntry> stack) : task_(task), stack_(stack.data()) {}

    HWY_INLINE WideCounters run(const WideVisitor& visitor) {
        constexpr std::uint64_t kOne = 1;
        push(&task_.start.a, &task_.start.b, kOne, 0);
        counters_.node_pairs = 0;  // who asked for this start has counted it
        while (size_ != 0 && counters_.opened < task_.most_opened) {
            ++counters_.opened;
            if (open(stack_[--size_], visitor) == Visit::Stop) break;
        }
        counters_.waiting = size_;
        return counters_;
    }

  private:
    /// Pairs of children, those that their whole boxes prove apart left out. No branch depends on that, so
    /// that the processor works on several pairs at once.
    HWY_INLINE void push(const std::uint32_t* a, const std::uint32_t* b, std::uint64_t pairs,
                         std::uint32_t level) {
        const WideNode* nodes_a = task_.a.nodes.data();
        const WideNode* nodes_b = task_.b.nodes.data();
        const float clearance = *task_.clearance;
        WideEntry* top = stack_ + size_;
        for (; pairs != 0; pairs &= pairs - 1) {
            const int k = std::countr_zero(pairs);
            top->a = a[k & 7];
            top->b = b[k >> 3];
            top->level = level;
            top +=
                relate(task_.placement, clearance, nodes_a[top->a], nodes_b[top->b], top->relation) ? 0 : 1;
            ++counters_.node_pairs;
        }
        size_ = static_cast<std::size_t>(top - stack_);
    }

    HWY_INLINE Visit open(const WideEntry& entry, const WideVisitor& visitor) {
        const WideNode& a = task_.a.nodes[entry.a];
        const WideNode& b = task_.b.nodes[entry.b];
        const std::uint32_t ia = entry.a, ib = entry.b, level = entry.level + 1;
        if (task_.frontier != nullptr && (level > task_.max_level || (a.is_leaf && b.is_leaf))) {
            task_.frontier->push_back({ia, ib});
            return Visit::GoOn;
        }
        const Relation& e = entry.relation;
        if (b.is_leaf ? !a.is_leaf : !a.is_leaf && a.radius > kSizeRatio * b.radius) {
            ++counters_.rows;
            push(a.child, &ib, near_whole_b(a, b, e), level);
        } else if (!b.is_leaf && (a.is_leaf || b.radius > kSizeRatio * a.radius)) {
            const Boxes8 own_b = own(b);
            ++counters_.rows;
            const std::uint32_t self[1] = {ia};
            std::uint64_t pairs = 0;
            for (unsigned m = near_whole_a(a, b, b_in_a(own_b, e), own_b, e); m != 0; m &= m - 1)
                pairs |= std::uint64_t{1} << (8 * std::countr_zero(m));
            push(self, b.child, pairs, level);
        } else {
            const std::uint64_t pairs = near_children(a, b, e, counters_);
            if (a.is_leaf && pairs != 0) return leaves(a, b, e, pairs, visitor);
            push(a.child, b.child, pairs, level);
        }
        return Visit::GoOn;
    }

    HWY_INLINE Visit leaves(const WideNode& a, const WideNode& b, const Relation& e, std::uint64_t pairs,
                            const WideVisitor& visitor) {
        ++counters_.leaf_pairs;
        pairs = cut_by_directions(task_.a.corners[a.corners], task_.b.corners[b.corners], e,
                                  2.25f * e.error + *task_.clearance, pairs);
        if (pairs == 0) return Visit::GoOn;
        return visitor.leaves(visitor.context, a, b, pairs);
    }

    const WideTask& task_;
    WideEntry* stack_;
    std::size_t size_ = 0;
    WideCounters counters_;
};

WideCounters walk(const WideTask& task, std::span<WideEntry> stack, const WideVisitor& visitor) {
    return Walk(task, stack).run(visitor);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "graze/core/assert.h"

#include <cstring>

namespace graze::internal {

HWY_EXPORT(walk);

std::size_t stack_size(const WideTree& a, const WideTree& b) {
    return 64 * static_cast<std::size_t>(a.depth + b.depth) + 1;
}

WideCounters traverse(const WideTask& task, std::span<WideEntry> stack, const WideVisitor& visitor) {
    GRAZE_ASSERT(stack.size() >= stack_size(task.a, task.b));
    return task.same_work ? HWY_STATIC_DISPATCH(walk)(task, stack, visitor)
                          : HWY_DYNAMIC_DISPATCH(walk)(task, stack, visitor);
}

std::vector<const char*> wide_targets() {
    std::vector<const char*> names;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets())
        names.push_back(hwy::TargetName(target));
    return names;
}

bool force_wide_target(const char* name) {
    hwy::SetSupportedTargetsForTest(0);
    if (*name != '\0') {
        std::int64_t found = 0;
        for (const std::int64_t target : hwy::SupportedAndGeneratedTargets())
            if (std::strcmp(hwy::TargetName(target), name) == 0) found = target;
        if (found == 0) return false;
        hwy::SetSupportedTargetsForTest(found);
    }
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return true;
}

}  // namespace graze::internal
#endif  // HWY_ONCE
