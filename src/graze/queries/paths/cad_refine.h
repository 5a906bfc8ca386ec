// Paths between tight CAD surfaces: where triangles with one radius for a whole body decide nothing, its faces are
// covered by thick triangles, and those that matter are cut until they are thin enough.
//
// A body becomes several, one for each level of thickness (instant/cad_levels.h), which move as it does. So the
// search, and contract C1, are those of every path. Which elements to cut is a guess (from some times of the path, and
// from where a proof stopped); whether all is clear is proved at the end. Where it is not, times between the last one
// that is clear and one at which surfaces certainly meet are looked at, nearer and nearer.
#pragma once

#include "graze/queries/paths/path_proof.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace graze {
namespace internal {
struct CadPathProof;  // queries/paths/cad_proof.h
}  // namespace internal

struct CadRefineOptions {
    double floor = 5e-4;   // of the greatest deviation: thinner than this no element is made
    int samples = 24;      // times of each segment that are looked at first
    int most_proofs = 16;  // attempts to prove it
    std::size_t most_cuts = 40'000;
    // Where surfaces meet: the same, finer, there only.
    double contact_floor = 2e-6;
    std::size_t most_contact_cuts = 20'000;
    double contact_width = 1e-6;  // of a segment, between what is clear and what certainly meets: a wish
    std::optional<PathTime> until = {};  // times after this are not looked at first: triangles meet there
};

struct RefinedPath {
    bool is_clear = false;               // proved: all CAD faces stay farther apart than their clearance
    std::size_t elements = 0, cuts = 0;  // at the end; of them by cutting
    int proofs = 0;
    std::string why = {};                  // not clear: why
    std::optional<PathTime> stopped = {};  // not clear: proved up to here
    double closer_than = 0.0;              // there the surfaces may be, or come, this close
    /// At this time, in the same segment, the surfaces of these bodies certainly meet (surface/pierce.h).
    std::optional<PathTime> contact = {};
    BodyPair bodies = {};
    std::shared_ptr<const internal::CadPathProof> proof = {};  // clear, and options.with_proof
};

/// True if every body has a cover and no joint carries it.
[[nodiscard]] bool can_refine(const Scene& scene);

/// Pre: can_refine(scene); a valid scene with paths.
/// Guarantee: is_clear only if it is so for every pair that is not ignored and moves against each other, of the faces
///            as their covers define them. A contact is one of faces, too.
[[nodiscard]] Expected<RefinedPath> refine_path(const Scene& scene, const PathOptions& options,
                                                const CadRefineOptions& how = {});

}  // namespace graze
