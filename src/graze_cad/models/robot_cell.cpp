// A six-axis arm of 1.4 m reach on a pedestal, a fixture with a casting, and a fence around it (mm, z up).
//
//              J3 (elbow, y)     J4 (x)      J5 (y)  J6 (x)
//        z 1430  o==[ forearm ]==|=====<  wrist o>=|= gripper
//                |  upper arm
//        z  830  o  J2 (shoulder, y)
//              [___] turret: J1 (z)
//              pedestal
//
// At rest every joint is at 0: upper arm up, forearm forward. Parts that turn against each other are kGap
// apart, all others kPlay.
#include "graze_cad/models/models.h"

#include "graze_cad/models/shapes.h"

#include <array>
#include <cmath>
#include <numbers>

namespace graze::cad {
namespace {
namespace robot_cell_model {

constexpr double kGap = 0.5, kPlay = 0.2;
constexpr double kBaseZ = 380.0, kTurretZ = 490.0;
constexpr double kShoulderX = 130.0, kShoulderZ = 830.0, kElbowZ = 1430.0, kForearmZ = 1530.0,
                 kWristX = 800.0;
constexpr double kPi = std::numbers::pi;

const Vec3 kX = Vec3::UnitX(), kY = Vec3::UnitY(), kZ = Vec3::UnitZ();

/// A cylinder along y about (x, z), and one along x about (y, z).
TopoDS_Shape along_y(double x, double z, double radius, double from, double to) {
    return placed(cylinder(radius, from, to), {{x, 0.0, z}, kY, kX});
}
TopoDS_Shape along_x(double y, double z, double radius, double from, double to) {
    return placed(cylinder(radius, from, to), {{0.0, y, z}, kX, kY});
}
/// An outline in x and z, from one y to another.
TopoDS_Shape plate_xz(const std::vector<Vec2>& outline, double from, double to) {
    return placed(prism(outline, -to, -from), {Vec3::Zero(), -kY, kX});
}

bool near(double a, double b) { return std::abs(a - b) < 0.01; }

/// Screw holes on a circle about z.
Shapes hole_circle(int count, double circle, double radius, double from, double to) {
    return drills({.outer_radius = 0.0,
                   .bore_radius = 0.0,
                   .thickness = 0.0,
                   .bolt_circle_radius = circle,
                   .hole_radius = radius,
                   .holes = count},
                  from, to);
}

TopoDS_Shape pedestal() {
    Shapes solids{cylinder(230.0, 0.0, 22.0), cylinder(130.0, 10.0, kBaseZ - 10.0),
                  cylinder(180.0, kBaseZ - 24.0, kBaseZ)};
    for (int k = 0; k < 6; ++k) {
        const double turn = kPi / 3.0 * k;
        const TopoDS_Shape rib =
            prism({{100.0, 15.0}, {215.0, 15.0}, {215.0, 40.0}, {140.0, 180.0}, {100.0, 180.0}}, -6.0, 6.0);
        const Vec3 out(std::cos(turn), std::sin(turn), 0.0);
        solids.push_back(placed(rib, {Vec3::Zero(), Vec3(out.cross(kZ)), out}));
    }
    Shapes holes = hole_circle(6, 200.0, 11.0, -1.0, 30.0);
    holes.push_back(cylinder(100.0, -1.0, kBaseZ - 40.0));
    for (const TopoDS_Shape& hole : hole_circle(8, 165.0, 7.0, kBaseZ - 30.0, kBaseZ + 1.0))
        holes.push_back(hole);
    return cut(fused(solids), holes);
}

TopoDS_Shape base() {
    const TopoDS_Shape body = turned({{0.0, kBaseZ + kPlay},
                                      {180.0, kBaseZ + kPlay},
                                      {180.0, kBaseZ + 20.0},
                                      {160.0, kBaseZ + 32.0},
                                      {150.0, kTurretZ - 12.0},
                                      {142.0, kTurretZ},
                                      {0.0, kTurretZ}});
    const TopoDS_Shape plugs =
        rounded(block({-230.0, -70.0, kBaseZ + 12.0}, {-100.0, 70.0, kTurretZ - 14.0}), 8.0,
                [](const EdgeFacts& edge) { return near(edge.middle.x(), -230.0); });
    return cut(fused({body, plugs}), hole_circle(8, 165.0, 7.0, kBaseZ - 1.0, kBaseZ + 60.0));
}

TopoDS_Shape turret() {
    const double low = kTurretZ + kGap;
    const TopoDS_Shape foot = turned({{0.0, low},
                                      {142.0, low},
                                      {150.0, low + 10.0},
                                      {150.0, low + 60.0},
                                      {140.0, low + 75.0},
                                      {0.0, low + 75.0}});
    const TopoDS_Shape neck =
        rounded(plate_xz({{-120.0, low + 50.0},
                          {130.0, low + 50.0},
                          {225.0, kShoulderZ - 20.0},
                          {130.0 + 40.0, kShoulderZ + 80.0},
                          {60.0, kShoulderZ + 60.0},
                          {-60.0, 690.0}},
                         -90.0, 50.0),
                18.0, [&](const EdgeFacts& edge) { return edge.middle.z() > low + 60.0; });
    const TopoDS_Shape motor =
        placed(turned({{0.0, 0.0}, {58.0, 0.0}, {62.0, 6.0}, {62.0, 150.0}, {50.0, 165.0}, {0.0, 165.0}}),
               {{-45.0, -10.0, low + 70.0}, kZ, kX});
    return fused({foot, neck, motor, along_y(kShoulderX, kShoulderZ, 112.0, -110.0, 60.0),
                  along_y(kShoulderX, kShoulderZ, 75.0, -150.0, -100.0)});
}

/// A bone of two hubs, its faces in the planes of two y.
TopoDS_Shape upper_arm() {
    constexpr double kInner = 60.0 + kGap, kOuter = 165.0, kLow = 108.0, kHigh = 88.0;
    // The tangents of the two circles.
    const double length = kElbowZ - kShoulderZ, lean = std::asin((kLow - kHigh) / length);
    const auto on = [&](double z, double radius, double side) {
        return Vec2(kShoulderX + side * radius * std::cos(lean), z + radius * std::sin(lean));
    };
    const TopoDS_Shape bone = fused({along_y(kShoulderX, kShoulderZ, kLow, kInner, kOuter),
                                     along_y(kShoulderX, kElbowZ, kHigh, kInner, kOuter),
                                     plate_xz({on(kShoulderZ, kLow, 1.0), on(kElbowZ, kHigh, 1.0),
                                               on(kElbowZ, kHigh, -1.0), on(kShoulderZ, kLow, -1.0)},
                                              kInner, kOuter)});
    const TopoDS_Shape pocket = plate_xz({{kShoulderX - 55.0, kShoulderZ + 150.0},
                                          {kShoulderX + 55.0, kShoulderZ + 150.0},
                                          {kShoulderX + 45.0, kElbowZ - 130.0},
                                          {kShoulderX - 45.0, kElbowZ - 130.0}},
                                         kOuter - 25.0, kOuter + 30.0);
    const TopoDS_Shape soft = rounded(pocket, 20.0, [&](const EdgeFacts& edge) {
        return edge.middle.y() > kOuter - 20.0 && edge.middle.y() < kOuter + 20.0;
    });
    const TopoDS_Shape skin = rounded(bone, 14.0, [&](const EdgeFacts& edge) {
        return near(edge.middle.y(), kOuter) && edge.length > 50.0;
    });
    return fused({cut(skin, {soft}), along_y(kShoulderX, kShoulderZ, 70.0, kOuter - 5.0, kOuter + 45.0),
                  along_y(kShoulderX, kElbowZ, 55.0, kOuter - 5.0, kOuter + 35.0)});
}

TopoDS_Shape forearm() {
    constexpr double kFront = 320.0;
    const TopoDS_Shape housing =
        rounded(plate_xz({{kShoulderX - 110.0, kElbowZ + 30.0},
                          {kShoulderX + 80.0, kElbowZ - 10.0},
                          {kFront - 40.0, kForearmZ - 60.0},
                          {kFront - 40.0, kForearmZ + 60.0},
                          {kShoulderX - 110.0, kForearmZ + 70.0}},
                         -75.0, 55.0),
                16.0, [](const EdgeFacts& edge) { return near(std::abs(edge.middle.y() + 10.0), 65.0); });
    Shapes solids{along_y(kShoulderX, kElbowZ, 88.0, -90.0, 60.0), housing,
                  along_x(0.0, kForearmZ, 72.0, kFront - 80.0, kFront)};
    for (const double y : {-45.0, 5.0})
        solids.push_back(placed(turned({{0.0, 0.0}, {30.0, 0.0}, {34.0, 4.0}, {34.0, 110.0}, {0.0, 110.0}}),
                                {{kShoulderX - 90.0, y, kForearmZ + 10.0 + y * 0.2}, -kX, kY}));
    return fused(solids);
}

/// The tube that rolls, with the fork in which the wrist swings.
TopoDS_Shape forearm_tube() {
    constexpr double kStart = 320.0 + kGap;
    const TopoDS_Shape body = placed(turned({{0.0, kStart},
                                             {72.0, kStart},
                                             {72.0, kStart + 40.0},
                                             {58.0, kStart + 70.0},
                                             {52.0, 660.0},
                                             {60.0, 690.0},
                                             {60.0, 720.0},
                                             {0.0, 720.0}}),
                                     {{0.0, 0.0, kForearmZ}, kX, kY});
    const TopoDS_Shape cheeks =
        fused({placed(block({-68.0, -52.0, 700.0}, {68.0, 52.0, kWristX}), {{0.0, 0.0, kForearmZ}, kX, kY}),
               along_y(kWristX, kForearmZ, 52.0, -68.0, 68.0)});
    const TopoDS_Shape slot = block({735.0, -45.0, kForearmZ - 90.0}, {900.0, 45.0, kForearmZ + 90.0});
    return fused({body, cut(cheeks, {slot}), along_y(kWristX, kForearmZ, 36.0, 60.0, 80.0),
                  along_y(kWristX, kForearmZ, 36.0, -80.0, -60.0)});
}

TopoDS_Shape wrist() {
    const double half = 45.0 - kGap;
    return fused(
        {along_y(kWristX, kForearmZ, 48.0, -half, half),
         placed(turned({{0.0, 0.0}, {44.0, 0.0}, {44.0, 60.0}, {38.0, 70.0}, {38.0, 80.0}, {0.0, 80.0}}),
                {{kWristX, 0.0, kForearmZ}, kX, kY})});
}

TopoDS_Shape gripper() {
    const double start = kWristX + 80.0 + kGap;
    const auto at = [&](double x, double y, double z) { return Vec3(start + x, y, kForearmZ + z); };
    const TopoDS_Shape adapter =
        placed(turned({{0.0, 0.0}, {38.0, 0.0}, {38.0, 12.0}, {31.5, 14.0}, {31.5, 30.0}, {0.0, 30.0}}),
               {at(0.0, 0.0, 0.0), kX, kY});
    const TopoDS_Shape body =
        rounded(block(at(28.0, -60.0, -35.0), at(90.0, 60.0, 35.0)), 6.0,
                [&](const EdgeFacts& edge) { return near(std::abs(edge.middle.z() - kForearmZ), 0.0); });
    Shapes solids{adapter, body};
    for (const double side : {-1.0, 1.0}) {
        const double inner = 34.0, outer = 54.0;  // between the fingers: 68
        const TopoDS_Shape carriage = block(at(85.0, std::min(side * 20.0, side * 58.0), -28.0),
                                            at(102.0, std::max(side * 20.0, side * 58.0), 28.0));
        const TopoDS_Shape finger = block(at(100.0, std::min(side * inner, side * outer), -18.0),
                                          at(200.0, std::max(side * inner, side * outer), 18.0));
        solids.push_back(carriage);
        solids.push_back(chamfered(
            finger, 5.0, [&](const EdgeFacts& edge) { return near(edge.middle.x(), start + 200.0); }));
    }
    return fused(solids);
}

constexpr double kTableX = 950.0, kTableZ = 760.0;

TopoDS_Shape fixture() {
    const double x = kTableX, z = kTableZ;
    Shapes solids{chamfered(block({x - 250.0, -300.0, z - 30.0}, {x + 250.0, 300.0, z}), 4.0,
                            [&](const EdgeFacts& edge) { return near(edge.middle.z(), z); })};
    for (const double dx : {-210.0, 210.0})
        for (const double y : {-260.0, 260.0}) {
            solids.push_back(block({x + dx - 30.0, y - 30.0, 12.0}, {x + dx + 30.0, y + 30.0, z - 25.0}));
            solids.push_back(block({x + dx - 55.0, y - 55.0, 0.0}, {x + dx + 55.0, y + 55.0, 15.0}));
        }
    for (const double y : {-260.0, 260.0})
        solids.push_back(block({x - 200.0, y - 20.0, 180.0}, {x + 200.0, y + 20.0, 220.0}));
    for (const double dx : {-210.0, 210.0})
        solids.push_back(block({x + dx - 20.0, -240.0, 180.0}, {x + dx + 20.0, 240.0, 220.0}));
    // Four pads, two locating pins, two clamps.
    for (const double dx : {-80.0, 80.0})
        for (const double y : {-90.0, 90.0})
            solids.push_back(moved(cylinder(16.0, z - 5.0, z + 40.0), {x + dx, y, 0.0}));
    for (const double y : {-150.0, 150.0}) {
        solids.push_back(block({x - 30.0, y - 25.0, z - 5.0}, {x + 30.0, y + 25.0, z + 80.0}));
        const double tip = y < 0.0 ? -108.0 : 108.0;
        solids.push_back(
            block({x - 14.0, std::min(tip, y), z + 78.0}, {x + 14.0, std::max(tip, y), z + 96.0}));
        solids.push_back(moved(cylinder(9.0, z + 70.0, z + 112.0), {x, y, 0.0}));
    }
    Shapes holes;
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 6; ++j)
            if (i != 2)
                holes.push_back(moved(cylinder(6.5, z - 31.0, z + 1.0),
                                      {x - 160.0 + 80.0 * i - (i == 1 || i == 3 ? 0.0 : 50.0 * (i - 2) / 2.0),
                                       -225.0 + 90.0 * j, 0.0}));
    return cut(fused(solids), holes);
}

/// A cast bracket: foot, boss with bore, two ribs. The gripper takes it by the boss.
TopoDS_Shape workpiece() {
    const double x = kTableX, low = kTableZ + 40.0 + kPlay;
    const TopoDS_Shape foot =
        rounded(block({x - 110.0, -120.0, low}, {x + 110.0, 120.0, low + 24.0}), 14.0,
                [&](const EdgeFacts& edge) { return near(edge.middle.z(), low + 12.0); });
    const TopoDS_Shape boss = moved(cylinder(30.0, low + 10.0, low + 150.0), {x, 0.0, 0.0});
    Shapes solids{foot, boss};
    for (const double side : {-1.0, 1.0})
        solids.push_back(plate_xz({{x + side * 20.0, low + 20.0},
                                   {x + side * 100.0, low + 20.0},
                                   {x + side * 26.0, low + 100.0},
                                   {x + side * 20.0, low + 100.0}},
                                  -7.0, 7.0));
    Shapes holes{moved(cylinder(17.0, low - 1.0, low + 151.0), {x, 0.0, 0.0})};
    for (const double dx : {-85.0, 85.0})
        for (const double y : {-60.0, 60.0})
            holes.push_back(moved(cylinder(8.0, low - 1.0, low + 30.0), {x + dx, y, 0.0}));
    return cut(fused(solids), holes);
}

constexpr double kPanelWidth = 1000.0, kPanelHeight = 1900.0;

/// Stands along x on z = 0.
TopoDS_Shape fence_post() {
    Shapes solids{block({-30.0, -30.0, 5.0}, {30.0, 30.0, kPanelHeight + 150.0}),
                  block({-70.0, -70.0, 0.0}, {70.0, 70.0, 10.0})};
    Shapes holes;
    for (const double x : {-50.0, 50.0})
        for (const double y : {-50.0, 50.0}) holes.push_back(moved(cylinder(6.0, -1.0, 11.0), {x, y, 0.0}));
    return cut(fused(solids), holes);
}

/// A frame of flat bars with upright wires, between two posts.
TopoDS_Shape fence_panel() {
    const double half = 0.5 * kPanelWidth - 40.0, low = 150.0, high = low + kPanelHeight - 20.0;
    Shapes solids{block({-half, -10.0, low}, {half, 10.0, low + 25.0}),
                  block({-half, -10.0, high - 25.0}, {half, 10.0, high}),
                  block({-half, -10.0, 0.5 * (low + high) - 12.0}, {half, 10.0, 0.5 * (low + high) + 12.0}),
                  block({-half, -10.0, low}, {-half + 20.0, 10.0, high}),
                  block({half - 20.0, -10.0, low}, {half, 10.0, high})};
    for (int k = 1; k < 18; ++k)
        solids.push_back(
            moved(cylinder(3.0, low + 10.0, high - 10.0), {-half + 2.0 * half * k / 18.0, 0.0, 0.0}));
    return fused(solids);
}

Part instance(const std::string& name, const TopoDS_Shape& shape, const Frame& frame,
              const std::array<double, 3>& colour) {
    return {.name = name, .shape = shape, .parts = {}, .location = location_of(frame), .colour = colour};
}

/// Three sides of panels; the fourth is open for loading.
Part fence() {
    const TopoDS_Shape post = fence_post(), panel = fence_panel();
    const std::array<double, 3> yellow{0.93, 0.75, 0.1}, black{0.25, 0.25, 0.27};
    Part all{.name = "fence", .shape = {}};
    int posts = 0, panels = 0;
    const auto add_row = [&](const Vec3& from, const Vec3& along, int count, bool last_post) {
        for (int k = 0; k <= count; ++k) {
            const Vec3 at = from + kPanelWidth * k * along;
            if (k < count || last_post)
                all.parts.push_back(
                    instance("post-" + std::to_string(++posts), post, {at, kZ, along}, yellow));
            if (k < count)
                all.parts.push_back(instance("panel-" + std::to_string(++panels), panel,
                                             {at + 0.5 * kPanelWidth * along, kZ, along}, black));
        }
    };
    add_row({1800.0, -1500.0, 0.0}, -kX, 3, false);
    add_row({-1200.0, -1500.0, 0.0}, kY, 3, false);
    add_row({-1200.0, 1500.0, 0.0}, kX, 3, true);
    return all;
}

struct Axis {
    const char* body;
    const char* parent;
    Vec3 direction, origin;
    std::array<double, 2> limits;
};

SceneDescription scene_with(const Part& cell, const std::vector<std::array<double, 6>>& stops) {
    const Vec3 shoulder(kShoulderX, 0.0, kShoulderZ), elbow(kShoulderX, 0.0, kElbowZ),
        roll(0.0, 0.0, kForearmZ), wrist_at(kWristX, 0.0, kForearmZ);
    const Axis axes[] = {{"turret", "base", kZ, Vec3::Zero(), {-170.0, 170.0}},
                         {"upper-arm", "turret", kY, shoulder, {-90.0, 130.0}},
                         {"forearm", "upper-arm", kY, elbow, {-80.0, 75.0}},
                         {"forearm-tube", "forearm", kX, roll, {-185.0, 185.0}},
                         {"wrist", "forearm-tube", kY, wrist_at, {-120.0, 120.0}},
                         {"gripper", "wrist", kX, roll, {-350.0, 350.0}}};
    SceneDescription scene;
    for (const Part& part : cell.parts)
        scene.bodies.push_back({part.name, "robot-cell.step", {}, part.name, false, {}});
    scene.bodies.push_back({"fence", "fence.step", {}, {}, true, {}});
    for (std::size_t k = 0; k < std::size(axes); ++k) {
        scene.joints.push_back({axes[k].body, axes[k].parent, JointKind::Revolute, axes[k].direction,
                                axes[k].origin, axes[k].limits});
        PathDescription path{axes[k].body, InBetween::Screw, {}, {}, {}};
        for (const auto& stop : stops) path.values.push_back(stop[k]);
        scene.paths.push_back(path);
    }
    return scene;
}

}  // namespace robot_cell_model
}  // namespace

