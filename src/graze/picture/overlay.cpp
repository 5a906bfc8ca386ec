#include "graze/picture/overlay.h"

#include "graze/picture/bins.h"
#include "graze/picture/font.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace graze::picture {
namespace {

// Sizes in pixels of a picture 720 high; others are scaled.
constexpr float kCapHeight = 13.0f, kPen = 1.7f, kHalo = 2.2f, kMargin = 26.0f;
constexpr float kAxisLength = 34.0f, kSwatch = 15.0f, kRow = 25.0f, kTick = 5.0f;
constexpr float kReferenceWidth = 960.0f, kLeastScale = 0.6f;
constexpr float kLegendWidth = 0.3f, kLegendHeight = 0.62f;  // of the picture, at most
constexpr double kBarWidth = 0.2;                            // of the picture, at most
constexpr std::array<Colour, 3> kAxisColours{{{205, 55, 50}, {45, 150, 75}, {50, 95, 205}}};
constexpr std::array<const char*, 3> kAxisNames{"x", "y", "z"};

struct Canvas {
    Image& image;
    float scale;
    Colour background, text;
};

float distance_to(const PenStroke& s, float x, float y) {
    const float dx = s.x1 - s.x0, dy = s.y1 - s.y0, length_sq = dx * dx + dy * dy;
    const float t =
        length_sq > 0.0f ? std::clamp(((x - s.x0) * dx + (y - s.y0) * dy) / length_sq, 0.0f, 1.0f) : 0.0f;
    return std::hypot(x - s.x0 - t * dx, y - s.y0 - t * dy);
}

// Strokes are joined before they are painted: where they overlap, the paint is no thicker.
void paint(Canvas& canvas, const std::vector<PenStroke>& strokes, float width, const Colour& colour) {
    if (strokes.empty()) return;
    FloatBox box{1e9f, 1e9f, -1e9f, -1e9f};
    const float margin = 0.5f * width + 1.0f;
    for (const PenStroke& s : strokes)
        box = {std::min({box.x0, s.x0, s.x1}), std::min({box.y0, s.y0, s.y1}), std::max({box.x1, s.x0, s.x1}),
               std::max({box.y1, s.y0, s.y1})};
    const PixelRect whole{0, 0, canvas.image.width, canvas.image.height};
    const PixelRect rect =
        pixels_of({box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin}, whole);
    const int columns = rect.x1 - rect.x0;
    std::vector<float> cover(static_cast<std::size_t>(std::max(columns, 0)) *
                                 static_cast<std::size_t>(std::max(rect.y1 - rect.y0, 0)),
                             0.0f);
    for (const PenStroke& s : strokes) {
        const PixelRect near = pixels_of({std::min(s.x0, s.x1) - margin, std::min(s.y0, s.y1) - margin,
                                          std::max(s.x0, s.x1) + margin, std::max(s.y0, s.y1) + margin},
                                         rect);
        for (int y = near.y0; y < near.y1; ++y)
            for (int x = near.x0; x < near.x1; ++x) {
                const float distance =
                    distance_to(s, static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
                float& value = cover[static_cast<std::size_t>((y - rect.y0) * columns + (x - rect.x0))];
                value = std::max(value, std::clamp(0.5f * width + 0.5f - distance, 0.0f, 1.0f));
            }
    }
    const std::array<std::uint8_t, 3> target{colour.r, colour.g, colour.b};
    for (int y = rect.y0; y < rect.y1; ++y)
        for (int x = rect.x0; x < rect.x1; ++x)
            for (std::size_t c = 0; c < 3; ++c) {
                std::uint8_t& value =
                    canvas.image
                        .rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(canvas.image.width) +
                                  static_cast<std::size_t>(x)) +
                             c];
                const float t = cover[static_cast<std::size_t>((y - rect.y0) * columns + (x - rect.x0))];
                value = static_cast<std::uint8_t>(
                    static_cast<float>(value) +
                    t * (static_cast<float>(target[c]) - static_cast<float>(value)) + 0.5f);
            }
}

// With a rim in the background's colour, so that it can be read over anything.
void paint_with_halo(Canvas& canvas, const std::vector<PenStroke>& strokes, const Colour& colour) {
    paint(canvas, strokes, (kPen + 2.0f * kHalo) * canvas.scale, canvas.background);
    paint(canvas, strokes, kPen * canvas.scale, colour);
}

std::vector<PenStroke> text_at(const Canvas& canvas, std::string_view text, float x, float baseline) {
    return text_strokes(text, {x, baseline, kCapHeight * canvas.scale});
}

void draw_scale_bar(Canvas& canvas, const PictureOptions& options, const View& view) {
    const auto bar = scale_bar(view, kBarWidth * options.width);
    if (!bar) return;
    const std::string label = fmt::format("{:g} {}", bar->length, name_of(options.unit));
    const float cap = kCapHeight * canvas.scale, tick = kTick * canvas.scale, margin = kMargin * canvas.scale;
    const float label_width = text_width(label, cap), length = static_cast<float>(bar->pixels),
                wide = std::max(length, label_width);
    const float right = static_cast<float>(options.width) - margin,
                y = static_cast<float>(options.height) - margin;
    if (wide + 2.0f * margin > static_cast<float>(options.width) ||
        2.0f * margin + 2.0f * cap > static_cast<float>(options.height))
        return;
    const float middle = right - 0.5f * wide, x0 = middle - 0.5f * length, x1 = middle + 0.5f * length;
    std::vector<PenStroke> strokes = text_at(canvas, label, middle - 0.5f * label_width, y - 2.2f * tick);
    strokes.push_back({x0, y, x1, y});
    for (const float x : {x0, x1}) strokes.push_back({x, y - tick, x, y + tick});
    paint_with_halo(canvas, strokes, canvas.text);
}

