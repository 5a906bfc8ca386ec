// Whether what was found of triangles holds for the CAD surfaces that they stand for.
//
// No point of a CAD surface is farther from its body's triangles than the body's proved deviation (model/mesh.h).
// So bodies whose triangles are farther apart than the sum of both and a clearance are farther apart than the
// clearance as CAD: that is a proof, `Yes`. What OpenCASCADE made of the file is taken as the truth (docs/cad.md).
//
// A body without a proof has the greater of its two other deviations: a sample and a wish. Nor is there a bound of
// how far triangles are from surfaces, which contacts need. What holds as far as these can be believed is
// `AsSampled`.
#pragma once

#include "graze/core/expected.h"
#include "graze/queries/instant/clash.h"
#include "graze/scene/scene.h"

#include <optional>

namespace graze {

enum class HoldsForCad { Yes, AsSampled, Unknown };

/// "yes", "as_sampled", "unknown": as in JSON.
[[nodiscard]] const char* name_of(HoldsForCad holds);

/// The greatest deviations of all bodies that have one. Nothing: none has.
[[nodiscard]] std::optional<TessellationDeviation> greatest_deviation(const Scene& scene);

/// How much farther apart the triangles of two bodies may be than their CAD surfaces, rounded up: the sum of what is
/// proved of them, or else is believed. Nothing: one of them does not say.
[[nodiscard]] std::optional<double> cad_margin(const SceneBody& a, const SceneBody& b);

/// The sum of the two greatest deviations, rounded up: no pair's margin is more. 0: no two bodies say.
[[nodiscard]] double greatest_margin(const Scene& scene);

/// The deviation of every body is proved.
[[nodiscard]] bool all_are_proved(const Scene& scene);

/// The scene with every clearance larger by the margin of its pair, so that what is clear in it is clear as CAD.
struct WidenedScene {
    Scene scene;
    double clearance;  // of pairs without one of their own
};
/// Pre: every body has a deviation.
[[nodiscard]] WidenedScene with_cad_margins(const Scene& scene, double clearance);

/// AsSampled: the pair clashes as CAD too: even if both skins are off by the margin it is within its clearance, one
/// body is inside the other, or they are deeper in each other than is allowed. For that, the penetration of
/// triangles has to exceed twice the margin: take x inside both, lo deep in b. A point y inside a's CAD body is
/// within 2 e_a of x, so lo - 2 e_a deep in b, and lo - 2 e_a - e_b deep in b's CAD body.
[[nodiscard]] HoldsForCad pair_holds_for_cad(const ClashPair& pair, const Scene& scene);

/// A clash: as one of its pairs. A clear scene: Yes if every pair that is not ignored is farther apart than its
/// clearance and its margin together, and all bodies' deviations are proved; AsSampled if one's is not. Cost: of a clear scene with CAD bodies another query with
/// larger clearances.
[[nodiscard]] Expected<HoldsForCad> verdict_holds_for_cad(const ClashReport& report, const Scene& scene,
                                                          const ClashOptions& options);

}  // namespace graze
