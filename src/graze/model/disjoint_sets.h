// Sets of the numbers 0 .. n-1 that are only ever joined (union-find).
#pragma once

#include "graze/core/internal.h"

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace graze::internal {

/// The representative of a set is its least number, so results do not depend on the order of joining.
class DisjointSets {
  public:
    explicit DisjointSets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0u);
    }

    /// Cost: near-constant, amortised (paths are halved on the way).
    std::uint32_t find(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::uint32_t i, std::uint32_t j) {
        i = find(i);
        j = find(j);
        if (j < i) std::swap(i, j);
        parent_[j] = i;
    }

  private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace graze::internal
