#include "graze/continuous/boxes/box_times.h"

#include "graze/continuous/boxes/box_times_kernels.h"
#include "graze/continuous/relative/bend_rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::internal {
namespace {

constexpr double kPad = 0x1p-18;      // docs/discrete.md (4)
constexpr double kOutward = 0x1p-30;  // more than a fraction is rounded by

/// b seen from a at one end of the window, in node coordinates: y_a = turn y_b + shift.
struct Relation {
    double turn[3][3];
    double shift[3];
    double back[3];  // turn^T shift
    double pad;
};

/// The shift and the pad.
void find_shift(const Moment& moment, const BoxTask& task, Relation& e) {
    const WidePlacement& x = moment.placement;
    const WideNode &a = task.a, &b = task.b;
    double offset[3];  // from origin to origin, in the model of a
    for (int i = 0; i < 3; ++i) {
        offset[i] = x.shift[i] - a.origin[i];
        for (int k = 0; k < 3; ++k) offset[i] += x.turn[k][i] * b.origin[k];
    }
    double length = 0.0;
    for (int i = 0; i < 3; ++i) {
        e.shift[i] = 0.0;
        for (int k = 0; k < 3; ++k) e.shift[i] += static_cast<double>(a.axes[k][i]) * offset[k];
        length += std::abs(e.shift[i]);
    }
    e.pad = kPad * (length + static_cast<double>(a.radius) + static_cast<double>(b.radius)) +
            static_cast<double>(x.far) + static_cast<double>(task.search.clearance);
}

Relation relation_at(const Moment& moment, const BoxTask& task) {
    const WidePlacement& x = moment.placement;
    Relation e{};
    find_shift(moment, task, e);
    double posed[3][3] = {};  // the axes of b, in the model of a
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k) posed[i][j] += x.turn[k][i] * static_cast<double>(task.b.axes[k][j]);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k) e.turn[i][j] += static_cast<double>(task.a.axes[k][i]) * posed[k][j];
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) e.back[j] += e.turn[i][j] * e.shift[i];
    return e;
}

struct PlainBox {
    double centre[3], half[3];
};

PlainBox child_box(const WideNode& node, int child) {
    PlainBox box{};
    for (int k = 0; k < 3; ++k) {
        box.centre[k] = static_cast<double>(node.centre[k][child]);
        box.half[k] = static_cast<double>(node.half[k][child]);
    }
    return box;
}

PlainBox whole_box(const WideNode& node) {
    PlainBox box{};
    for (int k = 0; k < 3; ++k) box.half[k] = static_cast<double>(node.whole[k]);
    return box;
}

PlainBox in_frame_of_a(const PlainBox& b, const Relation& e) {
    PlainBox posed{};
    for (int i = 0; i < 3; ++i) {
        posed.centre[i] = e.shift[i];
        posed.half[i] = e.pad;
        for (int j = 0; j < 3; ++j) {
            posed.centre[i] += e.turn[i][j] * b.centre[j];
            posed.half[i] += std::abs(e.turn[i][j]) * b.half[j];
        }
    }
    return posed;
}

PlainBox in_frame_of_b(const PlainBox& a, const Relation& e) {
    PlainBox posed{};
    for (int j = 0; j < 3; ++j) {
        posed.centre[j] = -e.back[j];
        posed.half[j] = e.pad;
        for (int i = 0; i < 3; ++i) {
            posed.centre[j] += e.turn[i][j] * a.centre[i];
            posed.half[j] += std::abs(e.turn[i][j]) * a.half[i];
        }
    }
    return posed;
}

/// A direction of the body in the coordinates of one of its nodes.
void in_node_frame(const WideNode& node, const float* axis, float* posed) {
    for (int j = 0; j < 3; ++j)
        posed[j] = node.axes[0][j] * axis[0] + node.axes[1][j] * axis[1] + node.axes[2][j] * axis[2];
}

/// |n x s| for the three axes n of the frame that s is seen from.
void crosses_of(const float* s, float* crosses) {
    const float sq[3] = {s[0] * s[0], s[1] * s[1], s[2] * s[2]};
    crosses[0] = std::sqrt(sq[1] + sq[2]);
    crosses[1] = std::sqrt(sq[2] + sq[0]);
    crosses[2] = std::sqrt(sq[0] + sq[1]);
}

