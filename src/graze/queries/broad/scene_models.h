// The models of a scene's bodies: one for each distinct mesh, however many bodies share it.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/core/progress.h"
#include "graze/model/body_model.h"
#include "graze/queries/broad/broad_phase.h"

#include <memory>
#include <span>
#include <vector>

namespace graze::internal {

struct SceneModels {
    std::vector<std::shared_ptr<const BodyModel>> of_body;  // null for bodies that no pair names
};

struct SceneModelOptions {
    int threads = 0;
    Progress::Draw progress = Progress::Draw::OnTerminal;
};

/// Builds the models of all bodies that stand in `pairs`, side by side.
///
/// Pre:    a valid scene, which outlives the models.
/// Errors: Interrupted; Unsupported for 2^30 triangles and more.
[[nodiscard]] Expected<SceneModels> build_models(const Scene& scene, std::span<const BodyPair> pairs,
                                                 const SceneModelOptions& options);

}  // namespace graze::internal
