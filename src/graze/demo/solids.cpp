#include "graze/demo/solids.h"

#include "graze/demo/turn.h"

#include <cmath>

namespace graze::internal {
namespace {

// The corners of a rectangle at a height, counter-clockwise from above.
VertexIds add_rectangle(Mesh& mesh, double half_x, double half_y, double height) {
    VertexIds ids;
    for (const Vec2& sign : {Vec2(-1, -1), Vec2(1, -1), Vec2(1, 1), Vec2(-1, 1)})
        ids.push_back(add_vertex(mesh, {half_x * sign.x(), half_y * sign.y(), height}));
    return ids;
}

void add_lid(Mesh& mesh, const VertexIds& ring, bool faces_up) {
    if (faces_up)
        add_quad(mesh, 0, {ring[0], ring[1], ring[2], ring[3]});
    else
        add_quad(mesh, 0, {ring[3], ring[2], ring[1], ring[0]});
}

}  // namespace

Mesh box_solid(const Vec3& half) {
    Mesh mesh;
    const std::uint32_t surface = surface_named(mesh, "box");
    const VertexIds low = add_rectangle(mesh, half.x(), half.y(), -half.z()),
                    high = add_rectangle(mesh, half.x(), half.y(), half.z());
    add_band(mesh, surface, low, high);
    add_lid(mesh, low, false);
    add_lid(mesh, high, true);
    return mesh;
}

Mesh tray_solid(const TrayShape& tray) {
    Mesh mesh;
    const std::uint32_t surface = surface_named(mesh, "tray");
    const double x = tray.half_x + tray.wall, y = tray.half_y + tray.wall;
    const VertexIds bottom = add_rectangle(mesh, x, y, -tray.wall),
                    rim = add_rectangle(mesh, x, y, tray.depth),
                    mouth = add_rectangle(mesh, tray.half_x, tray.half_y, tray.depth),
                    floor = add_rectangle(mesh, tray.half_x, tray.half_y, 0.0);
    add_band(mesh, surface, bottom, rim);
    add_band(mesh, surface, rim, mouth);
    add_band(mesh, surface, mouth, floor);
    add_lid(mesh, bottom, false);
    add_lid(mesh, floor, true);
    return mesh;
}

Mesh torus_solid(const TorusShape& torus) {
    Mesh mesh;
    const std::uint32_t surface = surface_named(mesh, "ring");
    std::vector<VertexIds> rings;
    for (int j = 0; j < torus.across; ++j) {
        const Vec2 d = direction_at(static_cast<double>(j) / torus.across);
        rings.push_back(
            add_circle(mesh, {torus.radius + torus.tube * d.x(), torus.tube * d.y(), torus.around}));
    }
    for (int j = 0; j < torus.across; ++j) add_band(mesh, surface, rings[j], rings[(j + 1) % torus.across]);
    return mesh;
}

bool rings_are_linked(const Pose& a, const Pose& b, double radius) {
    const Pose b_in_a = relative(a, b);
    const Vec3 centre = b_in_a.translation, u = b_in_a.rotation * Vec3::UnitX(),
               v = b_in_a.rotation * Vec3::UnitY();
    // Where b's circle crosses a's plane: centre.z + radius (u.z cos t + v.z sin t) = 0.
    const double size = radius * std::hypot(u.z(), v.z());
    if (!(std::abs(centre.z()) < size)) return false;
    const double middle = std::atan2(v.z(), u.z()), half = std::acos(-centre.z() / size);
    int inside = 0;
    for (const double t : {middle - half, middle + half}) {
        const Vec3 point = centre + radius * (std::cos(t) * u + std::sin(t) * v);
        inside += point.head<2>().norm() < radius ? 1 : 0;
    }
    return inside == 1;
}

}  // namespace graze::internal