void draw_axes(Canvas& canvas, const View& view) {
    const float length = kAxisLength * canvas.scale, margin = kMargin * canvas.scale,
                cap = kCapHeight * canvas.scale;
    const float x = margin + length, y = static_cast<float>(canvas.image.height) - margin - length;
    if (4.0f * (length + margin) > static_cast<float>(std::min(canvas.image.width, canvas.image.height)))
        return;
    std::array<int, 3> order{0, 1, 2};  // the farthest first
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return view.axes(2, a) > view.axes(2, b); });
    for (const int axis : order) {
        const float dx = static_cast<float>(view.axes(0, axis)), dy = static_cast<float>(view.axes(1, axis));
        const float away = length + 0.75f * cap, flat = std::hypot(dx, dy);
        std::vector<PenStroke> strokes{{x, y, x + length * dx, y + length * dy}};
        if (flat > 0.25f) {  // an axis towards us has no room for its name
            const float tx = x + away * dx -
                             0.5f * text_width(kAxisNames[static_cast<std::size_t>(axis)], cap),
                        ty = y + away * dy + 0.35f * cap;
            const auto name = text_at(canvas, kAxisNames[static_cast<std::size_t>(axis)], tx, ty);
            strokes.insert(strokes.end(), name.begin(), name.end());
        }
        paint_with_halo(canvas, strokes, kAxisColours[static_cast<std::size_t>(axis)]);
    }
}

void draw_swatch(Canvas& canvas, float x, float y, const Colour& colour) {
    const float size = kSwatch * canvas.scale, inset = 0.3f * size;
    std::vector<PenStroke> strokes;
    for (float at = y + inset; at <= y + size - inset + 0.01f; at += 1.0f)
        strokes.push_back({x + inset, at, x + size - inset, at});
    paint(canvas, strokes, 2.0f * inset + 2.0f, canvas.text);
    paint(canvas, strokes, 2.0f * inset, colour);
}

void draw_legend(Canvas& canvas, const std::vector<PictureBody>& bodies) {
    std::vector<const PictureBody*> named;
    for (const PictureBody& body : bodies)
        if (!body.name.empty()) named.push_back(&body);
    const float cap = kCapHeight * canvas.scale, row = kRow * canvas.scale, margin = kMargin * canvas.scale,
                swatch = kSwatch * canvas.scale;
    const auto fitting =
        static_cast<std::size_t>(kLegendHeight * static_cast<float>(canvas.image.height) / row);
    const std::size_t rows =
        named.size() > fitting && fitting > 0 ? fitting - 1 : std::min(named.size(), fitting);
    const float width = kLegendWidth * static_cast<float>(canvas.image.width),
                text_x = margin + 1.6f * swatch;
    const auto write = [&](std::size_t i, const std::string& text) {
        paint_with_halo(canvas,
                        text_at(canvas, shortened(text, cap, width), text_x,
                                margin + static_cast<float>(i) * row + 0.5f * (swatch + cap)),
                        canvas.text);
    };
    for (std::size_t i = 0; i < rows; ++i) {
        draw_swatch(canvas, margin, margin + static_cast<float>(i) * row, named[i]->colour);
        write(i, named[i]->name);
    }
    if (rows > 0 && rows < named.size()) write(rows, fmt::format("and {} more", named.size() - rows));
}

float luminance(const Colour& c) { return 0.2126f * c.r + 0.7152f * c.g + 0.0722f * c.b; }

}  // namespace

std::optional<ScaleBar> scale_bar(const View& view, double most_pixels) {
    const double pixels_per_unit = view.focal / view.distance, most = most_pixels / pixels_per_unit;
    if (!std::isnormal(pixels_per_unit) || !std::isnormal(most)) return std::nullopt;
    const double power = std::pow(10.0, std::floor(std::log10(most)));
    for (const double digit :
         {10.0, 5.0, 2.0, 1.0, 0.5})  // 10 and 0.5 in case the logarithm was rounded across a power of ten
        if (digit * power <= most) return ScaleBar{digit * power, digit * power * pixels_per_unit};
    return std::nullopt;
}

Image with_overlay(Image image, const std::vector<PictureBody>& bodies, const PictureOptions& options,
                   const View& view) {
    const float scale = std::max(kLeastScale, std::min(static_cast<float>(options.height) / kReferenceHeight,
                                                       static_cast<float>(options.width) / kReferenceWidth));
    const Colour text = luminance(options.background) > 110.0f ? Colour{36, 40, 46} : Colour{236, 238, 240};
    Canvas canvas{image, scale, options.background, text};
    if (options.legend) draw_legend(canvas, bodies);
    if (options.axes) draw_axes(canvas, view);
    if (options.scale_bar) draw_scale_bar(canvas, options, view);
    return image;
}

}  // namespace graze::picture
