#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "graze/discrete/wide/wide_nearest.cpp"
#include <hwy/foreach_target.h>  // includes this file once per target; must stand before highway.h

#include "graze/discrete/wide/wide_nearest.h"
#include "graze/discrete/wide/wide_relate-inl.h"
#include "graze/discrete/wide/wide_triangles-inl.h"
#include "graze/numeric/lanes-inl.h"

#include <algorithm>
#include <bit>

HWY_BEFORE_NAMESPACE();
namespace graze::internal {
namespace HWY_NAMESPACE {

constexpr float kShrink =
    1.0f - 0x1p-18f;                   // of squares: skew of the axes, and roundings; docs/discrete.md (10)
constexpr float kCentreWeight = 0.1f;  // in the order of visits; 0.02 to 0.5 do as well
constexpr float kOpenRatio = 4.0f;     // the larger node alone is opened if it is this much larger

/// The axes of the aim in node coordinates of a and b, and the way from a to b along them.
struct alignas(32) View {
    float of_a[3][4], of_b[3][4];
    float offset[3];
    float pad;
};

HWY_INLINE void look(const WideNearTask& task, const WideNode& a, const WideNode& b, View& v) {
    const WideAim& aim = task.aim;
    alignas(16) float p[4];
    store(offset(task.placement, a, b), p);
    float length = 0.0f;
    const F4 a0 = load4(a.axes[0]), a1 = load4(a.axes[1]), a2 = load4(a.axes[2]);
    const F4 b0 = load4(b.axes[0]), b1 = load4(b.axes[1]), b2 = load4(b.axes[2]);
    GRAZE_EACH_AXIS {
        store(combine(a0, a1, a2, load4(aim.of_a[k])), v.of_a[k]);
        store(combine(b0, b1, b2, load4(aim.of_b[k])), v.of_b[k]);
        v.offset[k] = aim.of_a[k][0] * p[0] + aim.of_a[k][1] * p[1] + aim.of_a[k][2] * p[2];
        length += magnitude(v.offset[k]);
    }
    v.pad = kPad * (length + aim.scale * (a.radius + b.radius)) + aim.scale * task.placement.far;
}

/// Up to eight sets as intervals along three axes.
struct Slabs {
    F8 centre[3], half[3];
};

HWY_INLINE Slabs slabs_of(const Boxes8& s, const float (&axes)[3][4]) {
    Slabs r;
    GRAZE_EACH_AXIS {
        const F8 x = all(axes[k][0]), y = all(axes[k][1]), z = all(axes[k][2]);
        r.centre[k] = mul_add(z, s.centre[2], mul_add(y, s.centre[1], x * s.centre[0]));
        r.half[k] = mul_add(abs(z), s.half[2], mul_add(abs(y), s.half[1], abs(x) * s.half[0]));
    }
    return r;
}

/// One set as intervals.
struct Slab {
    float centre[3], half[3];
};

/// Lower bounds of the squared distances from one set to eight. Gaps are scaled before they are squared:
/// afterwards it would be too late, a square that is subnormal has been rounded up by more than any pad.
template <class Eight>
HWY_INLINE F8 bounds_sq(const Eight& s, const Slab& one, float scale) {
    F8 sum = all(0.0f);
    GRAZE_EACH_AXIS {
        const F8 gap =
            all(scale) * positive(abs(s.centre[k] - all(one.centre[k])) - (s.half[k] + all(one.half[k])));
        sum = mul_add(gap, gap, sum);
    }
    return sum * all(kShrink);
}

/// Squared distances of centres.
HWY_INLINE F8 centre_sq(const Slabs& s, const Slab& one) {
    F8 sum = all(0.0f);
    GRAZE_EACH_AXIS {
        const F8 d = s.centre[k] - all(one.centre[k]);
        sum = mul_add(d, d, sum);
    }
    return sum;
}

/// Eight sets stored, to take out one by one.
struct alignas(32) StoredSlabs {
    float centre[3][kWide], half[3][kWide];

