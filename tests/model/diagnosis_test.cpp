#include "graze/model/diagnosis.h"

#include "support/odd_meshes.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace graze::diagnosis_test {
namespace {

/// Everything that should be zero in a healthy mesh.
std::uint64_t faults(const MeshDiagnosis& d) {
    return d.degenerate_triangles.count + d.collapsed_triangles.count + d.duplicate_triangles.count +
           d.opposite_triangles.count + d.boundary_edges.count + d.nonmanifold_edges.count +
           d.inconsistent_edges.count + d.isolated_vertices.count + d.nonmanifold_vertices.count;
}

/// Slow and obvious twin of the combinatorial counts; shares no code with the adjacency.
struct Reference {
    std::uint64_t boundary = 0, nonmanifold = 0, inconsistent = 0, duplicate = 0, opposite = 0, isolated = 0,
                  bad_vertices = 0;
    bool balanced = true;
    std::int64_t euler = 0;
};

Reference count_slowly(const Mesh& mesh) {
    Reference r;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::pair<std::uint32_t, bool>>>
        edges;  // triangle, upward
    std::set<std::uint32_t> used, in_edges;
    std::int64_t triangles = 0;
    std::vector<std::uint32_t> live;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const Triangle& v = mesh.triangles[t];
        used.insert(v.begin(), v.end());
        if (std::set<std::uint32_t>(v.begin(), v.end()).size() < 3) continue;
        ++triangles;
        live.push_back(t);
        in_edges.insert(v.begin(), v.end());
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t a = v[k], b = v[(k + 1) % 3];
            edges[{std::min(a, b), std::max(a, b)}].push_back({t, a < b});
        }
        bool same = false, other = false;
        for (std::uint32_t earlier = 0; earlier < t; ++earlier) {
            Triangle w = mesh.triangles[earlier];
            for (int turn = 0; turn < 3; ++turn) {
                std::rotate(w.begin(), w.begin() + 1, w.end());
                same = same || w == v;
                other = other || (w == Triangle{v[0], v[2], v[1]});
            }
        }
        r.duplicate += same;
        r.opposite += other && !same;
    }
    for (const auto& [ends, sharing] : edges) {
        const auto up = std::count_if(sharing.begin(), sharing.end(), [](const auto& s) { return s.second; });
        const bool even = 2 * static_cast<std::size_t>(up) == sharing.size();
        r.boundary += sharing.size() == 1;
        r.nonmanifold += sharing.size() > 2;
        r.inconsistent += sharing.size() == 2 && !even;
        r.balanced = r.balanced && even;
    }
    r.isolated = mesh.vertices.size() - used.size();
    r.euler =
        static_cast<std::int64_t>(in_edges.size()) - static_cast<std::int64_t>(edges.size()) + triangles;
    for (const std::uint32_t v : in_edges) {
        std::vector<std::uint32_t> around;
        for (const std::uint32_t t : live)
            if (std::count(mesh.triangles[t].begin(), mesh.triangles[t].end(), v)) around.push_back(t);
        std::set<std::uint32_t> reached{around[0]};
        for (bool grows = true; grows;) {
            grows = false;
            for (const auto& [ends, sharing] : edges) {
                if (sharing.size() != 2 || (ends.first != v && ends.second != v)) continue;
                const bool one = reached.count(sharing[0].first), two = reached.count(sharing[1].first);
                if (one != two) reached.insert({sharing[0].first, sharing[1].first}), grows = true;
            }
        }
        r.bad_vertices += reached.size() != around.size();
    }
    return r;
}

