#include "graze/scene/scene.h"

#include <functional>
#include <limits>

#include <gtest/gtest.h>

namespace graze::scene_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::shared_ptr<const Mesh> triangle() {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {3, 0, 0}, {0, 2, 1}};
    mesh.triangles = {{0, 1, 2}};
    make_one_surface(mesh, "skin");
    return std::make_shared<const Mesh>(std::move(mesh));
}

Scene two_bodies() {
    Scene scene;
    scene.bodies = {{"car", triangle(), {}}, {"door", triangle(), {}}, {"hinge", triangle(), {}}};
    scene.ignore = {{{0, 1}, Allowed::Interference, 0.5}};
    scene.clearance = {{{1, 2}, 2.0}};
    scene.paths = {{1, InBetween::Screw, {Pose{}, Pose{}, Pose{}}, {0, 3}},
                   {2, InBetween::Slerp, {Pose{}, Pose{}, Pose{}}, {}}};
    return scene;
}

Scene with_joints() {
    Scene scene = two_bodies();
    scene.joints = {{1, 0, JointKind::Revolute, {0, 0, 1}, Vec3::Zero(), {{-5, 5}}},
                    {2, 1, JointKind::Fixed}};
    scene.paths = {{0, InBetween::Slerp, {Pose{}, Pose{}, Pose{}}, {}, {}}, {1, {}, {}, {}, {-5, 0, 5}}};
    return scene;
}

TEST(Scene, Example_FindsBodiesByName) {
    const Scene scene = two_bodies();
    EXPECT_EQ(body_named(scene, "door"), 1u);
    EXPECT_EQ(body_named(scene, "Door"), std::nullopt);
}

TEST(Scene, Example_ValidSceneIsAccepted) {
    EXPECT_TRUE(validate(two_bodies(), "scene").has_value());
    EXPECT_TRUE(validate(with_joints(), "scene").has_value());
}

struct BrokenScene {
    const char* name;
    std::function<void(Scene&)> damage;
    const char* place;
    const char* complaint;
};

void expect_refused(const std::vector<BrokenScene>& damages, const Scene& whole) {
    for (const BrokenScene& damage : damages) {
        SCOPED_TRACE(damage.name);
        Scene scene = whole;
        damage.damage(scene);
        const auto checked = validate(scene, "scene");
        ASSERT_FALSE(checked.has_value());
        EXPECT_EQ(checked.error().message.rfind(std::string("scene: ") + damage.place + ": ", 0), 0u)
            << checked.error().message;
        EXPECT_NE(checked.error().message.find(damage.complaint), std::string::npos)
            << checked.error().message;
    }
}

TEST(Scene, Degenerate_EveryDamageIsNamedAtItsPlace) {
    const std::vector<BrokenScene> damages{
        {"no bodies", [](Scene& s) { s = {}; }, "/bodies", "no bodies"},
        {"empty name", [](Scene& s) { s.bodies[1].name.clear(); }, "/bodies/1/name", "empty"},
        {"same name", [](Scene& s) { s.bodies[2].name = "car"; }, "/bodies/2/name", "taken by /bodies/0"},
        {"line break in name", [](Scene& s) { s.bodies[0].name = "a\nb"; }, "/bodies/0/name",
         "control character"},
        {"not UTF-8", [](Scene& s) { s.bodies[0].name = "a\xff"; }, "/bodies/0/name", "not UTF-8"},
        {"long name", [](Scene& s) { s.bodies[0].name.assign(1001, 'x'); }, "/bodies/0/name",
         "1001 bytes, more than 1000"},
        {"no mesh", [](Scene& s) { s.bodies[1].mesh.reset(); }, "/bodies/1/mesh", "no mesh"},
        {"empty mesh", [](Scene& s) { s.bodies[1].mesh = std::make_shared<Mesh>(); }, "/bodies/1/mesh",
         "no triangles"},
        {"pose", [](Scene& s) { s.bodies[1].pose.rotation.w() = 1.1; }, "/bodies/1/pose/quaternion",
         "|q| = 1.1"},
        {"place", [](Scene& s) { s.bodies[1].pose.translation.y() = kInfinity; },
         "/bodies/1/pose/translation", "finite"},
        {"pair id", [](Scene& s) { s.ignore[0].bodies[1] = 3; }, "/ignore/0", "3 >= 3"},
        {"pair of one", [](Scene& s) { s.ignore[0].bodies[1] = 0; }, "/ignore/0", "two different"},
        {"pair twice",
         [](Scene& s) {
             s.ignore.push_back({{1, 0}});
         },
         "/ignore/1", "twice"},
        {"depth", [](Scene& s) { s.ignore[0].depth = -1.0; }, "/ignore/0/depth", "-1 is not a length"},
        {"depth of touching", [](Scene& s) { s.ignore[0].allowed = Allowed::Touching; }, "/ignore/0/depth",
         "interference"},
        {"distance", [](Scene& s) { s.clearance[0].distance = kNan; }, "/clearance/0/distance",
         "nan is not a length"},
        {"clearance twice",
         [](Scene& s) {
             s.clearance.push_back({{2, 1}, 1.0});
         },
         "/clearance/1", "twice"},
        {"path id", [](Scene& s) { s.paths[0].body = 9; }, "/paths/0", "9 >= 3"},
        {"second path", [](Scene& s) { s.paths[1].body = 1; }, "/paths/1", "path already"},
        {"one pose", [](Scene& s) { s.paths[0].poses.resize(1); }, "/paths/0/poses", "1 poses"},
        {"fewer poses", [](Scene& s) { s.paths[1].poses.resize(2); }, "/paths/1/poses",
         "2 poses, but /paths/0 has 3"},
        {"turns", [](Scene& s) { s.paths[0].turns = {1}; }, "/paths/0/turns", "1 turns for 2 segments"},
        {"pose of path", [](Scene& s) { s.paths[1].poses[2].rotation.x() = kNan; },
         "/paths/1/poses/2/quaternion", "not finite"},
    };
    expect_refused(damages, two_bodies());
}

