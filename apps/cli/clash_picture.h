// The picture of `graze clash`: bodies as glass, and what meets in red.
#pragma once

#include "graze/core/expected.h"
#include "graze/picture/picture.h"
#include "graze/queries/instant/clash.h"

#include <string>

namespace graze::cli {

/// Writes a PNG that looks at the clashes, or at the touching places if there are none, or at the whole
/// scene.
///
/// Pre: the report was made with `note_touched`. `besides`: bodies to be drawn that nothing is said of.
[[nodiscard]] Expected<void> write_clash_picture(const std::string& file, const Scene& scene,
                                                 const ClashReport& report, int threads,
                                                 const std::vector<PictureBody>& besides = {});

}  // namespace graze::cli