Mesh shuffled(Mesh mesh, Rng& rng) {
    for (std::size_t t = mesh.triangles.size(); t > 1; --t)
        std::swap(mesh.triangles[t - 1], mesh.triangles[rng.below(t)]);
    for (Triangle& t : mesh.triangles)
        std::rotate(t.begin(), t.begin() + static_cast<int>(rng.below(3)), t.end());
    std::vector<std::uint32_t> place(mesh.vertices.size());
    for (std::uint32_t v = 0; v < place.size(); ++v) place[v] = v;
    for (std::size_t v = place.size(); v > 1; --v) std::swap(place[v - 1], place[rng.below(v)]);
    std::vector<Vec3> vertices(mesh.vertices.size());
    for (std::size_t v = 0; v < place.size(); ++v) vertices[place[v]] = mesh.vertices[v];
    mesh.vertices = vertices;
    for (Triangle& t : mesh.triangles)
        for (std::uint32_t& v : t) v = place[v];
    return mesh;
}

std::vector<std::uint64_t> all_counts(const MeshDiagnosis& d) {
    std::vector<std::uint64_t> counts{d.degenerate_triangles.count,
                                      d.collapsed_triangles.count,
                                      d.duplicate_triangles.count,
                                      d.boundary_edges.count,
                                      d.nonmanifold_edges.count,
                                      d.inconsistent_edges.count,
                                      d.isolated_vertices.count,
                                      d.nonmanifold_vertices.count,
                                      d.pieces.size(),
                                      d.closed,
                                      d.balanced,
                                      static_cast<std::uint64_t>(d.euler_characteristic)};
    std::multiset<std::uint64_t> pieces;
    for (const Piece& p : d.pieces)
        pieces.insert(p.triangles * 8 + p.closed * 4 + static_cast<std::uint64_t>(p.facing));
    counts.insert(counts.end(), pieces.begin(), pieces.end());
    return counts;
}

}  // namespace

TEST(Diagnosis, Example_ABrickIsClosedWholeAndFacesOutward) {
    const MeshDiagnosis d = diagnose(test::brick());
    EXPECT_EQ(faults(d), 0u);
    EXPECT_TRUE(d.closed);
    EXPECT_TRUE(d.balanced);
    EXPECT_EQ(d.euler_characteristic, 2);
    ASSERT_EQ(d.pieces.size(), 1u);
    EXPECT_EQ(d.pieces[0].triangles, 12u);
    EXPECT_TRUE(d.pieces[0].closed);
    EXPECT_EQ(d.pieces[0].facing, Facing::Outward);
}

TEST(Diagnosis, Example_InsideOutAndAMissingTriangle) {
    EXPECT_EQ(diagnose(test::turned_inside_out(test::brick())).pieces[0].facing, Facing::Inward);
    Mesh open = test::brick();
    open.triangles.pop_back();
    open.surface_of_triangle.pop_back();
    const MeshDiagnosis d = diagnose(open);
    EXPECT_FALSE(d.closed);
    EXPECT_EQ(d.boundary_edges.count, 3u);
    EXPECT_EQ(d.boundary_edges.first, (std::vector<VertexPair>{{1, 5}, {1, 7}, {5, 7}}));
    EXPECT_EQ(d.pieces[0].facing, Facing::Unknown);
}

TEST(Diagnosis, Example_OneTurnedTriangleMakesThreeInconsistentEdges) {
    Mesh mesh = test::brick();
    std::swap(mesh.triangles[4][0], mesh.triangles[4][1]);
    const MeshDiagnosis d = diagnose(mesh);
    EXPECT_EQ(d.inconsistent_edges.count, 3u);
    EXPECT_EQ(faults(d), 3u);
    EXPECT_FALSE(d.closed);
    EXPECT_FALSE(d.balanced);
}

TEST(Diagnosis, Example_TwoPiecesAndACavity) {
    Mesh shell = test::bumpy_sphere(20, 24);
    Mesh hole = test::turned_inside_out(test::brick());
    const MeshDiagnosis d = diagnose(test::together(test::together(shell, hole), test::brick({50, 0, 0})));
    ASSERT_EQ(d.pieces.size(), 3u);
    EXPECT_TRUE(d.closed);
    EXPECT_EQ(d.pieces[0].facing, Facing::Outward);
    EXPECT_EQ(d.pieces[1].facing, Facing::Inward);
    EXPECT_EQ(d.pieces[2].facing, Facing::Outward);
    EXPECT_EQ(d.pieces[2].first_triangle, shell.triangles.size() + 12);
    EXPECT_EQ(d.euler_characteristic, 6);
}

