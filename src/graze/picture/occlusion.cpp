#include "graze/picture/occlusion.h"

#include <cmath>
#include <numbers>

namespace graze::picture {
namespace {

constexpr int kTaps = 11;
constexpr int kTurns = 3;                 // of the spiral of taps
constexpr int kPattern = 4;               // cells after which the turned taps repeat
constexpr double kRadius = 0.11;          // of the scene's extent
constexpr float kGreatestRadius = 0.13f;  // of the picture's height, for scenes seen from near
constexpr float kStrength = 0.62f;
constexpr float kBias = 0.03f;       // of the radius: a tap must rise this much out of the plane
constexpr float kSameDepth = 0.02f;  // relative difference in depth that weakens a neighbour by half

struct Tap {
    float x, y;  // within the unit disk
};

using TapTable = std::array<std::array<Tap, kTaps>, kPattern * kPattern>;

TapTable tap_table() {
    TapTable table{};
    for (int p = 0; p < kPattern * kPattern; ++p)
        for (int i = 0; i < kTaps; ++i) {
            // Neighbouring cells get turns that are far apart: 7 is prime to 16.
            const double turn = (p * 7 % 16) / 16.0 + kTurns * (i + 0.5) / kTaps, radius = (i + 0.7) / kTaps;
            const double angle = 2.0 * std::numbers::pi * turn;
            table[p][i] = {static_cast<float>(radius * std::cos(angle)),
                           static_cast<float>(radius * std::sin(angle))};
        }
    return table;
}

struct Grid {
    const View& view;
    const Occlusion& cells;
    float radius;  // in view space
    float greatest_px;