    template <class Eight>
    HWY_INLINE explicit StoredSlabs(const Eight& s) {
        GRAZE_EACH_AXIS {
            store(s.centre[k], centre[k]);
            store(s.half[k], half[k]);
        }
    }
    [[nodiscard]] HWY_INLINE Slab of(int j) const {
        return {{centre[0][j], centre[1][j], centre[2][j]}, {half[0][j], half[1][j], half[2][j]}};
    }
};

/// Pairs of places with their bounds, what looks nearest last.
struct Near {
    WideNearEntry of[kWide * kWide];
    float key[kWide * kWide];
    int count = 0;

    /// Adds the lanes within the limit. `far`: squared distances of centres, to choose between equal bounds,
    /// most of which are 0 near a contact (bunnies at 1e-4: half the pairs to look at).
    HWY_INLINE void add_row(F8 bound_sq, F8 far, float limit_sq, unsigned valid, std::uint32_t row) {
        unsigned m = ~bits(bound_sq > all(limit_sq)) & valid;  // a NaN stays
        if (m == 0) return;
        alignas(32) float bound[kWide], keys[kWide];
        store(bound_sq, bound);
        store(mul_add(far, all(kCentreWeight), bound_sq), keys);
        for (; m != 0; m &= m - 1) {
            const int i = std::countr_zero(m);
            int place = count++;
            for (; place > 0 && key[place - 1] < keys[i]; --place) {
                key[place] = key[place - 1];
                of[place] = of[place - 1];
            }
            key[place] = keys[i];
            of[place] = {static_cast<std::uint32_t>(i), row, bound[i]};
        }
    }

    /// The same in any order.
    HWY_INLINE void add_row(F8 bound_sq, float limit_sq, unsigned valid, std::uint32_t row) {
        unsigned m = ~bits(bound_sq > all(limit_sq)) & valid;
        if (m == 0) return;
        alignas(32) float bound[kWide];
        store(bound_sq, bound);
        for (; m != 0; m &= m - 1) {
            const int i = std::countr_zero(m);
            of[count++] = {static_cast<std::uint32_t>(i), row, bound[i]};
        }
    }
};

/// Square of the length of the positive parts, over the three axes.
HWY_INLINE float positive_sq(F4 gap, float scale) {
    const F4 g = all4(scale) * positive(gap), sq = g * g;
    return first(broadcast<0>(sq) + broadcast<1>(sq) + broadcast<2>(sq));
}

/// Lower bound for two nodes, from their boxes in their own frames.
HWY_INLINE float whole_bound_sq(const WideNode& a, const WideNode& b, const Relation& e, float scale) {
    const F4 half_b = combine(abs(load4(e.column[0])), abs(load4(e.column[1])), abs(load4(e.column[2])),
                              b.whole, all4(e.pad));
    const float along_a = positive_sq(abs(load4(e.column[3])) - (load4(a.whole) + half_b), scale);
    const float along_b = positive_sq(abs(load4(e.q)) - (load4(b.whole) + load4(e.whole_a)), scale);
    return kShrink * (along_a > along_b ? along_a : along_b);
}

/// The same along the axes of the aim.
HWY_INLINE float whole_bound_sq(const WideNode& a, const WideNode& b, const View& v) {
    float sum = 0.0f;
    GRAZE_EACH_AXIS {
        const auto half = [k](const WideNode& n, const float(&axes)[3][4]) {
            return magnitude(axes[k][0]) * n.whole[0] + magnitude(axes[k][1]) * n.whole[1] +
                   magnitude(axes[k][2]) * n.whole[2];
        };
        const float gap = magnitude(v.offset[k]) - (half(a, v.of_a) + half(b, v.of_b) + v.pad);
        sum += gap > 0.0f ? gap * gap : 0.0f;
    }
    return kShrink * sum;
}

/// Corners of two leaves along the axes of the aim.
struct alignas(32) LeafPair {
    float a[3][3][kWide], b[3][3][kWide];  // corner, axis, lane
};

HWY_INLINE Slabs turned(const LeafCorners& c, const float (&axes)[3][4], const float (&shift)[3],
                        float (&out)[3][3][kWide]) {
    Slabs s;
    GRAZE_EACH_AXIS {
        const F8 x = all(axes[k][0]), y = all(axes[k][1]), z = all(axes[k][2]), offset = all(shift[k]);
        const auto along = [&](int i) HWY_ATTR {
            return mul_add(z, load(c.at[i][2]),
                           mul_add(y, load(c.at[i][1]), mul_add(x, load(c.at[i][0]), offset)));
        };
        const F8 p = along(0), q = along(1), r = along(2);
        store(p, out[0][k]);
        store(q, out[1][k]);
        store(r, out[2][k]);
        const F8 lo = min(p, min(q, r)), hi = max(p, max(q, r));
        s.centre[k] = all(0.5f) * (lo + hi);
        s.half[k] = all(0.5f) * (hi - lo);
    }
    return s;
}

class Search {
  public:
    Search(const WideNearTask& task, WideNearEntry* stack, const WideNearVisitor& visitor)
        : task_(task), stack_(stack), visitor_(visitor) {}