TEST(Diagnosis, Degenerate_SingleTriangle) {
    const MeshDiagnosis d = diagnose(test::mesh_of({{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}, {{0, 1, 2}}));
    EXPECT_EQ(d.boundary_edges.count, 3u);
    EXPECT_EQ(faults(d), 3u);
    EXPECT_EQ(d.euler_characteristic, 1);
    EXPECT_FALSE(d.closed);
}

TEST(Diagnosis, Degenerate_MoebiusStripHasOneRimAndCannotBeOriented) {
    const MeshDiagnosis d = diagnose(test::moebius_strip(9));
    EXPECT_EQ(d.boundary_edges.count, 18u);
    EXPECT_EQ(d.inconsistent_edges.count, 1u);
    EXPECT_EQ(d.nonmanifold_vertices.count, 0u);
    EXPECT_EQ(d.euler_characteristic, 0);
    EXPECT_EQ(d.pieces.size(), 1u);
    EXPECT_FALSE(d.closed);
}

TEST(Diagnosis, Degenerate_BowTieVertex) {
    const MeshDiagnosis d = diagnose(
        test::mesh_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 0, 0}, {-1, -1, 0}}, {{0, 1, 2}, {0, 3, 4}}));
    EXPECT_EQ(d.nonmanifold_vertices.first, (std::vector<std::uint32_t>{0}));
    EXPECT_EQ(d.pieces.size(), 2u);
    EXPECT_EQ(d.nonmanifold_edges.count, 0u);
}

TEST(Diagnosis, Degenerate_ThreeFins) {
    const MeshDiagnosis d = diagnose(test::mesh_of({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}},
                                                   {{0, 1, 2}, {0, 1, 3}, {1, 0, 4}}));
    EXPECT_EQ(d.nonmanifold_edges.first, (std::vector<VertexPair>{{0, 1}}));
    EXPECT_EQ(d.boundary_edges.count, 6u);
    EXPECT_EQ(d.pieces.size(), 1u);
    EXPECT_EQ(d.nonmanifold_vertices.count, 2u);
}

TEST(Diagnosis, Degenerate_TJunctionLeavesARimUntilAFlatTriangleClosesIt) {
    // A tetrahedron whose edge 0-1 is subdivided at 4 on one side only.
    std::vector<Vec3> vertices{{0, 0, 0}, {4, 0, 0}, {0, 3, 0}, {0, 0, 2}, {2, 0, 0}};
    std::vector<Triangle> triangles{{0, 2, 1}, {0, 4, 3}, {4, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    const MeshDiagnosis open = diagnose(test::mesh_of(vertices, triangles));
    EXPECT_EQ(open.boundary_edges.count, 3u);
    EXPECT_FALSE(open.closed);
    triangles.push_back({0, 1, 4});
    const MeshDiagnosis shut = diagnose(test::mesh_of(vertices, triangles));
    EXPECT_TRUE(shut.closed);
    EXPECT_EQ(shut.degenerate_triangles.first, (std::vector<std::uint32_t>{5}));
    EXPECT_EQ(shut.collapsed_triangles.count, 0u);
    EXPECT_EQ(shut.pieces[0].facing, Facing::Outward);
}

TEST(Diagnosis, Degenerate_CopiesOfFaces) {
    Mesh mesh = test::brick();
    mesh.triangles.push_back({3, 0, 2});  // a turn of triangle 0
    mesh.triangles.push_back({2, 0, 3});  // its opposite
    mesh.triangles.push_back({2, 0, 3});  // the same again
    mesh.surface_of_triangle.resize(15, 0);
    const MeshDiagnosis d = diagnose(mesh);
    EXPECT_EQ(d.duplicate_triangles.first, (std::vector<std::uint32_t>{12, 14}));
    EXPECT_EQ(d.opposite_triangles.first, (std::vector<std::uint32_t>{13}));
    EXPECT_EQ(d.nonmanifold_edges.count, 3u);
}

TEST(Diagnosis, Degenerate_PillowIsClosedWithoutAVolume) {
    const MeshDiagnosis d =
        diagnose(test::mesh_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}));
    EXPECT_TRUE(d.closed);
    EXPECT_EQ(d.opposite_triangles.count, 1u);
    EXPECT_EQ(d.pieces[0].facing, Facing::Unknown);
}

