// Proofs of pairs during parts of a segment: the part of path_proof.h that certificates are made of. Not for
// users.
#pragma once

#include "graze/queries/paths/path_stage.h"

#include <string>

namespace graze {

/// One pair, during a part of the segment.
struct StrandTask {
    std::size_t pair;
    double from, until;
};
struct KeptStrand {
    StrandTask task;
    StrandProof proof;
};
/// By pair: proofs up to the end that was known then.
using KeptStrands = std::map<std::size_t, std::vector<KeptStrand>>;

inline constexpr int kProverStrands = 16;  // parts of a segment that are proved side by side
inline constexpr int kWalkStrands = 4;     // by the walk, which gains from long windows

/// Equal parts of the segment, up to a time.
void add_strands(std::vector<StrandTask>& tasks, std::size_t pair, int strands, double until);

/// The walk of the search takes bodies whose motions have a form in doubles.
[[nodiscard]] bool can_walk(const PathStage& stage, std::size_t pair);

/// Searches that would be long, and have no contact in sight, mostly end without one: then the proof is all
/// that is needed. It is tried with what the search leaves out, so the search would say the same. Proofs that
/// succeed are kept.
[[nodiscard]] Expected<void> try_proofs(PathStage& stage, const std::vector<std::size_t>& pairs, double until,
                                        KeptStrands& kept);

/// Proves all tasks, in order: by the walk; what it leaves open, and all that it does not take, by the
/// reference prover.
[[nodiscard]] Expected<std::vector<StrandProof>> prove_all(PathStage& stage,
                                                           const std::vector<StrandTask>& tasks,
                                                           std::uint64_t most_parts,
                                                           const std::string& title);

/// Where the time that is clear ends in a segment, and why.
struct SegmentEnding {
    double time = 1.0;
    PathVerdict why = PathVerdict::Clear;
};

/// Proves the tasks, but those that were kept, and adds them to proof.strands; if that fails somewhere, only
/// up to there, until everything before the end is proved.
[[nodiscard]] Expected<SegmentEnding> prove_up_to(PathStage& stage, SegmentEnding ending,
                                                  std::vector<StrandTask> tasks, KeptStrands& kept);

}  // namespace graze
