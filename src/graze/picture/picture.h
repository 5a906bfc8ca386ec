// Pictures of scenes without a GPU or a display: what to draw, and from where.
//
// docs/pictures.md tells what is drawn and how. The files beside this one are the steps, in the order in
// which draw.cpp calls them: view, view_body, project, bins, raster, lines, occlusion, shade, overlay.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/unit.h"
#include "graze/geometry/pose.h"
#include "graze/model/mesh.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct Colour {
    std::uint8_t r = 0, g = 0, b = 0;
    friend bool operator==(const Colour&, const Colour&) = default;
};

/// One body to be drawn. The mesh must outlive the call.
struct PictureBody {
    const Mesh* mesh = nullptr;  // not null; valid (model/mesh.h), or without triangles
    Pose pose;
    Colour colour;
    double opacity = 1.0;  // 0 < opacity <= 1
    std::vector<std::uint32_t>
        highlighted;        // triangle ids: in the highlight colour, opaque, never hidden by transparency
    std::string name = {};  // shown in the legend; empty: not there
    bool surface_colours = false;  // surfaces that have a colour of their own are drawn in it
    bool edges = true;             // its lines are drawn, if those of the picture are
};

/// Looks from `eye` at `target`, `up` upwards; perspective with the given vertical field of view.
struct Camera {
    Vec3 eye;
    Vec3 target;
    Vec3 up = Vec3::UnitZ();  // need not be square to the view; if it is along it, another is taken
    double field_of_view_deg = 30.0;
};

struct PictureOptions {
    int width = 1280;  // 16 to 16384, width * height at most kMaxPicturePixels
    int height = 720;
    std::optional<Camera> camera;  // default: from the front right above, everything in view
    Unit unit = Unit::Millimetre;  // of the scene: written beside the scale bar
    bool edges = true;             // outlines, creases and boundaries
    bool scale_bar = true;         // a round length, true at the depth of the camera's target
    bool legend = true;            // names and colours of the bodies that have a name
    bool axes = true;              // which way x, y and z point
    Colour background{255, 255, 255};
    Colour highlight{220, 30, 30};
    int threads = 0;  // 0: all cores
};

inline constexpr int kMinPictureSide = 16;
inline constexpr int kMaxPictureSide = 16384;
inline constexpr int kMaxPicturePixels =
    1 << 25;  // 7680 x 4320 and a little; 50 to 90 bytes each while drawing
inline constexpr double kMinFieldOfViewDeg = 0.1;
inline constexpr double kMaxFieldOfViewDeg = 170.0;

/// Row by row from the top, 3 bytes a pixel.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;
};

/// Says which option is beyond its limit: sizes, field of view, eye on target, not finite, threads < 0.
[[nodiscard]] Expected<void> validate(const PictureOptions& options);

/// Colours for bodies that have none of their own: distinct for the first dozen, also without red-green
/// sight, and none like the default highlight. They repeat after that.
[[nodiscard]] Colour body_colour(std::uint32_t index);

/// Towards the eye for "front", "back", "left", "right", "top", "bottom" and "iso"; z is up, the front is
/// seen by looking along +y. Nothing for another name.
[[nodiscard]] std::optional<Vec3> view_direction_named(std::string_view name);

/// The camera nearest to all bodies that sees them whole with a margin, from a direction (towards the
/// eye; any length, zero means the default). Its target is in the middle of their depth.
///
/// Pre:       options are valid; the picture's shape and, if a camera is given, its field of view count.
/// Guarantee: every vertex in use projects into the picture; exact under scaling by powers of two.
/// Cost:      O(vertices).
[[nodiscard]] Camera camera_from(const Vec3& direction, const std::vector<PictureBody>& bodies,
                                 const PictureOptions& options);

/// Pre:       options are valid; opacities in (0, 1]; highlighted ids exist.
/// Guarantee: the same bits for any number of threads. After Ctrl-C an image of width 0 (core/interrupt.h).
/// Cost:      O(triangles + covered pixels); see ./bench picture.
[[nodiscard]] Image draw(const std::vector<PictureBody>& bodies, const PictureOptions& options = {});

/// PNG bytes of an image (8-bit RGB). Pre: the image has pixels. Guarantee: the same bytes for any number of
/// threads.
[[nodiscard]] std::string encode_png(const Image& image, int threads = 0);

}  // namespace graze
