// Random numbers that are the same on every machine: splitmix64 and our own mapping to reals.
// (The std distributions differ between libraries.) For demos and tests, not for secrets.
#pragma once

#include "graze/core/internal.h"

#include <cstdint>

namespace graze::internal {

class Rng {
  public:
    explicit Rng(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    /// A multiple of 2^-53 in [0, 1).
    double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

    double uniform(double lo, double hi) { return lo + (hi - lo) * unit(); }

    /// An integer of [0, count); the bias is below count / 2^64. Pre: count > 0.
    std::uint64_t below(std::uint64_t count) {
        return static_cast<std::uint64_t>((static_cast<unsigned __int128>(bits()) * count) >> 64);
    }

  private:
    std::uint64_t state_;
};

}  // namespace graze::internal
