#include "graze/picture/resolve.h"

#include <bit>
#include <cmath>

namespace graze::picture {
namespace {

// A highlighted sample keeps at least this part of its colour, whatever lies in front.
constexpr float kLeastHighlight = 0.8f;
constexpr unsigned kAllSamples = (1u << kSamples) - 1u;
const Rgb kInkColour(26.0f, 30.0f, 36.0f);

// A transparent triangle in one pixel.
struct Fragment {
    std::uint32_t triangle;
    float depth;            // in the middle of its samples
    std::uint16_t pixel;    // within the tile
    std::uint16_t samples;  // one bit each
};

// From back to front; of two in one place the one listed first.
bool is_behind(const Fragment& a, const Fragment& b) {
    return a.depth != b.depth ? a.depth < b.depth : a.triangle < b.triangle;
}

// The fragments of a tile by pixel, and in a pixel from back to front.
struct Fragments {
    std::vector<Fragment> all;
    std::vector<std::uint32_t> begin;  // one more than pixels of a tile; empty if there are none
};

Fragments fragments_of(const Layers& layers, std::size_t tile, const PixelRect& rect) {
    Fragments result;
    const auto items = layers.bins.of(tile);
    const auto first = std::lower_bound(items.begin(), items.end(), layers.projection.first_transparent);
    std::vector<Fragment> found;
    for (auto item = first; item != items.end(); ++item)
        for_each_covered_pixel(
            layers.projection.triangles[*item], rect, [&](int x, int y, Int4 mask, Float4 depth) {
                const unsigned samples =
                    lanes_set(mask & (depth > layers.seen.depth[layers.seen.pixel(x, y)]));
                if (samples == 0) return;
                const float middle = 0.25f * ((depth[0] + depth[1]) + (depth[2] + depth[3]));
                found.push_back({*item, middle,
                                 static_cast<std::uint16_t>((y - rect.y0) * kTile + (x - rect.x0)),
                                 static_cast<std::uint16_t>(samples)});
            });
    if (found.empty()) return result;
    result.begin.assign(kTile * kTile + 1, 0);
    for (const Fragment& fragment : found) ++result.begin[fragment.pixel + 1u];
    for (std::size_t p = 1; p < result.begin.size(); ++p) result.begin[p] += result.begin[p - 1];
    result.all.resize(found.size());
    std::vector<std::uint32_t> next(result.begin.begin(), result.begin.end() - 1);
    for (const Fragment& fragment : found) result.all[next[fragment.pixel]++] = fragment;
    for (std::size_t p = 0; p + 1 < result.begin.size(); ++p)
        std::sort(result.all.begin() + result.begin[p], result.all.begin() + result.begin[p + 1], is_behind);
    return result;
}

Rgb mix(const Rgb& a, const Rgb& b, float t) { return a + t * (b - a); }

// The samples of one pixel while it is painted; one stands for all if they do not differ.
template <int kCount>
struct Painted {
    std::array<Rgb, kCount> colour;
    std::array<bool, kCount> highlighted{};
};
using Samples = Painted<kSamples>;

struct Place {
    int x, y;
    std::size_t pixel;
};

// Where to look up the light for some of the samples: in their middle.
std::array<float, 2> middle_of(unsigned samples, const Place& place) {
    if (samples == kAllSamples)
        return {static_cast<float>(place.x) + 0.5f, static_cast<float>(place.y) + 0.5f};
    float x = 0.0f, y = 0.0f, count = 0.0f;
    for (int s = 0; s < kSamples; ++s)
        if (samples >> s & 1u) x += kSampleX[s], y += kSampleY[s], count += 1.0f;
    return {static_cast<float>(place.x) + x / count, static_cast<float>(place.y) + y / count};
}

// The class paints the pixels of one tile.
class TilePainter {
  public:
    TilePainter(const Layers& layers, const Shader& shader, const PictureOptions& options, std::size_t tile)
        : layers_(layers),
          shader_(shader),
          background_(rgb_of(options.background)),
          highlight_(rgb_of(options.highlight)),
          rect_(layers.seen.tiles.rect(tile)),
          fragments_(fragments_of(layers, tile, rect_)) {}

    [[nodiscard]] Rgb colour(int x, int y) const {
        const Place place{x, y, layers_.seen.pixel(x, y)};
        const auto fragments = fragments_at(place);
        const bool inked = layers_.ink && has_ink(*layers_.ink, place.pixel);
        const Uint4 ids = layers_.seen.triangle[place.pixel];
        if (!inked && lanes_set(ids == Uint4{} + ids[0]) == kAllSamples && all_whole(fragments)) {
            Painted<1> whole{{ids[0] == kNone ? background_ : visible_colour(ids[0], kAllSamples, place)},
                             {ids[0] < layers_.projection.first_opaque}};
            if (!fragments.empty()) add_layers(whole, fragments, place);
            return whole.colour[0];
        }
        Samples samples = visible_samples(ids, place);
        if (inked) add_ink(samples, layers_.ink->under, kInkColour, place, layers_.ink->fade_at(x, y));
        if (inked) add_highlight_ink(samples, place);
        if (!fragments.empty()) add_layers(samples, fragments, place);
        if (inked) add_ink(samples, layers_.ink->over, kInkColour, place, layers_.ink->fade_at(x, y));
        return 0.25f * ((samples.colour[0] + samples.colour[1]) + (samples.colour[2] + samples.colour[3]));
    }

