// Whether a path that is clear for triangles is clear for the CAD surfaces, too: proved, not sampled.
#pragma once

#include "graze/queries/instant/cad_margin.h"
#include "graze/queries/paths/cad_refine.h"
#include "graze/queries/paths/path_proof.h"

#include <memory>
#include <optional>
#include <string>

namespace graze {

struct PathForCad {
    HoldsForCad holds = HoldsForCad::Unknown;
    double margin =
        0.0;  // Yes, AsSampled: triangles keep their clearance and this much more, for the pair with most
    std::string why = {};                            // Unknown: why
    std::optional<RefinedPath> refined = {};         // the margin alone did not decide
    std::shared_ptr<const internal::CadPathProof> proof = {};  // Yes, if it is wanted and all faces are known
};

/// Of options.with_proof: what `proof` means; of surfaces, strands are written only if they prove all of the path.
/// Asks once more with every clearance larger by the margin of its pair. If that is too much, with the faces
/// themselves, covered more and more finely where it matters (cad_refine.h).
///
/// Yes: the CAD surfaces of all pairs that `proof` judges stay farther apart than their clearance at every time.
/// AsSampled: that holds if the deviations of all bodies are what is said of them.
/// Cost: that of prove_paths without strands.
[[nodiscard]] Expected<PathForCad> path_for_cad(const Scene& scene, const PathOptions& options,
                                                const PathProof& proof);

}  // namespace graze
