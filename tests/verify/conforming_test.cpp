// Parts that fit: a screw turns in its nut, whose edges are longer. Whichever of the two comes first, few of
// their triangles have to be looked at, and proofs are short and hold.
#include "graze/continuous/search/model_contact.h"
#include "graze/demo/demo.h"
#include "graze_verify/verify.h"

#include "proof_scenes.h"

namespace graze::conforming_test {
namespace {

/// A quarter turn out of its seat.
Scene quarter_turn() {
    Scene scene = *make_demo("screw-and-nut");
    Path& path = scene.paths[0];
    const double turns = path.turns[0] + 0.25;
    path.poses.resize(2);
    path.turns = {0};
    const Vec3 way = path.poses[1].translation - path.poses[0].translation;
    path.poses[1].translation = path.poses[0].translation + (0.25 / turns) * way;
    return scene;
}

}  // namespace

TEST(ConformingParts, Property_FewTrianglesOfAThreadAreLookedAt) {
    const Scene scene = quarter_turn();
    const Path& path = scene.paths[0];
    const BodyModel screw = build_body_model(*scene.bodies[path.body].mesh),
                    nut = build_body_model(*scene.bodies[1 - path.body].mesh);
    const RigidMotion turn = make_screw({path.poses[0], path.poses[1], 0});
    const RigidMotion rest = AtRest{scene.bodies[1 - path.body].pose};
    FirstContactWorkspace w;
    const MovingModel moving{screw, turn, &path.poses[0]}, still{nut, rest};
    for (const FirstContact& found :
         {first_contact(moving, still, {}, w), first_contact(still, moving, {}, w)}) {
        EXPECT_EQ(found.verdict, ContactVerdict::Clear);
        EXPECT_GT(found.counters.leaf_pairs, 10000u);
        EXPECT_LE(found.counters.triangle_pairs, 160u);  // 3,200 with edges as at the beginning of windows
    }
}

TEST(ConformingParts, Property_ProofsOfAThreadAreShort) {
    for (const bool screw_first : {true, false}) {
        Scene scene = quarter_turn();
        if ((scene.paths[0].body == 0) != screw_first) {
            std::swap(scene.bodies[0], scene.bodies[1]);
            scene.paths[0].body = 1 - scene.paths[0].body;
        }
        const auto proof = prove_paths(scene, {.threads = 1, .progress = Progress::Draw::Never});
        ASSERT_TRUE(proof.has_value());
        ASSERT_EQ(proof->verdict, ContactVerdict::Clear);
        EXPECT_LE(proof->stats.proof_steps, 26000u)
            << screw_first;  // 31,800 with edges seen from one body alone
        const auto result =
            verify::verify_certificate(format_certificate(scene, *proof, "scene.json"), {.threads = 1});
        ASSERT_TRUE(result.has_value());
        EXPECT_TRUE(result->valid) << result->reason;
    }
}

}  // namespace graze::conforming_test
