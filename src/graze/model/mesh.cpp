#include "graze/model/mesh.h"

#include "graze/numeric/outward.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace graze {

Expected<void> validate(const Mesh& mesh, const std::string& where) {
    const auto bad = [&](const std::string& what, const std::string& remedy) {
        return make_error(ErrorCode::BadInput, where, what, remedy);
    };
    if (mesh.triangles.empty()) return bad("no triangles", "a body needs at least one");
    if (mesh.surface_of_triangle.size() != mesh.triangles.size())
        return bad(fmt::format("{} surface ids for {} triangles", mesh.surface_of_triangle.size(),
                               mesh.triangles.size()),
                   "give one per triangle");
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const Vec3& p = mesh.vertices[v];
        if (!p.allFinite())
            return bad(fmt::format("vertex {} is not finite ({}, {}, {})", v, p.x(), p.y(), p.z()),
                       "remove or mend it");
    }
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        for (const std::uint32_t v : mesh.triangles[t])
            if (v >= mesh.vertices.size())
                return bad(fmt::format("triangle {}: vertex index {} >= {}", t, v, mesh.vertices.size()),
                           "was the mesh truncated?");
        if (mesh.surface_of_triangle[t] >= mesh.surfaces.size())
            return bad(fmt::format("triangle {}: surface {} >= {}", t, mesh.surface_of_triangle[t],
                                   mesh.surfaces.size()),
                       "name every surface");
    }
    for (std::size_t s = 0; s < mesh.surfaces.size(); ++s) {
        const Surface& surface = mesh.surfaces[s];
        if (surface.part >= std::max<std::size_t>(1, mesh.parts.size()))
            return bad(fmt::format("surface {}: part {} of {}", s, surface.part, mesh.parts.size()),
                       "name every part");
        if (!(surface.proved_deviation.value_or(0.0) >= 0.0))
            return bad(fmt::format("surface {}: a proved deviation of {}", s, *surface.proved_deviation),
                       "give a length of at least 0, or none");
        if (!surface.analytic) continue;
        const std::string place = fmt::format("{}, surface {}", where, s);
        if (auto valid = validate(*surface.analytic, place); !valid) return valid;
    }
    if (mesh.deviation)
        for (const double deviation :
             {mesh.deviation->requested, mesh.deviation->measured, mesh.deviation->proved.value_or(0.0),
              mesh.deviation->edge_gap})
            if (!(deviation >= 0.0 && std::isfinite(deviation)))
                return bad(fmt::format("a deviation of {} from its CAD surfaces", deviation),
                           "give a length of at least 0, or none");
    return {};
}

Box bounds_of(const Mesh& mesh) { return box_of(mesh.vertices); }

void follow_deviation(Mesh& mesh, double factor, double moved) {
    if (factor != 1.0 || moved != 0.0) mesh.cover.reset();
    if (!mesh.deviation) return;
    mesh.deviation->requested *= factor;
    mesh.deviation->measured *= factor;
    mesh.deviation->edge_gap *= factor;
    const auto follow = [&](std::optional<double>& proved) {
        if (proved) proved = next_up(next_up(*proved * factor) + moved);
        if (proved && !(*proved < kInfinity)) proved.reset();
    };
    follow(mesh.deviation->proved);
    for (Surface& surface : mesh.surfaces) follow(surface.proved_deviation);
}

void make_one_surface(Mesh& mesh, const std::string& name) {
    mesh.surfaces = {Surface{name}};
    mesh.parts.clear();
    mesh.surface_of_triangle.assign(mesh.triangles.size(), 0);
}

}  // namespace graze