Expected<CadDemo> make_robot_cell(const DemoValues&) {
    using namespace robot_cell_model;
    const std::array<double, 3> orange{0.95, 0.45, 0.1}, grey{0.45, 0.46, 0.48}, steel{0.68, 0.7, 0.72};
    Part cell{.name = "robot-cell", .shape = {}};
    cell.parts = {
        instance("pedestal", pedestal(), {}, grey), instance("base", base(), {}, grey),
        instance("turret", turret(), {}, orange),   instance("upper-arm", upper_arm(), {}, orange),
        instance("forearm", forearm(), {}, orange), instance("forearm-tube", forearm_tube(), {}, orange),
        instance("wrist", wrist(), {}, grey),       instance("gripper", gripper(), {}, steel),
        instance("fixture", fixture(), {}, steel),  instance("workpiece", workpiece(), {}, {0.5, 0.62, 0.5})};
    // Gripper down: from aside over the fixture, fingers to either side of the boss (4 mm each), up, aside.
    const std::array<double, 6> aside{-75, -15, 20, 0, 60, 0}, over{0, 14.49, 2.56, 0, 72.94, 0},
        down{0, 17.72, 10.57, 0, 61.71, 0}, away{70, -9.24, 28.12, 90, 45, 180};
    // 9 degrees off, and a finger meets the screw of a clamp.
    const std::array<double, 6> over_clamp{9, 15.63, 1.16, 0, 73.21, 0},
        on_clamp{9, 20.63, 11.49, 0, 57.88, 0};
    CadDemo demo{{{"robot-cell.step", cell}, {"fence.step", fence()}}, {}};
    demo.scenes = {{"scene.json", scene_with(cell, {aside, over, down, over, away})},
                   {"touching.json", scene_with(cell, {aside, over_clamp, on_clamp})}};
    return demo;
}

}  // namespace graze::cad
