// What all parts of path_proof.h share: the pairs, their bodies, and how these move during one segment. Not
// for users.
#pragma once

#include "graze/continuous/proof/proof_workspaces.h"
#include "graze/continuous/search/contact_times.h"
#include "graze/continuous/search/first_contact.h"
#include "graze/queries/broad/scene_models.h"
#include "graze/queries/paths/path_proof.h"
#include "graze/scene/scene_motion.h"

#include <chrono>
#include <map>

namespace graze {

struct PathStage {
    const Scene& scene;
    const PathOptions& options;
    PathProof proof;                                                     // the answer, as far as it is known
    std::optional<std::chrono::steady_clock::time_point> deadline = {};  // of the whole
    std::optional<SceneModels> models = {};                              // if the search can be used
    std::vector<Box> own_boxes = {};                                     // by body
    std::vector<double> sizes = {};                                      // by body
    double farthest_reach = 0.0;                                         // of all pairs
    std::optional<std::size_t> entered = {};                             // the segment
    SceneMotion motion = {};                                             // during the segment
    std::vector<ProofBody> moving = {};                                  // by body, during the segment
    std::map<const Mesh*, std::shared_ptr<const ProofMesh>> proof_meshes = {};
    ProofWorkspaces workspaces = {};
};

/// Pairs in proof.pairs and proof.ignored; boxes and sizes.
void list_pairs(PathStage& stage);

/// Models of all bodies for the search, which knows no clock: none if there is a deadline.
[[nodiscard]] Expected<void> prepare_search(PathStage& stage);

/// From now on it is about this segment.
[[nodiscard]] Expected<void> enter_segment(PathStage& stage, std::size_t segment);

/// Where the pair stands in proof.pairs; proof.pairs.size(): it is ignored.
[[nodiscard]] std::size_t index_of(const PathStage& stage, const BodyPair& bodies);

[[nodiscard]] MotionRef motion_of(const PathStage& stage, std::uint32_t body);

/// Pre: there are models.
[[nodiscard]] PairOnPath pair_on_path(const PathStage& stage, std::size_t pair);

/// Links that carry both bodies.
[[nodiscard]] std::size_t links_in_common(const PathStage& stage, std::size_t pair);

/// Of the links that the two do not have in common.
[[nodiscard]] bool nothing_moves(const PathStage& stage, std::size_t pair);

[[nodiscard]] double tolerance_of(const PathStage& stage, const BodyPair& bodies);

/// Within this, triangles of the pair count as in contact at the end of the search.
[[nodiscard]] double reach_of(const PathStage& stage, const PathPair& pair);

/// A pair that may come within reach during the segment, not before the eighth `part` of it.
struct PathCandidate {
    int part;
    std::size_t pair;  // in proof.pairs
    auto operator<=>(const PathCandidate&) const = default;
};
/// Earliest first. All others are proved to stay out of reach: what the search would say of them, too.
[[nodiscard]] std::vector<PathCandidate> find_candidates(const PathStage& stage);

/// Meshes of some bodies as proofs have them; bodies that share a mesh share it here, too.
void prepare_meshes(PathStage& stage, std::span<const std::uint32_t> bodies);
void prepare_all_meshes(PathStage& stage);

void add_counters(PathStage& stage, const FirstContactCounters& counters);

[[nodiscard]] Error path_interrupted();

}  // namespace graze
