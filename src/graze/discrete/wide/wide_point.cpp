#include "graze/discrete/wide/wide_point.h"

#include "graze/core/assert.h"
#include "graze/numeric/outward.h"
#include "graze/numeric/predicates.h"

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

// docs/discrete.md, section "Penetration": (20) the error of a distance, per greatest coordinate, and what
// squares lose by underflow; (21) of coordinates in a node, per length in sight; of lengths there.
constexpr double kDistanceError = 64.0 * kUnitRoundoff;
constexpr double kTinyDistance = 0x1p-500;
constexpr float kLeastSquare = 0x1p-100f;
constexpr float kPointError = 0x1p-21f;
constexpr float kLengthLoss = 1.0f - 0x1p-17f;

/// A point of a triangle a + v (b - a) + w (c - a): v, w >= 0, v + w <= 1.
struct Weights {
    double v, w;
};

double between_0_and_1(double x) { return x > 0.0 ? std::min(x, 1.0) : 0.0; }  // NaN: 0

/// Near the point of the triangle that is nearest to the origin [Ericson, Real-Time Collision Detection,
/// 5.1.5]. Nothing is claimed but that the weights are those of a point of the triangle.
Weights nearest_weights(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a, ac = c - a;
    const double d1 = -ab.dot(a), d2 = -ac.dot(a);
    if (d1 <= 0.0 && d2 <= 0.0) return {0.0, 0.0};
    const double d3 = -ab.dot(b), d4 = -ac.dot(b);
    if (d3 >= 0.0 && d4 <= d3) return {1.0, 0.0};
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return {between_0_and_1(d1 / (d1 - d3)), 0.0};
    const double d5 = -ab.dot(c), d6 = -ac.dot(c);
    if (d6 >= 0.0 && d5 <= d6) return {0.0, 1.0};
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return {0.0, between_0_and_1(d2 / (d2 - d6))};
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
        const double w = between_0_and_1((d4 - d3) / ((d4 - d3) + (d5 - d6)));
        return {1.0 - w, w};
    }
    const double v = between_0_and_1(vb / (va + vb + vc)), w = between_0_and_1(vc / (va + vb + vc));
    return {v, std::min(w, 1.0 - v)};
}

/// A point of the triangle less the given point, and the corners less that.
struct Offset {
    Vec3 way;
    Vec3 a, b, c;
};

Offset offset_to(const Vec3& point, const std::array<Vec3, 3>& corner) {
    const Vec3 a = corner[0] - point, b = corner[1] - point, c = corner[2] - point;
    const Weights at = nearest_weights(a, b, c);
    return {a + at.v * (b - a) + at.w * (c - a), a, b, c};
}

/// The gap between the point and the triangle along a direction of length `length`: holds whatever that is, and
/// is the distance if it points from the point to the nearest one.
double gap_along(const Vec3& direction, double length, const Offset& offset) {
    return std::min({direction.dot(offset.a), direction.dot(offset.b), direction.dot(offset.c)}) / length;
}

/// Less the error of (20). Close to a face, the way to it is short and its direction rounded, so the normal
/// is tried as well.
double least_distance(const Offset& offset, double length, double error) {
    double lo = gap_along(offset.way, length, offset);
    if (!(lo > length - error)) {
        const Vec3 normal = (offset.b - offset.a).cross(offset.c - offset.a);
        const double up = gap_along(normal, normal.norm(), offset),
                     down = gap_along(-normal, normal.norm(), offset);
        if (up > lo) lo = up;
        if (down > lo) lo = down;
    }
    return lo > error ? lo - error : 0.0;  // NaN: 0
}

/// A point in the coordinates of a node, and a bound on the error of these and of differences with boxes.
struct InNode {
    float y[3];
    float pad;
};

InNode in_node(const WideNode& node, const Vec3& point) {
    const double d[3] = {point[0] - node.origin[0], point[1] - node.origin[1], point[2] - node.origin[2]};
    InNode result;
    float reach = node.radius;
    for (int k = 0; k < 3; ++k) {
        result.y[k] =
            static_cast<float>(node.axes[0][k] * d[0] + node.axes[1][k] * d[1] + node.axes[2][k] * d[2]);
        reach += std::abs(result.y[k]);
    }
    result.pad = kPointError * reach;
    return result;
}

/// Below the squared distance of the point to each child's box. NaN where nothing is known.
void box_distances(const WideNode& node, const Vec3& point, float (&bound_sq)[kWide]) {
    const InNode in = in_node(node, point);
    for (int i = 0; i < kWide; ++i) bound_sq[i] = 0.0f;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < kWide; ++i) {
            const float gap =
                (std::abs(in.y[k] - node.centre[k][i]) - node.half[k][i] - in.pad) * kLengthLoss;
            bound_sq[i] += gap > 0.0f ? gap * gap : 0.0f;
        }
}

