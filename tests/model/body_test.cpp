#include "graze/model/body.h"

#include "graze/model/body_model.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <limits>

namespace graze::body_test {
namespace {

using test::box_mesh, test::square_mesh;

}  // namespace

TEST(Body, Example_KnowsItsMesh) {
    const auto body = build_body(box_mesh({1.0, 2.0, 3.0}));
    ASSERT_TRUE(body);
    EXPECT_EQ(body->mesh().triangles.size(), 12u);
    EXPECT_EQ(body->bounds().max, Vec3(1.0, 2.0, 3.0));
    EXPECT_DOUBLE_EQ(body->size(), 2.0 * std::sqrt(14.0));
    EXPECT_TRUE(body->is_solid());
    EXPECT_FALSE(build_body(square_mesh(1.0))->is_solid());
}

TEST(Body, Example_CopiesShareAndOutliveTheOriginal) {
    const auto shared = std::make_shared<const Mesh>(box_mesh({1.0, 2.0, 3.0}));
    std::optional<MovingBody> moving;
    std::optional<PosedBody> posed;
    {
        const Body body = *build_body(shared);
        EXPECT_EQ(&body.mesh(), shared.get());
        posed = body.at({Vec3(1.0, 0.0, 0.0)});
        moving = body.moving(screw({{}, {Vec3(5.0, 0.0, 0.0)}}));
        EXPECT_EQ(&posed->body.model(), &body.model());
    }
    EXPECT_EQ(&moving->body.mesh(), shared.get());
    EXPECT_EQ(&moving->body.model(), &posed->body.model());
    EXPECT_EQ(posed->pose.translation, Vec3(1.0, 0.0, 0.0));
    EXPECT_EQ(moving->motion.pose_at(0.0).translation, Vec3::Zero());
    const long used = shared.use_count();
    moving.reset(), posed.reset();
    EXPECT_LT(shared.use_count(), used);
    EXPECT_EQ(shared.use_count(), 1);
}

TEST(Body, Example_AtRestIsWhereItIsPut) {
    const Body body = *build_body(box_mesh({1.0, 2.0, 3.0}));
    const Pose pose{Vec3(4.0, 5.0, 6.0)};
    EXPECT_EQ(body.at_rest(pose).motion.pose_at(0.7).translation, pose.translation);
    EXPECT_EQ(body.at_rest().motion.pose_t0().translation, Vec3::Zero());
    EXPECT_EQ(body.at().pose.translation, Vec3::Zero());
}

TEST(Body, Degenerate_BadMeshesAreRefused) {
    EXPECT_EQ(build_body(Mesh{}).error().code, ErrorCode::BadInput);
    Mesh out_of_range = box_mesh({1.0, 2.0, 3.0});
    out_of_range.triangles[5][1] = 8;
    EXPECT_EQ(build_body(out_of_range).error().code, ErrorCode::BadInput);
    Mesh not_finite = box_mesh({1.0, 2.0, 3.0});
    not_finite.vertices[3].x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(build_body(not_finite).error().code, ErrorCode::BadInput);
    Mesh flat = box_mesh({1.0, 2.0, 0.0});  // valid, though of no volume
    EXPECT_TRUE(build_body(flat));
}

}  // namespace graze::body_test
