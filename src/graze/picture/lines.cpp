#include "graze/picture/lines.h"

#include <cmath>

namespace graze::picture {
namespace {

constexpr float kHalfWidth = 0.6f;  // of a line, in pixels of a picture 720 high; wider in taller ones
constexpr float kReferenceHeight = 720.0f;
constexpr float kDepthSlack = 0.5f;            // pixels: how deep behind a plane a line may lie
constexpr float kGapLo = 1.5f, kGapHi = 6.0f;  // pixels of depth behind a contour: none, full ink
constexpr float kTransparentInk = 0.45f;       // lines of a transparent body, those at its back too
constexpr float kMeetingInk = 0.75f;           // where two bodies meet
constexpr float kMeetingGap = 3.0f;            // pixels of depth within which neighbours count as meeting
constexpr float kDenseInk = 0.33f;             // mean ink of a block above which it fades

struct Style {
    float half_width;
    float focal;  // depth d behind depth e is (e / d - 1) * focal pixels deep
};

float smooth_step(float lo, float hi, float x) {
    const float t = std::clamp((x - lo) / (hi - lo), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

// A line with what all its samples share.
struct Stroke {
    const ScreenLine& line;
    float dx, dy, inverse_length_sq;

    explicit Stroke(const ScreenLine& l)
        : line(l), dx(l.to.x - l.from.x), dy(l.to.y - l.from.y), inverse_length_sq(0.0f) {
        const float length_sq = dx * dx + dy * dy;
        if (length_sq > 1e-12f) inverse_length_sq = 1.0f / length_sq;
    }
    [[nodiscard]] float nearest(float x, float y) const {  // 0 to 1 along the line
        return std::clamp(((x - line.from.x) * dx + (y - line.from.y) * dy) * inverse_length_sq, 0.0f, 1.0f);
    }
    [[nodiscard]] ScreenPoint at(float t) const {
        return {line.from.x + t * dx, line.from.y + t * dy,
                line.from.depth + t * (line.to.depth - line.from.depth)};
    }
};

// How much deeper the ground is just outside a contour: 0 to 1.
float contour_strength(const Stroke& stroke, const ScreenPoint& p, const Visibility& seen,
                       const Style& style) {
    const ScreenLine& line = stroke.line;
    if (line.outward_x == 0.0f && line.outward_y == 0.0f) return 1.0f;
    const float reach = style.half_width + 1.0f;
    const float x = std::floor(p.x + reach * line.outward_x), y = std::floor(p.y + reach * line.outward_y);
    if (!(x >= 0.0f && y >= 0.0f && x < static_cast<float>(seen.tiles.width) &&
          y < static_cast<float>(seen.tiles.height)))
        return 1.0f;
    const Float4 depths = seen.depth[seen.pixel(static_cast<int>(x), static_cast<int>(y))];
    const float ground = std::min({depths[0], depths[1], depths[2], depths[3]});
    if (!(ground > 0.0f)) return 1.0f;
    return smooth_step(kGapLo, kGapHi, (p.depth / ground - 1.0f) * style.focal);
}

bool is_hidden(const ScreenPoint& p, const ScreenLine& line, std::uint32_t seen, const Projection& projection,
               const Style& style) {
    if (seen == kNone) return false;
    const ScreenTriangle& triangle = projection.triangles[seen];
    if (triangle.triangle == line.triangles[0] || triangle.triangle == line.triangles[1]) return false;
    return p.depth * (1.0f + kDepthSlack / style.focal) < depth_at(triangle, p.x, p.y);
}

void ink_pixel(const Stroke& stroke, int x, int y, const Projection& projection, const Visibility& seen,
               const Style& style, Ink& ink) {
    const float px = static_cast<float>(x), py = static_cast<float>(y);
    const ScreenPoint middle = stroke.at(stroke.nearest(px + 0.5f, py + 0.5f));
    const float far_x = px + 0.5f - middle.x, far_y = py + 0.5f - middle.y, reach = style.half_width + 1.1f;
    if (far_x * far_x + far_y * far_y >= reach * reach) return;
    const float strength =
        contour_strength(stroke, middle, seen, style) * (stroke.line.transparent ? kTransparentInk : 1.0f);
    if (strength <= 0.0f) return;
    const std::size_t pixel = seen.pixel(x, y);
    for (int s = 0; s < kSamples; ++s) {
        const float sx = px + kSampleX[s], sy = py + kSampleY[s];
        const ScreenPoint p = stroke.at(stroke.nearest(sx, sy));
        const float distance = std::sqrt((sx - p.x) * (sx - p.x) + (sy - p.y) * (sy - p.y));
        const float cover = std::clamp(style.half_width + 0.5f - distance, 0.0f, 1.0f);
        if (cover <= 0.0f || is_hidden(p, stroke.line, seen.triangle[pixel][s], projection, style)) continue;
        std::uint8_t& target =
            (stroke.line.transparent ? ink.over : ink.under)[pixel][static_cast<std::size_t>(s)];
        target = std::max(target,
                          static_cast<std::uint8_t>(255.0f * cover * strength));  // the order does not matter
    }
}

FloatBox box_of(const ScreenLine& line, float reach) {
    return {std::min(line.from.x, line.to.x) - reach, std::min(line.from.y, line.to.y) - reach,
            std::max(line.from.x, line.to.x) + reach, std::max(line.from.y, line.to.y) + reach};
}

void draw_line(const ScreenLine& line, const PixelRect& rect, const Projection& projection,
               const Visibility& seen, const Style& style, Ink& ink) {
    const float reach = style.half_width + 1.0f;
    const Stroke stroke(line);
    const PixelRect pixels = pixels_of(box_of(line, reach), rect);
    for (int y = pixels.y0; y < pixels.y1; ++y) {
        // The piece of the line that is near this row bounds the pixels worth visiting.
        PixelRect row = pixels;
        if (std::abs(stroke.dy) > 1.0f) {
            const float lo = (static_cast<float>(y) - reach - line.from.y) / stroke.dy;
            const float hi = (static_cast<float>(y + 1) + reach - line.from.y) / stroke.dy;
            const float x_lo = line.from.x + std::clamp(lo, 0.0f, 1.0f) * stroke.dx;
            const float x_hi = line.from.x + std::clamp(hi, 0.0f, 1.0f) * stroke.dx;
            row = pixels_of({std::min(x_lo, x_hi) - reach, 0.0f, std::max(x_lo, x_hi) + reach, 0.0f}, pixels);
        }
        for (int x = row.x0; x < row.x1; ++x) ink_pixel(stroke, x, y, projection, seen, style, ink);
    }
}

bool meet(std::uint32_t a, std::uint32_t b, float depth_a, float depth_b, const Projection& projection,
          const Style& style) {
    if (a == kNone || b == kNone || projection.triangles[a].body == projection.triangles[b].body)
        return false;
    return std::abs(depth_a / depth_b - 1.0f) * style.focal < kMeetingGap;
}

// A sample is inked if its left or upper neighbour belongs to another body at nearly the same depth.
void ink_meetings(const PixelRect& rect, const Projection& projection, const Visibility& seen,
                  const Style& style, Ink& ink) {
    for (int y = rect.y0; y < rect.y1; ++y)
        for (int x = rect.x0; x < rect.x1; ++x) {
            const std::size_t here = seen.pixel(x, y);
            for (const std::size_t there : {x > 0 ? here - 1 : here, y > 0 ? seen.pixel(x, y - 1) : here}) {
                if (lanes_set(seen.triangle[here] != seen.triangle[there]) == 0) continue;
                for (int s = 0; s < kSamples; ++s) {
                    if (!meet(seen.triangle[here][s], seen.triangle[there][s], seen.depth[here][s],
                              seen.depth[there][s], projection, style))
                        continue;
                    std::uint8_t& target = ink.under[here][static_cast<std::size_t>(s)];
                    target = std::max(target, static_cast<std::uint8_t>(255.0f * kMeetingInk));
                }
            }
        }
}

void set_fade(Ink& ink, Loops& loops) {
    ink.fade_columns = (ink.tiles.width + kFadeBlock - 1) / kFadeBlock;
    const int rows = (ink.tiles.height + kFadeBlock - 1) / kFadeBlock;
    ink.fade.resize(static_cast<std::size_t>(ink.fade_columns) * static_cast<std::size_t>(rows));
    loops.each(ink.fade.size(), [&](std::size_t block) {
        const int x0 = static_cast<int>(block) % ink.fade_columns * kFadeBlock,
                  y0 = static_cast<int>(block) / ink.fade_columns * kFadeBlock;
        const int x1 = std::min(x0 + kFadeBlock, ink.tiles.width),
                  y1 = std::min(y0 + kFadeBlock, ink.tiles.height);
        int sum = 0;
        for (int y = y0; y < y1; ++y)
            for (int x = x0; x < x1; ++x)
                for (const std::uint8_t value :
                     ink.under[static_cast<std::size_t>(y) * static_cast<std::size_t>(ink.tiles.width) +
                               static_cast<std::size_t>(x)])
                    sum += value;
        const float mean =
            static_cast<float>(sum) / (255.0f * static_cast<float>(kSamples * (x1 - x0) * (y1 - y0)));
        ink.fade[block] = mean > kDenseInk ? kDenseInk / mean : 1.0f;
    });
}

}  // namespace

float depth_at(const ScreenTriangle& triangle, float x, float y) {
    const auto& [p, q, r] = triangle.points;
    const double x1 = static_cast<double>(q.x) - p.x, y1 = static_cast<double>(q.y) - p.y;
    const double x2 = static_cast<double>(r.x) - p.x, y2 = static_cast<double>(r.y) - p.y;
    const double u = static_cast<double>(x) - p.x, v = static_cast<double>(y) - p.y;
    const double area = x1 * y2 - y1 * x2;  // not 0: the triangle covers a sample
    const double to_q = (u * y2 - v * x2) / area, to_r = (v * x1 - u * y1) / area;
    const double depth = p.depth + to_q * (static_cast<double>(q.depth) - p.depth) +
                         to_r * (static_cast<double>(r.depth) - p.depth);
    const auto [lo, hi] = std::minmax({p.depth, q.depth, r.depth});
    return std::clamp(static_cast<float>(depth), lo, hi);
}

float Ink::fade_at(int x, int y) const {
    const int rows = static_cast<int>(fade.size()) / fade_columns;
    const float u = (static_cast<float>(x) + 0.5f) / kFadeBlock - 0.5f,
                v = (static_cast<float>(y) + 0.5f) / kFadeBlock - 0.5f;
    const int c0 = static_cast<int>(std::floor(u)), r0 = static_cast<int>(std::floor(v));
    const float s = u - static_cast<float>(c0), t = v - static_cast<float>(r0);
    const auto at = [&](int c, int r) {
        return fade[static_cast<std::size_t>(std::clamp(r, 0, rows - 1) * fade_columns +
                                             std::clamp(c, 0, fade_columns - 1))];
    };
    return (1.0f - t) * ((1.0f - s) * at(c0, r0) + s * at(c0 + 1, r0)) +
           t * ((1.0f - s) * at(c0, r0 + 1) + s * at(c0 + 1, r0 + 1));
}

Ink draw_lines(const Projection& projection, const Visibility& seen, const View& view, Loops& loops) {
    const Tiles& tiles = seen.tiles;
    const float scale = std::max(1.0f, static_cast<float>(tiles.height) / kReferenceHeight);
    const Style style{kHalfWidth * scale, static_cast<float>(view.focal)};
    const std::size_t pixels = static_cast<std::size_t>(tiles.width) * static_cast<std::size_t>(tiles.height);
    Ink ink{tiles, std::vector<Ink4>(pixels), std::vector<Ink4>(pixels), 0, {}};
    std::vector<FloatBox> boxes(projection.lines.size());
    loops.each(boxes.size(),
               [&](std::size_t l) { boxes[l] = box_of(projection.lines[l], style.half_width + 1.0f); });
    const Bins bins = bins_of(boxes, tiles, loops);
    if (loops.interrupted()) return ink;
    loops.each_task(tiles.count(), [&](std::size_t tile) {
        for (const std::uint32_t l : bins.of(tile))
            draw_line(projection.lines[l], tiles.rect(tile), projection, seen, style, ink);
        ink_meetings(tiles.rect(tile), projection, seen, style, ink);
    });
    set_fade(ink, loops);
    return ink;
}

}  // namespace graze::picture