    HWY_INLINE WideCounters run() {
        size_ = task_.waiting.value_or(0);
        if (!task_.waiting) stack_[size_++] = {0, 0, 0.0f};
        while (size_ != 0 && counters_.opened < task_.most_opened) {
            const WideNearEntry entry = stack_[--size_];
            if (entry.bound_sq > task_.aim.limit_sq) continue;
            ++counters_.opened;
            if (open(entry) == Visit::Stop) break;
        }
        counters_.waiting = size_;
        return counters_;
    }

  private:
    HWY_INLINE Visit open(const WideNearEntry& entry) {
        const WideNode& a = task_.a.nodes[entry.a];
        const WideNode& b = task_.b.nodes[entry.b];
        const float limit_sq = task_.aim.limit_sq;
        ++counters_.node_pairs;
        View v;
        look(task_, a, b, v);
        if (whole_bound_sq(a, b, v) > limit_sq) return Visit::GoOn;
        Relation e;
        (void)relate(task_.placement, 0.0f, a, b, e);
        if (whole_bound_sq(a, b, e, task_.aim.scale) > limit_sq) return Visit::GoOn;
        if (a.is_leaf && b.is_leaf) return measure(entry, v);
        Near near;
        const bool stays_a = a.is_leaf || (!b.is_leaf && b.radius > kOpenRatio * a.radius);
        const bool stays_b = b.is_leaf || (!a.is_leaf && a.radius > kOpenRatio * b.radius);
        if (stays_b) {
            rows_of_a(a, b, v, near);
        } else if (stays_a) {
            rows_of_b(a, b, v, near);
        } else {
            rows_of_both(a, b, e, v, near);
        }
        for (int i = 0; i < near.count; ++i)
            stack_[size_++] = {stays_a ? entry.a : a.child[near.of[i].a],
                               stays_b ? entry.b : b.child[near.of[i].b], near.of[i].bound_sq};
        return Visit::GoOn;
    }

    /// Children of a against all of b.
    HWY_INLINE void rows_of_a(const WideNode& a, const WideNode& b, const View& v, Near& near) {
        Slab whole;
        GRAZE_EACH_AXIS {
            whole.centre[k] = v.offset[k];
            whole.half[k] = magnitude(v.of_b[k][0]) * b.whole[0] + magnitude(v.of_b[k][1]) * b.whole[1] +
                            magnitude(v.of_b[k][2]) * b.whole[2] + v.pad;
        }
        ++counters_.rows;
        const Slabs slabs = slabs_of(own(a), v.of_a);
        near.add_row(bounds_sq(slabs, whole, 1.0f), centre_sq(slabs, whole), task_.aim.limit_sq, used(a), 0);
    }