TEST(Scene, Degenerate_EveryDamageOfJointsIsNamedAtItsPlace) {
    const std::vector<BrokenScene> damages{
        {"body id", [](Scene& s) { s.joints[0].body = 3; }, "/joints/0", "3 >= 3"},
        {"parent id", [](Scene& s) { s.joints[0].parent = 4; }, "/joints/0", "4 >= 3"},
        {"second joint", [](Scene& s) { s.joints[1].body = 1; }, "/joints/1/body", "joint already"},
        {"axis zero", [](Scene& s) { s.joints[0].axis.setZero(); }, "/joints/0/axis", "no direction"},
        {"axis NaN", [](Scene& s) { s.joints[0].axis.x() = kNan; }, "/joints/0/axis", "no direction"},
        {"origin", [](Scene& s) { s.joints[0].origin.x() = kInfinity; }, "/joints/0/origin", "not finite"},
        {"limits",
         [](Scene& s) {
             s.joints[0].limits = {{1, 0}};
         },
         "/joints/0/limits", "[1, 0] is empty"},
        {"limits NaN",
         [](Scene& s) {
             s.joints[0].limits = {{kNan, 0}};
         },
         "/joints/0/limits", "not finite"},
        {"itself", [](Scene& s) { s.joints[0].parent = 1; }, "/joints", "circle: 'door' -> 'door'"},
        {"circle",
         [](Scene& s) {
             s.joints.push_back({0, 2, JointKind::Fixed});
         },
         "/joints", "circle: 'door' -> 'car' -> 'hinge' -> 'door'"},
        {"value", [](Scene& s) { s.paths[1].values[2] = kNan; }, "/paths/1/values/2", "not finite"},
        {"above the limit", [](Scene& s) { s.paths[1].values[2] = 5.001; }, "/paths/1/values/2", "[-5, 5]"},
        {"below the limit", [](Scene& s) { s.paths[1].values[0] = -6; }, "/paths/1/values/0", "[-5, 5]"},
        {"no joint", [](Scene& s) { s.joints.clear(); }, "/paths/1/values", "no joint that moves"},
        {"fixed", [](Scene& s) { s.joints[0].kind = JointKind::Fixed; }, "/paths/1/values",
         "no joint that moves"},
        {"poses of a jointed body", [](Scene& s) { s.paths[0].body = 2; }, "/paths/0/poses",
         "hangs on a joint"},
        {"values and turns",
         [](Scene& s) {
             s.paths[1].turns = {0, 1};
         },
         "/paths/1", "both 'values'"},
        {"fewer values", [](Scene& s) { s.paths[1].values.pop_back(); }, "/paths/1/values",
         "2 values, but /paths/0 has 3"},
    };
    expect_refused(damages, with_joints());
}

TEST(Scene, Example_PairMayBeIgnoredAndLimited) {
    Scene scene = two_bodies();
    scene.clearance.push_back({{0, 1}, 1.0});  // the same pair as in ignore: another list
    EXPECT_TRUE(validate(scene, "scene").has_value());
}

TEST(Pose, Example_SlackOfQuaternionsIsTheOneOfTheContract) {
    const auto of_length = [](double length) {
        return Pose{Vec3::Zero(), Eigen::Quaterniond(0.6 * length, 0, 0.8 * length, 0)};
    };
    for (const double length : {1.0, 1.0 + 0.99e-6, 1.0 - 0.99e-6})
        EXPECT_TRUE(validate(of_length(length), "p").has_value());
    for (const double length : {1.0 + 1.01e-6, 1.0 - 1.01e-6, 0.0, 2.0, 1e300, 1e-300, kInfinity, kNan})
        EXPECT_FALSE(validate(of_length(length), "p").has_value()) << length;
}

TEST(Pose, Example_RemedyIsTheNormalisedQuaternion) {
    const auto twice = validate(Pose{Vec3::Zero(), Eigen::Quaterniond(0, 2, 0, 0)}, "p");
    EXPECT_EQ(
        twice.error().message,
        "p/quaternion: |q| = 2, which differs from 1 by more than 1e-06; normalised it is [1, 0, 0, 0]");
    const auto none = validate(Pose{Vec3::Zero(), Eigen::Quaterniond(0, 0, 0, 0)}, "p");
    EXPECT_NE(none.error().message.find("[0, 0, 0, 1] for no rotation"), std::string::npos);
}

}  // namespace
}  // namespace graze::scene_test
