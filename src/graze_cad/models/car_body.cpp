#include "graze_cad/models/car_door.h"

#include "graze_cad/models/beam.h"
#include "graze_cad/models/car_side.h"
#include "graze_cad/models/solids.h"

#include <array>
#include <string>
#include <tuple>

namespace graze::cad::car {
namespace {

constexpr std::array<double, 3> kPanel{0.74, 0.76, 0.78}, kInnerPanel{0.63, 0.66, 0.69},
    kReinforcement{0.48, 0.52, 0.57};
constexpr double kBodyInner = 1.2;  // thickness of inner panels
constexpr double kWeld = 0.3;       // between sheets that are welded: sealer

double body_depth(double z) { return 112.0 - 30.0 * ramp(z, 600.0, 1480.0); }

Loop side_outline() {
    return rounded({{452.0, 205.0, 35.0},
                    {2262.0, 200.0, 35.0},
                    {2272.0, 702.0, 335.0},
                    {3028.0, 702.0, 335.0},
                    {3036.0, 330.0, 35.0},
                    {3330.0, 345.0, 60.0},
                    {3375.0, 930.0, 160.0},
                    {3050.0, 1416.0, 80.0},
                    {1215.0, 1456.0, 330.0},
                    {452.0, 935.0, 45.0}});
}

Loop quarter_window() {
    return cut_at_lines(rounded(
        {{2715.0, 985.0, 35.0}, {3135.0, 985.0, 40.0}, {2905.0, 1310.0, 60.0}, {2545.0, 1328.0, 60.0}}));
}

/// The step round a door opening: down from the outer surface to the rebate, and the flange there.
Ring outer_step(const Loop& shut_line, const Base& frame, bool front) {
    Ring ring{.loop = shut_line, .frame = &frame};
    ring.profile = [front](const gp_XY& uv, double base) {
        const double wall = kShutGap / 2.0 + kSkin, depth = front ? rebate_depth(uv) : 35.0;
        return std::vector<Corner>{{wall, base, 0.8}, {wall, -depth, 2.5}, {-15.0, -depth}};
    };
    return ring;
}

Ring inner_step(const Loop& shut_line, const Base& frame, bool front) {
    Ring ring{.loop = shut_line, .frame = &frame};
    ring.profile = [front](const gp_XY& uv, double base) {
        const double depth = front ? rebate_depth(uv) : 35.0;
        const double flange = -depth - kWeld - kBodyInner;
        return std::vector<Corner>{{12.0, base, 2.0}, {9.0, flange, 2.0}, {-15.0, flange}};
    };
    return ring;
}

TopoDS_Shape side_outer() {
    const Base frame = side_frame(), base = side_surface(kSkin);
    Ring outline = bent(cut_at_lines(side_outline()), {{6.0, 0.0, 2.5}, {6.0, -26.0}});
    std::vector<Ring> rings{outer_step(front_shut_line(), frame, true),
                            outer_step(rear_shut_line(), frame, false)};
    rings.push_back(bent(quarter_window(), {{-4.0, 0.0, 2.5}, {-4.0, -22.0}}));
    rings.push_back(hole(circle(2990.0, 815.0, 62.0)));
    return make_sheet("body/side outer", {base, kSkin, outline, {0.0, rings}});
}

TopoDS_Shape side_inner() {
    const Base frame = side_frame();
    const Base base = lowered_side([](double, double z) { return body_depth(z) + kBodyInner; });
    Ring outline{.loop = cut_at_lines(side_outline()), .frame = &frame};
    outline.profile = [](const gp_XY&, double from) {
        const double wall = 6.0 - kWeld - kBodyInner;
        return std::vector<Corner>{{wall + kBodyInner, from, 2.0}, {wall + kBodyInner, -8.0}};
    };
    std::vector<Ring> rings{inner_step(front_shut_line(), frame, true),
                            inner_step(rear_shut_line(), frame, false)};
    rings.push_back(hole(quarter_window()));
    for (const auto& [x, z, r] : {std::tuple(524.0, 560.0, 26.0),
                                  {1738.0, 460.0, 24.0},
                                  {1752.0, 680.0, 30.0},
                                  {1200.0, 245.0, 16.0}})
        rings.push_back(hole(circle(x, z, r)));
    return make_sheet("body/side inner", {base, kBodyInner, outline, {0.0, rings}});
}

// ---- beams
// ---------------------------------------------------------------------------------------------------

const gp_XYZ kX(1.0, 0.0, 0.0), kY(0.0, 1.0, 0.0), kZ(0.0, 0.0, 1.0);

/// A closed box section between two points; `up` is about the direction of its height.
TopoDS_Shape box_tube(const gp_XYZ& from, const gp_XYZ& to, const gp_XYZ& up, double width, double height,
                      double thickness) {
    const gp_XYZ along = (to - from).Normalized(), across = (up ^ along).Normalized(), over = along ^ across;
    const auto chamfered_box = [](double w, double h, double c) {
        return rounded({{c - w, -h},
                        {w - c, -h},
                        {w, c - h},
                        {w, h - c},
                        {w - c, h},
                        {c - w, h},
                        {-w, h - c},
                        {-w, c - h}});
    };
    const double w = width / 2.0, h = height / 2.0, t = thickness;
    return prism(plane(from, across, over), chamfered_box(w, h, 7.0),
                 {chamfered_box(w - t, h - t, 7.0 - 0.6 * t)}, (to - from).Modulus());
}

/// A hat section: flanges, walls, top; `foot` is half its width at the flanges' bends.
std::vector<Corner> hat(double flange, double foot, double top, double height, double radius) {
    return {{-foot - flange, 0.0}, {-foot, 0.0, radius}, {-top, height, radius},
            {top, height, radius}, {foot, 0.0, radius},  {foot + flange, 0.0}};
}

TopoDS_Shape straight_hat(const std::string& name, const gp_XYZ& from, const gp_XYZ& to, const gp_XYZ& up,
                          const std::vector<Corner>& profile, double thickness) {
    const gp_XYZ across = (to - from).Normalized() ^ up;
    return make_beam(name, {{{from, across, up}, profile}, {{to, across, up}, profile}}, thickness);
}

/// Across the car, bowed: `rise` in the middle, along `up`.
TopoDS_Shape bow(const std::string& name, const gp_XYZ& middle_of_ends, double half_width, double rise,
                 const gp_XYZ& up, const std::vector<Corner>& profile, double thickness) {
    std::vector<Section> sections;
    for (int i = 0; i <= 6; ++i) {
        const double s = -1.0 + i / 3.0;
        const gp_XYZ along = (kY - up * (2.0 * rise * s / half_width)).Normalized();
        const gp_XYZ across = (kY ^ up).Normalized(), over = across ^ along;
        sections.push_back(
            {{middle_of_ends + kY * (s * half_width) + up * (rise * (1.0 - s * s)), across, over}, profile});
    }
    return make_beam(name, sections, thickness);
}

// ---- floor, dash, rear
// ---------------------------------------------------------------------------------------

constexpr double kFloor = 0.9;

TopoDS_Shape floor_left() {
    const auto bead = [](const gp_XY& from, const gp_XY& to) {
        return emboss(slot(from, to, 60.0), kFloor, 7.0, 35.0, 4.0);
    };
    std::vector<Ring> rings;
    rings.push_back(bead({1640.0, -440.0}, {2050.0, -440.0}));
    rings.push_back(hole(circle(800.0, -440.0, 18.0)));
    return make_sheet("body/floor", {plane({0.0, 0.0, 262.0}, kX, kY),
                                     kFloor,
                                     bent(rounded({{655.0, -706.0, 30.0},
                                                   {2180.0, -706.0, 30.0},
                                                   {2180.0, -142.0, 30.0},
                                                   {655.0, -142.0, 30.0}}),
                                          {{4.0, 0.0, 2.0}, {5.0, 16.0}}),
                                     {0.0, rings}});
}

TopoDS_Shape dash() {
    std::vector<Ring> rings;
    rings.push_back(emboss(rectangle(0.0, 560.0, 900.0, 110.0, 40.0), kFloor, 9.0, 30.0, 5.0));
    rings.push_back(emboss(rectangle(-370.0, 735.0, 210.0, 170.0, 50.0), kFloor, -8.0, 30.0, 5.0,
                           {hole(circle(-370.0, 735.0, 38.0))}));
    rings.push_back(hole(rectangle(260.0, 740.0, 240.0, 120.0, 25.0)));
    rings.push_back(hole(circle(20.0, 770.0, 32.0)));
    return make_sheet(
        "body/dash",
        {plane({470.0, 0.0, 0.0}, kY, kZ),
         kFloor,
         bent(rounded(
                  {{-690.0, 452.0, 40.0}, {690.0, 452.0, 40.0}, {668.0, 884.0, 50.0}, {-668.0, 884.0, 50.0}}),
              {{6.0, 0.0, 2.5}, {6.0, 18.0}}),
         {0.0, rings}});
}

TopoDS_Shape toe_board() {
    const gp_XYZ up = gp_XYZ(-158.0, 0.0, 172.0).Normalized();
    return make_sheet(
        "body/toe board",
        {plane({632.0, 0.0, 276.0}, kY, up),
         kFloor,
         bent(rounded(
                  {{-690.0, 6.0, 25.0}, {-150.0, 6.0, 25.0}, {-150.0, 216.0, 25.0}, {-690.0, 216.0, 25.0}}),
              {{4.0, 0.0, 2.0}, {5.0, 14.0}}),
         {0.0, {hole(circle(-560.0, 110.0, 16.0))}}});
}

TopoDS_Shape rear_floor() {
    return make_sheet(
        "body/rear floor",
        {plane({0.0, 0.0, 424.0}, kX, kY),
         kFloor,
         bent(rounded({{2240.0, -545.0, 40.0},
                       {3270.0, -545.0, 40.0},
                       {3270.0, 545.0, 40.0},
                       {2240.0, 545.0, 40.0}}),
              {{4.0, 0.0, 2.0}, {5.0, 18.0}}),
         {0.0,
          {emboss(circle(2900.0, 0.0, 330.0), kFloor, -170.0, 25.0, 8.0, {hole(circle(2900.0, 0.0, 45.0))}),
           emboss(slot({2400.0, -350.0}, {2400.0, 350.0}, 45.0), kFloor, 8.0, 35.0, 4.0)}}});
}

/// The step below the rear seat.
TopoDS_Shape heel_board() {
    return make_sheet(
        "body/heel board",
        {plane({2195.0, 0.0, 0.0}, kY, kZ),
         kFloor,
         bent(rounded(
                  {{-690.0, 285.0, 30.0}, {690.0, 285.0, 30.0}, {690.0, 412.0, 30.0}, {-690.0, 412.0, 30.0}}),
              {{4.0, 0.0, 2.0}, {5.0, 18.0}}),
         {0.0, {hole(circle(-430.0, 348.0, 25.0)), hole(circle(430.0, 348.0, 25.0))}}});
}

TopoDS_Shape rear_panel() {
    return make_sheet(
        "body/rear panel",
        {plane({3290.0, 0.0, 0.0}, kY, kZ),
         kFloor,
         bent(rounded(
                  {{-560.0, 455.0, 40.0}, {560.0, 455.0, 40.0}, {600.0, 800.0, 40.0}, {-600.0, 800.0, 40.0}}),
              {{6.0, 0.0, 2.5}, {6.0, 20.0}}),
         {0.0,
          {emboss(rectangle(0.0, 700.0, 420.0, 90.0, 35.0), kFloor, -9.0, 30.0, 5.0,
                  {hole(rectangle(0.0, 700.0, 70.0, 24.0, 8.0))}),
           hole(rectangle(-470.0, 680.0, 110.0, 90.0, 20.0)),
           hole(rectangle(470.0, 680.0, 110.0, 90.0, 20.0))}}});
}

/// A half cylinder over a wheel, open below.
TopoDS_Shape wheel_house(double x, double z, double radius, double from_y, double to_y) {
    const double t = kFloor, r = radius, low = -60.0;
    return prism(plane({x, to_y, z}, kX, kZ),  // kX ^ kZ = -y
                 rounded({{r - t, low, 0.3},
                          {r, low, 0.3},
                          {r, r, r - 0.5},
                          {-r, r, r - 0.5},
                          {-r, low, 0.3},
                          {-r + t, low, 0.3},
                          {-r + t, r - t, r - t - 0.5},
                          {r - t, r - t, r - t - 0.5}}),
                 {}, to_y - from_y);
}

/// Its inner wall: half a disc with an opening for the axle.
TopoDS_Shape wheel_wall(double x, double z, double radius, double y) {
    const double r = radius - 1.5, low = -60.0;
    return prism(plane({x, y, z}, kX, kZ), rounded({{-r, low}, {r, low}, {r, r, r - 0.5}, {-r, r, r - 0.5}}),
                 {circle(0.0, 90.0, 120.0)}, kFloor);
}

TopoDS_Shape strut_tower(double x, double y) {
    const double t = 1.6;
    return make_sheet("body/strut tower",
                      {plane({x, y, 856.0}, kX, kY),
                       t,
                       bent(circle(0.0, 0.0, 56.0), {{9.0, 0.0, 3.0}, {60.0, -178.0, 1.5}, {80.0, -178.0}}),
                       {0.0,
                        {hole(circle(0.0, 0.0, 26.0)), hole(circle(46.0, 0.0, 5.0)),
                         hole(circle(-23.0, 40.0, 5.0)), hole(circle(-23.0, -40.0, 5.0))}}});
}

/// The body's half of a hinge, below the door's.
TopoDS_Shape body_hinge_half(double z) {
    return prism(section_plane(true, z - kHingeGap / 2.0 - 30.0),
                 rounded({{1.0, -76.0},
                          {1.0, -14.0},
                          {-5.0, -14.0},
                          {-5.0, -31.0},
                          {-29.0, -31.0, 8.9},
                          {-29.0, -49.0, 8.9},
                          {-5.0, -49.0},
                          {-5.0, -76.0}}),
                 {circle(-20.0, -40.0, 4.5)}, 30.0);
}

/// The loop on the pillar that the lock holds.
TopoDS_Shape striker() {
    const TopoDS_Shape plate =
        prism(section_plane(false, kLockHeight + 26.0), rectangle(-1.0, -28.0, 4.0, 40.0, 1.5), {}, 52.0);
    const TopoDS_Shape wire =
        prism(section_plane(false, kLockHeight + 4.0), rectangle(-12.0, -28.0, 24.0, 18.0, 5.0),
              {rectangle(-11.0, -28.0, 12.0, 8.0, 2.0)}, 8.0);
    return joined("body/striker", {plate, wire});
}

// ---- the whole
// -----------------------------------------------------------------------------------------------

using Colour = std::array<double, 3>;

void add(Part& body, const std::string& name, const TopoDS_Shape& shape, const Colour& colour) {
    body.parts.push_back({.name = name, .shape = shape, .colour = colour});
}

void add_both(Part& body, const std::string& name, const TopoDS_Shape& left, const Colour& colour) {
    add(body, name + " left", left, colour);
    add(body, name + " right", mirrored(left), colour);
}

void add_sides(Part& body) {
    add_both(body, "side outer", side_outer(), kPanel);
    add(body, "side inner left", side_inner(),
        kInnerPanel);  // the right one is left off, as in a half mock-up
    add(body, "lower hinge", body_hinge_half(kHingeHeights[0]), kReinforcement);
    add(body, "upper hinge", body_hinge_half(kHingeHeights[1]), kReinforcement);
    add(body, "striker", striker(), kReinforcement);
}

void add_floor(Part& body) {
    add_both(body, "floor", floor_left(), kInnerPanel);
    add(body, "tunnel",
        straight_hat("body/tunnel", {560.0, 0.0, 263.2 + 6.0}, {2180.0, 0.0, 263.2 + 6.0}, kZ,
                     hat(0.0 + 26.0, 118.0, 92.0, 168.0, 22.0), 1.2),
        kReinforcement);
    const std::vector<Corner> seat = hat(22.0, 52.0, 44.0, 62.0, 8.0);
    for (const double x : {1000.0, 1500.0})
        add_both(body, x < 1200.0 ? "seat member front" : "seat member rear",
                 straight_hat("body/seat member", {x, -690.0, 263.4}, {x, -150.0, 263.4}, kZ, seat, 1.4),
                 kReinforcement);
    add(body, "dash", dash(), kInnerPanel);
    add_both(body, "toe board", toe_board(), kInnerPanel);
    add(body, "heel board", heel_board(), kInnerPanel);
    add(body, "rear floor", rear_floor(), kInnerPanel);
    add(body, "rear panel", rear_panel(), kInnerPanel);
}

void add_cowl_and_roof(Part& body) {
    add(body, "cowl",
        bow("body/cowl", {520.0, 0.0, 912.0}, 640.0, 10.0, kZ, hat(14.0, 62.0, 40.0, 58.0, 9.0), 1.2),
        kReinforcement);
    add(body, "dash beam",
        prism(plane({540.0, 690.0, 836.0}, kX, kZ), circle(0.0, 0.0, 30.0), {circle(0.0, 0.0, 28.0)}, 1380.0),
        kReinforcement);
    add(body, "roof bow 1",
        bow("body/roof bow", {1300.0, 0.0, 1398.0}, 545.0, 36.0, kZ, hat(16.0, 44.0, 32.0, 26.0, 2.5), 1.0),
        kReinforcement);
    for (const auto& [number, x, z] :
         {std::tuple(2, 1700.0, 1405.0), {3, 2150.0, 1400.0}, {4, 2560.0, 1392.0}})
        add(body, "roof bow " + std::to_string(number),
            bow("body/roof bow", {x, 0.0, z}, 540.0, 38.0, kZ, hat(14.0, 26.0, 18.0, 18.0, 2.5), 0.8),
            kReinforcement);
    add(body, "roof bow 5",
        bow("body/roof bow", {2960.0, 0.0, 1362.0}, 470.0, 36.0, kZ, hat(16.0, 50.0, 36.0, 28.0, 2.5), 1.0),
        kReinforcement);
}

void add_front(Part& body) {
    add_both(body, "front rail",
             box_tube({452.0, -430.0, 480.0}, {-560.0, -430.0, 470.0}, kZ, 72.0, 118.0, 1.8), kReinforcement);
    add_both(body, "upper rail",
             box_tube({438.0, -700.0, 800.0}, {-444.0, -640.0, 735.0}, kZ, 56.0, 74.0, 1.2), kReinforcement);
    add_both(body, "front wheel house", wheel_house(0.0, 330.0, 345.0, -660.0, -472.0), kInnerPanel);
    add_both(body, "front wheel wall", wheel_wall(0.0, 330.0, 345.0, -471.0), kInnerPanel);
    add_both(body, "strut tower", strut_tower(10.0, -540.0), kReinforcement);
    add_both(body, "crash box",
             box_tube({-561.0, -430.0, 470.0}, {-616.0, -430.0, 470.0}, kZ, 58.0, 92.0, 1.6), kReinforcement);
    add(body, "bumper beam",
        bow("body/bumper beam", {-590.0, 0.0, 470.0}, 600.0, 60.0, kX * -1.0,
            hat(16.0, 52.0, 40.0, 40.0, 8.0), 1.8),
        kReinforcement);
    add(body, "radiator support",
        box_tube({-470.0, -670.0, 735.0}, {-470.0, 670.0, 735.0}, kZ, 40.0, 46.0, 1.2), kReinforcement);
}

void add_rear(Part& body) {
    add_both(body, "rear rail",
             box_tube({2215.0, -455.0, 372.0}, {3275.0, -455.0, 372.0}, kZ, 66.0, 88.0, 1.6), kReinforcement);
    add_both(body, "rear wheel house", wheel_house(2650.0, 365.0, 325.0, -698.0, -552.0), kInnerPanel);
    add_both(body, "rear wheel wall", wheel_wall(2650.0, 365.0, 325.0, -554.0), kInnerPanel);
}

}  // namespace

Part car_body() {
    Part body{.name = "body", .shape = {}};
    add_sides(body);
    add_floor(body);
    add_cowl_and_roof(body);
    add_front(body);
    add_rear(body);
    return body;
}

}  // namespace graze::cad::car
