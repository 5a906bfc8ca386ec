#include "graze/model/adjacency.h"

#include "support/odd_meshes.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace graze::adjacency_test {
namespace {

bool joins(const Mesh& mesh, std::uint32_t half_edge, std::uint32_t u, std::uint32_t v) {
    const std::uint32_t a = start_of(mesh, half_edge), b = end_of(mesh, half_edge);
    return (a == u && b == v) || (a == v && b == u);
}

/// Slow and obvious: compares every half-edge with every other.
std::uint32_t reference_twin(const Mesh& mesh, std::uint32_t half_edge) {
    if (is_collapsed(mesh.triangles[half_edge / 3])) return kCollapsed;
    std::vector<std::uint32_t> others;
    for (std::uint32_t other = 0; other < 3 * mesh.triangles.size(); ++other)
        if (other != half_edge && !is_collapsed(mesh.triangles[other / 3]) &&
            joins(mesh, other, start_of(mesh, half_edge), end_of(mesh, half_edge)))
            others.push_back(other);
    if (others.empty()) return kBoundary;
    return others.size() == 1 ? others[0] : kNonManifold;
}

std::vector<std::uint32_t> reference_pieces(const Mesh& mesh) {
    std::vector<std::uint32_t> piece(mesh.triangles.size(), kNoPiece);
    std::uint32_t count = 0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        if (piece[t] != kNoPiece || is_collapsed(mesh.triangles[t])) continue;
        std::vector<std::uint32_t> todo{t};
        piece[t] = count;
        while (!todo.empty()) {
            const std::uint32_t at = todo.back();
            todo.pop_back();
            for (std::uint32_t other = 0; other < mesh.triangles.size(); ++other) {
                if (piece[other] != kNoPiece || is_collapsed(mesh.triangles[other])) continue;
                int shared = 0;
                for (const std::uint32_t u : mesh.triangles[at])
                    for (const std::uint32_t v : mesh.triangles[other]) shared += u == v;
                if (shared >= 2) piece[other] = count, todo.push_back(other);
            }
        }
        ++count;
    }
    return piece;
}

}  // namespace

TEST(Adjacency, Example_TwoTrianglesOfASquareMeetAtTheDiagonal) {
    const Mesh square = test::mesh_of({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}});
    const Adjacency adjacency = find_adjacency(square);
    EXPECT_EQ(adjacency.twin, (std::vector<std::uint32_t>{kBoundary, kBoundary, 3, 2, kBoundary, kBoundary}));
    EXPECT_EQ(adjacency.edge_count(), 5u);
}

TEST(Adjacency, Example_EveryHalfEdgeOfAClosedBrickHasATwinThatRunsBack) {
    const Mesh brick = test::brick();
    const Adjacency adjacency = find_adjacency(brick);
    EXPECT_EQ(adjacency.edge_count(), 18u);
    for (std::uint32_t h = 0; h < 36; ++h) {
        ASSERT_LT(adjacency.twin[h], 36u);
        EXPECT_EQ(adjacency.twin[adjacency.twin[h]], h);
        EXPECT_EQ(start_of(brick, h), end_of(brick, adjacency.twin[h]));
        EXPECT_EQ(end_of(brick, h), start_of(brick, adjacency.twin[h]));
    }
}

TEST(Adjacency, Degenerate_ThreeFinsCollapsedAndEmpty) {
    const Mesh fins = test::mesh_of({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}},
                                    {{0, 1, 2}, {0, 1, 3}, {1, 0, 4}, {0, 0, 1}});
    const Adjacency adjacency = find_adjacency(fins);
    EXPECT_EQ(adjacency.twin[0], kNonManifold);
    EXPECT_EQ(adjacency.twin[3], kNonManifold);
    EXPECT_EQ(adjacency.twin[6], kNonManifold);
    EXPECT_EQ(adjacency.twin[1], kBoundary);
    for (int k = 9; k < 12; ++k) EXPECT_EQ(adjacency.twin[k], kCollapsed);
    EXPECT_EQ(find_pieces(fins, adjacency), (std::vector<std::uint32_t>{0, 0, 0, kNoPiece}));

    const Adjacency none = find_adjacency(Mesh{});
    EXPECT_EQ(none.edge_count(), 0u);
    EXPECT_TRUE(none.twin.empty());
}

TEST(Adjacency, Reference_AgreesWithComparingAllPairsOnRandomSoups) {
    Rng rng(20240611);
    std::map<std::uint32_t, int> marks;
    int twins = 0;
    std::set<std::uint32_t> piece_counts;
    for (int trial = 0; trial < 300; ++trial) {
        SCOPED_TRACE(trial);
        const Mesh soup = test::random_soup(rng, 4 + rng.below(20), 1 + rng.below(24));
        const Adjacency adjacency = find_adjacency(soup);
        for (std::uint32_t h = 0; h < adjacency.twin.size(); ++h) {
            ASSERT_EQ(adjacency.twin[h], reference_twin(soup, h)) << "half-edge " << h;
            if (adjacency.twin[h] >= kCollapsed)
                ++marks[adjacency.twin[h]];
            else
                ++twins;
        }
        std::size_t grouped = 0;
        for (std::size_t e = 0; e < adjacency.edge_count(); ++e) {
            const auto sharing = adjacency.edge(e);
            ASSERT_TRUE(std::is_sorted(sharing.begin(), sharing.end()));
            for (const std::uint32_t h : sharing)
                ASSERT_TRUE(joins(soup, h, start_of(soup, sharing[0]), end_of(soup, sharing[0])));
            grouped += sharing.size();
        }
        ASSERT_EQ(grouped, adjacency.half_edges.size());
        const auto pieces = find_pieces(soup, adjacency);
        ASSERT_EQ(pieces, reference_pieces(soup));
        for (const std::uint32_t p : pieces) piece_counts.insert(p);
    }
    // Vacuity guard: every answer is common.
    EXPECT_GT(twins, 500);
    for (const std::uint32_t mark : {kBoundary, kNonManifold, kCollapsed}) EXPECT_GT(marks[mark], 500);
    EXPECT_GT(piece_counts.size(), 3u);
}

}  // namespace graze::adjacency_test
