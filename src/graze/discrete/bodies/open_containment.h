// Whether a body may lie in what an open mesh would hold if it were closed. An open mesh has no inside, so
// this is never decided, only ruled out.
#pragma once

#include "graze/model/body_model.h"

namespace graze {

/// False if `open` is a solid, or if every piece of `inner` has a vertex outside of the box of `open`: however
/// its holes were closed within that box, such a piece would not be inside.
///
/// Pre:  valid poses; the skins do not cross.
/// Cost: a few vertices for a body of one piece that sticks out; else O(triangles of `inner`).
[[nodiscard]] bool may_be_inside_open(const PosedModel& inner, const PosedModel& open);

}  // namespace graze
