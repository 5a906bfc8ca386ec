// How many times as long random tests run.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace graze::test {

/// GRAZE_BODY_ROUNDS=N repeats the random tests with N times as many motions.
[[nodiscard]] inline int rounds() {
    const char* text = std::getenv("GRAZE_BODY_ROUNDS");
    return text != nullptr ? std::max(1, std::atoi(text)) : 1;
}

}  // namespace graze::test
