#include "graze_cad/models/car_door.h"

#include "graze_cad/models/car_side.h"

#include <cmath>

namespace graze::cad {
namespace {

constexpr std::array<double, 3> kOuterColour{0.55, 0.10, 0.11}, kInnerColour{0.62, 0.64, 0.66},
    kSteel{0.42, 0.44, 0.47};
constexpr double kInner = 0.7;   // thickness of the inner panel
constexpr double kHemRoom = 0.15;  // between the sheets of the hem

double recess(double x, double z) {  // behind the handle
    const double dx = (x - 1525.0) / 100.0, dz = (z - 745.0) / 42.0;
    const double r = dx * dx + dz * dz;
    return r < 1.0 ? -14.0 * ramp(1.0 - r, 0.0, 0.9) : 0.0;
}

/// The hem: the skin turns round the edge of the inner panel and comes back 9 mm behind it.
Ring hem(const Base& frame) {
    Ring ring{.loop = front_shut_line(), .frame = &frame};
    ring.profile = [](const gp_XY&, double base) {
        const double edge = -kShutGap / 2.0 - kSkin, back = base - kInner - 2.0 * kHemRoom;
        return std::vector<Corner>{{edge, base, 0.45}, {edge, back, 0.45}, {edge - 9.0, back}};
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
    const Loop loop = cut_at(front_shut_line(), [](const gp_XY& at) { return at.Y(); }, {905.0, 985.0, 1060.0});
    Ring ring{.loop = loop, .frame = &frame};
    ring.profile = [](const gp_XY& uv, double base) {
        const double wall = -13.0 - 29.0 * at_hinges(uv);
        const double land = -rebate_depth(uv) + kSealRoom;
        const double hem = skin_height(uv) - kSkin - kHemRoom - kInner;
        return std::vector<Corner>{{wall - 22.0, base, 2.5},
                                   {wall - 17.0, land, 2.5},
                                   {wall, land, 2.5},
                                   {wall + 1.5, hem, 2.0},
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

TopoDS_Shape inner_panel() {
    const Base frame = side_frame();
    const Base base = door_inner_surface();
    const auto bead = [&](const Loop& loop, double depth, std::vector<Ring> within = {}) {
        return emboss(loop, kInner, depth, 30.0, 3.0, std::move(within));
    };
    std::vector<Ring> rings{inner_window(frame)};
    // Cut-outs: regulator in the middle, latch behind, loudspeaker in front.
    rings.push_back(bead(rounded({{905.0, 455.0, 60.0}, {1215.0, 445.0, 60.0}, {1235.0, 790.0, 60.0}, {925.0, 800.0, 60.0}}),
                         5.0,
                         {hole(rounded({{930.0, 480.0, 40.0}, {1190.0, 470.0, 40.0}, {1208.0, 765.0, 40.0}, {950.0, 775.0, 40.0}}))}));
    rings.push_back(bead(rounded({{1285.0, 520.0, 50.0}, {1545.0, 520.0, 50.0}, {1560.0, 830.0, 50.0}, {1300.0, 830.0, 50.0}}),
                         5.0,
                         {hole(rounded({{1312.0, 548.0, 30.0}, {1517.0, 548.0, 30.0}, {1530.0, 802.0, 30.0}, {1326.0, 802.0, 30.0}}))}));
    rings.push_back(bead(circle(770.0, 470.0, 98.0), -6.0, {hole(circle(770.0, 470.0, 72.0))}));
    for (const auto& [x, z] : {std::pair(1385.0, 425.0), {1475.0, 425.0}, {1150.0, 880.0}, {1080.0, 880.0}, {1285.0, 880.0}})
        rings.push_back(hole(circle(x, z, 8.0)));
    rings.push_back(bead(slot({745.0, 640.0}, {745.0, 800.0}, 22.0), 6.0));
    rings.push_back(bead(slot({825.0, 620.0}, {825.0, 800.0}, 22.0), 6.0));
    rings.push_back(bead(slot({960.0, 400.0}, {1250.0, 392.0}, 16.0), 5.0));
    rings.push_back(hole(rectangle(1580.0, 640.0, 26.0, 60.0, 8.0)));
    rings.push_back(hole(slot({740.0, 880.0}, {850.0, 880.0}, 10.0)));
    rings.push_back(hole(slot({940.0, 882.0}, {1010.0, 882.0}, 10.0)));
    rings.push_back(hole(slot({1390.0, 880.0}, {1530.0, 880.0}, 10.0)));
    return make_sheet("door/inner", {base, kInner, inner_edge(frame), {0.0, rings}});
}

}  // namespace

Part car_door() {
    Part door{.name = "door", .shape = {}};
    door.parts.push_back({.name = "outer skin", .shape = outer_skin(), .colour = kOuterColour});
    door.parts.push_back({.name = "inner panel", .shape = inner_panel(), .colour = kInnerColour});
    return door;
}

}  // namespace graze::cad
