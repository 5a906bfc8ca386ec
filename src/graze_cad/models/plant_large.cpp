// A refinery block: pipe racks of bays along x, one beside the other along y, and in every bay a unit of
// equipment beside the rack (mm, z up).
//
//        y ^   rack 2  |bay|bay|bay|...        a bay: two columns, beams, pipes on shoes, cable trays
//          |   unit    [pumps][vessel]...      a unit: pumps and their lines, or a vessel with ladder and
//          platform |   rack 1  |bay|bay|bay|...
//          +--------------------------> x
//
// Bays and units are assemblies that are used again and again; parts have 2 mm or more between them. One
// thing is wrong in each rack: in its third bay a branch line runs through a cable tray (kClashingBay).
#include "graze_cad/models/models.h"

#include "graze_cad/models/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace graze::cad {
namespace {
namespace plant_large_model {

constexpr double kPi = std::numbers::pi;
constexpr double kBay = 6000.0, kRackWidth = 6000.0, kLow = 4500.0, kHigh = 6500.0, kRackPitch = 22000.0;
constexpr int kBaysPerRack = 20, kClashingBay = 2;
constexpr double kDeflection = 1.0;  // below the 2 mm between parts
const Vec3 kX = Vec3::UnitX(), kY = Vec3::UnitY(), kZ = Vec3::UnitZ();

using Colour = std::array<double, 3>;
constexpr Colour kSteel{0.55, 0.57, 0.6}, kPipeColour{0.72, 0.73, 0.74}, kVesselColour{0.8, 0.8, 0.78},
    kPumpColour{0.2, 0.4, 0.6}, kValveColour{0.75, 0.3, 0.2}, kYellow{0.9, 0.75, 0.15},
    kTrayColour{0.66, 0.68, 0.7}, kConcrete{0.7, 0.69, 0.66};

struct Product {
    std::string name;
    TopoDS_Shape shape;
    Colour colour;
};

TopoDS_Shape rod(double radius, const Vec3& from, const Vec3& to) {
    const Vec3 along = to - from;
    const Vec3 any = std::abs(along.normalized().z()) < 0.9 ? kZ : kX;
    return placed(cylinder(radius, 0.0, along.norm()), {from, along, any});
}

TopoDS_Shape column() {
    return fused({moved(i_beam({300.0, 300.0, 11.0, 19.0}, kHigh + 400.0 - 20.0), 20.0 * kZ),
                  block({-250.0, -250.0, 0.0}, {250.0, 250.0, 30.0})});
}

/// Along z, 10 shorter at either end.
TopoDS_Shape beam(double length, const BeamSection& section) {
    return moved(i_beam(section, length - 20.0), 10.0 * kZ);
}

TopoDS_Shape pipe_length(double radius, double wall, double length) {
    return tube(radius, radius - wall, 5.0, length - 5.0);
}

/// A T under a pipe, its top at z = 0.
TopoDS_Shape shoe() {
    return prism({{-75.0, -100.0},
                  {75.0, -100.0},
                  {75.0, -90.0},
                  {5.0, -90.0},
                  {5.0, -2.0},
                  {-5.0, -2.0},
                  {-5.0, -90.0},
                  {-75.0, -90.0}},
                 -150.0, 150.0);
}

TopoDS_Shape tray() {
    const double w = 200.0, h = 80.0, length = kBay - 20.0;
    const TopoDS_Shape channel = prism(
        {{-w, 0.0}, {w, 0.0}, {w, h}, {w - 3.0, h}, {w - 3.0, 3.0}, {-w + 3.0, 3.0}, {-w + 3.0, h}, {-w, h}},
        10.0, length);
    Shapes slots;
    for (int k = 0; k < 10; ++k)
        slots.push_back(block({-120.0, -5.0, 200.0 + 580.0 * k}, {120.0, 5.0, 500.0 + 580.0 * k}));
    return cut(channel, slots);
}

constexpr Flange kFlange{.outer_radius = 140.0,
                         .bore_radius = 77.0,
                         .thickness = 24.0,
                         .bolt_circle_radius = 115.0,
                         .hole_radius = 11.0,
                         .holes = 8,
                         .neck_radius = 102.0,
                         .neck_height = 30.0,
                         .pipe_radius = 84.0};

/// A piece of pipe with flanges, along z.
TopoDS_Shape spool(double length) {
    Flange blank = kFlange;
    blank.bore_radius = 0.0;
    const double behind = kFlange.thickness + kFlange.neck_height;
    const TopoDS_Shape flange = flange_solid(blank);
    return cut(fused({placed(flange, {Vec3::Zero(), -kZ, kX}), moved(flange, length * kZ),
                      cylinder(84.0, behind, length - behind)},
                     Seams::Keep),
               {cylinder(77.0, -1.0, length + 1.0)});
}

TopoDS_Shape gate_valve() {
    Flange blank = kFlange;
    blank.bore_radius = 0.0;
    blank.neck_height = 0.0;
    const TopoDS_Shape flange = flange_solid(blank);
    const TopoDS_Shape body = turned({{0.0, -170.0},
                                      {84.0, -170.0},
                                      {90.0, -120.0},
                                      {130.0, -70.0},
                                      {130.0, 70.0},
                                      {90.0, 120.0},
                                      {84.0, 170.0},
                                      {0.0, 170.0}});
    const TopoDS_Shape bonnet = placed(turned({{0.0, 0.0},
                                               {85.0, 0.0},
                                               {85.0, 190.0},
                                               {120.0, 190.0},
                                               {120.0, 225.0},
                                               {60.0, 225.0},
                                               {40.0, 420.0},
                                               {18.0, 420.0},
                                               {18.0, 560.0},
                                               {0.0, 560.0}}),
                                       {Vec3::Zero(), kX, kY});
    Shapes solids{body, bonnet, moved(flange, 180.0 * kZ), placed(flange, {-180.0 * kZ, -kZ, kX}),
                  placed(ring(160.0, 12.0), {520.0 * kX, kX, kY})};
    for (int k = 0; k < 3; ++k) {
        const double turn = 2.0 * kPi * k / 3.0;
        solids.push_back(
            rod(9.0, 520.0 * kX, 520.0 * kX + 160.0 * Vec3(0.0, std::cos(turn), std::sin(turn))));
    }
    return cut(fused(solids), {cylinder(77.0, -181.0, 181.0)});
}

TopoDS_Shape elbow(double radius, double wall, double bend) {
    const std::vector<Vec3> points{{0.0, 0.0, 0.0}, {0.0, 0.0, bend + 30.0}, {bend + 30.0, 0.0, bend + 30.0}};
    return cut(fused(rods({radius, bend, points}), Seams::Keep),
               rods({radius - wall, bend, {points[0] - kZ, points[1], points[2] + kX}}));
}

TopoDS_Shape foundation() {
    return chamfered(block({-500.0, -1100.0, 0.0}, {500.0, 1100.0, 300.0}), 25.0,
                     [](const EdgeFacts& edge) { return edge.middle.z() > 299.0; });
}

/// Shaft along y; suction towards -y, delivery up; its base on z = 0.
TopoDS_Shape pump() {
    const double axis = 480.0;
    Flange blank = kFlange;
    blank.bore_radius = 0.0;
    const TopoDS_Shape flange = flange_solid(blank);
    Shapes solids{placed(turned({{0.0, 0.0},
                                 {150.0, 0.0},
                                 {250.0, 50.0},
                                 {265.0, 70.0},
                                 {265.0, 150.0},
                                 {250.0, 170.0},
                                 {150.0, 220.0},
                                 {0.0, 220.0}}),
                         {{0.0, -520.0, axis}, kY, kX}),
                  placed(turned({{0.0, 0.0},
                                 {80.0, 0.0},
                                 {80.0, 240.0},
                                 {190.0, 240.0},
                                 {190.0, 860.0},
                                 {170.0, 960.0},
                                 {0.0, 960.0}}),
                         {{0.0, -320.0, axis}, kY, kX}),
                  placed(cylinder(84.0, 0.0, 180.0), {{0.0, -510.0, axis}, -kY, kX}),
                  placed(flange, {{0.0, -740.0, axis}, -kY, kX}),
                  moved(cylinder(84.0, axis + 100.0, 850.0), {0.0, -410.0, 0.0}),
                  moved(flange, {0.0, -410.0, 900.0}),
                  rounded(block({-300.0, -700.0, 2.0}, {300.0, 800.0, 140.0}), 20.0,
                          [](const EdgeFacts& edge) { return edge.middle.z() > 60.0; }),
                  block({-160.0, 0.0, 120.0}, {160.0, 460.0, 380.0}),
                  block({-120.0, -480.0, 120.0}, {120.0, -340.0, 350.0}),
                  block({100.0, 150.0, axis + 60.0}, {300.0, 350.0, axis + 240.0})};
    for (int k = 0; k < 7; ++k) {
        const double turn = kPi * (0.15 + 0.7 * k / 6.0);
        const Vec3 out(std::cos(turn), 0.0, std::sin(turn));
        if (k > 0)
            solids.push_back(placed(block({-5.0, 150.0, 0.0}, {5.0, 215.0, 560.0}),
                                    {{0.0, -60.0, axis}, kY, Vec3(out.cross(kY))}));
    }
    return cut(fused(solids), {placed(cylinder(77.0, 0.0, 300.0), {{0.0, -450.0, axis}, -kY, kX}),
                               moved(cylinder(77.0, axis + 50.0, 901.0), {0.0, -410.0, 0.0})});
}

TopoDS_Shape tower() {
    Flange blank = kFlange;
    blank.bore_radius = 0.0;
    const TopoDS_Shape flange = flange_solid(blank);
    Shapes outside{moved(vessel(900.0, 7000.0), 1600.0 * kZ), tube(912.0, 890.0, 20.0, 1700.0),
                   tube(1080.0, 800.0, 2.0, 30.0)};
    Shapes holes{moved(vessel(884.0, 7000.0), 1600.0 * kZ),
                 placed(cylinder(260.0, 700.0, 1200.0), {{0.0, 0.0, 750.0}, kX, kY})};
    for (const double z : {2200.0, 4200.0, 7800.0}) {
        outside.push_back(placed(cylinder(84.0, 860.0, 1100.0), {{0.0, 0.0, z}, -kY, kX}));
        outside.push_back(placed(flange, {{0.0, -1150.0, z}, -kY, kX}));
        holes.push_back(placed(cylinder(77.0, 800.0, 1151.0), {{0.0, 0.0, z}, -kY, kX}));
    }
    for (int k = 0; k < 12; ++k) {
        const double turn = kPi / 6.0 * (k + 0.5);
        holes.push_back(
            moved(cylinder(18.0, -1.0, 40.0), 1010.0 * Vec3(std::cos(turn), std::sin(turn), 0.0)));
    }
    return cut(fused(outside), holes);
}

/// Between z = 0 and 3000, rungs along x.
TopoDS_Shape ladder() {
    Shapes solids{block({-230.0, -30.0, 0.0}, {-218.0, 30.0, 2990.0}),
                  block({218.0, -30.0, 0.0}, {230.0, 30.0, 2990.0})};
    for (int k = 0; k < 10; ++k)
        solids.push_back(rod(10.0, {-225.0, 0.0, 150.0 + 290.0 * k}, {225.0, 0.0, 150.0 + 290.0 * k}));
    return fused(solids);
}

TopoDS_Shape platform() {
    Shapes bars{block({-700.0, -900.0, 0.0}, {700.0, -890.0, 100.0}),
                block({-700.0, 890.0, 0.0}, {700.0, 900.0, 100.0}),
                block({-700.0, -895.0, 0.0}, {-690.0, 895.0, 100.0}),
                block({690.0, -895.0, 0.0}, {700.0, 895.0, 100.0})};
    for (int k = 1; k < 14; ++k)
        bars.push_back(
            block({-695.0 + 100.0 * k - 4.0, -895.0, 40.0}, {-695.0 + 100.0 * k + 4.0, 895.0, 80.0}));
    return fused(bars);
}

TopoDS_Shape handrail() {
    Shapes solids;
    for (const double x : {-670.0, 0.0, 670.0}) solids.push_back(rod(20.0, {x, 0.0, 0.0}, {x, 0.0, 1080.0}));
    for (const double z : {550.0, 1080.0}) solids.push_back(rod(20.0, {-700.0, 0.0, z}, {700.0, 0.0, z}));
    return fused(solids);
}

struct Products {
    Product column{"column", plant_large_model::column(), kSteel},
        cross_beam{"cross-beam", beam(kRackWidth - 300.0, {300.0, 150.0, 8.0, 13.0}), kSteel},
        long_beam{"long-beam", beam(kBay - 300.0, {200.0, 100.0, 6.0, 10.0}), kSteel},
        large_pipe{"pipe-DN250", pipe_length(136.5, 8.0, kBay), kPipeColour},
        small_pipe{"pipe-DN100", pipe_length(57.0, 4.5, kBay), kPipeColour},
        shoe{"shoe", plant_large_model::shoe(), kSteel},
        tray{"cable-tray", plant_large_model::tray(), kTrayColour},
        spool{"spool", plant_large_model::spool(1200.0), kPipeColour},
        riser{"riser", plant_large_model::spool(3000.0), kPipeColour},
        valve{"gate-valve", gate_valve(), kValveColour},
        elbow{"elbow-DN150", plant_large_model::elbow(84.0, 7.0, 230.0), kPipeColour},
        foundation{"foundation", plant_large_model::foundation(), kConcrete},
        pump{"pump", plant_large_model::pump(), kPumpColour},
        tower{"tower", plant_large_model::tower(), kVesselColour},
        ladder{"ladder", plant_large_model::ladder(), kYellow},
        platform{"platform", plant_large_model::platform(), kSteel},
        handrail{"handrail", plant_large_model::handrail(), kYellow},
        branch{"branch-line", pipe_length(57.0, 4.5, 3000.0), kPipeColour};
};

void add(Part& assembly, const Product& product, int number, const Frame& frame) {
    assembly.parts.push_back({.name = product.name + "-" + std::to_string(number),
                              .shape = product.shape,
                              .parts = {},
                              .location = location_of(frame),
                              .colour = product.colour,
                              .product = product.name});
}

/// Starts at x = 0; the columns stand there.
Part bay(const Products& p) {
    Part bay{.name = "", .shape = {}};
    bay.product = "rack-bay";
    const double half = 0.5 * kRackWidth;
    int beams = 0, lengths = 0, shoes = 0, trays = 0, small = 0;
    for (const int side : {0, 1})
        add(bay, p.column, side + 1, {{0.0, (side - 0.5) * kRackWidth, 2.0}, kZ, kX});
    for (const double z : {kLow, kHigh}) {
        add(bay, p.cross_beam, ++beams, {{0.0, -half + 150.0, z - 150.0}, kY, kX});
        for (const double side : {-1.0, 1.0})
            add(bay, p.long_beam, 2 * (z > kLow) + (side > 0.0) + 1,
                {{150.0, side * half, z - 450.0}, kX, kY});
        for (int k = 0; k < 6; ++k) {  // on shoes on the beams
            const double y = -half + 500.0 + 480.0 * k;
            add(bay, p.large_pipe, ++lengths, {{0.0, y, z + 104.0 + 136.5}, kX, kY});
            add(bay, p.shoe, ++shoes, {{0.0, y, z + 102.0}, kX, kY});
        }
        for (int k = 0; k < 8; ++k)
            add(bay, p.small_pipe, ++small, {{0.0, 330.0 + 180.0 * k, z + 62.0}, kX, kY});
        for (int k = 0; k < 2; ++k) add(bay, p.tray, ++trays, {{0.0, 2000.0 + 450.0 * k, z + 4.0}, kX, kY});
    }
    return bay;
}

/// Two pumps with their lines, in the bay's 6 m along x, y = 0 at the middle of the foundations.
Part pump_unit(const Products& p) {
    Part unit{.name = "", .shape = {}};
    unit.product = "pump-unit";
    for (int k = 0; k < 2; ++k) {
        const double x = 1500.0 + 3000.0 * k;
        add(unit, p.foundation, k + 1, {{x, 0.0, 0.0}, kZ, kX});
        add(unit, p.pump, k + 1, {{x, 0.0, 300.0}, kZ, kX});
        // Delivery: valve and riser on top; suction: valve and spool, then up.
        add(unit, p.valve, 2 * k + 1, {{x, -410.0, 1200.0 + 183.0}, kZ, kY});
        add(unit, p.riser, k + 1, {{x, -410.0, 1200.0 + 366.0}, kZ, kX});
        add(unit, p.elbow, 2 * k + 1, {{x, -410.0, 1200.0 + 366.0 + 3003.0}, kZ, kX});
        add(unit, p.valve, 2 * k + 2, {{x, -743.0 - 180.0, 780.0}, -kY, kZ});
        add(unit, p.spool, k + 1, {{x, -743.0 - 363.0, 780.0}, -kY, kZ});
        add(unit, p.elbow, 2 * k + 2, {{x, -743.0 - 363.0 - 1203.0, 780.0}, -kY, kZ});
    }
    return unit;
}

/// A tower with ladders, and platforms with rails.
Part tower_unit(const Products& p) {
    Part unit{.name = "", .shape = {}};
    unit.product = "tower-unit";
    add(unit, p.tower, 1, {{3000.0, 0.0, 0.0}, kZ, kX});
    for (int k = 0; k < 3; ++k)
        add(unit, p.ladder, k + 1, {{4400.0, -700.0 + 700.0 * (k % 2), 20.0 + 3000.0 * k}, kZ, kY});
    int rails = 0;
    for (int k = 0; k < 2; ++k) {
        const double z = 3000.0 * (k + 1) - 120.0, x = 5200.0;
        add(unit, p.platform, k + 1, {{x, -1600.0 + 3200.0 * k, z}, kZ, kX});
        for (const double side : {-1.0, 1.0})
            add(unit, p.handrail, ++rails, {{x, -1600.0 + 3200.0 * k + side * 860.0, z + 104.0}, kZ, kX});
    }
    for (int k = 0; k < 3; ++k) {
        const double z = k == 0 ? 2200.0 : k == 1 ? 4200.0 : 7800.0;
        add(unit, p.valve, k + 1, {{3000.0, -1153.0 - 180.0, z}, -kY, k == 1 ? Vec3(-kX) : Vec3(kX)});
        add(unit, p.spool, k + 1, {{3000.0, -1153.0 - 363.0, z}, -kY, kX});
    }
    return unit;
}

Part placed_as(Part part, const std::string& name, const Vec3& at) {
    part.name = name;
    part.location = location_of(Frame{at});
    return part;
}

std::string numbered(const std::string& word, int number) {
    return word + (number < 10 ? "-0" : "-") + std::to_string(number);
}

}  // namespace plant_large_model
}  // namespace

