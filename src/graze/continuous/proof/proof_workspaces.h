// Workspaces of proofs on several threads.
#pragma once

#include "graze/continuous/proof/walk_prover.h"
#include "graze/core/internal.h"

#include <mutex>
#include <utility>
#include <vector>

namespace graze::internal {

/// Workspaces that tasks leave to others, with what they have grown to and how long their last proof was.
class ProofWorkspaces {
  public:
    [[nodiscard]] WalkProofWorkspace take() {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) return {};
        WalkProofWorkspace workspace = std::move(free_.back());
        free_.pop_back();
        return workspace;
    }
    void give_back(WalkProofWorkspace workspace) {
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(workspace));
    }

  private:
    std::mutex mutex_;
    std::vector<WalkProofWorkspace> free_;
};

}  // namespace graze::internal
