// The camera and the colours that the tests of drawing share.
#pragma once

#include "support/looking.h"

#include <cmath>
#include <numbers>

namespace graze::test {

inline constexpr Colour kBlue{60, 90, 220}, kGreen{60, 200, 80}, kWhite{255, 255, 255};

// From straight above; a length h at the height of the origin takes 25 h pixels of a picture 100 high.
inline Camera from_above(double height = 10.0) {
    Camera camera;
    camera.eye = Vec3(0, 0, height);
    camera.target = Vec3::Zero();
    camera.up = Vec3::UnitY();
    camera.field_of_view_deg = 2.0 * std::atan(0.2) * 180.0 / std::numbers::pi;
    return camera;
}

inline PictureOptions above_options() {
    PictureOptions options = bare_options(100, 100);
    options.camera = from_above();
    return options;
}

inline Pose at_height(double z) {
    Pose pose;
    pose.translation = Vec3(0, 0, z);
    return pose;
}

inline bool is_background(const Colour& c) { return c == kWhite; }
inline bool is_reddish(const Colour& c) { return c.r > 120 && c.r > 2 * c.g && c.r > 2 * c.b; }
inline bool is_bluish(const Colour& c) { return c.b > c.r + 40 && c.b > c.g + 40; }
inline bool is_greenish(const Colour& c) { return c.g > c.r + 40 && c.g > c.b + 40; }
inline bool is_dark(const Colour& c) { return c.r < 70 && c.g < 70 && c.b < 70; }

}  // namespace graze::test
