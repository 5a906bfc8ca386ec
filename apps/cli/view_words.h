// The words of `graze view`: cameras, sizes, highlights and transparency, parsed.
#pragma once

#include "graze/core/expected.h"
#include "graze/picture/picture.h"
#include "graze/scene/scene.h"

#include <string>
#include <vector>

namespace graze::cli {

/// "1280x720".
[[nodiscard]] Expected<PictureOptions> with_size(PictureOptions options, const std::string& words);

/// "front", ..., or "ex,ey,ez:tx,ty,tz". Pre: the bodies and the size are set.
[[nodiscard]] Expected<Camera> parse_camera(const std::string& words, const std::vector<PictureBody>& bodies,
                                            const PictureOptions& options);

/// "BODY:3,7-9", "BODY/surface" or "BODY": adds triangles to the body that they name.
[[nodiscard]] Expected<void> add_highlight(const std::string& words, const Scene& scene,
                                           std::vector<PictureBody>& bodies);

/// "BODY" or "BODY=0.4".
[[nodiscard]] Expected<void> add_transparency(const std::string& words, const Scene& scene,
                                              std::vector<PictureBody>& bodies);

}  // namespace graze::cli
