#include "graze/continuous/proof/triangle_follow.h"

#include "graze/continuous/proof/hull_gap.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr double kCautious = 0.9;  // of a step that is guessed

double dot3(const double* n, const Vec3& x) { return n[0] * x[0] + n[1] * x[1] + n[2] * x[2]; }

/// n turned from b to a, or back.
std::array<double, 3> to_a(const WidePlacement& x, const std::array<double, 3>& n) {
    std::array<double, 3> m{};
    for (int i = 0; i < 3; ++i) m[i] = x.turn[0][i] * n[0] + x.turn[1][i] * n[1] + x.turn[2][i] * n[2];
    return m;
}
std::array<double, 3> to_b(const WidePlacement& x, const std::array<double, 3>& n) {
    std::array<double, 3> m{};
    for (int j = 0; j < 3; ++j) m[j] = x.turn[j][0] * n[0] + x.turn[j][1] * n[1] + x.turn[j][2] * n[2];
    return m;
}

struct TwoTriangles {
    std::array<Vec3, 3> a, b;
    WideNode as_node_a{}, as_node_b{};
};

WideNode node_about(const std::array<Vec3, 3>& corners) {
    WideNode node{};
    const Vec3 middle = (corners[0] + corners[1] + corners[2]) / 3.0;
    double radius = 0.0;
    for (const Vec3& corner : corners) radius = std::max(radius, (corner - middle).lpNorm<1>());
    for (int k = 0; k < 3; ++k) node.origin[k] = middle[k];
    node.radius = static_cast<float>(radius * (1.0 + 0x1p-20) + 0x1p-100);
    return node;
}

/// The gap of the triangles along a direction fixed in a or in b, rounded.
double gap_along(const TwoTriangles& two, const LeafDirection& direction, const WidePlacement& x) {
    const std::array<double, 3> n{direction.n[0], direction.n[1], direction.n[2]};
    const bool in_a = direction.frame == LeafFrame::A;
    const auto of_a = in_a ? n : to_a(x, n), of_b = in_a ? to_b(x, n) : n;
    double least = kInfinity, most = -kInfinity;
    for (const Vec3& p : two.a) least = std::min(least, dot3(of_a.data(), p));
    for (const Vec3& q : two.b) most = std::max(most, dot3(of_b.data(), q));
    return least - most - dot3(of_a.data(), {x.shift[0], x.shift[1], x.shift[2]});
}

double length_across(const float* n, const float* s) {
    const double x = static_cast<double>(n[1]) * s[2] - static_cast<double>(n[2]) * s[1],
                 y = static_cast<double>(n[2]) * s[0] - static_cast<double>(n[0]) * s[2],
                 z = static_cast<double>(n[0]) * s[1] - static_cast<double>(n[1]) * s[0];
    return std::sqrt(x * x + y * y + z * z);
}

double leaf_length(const float* n) {
    return std::sqrt(static_cast<double>(n[0]) * n[0] + static_cast<double>(n[1]) * n[1] +
                     static_cast<double>(n[2]) * n[2]);
}

/// Where the origins are apart, at one time.
double origin_distance(const TwoTriangles& two, const WidePlacement& x) {
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        double d = x.shift[i] - two.as_node_a.origin[i];
        for (int k = 0; k < 3; ++k) d += x.turn[k][i] * two.as_node_b.origin[k];
        sum += d * d;
    }
    return std::sqrt(sum) + static_cast<double>(x.far);
}

/// What one direction can prove of the time before `last`.
struct FollowChoice {
    LeafDirection direction;
    double bend, gap, least, step;
};

/// A step back from a moment at which the triangles are apart along n, which is fixed in a.
struct FollowStep {
    const FollowTask& task;
    const TwoTriangles& two;
    const WidePlacement& at;  // of the moment
    const PairBends& bends;   // during the rest
    double rest;              // from the beginning to the moment
    std::array<double, 3> n;
};

FollowChoice choice_in(const FollowStep& s, LeafFrame frame) {
    const Moment& first = s.task.first;
    const bool in_a = frame == LeafFrame::A;
    const auto m = in_a ? s.n : to_b(s.at, s.n);
    FollowChoice c{};
    c.direction.frame = frame;
    for (int k = 0; k < 3; ++k) c.direction.n[k] = static_cast<float>(rounded_to_float(m[k]));
    const Bend& bend = in_a ? s.bends.in_a : s.bends.in_b;
    const float* own = in_a ? first.axis_a_in_a : first.axis_b_in_b;
    const float* other = in_a ? first.axis_b_in_a : first.axis_a_in_b;
    c.bend = (static_cast<double>(bend.from_own) * length_across(c.direction.n, own) +
              static_cast<double>(bend.from_other) * length_across(c.direction.n, other) +
              static_cast<double>(bend.isotropic)) *
             (1.0 + 0x1p-16);
    c.gap = gap_along(s.two, c.direction, s.at);
    c.least = s.task.clearance * leaf_length(c.direction.n) * (1.0 + 0x1p-45) + s.task.slack +
              4.0 * static_cast<double>(std::max(s.at.far, first.placement.far));
    const double spare = c.gap - c.least;
    c.step = spare > c.bend ? s.rest : spare > 0.0 ? kCautious * s.rest * std::sqrt(spare / c.bend) : 0.0;
    return c;
}

HullGap gap_at(const TwoTriangles& two, const WidePlacement& x) {
    RoughPlacement at_b;
    for (int k = 0; k < 3; ++k) at_b.columns[k] = {x.turn[k][0], x.turn[k][1], x.turn[k][2]};
    at_b.place = {x.shift[0], x.shift[1], x.shift[2]};
    return hull_gap({two.a, {}}, {two.b, at_b});
}

}  // namespace

bool follow_triangles(const FollowTask& task, FunctionRef<bool()> is_over,
                      std::vector<FollowedPiece>& pieces) {
    pieces.clear();
    const TwoTriangles two{task.a, task.b, node_about(task.a), node_about(task.b)};
    const Moment& first = task.first;
    const double centres = centre_distance(task.proof, first);
    double end = task.until;
    Moment last = task.last;
    while (end > task.from) {
        if (is_over()) return false;
        const WidePlacement& x = last.placement;
        const HullGap gap = gap_at(two, x);
        if (!(gap.distance > task.clearance)) return false;
        const double rest = end - task.from;
        const double distance = std::max(origin_distance(two, first.placement), origin_distance(two, x));
        const PairBends bends = proof_bends_of(task.motion, task.proof, proof_window(task.proof, rest),
                                               centres, {two.as_node_a, two.as_node_b, distance, rest});
        const FollowStep step{
            task,
            two,
            x,
            bends,
            rest,
            {gap.separation[0] / gap.distance, gap.separation[1] / gap.distance, gap.separation[2] / gap.distance}};
        FollowChoice c = choice_in(step, LeafFrame::A);
        if (const FollowChoice other = choice_in(step, LeafFrame::B); other.step > c.step) c = other;
        double begin = task.from;
        Moment before;
        for (;; c.step *= 0.5) {
            if (!(c.step > kLeastStretch)) return false;
            begin = c.step < rest ? end - c.step : task.from;
            before = c.step < rest ? moment_at(task.motion, task.tree_a, task.tree_b, begin) : first;
            const double fraction = (end - begin) / rest;
            if (std::min(c.gap, gap_along(two, c.direction, before.placement)) >
                c.least + c.bend * fraction * fraction)
                break;
        }
        pieces.push_back({end, c.direction});
        end = begin;
        last = before;
    }
    return true;
}

}  // namespace graze::internal
