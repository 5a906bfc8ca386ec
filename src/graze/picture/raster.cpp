#include "graze/picture/raster.h"

#include <cmath>

namespace graze::picture {
namespace {

// Twice the area in square pixels below which a triangle is left out: it cannot cover a sample but by
// accident, and its plane of depth would overflow.
constexpr double kLeastArea = 1e-9;
// Samples keep 1/8 of a pixel away from its sides; a little less, so that those on the very rim of a box
// count too.
constexpr float kSampleInset = 0.12f;

FloatBox box_of(const ScreenTriangle& triangle) {
    const auto& [p, q, r] = triangle.points;
    const auto [x0, x1] = std::minmax({p.x, q.x, r.x});
    const auto [y0, y1] = std::minmax({p.y, q.y, r.y});
    // Shrunk so that flooring gives the pixels with samples inside.
    return {x0 + kSampleInset, y0 + kSampleInset, x1 - kSampleInset, y1 - kSampleInset};
}

bool is_before(const ScreenPoint& p, const ScreenPoint& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }

struct PixelCorner {
    double x, y;
};

void set_edge(Coverage& cover, int k, const ScreenTriangle& triangle,
              const std::array<PixelCorner, 3>& corners, bool clockwise) {
    const int from = k, to = (k + 1) % 3;
    const bool backward = is_before(triangle.points[to], triangle.points[from]);
    const PixelCorner& p = corners[backward ? to : from];
    const PixelCorner& q = corners[backward ? from : to];
    const double a = p.y - q.y, b = q.x - p.x;
    cover.a[k] = static_cast<float>(a);
    cover.b[k] = static_cast<float>(b);
    cover.c[k] = static_cast<float>(-(a * p.x + b * p.y));
    cover.offset[k] = cover.a[k] * kSampleX + cover.b[k] * kSampleY;
    cover.flip[k] = Int4{} - (backward != clockwise ? 1 : 0);
}

// The value of an edge anywhere in the pixel (u, v) is at most e = A u + B v + C + max(A, 0) + max(B, 0),
// signs such that inside is positive; e >= 0 bounds u. Half a pixel of slack is far beyond rounding; flat
// edges bound nothing.
RowLimit row_limit(const Coverage& cover, int k) {
    const float sign = cover.flip[k][0] != 0 ? -1.0f : 1.0f;
    const float a = sign * cover.a[k], b = sign * cover.b[k], c = sign * cover.c[k];
    if (!(std::abs(a) > 1e-3f * std::abs(b))) return {};
    const float at = -(c + std::max(a, 0.0f) + std::max(b, 0.0f)) / a, slope = -b / a;
    if (a > 0.0f) return {RowLimit::Begin, at - 0.5f, slope};
    return {RowLimit::End, at + 1.5f, slope};
}

void set_depth(Coverage& cover, const ScreenTriangle& triangle, const std::array<PixelCorner, 3>& p,
               double area) {
    const double d0 = triangle.points[0].depth;
    const double d1 = triangle.points[1].depth - d0, d2 = triangle.points[2].depth - d0;
    const double x1 = p[1].x - p[0].x, y1 = p[1].y - p[0].y, x2 = p[2].x - p[0].x, y2 = p[2].y - p[0].y;
    const double gx = (d1 * y2 - d2 * y1) / area, gy = (d2 * x1 - d1 * x2) / area;
    cover.depth_x = static_cast<float>(gx);
    cover.depth_y = static_cast<float>(gy);
    cover.depth = static_cast<float>(d0 - gx * p[0].x - gy * p[0].y);
    cover.depth_offset = cover.depth_x * kSampleX + cover.depth_y * kSampleY;
    const auto [lo, hi] =
        std::minmax({triangle.points[0].depth, triangle.points[1].depth, triangle.points[2].depth});
    cover.depth_lo = lo;
    cover.depth_hi = hi;
}

// Does one edge have the whole rectangle on its outer side?
bool misses(const Coverage& cover, float width, float height) {
    for (int k = 0; k < 3; ++k) {
        const float at_corners[4] = {cover.c[k], cover.c[k] + cover.a[k] * width,
                                     cover.c[k] + cover.b[k] * height,
                                     cover.c[k] + cover.a[k] * width + cover.b[k] * height};
        const bool negative_inside = cover.flip[k][0] != 0;
        const auto is_out = [&](float e) { return negative_inside ? e > 0.0f : e < 0.0f; };
        if (std::all_of(at_corners, at_corners + 4, is_out)) return true;
    }
    return false;
}

void draw_tile(const Projection& projection, std::span<const std::uint32_t> items, const PixelRect& rect,
               Visibility& seen) {
    for (int y = rect.y0; y < rect.y1; ++y)
        for (int x = rect.x0; x < rect.x1; ++x) {
            seen.depth[seen.pixel(x, y)] = Float4{};
            seen.triangle[seen.pixel(x, y)] = Uint4{} + kNone;
        }
    for (const std::uint32_t item : items)
        for_each_covered_pixel(projection.triangles[item], rect, [&](int x, int y, Int4 mask, Float4 depth) {
            Float4& old_depth = seen.depth[seen.pixel(x, y)];
            Uint4& old_triangle = seen.triangle[seen.pixel(x, y)];
            mask &= depth > old_depth * (1.0f + kDepthTie);
            old_depth = mask ? depth : old_depth;
            old_triangle = mask ? Uint4{} + item : old_triangle;
        });
}

}  // namespace

Coverage coverage_of(const ScreenTriangle& triangle, const PixelRect& rect) {
    Coverage cover{};
    cover.rect = pixels_of(box_of(triangle), rect);
    if (cover.rect.x0 >= cover.rect.x1 || cover.rect.y0 >= cover.rect.y1) return cover;
    std::array<PixelCorner, 3> p;
    for (int k = 0; k < 3; ++k)
        p[k] = {static_cast<double>(triangle.points[k].x) - rect.x0,
                static_cast<double>(triangle.points[k].y) - rect.y0};
    const double area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
    if (!(std::abs(area) > kLeastArea)) {
        cover.rect = {};
        return cover;
    }
    for (int k = 0; k < 3; ++k) set_edge(cover, k, triangle, p, area < 0.0);
    if (misses(cover, static_cast<float>(rect.x1 - rect.x0), static_cast<float>(rect.y1 - rect.y0))) {
        cover.rect = {};
        return cover;
    }
    set_depth(cover, triangle, p, area);
    for (int k = 0; k < 3; ++k) cover.limits[k] = row_limit(cover, k);
    return cover;
}

Visibility visible_triangles(const Projection& projection, const Bins& bins, const TriangleRange& range,
                             const Tiles& tiles, Loops& loops) {
    const std::size_t pixels = static_cast<std::size_t>(tiles.width) * static_cast<std::size_t>(tiles.height);
    Visibility seen{tiles, std::make_unique_for_overwrite<Float4[]>(pixels),
                    std::make_unique_for_overwrite<Uint4[]>(pixels)};
    loops.each_task(tiles.count(), [&](std::size_t tile) {
        const auto items = bins.of(tile);
        const auto first = std::lower_bound(items.begin(), items.end(), range.first);
        const auto last = std::lower_bound(first, items.end(), range.last);
        draw_tile(projection, {first, last}, tiles.rect(tile), seen);
    });
    return seen;
}

Bins triangle_bins(const Projection& projection, const Tiles& tiles, Loops& loops) {
    std::vector<FloatBox> boxes(projection.triangles.size());
    loops.each(boxes.size(), [&](std::size_t t) { boxes[t] = box_of(projection.triangles[t]); });
    return bins_of(boxes, tiles, loops);
}

}  // namespace graze::picture