    HWY_INLINE void rows_of_b(const WideNode& a, const WideNode& b, const View& v, Near& near) {
        Slab whole;
        GRAZE_EACH_AXIS {
            whole.centre[k] = -v.offset[k];
            whole.half[k] = magnitude(v.of_a[k][0]) * a.whole[0] + magnitude(v.of_a[k][1]) * a.whole[1] +
                            magnitude(v.of_a[k][2]) * a.whole[2] + v.pad;
        }
        ++counters_.rows;
        const Slabs slabs = slabs_of(own(b), v.of_b);
        near.add_row(bounds_sq(slabs, whole, 1.0f), centre_sq(slabs, whole), task_.aim.limit_sq, used(b), 0);
        for (int i = 0; i < near.count; ++i) std::swap(near.of[i].a, near.of[i].b);
    }

    /// Children of both, along three sets of axes: those of the aim, then of a and of b.
    HWY_INLINE void rows_of_both(const WideNode& a, const WideNode& b, const Relation& e, const View& v,
                                 Near& near) {
        const Boxes8 own_a = own(a), own_b = own(b);
        Slabs aimed_b = slabs_of(own_b, v.of_b);
        GRAZE_EACH_AXIS {
            aimed_b.centre[k] = aimed_b.centre[k] + all(v.offset[k]);
            aimed_b.half[k] = aimed_b.half[k] + all(v.pad);
        }
        const StoredSlabs each_aimed(aimed_b);
        const Slabs aimed_a = slabs_of(own_a, v.of_a);
        const F8 limit_sq = all(task_.aim.limit_sq);
        alignas(32) float aimed[kWide][kWide];
        unsigned rows = 0;
        for (int j = 0; j < b.count; ++j) {
            const F8 bound = bounds_sq(aimed_a, each_aimed.of(j), 1.0f);
            store(bound, aimed[j]);
            rows |= (~bits(bound > limit_sq) & used(a)) != 0 ? 1u << j : 0u;
        }
        counters_.rows += b.count;
        if (rows == 0) return;
        const StoredSlabs each_posed(b_in_a(own_b, e));
        const Boxes8 posed_a = a_in_b(own_a, e);
        const float scale = task_.aim.scale;
        for (; rows != 0; rows &= rows - 1) {
            const int j = std::countr_zero(rows);
            const Slab own_j{{b.centre[0][j], b.centre[1][j], b.centre[2][j]},
                             {b.half[0][j], b.half[1][j], b.half[2][j]}};
            const F8 along = max(bounds_sq(own_a, each_posed.of(j), scale), bounds_sq(posed_a, own_j, scale));
            const F8 bound = max(load(aimed[j]), along);
            const auto row = static_cast<std::uint32_t>(j);
            if (task_.order == WideOrder::NearestFirst) {
                near.add_row(bound, centre_sq(aimed_a, each_aimed.of(j)), task_.aim.limit_sq, used(a), row);
            } else {
                near.add_row(bound, task_.aim.limit_sq, used(a), row);
            }
        }
    }

