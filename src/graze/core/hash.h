// A 64-bit hash of answers, for golden tests and for comparing bench rows (DESIGN 8). Not for secrets.
#pragma once

#include "graze/core/internal.h"

#include <bit>
#include <cstdint>
#include <string_view>

namespace graze::internal {

/// Order-dependent; equal bytes give equal hashes on every machine. Doubles are hashed by their bits.
class Hash {
  public:
    void add(std::uint64_t word) {
        state_ = (state_ ^ word) * 0x9FB21C651E98DF25u;
        state_ ^= state_ >> 32;
    }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    void add(std::string_view bytes) {
        add(static_cast<std::uint64_t>(bytes.size()));
        for (const char byte : bytes) add(static_cast<std::uint64_t>(static_cast<unsigned char>(byte)));
    }
    [[nodiscard]] std::uint64_t value() const { return state_; }

  private:
    std::uint64_t state_ = 0x2545F4914F6CDD1Du;
};

}  // namespace graze::internal
