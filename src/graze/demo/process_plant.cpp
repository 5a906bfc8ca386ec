// Layout (mm, z up). Flanged joints are marked ||, the valve goes between the two in the middle.
//
//                +--elbow--------------------elbow--+                     overhead line, along y
//                ||                                 ||
//             .--''--.                         (exchanger) on a frame      y = 1500
//             | drum  |--||--line--|| valve ||--elbow                      z = 1400, along x
//             '--..--'                            ||
//               skirt                            pump                      x = 2450
#include "graze/demo/process_plant.h"

#include "graze/demo/build.h"
#include "graze/demo/models.h"
#include "graze/demo/plant_shapes.h"
#include "graze/demo/turn.h"

namespace graze::internal {
namespace {

constexpr int kX = 0, kY = 1, kZ = 2;

constexpr Tube kPipe = {57.0, 51.0, 32};
constexpr Flange kFlange = {110.0, 51.0, 20.0, 85.0, 10.5, 8};
constexpr Bolt kBolt = {8.0, 43.0, 24.0, 10.0};  // through two flanges and the gap between them
constexpr double kGap = 3.0;                     // between the faces of a joint
constexpr double kBend = 150.0;                  // radius of the elbows' middle line
constexpr int kBendSteps = 6;
constexpr Flange kManway = {330.0, 240.0, 30.0, 290.0, 14.0, 6};
constexpr Bolt kManwayBolt = {11.0, 63.0, 32.0, 14.0};

const Vec3 kValvePlace(1700.0, 0.0, 1400.0);
constexpr double kValveHalf = 199.0;  // its faces; the gap it goes into is 200 to either side
constexpr double kGasket = 2.0;       // thickness; pressed to 1 mm when mounted

/// Whichever way the pipe runs on from a flange's back.
struct JointSide {
    int axis;
    Vec3 face;           // middle of the face
    bool faces_forward;  // along the axis
};

void add_flange(Mesh& part, const JointSide& side, const Flange& flange, const std::string& name) {
    Vec3 back = side.face;
    back[side.axis] -= side.faces_forward ? flange.thickness : -flange.thickness;
    add_shell(part, drilled_flange(flange), frame_along(side.axis, back, !side.faces_forward), name);
}

/// Bolts of a joint whose forward-facing flange has its face at `face`; they belong to the part that is
/// mounted later.
void add_bolts(Mesh& part, int axis, const Vec3& face, const Flange& flange, const Bolt& bolt,
               const std::string& name) {
    Vec3 start = face;
    start[axis] -= flange.thickness;
    const PartFrame frame = frame_along(axis, start);
    for (int k = 0; k < flange.holes; ++k)
        add_bolt(part, bolt, {start + frame.axes * hole_centre(flange, k), frame.axes},
                 name + "/bolt-" + std::to_string(k));
}

void add_pipe(Mesh& part, int axis, const Vec3& from, double length, const std::string& name) {
    add_shell(part, straight_tube(kPipe, length), frame_along(axis, from), name);
}

/// A quarter bend from direction `in` to direction `out`.
void add_elbow(Mesh& part, const Vec3& start, const Vec3& in, const Vec3& out, const std::string& name) {
    PartFrame frame{start, Mat3::Identity()};
    frame.axes.col(0) = out;
    frame.axes.col(1) = in.cross(out);
    frame.axes.col(2) = in;
    add_shell(part, elbow(kPipe, kBend, kBendSteps), frame, name);
}

/// Half an ellipse as a vessel's head: from the cylinder at `height` up (or, for the lower head, to it).
std::vector<ProfilePoint> head_profile(double radius, double height, double rise, const std::string& face) {
    constexpr int kSteps = 8;
    constexpr double kFlatPart = 0.02;  // of a quarter turn, left to the flat cap on the axis
    std::vector<ProfilePoint> points;
    for (int k = 0; k <= kSteps; ++k) {
        const Vec2 d = direction_at(0.25 * (1.0 - kFlatPart) * k / kSteps);
        points.push_back({radius * d.x(), height + rise * d.y(), face});
    }
    if (rise < 0.0) points = {points.rbegin(), points.rend()};
    return points;
}

/// A cylinder from 0 to `length` with elliptic heads of depth radius / 2.
Mesh vessel(double radius, double length, int segments) {
    std::vector<ProfilePoint> profile = head_profile(radius, 0.0, -0.5 * radius, "head-low");
    profile.back().face = "shell";
    for (int ring = 1; ring < 4; ++ring) profile.push_back({radius, length * ring / 4.0, "shell"});
    const std::vector<ProfilePoint> high = head_profile(radius, length, 0.5 * radius, "head-high");
    profile.insert(profile.end(), high.begin(), high.end());
    return turned_solid(profile, segments);
}

Mesh drum() {
    Mesh part;
    add_shell(part, vessel(500.0, 2000.0, 56), frame_along(kZ, {0.0, 0.0, 650.0}), "drum");
    add_shell(part, straight_tube({510.0, 500.0, 48}, 660.0), frame_along(kZ, {0.0, 0.0, 0.0}), "skirt");
    add_pipe(part, kX, {470.0, 0.0, 1400.0}, 210.0, "nozzle-1");
    add_flange(part, {kX, {700.0, 0.0, 1400.0}, true}, kFlange, "nozzle-1/flange");
    add_pipe(part, kZ, {0.0, 0.0, 2880.0}, 100.0, "nozzle-2");
    add_flange(part, {kZ, {0.0, 0.0, 3000.0}, true}, kFlange, "nozzle-2/flange");
    add_shell(part, straight_tube({250.0, 240.0, 48}, 220.0), frame_along(kY, {0.0, -650.0, 1200.0}),
              "manway");
    add_flange(part, {kY, {0.0, -680.0, 1200.0}, false}, kManway, "manway/flange");
    const Vec3 cover_face(0.0, -683.0, 1200.0);
    Flange cover = kManway;
    cover.bore_radius = 60.0;  // left for a sight glass
    add_flange(part, {kY, cover_face, true}, cover, "manway/cover");
    add_shell(part, turned_solid({{62.0, 0.0, "rim"}, {62.0, 40.0, ""}}, 32),
              frame_along(kY, {0.0, -720.0, 1200.0}), "manway/glass");
    add_bolts(part, kY, cover_face, kManway, kManwayBolt, "manway");
    return part;
}

Mesh line_to_valve() {
    Mesh part;
    add_flange(part, {kX, {703.0, 0.0, 1400.0}, false}, kFlange, "flange-1");
    add_bolts(part, kX, {700.0, 0.0, 1400.0}, kFlange, kBolt, "joint-1");
    add_pipe(part, kX, {723.0, 0.0, 1400.0}, 757.0, "pipe");
    add_flange(part, {kX, {1500.0, 0.0, 1400.0}, true}, kFlange, "flange-2");
    return part;
}

Mesh line_to_pump() {
    Mesh part;
    add_flange(part, {kX, {1900.0, 0.0, 1400.0}, false}, kFlange, "flange-1");
    add_pipe(part, kX, {1920.0, 0.0, 1400.0}, 380.0, "pipe-1");
    add_elbow(part, {2300.0, 0.0, 1400.0}, Vec3::UnitX(), -Vec3::UnitZ(), "elbow");
    add_pipe(part, kZ, {2450.0, 0.0, 720.0}, 530.0, "pipe-2");
    add_flange(part, {kZ, {2450.0, 0.0, 700.0}, false}, kFlange, "flange-2");
    add_bolts(part, kZ, {2450.0, 0.0, 700.0 - kGap}, kFlange, kBolt, "joint");
    return part;
}

Mesh overhead_line() {
    Mesh part;
    add_flange(part, {kZ, {0.0, 0.0, 3003.0}, false}, kFlange, "flange-1");
    add_bolts(part, kZ, {0.0, 0.0, 3000.0}, kFlange, kBolt, "joint-1");
    add_pipe(part, kZ, {0.0, 0.0, 3023.0}, 177.0, "pipe-1");
    add_elbow(part, {0.0, 0.0, 3200.0}, Vec3::UnitZ(), Vec3::UnitY(), "elbow-1");
    add_pipe(part, kY, {0.0, 150.0, 3350.0}, 1200.0, "pipe-2");
    add_elbow(part, {0.0, 1350.0, 3350.0}, Vec3::UnitY(), -Vec3::UnitZ(), "elbow-2");
    add_pipe(part, kZ, {0.0, 1500.0, 2023.0}, 1177.0, "pipe-3");
    add_flange(part, {kZ, {0.0, 1500.0, 2003.0}, false}, kFlange, "flange-2");
    add_bolts(part, kZ, {0.0, 1500.0, 2000.0}, kFlange, kBolt, "joint-2");
    return part;
}

Mesh exchanger() {
    Mesh part;
    add_shell(part, vessel(350.0, 2200.0, 40), frame_along(kX, {-1100.0, 1500.0, 1450.0}), "exchanger");
    add_pipe(part, kZ, {0.0, 1500.0, 1780.0}, 200.0, "nozzle");
    add_flange(part, {kZ, {0.0, 1500.0, 2000.0}, true}, kFlange, "nozzle/flange");
    for (const double x : {-700.0, 700.0})
        add_shell(part, block({x - 60.0, 1250.0, 800.0}, {x + 60.0, 1750.0, 1180.0}), {},
                  x < 0.0 ? "saddle-1" : "saddle-2");
    return part;
}

Mesh pump() {
    Mesh part;
    add_shell(
        part,
        turned_solid(
            {{120.0, 0.0, "taper"}, {200.0, 40.0, "volute"}, {200.0, 140.0, "taper"}, {120.0, 180.0, ""}},
            48),
        frame_along(kY, {2450.0, -90.0, 350.0}), "volute");
    add_pipe(part, kZ, {2450.0, 0.0, 500.0}, 177.0, "nozzle");
    add_flange(part, {kZ, {2450.0, 0.0, 697.0}, true}, kFlange, "nozzle/flange");
    add_shell(part,
              turned_solid({{50.0, 0.0, "shaft-cover"},
                            {50.0, 110.0, "shoulder"},
                            {140.0, 110.0, "motor"},
                            {140.0, 520.0, "fan-cover"},
                            {110.0, 570.0, ""}},
                           40),
              frame_along(kY, {2450.0, 85.0, 350.0}), "motor");
    add_shell(part, block({2250.0, -150.0, 0.0}, {2650.0, 700.0, 155.0}), {}, "base");
    add_shell(part, block({2350.0, 250.0, 155.0}, {2550.0, 600.0, 240.0}), {}, "foot");
    return part;
}

/// Seen from the middle of its passage, which runs along x.
Mesh valve() {
    Mesh part;
    const double f = kFlange.thickness;
    add_flange(part, {kX, {-kValveHalf, 0.0, 0.0}, false}, kFlange, "flange-1");
    add_flange(part, {kX, {kValveHalf, 0.0, 0.0}, true}, kFlange, "flange-2");
    add_shell(part,
              turned_solid({{57.0, f, "neck-1"},
                            {57.0, 60.0, "swell-1"},
                            {115.0, 140.0, "body"},
                            {115.0, 2.0 * kValveHalf - 140.0, "swell-2"},
                            {57.0, 2.0 * kValveHalf - 60.0, "neck-2"},
                            {57.0, 2.0 * kValveHalf - f, ""}},
                           40),
              frame_along(kX, {-kValveHalf, 0.0, 0.0}), "body");
    const Tube gasket = {72.0, 51.0, 40};
    add_shell(part, straight_tube(gasket, kGasket), frame_along(kX, {-kValveHalf - kGasket, 0.0, 0.0}),
              "gasket-1");
    add_shell(part, straight_tube(gasket, kGasket), frame_along(kX, {kValveHalf, 0.0, 0.0}), "gasket-2");
    add_shell(part,
              turned_solid({{70.0, 60.0, "neck"},
                            {70.0, 150.0, "plate-under"},
                            {105.0, 150.0, "plate-rim"},
                            {105.0, 185.0, "plate-top"},
                            {45.0, 185.0, "yoke"},
                            {30.0, 330.0, ""}},
                           32),
              {}, "bonnet");
    add_shell(part, turned_solid({{12.0, 320.0, "stem"}, {12.0, 470.0, ""}}, 16), {}, "stem");
    add_shell(part, wheel_rim(150.0, 11.0, 40), frame_along(kZ, {0.0, 0.0, 440.0}), "handwheel");
    add_shell(part, block({-150.0, -7.0, 436.0}, {150.0, 7.0, 444.0}), {}, "spoke-1");
    add_shell(part, block({-7.0, -150.0, 436.0}, {7.0, 150.0, 444.0}), {}, "spoke-2");
    return part;
}

Mesh structure() {
    Mesh part;
    add_shell(part, block({-1500.0, -1000.0, -100.0}, {2900.0, 2100.0, 0.0}), {}, "slab");
    int column = 0;
    for (const double x : {-700.0, 700.0})
        for (const double y : {1250.0, 1750.0})
            add_shell(part, block({x - 50.0, y - 50.0, 0.0}, {x + 50.0, y + 50.0, 700.0}), {},
                      "column-" + std::to_string(column++));
    for (const double x : {-700.0, 700.0})
        add_shell(part, block({x - 60.0, 1150.0, 700.0}, {x + 60.0, 1850.0, 800.0}), {},
                  x < 0.0 ? "beam-1" : "beam-2");
    return part;
}

}  // namespace

std::vector<Pose> process_plant_poses() {
    constexpr int kSlide = 140, kAlign = 60;  // then it is pushed home
    std::vector<Pose> poses{{kValvePlace + Vec3(0.0, -300.0, 0.0), Eigen::Quaterniond::Identity()}};
    for (int step = 0; step < kPlantSteps; ++step) {
        // Slides in from the front with an unsteady hand; is turned about the pipe until the holes match; is
        // pushed home.
        const double in = step < kSlide ? static_cast<double>(step) / kSlide : 1.0;
        const double align = step < kSlide            ? 0.0
                             : step < kSlide + kAlign ? static_cast<double>(step - kSlide) / kAlign
                                                      : 1.0;
        const double home = static_cast<double>(step) / (kPlantSteps - 1);
        const Vec2 hand = direction_at(0.043 * step), slow = direction_at(0.017 * step);
        const double unsteady = 1.0 - home;
        Pose pose;
        pose.translation =
            kValvePlace + Vec3(0.6 * unsteady * hand.x(), -165.0 * (1.0 - in) + 2.0 * unsteady * slow.x(),
                               3.0 * unsteady * hand.y());
        pose.rotation = turned_about(Vec3::UnitX(), 0.03 * (1.0 - align) + 0.0004 * unsteady * slow.y()) *
                        turned_about(Vec3::UnitZ(), 0.0006 * unsteady * hand.y());
        poses.push_back(pose);
    }
    return poses;
}

DemoInfo process_plant_info() {
    return {"process-plant",
            "Drum, exchanger, pump and pipes with bolted flanges; a valve is mounted in 233 steps",
            {{"mesh", 0, 0, 1, "write meshes (OBJ) of coarse facets, as benches use them", true, true}},
            true};
}

Expected<Scene> make_process_plant(const DemoValues&) {
    Scene scene;
    scene.bodies = {make_body("drum", drum()),
                    make_body("line-to-valve", line_to_valve()),
                    make_body("line-to-pump", line_to_pump()),
                    make_body("overhead-line", overhead_line()),
                    make_body("exchanger", exchanger()),
                    make_body("pump", pump()),
                    make_body("valve", valve(), {kValvePlace, Eigen::Quaterniond::Identity()}),
                    make_body("structure", structure())};
    scene.paths = {{kPlantMovingBody, InBetween::Screw, process_plant_poses(), {}}};
    return scene;
}

}  // namespace graze::internal
