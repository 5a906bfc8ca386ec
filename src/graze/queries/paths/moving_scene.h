// A scene along its paths: what all segments share, made once.
#pragma once

#include "graze/core/internal.h"
#include "graze/queries/broad/scene_models.h"
#include "graze/queries/paths/earliest_contact.h"
#include "graze/scene/scene_motion.h"

namespace graze::internal {

struct MovingScene {
    const Scene& scene;  // borrowed
    std::vector<SceneMotion> segments = {};
    std::vector<std::uint32_t> carriers = {};      // by body: scene_motion.h
    std::vector<std::uint32_t> mesh_of_body = {};  // distinct meshes, numbered by their first body
    std::vector<const Mesh*> meshes = {};
    std::vector<Box> own_boxes = {};     // by mesh
    std::vector<double> sizes = {};      // by body
    std::vector<RigidMotion> rest = {};  // by body: where it stands if nothing carries it
    std::vector<Box> rest_boxes = {};    // by body: around it there
    /// By body, at t = 0 of the first segment. Bodies on joints that do not begin at 0 have no rational pose
    /// there: theirs is rounded, and what overlaps is judged by that.
    std::vector<Pose> start = {};
};

/// Pre:    a valid scene with paths, which outlives the result.
/// Errors: BadInput for motions that have no axis.
[[nodiscard]] Expected<MovingScene> make_moving_scene(const Scene& scene);

[[nodiscard]] MotionRef motion_of(const MovingScene& moving, std::size_t segment, std::uint32_t body);

/// All that carries a body, outermost first, as proofs take it.
[[nodiscard]] std::vector<RigidMotion> links_of(const MovingScene& moving, std::size_t segment,
                                                std::uint32_t body);

/// True if the two do not move against each other during the segment.
[[nodiscard]] bool nothing_moves(const MovingScene& moving, std::size_t segment, const BodyPair& bodies);

/// A body for the search. Pre: it has a model.
[[nodiscard]] MovingModel body_during(const MovingScene& moving, const SceneModels& models,
                                      std::size_t segment, std::uint32_t body);

/// Boxes that hold the bodies during a segment. Bodies that stand cost a copy.
[[nodiscard]] SweptBoxes boxes_during(const MovingScene& moving, std::size_t segment, int threads);

/// Boxes that hold the bodies along all of the paths, as the checker of certificates computes them, but for
/// rounding (docs/certificates.md).
[[nodiscard]] std::vector<Box> boxes_of_proof(const MovingScene& moving, int threads);

[[nodiscard]] PairCounts count_pairs(const MovingScene& moving);

}  // namespace graze::internal
