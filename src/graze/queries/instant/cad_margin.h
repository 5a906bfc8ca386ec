// Whether what was found of triangles holds for the CAD surfaces that they stand for.
//
// A body's triangles are taken to be nowhere farther from its CAD surface than the greater of its two
// deviations (model/mesh.h), and the other way round. Then the distance of two CAD skins differs from that of
// the triangles by at most the sum of both. The measured deviation is a sample and the requested one a wish,
// so nothing here is a proof: `Yes` holds as far as these two can be believed.
#pragma once

#include "graze/core/expected.h"
#include "graze/queries/instant/clash.h"
#include "graze/scene/scene.h"

#include <optional>

namespace graze {

enum class HoldsForCad { Yes, Unknown };

/// "yes", "unknown": as in JSON.
[[nodiscard]] const char* name_of(HoldsForCad holds);

/// The greatest deviations of all bodies that have one. Nothing: none has.
[[nodiscard]] std::optional<TessellationDeviation> greatest_deviation(const Scene& scene);

/// How much the distance of two bodies may differ from that of their CAD surfaces, rounded up. Nothing: one
/// of them does not say.
[[nodiscard]] std::optional<double> cad_margin(const SceneBody& a, const SceneBody& b);

/// Yes: the pair clashes as CAD too: even if both skins are off by the margin it is within its clearance, one
/// body is inside the other, or they are deeper in each other than is allowed. For that, the penetration of
/// triangles has to exceed twice the margin: take x inside both, lo deep in b. A point y inside a's CAD body is
/// within 2 e_a of x, so lo - 2 e_a deep in b, and lo - 2 e_a - e_b deep in b's CAD body.
[[nodiscard]] HoldsForCad pair_holds_for_cad(const ClashPair& pair, const Scene& scene);

/// A clash: Yes if one pair's does. A clear scene: Yes if every pair that is not ignored is farther apart
/// than its clearance and its margin together. Cost: of a clear scene with CAD bodies another query with
/// larger clearances.
[[nodiscard]] Expected<HoldsForCad> verdict_holds_for_cad(const ClashReport& report, const Scene& scene,
                                                          const ClashOptions& options);

}  // namespace graze
