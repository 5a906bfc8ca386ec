#include "graze/model/split.h"

#include "graze/model/adjacency.h"
#include "graze/model/diagnosis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;

/// Old ids to new ones, in order of first use.
class Renumbering {
  public:
    explicit Renumbering(std::size_t count) : new_id_(count, kNone) {}
    std::uint32_t operator()(std::uint32_t old) {
        if (new_id_[old] == kNone) {
            new_id_[old] = static_cast<std::uint32_t>(used_.size());
            used_.push_back(old);
        }
        return new_id_[old];
    }
    const std::vector<std::uint32_t>& used() const { return used_; }
    void clear() {
        for (const std::uint32_t old : used_) new_id_[old] = kNone;
        used_.clear();
    }

  private:
    std::vector<std::uint32_t> new_id_, used_;
};

/// The mesh of each part, by the part of each triangle. Parts without triangles are meshes without any.
std::vector<Mesh> divided(const Mesh& mesh, std::span<const std::uint32_t> part_of, std::size_t parts) {
    std::vector<std::vector<std::uint32_t>> triangles(parts);
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) triangles[part_of[t]].push_back(t);
    Renumbering vertices(mesh.vertices.size()), surfaces(mesh.surfaces.size());
    std::vector<Mesh> result;
    for (const auto& own : triangles) {
        Mesh& part = result.emplace_back();
        part.deviation = mesh.deviation;
        for (const std::uint32_t t : own) {
            const auto [a, b, c] = mesh.triangles[t];
            const std::uint32_t i = vertices(a), j = vertices(b), k = vertices(c);
            part.triangles.push_back({i, j, k});
            part.surface_of_triangle.push_back(surfaces(mesh.surface_of_triangle[t]));
        }
        for (const std::uint32_t v : vertices.used()) part.vertices.push_back(mesh.vertices[v]);
        for (const std::uint32_t s : surfaces.used()) {
            part.surfaces.push_back(mesh.surfaces[s]);
            part.surfaces.back().part = 0;
        }
        vertices.clear();
        surfaces.clear();
    }
    return result;
}

/// How often the triangles of a piece wind around a point, in whole turns [van Oosterom 1983]; rounded.
double winding(const Mesh& mesh, std::span<const std::uint32_t> triangles, const Vec3& point) {
    double angle = 0.0;
    for (const std::uint32_t t : triangles) {
        auto [a, b, c] = corners(mesh, t);
        a -= point, b -= point, c -= point;
        const double la = a.norm(), lb = b.norm(), lc = c.norm();
        angle +=
            2.0 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    return angle / (4.0 * std::numbers::pi);
}

/// Joins cavities to what they are in: gives the new number of each piece.
class Cavities {
  public:
    Cavities(const Mesh& mesh, std::span<const std::uint32_t> piece_of, const MeshDiagnosis& diagnosis)
        : mesh_(mesh), pieces_(diagnosis.pieces), triangles_(pieces_.size()), boxes_(pieces_.size()) {
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
            if (piece_of[t] != kNoPiece) triangles_[piece_of[t]].push_back(t);
        for (std::size_t p = 0; p < pieces_.size(); ++p) {
            std::vector<Vec3> points;
            for (const std::uint32_t t : triangles_[p])
                for (const std::uint32_t v : mesh.triangles[t]) points.push_back(mesh.vertices[v]);
            boxes_[p] = box_of(points);
        }
    }

    /// The piece that a cavity belongs to; a piece that is none, or is in nothing, to itself.
    std::uint32_t home_of(std::uint32_t piece) const {
        if (pieces_[piece].facing != Facing::Inward) return piece;
        std::uint32_t home = piece;
        const Vec3 point = corners(mesh_, pieces_[piece].first_triangle)[0];
        for (std::uint32_t other = 0; other < pieces_.size(); ++other) {
            if (pieces_[other].facing != Facing::Outward || !holds(boxes_[other], boxes_[piece])) continue;
            if (home != piece && size_of(home) <= size_of(other)) continue;
            if (winding(mesh_, triangles_[other], point) > 0.5) home = other;
        }
        return home;
    }

  private:
    static bool holds(const Box& outer, const Box& inner) {
        return (outer.min.array() <= inner.min.array()).all() &&
               (outer.max.array() >= inner.max.array()).all();
    }
    double size_of(std::uint32_t piece) const { return (boxes_[piece].max - boxes_[piece].min).norm(); }

    const Mesh& mesh_;
    const std::vector<Piece>& pieces_;
    std::vector<std::vector<std::uint32_t>> triangles_;
    std::vector<Box> boxes_;
};

/// Collapsed triangles have no edges: each goes where one of its vertices is used, else into the first.
void adopt_collapsed(const Mesh& mesh, std::vector<std::uint32_t>& piece_of) {
    std::vector<std::uint32_t> of_vertex(mesh.vertices.size(), kNone);
    for (std::size_t t = 0; t < piece_of.size(); ++t)
        if (piece_of[t] != kNoPiece)
            for (const std::uint32_t v : mesh.triangles[t]) of_vertex[v] = piece_of[t];
    for (std::size_t t = 0; t < piece_of.size(); ++t) {
        for (const std::uint32_t v : mesh.triangles[t])
            if (piece_of[t] == kNoPiece) piece_of[t] = of_vertex[v];
        if (piece_of[t] == kNoPiece) piece_of[t] = 0;
    }
}

}  // namespace

const char* name_of(SplitBy by) {
    constexpr std::array<const char*, 4> kNames{"none", "solids", "objects", "pieces"};
    return kNames[static_cast<std::size_t>(by)];
}

std::vector<MeshPart> split_by_parts(const Mesh& mesh) {
    if (mesh.parts.size() < 2) return {{mesh.parts.empty() ? "" : mesh.parts.front(), mesh}};
    std::vector<std::uint32_t> part_of;
    for (const std::uint32_t s : mesh.surface_of_triangle) part_of.push_back(mesh.surfaces[s].part);
    std::vector<Mesh> meshes = divided(mesh, part_of, mesh.parts.size());
    std::vector<MeshPart> parts;
    for (std::size_t p = 0; p < meshes.size(); ++p)
        if (!meshes[p].triangles.empty()) parts.push_back({mesh.parts[p], std::move(meshes[p])});
    return parts;
}

std::vector<MeshPart> split_by_pieces(const Mesh& mesh) {
    const Adjacency adjacency = find_adjacency(mesh);
    std::vector<std::uint32_t> piece_of = find_pieces(mesh, adjacency);
    const MeshDiagnosis diagnosis = diagnose(mesh, adjacency);
    if (diagnosis.pieces.size() < 2) return {{"", mesh}};
    adopt_collapsed(mesh, piece_of);
    const Cavities cavities(mesh, piece_of, diagnosis);
    std::vector<std::uint32_t> home(diagnosis.pieces.size());
    for (std::uint32_t p = 0; p < home.size(); ++p) home[p] = cavities.home_of(p);
    for (std::uint32_t& piece : piece_of) piece = home[piece];
    std::vector<MeshPart> parts;
    for (Mesh& part : divided(mesh, piece_of, home.size()))
        if (!part.triangles.empty())
            parts.push_back({fmt::format("piece-{}", parts.size() + 1), std::move(part)});
    return parts;
}

}  // namespace graze::internal
