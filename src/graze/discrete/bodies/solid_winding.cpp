#include "graze/discrete/bodies/solid_winding-inl.h"

#include "graze/numeric/predicates.h"

#include <algorithm>

namespace graze::internal {
namespace {

using Interval3 = std::array<Interval, 3>;

/// Directions along no plane or edge that people like. Small integers keep the exact stage short.
constexpr double kDirections[][3] = {
    {787, 463, 331},     {-353, 821, 509},  {577, -409, 853},   {-691, -347, 883},
    {1013, 617, -283},   {-239, 971, -757}, {1433, -211, 127},  {83, 1601, -97},
    {-59, 137, 1709},    {911, 1087, 1297}, {-1319, 773, -641}, {1153, -1231, 71},
    {-1481, -1567, 431}, {1823, 29, -1777}, {-13, -1901, 1877}, {2003, 1999, 7},
};

Interval determinant(const double d[3], const Interval3& p, const Interval3& q) {
    return exactly(d[0]) * (p[1] * q[2] - p[2] * q[1]) + exactly(d[1]) * (p[2] * q[0] - p[0] * q[2]) +
           exactly(d[2]) * (p[0] * q[1] - p[1] * q[0]);
}
Interval determinant(const Interval3& d, const Interval3& p, const Interval3& q) {
    return d[0] * (p[1] * q[2] - p[2] * q[1]) + d[1] * (p[2] * q[0] - p[0] * q[2]) +
           d[2] * (p[0] * q[1] - p[1] * q[0]);
}

std::optional<int> certain_sign_of(const Interval& x) {
    if (certainly_positive(x)) return 1;
    if (certainly_negative(x)) return -1;
    return std::nullopt;
}

enum class Hit { Miss, Ahead, On, Edge, OnEdge };

/// A ray against the triangles of one body.
class Ray {
  public:
    Ray(const WideBody& body, const GridPoint& point, int low, const double (&direction)[3])
        : body_(body), point_(point), low_(low), d_{direction[0], direction[1], direction[2]} {
        for (int k = 0; k < 3; ++k) at_[k] = interval_of(point.numerator[k], point.denominator, low);
    }

    /// Nothing: the ray, or the point itself, meets an edge. `on_edge` tells which.
    std::optional<Winding> run(bool& on_edge);

  private:
    struct Crossing {
        Hit hit;
        int facing;
    };
    bool may_meet(const WideNode& node, int child, const Interval3& start, const Interval3& along) const;
    Crossing cross_triangle(std::uint32_t id) const;
    Crossing cross_exactly(const std::array<Vec3, 3>& corner) const;

    const WideBody& body_;
    const GridPoint& point_;
    int low_;
    double d_[3];
    Interval3 at_;
};

/// Slabs: the times at which the ray may be between both faces of each pair. Outward, so NaN keeps the box.
bool Ray::may_meet(const WideNode& node, int child, const Interval3& start, const Interval3& along) const {
    double enter = 0.0, leave = kInfinity;
    for (int k = 0; k < 3; ++k) {
        const Interval centre = exactly(node.centre[k][child]), half = exactly(node.half[k][child]);
        const Interval low = centre - half - start[k], high = centre + half - start[k];
        if (!certain_sign_of(along[k])) continue;
        const Interval in = (along[k].lo > 0.0 ? low : high) / along[k];
        const Interval out = (along[k].lo > 0.0 ? high : low) / along[k];
        if (in.lo > enter) enter = in.lo;
        if (out.hi < leave) leave = out.hi;
    }
    return !(leave < enter);
}

/// Which side of each edge the ray passes, then on which side of the point the triangle is.
Ray::Crossing Ray::cross_triangle(std::uint32_t id) const {
    const std::array<Vec3, 3> corner = corners(body_.mesh, id);
    std::array<Interval3, 3> e;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) e[i][k] = exactly(corner[i][k]) - at_[k];
    std::array<std::optional<int>, 3> side;
    for (int i = 0; i < 3; ++i) side[i] = certain_sign_of(determinant(d_, e[i], e[(i + 1) % 3]));
    const auto is = [&](int sign) { return side[0] == sign || side[1] == sign || side[2] == sign; };
    if (is(1) && is(-1)) return {Hit::Miss, 0};
    const auto height = certain_sign_of(determinant(e[0], e[1], e[2]));
    if (side[0] && side[1] && side[2] && height)
        return {*height == *side[0] ? Hit::Ahead : Hit::Miss, *side[0]};
    return cross_exactly(corner);
}

Ray::Crossing Ray::cross_exactly(const std::array<Vec3, 3>& corner) const {
    if (are_collinear(corner[0], corner[1], corner[2])) return {Hit::Miss, 0};
    IntTriangle e;
    for (int i = 0; i < 3; ++i) {
        const Int3 x = on_grid(corner[i], low_);
        for (int k = 0; k < 3; ++k) e[i][k] = x[k] * point_.denominator - point_.numerator[k];
    }
    const Int3 d = {Int(d_[0]), Int(d_[1]), Int(d_[2])};
    std::array<int, 3> side;
    for (int i = 0; i < 3; ++i) side[i] = sign_of(dot(d, cross(e[i], e[(i + 1) % 3])));
    const auto [least, greatest] = std::minmax_element(side.begin(), side.end());
    if (*least < 0 && *greatest > 0) return {Hit::Miss, 0};
    const int facing = *least + *greatest > 0 ? 1 : *least + *greatest < 0 ? -1 : 0;
    if (facing == 0) return {Hit::Edge, 0};  // the ray runs within the plane
    const int height = sign_of(dot(e[0], cross(e[1], e[2])));
    if (height == -facing) return {Hit::Miss, 0};
    if (*least * *greatest == 0) return {height == 0 ? Hit::OnEdge : Hit::Edge, 0};
    return {height == 0 ? Hit::On : Hit::Ahead, facing};
}

std::optional<Winding> Ray::run(bool& on_edge) {
    Winding winding;
    std::vector<std::uint32_t> stack{0};
    while (!stack.empty()) {
        const WideNode& node = body_.tree.nodes[stack.back()];
        stack.pop_back();
        Interval3 start, along;
        for (int k = 0; k < 3; ++k) {
            start[k] = along[k] = Interval{0.0, 0.0};
            for (int j = 0; j < 3; ++j) {
                const Interval axis = exactly(node.axes[j][k]);
                start[k] = start[k] + axis * (at_[j] - exactly(node.origin[j]));
                along[k] = along[k] + axis * exactly(d_[j]);
            }
        }
        for (int i = 0; i < node.count; ++i) {
            if (!may_meet(node, i, start, along)) continue;
            if (!node.is_leaf) {
                stack.push_back(node.child[i]);
                continue;
            }
            const Crossing crossing = cross_triangle(node.child[i]);
            on_edge = on_edge || crossing.hit == Hit::OnEdge;
            if (crossing.hit == Hit::Edge || crossing.hit == Hit::OnEdge) return std::nullopt;
            if (crossing.hit == Hit::Ahead) winding.ahead += crossing.facing;
            if (crossing.hit == Hit::On) winding.on.push_back({node.child[i], crossing.facing});
        }
    }
    return winding;
}

}  // namespace

std::optional<Winding> winding_at(const WideBody& body, const GridPoint& point, int low) {
    bool on_edge = false;
    for (const auto& direction : kDirections) {
        auto winding = Ray(body, point, low, direction).run(on_edge);
        if (winding || on_edge) return winding;
    }
    return std::nullopt;
}

}  // namespace graze::internal
