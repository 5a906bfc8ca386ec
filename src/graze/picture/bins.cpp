#include "graze/picture/bins.h"

#include <utility>

namespace graze::picture {
namespace {

constexpr std::size_t kItemsPerChunk = 16384;

template <class Visit>
void for_each_tile(const FloatBox& box, const Tiles& tiles, Visit&& visit) {
    const PixelRect pixels = pixels_of(box, {0, 0, tiles.width, tiles.height});
    if (pixels.x0 >= pixels.x1 || pixels.y0 >= pixels.y1) return;
    for (int row = pixels.y0 / kTile; row <= (pixels.y1 - 1) / kTile; ++row)
        for (int column = pixels.x0 / kTile; column <= (pixels.x1 - 1) / kTile; ++column)
            visit(static_cast<std::size_t>(row * tiles.columns() + column));
}

}  // namespace

// Pixels are not negative, so cutting off the fraction is flooring.
PixelRect pixels_of(const FloatBox& box, const PixelRect& within) {
    const auto first = [](float value, int lo, int hi) {
        return static_cast<int>(std::clamp(value, static_cast<float>(lo), static_cast<float>(hi)));
    };
    const auto end = [&](float value, int lo, int hi) {
        return value < static_cast<float>(lo) ? lo : std::min(first(value, lo, hi) + 1, hi);
    };
    return {first(box.x0, within.x0, within.x1), first(box.y0, within.y0, within.y1),
            end(box.x1, within.x0, within.x1), end(box.y1, within.y0, within.y1)};
}

// Counted per chunk and tile, so that every chunk knows where it writes and the order is that of the items.
Bins bins_of(std::span<const FloatBox> boxes, const Tiles& tiles, Loops& loops) {
    auto places = loops.map_chunks(boxes.size(), kItemsPerChunk, [&](std::size_t begin, std::size_t end) {
        std::vector<std::size_t> counts(tiles.count(), 0);
        for (std::size_t i = begin; i < end; ++i)
            for_each_tile(boxes[i], tiles, [&](std::size_t tile) { ++counts[tile]; });
        return counts;
    });
    Bins bins{std::vector<std::size_t>(tiles.count() + 1, 0), {}};
    if (loops.interrupted()) return bins;
    std::size_t next = 0;
    for (std::size_t tile = 0; tile < tiles.count(); ++tile) {
        bins.begin[tile] = next;
        for (auto& chunk : places) next += std::exchange(chunk[tile], next);
    }
    bins.begin[tiles.count()] = next;
    bins.items.resize(next);
    loops.each_task(places.size(), [&](std::size_t c) {
        const std::size_t end = std::min((c + 1) * kItemsPerChunk, boxes.size());
        for (std::size_t i = c * kItemsPerChunk; i < end; ++i)
            for_each_tile(boxes[i], tiles, [&](std::size_t tile) {
                bins.items[places[c][tile]++] = static_cast<std::uint32_t>(i);
            });
    });
    return bins;
}

}  // namespace graze::picture