    [[nodiscard]] const PixelRect& rect() const { return rect_; }

  private:
    static bool has_ink(const Ink& ink, std::size_t pixel) {
        const auto has = [&](const std::vector<Ink4>& layer) {
            return !layer.empty() && std::bit_cast<std::uint32_t>(layer[pixel]) != 0;
        };
        return has(ink.under) || has(ink.over) || has(ink.highlight);
    }

    [[nodiscard]] std::span<const Fragment> fragments_at(const Place& place) const {
        if (fragments_.begin.empty()) return {};
        const std::size_t in_tile =
            static_cast<std::size_t>((place.y - rect_.y0) * kTile + (place.x - rect_.x0));
        return {fragments_.all.data() + fragments_.begin[in_tile],
                fragments_.all.data() + fragments_.begin[in_tile + 1]};
    }

    static bool all_whole(std::span<const Fragment> fragments) {
        return std::all_of(fragments.begin(), fragments.end(),
                           [](const Fragment& fragment) { return fragment.samples == kAllSamples; });
    }

    [[nodiscard]] Rgb visible_colour(std::uint32_t id, unsigned samples, const Place& place) const {
        const auto [x, y] = middle_of(samples, place);
        const Spot spot = shader_.spot(id, x, y);
        const float depth = layers_.seen.depth[place.pixel][__builtin_ctz(samples)];
        return shader_.lit(spot, layers_.occlusion.at(place.x, place.y, depth, spot.normal));
    }

    // Each visible triangle is lit once for all of its samples.
    [[nodiscard]] Samples visible_samples(Uint4 ids, const Place& place) const {
        Samples samples;
        for (unsigned left = kAllSamples; left != 0;) {
            const std::uint32_t id = ids[__builtin_ctz(left)];
            const unsigned same = lanes_set(ids == Uint4{} + id);
            left &= ~same;
            const Rgb colour = id == kNone ? background_ : visible_colour(id, same, place);
            for (int s = 0; s < kSamples; ++s)
                if (same >> s & 1u) {
                    samples.colour[s] = colour;
                    samples.highlighted[s] = id < layers_.projection.first_opaque;
                }
        }
        return samples;
    }

    static void add_ink(Samples& samples, const std::vector<Ink4>& layer, const Rgb& colour,
                        const Place& place, float fade) {
        if (layer.empty()) return;
        for (int s = 0; s < kSamples; ++s)
            samples.colour[s] =
                mix(samples.colour[s], colour, static_cast<float>(layer[place.pixel][s]) * (fade / 255.0f));
    }

    void add_highlight_ink(Samples& samples, const Place& place) const {
        if (layers_.ink->highlight.empty()) return;
        for (int s = 0; s < kSamples; ++s) {
            if (samples.highlighted[s]) continue;  // the triangle itself is seen there
            const float ink = static_cast<float>(layers_.ink->highlight[place.pixel][s]) / 255.0f;
            samples.colour[s] = mix(samples.colour[s], highlight_, ink);
            samples.highlighted[s] = ink > 0.5f;
        }
    }

    // A lone sample is covered by all fragments.
    template <int kCount>
    void add_layers(Painted<kCount>& samples, std::span<const Fragment> fragments, const Place& place) const {
        const Painted<kCount> base = samples;
        std::array<float, kCount> through;
        through.fill(1.0f);
        for (const Fragment& fragment : fragments) {
            const auto [x, y] = middle_of(fragment.samples, place);
            const Spot spot = shader_.spot(fragment.triangle, x, y);
            const Rgb colour = shader_.lit(spot, 1.0f);
            const float opacity = shader_.opacity(spot);
            for (int s = 0; s < kCount; ++s)
                if (fragment.samples >> s & 1u) {
                    samples.colour[s] = mix(samples.colour[s], colour, opacity);
                    through[s] *= 1.0f - opacity;
                }
        }
        for (int s = 0; s < kCount; ++s)
            if (base.highlighted[s] && through[s] < kLeastHighlight) {
                const Rgb in_front = (samples.colour[s] - through[s] * base.colour[s]) / (1.0f - through[s]);
                samples.colour[s] = mix(in_front, base.colour[s], kLeastHighlight);
            }
    }

    const Layers& layers_;
    const Shader& shader_;
    Rgb background_, highlight_;
    PixelRect rect_;
    Fragments fragments_;
};

std::uint8_t byte_of(float value) {
    return static_cast<std::uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f));
}

}  // namespace

Image resolve(const Layers& layers, const Shader& shader, const PictureOptions& options, Loops& loops) {
    const Tiles& tiles = layers.seen.tiles;
    Image image{tiles.width, tiles.height, {}};
    image.rgb.resize(3 * static_cast<std::size_t>(tiles.width) * static_cast<std::size_t>(tiles.height));
    loops.each_task(tiles.count(), [&](std::size_t tile) {
        const TilePainter painter(layers, shader, options, tile);
        const PixelRect& rect = painter.rect();
        for (int y = rect.y0; y < rect.y1; ++y) {
            std::uint8_t* out = image.rgb.data() + 3 * layers.seen.pixel(rect.x0, y);
            for (int x = rect.x0; x < rect.x1; ++x, out += 3) {
                const Rgb colour = painter.colour(x, y);
                out[0] = byte_of(colour.x()), out[1] = byte_of(colour.y()), out[2] = byte_of(colour.z());
            }
        }
    });
    return image;
}

}  // namespace graze::picture
