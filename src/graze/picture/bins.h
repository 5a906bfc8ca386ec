// Which triangles or lines may touch which tile of the picture.
#pragma once

#include "graze/picture/loops.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace graze::picture {

inline constexpr int kTile = 64;  // pixels
inline constexpr float kReferenceHeight =
    720.0f;  // of pictures whose lines and letters are as wide as stated; others are scaled

/// Half-open, in pixels.
struct PixelRect {
    int x0, y0, x1, y1;
};

struct Tiles {
    int width, height;  // of the picture

    [[nodiscard]] int columns() const { return (width + kTile - 1) / kTile; }
    [[nodiscard]] int rows() const { return (height + kTile - 1) / kTile; }
    [[nodiscard]] std::size_t count() const {
        return static_cast<std::size_t>(columns()) * static_cast<std::size_t>(rows());
    }
    [[nodiscard]] PixelRect rect(std::size_t tile) const {
        const int x = static_cast<int>(tile) % columns() * kTile,
                  y = static_cast<int>(tile) / columns() * kTile;
        return {x, y, std::min(x + kTile, width), std::min(y + kTile, height)};
    }
};

/// The pixels of the picture that meet a box of floats; clamped before rounding, so any finite box is fine.
struct FloatBox {
    float x0, y0, x1, y1;
};
[[nodiscard]] PixelRect pixels_of(const FloatBox& box, const PixelRect& within);

/// For each tile the items whose boxes meet it, in increasing order.
struct Bins {
    std::vector<std::size_t> begin;  // one more than tiles
    std::vector<std::uint32_t> items;

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t tile) const {
        return {items.data() + begin[tile], items.data() + begin[tile + 1]};
    }
};

[[nodiscard]] Bins bins_of(std::span<const FloatBox> boxes, const Tiles& tiles, Loops& loops);

}  // namespace graze::picture
