#include "graze_cad/models/car_door.h"

#include "graze_cad/models/car_side.h"
#include "graze_cad/models/solids.h"

#include <array>

namespace graze::cad::car {
namespace {

constexpr std::array<double, 3> kOuterColour{0.55, 0.10, 0.11}, kInnerColour{0.62, 0.64, 0.66},
    kSteel{0.42, 0.44, 0.47};
constexpr double kInner = 0.7;    // thickness of the inner panel
constexpr double kHemRoom = 0.3;  // between the sheets of the hem
constexpr double kFlangeRoom =
    1.5;  // by how much the inner panel is farther from the skin where its flange begins

double recess(double x, double z) {  // behind the handle
    const double dx = (x - 1525.0) / 100.0, dz = (z - 745.0) / 42.0;
    const double r = dx * dx + dz * dz;
    return r < 1.0 ? -14.0 * ramp(1.0 - r, 0.0, 0.9) : 0.0;
}

/// The hem: the skin turns round the edge of the inner panel and comes back 6 mm behind it.
Ring hem(const Base& frame) {
    Ring ring{.loop = front_shut_line(), .frame = &frame};
    ring.profile = [](const gp_XY&, double base) {
        const double edge = -kShutGap / 2.0 - kSkin,
                     back = base - kInner - 2.0 * kHemRoom - 0.6 * kFlangeRoom;
        return std::vector<Corner>{{edge, base, 0.45}, {edge, back, 0.45}, {edge - 6.0, back}};
    };
    return ring;
}

TopoDS_Shape outer_skin() {
    const Base frame = side_frame();
    const Base base = door_skin_surface([](double x, double z) { return recess(x, z) - kSkin; });
    Ring window = bent(window_line(), {{-4.0, 0.0, 1.5}, {-4.0, -14.0}});
    window.frame = &base;
    std::vector<Ring> rings{window};
    rings.push_back(hole(slot({1478.0, 752.0}, {1494.0, 752.0}, 7.0)));
    rings.push_back(hole(slot({1562.0, 752.0}, {1574.0, 752.0}, 9.0)));
    return make_sheet("door/outer", {base, kSkin, hem(frame), {0.0, rings}});
}

Ring inner_edge(const Base& frame) {
    const Loop loop =
        cut_at(front_shut_line(), [](const gp_XY& at) { return at.Y(); }, {905.0, 985.0, 1060.0});
    Ring ring{.loop = loop, .frame = &frame};
    ring.profile = [](const gp_XY& uv, double base) {
        const double wall = -13.0 - 29.0 * at_hinges(uv);
        const double land = -rebate_depth(uv) + kSealRoom;
        const double hem = skin_height(uv) - kSkin - kHemRoom - kInner;
        return std::vector<Corner>{{wall - 22.0, base, 2.5},
                                   {wall - 17.0, land, 2.5},
                                   {wall, land, 2.5},
                                   {wall + 1.5, hem - kFlangeRoom, 2.0},
                                   {-kShutGap / 2.0 - 2.5 * kSkin, hem}};
    };
    return ring;
}

Ring inner_window(const Base& frame) {
    Ring ring{.loop = window_line(), .frame = &frame};
    ring.profile = [](const gp_XY& uv, double base) {
        const double up = ramp(uv.Y(), 956.0, 985.0);
        return std::vector<Corner>{{4.0, base, 2.5}, {3.0, up * -22.0 + (1.0 - up) * (base + 15.0)}};
    };
    return ring;
}

Ring bead(const Loop& loop, double depth, std::vector<Ring> within = {}) {
    return emboss(loop, kInner, depth, 30.0, 3.0, std::move(within));
}

/// Regulator in the middle, latch behind, loudspeaker in front.
std::vector<Ring> wide_cut_outs() {
    return {
        bead(rounded(
                 {{905.0, 455.0, 60.0}, {1215.0, 445.0, 60.0}, {1235.0, 790.0, 60.0}, {925.0, 800.0, 60.0}}),
             5.0,
             {hole(rounded({{930.0, 480.0, 40.0},
                            {1190.0, 470.0, 40.0},
                            {1208.0, 765.0, 40.0},
                            {950.0, 775.0, 40.0}}))}),
        bead(
            rounded(
                {{1285.0, 520.0, 50.0}, {1545.0, 520.0, 50.0}, {1560.0, 830.0, 50.0}, {1300.0, 830.0, 50.0}}),
            5.0,
            {hole(rounded({{1312.0, 548.0, 30.0},
                           {1517.0, 548.0, 30.0},
                           {1530.0, 802.0, 30.0},
                           {1326.0, 802.0, 30.0}}))}),
        bead(circle(770.0, 470.0, 98.0), -6.0, {hole(circle(770.0, 470.0, 72.0))}),
        bead(slot({790.0, 640.0}, {790.0, 800.0}, 26.0), 6.0),
        bead(slot({960.0, 400.0}, {1250.0, 392.0}, 16.0), 5.0),
        hole(rectangle(1580.0, 640.0, 26.0, 60.0, 8.0))};
}

/// One through which the motor of the window comes; no disc of the motor's thickness fits into the others.
std::vector<Ring> narrow_cut_outs() {
    return {hole(rectangle(kMotorWayX, kMotorWayZ, kMotorWayLength, kMotorWayHeight, 16.0)),
            hole(rectangle(1420.0, 690.0, 200.0, kNarrowWay, 18.0)),
            hole(rectangle(1420.0, 580.0, 200.0, kNarrowWay, 18.0)),
            hole(rectangle(800.0, 700.0, kNarrowWay, 190.0, 18.0)),
            hole(circle(1440.0, 460.0, 20.0)),
            bead(circle(790.0, 470.0, 90.0), -6.0, {hole(circle(790.0, 470.0, 20.0))}),
            bead(slot({960.0, 410.0}, {1250.0, 402.0}, 16.0), 5.0),
            bead(slot({930.0, 810.0}, {1230.0, 810.0}, 16.0), 5.0)};
}

TopoDS_Shape inner_panel(std::vector<Ring> rings) {
    const Base frame = side_frame(), base = door_inner_surface();
    rings.push_back(inner_window(frame));
    rings.push_back(hole(circle(1400.0, 430.0, 8.0)));
    rings.push_back(hole(circle(1120.0, 880.0, 8.0)));
    rings.push_back(hole(slot({740.0, 880.0}, {850.0, 880.0}, 10.0)));
    rings.push_back(hole(slot({1390.0, 880.0}, {1530.0, 880.0}, 10.0)));
    return make_sheet("door/inner", {base, kInner, inner_edge(frame), {0.0, std::move(rings)}});
}

/// The door's half of a hinge, above the body's; the pin is put in when the door is in its seat.
TopoDS_Shape door_hinge_half(double z) {
    return prism(section_plane(true, z + kHingeGap / 2.0),
                 rounded({{-39.0, -68.0},
                          {-33.0, -68.0},
                          {-33.0, -49.0},
                          {-11.0, -49.0, 8.9},
                          {-11.0, -31.0, 8.9},
                          {-33.0, -31.0},
                          {-33.0, -14.0},
                          {-39.0, -14.0}}),
                 {circle(-20.0, -40.0, 4.5)}, 30.0);
}

TopoDS_Shape lock_case() {
    const Base base = section_plane(false, kLockHeight + 48.0);
    return prism(base, rectangle(-54.0, -48.0, 26.0, 66.0, 0.0), {}, 90.0);
}

gp_XYZ inside(double x, double z, double depth) {
    const Base frame = side_frame();
    return frame.point(x, z) - normal_of(frame, x, z) * depth;
}

/// A tube that keeps another car out, with a plate at each end.
TopoDS_Shape impact_beam() {
    const gp_XYZ from = inside(668.0, 575.0, 34.0), to = inside(1600.0, 480.0, 34.0);
    const gp_XYZ along = (to - from).Normalized(), up = gp_XYZ(0.0, 0.0, 1.0);
    const gp_XYZ across = (up ^ along).Normalized(), over = along ^ across;
    const auto at = [&](const gp_XYZ& origin) { return plane(origin, across, over); };
    const double length = (to - from).Modulus();
    const Loop plate = rectangle(18.0, 0.0, 66.0, 78.0, 0.0), bore = circle(0.0, 0.0, 13.6);
    return joined("door/impact beam", {prism(at(from), circle(0.0, 0.0, 16.0), {bore}, length),
                                       prism(at(from - along * 2.0), plate, {bore}, 2.5),
                                       prism(at(to - along * 0.5), plate, {bore}, 2.5)});
}

/// A pull handle over the recess, on two feet that go through the skin.
TopoDS_Shape handle() {
    const gp_XYZ foot_a = inside(1486.0, 752.0, 26.0), foot_b = inside(1568.0, 752.0, 26.0);
    const gp_XYZ out = normal_of(side_frame(), 1525.0, 752.0), along = (foot_b - foot_a).Normalized();
    const gp_XYZ up = out ^ along;
    const double width = (foot_b - foot_a).Modulus();
    const Base bar = plane(foot_a + out * 34.0, along, up);
    return joined("door/handle",
                  {prism(bar, slot({-22.0, 0.0}, {width + 20.0, 0.0}, 12.0), {}, 11.0),
                   cylinder(foot_a, foot_a + out * 36.0, 5.0), cylinder(foot_b, foot_b + out * 36.0, 5.0)});
}

Part door_with(std::vector<Ring> cut_outs) {
    Part door{.name = "door", .shape = {}};
    const auto add = [&](const char* name, const TopoDS_Shape& shape, const std::array<double, 3>& colour) {
        door.parts.push_back({.name = name, .shape = shape, .colour = colour});
    };
    // The way of the striker: a slot through the rear wall and the land of the inner panel.
    const TopoDS_Shape striker_way =
        prism(section_plane(false, kLockHeight + 20.0), rectangle(-23.5, -57.5, 33.0, 93.0, 6.0), {}, 40.0);
    add("outer skin", outer_skin(), kOuterColour);
    add("inner panel", without("door/inner", inner_panel(std::move(cut_outs)), {striker_way}), kInnerColour);
    add("impact beam", impact_beam(), kSteel);
    add("lock", lock_case(), kSteel);
    add("handle", handle(), kSteel);
    add("lower hinge", door_hinge_half(kHingeHeights[0]), kSteel);
    add("upper hinge", door_hinge_half(kHingeHeights[1]), kSteel);
    return door;
}

}  // namespace

Part car_door() { return door_with(wide_cut_outs()); }

Part window_door() { return door_with(narrow_cut_outs()); }

}  // namespace graze::cad::car