TEST(Diagnosis, Degenerate_TwoBricksSharingAnEdgeAreBalancedButNotClosed) {
    Mesh mesh = test::together(test::brick(), test::brick({1, 2, 0}));
    for (Triangle& t : mesh.triangles)
        for (std::uint32_t& v : t)
            v = v == 8 ? 3 : v == 12 ? 7 : v;  // the corners at (1, 2, 0) and (1, 2, 3)
    const MeshDiagnosis d = diagnose(mesh);
    EXPECT_EQ(d.nonmanifold_edges.first, (std::vector<VertexPair>{{3, 7}}));
    EXPECT_FALSE(d.closed);
    EXPECT_TRUE(d.balanced);
    EXPECT_EQ(d.isolated_vertices.first, (std::vector<std::uint32_t>{8, 12}));
    EXPECT_EQ(d.pieces.size(), 1u);
}

TEST(Diagnosis, Degenerate_CollapsedTrianglesDoNotOpenAClosedMesh) {
    Mesh mesh = test::brick();
    mesh.triangles.push_back({0, 0, 3});
    mesh.triangles.push_back({5, 5, 5});
    mesh.surface_of_triangle.resize(14, 0);
    const MeshDiagnosis d = diagnose(mesh);
    EXPECT_TRUE(d.closed);
    EXPECT_EQ(d.collapsed_triangles.count, 2u);
    EXPECT_EQ(d.degenerate_triangles.count, 2u);
    EXPECT_EQ(d.pieces.size(), 1u);
}

TEST(Diagnosis, Degenerate_AreaZeroByOneUlpOrNot) {
    const double third = 1.0 / 3.0;
    const auto flat = [](const Vec3& c) {
        return diagnose(test::mesh_of({{0, 0, 0}, {1, 1, 1}, c}, {{0, 1, 2}})).degenerate_triangles.count;
    };
    EXPECT_EQ(flat({third, third, third}), 1u);
    EXPECT_EQ(flat({third, third, std::nextafter(third, 1.0)}), 0u);
    EXPECT_EQ(flat({1e-300, 1e-300, 2e-300}), 0u);
}

