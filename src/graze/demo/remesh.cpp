#include "graze/demo/remesh.h"

#include "graze/core/assert.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <queue>

namespace graze::internal {
namespace {

constexpr std::size_t kMostNeighbours = 9;  // of a vertex after a collapse
constexpr double kBendWeight = 4.0;         // how much a bend of 90 degrees adds to the cost of an edge
constexpr double kLeastFacing =
    0.3;  // cosine between a triangle's normal and those of the surface at its corners
constexpr double kLeastShape =
    0.05;  // of 4 sqrt(3) area / sum of squared sides: 1 for an equilateral triangle

struct Candidate {
    double cost;
    std::uint32_t a, b;          // a < b
    std::uint32_t age_a, age_b;  // stale if a vertex has moved since
};

struct CheapestFirst {
    bool operator()(const Candidate& x, const Candidate& y) const {
        if (x.cost != y.cost) return x.cost > y.cost;
        return x.a != y.a ? x.a > y.a : x.b > y.b;
    }
};

class Remesher {
  public:
    Remesher(const Mesh& mesh, const Projection& project)
        : points_(mesh.vertices.size()),
          triangles_(mesh.triangles),
          around_(mesh.vertices.size()),
          age_(mesh.vertices.size()),
          is_gone_(mesh.triangles.size()),
          left_(mesh.triangles.size()),
          project_(project) {
        for (std::size_t v = 0; v < points_.size(); ++v) {
            points_[v] = project(mesh.vertices[v]);
            points_[v].point = mesh.vertices[v];
        }
        for (std::uint32_t t = 0; t < triangles_.size(); ++t)
            for (const std::uint32_t v : triangles_[t]) around_[v].push_back(t);
    }

    void collapse_to(std::size_t wished) {
        for (std::uint32_t v = 0; v < points_.size(); ++v) push_edges_of(v);
        while (left_ > wished && !queue_.empty()) {
            const Candidate c = queue_.top();
            queue_.pop();
            if (age_[c.a] != c.age_a || age_[c.b] != c.age_b) continue;
            if (!may_collapse(c.a, c.b)) continue;
            collapse(c.a, c.b);
        }
    }

    void relax() {
        for (std::uint32_t v = 0; v < points_.size(); ++v) {
            if (around_[v].empty()) continue;
            const std::vector<std::uint32_t> ring = neighbours(v);
            Vec3 middle = Vec3::Zero();
            for (const std::uint32_t w : ring) middle += place(w);
            const SurfacePoint moved =
                project_(0.5 * place(v) + (0.5 / static_cast<double>(ring.size())) * middle);
            const auto sound = [&](std::uint32_t t) { return stays_sound(t, v, moved); };
            if (std::all_of(around_[v].begin(), around_[v].end(), sound)) points_[v] = moved;
        }
    }

    Mesh result() const {
        Mesh mesh;
        std::vector<std::uint32_t> id(points_.size());
        for (std::uint32_t v = 0; v < points_.size(); ++v) {
            if (around_[v].empty()) continue;
            id[v] = static_cast<std::uint32_t>(mesh.vertices.size());
            mesh.vertices.push_back(place(v));
        }
        for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
            if (is_gone_[t]) continue;
            const Triangle& c = triangles_[t];
            mesh.triangles.push_back({id[c[0]], id[c[1]], id[c[2]]});
        }
        return mesh;
    }

  private:
    const Vec3& place(std::uint32_t v) const { return points_[v].point; }

    std::vector<std::uint32_t> neighbours(std::uint32_t v) const {
        std::vector<std::uint32_t> ring;
        ring.reserve(2 * around_[v].size());
        for (const std::uint32_t t : around_[v])
            for (const std::uint32_t w : triangles_[t])
                if (w != v) ring.push_back(w);
        std::sort(ring.begin(), ring.end());
        ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
        return ring;
    }

    bool has(std::uint32_t t, std::uint32_t v) const {
        const Triangle& c = triangles_[t];
        return c[0] == v || c[1] == v || c[2] == v;
    }

    Vec3 normal(std::uint32_t t) const {
        const Triangle& c = triangles_[t];
        return (place(c[1]) - place(c[0])).cross(place(c[2]) - place(c[0]));
    }

    // The squared length, more where the surface bends across the edge or should be fine.
    double cost(std::uint32_t a, std::uint32_t b) const {
        Vec3 first = Vec3::Zero(), second = Vec3::Zero();
        for (const std::uint32_t t : around_[a]) {
            if (!has(t, b)) continue;
            first = second;
            second = normal(t);
        }
        const double bend = 1.0 - first.dot(second) / std::sqrt(first.dot(first) * second.dot(second));
        const Vec3 d = place(a) - place(b);
        return d.dot(d) * (1.0 + kBendWeight * bend) * (points_[a].fineness + points_[b].fineness);
    }

