// The demos `car-door` and `window-motor`: their files, paths and scenes.
#include "graze_cad/models/car_door.h"
#include "graze_cad/models/models.h"

#include <numbers>

namespace graze::cad {
namespace {

/// The door turned about a vertical line near its front edge, then moved; no turn and no move: in its seat.
Pose door_pose(double degrees, const Vec3& shift) {
    const Vec3 pivot(600.0, -880.0, 600.0);
    const Eigen::Quaterniond turn(
        Eigen::AngleAxisd(degrees * std::numbers::pi / 180.0, Vec3::UnitZ()));
    return {pivot + shift - turn * pivot, turn};
}

/// From beside the car, opened wide, with the front edge into the rebate first, then closed about it. `forward`: how much
/// nearer to the hinge pillar than in its seat the front edge goes in.
std::vector<Pose> mounting_path(double forward) {
    return {door_pose(-55.0, {60.0, -900.0, 120.0}), door_pose(-50.0, {40.0, -260.0, 0.0}),
            door_pose(-8.0, {-forward, -14.0, 0.0}), door_pose(-2.5, {-forward, -1.0, 0.0}),
            door_pose(0.0, Vec3::Zero())};
}

SceneDescription mounting_scene(bool fine, double forward) {
    SceneDescription scene;
    scene.bodies = {{"car", "car.step", {}, {}, false, fine ? 0.14 : 2.0},
                    {"door", "door.step", {}, {}, false, fine ? 0.9 : 2.0}};
    scene.paths = {{"door", InBetween::Screw, mounting_path(forward), {}, {}}};
    return scene;
}

}  // namespace

Expected<CadDemo> make_car_door_cad(const DemoValues& values) {
    const bool fine = values.flag("fine");
    return CadDemo{{{"car.step", car::car_body()}, {"door.step", car::car_door()}},
                   {{"scene.json", mounting_scene(fine, 1.2)}, {"touching.json", mounting_scene(fine, 6.0)}}};
}

}  // namespace graze::cad
