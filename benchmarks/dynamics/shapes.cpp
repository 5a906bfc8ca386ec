#include "dynamics/shapes.h"

namespace graze::bench {

Mesh wedge_solid(const Vec3& half) {
    Mesh mesh;
    const std::uint32_t surface = surface_named(mesh, "wedge");
    const auto at = [&](double x, double y, double z) { return add_vertex(mesh, half.cwiseProduct(Vec3(x, y, z))); };
    const auto a = at(-1, -1, -1), b = at(1, -1, -1), c = at(1, 1, -1), d = at(-1, 1, -1), e = at(0, -1, 1), f = at(0, 1, 1);
    add_quad(mesh, surface, {d, c, b, a});
    add_triangle(mesh, surface, {a, b, e});
    add_triangle(mesh, surface, {c, d, f});
    add_quad(mesh, surface, {b, c, f, e});
    add_quad(mesh, surface, {d, a, e, f});
    return mesh;
}

Mesh spike_solid(const Vec3& half) {
    Mesh mesh;
    const std::uint32_t surface = surface_named(mesh, "spike");
    const auto at = [&](double x, double y, double z) { return add_vertex(mesh, half.cwiseProduct(Vec3(x, y, z))); };
    const VertexIds base{at(-1, -1, -1), at(1, -1, -1), at(1, 1, -1), at(-1, 1, -1)};
    const auto top = at(0, 0, 1);
    add_quad(mesh, surface, {base[3], base[2], base[1], base[0]});
    for (std::size_t k = 0; k < 4; ++k) add_triangle(mesh, surface, {base[k], base[(k + 1) % 4], top});
    return mesh;
}

Mesh tiled_solid(const Vec3& half, int cells) {
    Mesh mesh;
    const std::uint32_t surface = surface_named(mesh, "floor");
    std::vector<VertexIds> faces;  // bottom, top: row by row
    for (const double side : {-1.0, 1.0}) {
        faces.emplace_back();
        for (int y = 0; y <= cells; ++y)
            for (int x = 0; x <= cells; ++x)
                faces.back().push_back(add_vertex(
                    mesh, half.cwiseProduct(Vec3(2.0 * x / cells - 1.0, 2.0 * y / cells - 1.0, side))));
    }
    const auto id = [&](int face, int x, int y) { return faces[face][y * (cells + 1) + x]; };
    for (int y = 0; y < cells; ++y)
        for (int x = 0; x < cells; ++x) {
            add_quad(mesh, surface, {id(1, x, y), id(1, x + 1, y), id(1, x + 1, y + 1), id(1, x, y + 1)});
            add_quad(mesh, surface, {id(0, x, y), id(0, x, y + 1), id(0, x + 1, y + 1), id(0, x + 1, y)});
        }
    VertexIds rims[2];
    for (int face = 0; face < 2; ++face) {
        for (int k = 0; k < cells; ++k) rims[face].push_back(id(face, k, 0));
        for (int k = 0; k < cells; ++k) rims[face].push_back(id(face, cells, k));
        for (int k = cells; k > 0; --k) rims[face].push_back(id(face, k, cells));
        for (int k = cells; k > 0; --k) rims[face].push_back(id(face, 0, k));
    }
    add_band(mesh, surface, rims[0], rims[1]);
    return mesh;
}

Mesh holed_solid(const Vec3& half, double half_hole) {
    Mesh mesh;
    const std::uint32_t surface = surface_named(mesh, "plate");
    const auto ring = [&](double x, double y, double z) {
        VertexIds ids;
        for (const Vec2& sign : {Vec2(-1, -1), Vec2(1, -1), Vec2(1, 1), Vec2(-1, 1)})
            ids.push_back(add_vertex(mesh, {x * sign.x(), y * sign.y(), z}));
        return ids;
    };
    const VertexIds low = ring(half.x(), half.y(), -half.z()), high = ring(half.x(), half.y(), half.z()),
                    mouth = ring(half_hole, half_hole, half.z()), bottom = ring(half_hole, half_hole, -half.z());
    add_band(mesh, surface, low, high);
    add_band(mesh, surface, high, mouth);
    add_band(mesh, surface, mouth, bottom);
    add_band(mesh, surface, bottom, low);
    return mesh;
}

}  // namespace graze::bench
