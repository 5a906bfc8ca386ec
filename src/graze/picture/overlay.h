// What is written over the picture: scale bar, legend and axes.
#pragma once

#include "graze/picture/view.h"

namespace graze::picture {

/// A round length, 1, 2 or 5 times a power of ten, and how many pixels it takes.
struct ScaleBar {
    double length = 0.0;  // in the scene's unit
    double pixels = 0.0;
};

/// The longest round length that takes at most `most_pixels` at the depth of the camera's target, square to
/// the view. In perspective, things nearer than the target look larger than the bar says, and things behind
/// it smaller. Nothing if such a length is no number.
[[nodiscard]] std::optional<ScaleBar> scale_bar(const View& view, double most_pixels);

/// Draws what the options ask for. In pictures too small to hold it, what does not fit is left out.
[[nodiscard]] Image with_overlay(Image image, const std::vector<PictureBody>& bodies,
                                 const PictureOptions& options, const View& view);

}  // namespace graze::picture
