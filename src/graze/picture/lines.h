// Ink: how much of a dark line covers every sample.
//
// A line is a strip of constant width around a projected edge. At a sample within it, the line is hidden if
// the plane of the triangle seen there passes in front of the nearest point *of the edge*. Both triangles at
// the edge pass through that point, so no depth bias is needed and nothing flickers; a small one, half a
// pixel deep, only bridges the curvature of dense meshes.
//
// An edge of a smooth surface is a contour where the surface turns away; it gets ink only where the ground
// behind it is some pixels deeper, which rids dense meshes of crumbs. Where two bodies run into each
// other there is no edge in either mesh: such samples are found by their neighbours.
#pragma once

#include "graze/picture/raster.h"

namespace graze::picture {

using Ink4 = std::array<std::uint8_t, kSamples>;  // 0 none, 255 full

struct Ink {
    Tiles tiles;
    std::vector<Ink4> under;  // lines of opaque bodies: transparent ones lie over them
    std::vector<Ink4> over;   // lines of transparent bodies

    /// Where lines crowd together they fade, so that a distant lattice is grey and not black.
    [[nodiscard]] float fade_at(int x, int y) const;
    int fade_columns = 0;
    std::vector<float> fade;  // of blocks of kFadeBlock x kFadeBlock pixels
};

inline constexpr int kFadeBlock = 16;

/// Pre: `seen` is complete.
[[nodiscard]] Ink draw_lines(const Projection& projection, const Visibility& seen, const View& view,
                             Loops& loops);

/// Depth (1/z) of the triangle's plane at a place on the screen, kept within the depths of its corners.
[[nodiscard]] float depth_at(const ScreenTriangle& triangle, float x, float y);

}  // namespace graze::picture
