#include "studio/geometry_bytes.h"

#include "studio/protocol.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace graze::studio {
namespace {

constexpr double kCreaseCosine = 0.8660254037844387;  // of 30 degrees
constexpr std::size_t kAlignment = 8;

struct Side {
    std::uint32_t low, high, triangle;
};

template <class T>
void append(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <class T>
void append(std::string& bytes, const std::vector<T>& values) {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

std::string faces_json(const Mesh& mesh) {
    nlohmann::ordered_json faces = nlohmann::ordered_json::array();
    for (const Surface& surface : mesh.surfaces) {
        nlohmann::ordered_json face{{"name", surface.name}, {"kind", name_of(surface.kind)}, {"colour", nullptr}, {"part", surface.part}};
        if (surface.colour) face["colour"] = fmt::format("#{:02x}{:02x}{:02x}", (*surface.colour)[0], (*surface.colour)[1], (*surface.colour)[2]);
        faces.push_back(std::move(face));
    }
    const nlohmann::ordered_json all{{"faces", std::move(faces)}, {"parts", mesh.parts}};
    return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

std::vector<std::array<std::uint32_t, 2>> feature_edges(const Mesh& mesh) {
    std::vector<Side> sides;
    std::vector<Vec3> normals;
    sides.reserve(3 * mesh.triangles.size());
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [p, q, r] = corners(mesh, t);
        normals.push_back((q - p).cross(r - p).normalized());
        const Triangle& triangle = mesh.triangles[t];
        for (int k = 0; k < 3; ++k) {
            const std::uint32_t a = triangle[k], b = triangle[(k + 1) % 3];
            if (a != b) sides.push_back({std::min(a, b), std::max(a, b), t});
        }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& x, const Side& y) {
        return std::array{x.low, x.high, x.triangle} < std::array{y.low, y.high, y.triangle};
    });
    std::vector<std::array<std::uint32_t, 2>> edges;
    for (std::size_t i = 0, next = 0; i < sides.size(); i = next) {
        for (next = i; next < sides.size() && sides[next].low == sides[i].low && sides[next].high == sides[i].high;) ++next;
        // A sharp edge, a rim, or one of more than two triangles. A normal that is none counts as smooth.
        const bool is_smooth = next - i == 2 && !(normals[sides[i].triangle].dot(normals[sides[i + 1].triangle]) < kCreaseCosine);
        if (!is_smooth) edges.push_back({sides[i].low, sides[i].high});
    }
    return edges;
}

std::string geometry_bytes(const Mesh& mesh, std::uint32_t number) {
    const auto edges = feature_edges(mesh);
    const std::string faces = faces_json(mesh);
    const Box box = bounds_of(mesh);
    const Vec3 origin = 0.5 * (box.min + box.max);
    std::vector<float> positions;
    positions.reserve(3 * mesh.vertices.size());
    for (const Vec3& vertex : mesh.vertices)
        for (int k = 0; k < 3; ++k) positions.push_back(static_cast<float>(vertex[k] - origin[k]));
    const std::size_t length = sizeof(GeometryHead) + 4 * positions.size() + 16 * mesh.triangles.size() + 8 * edges.size() + faces.size();
    const std::size_t padded = (length + kAlignment - 1) / kAlignment * kAlignment;
    GeometryHead head;
    head.mesh = number;
    head.vertices = static_cast<std::uint32_t>(mesh.vertices.size());
    head.triangles = static_cast<std::uint32_t>(mesh.triangles.size());
    head.edges = static_cast<std::uint32_t>(edges.size());
    head.faces = static_cast<std::uint32_t>(mesh.surfaces.size());
    head.text = static_cast<std::uint32_t>(faces.size());
    head.bytes = static_cast<std::uint32_t>(padded);
    head.origin = {origin.x(), origin.y(), origin.z()};
    std::string bytes;
    bytes.reserve(padded);
    append(bytes, head);
    append(bytes, positions);
    append(bytes, mesh.triangles);
    append(bytes, mesh.surface_of_triangle);
    append(bytes, edges);
    bytes += faces;
    bytes.resize(padded, '\0');
    return bytes;
}

std::string geometry_bytes(const OpenedScene& scene, const std::optional<std::uint32_t>& mesh) {
    if (mesh) return geometry_bytes(*scene.meshes[*mesh], *mesh);
    std::vector<std::uint32_t> order(scene.meshes.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto size = [&](std::uint32_t i) { const Box box = bounds_of(*scene.meshes[i]); return (box.max - box.min).norm(); };
    std::vector<double> sizes;
    for (const std::uint32_t i : order) sizes.push_back(size(i));
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) { return sizes[i] > sizes[j]; });
    std::string bytes;
    for (const std::uint32_t i : order) bytes += geometry_bytes(*scene.meshes[i], i);
    return bytes;
}

}  // namespace graze::studio
