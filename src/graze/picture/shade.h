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

inline constexpr int kEncodingSteps = 4096;

/// A place on a triangle, about to be lit.
struct Spot {
    std::uint32_t triangle;  // place in Projection::triangles
    Vec3f normal;            // unit, on the side of the eye
    Vec3f eye;               // unit, towards it
    float facing;            // 1: seen square on; 0: edge on
};

class Shader {
  public:
    Shader(const std::vector<PictureBody>& bodies, const PictureOptions& options, const View& view,
           const Projection& projection);

    [[nodiscard]] Spot spot(std::uint32_t triangle, float x, float y) const;

    /// Its colour if it sees this much of the sky, 0 to 1.
    [[nodiscard]] Rgb lit(const Spot& spot, float open) const;

    /// Opacity of a transparent body: glass is denser where it is seen edge on.
    [[nodiscard]] float opacity(const Spot& spot) const;

  private:
    [[nodiscard]] float encoded(float linear) const {
        const float kept = linear < 1.0f ? linear : 1.0f;  // never negative: light and colours are not
        return encoding_[static_cast<std::size_t>(static_cast<int>(kept * kEncodingSteps + 0.5f))];
    }

    [[nodiscard]] const Vec3f& albedo_of(std::uint32_t triangle) const;

    /// Colours of a body's surfaces, linear; none: all have that of the body.
    struct SurfacePaint {
        const Mesh* mesh = nullptr;
        std::uint32_t first_triangle = 0;  // number of its first triangle over all bodies
        std::vector<Vec3f> albedo;         // by surface
    };

    const Projection& projection_;
    float focal_, centre_x_, centre_y_;
    std::vector<Vec3f> albedo_;           // by body, linear; the last is the highlight's
    std::vector<SurfacePaint> surfaces_;  // by body
    std::vector<float> opacity_;
    std::vector<float> encoding_;  // from linear to 0 ... 255
};

}  // namespace graze::picture
