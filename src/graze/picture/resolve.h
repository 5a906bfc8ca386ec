// From samples to pixels: light on what is visible, lines, transparent layers from back to front, and the
// mean of the four samples.
#pragma once

#include "graze/picture/lines.h"
#include "graze/picture/occlusion.h"
#include "graze/picture/shade.h"

namespace graze::picture {

/// All that is known of the picture before it has colours.
struct Layers {
    const Projection& projection;
    const Bins& bins;
    const Visibility& seen;
    const Occlusion& occlusion;
    const Ink* ink;  // null: no lines
};

[[nodiscard]] Image resolve(const Layers& layers, const Shader& shader, const PictureOptions& options,
                            Loops& loops);

}  // namespace graze::picture
