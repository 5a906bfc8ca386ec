// Which samples a triangle covers, and which triangle is nearest at every sample.
//
// Four samples a pixel on a rotated grid: near-vertical and near-horizontal edges, which jag most, cross four
// different offsets. No cracks: both triangles at an edge evaluate it with the same bits, because it is
// always taken from its lesser end to its greater, and a sample on the edge itself belongs to one fixed side.
#pragma once

#include "graze/picture/bins.h"
#include "graze/picture/project.h"
#include "graze/picture/simd.h"

#include <cmath>
#include <memory>
#include <tuple>

namespace graze::picture {

inline constexpr int kSamples = 4;
inline constexpr float kNarrow = 4.0f;  // pixels: rows shorter than this are visited whole
inline constexpr Float4 kSampleX{0.375f, 0.875f, 0.125f, 0.625f};
inline constexpr Float4 kSampleY{0.125f, 0.375f, 0.625f, 0.875f};

/// A fragment must be nearer by this part of its distance to hide one drawn before: faces in one plane then
/// do not flicker but go to the earlier body, and to highlighted triangles, which are drawn first. It is ten
/// times the rounding of a depth (three products and sums in float).
inline constexpr float kDepthTie = 2e-6f;

/// The nearest triangle at every sample: place in Projection::triangles, or kNone, and its depth (1/z), or 0.
struct Visibility {
    Tiles tiles;
    std::unique_ptr<Float4[]> depth;  // by pixel, row by row
    std::unique_ptr<Uint4[]> triangle;

    [[nodiscard]] std::size_t pixel(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(tiles.width) +
               static_cast<std::size_t>(x);
    }
};

/// Where a row of pixels must begin or end because of one edge: at `at` + `slope` v.
struct RowLimit {
    enum Kind : std::uint8_t { None, Begin, End } kind = None;
    float at = 0.0f, slope = 0.0f;
};

/// A triangle over a rectangle of pixels; coordinates relative to its corner.
struct Coverage {
    PixelRect rect;                 // the pixels to visit; empty if the triangle misses all samples
    std::array<float, 3> a, b, c;   // edge k is a x + b y + c, its value at a pixel's corner
    std::array<Float4, 3> offset;   // from the pixel's corner to its samples
    std::array<Int4, 3> flip;       // all ones if inside is where the edge is negative
    float depth_x, depth_y, depth;  // the plane of 1/z, at a pixel's corner
    Float4 depth_offset;
    float depth_lo, depth_hi;        // of the corners: a needle's plane is not trusted beyond
    std::array<RowLimit, 3> limits;  // no pixel beyond one of these has a covered sample
};

[[nodiscard]] Coverage coverage_of(const ScreenTriangle& triangle, const PixelRect& rect);

struct PixelRange {
    int begin, end;
};

/// The pixels of a row that may be covered: long thin triangles cross a tile in few of them.
[[nodiscard]] inline PixelRange row_range(const Coverage& cover, const PixelRect& rect, float v) {
    float begin = static_cast<float>(cover.rect.x0 - rect.x0),
          end = static_cast<float>(cover.rect.x1 - rect.x0);
    if (end - begin > kNarrow)
        for (const RowLimit& limit : cover.limits) {
            const float at = limit.at + limit.slope * v;
            if (limit.kind == RowLimit::Begin) begin = std::clamp(at, begin, end);
            if (limit.kind == RowLimit::End) end = std::clamp(at, begin, end);
        }
    return {rect.x0 + static_cast<int>(begin), std::min(rect.x0 + static_cast<int>(end) + 1, cover.rect.x1)};
}

/// visit(x, y, mask, depth) for each pixel with a covered sample; x, y in the picture.
template <class Visit>
void for_each_covered_pixel(const ScreenTriangle& triangle, const PixelRect& rect, Visit&& visit) {
    const Coverage cover = coverage_of(triangle, rect);
    const auto& [a, b, c] = std::tie(cover.a, cover.b, cover.c);
    for (int y = cover.rect.y0; y < cover.rect.y1; ++y) {
        const float v = static_cast<float>(y - rect.y0);
        const float row[3] = {b[0] * v + c[0], b[1] * v + c[1], b[2] * v + c[2]};
        const float depth_row = cover.depth_y * v + cover.depth;
        const PixelRange range = row_range(cover, rect, v);
        for (int x = range.begin; x < range.end; ++x) {
            const float u = static_cast<float>(x - rect.x0);
            Int4 mask = ((a[0] * u + row[0]) + cover.offset[0] >= 0.0f) ^ cover.flip[0];
            mask &= ((a[1] * u + row[1]) + cover.offset[1] >= 0.0f) ^ cover.flip[1];
            mask &= ((a[2] * u + row[2]) + cover.offset[2] >= 0.0f) ^ cover.flip[2];
            if (lanes_set(mask) == 0) continue;
            const Float4 depth = (cover.depth_x * u + depth_row) + cover.depth_offset;
            const Float4 lo = Float4{} + cover.depth_lo, hi = Float4{} + cover.depth_hi;
            visit(x, y, mask, least(greatest(depth, lo), hi));
        }
    }
}

/// Considers the triangles from `first` to before `last` only.
struct TriangleRange {
    std::uint32_t first, last;
};
[[nodiscard]] Visibility visible_triangles(const Projection& projection, const Bins& bins,
                                           const TriangleRange& range, const Tiles& tiles, Loops& loops);

[[nodiscard]] Bins triangle_bins(const Projection& projection, const Tiles& tiles, Loops& loops);

}  // namespace graze::picture
