// Two triangles that stay near each other, proved apart piece by piece: for walk_prover.h.
#pragma once

#include "graze/continuous/proof/proof_bends.h"
#include "graze/continuous/proof/proof_nodes.h"
#include "graze/continuous/proof/proof_plane.h"
#include "graze/core/function_ref.h"
#include "graze/core/internal.h"

#include <array>
#include <vector>

namespace graze::internal {

/// A direction from b to a as a leaf has it.
struct LeafDirection {
    float n[3];
    LeafFrame frame;
};

/// What proves a part of the time of two triangles, which ends at `until`.
struct FollowedPiece {
    double until;
    LeafDirection direction;
};

struct FollowTask {
    std::array<Vec3, 3> a, b;  // corners, in coordinates of the bodies
    const WideTree& tree_a;
    const WideTree& tree_b;
    const RelativeMotion& motion;
    const ProofMotion& proof;
    double clearance;
    double slack;  // of leaves, as a length
    double from, until;
    const Moment& first;  // at `from`
    const Moment& last;   // at `until`
};

/// Pieces from the last to the first: there two triangles may be as near as a contact is, and each step
/// before may be longer. False if that fails, or once it `is_over`; then there are none.
[[nodiscard]] bool follow_triangles(const FollowTask& task, FunctionRef<bool()> is_over,
                                    std::vector<FollowedPiece>& pieces);

}  // namespace graze::internal