/// Which children a segment may meet. NaN keeps a child.
void segment_meets(const WideNode& node, const Vec3& from, const Vec3& to, bool (&meets)[kWide]) {
    const InNode p = in_node(node, from), q = in_node(node, to);
    float middle[3], way[3], half[3];
    for (int k = 0; k < 3; ++k) {
        middle[k] = 0.5f * (p.y[k] + q.y[k]);
        way[k] = 0.5f * (q.y[k] - p.y[k]);
        half[k] = std::abs(way[k]);
    }
    const float pad = p.pad + q.pad, in_sight = pad / kPointError, cross_pad = 8.0f * pad * in_sight;  // (22)
    float offset[3][kWide];
    std::uint32_t apart[kWide] = {};
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < kWide; ++i) {
            offset[k][i] = node.centre[k][i] - middle[k];
            apart[i] |= std::abs(offset[k][i]) > node.half[k][i] + half[k] + pad;
        }
    for (int k = 0; k < 3; ++k) {
        const int m = (k + 1) % 3, n = (k + 2) % 3;
        for (int i = 0; i < kWide; ++i) {
            const float across = std::abs(offset[m][i] * way[n] - offset[n][i] * way[m]);
            apart[i] |= across > node.half[m][i] * half[n] + node.half[n][i] * half[m] + cross_pad;
        }
    }
    for (int i = 0; i < kWide; ++i) meets[i] = apart[i] == 0;
}

enum class Passing { Misses, Along, Against, Unclear };

/// Along: the segment leaves through the side that the triangle faces. Unclear: it meets an edge.
Passing passing(const Vec3& from, const Vec3& to, const std::array<Vec3, 3>& t) {
    const Sign first = orient3d(from, to, t[0], t[1]), second = orient3d(from, to, t[1], t[2]),
               third = orient3d(from, to, t[2], t[0]);
    const auto is = [&](Sign sign) { return first == sign || second == sign || third == sign; };
    if (is(Sign::Positive) && is(Sign::Negative)) return Passing::Misses;
    const Sign start = orient3d(t[0], t[1], t[2], from), end = orient3d(t[0], t[1], t[2], to);
    if (start == end && start != Sign::Zero) return Passing::Misses;
    if (are_collinear(t[0], t[1], t[2])) return Passing::Misses;  // counts for nothing
    if (is(Sign::Zero) || start == Sign::Zero || end == Sign::Zero) return Passing::Unclear;
    return end == Sign::Positive ? Passing::Along : Passing::Against;
}

/// Tilts of a segment towards its two other axes, per length: along no plane or edge that people like.
constexpr double kTilts[][2] = {{0.0371, 0.0533}, {-0.0619, 0.0293}, {0.0439, -0.0727}, {-0.0317, -0.0479},
                                {0.0853, 0.0197}, {-0.0151, 0.0911}, {0.1013, -0.0613}, {-0.0829, -0.1171},
                                {0.1337, 0.0709}, {-0.0223, 0.1453}, {0.1607, -0.0109}, {-0.1741, -0.0937},
                                {0.0057, 0.1933}, {-0.1187, 0.2011}, {0.2131, -0.1549}, {-0.2297, -0.1873}};

/// The square of a length as bounds are compared with it: rounded up, and above what squares of floats lose.
float limit_of(double length) {
    return std::max(static_cast<float>(length * length * (1.0 + 0x1p-20)), kLeastSquare);
}

BoxFace face_of(const Box& bounds, int axis, bool is_above) {
    const double margin = 0x1p-6 * (bounds.max - bounds.min).maxCoeff();
    return {axis, is_above ? next_up(bounds.max[axis] + margin) : next_down(bounds.min[axis] - margin)};
}

BoxFace nearest_face(const Box& bounds, const Vec3& point) {
    BoxFace face{0, 0.0};
    double shortest = kInfinity;
    for (int k = 0; k < 3; ++k) {
        const double below = point[k] - bounds.min[k], above = bounds.max[k] - point[k];
        if (!(std::min(below, above) < shortest)) continue;
        shortest = std::min(below, above);
        face = face_of(bounds, k, !(below < above));
    }
    return face;
}

}  // namespace

PointQuery::PointQuery(const BodyModel& model)
    : model_(model),
      greatest_(std::max(model.bounds.min.cwiseAbs().maxCoeff(), model.bounds.max.cwiseAbs().maxCoeff())),
      stack_(static_cast<std::size_t>(kWide) * static_cast<std::size_t>(model.tree.depth + 1)) {}

double PointQuery::error_at(const Vec3& point) const {
    return kDistanceError * std::max(greatest_, point.cwiseAbs().maxCoeff()) + kTinyDistance;
}

double PointQuery::most_distance(const Vec3& point, std::uint32_t triangle) const {
    return offset_to(point, corners(*model_.mesh, triangle)).way.norm() + error_at(point);
}

