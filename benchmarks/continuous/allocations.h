// How often the program has asked for memory. The benchmark's operator new counts.
#pragma once

#include <cstdint>

namespace graze::bench {

[[nodiscard]] std::uint64_t allocations();

}  // namespace graze::bench
