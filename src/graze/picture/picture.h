// Pictures of scenes without a GPU or a display: what to draw, and from where.
#pragma once

#include "graze/geometry/pose.h"
#include "graze/model/mesh.h"
#include "graze/scene/unit.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace graze {

struct Colour {
    std::uint8_t r = 0, g = 0, b = 0;
};

/// One body to be drawn. The mesh must outlive the call.
struct PictureBody {
    const Mesh* mesh = nullptr;
    Pose pose;
    Colour colour;
    double opacity = 1.0;                          // 0 < opacity <= 1
    std::vector<std::uint32_t> highlighted;        // triangle ids, drawn in the highlight colour, never hidden by transparency
};

/// Looks from `eye` at `target`, `up` upwards; perspective with the given vertical field of view.
struct Camera {
    Vec3 eye;
    Vec3 target;
    Vec3 up = Vec3::UnitZ();
    double field_of_view_deg = 30.0;
};

struct PictureOptions {
    int width = 1280;   // 16 to 16384
    int height = 720;
    std::optional<Camera> camera;  // default: from the front right above, everything in view
    Unit unit = Unit::Millimetre;  // for the scale bar
    bool edges = true;             // outlines, creases and boundaries
    bool scale_bar = true;
    Colour background{255, 255, 255};
    Colour highlight{220, 30, 30};
    int threads = 0;
};

/// Row by row from the top, 3 bytes a pixel.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;
};

/// Colours for bodies that have none of their own: distinct for the first dozen, also without red-green sight.
[[nodiscard]] Colour body_colour(std::uint32_t index);

/// A camera that sees all bodies, from a direction (towards the eye; any length).
[[nodiscard]] Camera camera_from(const Vec3& direction, const std::vector<PictureBody>& bodies, const PictureOptions& options);

/// Guarantee: the same bits for any number of threads.
[[nodiscard]] Image draw(const std::vector<PictureBody>& bodies, const PictureOptions& options = {});

/// PNG bytes of an image.
[[nodiscard]] std::string encode_png(const Image& image);

}  // namespace graze