    void push_edges_of(std::uint32_t v) {
        for (const std::uint32_t w : neighbours(v)) {
            const std::uint32_t a = std::min(v, w), b = std::max(v, w);
            if (age_[v] == 0 && a != v) continue;  // at the start each edge is pushed once, by its lesser end
            queue_.push({cost(a, b), a, b, age_[a], age_[b]});
        }
    }

    // How well a triangle faces outwards: the least cosine over its corners. Below zero it looks inwards
    // somewhere.
    static double facing(const std::array<SurfacePoint, 3>& c, const Vec3& normal) {
        const double least =
            std::min({normal.dot(c[0].normal), normal.dot(c[1].normal), normal.dot(c[2].normal)});
        return least / std::sqrt(normal.dot(normal));
    }

    // Whether triangle t keeps a decent shape and side when its corner v moves. One that faces badly may do
    // so still.
    bool stays_sound(std::uint32_t t, std::uint32_t v, const SurfacePoint& moved) const {
        std::array<SurfacePoint, 3> after;
        for (int i = 0; i < 3; ++i) after[i] = triangles_[t][i] == v ? moved : points_[triangles_[t][i]];
        const Vec3 n = (after[1].point - after[0].point).cross(after[2].point - after[0].point);
        double sides = 0.0;
        for (int i = 0; i < 3; ++i) sides += (after[i].point - after[(i + 1) % 3].point).squaredNorm();
        const double least_area = kLeastShape * sides / (2.0 * std::sqrt(3.0));
        if (!(n.dot(n) > least_area * least_area)) return false;
        return facing(after, n) > kLeastFacing;
    }

    // The link condition: no other way around than through the two triangles at the edge, so no handle is
    // pinched.
    bool may_collapse(std::uint32_t a, std::uint32_t b) const {
        const std::vector<std::uint32_t> ring_a = neighbours(a), ring_b = neighbours(b);
        std::vector<std::uint32_t> common;
        std::set_intersection(ring_a.begin(), ring_a.end(), ring_b.begin(), ring_b.end(),
                              std::back_inserter(common));
        if (common.size() != 2 || ring_a.size() + ring_b.size() - 4 > kMostNeighbours) return false;
        for (const std::uint32_t w : common)
            if (around_[w].size() <= 4) return false;  // it would be left with fewer than four triangles
        const SurfacePoint middle = middle_of(a, b);
        const auto sound = [&](std::uint32_t from, std::uint32_t other) {
            return std::all_of(around_[from].begin(), around_[from].end(), [&](std::uint32_t t) {
                return has(t, other) || stays_sound(t, from, middle);
            });
        };
        return sound(a, b) && sound(b, a);
    }

    SurfacePoint middle_of(std::uint32_t a, std::uint32_t b) const {
        return project_(0.5 * (place(a) + place(b)));
    }

    void remove(std::uint32_t t) {
        is_gone_[t] = true;
        --left_;
        for (const std::uint32_t v : triangles_[t]) std::erase(around_[v], t);
    }

    void collapse(std::uint32_t a, std::uint32_t b) {
        points_[a] = middle_of(a, b);
        const std::vector<std::uint32_t> of_b = around_[b];
        for (const std::uint32_t t : of_b) {
            if (has(t, a)) {
                remove(t);
                continue;
            }
            std::replace(triangles_[t].begin(), triangles_[t].end(), b, a);
            around_[a].push_back(t);
        }
        around_[b].clear();
        ++age_[a], ++age_[b];
        push_edges_of(a);
    }

    std::vector<SurfacePoint> points_;
    std::vector<Triangle> triangles_;
    std::vector<std::vector<std::uint32_t>> around_;  // triangles at each vertex; none: the vertex is gone
    std::vector<std::uint32_t> age_;                  // how often a vertex has moved
    std::vector<bool> is_gone_;
    std::size_t left_;
    Projection project_;
    std::priority_queue<Candidate, std::vector<Candidate>, CheapestFirst> queue_;
};

}  // namespace

Mesh remesh(const Mesh& mesh, std::size_t triangles, int rounds, const Projection& project) {
    Remesher remesher(mesh, project);
    remesher.collapse_to(triangles);
    for (int round = 0; round < rounds; ++round) remesher.relax();
    return remesher.result();
}

}  // namespace graze::internal
