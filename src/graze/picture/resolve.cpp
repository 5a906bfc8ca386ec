#include "graze/picture/resolve.h"

#include <cmath>

namespace graze::picture {
namespace {

// A highlighted sample keeps at least this part of its colour, whatever lies in front.
constexpr float kLeastHighlight = 0.75f;
const Rgb kInkColour(26.0f, 30.0f, 36.0f);

// A transparent triangle in one pixel.
struct Fragment {
    std::uint32_t triangle;
    float depth;            // in the middle of its samples
    std::uint16_t pixel;    // within the tile
    std::uint16_t samples;  // one bit each
};

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
        std::stable_sort(result.all.begin() + result.begin[p], result.all.begin() + result.begin[p + 1],
                         [](const Fragment& a, const Fragment& b) { return a.depth < b.depth; });
    return result;
}

Rgb mix(const Rgb& a, const Rgb& b, float t) { return a + t * (b - a); }

// The samples of one pixel while it is painted.
struct Samples {
    std::array<Rgb, kSamples> colour;
    std::array<bool, kSamples> highlighted{};
};

struct Place {
    int x, y;
    std::size_t pixel;
};

// Where to look up the light for some of the samples: in their middle.
std::array<float, 2> middle_of(unsigned samples, const Place& place) {
    float x = 0.0f, y = 0.0f, count = 0.0f;
    for (int s = 0; s < kSamples; ++s)
        if (samples >> s & 1u) x += kSampleX[s], y += kSampleY[s], count += 1.0f;
    return {static_cast<float>(place.x) + x / count, static_cast<float>(place.y) + y / count};
}

// Each visible triangle is lit once for all of its samples.
Samples opaque_samples(const Layers& layers, const Shader& shader, const Place& place,
                       const Rgb& background) {
    Samples samples;
    const Uint4 ids = layers.seen.triangle[place.pixel];
    unsigned open_samples = (1u << kSamples) - 1u;
    while (open_samples != 0) {
        const int first = __builtin_ctz(open_samples);
        const std::uint32_t id = ids[first];
        const unsigned same = lanes_set(ids == Uint4{} + id);
        open_samples &= ~same;
        Rgb colour = background;
        if (id != kNone) {
            const auto [x, y] = middle_of(same, place);
            colour = shader
                         .lit(id, x, y,
                              layers.occlusion.at(place.x, place.y, layers.seen.depth[place.pixel][first]))
                         .colour;
        }
        for (int s = 0; s < kSamples; ++s)
            if (same >> s & 1u) {
                samples.colour[s] = colour;
                samples.highlighted[s] = id < layers.projection.first_opaque;
            }
    }
    return samples;
}

void add_ink(Samples& samples, const Ink4& ink, float fade) {
    for (int s = 0; s < kSamples; ++s)
        if (ink[s])
            samples.colour[s] =
                mix(samples.colour[s], kInkColour, static_cast<float>(ink[s]) * (fade / 255.0f));
}

void add_layers(Samples& samples, std::span<const Fragment> fragments, const Layers& layers,
                const Shader& shader, const Place& place) {
    const Samples base = samples;
    std::array<float, kSamples> through{1.0f, 1.0f, 1.0f, 1.0f};
    for (const Fragment& fragment : fragments) {
        const auto [x, y] = middle_of(fragment.samples, place);
        const Lit lit = shader.lit(fragment.triangle, x, y, 1.0f);
        const float opacity = shader.opacity(layers.projection.triangles[fragment.triangle].body, lit.facing);
        for (int s = 0; s < kSamples; ++s)
            if (fragment.samples >> s & 1u) {
                samples.colour[s] = mix(samples.colour[s], lit.colour, opacity);
                through[s] *= 1.0f - opacity;
            }
    }
    for (int s = 0; s < kSamples; ++s)
        if (base.highlighted[s] && through[s] < kLeastHighlight) {
            const Rgb in_front = (samples.colour[s] - through[s] * base.colour[s]) / (1.0f - through[s]);
            samples.colour[s] = mix(in_front, base.colour[s], kLeastHighlight);
        }
}

Rgb pixel_colour(const Layers& layers, const Shader& shader, const Fragments& fragments, const Place& place,
                 std::size_t in_tile, const Rgb& background) {
    Samples samples = opaque_samples(layers, shader, place, background);
    const float fade = layers.ink ? layers.ink->fade_at(place.x, place.y) : 1.0f;
    if (layers.ink) add_ink(samples, layers.ink->under[place.pixel], fade);
    if (!fragments.begin.empty()) {
        const auto* all = fragments.all.data();
        add_layers(samples, {all + fragments.begin[in_tile], all + fragments.begin[in_tile + 1]}, layers,
                   shader, place);
    }
    if (layers.ink) add_ink(samples, layers.ink->over[place.pixel], fade);
    return 0.25f * ((samples.colour[0] + samples.colour[1]) + (samples.colour[2] + samples.colour[3]));
}

// Nothing to see: no triangle, no line, no fragment.
bool is_bare(const Layers& layers, const Fragments& fragments, std::size_t pixel, std::size_t in_tile) {
    if (lanes_set(layers.seen.triangle[pixel] == Uint4{} + kNone) != (1u << kSamples) - 1u) return false;
    if (layers.ink && (layers.ink->under[pixel] != Ink4{} || layers.ink->over[pixel] != Ink4{})) return false;
    return fragments.begin.empty() || fragments.begin[in_tile] == fragments.begin[in_tile + 1];
}

}  // namespace

Image resolve(const Layers& layers, const Shader& shader, const PictureOptions& options, Loops& loops) {
    const Tiles& tiles = layers.seen.tiles;
    Image image{tiles.width, tiles.height, {}};
    image.rgb.resize(3 * static_cast<std::size_t>(tiles.width) * static_cast<std::size_t>(tiles.height));
    const Rgb background = rgb_of(options.background);
    loops.each_task(tiles.count(), [&](std::size_t tile) {
        const PixelRect rect = tiles.rect(tile);
        const Fragments fragments = fragments_of(layers, tile, rect);
        for (int y = rect.y0; y < rect.y1; ++y)
            for (int x = rect.x0; x < rect.x1; ++x) {
                const std::size_t pixel = layers.seen.pixel(x, y),
                                  in_tile = static_cast<std::size_t>((y - rect.y0) * kTile + (x - rect.x0));
                const Rgb colour =
                    is_bare(layers, fragments, pixel, in_tile)
                        ? background
                        : pixel_colour(layers, shader, fragments, {x, y, pixel}, in_tile, background);
                for (int c = 0; c < 3; ++c)
                    image.rgb[3 * pixel + static_cast<std::size_t>(c)] =
                        static_cast<std::uint8_t>(std::clamp(colour[c] + 0.5f, 0.0f, 255.0f));
            }
    });
    return image;
}

}  // namespace graze::picture
