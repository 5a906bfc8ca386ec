#include "graze_cad/models/car_door.h"

#include "graze_cad/models/car_side.h"

#include <cmath>

namespace graze::cad {
namespace {

constexpr std::array<double, 3> kPanel{0.72, 0.74, 0.76};
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
                    {3050.0, 1412.0, 80.0},
                    {1900.0, 1462.0, 2500.0},
                    {1215.0, 1452.0, 330.0},
                    {452.0, 935.0, 45.0}});
}

/// The step round a door opening: down from the outer surface to the rebate, and the flange there.
Ring outer_step(const Loop& shut_line, const Base& frame, bool front) {
    Ring ring{.loop = shut_line, .frame = &frame};
    ring.profile = [front](const gp_XY& uv, double base) {
        const double wall = kShutGap / 2.0 + kSkin, depth = front ? rebate_depth(uv) : 35.0;
        return std::vector<Corner>{{wall, base, 2.5}, {wall, -depth, 4.0}, {-15.0, -depth}};
    };
    return ring;
}

Ring inner_step(const Loop& shut_line, const Base& frame, bool front) {
    Ring ring{.loop = shut_line, .frame = &frame};
    ring.profile = [front](const gp_XY& uv, double base) {
        const double depth = front ? rebate_depth(uv) : 35.0;
        const double flange = -depth - kWeld - kBodyInner;
        return std::vector<Corner>{{12.0, base, 4.0}, {9.0, flange, 4.0}, {-15.0, flange}};
    };
    return ring;
}

TopoDS_Shape side_outer() {
    const Base frame = side_frame(), base = side_surface(kSkin);
    Ring outline = bent(cut_at_lines(side_outline()), {{6.0, 0.0, 4.0}, {6.0, -26.0}});
    std::vector<Ring> rings{outer_step(front_shut_line(), frame, true),
                            outer_step(rear_shut_line(), frame, false)};
    rings.push_back(hole(circle(2960.0, 830.0, 62.0)));
    return make_sheet("body/side outer", {base, kSkin, outline, {0.0, rings}});
}

TopoDS_Shape side_inner() {
    const Base frame = side_frame();
    const Base base = lowered_side([](double, double z) { return body_depth(z) + kBodyInner; });
    Ring outline{.loop = cut_at_lines(side_outline()), .frame = &frame};
    outline.profile = [](const gp_XY&, double base) {
        const double wall = 6.0 - kWeld - kBodyInner;
        return std::vector<Corner>{{wall + kBodyInner, base, 5.0}, {wall + kBodyInner, -8.0}};
    };
    std::vector<Ring> rings{inner_step(front_shut_line(), frame, true),
                            inner_step(rear_shut_line(), frame, false)};
    return make_sheet("body/side inner", {base, kBodyInner, outline, {0.0, rings}});
}

}  // namespace

Part car_body() {
    Part body{.name = "body", .shape = {}};
    body.parts.push_back({.name = "side outer left", .shape = side_outer(), .colour = kPanel});
    body.parts.push_back({.name = "side inner left", .shape = side_inner(), .colour = kPanel});
    return body;
}

}  // namespace graze::cad
