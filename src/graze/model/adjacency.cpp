#include "graze/model/adjacency.h"

#include "graze/model/disjoint_sets.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr std::size_t kMaxTriangles = std::size_t{1} << 30;  // 3*t+k and the marks must fit 32 bits

/// A half-edge in the bucket of its smaller vertex.
struct Entry {
    std::uint32_t larger_vertex;
    std::uint32_t half_edge;
    friend bool operator<(const Entry& a, const Entry& b) {
        return a.larger_vertex != b.larger_vertex ? a.larger_vertex < b.larger_vertex
                                                  : a.half_edge < b.half_edge;
    }
};

struct Buckets {
    std::vector<Entry> entries;
    std::vector<std::uint32_t> begin;  // per vertex, and one more
};

template <class Visit>
void for_each_half_edge(const Mesh& mesh, Visit&& visit) {
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const Triangle& triangle = mesh.triangles[t];
        if (is_collapsed(triangle)) continue;
        for (std::uint32_t k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(triangle[k], triangle[k == 2 ? 0 : k + 1]);
            visit(3 * t + k, low, high);
        }
    }
}

/// Counting sort of all half-edges by their smaller vertex.
Buckets by_smaller_vertex(const Mesh& mesh) {
    Buckets buckets;
    buckets.begin.assign(mesh.vertices.size() + 1, 0);
    for_each_half_edge(mesh,
                       [&](std::uint32_t, std::uint32_t low, std::uint32_t) { ++buckets.begin[low + 1]; });
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) buckets.begin[v + 1] += buckets.begin[v];
    buckets.entries.resize(buckets.begin.back());
    std::vector<std::uint32_t> place(buckets.begin.begin(), buckets.begin.end() - 1);
    for_each_half_edge(mesh, [&](std::uint32_t half_edge, std::uint32_t low, std::uint32_t high) {
        buckets.entries[place[low]++] = {high, half_edge};
    });
    return buckets;
}

void link_twins(Adjacency& adjacency) {
    for (std::size_t e = 0; e < adjacency.edge_count(); ++e) {
        const auto sharing = adjacency.edge(e);
        if (sharing.size() == 1) {
            adjacency.twin[sharing[0]] = kBoundary;
        } else if (sharing.size() == 2) {
            adjacency.twin[sharing[0]] = sharing[1];
            adjacency.twin[sharing[1]] = sharing[0];
        } else {
            for (const std::uint32_t h : sharing) adjacency.twin[h] = kNonManifold;
        }
    }
}

}  // namespace

Adjacency find_adjacency(const Mesh& mesh) {
    GRAZE_ASSERT(mesh.triangles.size() < kMaxTriangles);
    Buckets buckets = by_smaller_vertex(mesh);
    Adjacency adjacency;
    adjacency.twin.assign(3 * mesh.triangles.size(), kCollapsed);
    adjacency.half_edges.resize(buckets.entries.size());
    adjacency.edge_begin.reserve(buckets.entries.size() / 2 + 2);
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const std::uint32_t begin = buckets.begin[v], end = buckets.begin[v + 1];
        std::sort(buckets.entries.begin() + begin, buckets.entries.begin() + end);
        for (std::uint32_t i = begin; i < end; ++i) {
            adjacency.half_edges[i] = buckets.entries[i].half_edge;
            if (i == begin || buckets.entries[i].larger_vertex != buckets.entries[i - 1].larger_vertex)
                adjacency.edge_begin.push_back(i);
        }
    }
    adjacency.edge_begin.push_back(static_cast<std::uint32_t>(buckets.entries.size()));
    link_twins(adjacency);
    return adjacency;
}

std::vector<std::uint32_t> find_pieces(const Mesh& mesh, const Adjacency& adjacency) {
    DisjointSets sets(mesh.triangles.size());
    for (std::size_t e = 0; e < adjacency.edge_count(); ++e) {
        const auto sharing = adjacency.edge(e);
        for (const std::uint32_t h : sharing.subspan(1)) sets.join(triangle_of(sharing[0]), triangle_of(h));
    }
    // A set's representative is its first triangle, so it is numbered before any other member asks.
    std::vector<std::uint32_t> piece(mesh.triangles.size(), kNoPiece);
    std::uint32_t count = 0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        if (is_collapsed(mesh.triangles[t])) continue;
        const std::uint32_t first = sets.find(t);
        piece[t] = first == t ? count++ : piece[first];
    }
    return piece;
}

}  // namespace graze::internal
