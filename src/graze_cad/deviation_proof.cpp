#include "graze_cad/deviation_proof.h"

#include "graze/core/parallel.h"
#include "graze/numeric/outward.h"
#include "graze/surface/deviation_bound.h"

#include <algorithm>
#include <memory>

namespace graze::cad {
namespace {

/// Bounds are made smaller until they are not much more than what sampling found.
constexpr double kAboveMeasured = 1.2, kLeastOfRequested = 1e-3;

/// How far the vertices on a face's edges are from where its surface has them: twice that is the gap between two
/// faces there, as sampled.
double edge_gap_of(const FaceCover& cover, const Mesh& mesh) {
    double most = 0.0;
    for (std::size_t i = 0; i < cover.face.elements.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            const surface::Element& e = cover.face.elements[i];
            if (e.sides[k].curve == surface::kNoCurve) continue;
            const Vec3& vertex = mesh.vertices[cover.vertices[i][k]];
            most = std::max(most, (surface::point(cover.face, e.uv[k]).at - vertex).norm());
        }
    return most;
}

}  // namespace

void prove_deviation(Tessellation& result, int threads) {
    Mesh& mesh = result.mesh;
    const surface::MeshNeighbours neighbours(mesh.vertices, mesh.triangles);
    const double enough =
        std::max(kAboveMeasured * mesh.deviation->measured, kLeastOfRequested * mesh.deviation->requested);
    const auto bounds =
        parallel_map(result.covers.size(), {.threads = threads, .grain = 4}, [&](std::size_t i) {
            const FaceCover& cover = result.covers[i];
            if (!cover.fault.empty()) return kInfinity;
            return surface::deviation_bound(cover.face, cover.vertices, neighbours, enough);
        });
    double most = 0.0, gap = 0.0;
    for (Surface& surface : mesh.surfaces) surface.proved_deviation = 0.0;
    for (std::size_t i = 0; i < result.covers.size(); ++i) {
        FaceCover& cover = result.covers[i];
        const double own = (*bounds)[i];
        if (cover.fault.empty() && !(own < kInfinity)) cover.fault = "derivatives without a bound";
        auto& proved = mesh.surfaces[cover.surface].proved_deviation;
        proved = proved && own < kInfinity ? std::optional(std::max(*proved, own)) : std::nullopt;
        most = std::max(most, own);
        if (cover.fault.empty()) gap = std::max(gap, edge_gap_of(cover, mesh));
    }
    mesh.deviation->edge_gap = 2.0 * gap;
    if (!(most < kInfinity)) return;
    mesh.deviation->proved = most;
    auto whole = std::make_shared<surface::Cover>();
    for (const FaceCover& cover : result.covers) whole->faces.push_back(cover.face);
    mesh.cover = std::move(whole);
}

}  // namespace graze::cad
