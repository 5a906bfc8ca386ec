// Where sheet metal lies: a surface over u and v, plane or given by a formula.
#pragma once

#include <functional>
#include <vector>

#include <gp_XY.hxx>
#include <gp_XYZ.hxx>

namespace graze::cad::car {

/// Where a sheet lies. `u` and `v` are the grid through which a curved base is interpolated; a plane has
/// none. The normal is du x dv; the sheet lies on that side of the base.
struct Base {
    std::function<gp_XYZ(double, double)> point;
    std::vector<double> u = {}, v = {};
};

/// Pre: `across` and `up` are unit and perpendicular.
[[nodiscard]] Base plane(const gp_XYZ& origin, const gp_XYZ& across, const gp_XYZ& up);
[[nodiscard]] inline bool is_plane(const Base& base) { return base.u.empty(); }
[[nodiscard]] std::vector<double> even_grid(double from, double to, int cells);

struct Tangents {
    gp_XYZ du, dv, normal;  // the normal is unit
};
[[nodiscard]] Tangents tangents_of(const Base& base, const gp_XY& uv);
[[nodiscard]] gp_XYZ normal_of(const Base& base, double u, double v);
/// The point at a height above the base.
[[nodiscard]] gp_XYZ raised(const Base& base, const gp_XY& uv, double height);

}  // namespace graze::cad::car