void bends_along_axes(const Bend& bend, const float* own, const float* other, float* along) {
    for (int k = 0; k < 3; ++k) along[k] = bend.isotropic;
    const auto add = [&](float factor, const float* axis) {
        if (factor == 0.0f) return;
        float crosses[3];
        crosses_of(axis, crosses);
        for (int k = 0; k < 3; ++k) along[k] += factor * crosses[k];
    };
    add(bend.from_own, own);
    add(bend.from_other, other);
    for (int k = 0; k < 3; ++k) along[k] *= kAxisBendUp;
}

/// M l^2 / 8 along the axes of the two nodes.
struct AxisBends {
    float a[3] = {}, b[3] = {};
};

AxisBends axis_bends(const BoxTask& task, const PairBends& pair) {
    float own_a[3], other_a[3], own_b[3], other_b[3];
    in_node_frame(task.a, task.begin.axis_a_in_a, own_a);
    in_node_frame(task.a, task.begin.axis_b_in_a, other_a);
    in_node_frame(task.b, task.begin.axis_b_in_b, own_b);
    in_node_frame(task.b, task.begin.axis_a_in_b, other_b);
    AxisBends bends;
    bends_along_axes(pair.in_a, own_a, other_a, bends.a);
    bends_along_axes(pair.in_b, own_b, other_b, bends.b);
    return bends;
}

struct Ends {
    Relation begin, end;
};

/// Both ways in which two intervals can be apart along an axis.
void cut_along(Fractions& f, const PlainBox& own, const PlainBox& begin, const PlainBox& end,
               const float* bends) {
    for (int k = 0; k < 3; ++k) {
        const auto bend = static_cast<double>(bends[k]);
        const double from = begin.centre[k] - own.centre[k], to = end.centre[k] - own.centre[k];
        const double radius_from = begin.half[k] + own.half[k] + bend,
                     radius_to = end.half[k] + own.half[k] + bend;
        f.cut(from - radius_from, to - radius_to);
        f.cut(-from - radius_from, -to - radius_to);
    }
}

Fractions times_of(const PlainBox& a, const PlainBox& b, const Ends& ends, const AxisBends& bends) {
    Fractions f;
    cut_along(f, a, in_frame_of_a(b, ends.begin), in_frame_of_a(b, ends.end), bends.a);
    cut_along(f, b, in_frame_of_b(a, ends.begin), in_frame_of_b(a, ends.end), bends.b);
    return f;
}

/// At least the distance of the two origins.
float length_of(const Relation& e, const BoxTask& task) {
    const double* v = e.shift;
    const double error = e.pad - static_cast<double>(task.search.clearance);
    return static_cast<float>((std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + error) * (1.0 + 0x1p-18));
}

/// See kLeastBend.
bool bends_at_all(float bend, double radius) {
    return static_cast<double>(bend) > static_cast<double>(kLeastBend) * radius;
}

/// See kWorthDividing.
bool hidden_along(const PlainBox& own, const PlainBox& begin, const PlainBox& end, const float* bends) {
    for (int k = 0; k < 3; ++k) {
        const double from = begin.centre[k] - own.centre[k], to = end.centre[k] - own.centre[k];
        const double gap = std::min(std::abs(from) - begin.half[k], std::abs(to) - end.half[k]) - own.half[k];
        const bool hides = from * to > 0.0 && gap > static_cast<double>(kWorthDividing * bends[k]);
        if (hides && bends_at_all(bends[k], begin.half[k] + own.half[k])) return true;
    }
    return false;
}
/// By more than `most`, along one axis.
bool bends_along(const PlainBox& own, const PlainBox& begin, const float* bends, float most) {
    for (int k = 0; k < 3; ++k)
        if (bends[k] > most && bends_at_all(bends[k], begin.half[k] + own.half[k])) return true;
    return false;
}

