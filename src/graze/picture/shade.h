// Light: a sky, a key lamp over the left shoulder, a weak fill lamp, and a slight gloss. The lamps move with
// the camera, so every view is lit alike.
//
// Lighting is computed in linear light. Samples and layers are blended as encoded (sRGB) values, like every
// paint program does: half a line over white is then the middle grey that people expect.
#pragma once

#include "graze/picture/project.h"

namespace graze::picture {

/// Encoded colour, 0 to 255 in each channel.
using Rgb = Vec3f;

[[nodiscard]] Rgb rgb_of(const Colour& colour);

/// How a place on a triangle looks.
struct Lit {
    Rgb colour;
    float facing;  // 1: seen square on; 0: edge on
};

class Shader {
  public:
    Shader(const std::vector<PictureBody>& bodies, const PictureOptions& options, const View& view,
           const Projection& projection);

    /// Of the triangle at this place in Projection::triangles; (x, y) on the screen, `open` from the
    /// occlusion.
    [[nodiscard]] Lit lit(std::uint32_t triangle, float x, float y, float open) const;

    /// Opacity of a transparent body where it is seen at this angle: glass is denser at its rim.
    [[nodiscard]] float opacity(std::uint32_t body, float facing) const;

  private:
    [[nodiscard]] Vec3f normal_at(const ScreenTriangle& triangle, float x, float y) const;
    [[nodiscard]] float encoded(float linear) const;

    const Projection& projection_;
    float focal_, centre_x_, centre_y_;
    std::vector<Vec3f> albedo_;  // by body, linear; the last is the highlight's
    std::vector<float> opacity_;
    std::vector<float> encoding_;  // from linear to 0 ... 255
};

}  // namespace graze::picture
