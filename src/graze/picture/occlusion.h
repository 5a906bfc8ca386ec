// Ambient occlusion: how much of the sky a visible point sees past its neighbours on the screen.
//
// Sampled around each point on a grid of every second pixel: what rises above the tangent plane within a
// radius takes away sky, the more the steeper and the nearer (in the manner of [MML12]). The taps are turned
// in a fixed 4 x 4 pattern, and the answers smoothed over 4 x 4 cells, but not across steps and folds.
#pragma once

#include "graze/picture/raster.h"

namespace graze::picture {

struct Occlusion {
    int columns = 0, rows = 0;
    std::vector<float> depth;   // 1/z by cell; 0: nothing there
    std::vector<Vec3f> normal;  // towards the eye
    std::vector<float> open;    // 1: sees the whole sky

    /// At a pixel, from the cells around it that have about the same depth and normal.
    [[nodiscard]] float at(int x, int y, float depth_here, const Vec3f& normal_here) const;
};

[[nodiscard]] Occlusion occlusion_of(const Projection& projection, const Visibility& seen, const View& view,
                                     Loops& loops);

}  // namespace graze::picture