/// What to do with two nodes that may be near each other.
BoxOutcome outcome_of(const BoxTask& task, const Ends& ends, const AxisBends& bends) {
    if (std::isinf(task.most_bend)) return BoxOutcome::Children;
    const float most = task.most_bend * std::max(task.a.radius, task.b.radius);
    const PlainBox a = whole_box(task.a), b = whole_box(task.b);
    const auto is_to_be_divided = [&](const PlainBox& own, const PlainBox& begin, const PlainBox& end,
                                      const float* along) {
        return bends_along(own, begin, along, most) || hidden_along(own, begin, end, along);
    };
    return is_to_be_divided(a, in_frame_of_a(b, ends.begin), in_frame_of_a(b, ends.end), bends.a) ||
                   is_to_be_divided(b, in_frame_of_b(a, ends.begin), in_frame_of_b(a, ends.end), bends.b)
               ? BoxOutcome::Divide
               : BoxOutcome::Children;
}

void find_plainly(const BoxTask& task, BoxTimes& times) {
    const WideNode &a = task.a, &b = task.b;
    start_times(a, b, times);
    const Ends ends{relation_at(task.begin, task), relation_at(task.end, task)};
    const AxisBends bends =
        axis_bends(task, pair_bends(task, std::max(length_of(ends.begin, task), length_of(ends.end, task))));
    const Fractions whole = times_of(whole_box(a), whole_box(b), ends, bends);
    times.outcome = BoxOutcome::Apart;
    const auto is_apart = [&](const Fractions& f) {
        return task.search.clipping == TimeClipping::On ? f.is_empty() : f.begin > 1.0;
    };
    if (is_apart(whole)) return;
    times.outcome = outcome_of(task, ends, bends);
    if (times.outcome != BoxOutcome::Children) return;
    const int count_a = times.opened == Opened::OnlyB ? 1 : a.count,
              count_b = times.opened == Opened::OnlyA ? 1 : b.count;
    for (int j = 0; j < count_b; ++j)
        for (int i = 0; i < count_a; ++i) {
            ++times.rows;
            const PlainBox box_a = times.opened == Opened::OnlyB ? whole_box(a) : child_box(a, i),
                           box_b = times.opened == Opened::OnlyA ? whole_box(b) : child_box(b, j);
            Fractions f = times_of(box_a, box_b, ends, bends);
            if (is_apart(f)) continue;
            f = task.search.clipping == TimeClipping::On
                    ? Fractions{std::max(f.begin, whole.begin), std::min(f.end, whole.end)}
                    : Fractions{};
            if (f.is_empty()) continue;
            const int bit = 8 * j + i;
            times.pairs |= std::uint64_t{1} << bit;
            times.begin[bit] = static_cast<float>(f.begin * (1.0 - 0x1p-20));
            times.end[bit] = static_cast<float>(std::min(1.0, f.end * (1.0 + 0x1p-20)));
        }
}

}  // namespace

// Written so that NaN cuts nothing.
void Fractions::cut(double at_begin, double at_end) {
    if (at_begin > 0.0) {
        if (at_end > 0.0)
            begin = 2.0;
        else if (at_end <= 0.0)
            begin = std::max(begin, at_begin / (at_begin - at_end) - kOutward);
    } else if (at_end > 0.0 && at_begin <= 0.0) {
        end = std::min(end, at_begin / (at_begin - at_end) + kOutward);
    }
}

PairBends isotropic(const PairBends& pair) {
    const auto sum = [](const Bend& bend) {
        return Bend{0.0f, 0.0f, (bend.from_own + bend.from_other + bend.isotropic) * kAxisBendUp};
    };
    return {sum(pair.in_a), sum(pair.in_b)};
}

float bend_of_all(const BoxTask& roots) {
    Relation begin, end;
    find_shift(roots.begin, roots, begin);
    find_shift(roots.end, roots, end);
    const float distance = std::max(length_of(begin, roots), length_of(end, roots));
    const PairBends bends =
        bends_of(roots.search.motion, {roots.a, roots.b, static_cast<double>(distance), 1.0});
    const auto sum = [](const Bend& bend) { return (bend.from_own + bend.from_other) + bend.isotropic; };
    return std::max(sum(bends.in_a), sum(bends.in_b)) * kAxisBendUp;
}

PairBends own_bends(const BoxTask& task, float distance) {
    return as_asked(
        task.search.bends,
        bends_of(task.search.motion, {task.a, task.b, static_cast<double>(distance), task.length}));
}

BoxTimesKernel box_times_kernel(BoxBounds how) {
    if (how == BoxBounds::Plain) return find_plainly;
    return how == BoxBounds::Simd ? box_times_simd() : box_times_fused();
}

}  // namespace graze::internal