    /// The triangles of two leaves: those that may be within the limit go to the visitor.
    HWY_INLINE Visit measure(const WideNearEntry& entry, const View& v) {
        const WideNode& a = task_.a.nodes[entry.a];
        const WideNode& b = task_.b.nodes[entry.b];
        ++counters_.leaf_pairs;
        LeafPair corners;
        constexpr float kNowhere[3] = {0.0f, 0.0f, 0.0f};
        const Slabs of_a = turned(task_.a.corners[a.corners], v.of_a, kNowhere, corners.a);
        Slabs of_b = turned(task_.b.corners[b.corners], v.of_b, v.offset, corners.b);
        GRAZE_EACH_AXIS of_b.half[k] = of_b.half[k] + all(v.pad);
        const StoredSlabs each(of_b);
        const V8 corners_a[3] = {corner(corners.a, 0), corner(corners.a, 1), corner(corners.a, 2)};
        const V8 corners_b[3] = {corner(corners.b, 0), corner(corners.b, 1), corner(corners.b, 2)};
        const Planes8 planes_a(corners_a);
        const StoredPlanes each_plane(Planes8{corners_b});
        Near near;
        for (int j = 0; j < b.count; ++j) {
            const F8 bound = bounds_sq(of_a, each.of(j), 1.0f);
            unsigned valid = ~bits(bound > all(task_.aim.limit_sq)) & used(a);
            if (valid == 0) continue;
            const V8 one[3] = {corner_of(corners.b, 0, j), corner_of(corners.b, 1, j),
                               corner_of(corners.b, 2, j)};
            const F8 from_a = planes_a.per_length * gap_from(planes_a.normal, planes_a.lo, planes_a.hi, one);
            const F8 apart = proved(max(from_a, each_plane.gap(j, corners_a)), v.pad);
            valid &= ~bits(apart > all(task_.aim.limit));
            near.add_row(bound, task_.aim.limit_sq, valid, static_cast<std::uint32_t>(j));
        }
        counters_.rows += b.count;
        for (int begin = 0; begin < near.count; begin += kWide)
            if (measure_eight(a, b, corners, v.pad,
                              {near.of + begin, std::min<std::size_t>(kWide, near.count - begin)}) ==
                Visit::Stop)
                return Visit::Stop;
        return Visit::GoOn;
    }

    HWY_INLINE Visit measure_eight(const WideNode& a, const WideNode& b, const LeafPair& corners, float pad,
                                   std::span<const WideNearEntry> pairs) {
        int lane_a[kWide] = {}, lane_b[kWide] = {};
        for (std::size_t n = 0; n < pairs.size(); ++n) {
            lane_a[n] = static_cast<int>(pairs[n].a);
            lane_b[n] = static_cast<int>(pairs[n].b);
        }
        ++counters_.rows;
        const Bounds8 bounds = bounds_of(gathered(corners.a, lane_a), gathered(corners.b, lane_b), pad);
        alignas(32) float lo[kWide], hi[kWide], separation[3][kWide], features[kWide];
        store(bounds.lo, lo);
        store(bounds.hi, hi);
        store(bounds.separation.x, separation[0]);
        store(bounds.separation.y, separation[1]);
        store(bounds.separation.z, separation[2]);
        store(bounds.features, features);
        WideNearTriangles found[kWide];
        std::size_t count = 0;
        unsigned left = ~bits(bounds.lo > all(task_.aim.limit)) & ((1u << pairs.size()) - 1u);
        for (; left != 0; left &= left - 1) {
            const int n = std::countr_zero(left);
            found[count++] = {a.child[lane_a[n]],
                              b.child[lane_b[n]],
                              lo[n],
                              hi[n],
                              {separation[0][n], separation[1][n], separation[2][n]},
                              static_cast<int>(features[n])};
        }
        return count == 0 ? Visit::GoOn : visitor_.triangles(visitor_.context, {found, count});
    }

    const WideNearTask& task_;
    WideNearEntry* stack_;
    const WideNearVisitor& visitor_;
    std::size_t size_ = 0;
    WideCounters counters_;
};

WideCounters search(const WideNearTask& task, WideNearEntry* stack, const WideNearVisitor& visitor) {
    return Search(task, stack, visitor).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::internal
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "graze/core/assert.h"

namespace graze::internal {

HWY_EXPORT(search);

WideCounters traverse_nearest(const WideNearTask& task, std::span<WideNearEntry> stack,
                              const WideNearVisitor& visitor) {
    GRAZE_ASSERT(stack.size() >= stack_size(task.a, task.b));
    return task.same_work ? HWY_STATIC_DISPATCH(search)(task, stack.data(), visitor)
                          : HWY_DYNAMIC_DISPATCH(search)(task, stack.data(), visitor);
}

}  // namespace graze::internal
#endif  // HWY_ONCE