    [[nodiscard]] Vec3f point(int column, int row, float depth) const {
        const float z = 1.0f / depth, scale = z / static_cast<float>(view.focal);
        return {(2.0f * static_cast<float>(column) + 0.5f - static_cast<float>(view.centre_x)) * scale,
                (2.0f * static_cast<float>(row) + 0.5f - static_cast<float>(view.centre_y)) * scale, z};
    }
};

float open_at(const Grid& grid, int column, int row, const Vec3f& normal,
              const std::array<Tap, kTaps>& taps) {
    const Occlusion& cells = grid.cells;
    const float depth = cells.depth[static_cast<std::size_t>(row * cells.columns + column)];
    const float px = std::min(grid.radius * static_cast<float>(grid.view.focal) * depth, grid.greatest_px);
    if (px < 2.0f) return 1.0f;
    const float radius = px / (static_cast<float>(grid.view.focal) * depth), radius_sq = radius * radius;
    const Vec3f centre = grid.point(column, row, depth);
    float sum = 0.0f;
    for (const Tap& tap : taps) {
        const int c = column + static_cast<int>(std::lround(0.5f * px * tap.x)),
                  r = row + static_cast<int>(std::lround(0.5f * px * tap.y));
        if (c < 0 || r < 0 || c >= cells.columns || r >= cells.rows) continue;
        const float there = cells.depth[static_cast<std::size_t>(r * cells.columns + c)];
        if (!(there > 0.0f)) continue;
        const Vec3f v = grid.point(c, r, there) - centre;
        const float length_sq = v.squaredNorm(), rise = v.dot(normal) - kBias * radius;
        if (length_sq >= radius_sq || rise <= 0.0f) continue;
        const float near = 1.0f - length_sq / radius_sq;
        sum += near * near * near * rise * radius / (length_sq + 1e-4f * radius_sq);
    }
    return std::max(0.0f, 1.0f - kStrength * 5.0f / kTaps * sum);
}

Vec3f facing_normal(const Projection& projection, std::uint32_t triangle, const Vec3f& point) {
    const Vec3f& normal = projection.face_normals[projection.triangles[triangle].triangle];
    if (normal.isZero()) return -Vec3f::UnitZ();
    return normal.dot(point) > 0.0f ? Vec3f(-normal) : normal;
}

float likeness(float depth, float other) {
    if (!(other > 0.0f)) return 0.0f;
    const float step = (depth - other) / (kSameDepth * depth);
    return 1.0f / (1.0f + step * step);
}

// Mean over a row or column of kPattern cells, those of another depth left out.
std::vector<float> smoothed(const Occlusion& cells, const std::vector<float>& values, int stride_column,
                            int stride_row, Loops& loops) {
    std::vector<float> result(values.size());
    loops.each_task(static_cast<std::size_t>(cells.rows), [&](std::size_t r) {
        for (int column = 0, row = static_cast<int>(r); column < cells.columns; ++column) {
            const std::size_t here = static_cast<std::size_t>(row * cells.columns + column);
            if (!(cells.depth[here] > 0.0f)) continue;
            float sum = 0.0f, weights = 0.0f;
            for (int i = -kPattern / 2; i < kPattern / 2; ++i) {
                const int c = column + i * stride_column, q = row + i * stride_row;
                if (c < 0 || q < 0 || c >= cells.columns || q >= cells.rows) continue;
                const std::size_t there = static_cast<std::size_t>(q * cells.columns + c);
                const float weight = likeness(cells.depth[here], cells.depth[there]);
                sum += weight * values[there];
                weights += weight;
            }
            result[here] = sum / weights;  // the cell itself weighs 1
        }
    });
    return result;
}

}  // namespace

float Occlusion::at(int x, int y, float depth_here) const {
    const int c0 = std::min(x / 2, columns - 1), r0 = std::min(y / 2, rows - 1);
    const int c1 = std::min(c0 + (x & 1), columns - 1), r1 = std::min(r0 + (y & 1), rows - 1);
    float sum = 0.0f, weights = 1e-6f;
    for (const int r : {r0, r1})
        for (const int c : {c0, c1}) {
            const std::size_t cell = static_cast<std::size_t>(r * columns + c);
            const float weight = likeness(depth_here, depth[cell]);
            sum += weight * open[cell];
            weights += weight;
        }
    return (sum + 1e-6f) / weights;
}

Occlusion occlusion_of(const Projection& projection, const Visibility& seen, const View& view, Loops& loops) {
    Occlusion cells{(seen.tiles.width + 1) / 2, (seen.tiles.height + 1) / 2, {}, {}};
    const std::size_t count = static_cast<std::size_t>(cells.columns) * static_cast<std::size_t>(cells.rows);
    cells.depth.resize(count);
    cells.open.assign(count, 1.0f);
    loops.each(count, [&](std::size_t cell) {
        const int column = static_cast<int>(cell) % cells.columns,
                  row = static_cast<int>(cell) / cells.columns;
        cells.depth[cell] = seen.depth[seen.pixel(2 * column, 2 * row)][0];
    });
    const TapTable taps = tap_table();
    const Grid grid{view, cells, static_cast<float>(kRadius * projection.extent),
                    kGreatestRadius * static_cast<float>(seen.tiles.height)};
    std::vector<float> open(count, 1.0f);
    loops.each_task(static_cast<std::size_t>(cells.rows), [&](std::size_t r) {
        for (int column = 0, row = static_cast<int>(r); column < cells.columns; ++column) {
            const std::size_t cell = static_cast<std::size_t>(row * cells.columns + column);
            if (!(cells.depth[cell] > 0.0f)) continue;
            const Vec3f normal = facing_normal(projection, seen.triangle[seen.pixel(2 * column, 2 * row)][0],
                                               grid.point(column, row, cells.depth[cell]));
            open[cell] =
                open_at(grid, column, row, normal,
                        taps[static_cast<std::size_t>(row % kPattern * kPattern + column % kPattern)]);
        }
    });
    cells.open = smoothed(cells, smoothed(cells, open, 1, 0, loops), 0, 1, loops);
    return cells;
}

}  // namespace graze::picture
