// Distances between meshes in plain double: all triangle pairs, less those whose boxes are farther apart than
// the best so far. Shares nothing with the library's queries.
#pragma once

#include "graze/scene/scene.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace graze::test {

using Corners = std::array<Vec3, 3>;

inline double point_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 d = b - a;
    const double t = std::clamp((p - a).dot(d) / d.squaredNorm(), 0.0, 1.0);
    return (a + t * d - p).norm();
}

/// The least over the ends against the other segment, and over the inner points where lines are nearest.
inline double segment_segment(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    double best = std::min({point_segment(a0, b0, b1), point_segment(a1, b0, b1), point_segment(b0, a0, a1),
                            point_segment(b1, a0, a1)});
    const Vec3 u = a1 - a0, v = b1 - b0, n = u.cross(v), w = b0 - a0;
    const double n2 = n.squaredNorm();
    if (n2 > 0.0) {
        const double s = w.cross(v).dot(n) / n2, t = w.cross(u).dot(n) / n2;
        if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)
            best = std::min(best, (a0 + s * u - b0 - t * v).norm());
    }
    return best;
}

inline bool is_above_inside(const Vec3& p, const Corners& t, const Vec3& n) {
    for (int i = 0; i < 3; ++i)
        if ((t[(i + 1) % 3] - t[i]).cross(p - t[i]).dot(n) < 0.0) return false;
    return true;
}

/// 0 if they cross.
inline double triangle_triangle(const Corners& a, const Corners& b) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            best = std::min(best, segment_segment(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    const auto faces = [&](const Corners& s, const Corners& t) {
        const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]).normalized();
        std::array<double, 3> h{};
        for (int i = 0; i < 3; ++i) {
            h[i] = (s[i] - t[0]).dot(n);
            if (is_above_inside(s[i], t, n)) best = std::min(best, std::abs(h[i]));
        }
        for (int i = 0; i < 3; ++i) {
            const double h0 = h[i], h1 = h[(i + 1) % 3];
            if ((h0 < 0.0) == (h1 < 0.0)) continue;
            if (is_above_inside(s[i] + (h0 / (h0 - h1)) * (s[(i + 1) % 3] - s[i]), t, n)) best = 0.0;
        }
    };
    faces(a, b);
    faces(b, a);
    return best;
}

struct PosedSoup {
    struct Node {
        Box box;
        std::uint32_t begin, end;  // in order
        std::uint32_t left = 0;    // children at left and left + 1; 0: leaf
    };
    std::vector<Corners> triangles;
    std::vector<Box> boxes;  // of the triangles
    std::vector<std::uint32_t> order;
    std::vector<Node> nodes;
};

inline Box box_of_corners(const Corners& corners) { return box_of(std::span<const Vec3>(corners)); }

inline void split(PosedSoup& soup, std::uint32_t id) {
    constexpr std::uint32_t kLeaf = 4;
    const PosedSoup::Node node = soup.nodes[id];
    if (node.end - node.begin <= kLeaf) return;
    int axis = 0;
    (node.box.max - node.box.min).maxCoeff(&axis);
    const std::uint32_t middle = (node.begin + node.end) / 2;
    const auto key = [&](std::uint32_t t) {
        const Corners& c = soup.triangles[t];
        return c[0][axis] + c[1][axis] + c[2][axis];
    };
    std::nth_element(soup.order.begin() + node.begin, soup.order.begin() + middle,
                     soup.order.begin() + node.end,
                     [&](std::uint32_t s, std::uint32_t t) { return key(s) < key(t); });
    const auto left = static_cast<std::uint32_t>(soup.nodes.size());
    soup.nodes[id].left = left;
    for (const auto& [begin, end] : {std::pair{node.begin, middle}, std::pair{middle, node.end}}) {
        Box box;
        for (std::uint32_t i = begin; i < end; ++i) box.add(soup.boxes[soup.order[i]]);
        soup.nodes.push_back({box, begin, end});
    }
    split(soup, left);
    split(soup, left + 1);
}

inline PosedSoup posed(const Mesh& mesh, const Pose& pose) {
    PosedSoup soup;
    const Mat3 rotation = pose.rotation.normalized().toRotationMatrix();
    Box box;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        Corners c = corners(mesh, t);
        for (Vec3& p : c) p = rotation * p + pose.translation;
        soup.triangles.push_back(c);
        soup.boxes.push_back(box_of_corners(c));
        box.add(soup.boxes.back());
    }
    soup.order.resize(soup.triangles.size());
    std::iota(soup.order.begin(), soup.order.end(), 0u);
    soup.nodes.push_back({box, 0, static_cast<std::uint32_t>(soup.order.size())});
    split(soup, 0);
    return soup;
}

inline double gap_of(const Box& a, const Box& b) {
    return (a.min - b.max).cwiseMax(b.min - a.max).cwiseMax(Vec3::Zero()).norm();
}

/// Lowers `best` to the least distance of pairs (s of a, t of b) that `counts(s, t)` lets in.
template <class Counts>
double least_distance(const PosedSoup& a, std::uint32_t i, const PosedSoup& b, std::uint32_t j, double best,
                      Counts& counts) {
    const PosedSoup::Node &m = a.nodes[i], &n = b.nodes[j];
    if (!(gap_of(m.box, n.box) < best)) return best;
    if (m.left == 0 && n.left == 0) {
        for (std::uint32_t s = m.begin; s < m.end; ++s)
            for (std::uint32_t t = n.begin; t < n.end; ++t)
                if (counts(a.order[s], b.order[t]) && gap_of(a.boxes[a.order[s]], b.boxes[b.order[t]]) < best)
                    best =
                        std::min(best, triangle_triangle(a.triangles[a.order[s]], b.triangles[b.order[t]]));
        return best;
    }
    const bool down_a = n.left == 0 || (m.left != 0 && m.end - m.begin >= n.end - n.begin);
    const auto child = [&](std::uint32_t k) {
        return down_a ? std::pair{m.left + k, j} : std::pair{i, n.left + k};
    };
    const auto gap = [&](std::uint32_t k) {
        return gap_of(a.nodes[child(k).first].box, b.nodes[child(k).second].box);
    };
    const std::uint32_t nearer = gap(0) <= gap(1) ? 0 : 1;
    for (const std::uint32_t k : {nearer, 1 - nearer})
        best = least_distance(a, child(k).first, b, child(k).second, best, counts);
    return best;
}

inline double slow_distance(const PosedSoup& a, const PosedSoup& b) {
    auto all = [](std::uint32_t, std::uint32_t) { return true; };
    return least_distance(a, 0, b, 0, std::numeric_limits<double>::infinity(), all);
}

/// Between two bodies of a scene at given poses.
inline double slow_distance(const Mesh& a, const Pose& pose_a, const Mesh& b, const Pose& pose_b) {
    return slow_distance(posed(a, pose_a), posed(b, pose_b));
}

/// The least distance between triangles of one mesh that share no vertex: 0 if the skin crosses itself.
inline double slow_self_distance(const Mesh& mesh) {
    const PosedSoup soup = posed(mesh, {});
    auto apart = [&](std::uint32_t s, std::uint32_t t) {
        if (s >= t) return false;
        for (const std::uint32_t v : mesh.triangles[s])
            for (const std::uint32_t w : mesh.triangles[t])
                if (v == w) return false;
        return true;
    };
    return least_distance(soup, 0, soup, 0, std::numeric_limits<double>::infinity(), apart);
}

}  // namespace graze::test
