#include "graze_cad/models/car_side.h"

#include <cmath>

namespace graze::cad::car {
namespace {

/// Height above the lower edge of the shoulder line, which rises to the rear.
double shoulder(const gp_XY& at) { return at.Y() - 775.0 - 0.012 * (at.X() - 590.0); }

double smooth_y(double x, double z) {
    const double up = z - 720.0, along = (x - 1500.0) / 1000.0;
    const double above = 60.0 * std::log1p(std::exp(up / 60.0));  // max(up, 0), rounded
    return 900.0 - 0.00016 * up * up - 0.00034 * above * above - 26.0 * along * along;
}

double outer_y(double x, double z) { return smooth_y(x, z) - 8.0 * ramp(shoulder({x, z}), 0.0, 80.0); }

/// Fine steps in the given bands, coarse ones elsewhere.
std::vector<double> banded(double from, double to, double coarse, double fine,
                           const std::vector<std::pair<double, double>>& bands) {
    std::vector<double> grid{from};
    while (grid.back() < to - 1e-9) {
        const double at = grid.back();
        double step = coarse;
        for (const auto& [low, high] : bands)
            if (at >= low && at < high) step = fine;
        grid.push_back(to - at < 1.5 * step ? to : at + step);
    }
    return grid;
}

}  // namespace

double ramp(double x, double a, double b) {
    const double t = std::fmin(1.0, std::fmax(0.0, (x - a) / (b - a)));
    return t * t * t * (10.0 + t * (6.0 * t - 15.0));
}

double skin_height(const gp_XY& at) {
    const Base frame = side_frame();
    return (side_surface(0.0).point(at.X(), at.Y()) - frame.point(at.X(), at.Y())) *
           normal_of(frame, at.X(), at.Y());
}

Base side_frame() {
    return {[](double x, double z) { return gp_XYZ(x, -smooth_y(x, z), z); }};
}

Base side_surface(double depth) {
    const Base outer{[](double x, double z) { return gp_XYZ(x, -outer_y(x, z), z); }};
    return {[=](double x, double z) { return outer.point(x, z) - normal_of(outer, x, z) * depth; },
            even_grid(430.0, 3430.0, 25), banded(180.0, 1490.0, 30.0, 7.0, {{700.0, 930.0}})};
}

Base lowered_side(const std::function<double(double, double)>& depth) {
    const Base frame = side_frame();
    return {[=](double x, double z) { return frame.point(x, z) - normal_of(frame, x, z) * depth(x, z); },
            even_grid(430.0, 3430.0, 25), banded(180.0, 1490.0, 40.0, 12.0, {})};
}

Base door_skin_surface(const std::function<double(double, double)>& bulge) {
    const Base outer = side_surface(0.0);
    return {[=](double x, double z) { return outer.point(x, z) + normal_of(outer, x, z) * bulge(x, z); },
            banded(570.0, 1710.0, 50.0, 8.0, {{1390.0, 1700.0}}),
            banded(270.0, 1410.0, 30.0, 7.0, {{670.0, 930.0}})};
}

Base door_inner_surface() {
    const Base frame = side_frame();
    return {[=](double x, double z) { return frame.point(x, z) - normal_of(frame, x, z) * door_depth(z); },
            banded(570.0, 1710.0, 60.0, 6.0, {}), banded(270.0, 1410.0, 30.0, 8.0, {{830.0, 1090.0}})};
}

double door_depth(double z) { return 90.0 - 38.0 * ramp(z, 900.0, 1020.0); }

Loop cut_at_lines(const Loop& loop) { return cut_at(loop, shoulder, {0.0, 80.0}); }

Loop front_shut_line() {
    // Door and body get vertices at the same places, so that coarse facets too keep the gap between them.
    constexpr double kSagitta = 0.5;
    return in_short_arcs(cut_at_lines(rounded({{590.0, 300.0, 105.0},
                                               {1642.0, 292.0, 110.0},
                                               {1692.0, 930.0, 700.0},
                                               {1622.0, 1366.0, 95.0},
                                               {1232.0, 1388.0, 260.0},
                                               {590.0, 952.0, 100.0}})),
                         kSagitta);
}

Loop rear_shut_line() {
    return cut_at_lines(rounded({{1772.0, 292.0, 90.0},
                                 {2160.0, 296.0, 70.0},
                                 {2285.0, 635.0, 220.0},
                                 {2580.0, 878.0, 90.0},
                                 {2395.0, 1352.0, 110.0},
                                 {1748.0, 1372.0, 70.0},
                                 {1820.0, 930.0, 700.0}}));
}

Loop window_line() {
    return cut_at(
        rounded(
            {{748.0, 956.0, 28.0}, {1607.0, 956.0, 28.0}, {1556.0, 1298.0, 60.0}, {1246.0, 1312.0, 190.0}}),
        [](const gp_XY& at) { return at.Y(); }, {985.0, 1060.0});
}

Base section_plane(bool front, double z) {
    const Base frame = side_frame();
    for (const Segment& segment : front_shut_line()) {
        const gp_XY &a = segment.from, &b = segment.to;
        if ((a.X() < 1000.0) != front || (a.Y() - z) * (b.Y() - z) > 0.0 || segment.radius > 0.0) continue;
        const double x = a.X() + (b.X() - a.X()) * (z - a.Y()) / (b.Y() - a.Y());
        const gp_XYZ normal = normal_of(frame, x, z), level = gp_XYZ(0.0, 0.0, front ? 1.0 : -1.0);
        const gp_XYZ outward = (normal ^ level).Normalized();  // outward ^ normal = level, about
        return plane(frame.point(x, z), outward, (level ^ outward).Normalized());
    }
    return {};
}

double at_hinges(const gp_XY& at) {
    return at.X() > 800.0 ? 0.0 : ramp(at.Y(), 300.0, 405.0) * (1.0 - ramp(shoulder(at), 0.0, 80.0));
}

double rebate_depth(const gp_XY& at) {
    const double at_lock =
        at.X() < 1500.0 ? 0.0 : ramp(at.Y(), 300.0, 405.0) * (1.0 - ramp(shoulder(at), 0.0, 80.0));
    return 35.0 + 49.0 * at_hinges(at) + 26.0 * at_lock;
}

}  // namespace graze::cad::car
