// Where a body can touch another one: vertices and edges that stick out.
//
// A pair of points of two skins that is a local minimum of the distance lies on a vertex and a face, or on two
// edges, or on a vertex and an edge or two vertices; and each vertex and edge of it is *sharp*: an edge at which
// the skin bends outwards or ends, or a vertex on such an edge. Of a flat plate only the border is sharp, however
// many triangles it has.
#pragma once

#include "graze/model/body_model.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace graze {

/// A feature by the triangle that owns it (feature_owners.h).
struct FeatureName {
    std::uint32_t triangle = 0;
    FeatureSlot slot = kFaceSlot;
};

struct SharpFeatures {
    const BodyModel* model = nullptr;
    std::vector<std::uint32_t> vertices;       // ids of the sharp ones
    std::vector<std::uint32_t> edges;          // ids in the adjacency, likewise
    WideTree vertex_tree, edge_tree;           // over these: "triangles" are places in the lists above
    std::vector<std::uint32_t> edge_of;        // by half-edge: its edge; kNoEdge: of a collapsed triangle
    std::vector<FeatureName> owner_of_vertex;  // by vertex
    std::vector<std::uint32_t> neighbours,
        of_vertex;  // those of vertex v: neighbours[of_vertex[v] .. [v + 1])
    /// The skin shows its outside everywhere: nothing touches a face from behind.
    bool is_one_sided = false;

    static constexpr std::uint32_t kNoEdge = 0xFFFFFFFF;

    [[nodiscard]] std::span<const std::uint32_t> neighbours_of(std::uint32_t vertex) const {
        return std::span(neighbours).subspan(of_vertex[vertex], of_vertex[vertex + 1] - of_vertex[vertex]);
    }
    /// The ends of an edge of the adjacency.
    [[nodiscard]] std::array<std::uint32_t, 2> ends_of(std::uint32_t edge) const {
        const std::uint32_t half_edge = model->adjacency.edge(edge).front();
        return {start_of(*model->mesh, half_edge), end_of(*model->mesh, half_edge)};
    }
    [[nodiscard]] FeatureName owner_of_edge(std::uint32_t edge) const {
        const std::uint32_t half_edge = model->adjacency.edge(edge).front();
        return {triangle_of(half_edge), static_cast<FeatureSlot>(kFirstEdgeSlot + half_edge % 3)};
    }
};

/// A fold by less than this counts as flat: what touches there touches a neighbouring vertex or face, too, up
/// to this angle. In radians.
inline constexpr double kFlat = 1e-6;

/// Guarantee: an edge is sharp unless it has two triangles that are flat to each other, or, if the body is
///            one-sided, that are not bent outwards. Triangles without area bend in all ways.
/// Pre:       the model outlives the features. Cost: O(n log n).
[[nodiscard]] SharpFeatures find_sharp_features(const BodyModel& model);

}  // namespace graze
