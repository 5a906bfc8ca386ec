// Copies of bodies whose vertices moved inwards a little: never too far, and not through the other side.
#include "graze/model/inset_copy.h"

#include "graze/core/random.h"
#include "support/odd_meshes.h"
#include "support/prisms.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::inset_copy_test {
namespace {

Mesh copy_of(const Mesh& mesh, double within) { return inset_copy(build_body_model(mesh), within); }

/// In long double, which holds these squares to 2^-60.
long double moved_sq(const Vec3& p, const Vec3& q) {
    long double sum = 0.0L;
    for (int k = 0; k < 3; ++k) {
        const long double d = static_cast<long double>(q[k]) - static_cast<long double>(p[k]);
        sum += d * d;
    }
    return sum;
}

void expect_within(const Mesh& mesh, const Mesh& copy, double within) {
    ASSERT_EQ(copy.vertices.size(), mesh.vertices.size());
    EXPECT_EQ(copy.triangles, mesh.triangles);
    const long double limit = static_cast<long double>(within) * static_cast<long double>(within);
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        EXPECT_LE(moved_sq(mesh.vertices[i], copy.vertices[i]), limit) << i;
}

TEST(InsetCopy, Example_ABoxShrinksTowardsItsMiddle) {
    const Mesh box = test::box_mesh({1, 2, 3});
    for (const Mesh& mesh : {box, test::turned_inside_out(box)}) {
        const Mesh copy = copy_of(mesh, 0.3);
        expect_within(mesh, copy, 0.3);
        const double side = 0.3 / std::sqrt(3.0);
        for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
            for (int k = 0; k < 3; ++k)
                EXPECT_NEAR(std::abs(copy.vertices[i][k]), std::abs(mesh.vertices[i][k]) - side, 1e-9) << i;
    }
}

/// All faces stay on their side, where walls are thin, too: no triangle turns over.
TEST(InsetCopy, Property_NoFaceTurnsOver) {
    Rng rng(3);
    const auto normal = [](const Mesh& mesh, std::uint32_t t) {
        const auto [p, q, r] = corners(mesh, t);
        return Vec3((q - p).cross(r - p));
    };
    for (int round = 0; round < 30; ++round) {
        const double wall = std::pow(10.0, rng.uniform(-3.0, 0.0));
        const Mesh mesh =
            round % 2 == 0
                ? test::box_mesh({1, 2, 0.5 * wall})
                : test::prism(test::ring(test::circle(12, 1.0), test::circle(12, 1.0 + wall)), 0, 1);
        const double within = std::pow(10.0, rng.uniform(-4.0, 0.5));
        const Mesh copy = copy_of(mesh, within);
        expect_within(mesh, copy, within);
        if (within > 0.3 || wall < 0.05) {
            // Far wider than the wall: what is left of it is thin, but still right side out.
            double volume = 0.0;
            for (const Triangle& t : copy.triangles)
                volume += copy.vertices[t[0]].dot(copy.vertices[t[1]].cross(copy.vertices[t[2]]));
            EXPECT_GT(volume, 0.0) << "wall " << wall << ", within " << within;
            continue;
        }
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
            EXPECT_GT(normal(mesh, t).dot(normal(copy, t)), 0.0) << t;
    }
}

/// Moved by nearly all that is allowed, at places where doubles are coarse.
TEST(InsetCopy, Property_NoVertexMovesFartherWhateverTheScale) {
    Rng rng(5);
    for (int round = 0; round < 200; ++round) {
        const double far = std::pow(10.0, rng.uniform(-3.0, 6.0)), within = std::pow(2.0, -10.0 * rng.unit());
        Mesh mesh = test::box_mesh({rng.uniform(3, 9), rng.uniform(3, 9), rng.uniform(3, 9)});
        for (Vec3& v : mesh.vertices) v += Vec3(far, -far / 3.0, far / 7.0);
        expect_within(mesh, copy_of(mesh, within), within);
    }
}

TEST(InsetCopy, Example_TheDirectionIsInwardForAllFaces) {
    const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
    for (const auto& normals :
         std::vector<std::vector<Vec3>>{{x}, {x, y}, {x, y, z}, {x, -y, z, (x + z).normalized()}}) {
        const Vec3 way = inward_direction(normals);
        EXPECT_NEAR(way.norm(), 1.0, 1e-12);
        for (const Vec3& n : normals) EXPECT_LT(n.dot(way), -0.5) << n.transpose();
    }
    EXPECT_EQ(inward_direction({}), Vec3(Vec3::Zero()));
    EXPECT_EQ(inward_direction(std::vector<Vec3>{x, Vec3(-x)}), Vec3(Vec3::Zero())) << "there is none";
}

}  // namespace
}  // namespace graze::inset_copy_test
