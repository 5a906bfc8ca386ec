// Where a body can touch another one: vertices and edges that stick out.
//
// A pair of points of two skins that is a local minimum of the distance lies on a vertex and a face, or on two
// edges, or on a vertex and an edge or two vertices; and each edge of it is *sharp*: the skin bends outwards there
// or ends. Sharp edges that follow each other along one line, between the same two flat sides, are one *ridge*, and
// the vertices in between count no more than any other point of it. So of a flat plate only the eight corners and
// twelve ridges count, however many triangles it has.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/body_model.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::internal {

/// A feature by the triangle that owns it (feature_owners.h).
struct FeatureName {
    std::uint32_t triangle = 0;
    FeatureSlot slot = kFaceSlot;
};

/// Sharp edges along one line.
struct Ridge {
    std::array<std::uint32_t, 2> ends;  // vertices
    std::uint32_t first, count;         // of SharpFeatures::edges, from ends[0] on
};

struct SharpFeatures {
    const BodyModel* model = nullptr;
    std::vector<std::uint32_t> vertices;  // ids of those at the ends of ridges, or of collapsed triangles
    std::vector<Ridge> ridges;            // every sharp edge is in one
    std::vector<std::uint32_t> edges;     // of the ridges, one after the other: ids in the adjacency
    std::vector<double> starts;           // of each of these: the part of the ridge that is before it
    WideTree vertex_tree, ridge_tree;     // over these: "triangles" are places in the lists above
    std::vector<std::uint32_t> edge_of;   // by half-edge: its edge; kNoEdge: of a collapsed triangle
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
    /// The edge at this part of a ridge, in [0, 1].
    [[nodiscard]] std::uint32_t edge_at(const Ridge& ridge, double part) const {
        const auto from = starts.begin() + ridge.first;
        const auto after = std::upper_bound(from + 1, from + ridge.count, part);
        return edges[static_cast<std::size_t>(after - starts.begin()) - 1];
    }
    [[nodiscard]] FeatureName owner_of_edge(std::uint32_t edge) const {
        const std::uint32_t half_edge = model->adjacency.edge(edge).front();
        return {triangle_of(half_edge), static_cast<FeatureSlot>(kFirstEdgeSlot + half_edge % 3)};
    }
};

/// A fold by less than this counts as flat: what touches there touches a neighbouring vertex or face, too, up
/// to this angle. In radians.
inline constexpr double kFlat = 1e-6;
/// Edges that turn by less than this, a sine, are along one line: points of a ridge are off by that part of its
/// length for each of its edges.
inline constexpr double kStraight = 1e-12;

/// Guarantee: an edge is sharp unless it has two triangles that are flat to each other, or, if the body is
///            one-sided, that are not bent outwards. Triangles without area bend in all ways.
/// Pre:       the model outlives the features. Cost: O(n log n).
[[nodiscard]] SharpFeatures find_sharp_features(const BodyModel& model);

}  // namespace graze::internal
