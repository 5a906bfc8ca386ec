#include "graze/discrete/bodies/open_containment.h"

#include "graze/discrete/wide/wide_point.h"
#include "graze/geometry/placement.h"
#include "graze/numeric/outward.h"

#include <algorithm>

namespace graze::internal {
namespace {

constexpr int kTries = 8;  // vertices of a piece that are looked at closely

/// NaN and infinite errors prove nothing.
bool is_outside(const PosedPoint& point, const Box& box) {
    for (int k = 0; k < 3; ++k)
        if (just_below(point.near[k] - point.error) > box.max[k] ||
            just_above(point.near[k] + point.error) < box.min[k])
            return true;
    return false;
}

/// Around all edges that are not run along as often one way as the other.
Box box_of_rim(const BodyModel& model) {
    const Mesh& mesh = *model.mesh;
    Box box;
    for (std::size_t e = 0; e < model.adjacency.edge_count(); ++e) {
        std::int64_t balance = 0;
        const auto edge = model.adjacency.edge(e);
        for (const std::uint32_t h : edge) balance += start_of(mesh, h) < end_of(mesh, h) ? 1 : -1;
        if (balance == 0) continue;
        box.add(mesh.vertices[start_of(mesh, edge[0])]);
        box.add(mesh.vertices[end_of(mesh, edge[0])]);
    }
    return box;
}

/// A mesh with a rim, asked about vertices of another one.
class OpenMesh {
  public:
    OpenMesh(const BodyModel& model, const Placement& seen)
        : query_(model), seen_(seen), bounds_(model.bounds), rim_(box_of_rim(model)) {}

    /// A cheap look, which is enough for most.
    [[nodiscard]] bool is_beyond_box(const Vec3& vertex) const {
        return is_outside(place(seen_, vertex), bounds_);
    }

    /// The point that stands for the vertex is on its side of the skin, and of the box.
    [[nodiscard]] bool is_outside_if_closed(const Vec3& vertex) {
        const PosedPoint at = place(seen_, vertex);
        if (!is_outside(at, rim_) || !(query_.nearest(at.near).lo > 2.0 * at.error)) return false;
        return query_.winding_if_closed(at.near, rim_) == 0;
    }

  private:
    PointQuery query_;
    Placement seen_;
    Box bounds_, rim_;
};

/// By piece of the mesh: whether it is proved to be outside.
std::vector<bool> pieces_outside(const BodyModel& inner, OpenMesh& open) {
    const Mesh& mesh = *inner.mesh;
    const std::vector<std::uint32_t> pieces = find_pieces(mesh, inner.adjacency);
    std::vector<bool> is_out;  // they are numbered by their first triangle
    std::vector<int> tries;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const std::uint32_t piece = pieces[t];
        if (piece == kNoPiece) continue;
        if (piece == is_out.size()) is_out.push_back(false), tries.push_back(0);
        for (const std::uint32_t v : mesh.triangles[t]) {
            if (is_out[piece]) break;
            is_out[piece] = open.is_beyond_box(mesh.vertices[v]) ||
                            (tries[piece]++ < kTries && open.is_outside_if_closed(mesh.vertices[v]));
        }
    }
    return is_out;
}

}  // namespace

bool may_be_inside_open(const PosedModel& inner, const PosedModel& open) {
    if (open.model.is_solid) return false;
    const Placement seen = placement_of(inner.pose, open.pose);
    const auto& samples = inner.model.piece_samples;
    const bool all_beyond = std::all_of(samples.begin(), samples.end(), [&](const Vec3& sample) {
        return is_outside(place(seen, sample), open.model.bounds);
    });
    if (all_beyond) return false;
    OpenMesh mesh(open.model, seen);
    const std::vector<bool> is_out = pieces_outside(inner.model, mesh);
    return std::find(is_out.begin(), is_out.end(), false) != is_out.end();
}

}  // namespace graze::internal
