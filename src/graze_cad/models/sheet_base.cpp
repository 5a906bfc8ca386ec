#include "graze_cad/models/sheet_base.h"

namespace graze::cad::car {
namespace {

constexpr double kStep = 0.05;  // mm: of central differences on a base

}  // namespace

Base plane(const gp_XYZ& origin, const gp_XYZ& across, const gp_XYZ& up) {
    return {[=](double u, double v) { return origin + across * u + up * v; }};
}

std::vector<double> even_grid(double from, double to, int cells) {
    std::vector<double> grid;
    for (int i = 0; i <= cells; ++i) grid.push_back(from + (to - from) * i / cells);
    return grid;
}

Tangents tangents_of(const Base& base, const gp_XY& uv) {
    const gp_XYZ du =
        (base.point(uv.X() + kStep, uv.Y()) - base.point(uv.X() - kStep, uv.Y())) / (2.0 * kStep);
    const gp_XYZ dv =
        (base.point(uv.X(), uv.Y() + kStep) - base.point(uv.X(), uv.Y() - kStep)) / (2.0 * kStep);
    return {du, dv, (du ^ dv).Normalized()};
}

gp_XYZ normal_of(const Base& base, double u, double v) { return tangents_of(base, {u, v}).normal; }

gp_XYZ raised(const Base& base, const gp_XY& uv, double height) {
    return base.point(uv.X(), uv.Y()) + normal_of(base, uv.X(), uv.Y()) * height;
}

}  // namespace graze::cad::car
