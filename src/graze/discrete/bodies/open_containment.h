// Whether a body may lie in what an open mesh would hold if it were closed. An open mesh has no inside, so
// this is never decided, only ruled out: however its holes are closed within the box of its rim, a body is not
// inside if the skin then winds zero times around one of its points.
#pragma once

#include "graze/core/internal.h"
#include "graze/model/body_model.h"

namespace graze::internal {

/// False if `open` is a solid, or if every piece of `inner` is proved to have a vertex outside of `open`, closed
/// in any way within the box around its rim.
///
/// Pre:  valid poses; the skins do not cross.
/// Cost: a few vertices for a body of one piece that is outside; else O(triangles of `inner`), and of `open`.
[[nodiscard]] bool may_be_inside_open(const PosedModel& inner, const PosedModel& open);

}  // namespace graze::internal
