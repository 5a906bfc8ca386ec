// Ambient occlusion: how much of the sky a visible point sees past its neighbours on the screen.
//
// The obscurance estimator of [MMBL12, eq. 2] (scalable ambient obscurance) on a grid of every second pixel,
// its taps turned in a fixed 4 x 4 pattern and smoothed over the same 4 x 4 cells, but not across steps in
// depth.
#pragma once

#include "graze/picture/raster.h"

namespace graze::picture {

struct Occlusion {
    int columns = 0, rows = 0;
    std::vector<float> depth;  // 1/z by cell; 0: nothing there
    std::vector<float> open;   // 1: sees the whole sky

    /// At a pixel, from the cells around it that have about the same depth.
    [[nodiscard]] float at(int x, int y, float depth_here) const;
};

[[nodiscard]] Occlusion occlusion_of(const Projection& projection, const Visibility& seen, const View& view,
                                     Loops& loops);

}  // namespace graze::picture
