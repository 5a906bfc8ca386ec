// The demos `car-door` and `window-motor`: their files, paths and scenes.
#include "graze_cad/models/car_door.h"
#include "graze_cad/models/models.h"

#include <numbers>

namespace graze::cad {
namespace {

/// The door turned about a vertical line near its front edge, then moved; no turn and no move: in its seat.
Pose door_pose(double degrees, const Vec3& shift) {
    const Vec3 pivot(600.0, -880.0, 600.0);
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(degrees * std::numbers::pi / 180.0, Vec3::UnitZ()));
    return {pivot + shift - turn * pivot, turn};
}

/// From beside the car, opened wide, with the front edge into the rebate first, then closed about it.
/// `forward`: how much nearer to the hinge pillar than in its seat the front edge goes in.
std::vector<Pose> mounting_path(double forward) {
    return {door_pose(-55.0, {60.0, -900.0, 120.0}), door_pose(-50.0, {40.0, -260.0, 0.0}),
            door_pose(-8.0, {-forward, -14.0, 0.0}), door_pose(-2.5, {-forward, -1.0, 0.0}),
            door_pose(0.0, Vec3::Zero())};
}

/// How the motor comes out: `degrees` turned, nose into the car, the nose's corner at s and q in the plane of
/// the cut-out (car_door.h).
Pose motor_pose(double degrees, double s, double q) {
    const car::MotorFrame frame = car::motor_frame();
    const auto vector = [](const gp_XYZ& v) { return Vec3(v.X(), v.Y(), v.Z()); };
    const Vec3 along = vector(frame.along), inward = vector(frame.inward), origin = vector(frame.origin);
    const Vec3 axis = along.cross(inward).normalized();
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(degrees * std::numbers::pi / 180.0, axis));
    const Vec3 nose = origin + car::kMotorNoseS * along + car::kMotorNoseQ * inward;
    return {origin + s * along + q * inward - turn * nose, turn};
}

SceneDescription motor_scene(const std::vector<Pose>& poses) {
    SceneDescription scene;
    scene.bodies = {{"door", "door.step", {}, {}, false, 0.9}, {"motor", "motor.step", {}, {}, false, 0.015}};
    scene.paths = {{"motor", InBetween::Screw, poses, {}, {}}};
    return scene;
}

SceneDescription mounting_scene(bool fine, double forward) {
    SceneDescription scene;
    scene.bodies = {{"car", "car.step", {}, {}, false, fine ? 0.137 : 2.8},
                    {"door", "door.step", {}, {}, false, fine ? 0.9 : 1.2}};
    scene.paths = {{"door", InBetween::Screw, mounting_path(forward), {}, {}}};
    return scene;
}

}  // namespace

Expected<CadDemo> make_car_door_cad(const DemoValues& values) {
    const bool fine = values.flag("fine");
    return CadDemo{{{"car.step", car::car_body()}, {"door.step", car::car_door()}},
                   {{"scene.json", mounting_scene(fine, 2.2)}, {"touching.json", mounting_scene(fine, 8.0)}}};
}

Expected<CadDemo> make_window_motor_cad(const DemoValues&) {
    const std::vector<Pose> turned = {motor_pose(0.0, 50.0, -4.0),  motor_pose(12.0, 50.0, 5.0),
                                      motor_pose(20.0, 35.0, 28.0), motor_pose(28.0, 41.0, 49.0),
                                      motor_pose(35.0, 52.0, 66.0), motor_pose(35.0, 175.0, 152.0),
                                      motor_pose(0.0, 260.0, 300.0)};
    const std::vector<Pose> straight = {motor_pose(0.0, 50.0, -4.0), motor_pose(0.0, 50.0, 200.0)};
    return CadDemo{{{"door.step", car::window_door()}, {"motor.step", car::window_motor()}},
                   {{"scene.json", motor_scene(turned)}, {"straight.json", motor_scene(straight)}}};
}

}  // namespace graze::cad