TEST(Diagnosis, Degenerate_EvidenceIsLimitedAndFacingSurvivesExtremeScales) {
    std::vector<Vec3> vertices(40, Vec3(1, 2, 3));
    vertices.insert(vertices.end(), {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    const MeshDiagnosis d = diagnose(test::mesh_of(std::move(vertices), {{40, 41, 42}}));
    EXPECT_EQ(d.isolated_vertices.count, 40u);
    EXPECT_EQ(d.isolated_vertices.first.size(), kEvidence);
    for (const double scale : {1e-90, 1e-6, 1.0, 1e6, 1e90}) {
        Mesh mesh = test::brick();
        for (Vec3& p : mesh.vertices) p = p * scale + Vec3::Constant(1e3 * scale);
        EXPECT_EQ(diagnose(mesh).pieces[0].facing, Facing::Outward) << scale;
    }
    for (const double scale : {1e-200, 1e200}) {  // the volume leaves the doubles: nothing is claimed
        Mesh mesh = test::brick();
        for (Vec3& p : mesh.vertices) p *= scale;
        EXPECT_EQ(diagnose(mesh).pieces[0].facing, Facing::Unknown) << scale;
    }
}

TEST(Diagnosis, Reference_AgreesWithCountingSlowlyOnRandomSoups) {
    Rng rng(31337);
    Reference sum;
    int unbalanced = 0;
    for (int trial = 0; trial < 400; ++trial) {
        SCOPED_TRACE(trial);
        Mesh soup = test::random_soup(rng, 4 + rng.below(9), 1 + rng.below(14));
        // Copies and closed pairs are rare by chance: add some.
        for (std::uint64_t n = rng.below(3); n > 0; --n) {
            Triangle copy = soup.triangles[rng.below(soup.triangles.size())];
            if (rng.below(2)) std::swap(copy[0], copy[2]);
            soup.triangles.push_back(copy);
        }
        make_one_surface(soup, "soup");
        const MeshDiagnosis d = diagnose(soup);
        const Reference r = count_slowly(soup);
        ASSERT_EQ(d.boundary_edges.count, r.boundary);
        ASSERT_EQ(d.nonmanifold_edges.count, r.nonmanifold);
        ASSERT_EQ(d.inconsistent_edges.count, r.inconsistent);
        ASSERT_EQ(d.duplicate_triangles.count, r.duplicate);
        ASSERT_EQ(d.opposite_triangles.count, r.opposite);
        ASSERT_EQ(d.isolated_vertices.count, r.isolated);
        ASSERT_EQ(d.nonmanifold_vertices.count, r.bad_vertices);
        ASSERT_EQ(d.euler_characteristic, r.euler);
        if (d.collapsed_triangles.count < soup.triangles.size()) {
            ASSERT_EQ(d.balanced, r.balanced);
        }
        sum.boundary += r.boundary, sum.nonmanifold += r.nonmanifold, sum.inconsistent += r.inconsistent;
        sum.duplicate += r.duplicate, sum.opposite += r.opposite, sum.isolated += r.isolated,
            sum.bad_vertices += r.bad_vertices;
        unbalanced += !r.balanced;
    }
    // Vacuity guard: every finding is common.
    for (const std::uint64_t seen : {sum.boundary, sum.nonmanifold, sum.inconsistent, sum.duplicate,
                                     sum.opposite, sum.isolated, sum.bad_vertices})
        EXPECT_GT(seen, 50u);
    EXPECT_GT(unbalanced, 100);
}

TEST(Diagnosis, Property_OrderAndNumberingDoNotMatter) {
    Rng rng(99);
    for (const Mesh& mesh : {test::brick(), test::moebius_strip(7), test::bumpy_sphere(9, 11),
                             test::together(test::brick(), test::turned_inside_out(test::brick({5, 5, 5}))),
                             test::random_soup(rng, 12, 30)}) {
        const auto expected = all_counts(diagnose(mesh));
        for (int trial = 0; trial < 5; ++trial)
            EXPECT_EQ(all_counts(diagnose(shuffled(mesh, rng))), expected);
    }
}

TEST(Diagnosis, Property_FacingIsSoundForThinBodies) {
    // Plates of ever smaller thickness far from the origin: a claimed side must be right, and thick ones
    // claimed.
    int claimed = 0, unknown = 0;
    for (int k = 0; k < 60; ++k) {
        Mesh mesh = test::brick();
        const double thickness = std::ldexp(1.0, -k);
        for (Vec3& p : mesh.vertices) p = {p.x() + 1e3, p.y() - 2e3, 5e3 + p.z() * thickness};
        const MeshDiagnosis d = diagnose(mesh);
        const bool is_flat = mesh.vertices[0].z() == mesh.vertices[4].z();
        if (is_flat) {
            EXPECT_EQ(d.pieces[0].facing, Facing::Unknown);
        }
        EXPECT_NE(d.pieces[0].facing, Facing::Inward);
        ++(d.pieces[0].facing == Facing::Outward ? claimed : unknown);
    }
    EXPECT_GT(claimed, 30);
    EXPECT_GT(unknown, 10);
}

}  // namespace graze::diagnosis_test