Expected<CadDemo> make_plant_large(const DemoValues& values) {
    using namespace plant_large_model;
    const Products products;
    const Part one_bay = bay(products), pumps = pump_unit(products), tower = tower_unit(products);
    const auto wish = static_cast<std::size_t>(values.whole("parts"));
    Part site{.name = "plant", .shape = {}};
    std::size_t parts = 0;
    for (int rack = 0; parts < wish; ++rack) {
        Part row{.name = numbered("rack", rack + 1), .shape = {}};
        row.location = location_of(Frame{kRackPitch * rack * kY});
        for (int k = 0; k < kBaysPerRack && parts < wish; ++k) {
            const Vec3 at = kBay * k * kX;
            const Part& unit = k % 3 == 2 ? tower : pumps;
            row.parts.push_back(placed_as(one_bay, numbered("bay", k + 1), at));
            row.parts.push_back(placed_as(unit, numbered("unit", k + 1), at + 8000.0 * kY));
            parts += one_bay.parts.size() + unit.parts.size();
            if (k != kClashingBay) continue;
            add(row, products.branch, 1,
                {at + Vec3(2500.0, 2100.0, kLow - 1500.0), kZ, kX});  // up through a tray
            ++parts;
        }
        site.parts.push_back(std::move(row));
    }
    SceneDescription scene;
    scene.bodies = {{"", "plant.step", {}, {}, true, kDeflection}};
    return CadDemo{{{"plant.step", std::move(site)}}, {{"scene.json", std::move(scene)}}};
}

}  // namespace graze::cad
