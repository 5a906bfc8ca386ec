#include "graze/discrete/bodies/open_containment.h"

#include "support/odd_meshes.h"
#include "support/prisms.h"
#include "support/random_poses.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

namespace graze::open_containment_test {
namespace {

/// An L: the block from (0, 0, 0) to (6, 6, 4) without the one from (2, 2, 0) to (6, 6, 4).
Mesh angle_mesh() {
    return test::prism({{{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6}, {0, 2}},
                        {{0, 1, 2}, {0, 2, 3}, {0, 3, 6}, {6, 3, 4}, {6, 4, 5}},
                        {{0, 1, 2, 3, 4, 5, 6}}},
                       0.0, 4.0);
}

/// Without the triangles whose corners all have z = 4 and x <= 2 and y >= 2.
Mesh opened(Mesh mesh) {
    std::erase_if(mesh.triangles, [&](const Triangle& t) {
        return std::all_of(t.begin(), t.end(), [&](std::uint32_t v) {
            const Vec3& p = mesh.vertices[v];
            return p.z() == 4.0 && p.x() <= 2.0 && p.y() >= 2.0;
        });
    });
    make_one_surface(mesh, "skin");
    return mesh;
}

/// Each triangle by itself.
Mesh soup_of(const Mesh& mesh) {
    Mesh soup;
    for (const Triangle& t : mesh.triangles) {
        const auto first = static_cast<std::uint32_t>(soup.vertices.size());
        for (const std::uint32_t v : t) soup.vertices.push_back(mesh.vertices[v]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    make_one_surface(soup, "skin");
    return soup;
}

/// The answer, in some common poses: the same in all.
bool may_be_inside(const Mesh& inner, const Mesh& open) {
    const BodyModel a = build_body_model(inner), b = build_body_model(open);
    Rng rng(11);
    const bool answer = may_be_inside_open({a, Pose{}}, {b, Pose{}});
    for (int i = 0; i < 5; ++i) {
        const Pose pose = test::random_pose(rng, test::random_vector(rng, 50.0));
        EXPECT_EQ(may_be_inside_open({a, pose}, {b, pose}), answer) << i;
    }
    return answer;
}

Mesh small_at(const Vec3& place) { return test::box_mesh({0.25, 0.25, 0.25}, place); }

TEST(OpenContainment, Example_WhatLiesInTheBoxButOutsideOfTheSkinIsDecided) {
    const Mesh open = opened(angle_mesh());
    ASSERT_LT(open.triangles.size(), angle_mesh().triangles.size());
    EXPECT_TRUE(may_be_inside(small_at({1, 1, 1}), open)) << "in the corner";
    EXPECT_TRUE(may_be_inside(small_at({5, 1, 2}), open)) << "in an arm";
    EXPECT_TRUE(may_be_inside(small_at({1, 4, 3.7}), open)) << "right below the hole";
    EXPECT_FALSE(may_be_inside(small_at({4, 4, 2}), open)) << "in the notch";
    EXPECT_FALSE(may_be_inside(small_at({5.5, 5.5, 3.5}), open)) << "in the notch";
    EXPECT_FALSE(may_be_inside(small_at({1, 1, 7}), open)) << "above";
}

TEST(OpenContainment, Example_EitherWayRound) {
    const Mesh open = test::turned_inside_out(opened(angle_mesh()));
    EXPECT_TRUE(may_be_inside(small_at({1, 1, 1}), open));
    EXPECT_FALSE(may_be_inside(small_at({4, 4, 2}), open));
}

TEST(OpenContainment, Example_SolidsHaveAnInsideAndSoupsAreRimAllOver) {
    EXPECT_FALSE(may_be_inside(small_at({1, 1, 1}), angle_mesh()));
    EXPECT_TRUE(may_be_inside(small_at({1, 1, 1}), soup_of(angle_mesh())));
    EXPECT_TRUE(may_be_inside(small_at({4, 4, 2}), soup_of(angle_mesh())));
    EXPECT_FALSE(may_be_inside(small_at({9, 4, 2}), soup_of(angle_mesh())));
}

/// A tube that is open at both ends: whatever is in its box may be in it.
TEST(OpenContainment, Example_ATubeIsRimAtBothEnds) {
    Mesh tube = test::box_mesh({1, 1, 5});
    std::erase_if(tube.triangles, [&](const Triangle& t) {
        return tube.vertices[t[0]].z() == tube.vertices[t[1]].z() &&
               tube.vertices[t[0]].z() == tube.vertices[t[2]].z();
    });
    make_one_surface(tube, "tube");
    ASSERT_EQ(tube.triangles.size(), 8u);
    EXPECT_TRUE(may_be_inside(small_at({0, 0, 0}), tube));
    EXPECT_FALSE(may_be_inside(small_at({2, 0, 0}), tube));
}

TEST(OpenContainment, Example_EveryPieceCounts) {
    const Mesh open = opened(angle_mesh());
    const Mesh out = small_at({4, 4, 2}), in = small_at({1, 1, 1}), far = small_at({0, 0, 20});
    EXPECT_FALSE(may_be_inside(test::together(out, far), open));
    EXPECT_TRUE(may_be_inside(test::together(in, far), open));
    EXPECT_TRUE(may_be_inside(test::together(far, in), open));
    EXPECT_TRUE(may_be_inside(test::together(out, in), open));
    EXPECT_FALSE(may_be_inside(test::box_mesh({0.25, 0.25, 20}, {1, 4, 4}), open))
        << "sticks out of the hole";
}

TEST(OpenContainment, Degenerate_FarFromTheOriginItIsDecidedStill) {
    const Eigen::Quaterniond turn(0.8, 0.36, 0.48, 0.0), between(0.96, 0.0, 0.0, 0.28),
        other = turn * between;
    const Mesh open = opened(angle_mesh()), out = small_at(between * Vec3(4, 4, 2));
    const BodyModel a = build_body_model(out), b = build_body_model(open);
    const auto answer = [&](double far) {
        const Vec3 place(far, -far, 0);
        return may_be_inside_open({a, {place, turn}}, {b, {place, other}});
    };
    EXPECT_FALSE(answer(1e6));
    EXPECT_FALSE(answer(1e17));
}

}  // namespace
}  // namespace graze::open_containment_test
