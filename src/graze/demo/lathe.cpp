#include "graze/demo/lathe.h"

#include "graze/core/assert.h"
#include "graze/demo/build.h"
#include "graze/demo/turn.h"

#include <algorithm>

namespace graze::internal {
namespace {

struct PlacedPoint {
    std::int64_t key;
    std::uint32_t vertex;
    std::uint32_t surface;
};
using PlacedColumn = std::vector<PlacedPoint>;

// A key that no caller uses: the repeated first point of a ring.
constexpr std::int64_t kClosingKey = INT64_MIN;

PlacedColumn place(Mesh& mesh, const Column& column, double turns) {
    const Vec2 d = direction_at(turns);
    PlacedColumn placed;
    for (const ColumnPoint& p : column)
        placed.push_back(
            {p.key, add_vertex(mesh, {p.radius * d.x(), p.radius * d.y(), p.height}), p.surface});
    return placed;
}

// The vertices of the first column under the keys of the last.
PlacedColumn place_again(const PlacedColumn& first, const Column& last) {
    GRAZE_ASSERT(first.size() == last.size());
    PlacedColumn placed;
    for (std::size_t i = 0; i < last.size(); ++i)
        placed.push_back({last[i].key, first[i].vertex, last[i].surface});
    return placed;
}

bool has_key(const PlacedColumn& column, std::int64_t key) {
    return std::any_of(column.begin(), column.end(), [&](const PlacedPoint& p) { return p.key == key; });
}

// b stands counter-clockwise of a. Each step goes up one edge of a, or of b, or of both.
void zip(Mesh& mesh, const PlacedColumn& a, const PlacedColumn& b) {
    std::size_t i = 0, j = 0;
    while (i + 1 < a.size() || j + 1 < b.size()) {
        const bool more_a = i + 1 < a.size(), more_b = j + 1 < b.size();
        if (more_a && more_b && a[i + 1].key == b[j + 1].key) {
            add_quad(mesh, a[i].surface, {a[i].vertex, b[j].vertex, b[j + 1].vertex, a[i + 1].vertex});
            ++i, ++j;
        } else if (more_b && !has_key(a, b[j + 1].key)) {
            add_triangle(mesh, b[j].surface, {a[i].vertex, b[j].vertex, b[j + 1].vertex});
            ++j;
        } else {
            GRAZE_ASSERT(more_a && !has_key(b, a[i + 1].key));
            add_triangle(mesh, a[i].surface, {a[i].vertex, b[j].vertex, a[i + 1].vertex});
            ++i;
        }
    }
}

void close_rings(std::vector<PlacedColumn>& columns) {
    for (PlacedColumn& column : columns) column.push_back({kClosingKey, column.front().vertex, 0});
}

void add_caps(Mesh& mesh, const std::vector<PlacedColumn>& columns, const Caps& caps) {
    const auto on_axis = [&](std::uint32_t vertex) {
        return add_vertex(mesh, {0.0, 0.0, mesh.vertices[vertex].z()});
    };
    const std::uint32_t first = on_axis(columns.front().front().vertex);
    const std::uint32_t last = on_axis(columns.front().back().vertex);
    for (std::size_t j = 0; j + 1 < columns.size(); ++j) {
        const PlacedColumn &a = columns[j], &b = columns[j + 1];
        add_triangle(mesh, caps.first, {first, b.front().vertex, a.front().vertex});
        add_triangle(mesh, caps.last, {last, a.back().vertex, b.back().vertex});
    }
}

}  // namespace

void add_lathed(Mesh& mesh, const std::vector<Column>& columns, std::optional<Caps> caps) {
    GRAZE_ASSERT(columns.size() >= 4);
    const std::size_t n = columns.size() - 1;
    std::vector<PlacedColumn> placed;
    for (std::size_t j = 0; j < n; ++j)
        placed.push_back(place(mesh, columns[j], static_cast<double>(j) / static_cast<double>(n)));
    placed.push_back(place_again(placed.front(), columns.back()));
    if (!caps) close_rings(placed);
    for (std::size_t j = 0; j < n; ++j) zip(mesh, placed[j], placed[j + 1]);
    if (caps) add_caps(mesh, placed, *caps);
}

}  // namespace graze::internal
