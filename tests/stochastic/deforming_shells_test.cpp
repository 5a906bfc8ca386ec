#include "graze/stochastic/deforming_shells.h"

#include "graze/core/random.h"
#include "graze/discrete/triangles/box_tree_pairs.h"
#include "graze/model/adjacency.h"
#include "graze/stochastic/shell_tracker.h"

#include "support/enclosed.h"
#include "support/lattice_about.h"
#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>

namespace graze::deforming_shells_test {
namespace {

using test::lattice_about;
using test::random_pose;
using test::random_vector;

Mesh lump(int rings, int sectors) {
    return test::sphere_mesh(rings, sectors, [](const Vec3& d) {
        return 1.0 + 0.2 * std::sin(3.0 * d.x() + 1.0) + 0.15 * std::cos(4.0 * d.y()) + 0.1 * d.z();
    });
}

using Deform = std::function<Vec3(const Vec3&)>;

/// Bends about y, twists about z, stretches, waves, and noise, then goes elsewhere.
Deform random_deformation(Rng& rng, double amplitude) {
    const double bend = amplitude * rng.uniform(-1.0, 1.0), twist = amplitude * rng.uniform(-1.0, 1.0);
    const Vec3 stretch = Vec3::Ones() + random_vector(rng, 0.5 * amplitude), wave = random_vector(rng, 5.0);
    const Vec3 along = random_vector(rng, 0.2 * amplitude);
    const Pose pose = random_pose(rng, random_vector(rng, 10.0));
    const std::uint64_t seed = static_cast<std::uint64_t>(rng.uniform(0.0, 1e9));
    const double noise = rng.uniform(0.0, 1.0) < 0.3 ? 0.02 * amplitude : 0.0;
    return [=](const Vec3& x) -> Vec3 {
        Vec3 y = x.cwiseProduct(stretch) + std::sin(wave.dot(x)) * along;
        y = Vec3(y.x() + bend * y.z() * y.z(), y.y(), y.z() - bend * y.x() * y.z());
        y = Eigen::AngleAxisd(twist * y.z(), Vec3::UnitZ()) * y;
        Rng own(seed + static_cast<std::uint64_t>(std::llround(1e6 * std::abs(x.dot(Vec3(1.0, 1.7, 2.9))))));
        return apply(pose, y + random_vector(own, noise));
    };
}

std::vector<Vec3> deformed(const SurfaceNodes& nodes, const Deform& how) {
    std::vector<Vec3> positions;
    for (const Vec3& x : nodes.rest) positions.push_back(how(x));
    return positions;
}

/// Corners below facets, and how many stick out of the disk, and would without its margin against bending.
struct Count {
    std::size_t corners = 0, out = 0, out_of_rigid = 0;
};

Count count(DeformingShells& shells, const Mesh& mesh) {
    Count found;
    for (std::size_t level = 0; level < shells.at_rest().levels.size(); ++level)
        for (std::uint32_t f = 0; f < shells.at_rest().levels[level].facets.size(); ++f) {
            const ShellFacet now = shells.facet(level, f);
            ShellFacet rigid = now;  // as large as at rest
            if (level > 0) {
                rigid.radius = shells.at_rest().levels[level].facets[f].radius;
                rigid.half_thickness = shells.at_rest().levels[level].facets[f].half_thickness;
            }
            const FacetRange below = finest_below(shells.at_rest(), level, f);
            for (std::uint32_t t = below.begin; t < below.end; ++t)
                for (const std::uint32_t v : mesh.triangles[shells.at_rest().triangles[t]]) {
                    const Vec3 x = vertex_at(shells.nodes(), shells.positions(), v);
                    ++found.corners;
                    found.out += test::is_enclosed(now, x) ? 0 : 1;
                    found.out_of_rigid += test::is_enclosed(rigid, x) ? 0 : 1;
                }
        }
    return found;
}

LayeredShells shells_of(const Mesh& mesh) {
    return build_layered_shells(mesh, find_adjacency(mesh), {.coarsest = 8});
}

}  // namespace

TEST(DeformingShells, Reference_EveryDiskHoldsEveryCornerBelowItInRationals) {
    Rng rng(2801);
    std::size_t corners = 0, out_of_rigid = 0;
    for (const Mesh& mesh : {lump(10, 14), test::box_mesh(Vec3(1, 2, 0.1)), test::square_mesh(1.0)}) {
        const LayeredShells rest = shells_of(mesh);
        for (const SurfaceNodes& nodes : {lattice_about(mesh, 4), lattice_about(mesh, 2), nodes_of(mesh)}) {
            DeformingShells shells(rest, mesh, nodes);
            for (const double amplitude : {0.0, 1e-3, 0.03, 0.3, 2.0})
                for (int trial = 0; trial < 2; ++trial) {
                    SCOPED_TRACE(amplitude);
                    shells.move(deformed(nodes, random_deformation(rng, amplitude)));
                    const Count found = count(shells, mesh);
                    EXPECT_EQ(found.out, 0u);
                    corners += found.corners;
                    out_of_rigid += found.out_of_rigid;
                }
        }
    }
    EXPECT_GT(corners, 50000u);
    EXPECT_GT(10 * out_of_rigid, corners);  // the margin is needed
}

TEST(DeformingShells, Property_DisksStayTightWhereLittleBends) {
    const Mesh mesh = lump(24, 30);
    const LayeredShells rest = shells_of(mesh);
    const SurfaceNodes nodes = lattice_about(mesh, 8);
    DeformingShells shells(rest, mesh, nodes);
    Rng rng(2802);
    for (const auto& [amplitude, most] : {std::pair{0.0, 1.001}, {1e-3, 1.02}, {0.02, 1.35}}) {
        for (int trial = 0; trial < 4; ++trial) {
            shells.move(deformed(nodes, random_deformation(rng, amplitude)));
            EXPECT_EQ(shells.growth(), 1.0);  // of nothing
            (void)count(shells, mesh);
            EXPECT_LE(shells.growth(), most) << amplitude;
            EXPECT_FALSE(shells.is_beyond());
        }
    }
}

TEST(DeformingShells, Property_BeyondTheAmplitudeTheySaySoAndOthersAreTight) {
    const Mesh mesh = lump(16, 20);
    const SurfaceNodes nodes = lattice_about(mesh, 4);
    const LayeredShells rest = shells_of(mesh);
    DeformingShells shells(rest, mesh, nodes);
    const std::vector<Vec3> far = deformed(nodes, [](const Vec3& x) -> Vec3 {
        return Eigen::AngleAxisd(2.5 * x.z(), Vec3::UnitZ()) * Vec3(2.0 * x.x(), x.y(), x.z());
    });
    shells.move(far);
    EXPECT_EQ(count(shells, mesh).out, 0u);
    EXPECT_TRUE(shells.is_beyond());
    Mesh now = mesh;
    for (std::uint32_t v = 0; v < now.vertices.size(); ++v) now.vertices[v] = vertex_at(nodes, far, v);
    SurfaceNodes moved = nodes;
    moved.rest = far;
    const LayeredShells again = shells_of(now);
    DeformingShells others(again, now, moved);
    EXPECT_EQ(count(others, now).out, 0u);
    EXPECT_LT(others.growth(), 1.01);
}

TEST(DeformingShells, Degenerate_PositionsThatAreNotFiniteGiveDisksWithoutEnd) {
    const Mesh mesh = test::box_mesh(Vec3(1, 1, 1));
    const LayeredShells rest = shells_of(mesh);
    DeformingShells shells(rest, mesh, nodes_of(mesh));
    for (const double bad : {std::nan(""), HUGE_VAL, 1e200}) {
        std::vector<Vec3> positions = mesh.vertices;
        positions[0].y() = bad;
        shells.move(positions);
        for (std::uint32_t f = 0; f < rest.levels[1].facets.size(); ++f) {
            const FacetRange below = finest_below(rest, 1, f);
            bool has_bad = false;
            for (std::uint32_t t = below.begin; t < below.end; ++t)
                for (const std::uint32_t v : mesh.triangles[rest.triangles[t]]) has_bad = has_bad || v == 0;
            EXPECT_TRUE(!has_bad || std::isinf(shells.facet(1, f).radius));
        }
    }
}

TEST(DeformingShells, Reference_ContactsOfBodiesThatDeformAreThereAndMostFramesHaveThem) {
    const Mesh mesh = lump(14, 18);
    const Body body = *build_body(mesh);
    ShellTracker tracker({body, body});
    const SurfaceNodes nodes = lattice_about(mesh, 4);
    DeformingShells a(tracker.shells(0).shells, mesh, nodes), b(tracker.shells(1).shells, mesh, nodes);
    int met = 0, found = 0, false_contacts = 0, contacts = 0, wrongly_free = 0;
    for (int k = 0; k < 80; ++k) {
        const double bend = 0.15 * std::sin(0.1 * k), wave = 0.1 * std::sin(0.07 * k + 1.0);
        a.move(
            deformed(nodes, [&](const Vec3& x) { return Vec3(x.x() + bend * x.z() * x.z(), x.y(), x.z()); }));
        b.move(deformed(
            nodes, [&](const Vec3& x) { return Vec3(x.x(), x.y() + wave * std::sin(3.0 * x.x()), x.z()); }));
        tracker.deform(0, &a);
        tracker.deform(1, &b);
        const std::vector<Pose> poses{
            Pose{}, Pose{Vec3(1.98 + 0.25 * std::cos(0.15 * k), 0.1, 0.1), Eigen::Quaterniond::Identity()}};
        std::array<std::vector<Vec3>, 2> vertices;
        for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
            vertices[0].push_back(vertex_at(nodes, a.positions(), v));
            vertices[1].push_back(vertex_at(nodes, b.positions(), v));
        }
        const BoxTree tree_a = build_box_tree(vertices[0], mesh.triangles),
                      tree_b = build_box_tree(vertices[1], mesh.triangles);
        BoxTreeSearch search;
        find_pairs({tree_a, vertices[0], {}}, {tree_b, vertices[1], poses[1]}, search);
        const std::set<IdPair> there(search.pairs.begin(), search.pairs.end());
        const TrackerResult& now = tracker.look(poses, {});
        met += there.empty() ? 0 : 1;
        found += !there.empty() && !now.contacts.empty() ? 1 : 0;
        for (const TrackedContact& contact : now.contacts) {
            ++contacts;
            EXPECT_FALSE(contact.time);
            false_contacts += there.contains(contact.triangles) ? 0 : 1;
        }
        for (const std::uint32_t t : tracker.free_triangles({0, 1}, 0))
            wrongly_free +=
                std::any_of(there.begin(), there.end(), [&](const IdPair& pair) { return pair.a == t; });
    }
    EXPECT_EQ(false_contacts, 0);
    EXPECT_EQ(wrongly_free, 0);
    EXPECT_GT(contacts, 100);
    EXPECT_GT(met, 20);
    EXPECT_LT(met, 75);
    EXPECT_GE(found, met - 2);  // without a budget
}

}  // namespace graze::deforming_shells_test
