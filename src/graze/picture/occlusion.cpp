#include "graze/picture/occlusion.h"

#include <cmath>
#include <numbers>

namespace graze::picture {
namespace {

constexpr int kTaps = 13;
constexpr int kTurns = 3;                 // of the spiral of taps
constexpr int kPattern = 4;               // cells after which the turned taps repeat
constexpr double kRadius = 0.11;          // of the scene's extent
constexpr float kGreatestRadius = 0.13f;  // of the picture's height, for scenes seen from near
constexpr float kStrength = 2.1f;         // so that a right-angled corner loses about a third of its sky
constexpr float kBias = 0.12f;  // sine: what rises less does not shade, so facets of a round surface do not
constexpr float kSameDepth = 0.02f;      // relative difference in depth from which a neighbour hardly counts
constexpr float kLeastLikeness = 1e-3f;  // so that there is always a mean

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

// To the nearest, for offsets within a picture.
int rounded(float value) { return static_cast<int>(value + (kMaxPictureSide + 0.5f)) - kMaxPictureSide; }

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

float open_at(const Grid& grid, int column, int row, const std::array<Tap, kTaps>& taps) {
    const Occlusion& cells = grid.cells;
    const float depth = cells.depth[static_cast<std::size_t>(row * cells.columns + column)];
    const float px = std::min(grid.radius * static_cast<float>(grid.view.focal) * depth, grid.greatest_px);
    if (px < 2.0f) return 1.0f;
    const float radius = px / (static_cast<float>(grid.view.focal) * depth), radius_sq = radius * radius;
    const Vec3f centre = grid.point(column, row, depth),
                normal = cells.normal[static_cast<std::size_t>(row * cells.columns + column)];
    float sum = 0.0f;
    for (const Tap& tap : taps) {
        const int c = column + rounded(0.5f * px * tap.x), r = row + rounded(0.5f * px * tap.y);
        if (c < 0 || r < 0 || c >= cells.columns || r >= cells.rows) continue;
        const float there = cells.depth[static_cast<std::size_t>(r * cells.columns + c)];
        if (!(there > 0.0f)) continue;
        const Vec3f v = grid.point(c, r, there) - centre;
        const float length_sq = v.squaredNorm();
        if (!(length_sq < radius_sq && length_sq > 0.0f)) continue;
        const float rise =
            v.dot(normal) / std::sqrt(length_sq) - kBias;  // sine of the angle above the tangent plane
        if (rise > 0.0f) sum += (1.0f - length_sq / radius_sq) * rise;
    }
    return std::max(0.0f, 1.0f - kStrength / kTaps * sum);
}

// How much alike neighbours are: 1 on one smooth surface, near 0 across a step or a fold.
class Likeness {
  public:
    Likeness(float depth, const Vec3f& normal)
        : depth_(depth), scale_(1.0f / (kSameDepth * depth)), normal_(normal) {}
    [[nodiscard]] float to(float depth, const Vec3f& normal) const {
        const float turn = std::max(normal_.dot(normal), 0.0f), turn_sq = turn * turn;
        return std::max(1.0f - std::abs(depth_ - depth) * scale_, 0.0f) * turn_sq * turn_sq + kLeastLikeness;
    }

  private:
    float depth_, scale_;
    const Vec3f& normal_;
};

// Mean over a row or column of kPattern cells, those of another depth left out.
std::vector<float> smoothed(const Occlusion& cells, const std::vector<float>& values, int stride_column,
                            int stride_row, Loops& loops) {
    std::vector<float> result(values.size());
    loops.each_task(static_cast<std::size_t>(cells.rows), [&](std::size_t r) {
        for (int column = 0, row = static_cast<int>(r); column < cells.columns; ++column) {
            const std::size_t here = static_cast<std::size_t>(row * cells.columns + column);
            if (!(cells.depth[here] > 0.0f)) continue;
            const Likeness likeness(cells.depth[here], cells.normal[here]);
            float sum = 0.0f, weights = 0.0f;
            for (int i = -kPattern / 2; i < kPattern / 2; ++i) {
                const int c = column + i * stride_column, q = row + i * stride_row;
                if (c < 0 || q < 0 || c >= cells.columns || q >= cells.rows) continue;
                const std::size_t there = static_cast<std::size_t>(q * cells.columns + c);
                const float weight = likeness.to(cells.depth[there], cells.normal[there]);
                sum += weight * values[there];
                weights += weight;
            }
            result[here] = sum / weights;  // the cell itself weighs 1
        }
    });
    return result;
}

}  // namespace

float Occlusion::at(int x, int y, float depth_here, const Vec3f& normal_here) const {
    const int c0 = x / 2, r0 = y / 2, c1 = std::min(c0 + (x & 1), columns - 1),
              r1 = std::min(r0 + (y & 1), rows - 1);
    const Likeness likeness(depth_here, normal_here);
    float sum = 0.0f, weights = 0.0f;
    for (int r = r0; r <= r1; ++r)
        for (int c = c0; c <= c1; ++c) {
            const std::size_t cell = static_cast<std::size_t>(r * columns + c);
            const float weight = likeness.to(depth[cell], normal[cell]);
            sum += weight * open[cell];
            weights += weight;
        }
    return sum / weights;
}

Occlusion occlusion_of(const Projection& projection, const Visibility& seen, const View& view, Loops& loops) {
    Occlusion cells{(seen.tiles.width + 1) / 2, (seen.tiles.height + 1) / 2, {}, {}, {}};
    const std::size_t count = static_cast<std::size_t>(cells.columns) * static_cast<std::size_t>(cells.rows);
    cells.depth.resize(count);
    cells.normal.assign(count, -Vec3f::UnitZ());
    loops.each(count, [&](std::size_t cell) {
        const int x = 2 * (static_cast<int>(cell) % cells.columns),
                  y = 2 * (static_cast<int>(cell) / cells.columns);
        const std::size_t pixel = seen.pixel(x, y);
        cells.depth[cell] = seen.depth[pixel][0];
        if (seen.triangle[pixel][0] == kNone) return;
        const Vec3f normal =
            normal_at(projection, projection.triangles[seen.triangle[pixel][0]],
                      static_cast<float>(x) + kSampleX[0], static_cast<float>(y) + kSampleY[0]);
        if (!is_zero(normal)) cells.normal[cell] = normal;
    });
    const TapTable taps = tap_table();
    const Grid grid{view, cells, static_cast<float>(kRadius * projection.extent),
                    kGreatestRadius * static_cast<float>(seen.tiles.height)};
    cells.open.assign(count, 1.0f);
    loops.each_task(static_cast<std::size_t>(cells.rows), [&](std::size_t r) {
        for (int column = 0, row = static_cast<int>(r); column < cells.columns; ++column) {
            const std::size_t cell = static_cast<std::size_t>(row * cells.columns + column);
            if (!(cells.depth[cell] > 0.0f)) continue;
            cells.open[cell] =
                open_at(grid, column, row,
                        taps[static_cast<std::size_t>(row % kPattern * kPattern + column % kPattern)]);
        }
    });
    cells.open = smoothed(cells, cells.open, 1, 0, loops);
    cells.open = smoothed(cells, cells.open, 0, 1, loops);
    return cells;
}

}  // namespace graze::picture
