// A spur gearbox of two stages (mm; shafts along y in the plane z = 0, where the housing is parted).
//
//     x:    0          94.5              234.5
//        input       middle             output
//     y:  ===[18]== (-) [45]=====   ....
//                    [20]       ===[50]===>
//
// Gears have an involute profile of 20 degrees; teeth are thinner so that a pair has the wished backlash.
// Seats of rings and wheels are drawn with kFit, balls with kBallPlay, housing parts with kPlay: nothing
// touches.
#include "graze_cad/models/models.h"

#include "graze_cad/models/shapes.h"

#include <array>
#include <cmath>
#include <numbers>

namespace graze::cad {
namespace {
namespace gearbox_model {

constexpr double kPi = std::numbers::pi;
constexpr double kFit = 0.1, kBallPlay = 0.15, kPlay = 0.1;
constexpr double kDeflection = 0.03;
constexpr double kX1 = 0.0, kX2 = 94.5, kX3 = 234.5;
constexpr double kBearingFrom = 68.0;
constexpr double kWall = 70.0;                       // inner faces of the side walls: y = +-kWall
constexpr double kBossFrom = 62.0, kBossTo = 112.0;  // where the bearings sit
const Vec3 kX = Vec3::UnitX(), kY = Vec3::UnitY(), kZ = Vec3::UnitZ();

struct Gear {
    int teeth;
    double module_mm, width, backlash;
    double phase = 0.0;  // where the middle of the first tooth is, in teeth
};

Vec2 polar(double radius, double angle) { return radius * Vec2(std::cos(angle), std::sin(angle)); }
double involute(double angle) { return std::tan(angle) - angle; }

/// From z = 0 to its width, without bore.
TopoDS_Shape gear_blank(const Gear& gear) {
    using Kind = OutlineCurve::Kind;
    constexpr int kPoints = 6;
    const double pitch = 0.5 * gear.teeth * gear.module_mm, base = pitch * std::cos(kPi / 9.0);
    const double root = pitch - 1.25 * gear.module_mm, tip = pitch + gear.module_mm;
    const double start = std::max(base, root) + 1e-3 * gear.module_mm;
    const double half =
        0.5 * kPi / gear.teeth - 0.25 * gear.backlash / pitch;  // of a tooth at the pitch circle
    const auto half_at = [&](double r) { return half + involute(kPi / 9.0) - involute(std::acos(base / r)); };
    std::vector<OutlineCurve> outline;
    for (int k = 0; k < gear.teeth; ++k) {
        const double middle = 2.0 * kPi * (k + gear.phase) / gear.teeth,
                     next = middle + 2.0 * kPi / gear.teeth;
        OutlineCurve rise{Kind::Spline, {}}, fall{Kind::Spline, {}};
        for (int i = 0; i <= kPoints; ++i) {
            const double r = start + (tip - start) * i / kPoints;
            rise.points.push_back(polar(r, middle - half_at(r)));
            fall.points.insert(fall.points.begin(), polar(r, middle + half_at(r)));
        }
        const double foot = half_at(start);
        const bool radial = root < start - 1e-6;
        if (radial) outline.push_back({Kind::Line, {polar(root, middle - foot), rise.points.front()}});
        outline.push_back(rise);
        outline.push_back({Kind::Arc, {rise.points.back(), polar(tip, middle), fall.points.front()}});
        outline.push_back(fall);
        if (radial) outline.push_back({Kind::Line, {fall.points.back(), polar(root, middle + foot)}});
        const Vec2 from = radial ? polar(root, middle + foot) : fall.points.back();
        const Vec2 to = radial ? polar(root, next - foot) : polar(start, next - foot);
        outline.push_back({Kind::Arc, {from, polar(radial ? root : start, middle + kPi / gear.teeth), to}});
    }
    return prism(outline, 0.0, gear.width);
}

struct Key {
    double width, height, from, to;  // height: above the axis
};

/// A wheel with a web, holes in it, a hub, a bore and a keyway.
TopoDS_Shape wheel(const Gear& gear, double bore, const Key& key) {
    const double root = 0.5 * gear.teeth * gear.module_mm - 1.25 * gear.module_mm;
    const double hub = 1.7 * bore, rim = root - 2.5 * gear.module_mm, web = 0.28 * gear.width;
    Shapes tools{cylinder(bore, -10.0, gear.width + 10.0),
                 block({0.0, -0.5 * key.width - kFit, -10.0},
                       {key.height + kFit, 0.5 * key.width + kFit, gear.width + 10.0}),
                 tube(rim, hub, -5.0, web), tube(rim, hub, gear.width - web, gear.width + 5.0)};
    for (int k = 0; k < 6; ++k) {
        const Vec2 at = polar(0.5 * (hub + rim), kPi / 3.0 * (k + 0.5));
        tools.push_back(moved(cylinder(0.3 * (rim - hub), -5.0, gear.width + 5.0), {at.x(), at.y(), 0.0}));
    }
    return cut(gear_blank(gear), tools);
}

TopoDS_Shape key_block(const Key& key) {
    return block({0.0, -0.5 * key.width, key.from}, {key.height, 0.5 * key.width, key.to});
}

struct Bearing {
    double bore, outer, width, pitch, ball;  // radii, and the width
    int balls;
};
constexpr Bearing k6205{12.5, 26.0, 15.0, 19.25, 3.97, 9};
constexpr Bearing k6207{17.5, 36.0, 17.0, 26.75, 5.56, 9};

/// About z, from 0 to its width.
TopoDS_Shape bearing_ring(const Bearing& b, bool inner) {
    const double half = 0.42 * b.ball, c = 1.0;
    const std::vector<Turned> outline =
        inner
            ? std::vector<Turned>{{b.bore, c},           {b.bore + c, 0.0},
                                  {b.pitch - half, 0.0}, {b.pitch - half, b.width},
                                  {b.bore + c, b.width}, {b.bore, b.width - c}}
            : std::vector<Turned>{{b.pitch + half, 0.0},  {b.outer - c, 0.0},     {b.outer, c},
                                  {b.outer, b.width - c}, {b.outer - c, b.width}, {b.pitch + half, b.width}};
    return cut(turned(outline), {moved(ring(b.pitch, b.ball), 0.5 * b.width * kZ)});
}

TopoDS_Shape bearing_balls(const Bearing& b) {
    Shapes balls;
    for (int k = 0; k < b.balls; ++k) {
        const Vec2 at = polar(b.pitch, 2.0 * kPi * k / b.balls);
        balls.push_back(moved(ball(b.ball - kBallPlay), {at.x(), at.y(), 0.5 * b.width}));
    }
    return compound(balls);
}

/// A cover over a bearing, with a spigot that reaches down to its outer ring; `hole` 0: blind. About z, from
/// 0 outwards, with its four screws.
TopoDS_Shape cap(double radius, double hole, const Bearing& b) {
    const double spigot = kBossTo + kPlay - kBearingFrom - b.width - 0.5, out = b.outer - kFit,
                 in = b.outer - 5.0;
    Shapes solids{turned({{in, -spigot},
                          {out, -spigot},
                          {out, 0.0},
                          {radius, 0.0},
                          {radius, 7.0},
                          {radius - 1.5, 8.5},
                          {hole, 8.5},
                          {hole, 0.0},
                          {in, 0.0}})};
    for (int k = 0; k < 4; ++k) {
        const Vec2 at = polar(radius - 7.0, 0.5 * kPi * (k + 0.5));
        solids.push_back(moved(hexagon(8.0, 8.0, 13.0, HexagonTop::Chamfered), {at.x(), at.y(), 0.0}));
    }
    return fused(solids);
}

Frame across(double x, double y) { return {{x, y, 0.0}, kY, kX}; }

struct Boss {
    double x;
    Bearing bearing;
    double radius;
};
const std::array<Boss, 3> kBosses{{{kX1, k6205, 40.0}, {kX2, k6205, 40.0}, {kX3, k6207, 50.0}}};

/// Both halves in one.
TopoDS_Shape whole_housing() {
    constexpr double kLeft = -48.0, kRight = 352.0, kLow = -122.0, kHigh = 116.0, kSheet = 12.0;
    const Vec3 low(kLeft, -kWall, kLow), high(kRight, kWall, kHigh), sheet(kSheet, kSheet, kSheet);
    const TopoDS_Shape outside = rounded(block(low - sheet, high + sheet), 18.0, [&](const EdgeFacts& edge) {
        const bool upright = std::abs(edge.middle.z() - 0.5 * (kLow + kHigh)) < 1.0;
        return upright || std::abs(edge.middle.z() - kHigh - kSheet) < 1.0;
    });
    Shapes solids{outside,
                  rounded(block({kLeft - 42.0, -kWall - 42.0, -16.0}, {kRight + 42.0, kWall + 42.0, 16.0}),
                          20.0, [](const EdgeFacts& edge) { return std::abs(edge.middle.z()) < 1.0; })};
    for (const double side : {-1.0, 1.0}) {
        for (const Boss& boss : kBosses)
            solids.push_back(
                placed(cylinder(boss.radius, kBossFrom, kBossTo), {{boss.x, 0.0, 0.0}, side * kY, kX}));
        // Ribs from the bosses down to the feet, and the feet.
        for (const Boss& boss : kBosses) {
            const TopoDS_Shape rib = prism(
                {{60.0, -20.0}, {108.0, -20.0}, {108.0, -45.0}, {90.0, kLow - 10.0}, {60.0, kLow - 10.0}},
                -5.0, 5.0);
            // Drawn in y and z of one side; turned about z for the other.
            const TopoDS_Shape upright = placed(rib, {Vec3::Zero(), kX, kY});
            solids.push_back(placed(upright, {{boss.x, 0.0, 0.0}, kZ, side * kX}));
        }
        for (const double x : {kLeft + 20.0, kRight - 20.0})
            solids.push_back(block({x - 40.0, std::min(side * 60.0, side * 122.0), kLow - kSheet - 6.0},
                                   {x + 40.0, std::max(side * 60.0, side * 122.0), kLow + 14.0}));
    }
    // A lid to look in by, with its screws, and the plug of the drain.
    solids.push_back(rounded(block({70.0, -45.0, kHigh}, {230.0, 45.0, kHigh + kSheet + 9.0}), 8.0,
                             [&](const EdgeFacts& edge) { return edge.length < 25.0; }));
    for (const double x : {84.0, 216.0})
        for (const double y : {-33.0, 33.0})
            solids.push_back(moved(
                hexagon(10.0, kHigh + kSheet, kHigh + kSheet + 15.0, HexagonTop::Chamfered), {x, y, 0.0}));
    solids.push_back(
        placed(hexagon(22.0, 0.0, 30.0, HexagonTop::Chamfered), {{kRight, 0.0, kLow + 16.0}, kX, kY}));
    return fused(solids);
}

Shapes housing_holes() {
    Shapes holes{block({-48.0, -kWall, -122.0}, {352.0, kWall, 116.0})};
    for (const Boss& boss : kBosses)
        holes.push_back(
            placed(cylinder(boss.bearing.outer + kFit, -kBossTo - 5.0, kBossTo + 5.0), across(boss.x, 0.0)));
    for (const double x : {-28.0, 332.0})
        for (const double y : {-104.0, 104.0})
            holes.push_back(moved(cylinder(9.0, -200.0, -90.0), {x, y, 0.0}));
    return holes;
}

/// Where the bolts of the flange go.
std::vector<Vec3> bolt_places() {
    std::vector<Vec3> places;
    for (const double y : {-98.0, 98.0})
        for (const double x : {-74.0, 47.5, 160.0, 301.0, 374.0}) places.push_back({x, y, 0.0});
    for (const double x : {-76.0, 380.0})
        for (const double y : {-40.0, 40.0}) places.push_back({x, y, 0.0});
    return places;
}

Shapes bolt_holes() {
    Shapes holes;
    for (const Vec3& at : bolt_places()) holes.push_back(moved(cylinder(6.0, -40.0, 40.0), at));
    return holes;
}

Part part_of(const std::string& name, const TopoDS_Shape& shape, const std::array<double, 3>& colour,
             const Frame& frame = {}) {
    return {.name = name, .shape = shape, .parts = {}, .location = location_of(frame), .colour = colour};
}

TopoDS_Shape input_shaft(double backlash) {
    return fused({placed(gear_blank({18, 3.0, 34.0, backlash}), {.origin = 18.0 * kZ}),
                  turned({{0.0, -86.0},
                          {11.4, -86.0},
                          {12.4, -85.0},
                          {12.4, -66.0},
                          {15.0, -66.0},
                          {15.0, 66.0},
                          {12.4, 66.0},
                          {12.4, 88.0},
                          {10.0, 90.0},
                          {10.0, 169.0},
                          {9.0, 170.0},
                          {0.0, 170.0}}),
                  key_block({6.0, 12.5, 134.0, 162.0})});
}

TopoDS_Shape middle_shaft(double backlash, const Key& key) {
    return fused({placed(gear_blank({20, 4.0, 44.0, backlash}), {.origin = -52.0 * kZ}),
                  turned({{0.0, -86.0},
                          {11.4, -86.0},
                          {12.4, -85.0},
                          {12.4, -66.0},
                          {16.0, -66.0},
                          {16.0, 10.0},
                          {20.0, 10.0},
                          {20.0, 19.0},
                          {14.9, 19.0},
                          {14.9, 55.0},
                          {14.0, 66.0},
                          {12.4, 66.0},
                          {12.4, 85.0},
                          {11.4, 86.0},
                          {0.0, 86.0}}),
                  key_block(key)});
}

TopoDS_Shape output_shaft(const Key& key) {
    return fused({turned({{0.0, -185.0},
                          {14.0, -185.0},
                          {15.0, -184.0},
                          {15.0, -90.0},
                          {17.4, -88.0},
                          {17.4, -66.0},
                          {21.0, -66.0},
                          {21.9, -55.0},
                          {21.9, -9.0},
                          {27.0, -9.0},
                          {27.0, 6.0},
                          {21.0, 6.0},
                          {21.0, 66.0},
                          {17.4, 66.0},
                          {17.4, 85.0},
                          {16.4, 86.0},
                          {0.0, 86.0}}),
                  key_block(key), key_block({8.0, 18.0, -176.0, -134.0})});
}

}  // namespace gearbox_model
}  // namespace

Expected<CadDemo> make_gearbox(const DemoValues& values) {
    using namespace gearbox_model;
    const double backlash = values.number("backlash");
    const std::array<double, 3> steel{0.72, 0.73, 0.75}, gear_steel{0.62, 0.62, 0.6}, iron{0.35, 0.47, 0.55},
        bright{0.85, 0.85, 0.87};
    const Key key_2{8.0, 18.0, 24.0, 46.0}, key_3{12.0, 25.5, -46.0, -14.0};

    const TopoDS_Shape housing = cut(whole_housing(), housing_holes());
    Shapes lower_tools = bolt_holes(), upper_tools = bolt_holes();
    lower_tools.push_back(block({-300.0, -300.0, -0.5 * kPlay}, {600.0, 300.0, 400.0}));
    upper_tools.push_back(block({-300.0, -300.0, -400.0}, {600.0, 300.0, 0.5 * kPlay}));
    Part box{.name = "gearbox", .shape = {}};
    box.parts = {
        part_of("housing", cut(housing, lower_tools), iron),
        part_of("cover", cut(housing, upper_tools), iron),
        part_of("input-shaft", placed(input_shaft(backlash), across(kX1, 0.0)), steel),
        part_of("middle-shaft", placed(middle_shaft(backlash, key_2), across(kX2, 0.0)), steel),
        part_of("output-shaft", placed(output_shaft(key_3), across(kX3, 0.0)), steel),
        part_of("wheel-1", placed(wheel({45, 3.0, 30.0, backlash}, 15.0, key_2), across(kX2, 20.0)),
                gear_steel),
        part_of("wheel-2", placed(wheel({50, 4.0, 40.0, backlash, 0.5}, 22.0, key_3), across(kX3, -50.0)),
                gear_steel)};

    SceneDescription scene;
    const char* shafts[] = {"input-shaft", "middle-shaft", "output-shaft"};
    const double turns[] = {120.0, -120.0 * 18.0 / 45.0, 120.0 * 18.0 / 45.0 * 20.0 / 50.0};
    const auto carry = [&](const std::string& body, const char* by) {
        scene.joints.push_back({body, by, JointKind::Fixed, Vec3::Zero(), Vec3::Zero(), {}});
    };
    const auto turn = [&](const std::string& body, double x, double degrees) {
        scene.joints.push_back({body, {}, JointKind::Revolute, kY, Vec3(x, 0.0, 0.0), {}});
        scene.paths.push_back({body, InBetween::Screw, {}, {}, {0.0, degrees}});
    };
    for (int k = 0; k < 3; ++k) turn(shafts[k], kBosses[k].x, turns[k]);
    carry("wheel-1", shafts[1]);
    carry("wheel-2", shafts[2]);

    struct BearingShapes {
        TopoDS_Shape inner, outer, balls;
    };
    const auto shapes_of = [](const Bearing& b) {
        return BearingShapes{bearing_ring(b, true), bearing_ring(b, false), bearing_balls(b)};
    };
    const BearingShapes small = shapes_of(k6205), large = shapes_of(k6207);
    const TopoDS_Shape caps[] = {cap(40.0, 11.5, k6205), cap(40.0, 0.0, k6205), cap(50.0, 0.0, k6207),
                                 cap(50.0, 18.5, k6207)};
    for (int k = 0; k < 3; ++k)
        for (const double side : {-1.0, 1.0}) {
            const Boss& boss = kBosses[k];
            const BearingShapes& shapes = k == 2 ? large : small;
            const std::string name = "bearing-" + std::to_string(2 * k + (side > 0.0 ? 2 : 1));
            const double from = side > 0.0 ? kBearingFrom : -kBearingFrom - boss.bearing.width;
            box.parts.push_back(part_of(name + "-inner", shapes.inner, bright, across(boss.x, from)));
            box.parts.push_back(part_of(name + "-outer", shapes.outer, bright, across(boss.x, from)));
            box.parts.push_back(part_of(name + "-balls", shapes.balls, bright, across(boss.x, from)));
            carry(name + "-inner", shafts[k]);
            turn(name + "-balls", boss.x, turns[k] * 0.5 * (1.0 - boss.bearing.ball / boss.bearing.pitch));
            const bool open = (k == 0 && side > 0.0) || (k == 2 && side < 0.0);
            box.parts.push_back(part_of("cap-" + std::to_string(2 * k + (side > 0.0 ? 2 : 1)),
                                        caps[k == 2 ? (open ? 3 : 2) : (open ? 0 : 1)], iron,
                                        {{boss.x, side * (kBossTo + kPlay), 0.0}, side * kY, kX}));
        }
    const TopoDS_Shape bolt = bolt_with_nut({5.0, 32.0 + 2.0 * kPlay, 16.0, 7.0});
    int bolts = 0;
    for (const Vec3& at : bolt_places())
        box.parts.push_back(
            part_of("bolt-" + std::to_string(++bolts), bolt, steel, {at - (16.0 + kPlay) * kZ, kZ, kX}));
    for (const Part& part : box.parts)
        scene.bodies.push_back({part.name, "gearbox.step", {}, part.name, false, kDeflection});
    return CadDemo{{{"gearbox.step", std::move(box)}}, {{"scene.json", std::move(scene)}}};
}

}  // namespace graze::cad
