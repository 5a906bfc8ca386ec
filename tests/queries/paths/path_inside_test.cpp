// What touches to the last bit when a path begins, and what may be inside of an open mesh.
#include "graze/queries/paths/path_proof.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::path_inside_test {
namespace {

Pose at(double x, double y = 0.0, double z = 0.0) { return {Vec3(x, y, z), Eigen::Quaterniond::Identity()}; }

/// The second body goes from one place to another.
Scene scene_of(const Mesh& rest, const Mesh& mover, const Pose& from, const Pose& to) {
    Scene scene;
    scene.bodies = {{"rest", std::make_shared<const Mesh>(rest), {}},
                    {"mover", std::make_shared<const Mesh>(mover), from}};
    scene.paths = {{.body = 1, .poses = {from, to}, .turns = {}}};
    return scene;
}

PathProof proof_of(const Scene& scene, PathOptions options = {}) {
    options.progress = Progress::Draw::Never;
    auto proof = prove_paths(scene, options);
    EXPECT_TRUE(proof.has_value());
    return proof ? *std::move(proof) : PathProof{};
}

/// A box without one half of its lid.
Mesh open_box() {
    Mesh mesh = test::brick({-5, -5, -5}, {5, 5, 5});
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [p, q, r] = corners(mesh, static_cast<std::uint32_t>(t));
        if (p.z() < 5 || q.z() < 5 || r.z() < 5) continue;
        mesh.triangles.erase(mesh.triangles.begin() + static_cast<std::ptrdiff_t>(t));
        break;
    }
    make_one_surface(mesh, "open");
    return mesh;
}

}  // namespace

/// No piece of skin is ever met, and still it may be in the middle of metal: never "clear".
TEST(PathInside, Regression_ABodyThatMayBeInsideOfAnOpenMeshIsNotClear) {
    const Mesh small = test::brick({-1, -1, -1}, {1, 1, 1});
    for (const bool with_proof : {false, true}) {
        const PathProof inside =
            proof_of(scene_of(open_box(), small, at(0), at(0, 0, 2)), {.with_proof = with_proof});
        EXPECT_EQ(inside.verdict, ContactVerdict::Undecided);
        ASSERT_EQ(inside.not_decided.size(), 1u);
        EXPECT_EQ(inside.not_decided[0].body, 1u);
        EXPECT_EQ(inside.not_decided[0].open, 0u);
        EXPECT_EQ(inside.not_decided[0].at.t, 0.0);
        EXPECT_EQ(inside.clear_until, 1.0) << "the skins stay apart all the same";
    }
    const PathProof outside = proof_of(scene_of(open_box(), small, at(7), at(7, 0, 2)));
    EXPECT_EQ(outside.verdict, ContactVerdict::Clear);
    EXPECT_TRUE(outside.not_decided.empty());
    const PathProof enters = proof_of(scene_of(open_box(), test::brick({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}),
                                               at(2.5, -2.5, 9), at(2.5, -2.5, 0)));
    const PathProof enters_too = proof_of(scene_of(
        open_box(), test::brick({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), at(-2.5, 2.5, 9), at(-2.5, 2.5, 0)));
    // Through the hole, on one side of the lid or the other: the end of the path is inside.
    EXPECT_TRUE(enters.not_decided.size() == 1 || enters_too.not_decided.size() == 1);
    for (const PathProof* proof : {&enters, &enters_too}) {
        EXPECT_NE(proof->verdict, ContactVerdict::Clear);
        for (const PathInside& found : proof->not_decided) EXPECT_EQ(found.at.t, 1.0);
    }
    EXPECT_EQ(proof_of(scene_of(test::brick({-5, -5, -5}, {5, 5, 5}), small, at(0), at(0, 0, 2))).verdict,
              ContactVerdict::OverlapAtStart);
}

/// A bolt's head is as far above its plate as the last bits of its vertices happen to say.
TEST(PathInside, Regression_TheLastBitsOfAFlushFaceDecideNothing) {
    const Mesh plate = test::brick({0, 0, 0}, {4, 3, 2}), block = test::brick({1, 1, 0}, {2, 2, 5});
    for (const double gap : {-1e-15, 0.0, 1e-15, 1e-7}) {
        SCOPED_TRACE(gap);
        const PathProof away = proof_of(scene_of(plate, block, at(0, 0, 2.0 + gap), at(0, 0, 9)));
        EXPECT_EQ(away.verdict, ContactVerdict::Clear);
        ASSERT_EQ(away.seated.size(), gap < 1e-7 ? 1u : 0u) << "boxes keep what is 1e-7 apart";
        for (const PathSeat& seat : away.seated) {
            EXPECT_EQ(seat.by, SeatedBy::Touching);
            EXPECT_TRUE(seat.clear_from.has_value());
        }
        const PathProof along = proof_of(scene_of(plate, block, at(0, 0, 2.0 + gap), at(1, 0, 2.0 + gap)));
        EXPECT_EQ(along.verdict, ContactVerdict::Clear);
        const PathProof into = proof_of(scene_of(plate, block, at(0, 0, 2.0 + gap), at(0, 0, 1)));
        EXPECT_EQ(into.verdict, ContactVerdict::Contact);
        EXPECT_EQ(into.deep.size(), 1u);
    }
    const PathProof apart = proof_of(scene_of(plate, block, at(0, 0, 2.01), at(0, 0, 9)));
    EXPECT_EQ(apart.verdict, ContactVerdict::Clear);
    EXPECT_TRUE(apart.seated.empty());
    const PathProof near =
        proof_of(scene_of(plate, block, at(0, 0, 2.0 + 1e-15), at(0, 0, 9)), {.clearance = 0.1});
    EXPECT_EQ(near.verdict, ContactVerdict::OverlapAtStart) << "a clearance is asked for";
}

}  // namespace graze::path_inside_test
