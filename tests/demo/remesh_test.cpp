// The steps that make organic bodies: marching tetrahedra, collapse, relaxation.
#include "graze/demo/remesh.h"
#include "graze/demo/build.h"
#include "graze/demo/isosurface.h"

#include "slow_distance.h"
#include "solid_checks.h"

#include <gtest/gtest.h>

#include <mutex>

namespace graze::remesh_test {
namespace {

const Box kSpace{Vec3(-1.6, -1.6, -1.6), Vec3(1.6, 1.6, 1.6)};

const auto sphere = [](const Vec3& p) { return p.norm() - 1.0; };
const auto ring = [](const Vec3& p) { return std::hypot(std::hypot(p.x(), p.y()) - 1.0, p.z()) - 0.4; };

SurfacePoint on_sphere(const Vec3& p) { return {p.normalized(), p.normalized()}; }

// Adds the one surface that a bare mesh lacks.
Mesh named(Mesh mesh) {
    make_one_surface(mesh, "skin");
    return mesh;
}

std::ptrdiff_t euler(const Mesh& mesh) {
    return static_cast<std::ptrdiff_t>(mesh.vertices.size()) -
           static_cast<std::ptrdiff_t>(mesh.triangles.size() / 2);
}

double worst_flatness(const Mesh& mesh) {
    double worst = 1.0;
    for (const Triangle& t : mesh.triangles) worst = std::min(worst, test::flatness(mesh, t));
    return worst;
}

}  // namespace

TEST(Isosurface, Example_SphereAndRing) {
    const Mesh ball = named(isosurface(sphere, {kSpace, 0.07}));
    EXPECT_EQ(test::fault_of(ball), "");
    EXPECT_EQ(euler(ball), 2);
    EXPECT_NEAR(test::signed_volume(ball), 4.0 / 3.0 * M_PI, 0.02);
    const Mesh torus = named(isosurface(ring, {kSpace, 0.07}));
    EXPECT_EQ(test::fault_of(torus), "");
    EXPECT_EQ(euler(torus), 0);
    EXPECT_NEAR(test::signed_volume(torus), 2.0 * M_PI * M_PI * 0.16, 0.03);
}

TEST(Isosurface, Degenerate_LatticePointsOnTheSurface) {
    // Spacing 0.5 from -1.5: whole faces of the lattice lie on the zero set of max |x_i| - 1.
    const auto cube = [](const Vec3& p) { return p.cwiseAbs().maxCoeff() - 1.0; };
    const Mesh mesh = named(isosurface(cube, {Box{Vec3::Constant(-1.5), Vec3::Constant(1.5)}, 0.5}));
    EXPECT_EQ(test::fault_of(mesh), "");
    EXPECT_EQ(euler(mesh), 2);
}

TEST(Isosurface, Property_SkippingBlocksChangesNothing) {
    const Mesh all = isosurface(ring, {kSpace, 0.05, 1e9}), near = isosurface(ring, {kSpace, 0.05, 2.0});
    EXPECT_EQ(all.triangles, near.triangles);
    EXPECT_EQ(all.vertices, near.vertices);
    int calls = 0;
    const auto counted = [&](const Vec3& p) {
        static std::mutex mutex;
        const std::lock_guard lock(mutex);
        return ++calls, ring(p);
    };
    EXPECT_FALSE(isosurface(counted, {kSpace, 0.05, 2.0}).triangles.empty());
    EXPECT_LT(calls, 65 * 65 * 65 / 2);
}

TEST(Remesh, Example_SphereGetsTheWishedTrianglesAndBetterOnes) {
    const Mesh rough = isosurface(sphere, {kSpace, 0.07});
    ASSERT_GT(rough.triangles.size(), 8000u);
    const Mesh mesh = named(remesh(rough, 3000, 5, on_sphere));
    EXPECT_EQ(test::fault_of(mesh), "");
    EXPECT_EQ(mesh.triangles.size(), 3000u);
    EXPECT_EQ(euler(mesh), 2);
    EXPECT_LT(worst_flatness(rough), 0.08);
    EXPECT_GT(worst_flatness(mesh), 0.25);
    EXPECT_GT(test::slow_self_distance(mesh), 0.0);
    for (const Vec3& v : mesh.vertices) EXPECT_NEAR(v.norm(), 1.0, 1e-12);
}

TEST(Remesh, Degenerate_AnImpossibleWishStopsAtASolid) {
    const Mesh mesh = named(remesh(isosurface(sphere, {kSpace, 0.3}), 1, 0, on_sphere));
    EXPECT_EQ(test::fault_of(mesh), "");
    EXPECT_GE(mesh.triangles.size(), 4u);
    EXPECT_LT(mesh.triangles.size(), 200u);
}

TEST(Remesh, Property_HandlesStay) {
    const auto on_ring = [](const Vec3& p) {
        const Vec3 core = Vec3(p.x(), p.y(), 0.0).normalized(), out = (p - core).normalized();
        return SurfacePoint{core + 0.4 * out, out};
    };
    const Mesh mesh = named(remesh(isosurface(ring, {kSpace, 0.07}), 800, 3, on_ring));
    EXPECT_EQ(test::fault_of(mesh), "");
    EXPECT_EQ(mesh.triangles.size(), 800u);
    EXPECT_EQ(euler(mesh), 0);
}

TEST(AddQuad, Example_DiagonalIsAValley) {
    // Corners 1 and 3 below: the ridge would be 0 2, the valley is 1 3; and the other way round.
    for (const double lift : {-0.1, 0.1}) {
        Mesh mesh;
        for (const Vec3& p : {Vec3(0, 0, 0), Vec3(1, 0, lift), Vec3(1, 1, 0), Vec3(0, 1, lift)})
            add_vertex(mesh, p);
        add_quad(mesh, 0, {0, 1, 2, 3});
        EXPECT_EQ(mesh.triangles[0], (lift < 0.0 ? Triangle{0, 1, 3} : Triangle{0, 1, 2}));
    }
}

TEST(SolidChecks, Degenerate_FaultsAreSeen) {
    const Mesh good = named(isosurface(sphere, {kSpace, 0.4}));
    ASSERT_EQ(test::fault_of(good), "");
    const auto fault = [&](auto change) {
        Mesh mesh = good;
        change(mesh);
        return test::fault_of(mesh);
    };
    EXPECT_EQ(fault([](Mesh& m) { std::swap(m.triangles[7][0], m.triangles[7][1]); }),
              "edge used twice in one direction");
    EXPECT_EQ(fault([](Mesh& m) {
                  for (Triangle& t : m.triangles) std::swap(t[0], t[1]);
              }),
              "turned inside out");
    EXPECT_EQ(fault([](Mesh& m) { m.triangles.pop_back(), m.surface_of_triangle.pop_back(); }), "open edge");
    EXPECT_EQ(fault([](Mesh& m) { m.vertices.push_back(Vec3::Zero()); }), "unused vertex");
    EXPECT_EQ(fault([](Mesh& m) { m.surfaces.push_back({"more"}); }), "surface without triangles");
    EXPECT_EQ(
        fault([](Mesh& m) { m.triangles.push_back(m.triangles[3]), m.surface_of_triangle.push_back(0); }),
        "two triangles on the same corners");
    EXPECT_EQ(fault([](Mesh& m) {
                  m.vertices[m.triangles[0][0]] =
                      0.5 * (m.vertices[m.triangles[0][1]] + m.vertices[m.triangles[0][2]]);
              }),
              "flat triangle");
    EXPECT_FALSE(is_closed_and_oriented([&] {
        Mesh m = good;
        m.triangles.pop_back();
        return m;
    }()));
    EXPECT_TRUE(is_closed_and_oriented(good));
}

}  // namespace graze::remesh_test