PointGap PointQuery::nearest(const Vec3& point, std::uint32_t guess) {
    PointGap best{kInfinity, kInfinity, guess, point};
    error_ = error_at(point);
    limit_sq_ = std::numeric_limits<float>::infinity();
    measure(point, guess, best);
    stack_[0] = {0, 0.0f};
    for (waiting_ = 1; waiting_ > 0;) {
        const Waiting top = stack_[--waiting_];
        if (!(top.bound_sq > limit_sq_)) open(model_.tree.nodes[top.node], point, best);
    }
    // What was left out was not nearer than hi was then, and hi only shrinks.
    best.lo = std::min(best.lo, best.hi);
    return best;
}

void PointQuery::measure(const Vec3& point, std::uint32_t triangle, PointGap& best) {
    const Offset offset = offset_to(point, corners(*model_.mesh, triangle));
    const double length = offset.way.norm(), hi = length + error_;
    best.lo = std::min(best.lo, least_distance(offset, length, error_));
    if (!(hi < best.hi)) return;
    best = {best.lo, hi, triangle, point + offset.way};
    limit_sq_ = limit_of(hi);
}

/// The nearest child goes on top.
void PointQuery::open(const WideNode& node, const Vec3& point, PointGap& best) {
    float bound_sq[kWide];
    box_distances(node, point, bound_sq);
    if (node.is_leaf) return open_leaf(node, bound_sq, point, best);
    int order[kWide], count = 0;
    for (int i = 0; i < node.count; ++i) {
        if (bound_sq[i] > limit_sq_) continue;
        int at = count++;
        for (; at > 0 && bound_sq[order[at - 1]] < bound_sq[i]; --at) order[at] = order[at - 1];
        order[at] = i;
    }
    for (int n = 0; n < count; ++n) stack_[waiting_++] = {node.child[order[n]], bound_sq[order[n]]};
}

void PointQuery::open_leaf(const WideNode& node, const float* bound_sq, const Vec3& point, PointGap& best) {
    for (int i = 0; i < node.count; ++i)
        if (!(bound_sq[i] > limit_sq_)) measure(point, node.child[i], best);
}

std::optional<std::span<const std::uint32_t>> PointQuery::near(const Vec3& point, double radius,
                                                               std::size_t most) {
    found_.clear();
    const float limit_sq = limit_of(radius + error_at(point));
    stack_[0] = {0, 0.0f};
    for (waiting_ = 1; waiting_ > 0;) {
        const WideNode& node = model_.tree.nodes[stack_[--waiting_].node];
        float bound_sq[kWide];
        box_distances(node, point, bound_sq);
        for (int i = 0; i < node.count; ++i) {
            if (bound_sq[i] > limit_sq) continue;
            if (!node.is_leaf)
                stack_[waiting_++] = {node.child[i], 0.0f};
            else if (found_.size() == most)
                return std::nullopt;
            else
                found_.push_back(node.child[i]);
        }
    }
    return std::span<const std::uint32_t>(found_);
}

/// How often a segment passes through the skin, by sides; nothing if it meets an edge.
std::optional<int> PointQuery::crossings(const Vec3& from, const Vec3& to) {
    int sum = 0;
    stack_[0] = {0, 0.0f};
    for (waiting_ = 1; waiting_ > 0;) {
        const WideNode& node = model_.tree.nodes[stack_[--waiting_].node];
        bool meets[kWide];
        segment_meets(node, from, to, meets);
        for (int i = 0; i < node.count; ++i) {
            if (!meets[i]) continue;
            if (!node.is_leaf) {
                stack_[waiting_++] = {node.child[i], 0.0f};
                continue;
            }
            const Passing how = passing(from, to, corners(*model_.mesh, node.child[i]));
            if (how == Passing::Unclear) return std::nullopt;
            sum += how == Passing::Along ? 1 : how == Passing::Against ? -1 : 0;
        }
    }
    return sum;
}

std::optional<int> PointQuery::crossings_to(const Vec3& point, const BoxFace& face) {
    for (const auto& tilt : kTilts) {
        Vec3 to = point;
        to[face.axis] = face.beyond;
        for (const int n : {1, 2}) to[(face.axis + n) % 3] += tilt[n - 1] * (face.beyond - point[face.axis]);
        if (const auto sum = crossings(point, to)) return sum;
    }
    return std::nullopt;
}

std::optional<int> PointQuery::winding(const Vec3& point) {
    const Box& bounds = model_.bounds;
    if ((point.array() < bounds.min.array()).any() || (point.array() > bounds.max.array()).any()) return 0;
    return crossings_to(point, nearest_face(bounds, point));
}

std::optional<int> PointQuery::winding_if_closed(const Vec3& point, const Box& within) {
    for (int k = 0; k < 3; ++k)
        for (const bool is_above : {false, true})
            if (is_above ? point[k] > within.max[k] : point[k] < within.min[k])
                return crossings_to(point, face_of(model_.bounds, k, is_above));
    return std::nullopt;
}

}  // namespace graze::internal
