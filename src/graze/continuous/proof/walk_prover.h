// The proof of a search: walks two trees through space and time like first_contact.h, up to an end that the
// search has found, and writes down why each pair of children is out of question.
//
// The node test (axis_proofs.h) is that of the search with a bend that covers what the checker of
// certificates computes: so a cut is a leaf, and no leaf is tested twice. Pairs of triangles that no axis
// separates are followed backwards from the end of their window, along the line between their nearest points.
// docs/mathematics/proof.md.
#pragma once

#include "graze/continuous/proof/reference_prover.h"
#include "graze/core/internal.h"
#include "graze/model/body_model.h"

#include <memory>
#include <span>

namespace graze::internal {

struct WalkProofQuery {
    const BodyModel& a;
    const BodyModel& b;
    std::span<const RigidMotion> links_a, links_b;  // that the two do not have in common, outermost first
    Vec3 centre_a, centre_b;                        // of the boxes of all vertices (ProofMesh::centre)
    double clearance;                               // d >= 0
    double from, until;                             // 0 <= from < until <= 1
};

/// Memory that proofs need. One per thread.
struct WalkProofMemory;
class WalkProofWorkspace {
  public:
    WalkProofWorkspace();
    ~WalkProofWorkspace();
    WalkProofWorkspace(WalkProofWorkspace&&) noexcept;
    WalkProofWorkspace& operator=(WalkProofWorkspace&&) noexcept;
    [[nodiscard]] WalkProofMemory& memory() { return *memory_; }

  private:
    std::unique_ptr<WalkProofMemory> memory_;
};

/// False for motions that have no form in doubles: of these prove_by_walk says nothing.
[[nodiscard]] bool can_prove_by_walk(std::span<const RigidMotion> links_a,
                                     std::span<const RigidMotion> links_b);

/// Proves the bodies farther apart than the clearance on [from, until], sets of triangles as ranges of
/// WideTree::order.
///
/// Clear:       `nodes` are a proof by docs/certificates.md.
/// Undecided:   not farther apart, or by less than doubles can tell.
/// Determinism: the same bits on every instruction set.
/// Cost:        about that of the search; allocates for the answer only, once the workspace has grown.
[[nodiscard]] StrandProof prove_by_walk(const WalkProofQuery& query, WalkProofWorkspace& workspace);

}  // namespace graze::internal
