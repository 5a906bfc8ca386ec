// Looking at pictures: what colour is where, and how much two pictures differ.
#pragma once

#include "graze/core/hash.h"
#include "graze/picture/picture.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace graze::test {

inline Colour pixel_at(const Image& image, int x, int y) {
    const std::size_t at = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                                static_cast<std::size_t>(x));
    return {image.rgb[at], image.rgb[at + 1], image.rgb[at + 2]};
}

/// Greatest difference over the channels.
inline int difference(const Colour& a, const Colour& b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

/// How many pixels satisfy the condition.
template <class Condition>
int count_pixels(const Image& image, Condition&& condition) {
    int count = 0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) count += condition(pixel_at(image, x, y)) ? 1 : 0;
    return count;
}

/// Part of the pixels that differ by more than `slack` in a channel. Pre: the same size.
inline double part_that_differs(const Image& a, const Image& b, int slack) {
    int count = 0;
    for (int y = 0; y < a.height; ++y)
        for (int x = 0; x < a.width; ++x)
            count += difference(pixel_at(a, x, y), pixel_at(b, x, y)) > slack ? 1 : 0;
    return static_cast<double>(count) / (static_cast<double>(a.width) * a.height);
}

inline std::uint64_t hash_of(const Image& image) {
    Hash hash;
    hash.add(static_cast<std::uint64_t>(image.width));
    hash.add(std::string_view(reinterpret_cast<const char*>(image.rgb.data()), image.rgb.size()));
    return hash.value();
}

/// Small and bare: no edges, nothing written, so that every pixel is the rasteriser's.
inline PictureOptions bare_options(int width, int height) {
    PictureOptions options;
    options.width = width;
    options.height = height;
    options.edges = options.scale_bar = options.legend = options.axes = false;
    return options;
}

}  // namespace graze::test
