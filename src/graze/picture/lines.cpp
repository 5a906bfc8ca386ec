#include "graze/picture/lines.h"

#include <bit>
#include <cmath>

namespace graze::picture {
namespace {

constexpr float kHalfWidth = 0.6f;       // of a line, in pixels of a picture 720 high; wider in taller ones
constexpr float kHighlightWidth = 1.8f;  // of that: a speck of a triangle should still catch the eye
constexpr float kDepthSlack = 0.5f;      // pixels: how deep behind a plane a line may lie
constexpr float kSurelyHidden = 0.03f;   // relative depth behind a sample beyond which planes are not asked
constexpr float kGapLo = 1.5f, kGapHi = 6.0f;  // pixels of depth behind a contour: none, full ink
constexpr float kGlassInk = 0.7f;              // lines at the front of a transparent body
constexpr float kGlassBackInk = 0.25f;         // lines at its back
constexpr float kMeetingInk = 0.85f;           // where two bodies meet
constexpr float kMeetingGap = 1.0f;            // pixels of depth within which their planes count as meeting
constexpr float kDenseInk = 0.33f;             // mean ink of a block above which it fades

float smooth_step(float lo, float hi, float x) {
    const float t = std::clamp((x - lo) / (hi - lo), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

// A line with what all its samples share.
struct Stroke {
    const ScreenLine& line;
    float dx, dy, depth_step, inverse_length_sq;
    Float4 nearest_depth;  // greatest 1/z on the line, four times

    explicit Stroke(const ScreenLine& l)
        : line(l),
          dx(l.to.x - l.from.x),
          dy(l.to.y - l.from.y),
          depth_step(l.to.depth - l.from.depth),
          inverse_length_sq(0.0f),
          nearest_depth(Float4{} + std::max(l.from.depth, l.to.depth)) {
        const float length_sq = dx * dx + dy * dy;
        if (length_sq > 1e-12f) inverse_length_sq = 1.0f / length_sq;
    }
    // The nearest place of the line to (x, y) is `from` plus this part of it, 0 to 1.
    template <class T>
    [[nodiscard]] T nearest(T x, T y) const {
        const T t = ((x - line.from.x) * dx + (y - line.from.y) * dy) * inverse_length_sq;
        const T low = t > 0.0f ? t : T{};
        return low < 1.0f ? low : T{} + 1.0f;
    }
    [[nodiscard]] ScreenPoint at(float t) const {
        return {line.from.x + t * dx, line.from.y + t * dy, line.from.depth + t * depth_step};
    }
};

FloatBox box_of(const ScreenLine& line, float margin) {
    return {std::min(line.from.x, line.to.x) - margin, std::min(line.from.y, line.to.y) - margin,
            std::max(line.from.x, line.to.x) + margin, std::max(line.from.y, line.to.y) + margin};
}

class Painter {
  public:
    Painter(const Surfaces& surfaces, const View& view, Ink& ink)
        : surfaces_(surfaces),
          ink_(ink),
          half_width_(kHalfWidth * std::max(1.0f, static_cast<float>(ink.tiles.height) / kReferenceHeight)),
          focal_(static_cast<float>(view.focal)) {}

    // From a line to the middle of the farthest pixel that it inks.
    [[nodiscard]] float margin() const { return kHighlightWidth * half_width_ + 1.0f; }

    void draw(const ScreenLine& line, const PixelRect& rect) {
        const Stroke stroke(line);
        const PixelRect pixels = pixels_of(box_of(line, margin()), rect);
        for (int y = pixels.y0; y < pixels.y1; ++y) {
            const PixelRect row = row_of(stroke, pixels, static_cast<float>(y));
            for (int x = row.x0; x < row.x1; ++x) ink_pixel(stroke, x, y);
        }
    }

    // A sample is inked if its left or upper neighbour belongs to another body whose surface goes on into its
    // own.
    void draw_meetings(const PixelRect& rect) {
        const Visibility& seen = surfaces_.opaque;
        for (int y = rect.y0; y < rect.y1; ++y)
            for (int x = rect.x0; x < rect.x1; ++x) {
                const std::size_t here = seen.pixel(x, y);
                if (x > 0 && lanes_set(seen.triangle[here] != seen.triangle[here - 1]))
                    ink_meeting(x, y, x - 1, y);
                if (y > 0 && lanes_set(seen.triangle[here] != seen.triangle[seen.pixel(x, y - 1)]))
                    ink_meeting(x, y, x, y - 1);
            }
    }

  private:
    // The piece of the line that is near the row bounds the pixels worth visiting.
    [[nodiscard]] PixelRect row_of(const Stroke& stroke, const PixelRect& pixels, float y) const {
        if (!(std::abs(stroke.dy) > 1.0f)) return pixels;
        const float lo = std::clamp((y - margin() - stroke.line.from.y) / stroke.dy, 0.0f, 1.0f);
        const float hi = std::clamp((y + 1.0f + margin() - stroke.line.from.y) / stroke.dy, 0.0f, 1.0f);
        const float x_lo = stroke.at(lo).x, x_hi = stroke.at(hi).x;
        return pixels_of({std::min(x_lo, x_hi) - margin(), 0.0f, std::max(x_lo, x_hi) + margin(), 0.0f},
                         pixels);
    }

    void ink_pixel(const Stroke& stroke, int x, int y) {
        const std::size_t pixel = surfaces_.opaque.pixel(x, y);
        const Float4 hiding = (1.0f - kSurelyHidden) * surfaces_.opaque.depth[pixel];
        if (lanes_set(stroke.nearest_depth > hiding) == 0)
            return;  // the quick way out, for scenes with much behind much
        const Float4 sx = static_cast<float>(x) + kSampleX, sy = static_cast<float>(y) + kSampleY;
        const Float4 t = stroke.nearest(sx, sy);
        const Float4 ex = sx - (stroke.line.from.x + t * stroke.dx),
                     ey = sy - (stroke.line.from.y + t * stroke.dy);
        const Float4 distance_sq = ex * ex + ey * ey, depth = stroke.line.from.depth + t * stroke.depth_step;
        const float outer =
            half_width_ * (stroke.line.layer == LineLayer::Highlight ? kHighlightWidth : 1.0f) + 0.5f;
        const unsigned candidates = lanes_set(
            (distance_sq < outer * outer) & (depth > (1.0f - kSurelyHidden) * surfaces_.opaque.depth[pixel]));
        if (candidates == 0) return;
        const float strength = contour_strength(
            stroke, stroke.at(stroke.nearest(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f)));
        if (strength <= 0.0f) return;
        for (int s = 0; s < kSamples; ++s) {
            if (!(candidates >> s & 1u)) continue;
            const ScreenPoint p = stroke.at(t[s]);
            if (is_hidden(p, stroke.line, surfaces_.opaque.triangle[pixel][s])) continue;
            const float cover = std::min(outer - std::sqrt(distance_sq[s]), 1.0f);
            add(layer_of(stroke.line)[pixel][static_cast<std::size_t>(s)],
                cover * strength * clarity(p, stroke.line, pixel, s));
        }
    }

    static void add(std::uint8_t& ink, float value) {  // the order of lines does not matter
        ink = std::max(ink, static_cast<std::uint8_t>(255.0f * value));
    }

    [[nodiscard]] std::vector<Ink4>& layer_of(const ScreenLine& line) {
        return line.layer == LineLayer::Opaque        ? ink_.under
               : line.layer == LineLayer::Transparent ? ink_.over
                                                      : ink_.highlight;
    }

    // Lines of transparent bodies are weaker, and weaker still behind a transparent surface.
    [[nodiscard]] float clarity(const ScreenPoint& p, const ScreenLine& line, std::size_t pixel,
                                int s) const {
        if (line.layer != LineLayer::Transparent) return 1.0f;
        if (!surfaces_.transparent) return kGlassInk;
        return is_hidden(p, line, surfaces_.transparent->triangle[pixel][s]) ? kGlassBackInk : kGlassInk;
    }

    [[nodiscard]] bool is_hidden(const ScreenPoint& p, const ScreenLine& line, std::uint32_t seen) const {
        if (seen == kNone) return false;
        const ScreenTriangle& triangle = surfaces_.projection.triangles[seen];
        if (triangle.triangle == line.triangles[0] || triangle.triangle == line.triangles[1]) return false;
        return p.depth * (1.0f + kDepthSlack / focal_) < depth_at(triangle, p.x, p.y);
    }

    // How much deeper the ground is just outside a contour: 0 to 1. Sharp edges do not ask.
    [[nodiscard]] float contour_strength(const Stroke& stroke, const ScreenPoint& p) const {
        const ScreenLine& line = stroke.line;
        if (line.outward_x == 0.0f && line.outward_y == 0.0f) return 1.0f;
        const float away = half_width_ + 1.0f;
        const float x = std::floor(p.x + away * line.outward_x), y = std::floor(p.y + away * line.outward_y);
        const Tiles& tiles = ink_.tiles;
        if (!(x >= 0.0f && y >= 0.0f && x < static_cast<float>(tiles.width) &&
              y < static_cast<float>(tiles.height)))
            return 1.0f;
        const std::size_t pixel = surfaces_.opaque.pixel(static_cast<int>(x), static_cast<int>(y));
        Float4 depths = surfaces_.opaque.depth[pixel];
        if (line.layer == LineLayer::Transparent && surfaces_.transparent)
            depths = greatest(depths, surfaces_.transparent->depth[pixel]);
        const float ground = std::min({depths[0], depths[1], depths[2], depths[3]});
        if (!(ground > 0.0f)) return 1.0f;
        return smooth_step(kGapLo, kGapHi, (p.depth / ground - 1.0f) * focal_);
    }

    void ink_meeting(int x, int y, int there_x, int there_y) {
        const Visibility& seen = surfaces_.opaque;
        const std::size_t here = seen.pixel(x, y), there = seen.pixel(there_x, there_y);
        for (int s = 0; s < kSamples; ++s) {
            const std::uint32_t a = seen.triangle[here][s], b = seen.triangle[there][s];
            if (a == kNone || b == kNone) continue;
            const ScreenTriangle& triangle_a = surfaces_.projection.triangles[a];
            const ScreenTriangle& triangle_b = surfaces_.projection.triangles[b];
            if (triangle_a.body == triangle_b.body) continue;
            const float a_there = depth_at(triangle_a, static_cast<float>(there_x) + kSampleX[s],
                                           static_cast<float>(there_y) + kSampleY[s]);
            const float b_here = depth_at(triangle_b, static_cast<float>(x) + kSampleX[s],
                                          static_cast<float>(y) + kSampleY[s]);
            const float gap = std::min(std::abs(a_there / seen.depth[there][s] - 1.0f),
                                       std::abs(b_here / seen.depth[here][s] - 1.0f));
            // Surfaces that cross lie behind each other in turn; one that hides the other lies in front at
            // both samples.
            const bool crossing = a_there < seen.depth[there][s] && b_here < seen.depth[here][s];
            if (crossing || gap * focal_ < kMeetingGap)
                add(ink_.under[here][static_cast<std::size_t>(s)], kMeetingInk);
        }
    }

    const Surfaces& surfaces_;
    Ink& ink_;
    float half_width_;
    float focal_;  // depth d behind depth e is (e / d - 1) * focal pixels deep
};

int fade_columns(const Tiles& tiles) { return (tiles.width + kFadeBlock - 1) / kFadeBlock; }

float mean_ink(const std::vector<Ink4>& layer, const Tiles& tiles, const PixelRect& rect) {
    if (layer.empty()) return 0.0f;
    unsigned sum = 0;
    for (int y = rect.y0; y < rect.y1; ++y)
        for (int x = rect.x0; x < rect.x1; ++x) {
            const Ink4& ink = layer[static_cast<std::size_t>(y) * static_cast<std::size_t>(tiles.width) +
                                    static_cast<std::size_t>(x)];
            if (std::bit_cast<std::uint32_t>(ink) != 0) sum += ink[0] + ink[1] + ink[2] + ink[3];
        }
    return static_cast<float>(sum) /
           (255.0f * static_cast<float>(kSamples * (rect.x1 - rect.x0) * (rect.y1 - rect.y0)));
}

std::vector<float> fade_of(const Ink& ink, Loops& loops) {
    const int columns = fade_columns(ink.tiles), rows = (ink.tiles.height + kFadeBlock - 1) / kFadeBlock;
    std::vector<float> fade(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    loops.each_task(static_cast<std::size_t>(rows), [&](std::size_t row) {
        for (int column = 0; column < columns; ++column) {
            const int x0 = column * kFadeBlock, y0 = static_cast<int>(row) * kFadeBlock;
            const PixelRect rect{x0, y0, std::min(x0 + kFadeBlock, ink.tiles.width),
                                 std::min(y0 + kFadeBlock, ink.tiles.height)};
            const float mean = mean_ink(ink.under, ink.tiles, rect) + mean_ink(ink.over, ink.tiles, rect);
            fade[row * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)] =
                mean > kDenseInk ? kDenseInk / mean : 1.0f;
        }
    });
    return fade;
}

}  // namespace

float depth_at(const ScreenTriangle& triangle, float x, float y) {
    const auto& [p, q, r] = triangle.points;
    const double x1 = static_cast<double>(q.x) - p.x, y1 = static_cast<double>(q.y) - p.y;
    const double x2 = static_cast<double>(r.x) - p.x, y2 = static_cast<double>(r.y) - p.y;
    const double u = static_cast<double>(x) - p.x, v = static_cast<double>(y) - p.y;
    const double inverse_area = 1.0 / (x1 * y2 - y1 * x2);  // not 0: the triangle covers a sample
    const double to_q = (u * y2 - v * x2) * inverse_area, to_r = (v * x1 - u * y1) * inverse_area;
    const double depth = p.depth + to_q * (static_cast<double>(q.depth) - p.depth) +
                         to_r * (static_cast<double>(r.depth) - p.depth);
    const auto [lo, hi] = std::minmax({p.depth, q.depth, r.depth});
    return std::clamp(static_cast<float>(depth), lo, hi);
}

float Ink::fade_at(int x, int y) const {
    const int columns = fade_columns(tiles), rows = static_cast<int>(fade.size()) / columns;
    const float u = (static_cast<float>(x) + 0.5f) / kFadeBlock - 0.5f,
                v = (static_cast<float>(y) + 0.5f) / kFadeBlock - 0.5f;
    const int c = static_cast<int>(std::floor(u)), r = static_cast<int>(std::floor(v));
    const float s = u - static_cast<float>(c), t = v - static_cast<float>(r);
    const auto at = [&](int column, int row) {
        return fade[static_cast<std::size_t>(std::clamp(row, 0, rows - 1) * columns +
                                             std::clamp(column, 0, columns - 1))];
    };
    return (1.0f - t) * ((1.0f - s) * at(c, r) + s * at(c + 1, r)) +
           t * ((1.0f - s) * at(c, r + 1) + s * at(c + 1, r + 1));
}

Ink draw_lines(const Surfaces& surfaces, const View& view, Meetings meetings, Loops& loops) {
    const Projection& projection = surfaces.projection;
    const Tiles& tiles = surfaces.opaque.tiles;
    const std::size_t pixels = static_cast<std::size_t>(tiles.width) * static_cast<std::size_t>(tiles.height);
    Ink ink{tiles, std::vector<Ink4>(pixels), {}, {}, {}};
    const auto has = [&](LineLayer layer) {
        return std::any_of(projection.lines.begin(), projection.lines.end(),
                           [&](const ScreenLine& line) { return line.layer == layer; });
    };
    if (has(LineLayer::Transparent)) ink.over.resize(pixels);
    if (has(LineLayer::Highlight)) ink.highlight.resize(pixels);
    Painter painter(surfaces, view, ink);
    std::vector<FloatBox> boxes(projection.lines.size());
    loops.each(boxes.size(),
               [&](std::size_t l) { boxes[l] = box_of(projection.lines[l], painter.margin()); });
    const Bins bins = bins_of(boxes, tiles, loops);
    if (loops.interrupted()) return ink;
    loops.each_task(tiles.count(), [&](std::size_t tile) {
        for (const std::uint32_t l : bins.of(tile)) painter.draw(projection.lines[l], tiles.rect(tile));
        if (meetings == Meetings::Drawn) painter.draw_meetings(tiles.rect(tile));
    });
    ink.fade = fade_of(ink, loops);
    return ink;
}

}  // namespace graze::picture
