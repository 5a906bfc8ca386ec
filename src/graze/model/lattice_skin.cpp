#include "graze/model/lattice_skin.h"

#include "graze/core/assert.h"

#include <unordered_map>

namespace graze::internal {
namespace {

/// Middles around an edge along axis k, turning about it: signs along k + 1 and k + 2.
constexpr int kRing[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

/// Even permutations that put an edge first: the four edges from its ends to the others go around it.
constexpr int kEdgeFirst[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                  {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};
/// Even permutations that put a corner first.
constexpr int kCornerFirst[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};

class Skinner {
  public:
    Skinner(const Lattice& lattice, const std::vector<float>& values, double level)
        : lattice_(lattice), values_(values), level_(level) {}

    Mesh run() {
        const auto& cells = lattice_.cells();
        for (int z = 0; z <= cells[2]; ++z)
            for (int y = 0; y <= cells[1]; ++y)
                for (int x = 0; x <= cells[0]; ++x)
                    for (int k = 0; k < 3; ++k) around_edge({2 * x, 2 * y, 2 * z}, k);
        make_one_surface(mesh_, "swept");
        return std::move(mesh_);
    }

  private:
    struct Node {
        std::size_t id;
        LatticePoint at;
        bool is_below;
    };

    Node node(const LatticePoint& at) const {
        const std::size_t id = lattice_.node(at);
        return {id, at, values_[id] < level_};
    }

    void around_edge(const LatticePoint& from, int k) {
        LatticePoint to = from;
        to[k] += 2;
        if (!lattice_.contains(to)) return;
        const Node p = node(from), q = node(to);
        for (int i = 0; i < 4; ++i) {
            const auto middle = [&](int turn) {
                LatticePoint at = from;
                at[k] += 1;
                at[(k + 1) % 3] += kRing[turn % 4][0];
                at[(k + 2) % 3] += kRing[turn % 4][1];
                return at;
            };
            const LatticePoint c = middle(i), d = middle(i + 1);
            if (lattice_.contains(c) && lattice_.contains(d)) tetrahedron({p, q, node(c), node(d)});
        }
    }

    /// Its corners turn right: the fourth is on the side that the first three face away from.
    void tetrahedron(const std::array<Node, 4>& t) {
        int below = 0;
        for (const Node& node : t) below += node.is_below;
        if (below == 0 || below == 4) return;
        if (below == 2) {
            for (const auto& p : kEdgeFirst) {
                if (!t[p[0]].is_below || !t[p[1]].is_below) continue;
                const std::uint32_t a = vertex(t[p[0]], t[p[2]]), b = vertex(t[p[0]], t[p[3]]),
                                    c = vertex(t[p[1]], t[p[3]]), d = vertex(t[p[1]], t[p[2]]);
                mesh_.triangles.push_back({a, b, c});
                mesh_.triangles.push_back({a, c, d});
            }
            return;
        }
        for (const auto& p : kCornerFirst) {
            if (t[p[0]].is_below != (below == 1)) continue;
            const std::uint32_t a = vertex(t[p[0]], t[p[1]]), b = vertex(t[p[0]], t[p[2]]),
                                c = vertex(t[p[0]], t[p[3]]);
            mesh_.triangles.push_back(below == 1 ? Triangle{a, b, c} : Triangle{a, c, b});
            return;
        }
    }

    std::uint32_t vertex(const Node& one, const Node& other) {
        const bool in_order = one.id < other.id;
        const Node &a = in_order ? one : other, &b = in_order ? other : one;
        std::size_t way = 0;
        for (int k = 0; k < 3; ++k) way = 5 * way + static_cast<std::size_t>(b.at[k] - a.at[k] + 2);
        const auto [entry, is_new] =
            ids_.try_emplace(a.id * 125 + way, static_cast<std::uint32_t>(mesh_.vertices.size()));
        if (is_new) {
            const double from = values_[a.id], to = values_[b.id], s = (level_ - from) / (to - from);
            const Vec3 start = lattice_.place(a.at);
            mesh_.vertices.push_back(start + s * (lattice_.place(b.at) - start));
        }
        return entry->second;
    }

    const Lattice& lattice_;
    const std::vector<float>& values_;
    double level_;
    Mesh mesh_;
    std::unordered_map<std::size_t, std::uint32_t> ids_;  // by edge
};

}  // namespace

Lattice::Lattice(double unit, const LatticePoint& first, const std::array<int, 3>& cells)
    : unit_(unit), first_(first), cells_(cells) {
    const auto product = [](int x, int y, int z) {
        return static_cast<std::size_t>(x) * static_cast<std::size_t>(y) * static_cast<std::size_t>(z);
    };
    corners_ = product(cells[0] + 1, cells[1] + 1, cells[2] + 1);
    middles_ = product(cells[0], cells[1], cells[2]);
}

LatticePoint Lattice::local_of(std::size_t node) const {
    const bool is_corner = node < corners_;
    const std::size_t id = is_corner ? node : node - corners_;
    const auto nx = static_cast<std::size_t>(cells_[0] + (is_corner ? 1 : 0)),
               ny = static_cast<std::size_t>(cells_[1] + (is_corner ? 1 : 0));
    const std::int64_t odd = is_corner ? 0 : 1;
    return {2 * static_cast<std::int64_t>(id % nx) + odd, 2 * static_cast<std::int64_t>(id / nx % ny) + odd,
            2 * static_cast<std::int64_t>(id / nx / ny) + odd};
}

const std::array<LatticePoint, 14>& lattice_ways() {
    static constexpr std::array<LatticePoint, 14> kWays{{{2, 0, 0},
                                                         {-2, 0, 0},
                                                         {0, 2, 0},
                                                         {0, -2, 0},
                                                         {0, 0, 2},
                                                         {0, 0, -2},
                                                         {1, 1, 1},
                                                         {-1, 1, 1},
                                                         {1, -1, 1},
                                                         {-1, -1, 1},
                                                         {1, 1, -1},
                                                         {-1, 1, -1},
                                                         {1, -1, -1},
                                                         {-1, -1, -1}}};
    return kWays;
}

Mesh lattice_skin(const Lattice& lattice, const std::vector<float>& values, double level) {
    GRAZE_ASSERT(values.size() == lattice.nodes());
    return Skinner(lattice, values, level).run();
}

}  // namespace graze::internal
