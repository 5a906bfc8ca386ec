// Layout (mm, z up) and steps as in src/graze/demo/process_plant.cpp; here each part is what would be drawn:
// weldments as one solid, bolts and gaskets as solids of their own.
//
//                +--bend---------------------bend---+                     overhead line, along y
//                ||                                 ||
//             .--''--.                         (exchanger) on a frame      y = 1500
//             | drum  |--||--line--|| valve ||--bend                       z = 1400, along x
//             '--..--'                            ||
//               skirt                            pump                      x = 2450
//
// Faces of a joint are 3 apart. Gaskets and bolts have kPlay on each side, so that nothing touches at rest
// but the valve, whose gaskets are drawn as they are before they are pressed.
#include "graze_cad/models/models.h"

#include "graze_cad/models/shapes.h"

#include "graze/demo/process_plant.h"

#include <cmath>
#include <numbers>

namespace graze::cad {
namespace {

constexpr double kGap = 3.0, kPlay = 0.05;
constexpr double kPipeOuter = 57.0, kPipeInner = 51.0, kBend = 150.0;
constexpr Flange kFlange{.outer_radius = 110.0,
                         .bore_radius = kPipeInner,
                         .thickness = 20.0,
                         .bolt_circle_radius = 85.0,
                         .hole_radius = 10.5,
                         .holes = 4,
                         .neck_radius = 70.0,
                         .neck_height = 32.0,
                         .pipe_radius = kPipeOuter};
constexpr Bolt kBolt{8.0, 2.0 * 20.0 + kGap + 2.0 * kPlay, 24.0, 10.0};
constexpr Flange kManway{.outer_radius = 330.0,
                         .bore_radius = 240.0,
                         .thickness = 30.0,
                         .bolt_circle_radius = 290.0,
                         .hole_radius = 14.0,
                         .holes = 6};
constexpr Bolt kManwayBolt{11.0, 30.0 + kGap + 30.0 + 2.0 * kPlay, 32.0, 14.0};

const Vec3 kValvePlace(1700.0, 0.0, 1400.0);
constexpr double kValveHalf = 199.0;  // its faces; the gap it goes into is 200 to either side
constexpr double kGasket = 2.0;       // thickness; pressed to 1 mm when mounted

const Vec3 kX = Vec3::UnitX(), kY = Vec3::UnitY(), kZ = Vec3::UnitZ();

/// A frame whose x axis is the next coordinate axis, so that the holes of two flanges match.
Frame along(const Vec3& origin, const Vec3& z) {
    return {origin, z, Vec3(std::abs(z.z()), std::abs(z.x()), std::abs(z.y()))};
}

/// Not bored yet.
TopoDS_Shape flange_at(const Vec3& face, const Vec3& looks) {
    Flange blank = kFlange;
    blank.bore_radius = 0.0;
    return placed(flange_solid(blank), along(face, looks));
}

/// Bolts and gasket of a joint; `face` is the face of the flange that looks along `axis`.
void add_joint(Shapes& part, const Vec3& face, const Vec3& axis, const Flange& flange, const Bolt& bolt) {
    static const TopoDS_Shape one = bolt_with_nut(kBolt), large = bolt_with_nut(kManwayBolt);
    const TopoDS_Shape& solid = bolt.grip == kBolt.grip ? one : large;
    const Frame frame = along(face - (flange.thickness + kPlay) * axis, axis);
    const Vec3 y = frame.z.cross(frame.x);
    for (int k = 0; k < flange.holes; ++k) {
        const Vec3 at = hole_centre(flange, k);
        part.push_back(placed(solid, {frame.origin + at.x() * frame.x + at.y() * y, frame.z, frame.x}));
    }
    part.push_back(placed(tube(flange.bolt_circle_radius - flange.hole_radius - 4.0, flange.bore_radius + 2.0,
                               kPlay, kGap - kPlay),
                          along(face, axis)));
}

/// Pipe with a flange at each end: its first and last points are on their faces.
struct Line {
    std::vector<Vec3> points;
};
TopoDS_Shape flanged_line(const Line& line) {
    const double behind = kFlange.thickness + kFlange.neck_height;
    PipeRun outside{kPipeOuter, kBend, line.points}, inside{kPipeInner, kBend, line.points};
    const Vec3 first = (line.points[1] - line.points[0]).normalized();
    const Vec3 last = (line.points.end()[-1] - line.points.end()[-2]).normalized();
    outside.points.front() += behind * first;
    outside.points.back() -= behind * last;
    inside.points.front() -= first;
    inside.points.back() += last;
    Shapes pieces = rods(outside);
    pieces.push_back(flange_at(line.points.front(), -first));
    pieces.push_back(flange_at(line.points.back(), last));
    return cut(fused(pieces, Seams::Keep), rods(inside));
}

/// A plate with an eye, welded to a wall; it stands along z in the plane of `out`.
TopoDS_Shape lifting_lug(const Vec3& at, const Vec3& out) {
    const TopoDS_Shape plate =
        prism({{-40.0, -60.0}, {30.0, -60.0}, {75.0, 0.0}, {75.0, 60.0}, {-40.0, 60.0}}, -10.0, 10.0);
    return placed(cut(plate, {moved(cylinder(18.0, -11.0, 11.0), {45.0, 25.0, 0.0})}),
                  {at, Vec3(out.cross(kZ)), out});
}

/// A wall with a pipe through it: the pipe is welded in, its bore runs through the wall.
TopoDS_Shape with_nozzles(const TopoDS_Shape& outside, const TopoDS_Shape& inside, const Shapes& stubs,
                          const Shapes& bores) {
    Shapes all{outside};
    all.insert(all.end(), stubs.begin(), stubs.end());
    Shapes hollow{inside};
    hollow.insert(hollow.end(), bores.begin(), bores.end());
    return cut(fused(all), hollow);
}

TopoDS_Shape drum() {
    constexpr double kRadius = 500.0, kLength = 2000.0, kWall = 12.0, kBase = 650.0;
    const Vec3 nozzle(700.0, 0.0, 1400.0), top(0.0, 0.0, 3000.0), manway(0.0, -680.0, 1200.0);
    const double behind = kFlange.thickness + kFlange.neck_height;
    const TopoDS_Shape wall = with_nozzles(
        moved(vessel(kRadius, kLength), kBase * kZ), moved(vessel(kRadius - kWall, kLength), kBase * kZ),
        {placed(cylinder(kPipeOuter, 0.0, 230.0 - behind), along(nozzle - 230.0 * kX, kX)),
         placed(cylinder(kPipeOuter, 0.0, 180.0 - behind), along(top - 180.0 * kZ, kZ)),
         flange_at(nozzle, kX), flange_at(top, kZ),
         placed(cylinder(kManway.bore_radius + 10.0, 0.0, 230.0), along(manway + 230.0 * kY, -kY)),
         placed(tube(kManway.outer_radius, kManway.bore_radius - 40.0, -kManway.thickness, 0.0),
                along(manway, -kY)),
         // The skirt, with its base ring.
         tube(506.0, 494.0, 10.0, 700.0), tube(590.0, 440.0, kPlay, 20.0),
         lifting_lug({0.0, 500.0, 2350.0}, kY), lifting_lug({-500.0, 0.0, 2350.0}, -kX),
         block({-520.0, -60.0, 1600.0}, {-480.0, 60.0, 1680.0}),  // its plate with name and pressure
         // A ring that carries insulation.
         moved(tube(520.0, 494.0, 0.0, 8.0), 2500.0 * kZ)},
        {placed(cylinder(kPipeInner, 0.0, 260.0), along(nozzle - 250.0 * kX, kX)),
         placed(cylinder(kPipeInner, 0.0, 260.0), along(top - 250.0 * kZ, kZ)),
         placed(cylinder(kManway.bore_radius, -250.0, 1.0), along(manway, -kY)),
         placed(cylinder(180.0, 0.0, 200.0),
                along(Vec3(0.0, -600.0, 330.0), kY))});  // a man's way into the skirt
    Shapes holes;
    for (const TopoDS_Shape& drill : drills(kManway, -kManway.thickness - 1.0, 1.0))
        holes.push_back(placed(drill, along(manway, -kY)));
    for (int k = 0; k < 8; ++k) {
        const double angle = std::numbers::pi * (k + 0.5) / 4.0;
        holes.push_back(
            moved(cylinder(15.0, -1.0, 30.0), 555.0 * Vec3(std::cos(angle), std::sin(angle), 0.0)));
    }
    Shapes part{cut(wall, holes)};

    // The cover with a sight glass and two handles.
    const Vec3 cover_face = manway - kGap * kY;
    Flange cover = kManway;
    cover.bore_radius = 60.0;
    const TopoDS_Shape plate = placed(cut(turned({{60.0, 0.0},
                                                  {330.0, 0.0},
                                                  {330.0, 24.0},
                                                  {324.0, 30.0},
                                                  {110.0, 30.0},
                                                  {110.0, 50.0},
                                                  {75.0, 50.0},
                                                  {75.0, 36.0},
                                                  {60.0, 36.0}}),
                                          drills(cover, -1.0, 31.0)),
                                      along(cover_face, -kY));
    Shapes plate_and_handles{plate};
    for (const double side : {-200.0, 200.0})
        for (const TopoDS_Shape& rod :
             rods({8.0,
                   25.0,
                   {cover_face + Vec3(side, -20.0, -70.0), cover_face + Vec3(side, -90.0, -70.0),
                    cover_face + Vec3(side, -90.0, 70.0), cover_face + Vec3(side, -20.0, 70.0)}}))
            plate_and_handles.push_back(rod);
    part.push_back(fused(plate_and_handles, Seams::Keep));
    part.push_back(placed(cylinder(74.0, 36.0 + kPlay, 48.0), along(cover_face, -kY)));  // the glass
    Flange seat = kManway;
    add_joint(part, cover_face, kY, seat, kManwayBolt);
    return compound(part);
}

TopoDS_Shape line_to_valve() {
    Shapes part{flanged_line({{{703.0, 0.0, 1400.0}, {1500.0, 0.0, 1400.0}}})};
    add_joint(part, {700.0, 0.0, 1400.0}, kX, kFlange, kBolt);
    return compound(part);
}

TopoDS_Shape line_to_pump() {
    Shapes part{flanged_line({{{1900.0, 0.0, 1400.0}, {2450.0, 0.0, 1400.0}, {2450.0, 0.0, 700.0}}})};
    add_joint(part, {2450.0, 0.0, 697.0}, kZ, kFlange, kBolt);
    return compound(part);
}

TopoDS_Shape overhead_line() {
    Shapes part{flanged_line(
        {{{0.0, 0.0, 3003.0}, {0.0, 0.0, 3350.0}, {0.0, 1500.0, 3350.0}, {0.0, 1500.0, 2003.0}}})};
    add_joint(part, {0.0, 0.0, 3000.0}, kZ, kFlange, kBolt);
    add_joint(part, {0.0, 1500.0, 2000.0}, kZ, kFlange, kBolt);
    return compound(part);
}

/// A saddle under a lying vessel: base plate, web, and three ribs.
TopoDS_Shape saddle(double x, const TopoDS_Shape& room_for_shell) {
    Shapes plates{block({x - 60.0, 1220.0, 800.0 + kPlay}, {x + 60.0, 1780.0, 820.0}),
                  block({x - 8.0, 1240.0, 810.0}, {x + 8.0, 1760.0, 1300.0})};
    for (const double y : {1250.0, 1500.0, 1750.0})
        plates.push_back(block({x - 55.0, y - 8.0, 810.0}, {x + 55.0, y + 8.0, 1300.0}));
    return cut(fused(plates), {room_for_shell});
}

TopoDS_Shape exchanger() {
    constexpr double kRadius = 350.0, kLength = 2200.0, kWall = 10.0;
    const Vec3 start(-1100.0, 1500.0, 1450.0), nozzle(0.0, 1500.0, 2000.0), drain(300.0, 1500.0, 950.0);
    const double behind = kFlange.thickness + kFlange.neck_height;
    const TopoDS_Shape middle = placed(vessel(kRadius - 0.5 * kWall, kLength), along(start, kX));
    const TopoDS_Shape inside = placed(vessel(kRadius - kWall, kLength), along(start, kX));
    Shapes outside{placed(cylinder(kPipeOuter, 0.0, 250.0 - behind), along(nozzle - 250.0 * kZ, kZ)),
                   flange_at(nozzle, kZ),
                   placed(cylinder(kPipeOuter, 0.0, 250.0 - behind), along(drain + 250.0 * kZ, -kZ)),
                   flange_at(drain, -kZ)};
    for (const double at : {300.0, 326.0})  // the girth flanges of its channel
        outside.push_back(placed(tube(410.0, 345.0, at, at + 25.0), along(start, kX)));
    for (const double x : {-700.0, 700.0}) outside.push_back(saddle(x, middle));
    return with_nozzles(placed(vessel(kRadius, kLength), along(start, kX)), inside, outside,
                        {placed(cylinder(kPipeInner, 0.0, 300.0), along(nozzle - 280.0 * kZ, kZ)),
                         placed(cylinder(kPipeInner, 0.0, 300.0), along(drain + 280.0 * kZ, -kZ))});
}

TopoDS_Shape pump() {
    const Vec3 centre(2450.0, -90.0, 350.0), nozzle(2450.0, 0.0, 697.0);
    const double behind = kFlange.thickness + kFlange.neck_height;
    const TopoDS_Shape volute = placed(turned({{0.0, 0.0},
                                               {110.0, 0.0},
                                               {125.0, 12.0},
                                               {190.0, 40.0},
                                               {200.0, 55.0},
                                               {200.0, 125.0},
                                               {190.0, 140.0},
                                               {125.0, 168.0},
                                               {110.0, 180.0},
                                               {0.0, 180.0}}),
                                       along(centre, kY));
    const TopoDS_Shape motor = placed(turned({{0.0, 0.0},
                                              {55.0, 0.0},
                                              {55.0, 110.0},
                                              {130.0, 110.0},
                                              {130.0, 500.0},
                                              {120.0, 560.0},
                                              {110.0, 570.0},
                                              {0.0, 570.0}}),
                                      along(centre + 160.0 * kY, kY));
    Shapes solids{volute, motor, flange_at(nozzle, kZ),
                  placed(cylinder(kPipeOuter, 0.0, 297.0 - behind), along(nozzle - 297.0 * kZ, kZ)),
                  placed(cylinder(kPipeOuter, -160.0 + behind, 10.0), along(centre, kY)),
                  flange_at(centre - 160.0 * kY, -kY),
                  // Terminal box, feet, base frame.
                  block({2510.0, 300.0, 420.0}, {2600.0, 420.0, 510.0}),
                  block({2350.0, 250.0, 140.0}, {2375.0, 560.0, 300.0}),
                  block({2525.0, 250.0, 140.0}, {2550.0, 560.0, 300.0}),
                  block({2400.0, -60.0, 140.0}, {2500.0, 60.0, 200.0})};
    constexpr int kFins = 9;
    for (int k = 0; k < kFins; ++k) {
        const double turn = std::numbers::pi * (0.12 + 0.76 * k / (kFins - 1));
        const Vec3 out(std::cos(turn), 0.0, std::sin(turn));
        solids.push_back(placed(block({-2.5, 100.0, 0.0}, {2.5, 148.0, 330.0}),
                                {centre + 300.0 * kY, kY, Vec3(out.cross(kY))}));
    }
    const TopoDS_Shape base =
        rounded(block({2250.0, -150.0, kPlay}, {2650.0, 700.0, 155.0}), 12.0, [](const EdgeFacts& edge) {
            return edge.middle.z() > 100.0 || std::abs(edge.middle.z() - 77.5) < 5.0;
        });
    solids.push_back(base);
    return cut(fused(solids), {placed(cylinder(kPipeInner, 0.0, 310.0), along(nozzle - 290.0 * kZ, kZ)),
                               placed(cylinder(kPipeInner, -170.0, 30.0), along(centre, kY))});
}

/// Seen from the middle of its passage, which runs along x.
TopoDS_Shape valve() {
    Flange own = kFlange;
    own.neck_height = 0.0;
    const TopoDS_Shape body = placed(turned({{0.0, -kValveHalf + 10.0},
                                             {57.0, -kValveHalf + 10.0},
                                             {62.0, -130.0},
                                             {115.0, -60.0},
                                             {115.0, 60.0},
                                             {62.0, 130.0},
                                             {57.0, kValveHalf - 10.0},
                                             {0.0, kValveHalf - 10.0}}),
                                     along(Vec3::Zero(), kX));
    const TopoDS_Shape bonnet = turned({{0.0, 0.0},
                                        {70.0, 0.0},
                                        {70.0, 135.0},
                                        {105.0, 150.0},
                                        {105.0, 185.0},
                                        {60.0, 185.0},
                                        {45.0, 205.0},
                                        {32.0, 318.0},
                                        {40.0, 322.0},
                                        {40.0, 335.0},
                                        {0.0, 335.0}});
    Shapes holes{placed(cylinder(kPipeInner, -kValveHalf, kValveHalf), along(Vec3::Zero(), kX))};
    for (int k = 0; k < 4; ++k) {
        const double turn = 0.5 * std::numbers::pi * (k + 0.5);
        holes.push_back(moved(cylinder(7.0, 120.0, 200.0), 89.0 * Vec3(std::cos(turn), std::sin(turn), 0.0)));
    }
    const TopoDS_Shape stem = turned({{0.0, 325.0},
                                      {12.0, 325.0},
                                      {12.0, 415.0},
                                      {28.0, 418.0},
                                      {28.0, 455.0},
                                      {16.0, 458.0},
                                      {16.0, 470.0},
                                      {0.0, 470.0}});
    Shapes wheel{moved(ring(150.0, 11.0), 440.0 * kZ)};
    for (int k = 0; k < 3; ++k) {
        const double turn = 2.0 * std::numbers::pi * k / 3.0;
        wheel.push_back(
            placed(cylinder(7.0, 15.0, 150.0), {440.0 * kZ, Vec3(std::cos(turn), std::sin(turn), 0.0), kZ}));
    }
    wheel.push_back(stem);
    wheel.push_back(cut(fused({body, bonnet}), holes));
    wheel.push_back(placed(flange_solid(own), along(-kValveHalf * kX, -kX)));
    wheel.push_back(placed(flange_solid(own), along(kValveHalf * kX, kX)));
    Shapes part{fused(wheel)};
    part.push_back(
        placed(tube(72.0, 53.0, -kValveHalf - kGasket, -kValveHalf - kPlay), along(Vec3::Zero(), kX)));
    part.push_back(
        placed(tube(72.0, 53.0, kValveHalf + kPlay, kValveHalf + kGasket), along(Vec3::Zero(), kX)));
    return compound(part);
}

TopoDS_Shape structure() {
    constexpr BeamSection kColumn{100.0, 100.0, 6.0, 10.0};
    Shapes part;
    Shapes steel;
    for (const double x : {-700.0, 700.0}) {
        for (const double y : {1250.0, 1750.0}) {
            steel.push_back(moved(i_beam(kColumn, 690.0), {x, y, 10.0}));
            steel.push_back(block({x - 90.0, y - 90.0, -5.0}, {x + 90.0, y + 90.0, 15.0}));
        }
        steel.push_back(placed(i_beam(kColumn, 740.0), {Vec3(x, 1130.0, 750.0), kY, kX}));
    }
    steel.push_back(
        rounded(block({-1500.0, -1000.0, -100.0}, {2900.0, 2100.0, 0.0}), 20.0,
                [](const EdgeFacts& edge) { return std::abs(edge.middle.z()) < 1.0 && edge.length > 1.0; }));
    return fused(steel);
}

Part part_of(const std::string& name, const TopoDS_Shape& shape, const std::array<double, 3>& colour) {
    return {.name = name, .shape = shape, .parts = {}, .location = {}, .colour = colour};
}

}  // namespace

Expected<CadDemo> make_process_plant_cad(const DemoValues&) {
    Part root{.name = "process-plant", .shape = {}};
    root.parts = {part_of("drum", drum(), {0.62, 0.68, 0.74}),
                  part_of("line-to-valve", line_to_valve(), {0.55, 0.62, 0.55}),
                  part_of("line-to-pump", line_to_pump(), {0.55, 0.62, 0.55}),
                  part_of("overhead-line", overhead_line(), {0.68, 0.60, 0.48}),
                  part_of("exchanger", exchanger(), {0.70, 0.70, 0.72}),
                  part_of("pump", pump(), {0.25, 0.42, 0.62}),
                  part_of("valve", valve(), {0.75, 0.28, 0.22}),
                  part_of("structure", structure(), {0.60, 0.60, 0.58})};
    root.parts[kPlantMovingBody].location = location_of(Frame{kValvePlace});

    SceneDescription scene;
    for (const Part& part : root.parts)
        scene.bodies.push_back({part.name, "process-plant.step", {}, part.name, false, {}});
    // The poses of the mesh version are of a valve about its own middle; in the file it is mounted.
    std::vector<Pose> poses = process_plant_poses();
    for (Pose& pose : poses) pose.translation -= pose.rotation * kValvePlace;
    scene.paths = {{"valve", InBetween::Screw, std::move(poses), {}, {}}};
    return CadDemo{{{"process-plant.step", root}}, {{"scene.json", scene}}};
}

}  // namespace graze::cad
