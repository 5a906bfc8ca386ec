// Proofs of pairs during parts of a segment: the part of path_proof.h that certificates are made of.
#pragma once

#include "graze/continuous/proof/proof_workspaces.h"
#include "graze/continuous/proof/reference_prover.h"
#include "graze/core/internal.h"
#include "graze/queries/paths/path_work.h"

#include <map>
#include <set>
#include <string>

namespace graze::internal {

/// Where the time that is clear ends in a segment, and why.
struct SegmentEnding {
    double time = 1.0;
    ContactVerdict why = ContactVerdict::Clear;
};

/// The reference prover about one pair during [pair.from, until], for what a search cannot decide.
[[nodiscard]] SegmentEnding decide_slowly(const PathWork& work, std::size_t segment, const MovingPair& pair,
                                          double until);

/// Proves all pairs of the work, segment by segment.
class StrandProver {
  public:
    /// Both are borrowed.
    StrandProver(const PathWork& work, PathStats& stats);

    /// From now on it is about this segment.
    void enter(std::size_t segment);

    /// Searches that would be long, and have no contact in sight, mostly end without one: then the proof is
    /// all that is needed. It is tried with what the search leaves out, so the search would say the same.
    /// Proofs that succeed are kept. After Ctrl-C: nothing.
    void try_proofs(std::span<LongPair> pairs, double until);

    /// Proves all pairs up to the end that the search found, and adds that to `strands`; if it fails
    /// somewhere, only up to there, until everything before the end is proved.
    [[nodiscard]] Expected<SegmentEnding> prove_up_to(SegmentEnding ending, std::vector<PathStrand>& strands);

    /// By mesh of the scene: the order of its triangles in the proof.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> orders() const;

  private:
    /// One pair, during a part of the segment.
    struct Task {
        std::size_t pair;
        double from, until;
    };
    struct KeptStrand {
        Task task;
        StrandProof proof;
    };
    using Proofs = std::vector<StrandProof>;

    static void add_tasks(std::vector<Task>& tasks, const Task& whole, int strands);
    [[nodiscard]] StrandProof walk(const Task& task, double clearance, WalkProofWorkspace& workspace) const;
    [[nodiscard]] StrandProof prove_slowly(const Task& task, std::uint64_t most_steps) const;
    [[nodiscard]] StrandProof prove(const Task& task, std::uint64_t most_steps,
                                    WalkProofWorkspace& workspace) const;
    [[nodiscard]] Expected<Proofs> prove_all(const std::vector<Task>& tasks, std::uint64_t most_steps,
                                             const std::string& title);
    [[nodiscard]] Expected<std::vector<Task>> tasks_up_to(double end);
    [[nodiscard]] Expected<Proofs> prove_tasks(std::vector<Task>& tasks, SegmentEnding& ending);
    [[nodiscard]] bool take_kept(const Task& task, StrandProof& proof);

    const PathWork& work_;
    PathStats& stats_;
    std::vector<std::unique_ptr<const ProofMesh>> meshes_;  // by mesh; null: no strand is about it
    std::vector<ProofBody> bodies_;                         // by body, during the segment
    struct PairInSegment {
        std::size_t common;  // links that carry both
        bool walks;          // prove_by_walk takes it
        bool moves;
    };
    std::vector<PairInSegment> pairs_;                     // of work.pairs
    std::set<std::size_t> long_searches_;                  // pairs
    std::map<std::size_t, std::vector<KeptStrand>> kept_;  // by pair: up to the end that was known then
    std::size_t segment_ = 0;
    ProofWorkspaces workspaces_;
};

}  // namespace graze::internal
