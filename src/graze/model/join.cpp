#include "graze/model/join.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr std::size_t kMostIds = std::numeric_limits<std::uint32_t>::max();

Error too_many(std::size_t count, const char* what, const std::string& where) {
    return make_error(ErrorCode::Unsupported, where,
                      fmt::format("{} {} together, more than {}", count, what, kMostIds),
                      "take the parts one by one");
}

}  // namespace

Expected<Mesh> join_meshes(std::span<const NamedMesh> meshes, const std::string& where) {
    std::size_t vertices = 0, triangles = 0, surfaces = 0;
    for (const NamedMesh& one : meshes) {
        vertices += one.mesh.vertices.size();
        triangles += one.mesh.triangles.size();
        surfaces += one.mesh.surfaces.size();
    }
    if (vertices > kMostIds) return too_many(vertices, "vertices", where);
    if (triangles > kMostIds) return too_many(triangles, "triangles", where);
    if (surfaces > kMostIds) return too_many(surfaces, "surfaces", where);

    Mesh joined;
    joined.vertices.reserve(vertices);
    joined.triangles.reserve(triangles);
    joined.surface_of_triangle.reserve(triangles);
    joined.surfaces.reserve(surfaces);
    for (const auto& [name, mesh] : meshes) {
        const auto first_vertex = static_cast<std::uint32_t>(joined.vertices.size());
        const auto first_surface = static_cast<std::uint32_t>(joined.surfaces.size());
        const auto first_part = static_cast<std::uint32_t>(joined.parts.size());
        joined.vertices.insert(joined.vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
        for (const auto& [a, b, c] : mesh.triangles)
            joined.triangles.push_back({first_vertex + a, first_vertex + b, first_vertex + c});
        for (const std::uint32_t id : mesh.surface_of_triangle)
            joined.surface_of_triangle.push_back(first_surface + id);
        for (const Surface& surface : mesh.surfaces)
            joined.surfaces.push_back({name + "/" + surface.name, surface.kind, surface.colour,
                                       surface.analytic, first_part + surface.part,
                                       surface.proved_deviation});
        if (mesh.parts.empty()) joined.parts.push_back(name);
        for (const std::string& part : mesh.parts) joined.parts.push_back(name + "/" + part);
        if (mesh.deviation) {
            auto& most = joined.deviation;
            if (!most) most = mesh.deviation;
            most->requested = std::max(most->requested, mesh.deviation->requested);
            most->measured = std::max(most->measured, mesh.deviation->measured);
            most->edge_gap = std::max(most->edge_gap, mesh.deviation->edge_gap);
            most->proved = most->proved && mesh.deviation->proved
                               ? std::optional(std::max(*most->proved, *mesh.deviation->proved))
                               : std::nullopt;
        }
    }
    const bool all_from_cad =
        std::all_of(meshes.begin(), meshes.end(), [](const NamedMesh& one) { return one.mesh.deviation.has_value(); });
    if (joined.deviation && !all_from_cad) joined.deviation->proved.reset();
    return joined;
}

}  // namespace graze::internal
