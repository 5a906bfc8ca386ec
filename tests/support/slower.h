// Sanitizers are slow, and the arithmetic is the same: under them, random tests are cut by this factor.
#pragma once

namespace graze::test {

inline constexpr int kSlower = GRAZE_SLOWER;  // 1 without sanitizers; set in tests/CMakeLists.txt

}  // namespace graze::test
