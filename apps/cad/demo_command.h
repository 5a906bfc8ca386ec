// `graze-cad demo`, and how it speaks with the program that started it: one line on standard error for each
// thing it says.
//
//   progress DONE TOTAL      how far it is
//   count NAME N             something that was counted
//   error CODE MESSAGE       why it ends with exit code 2
#pragma once

#include "graze/core/expected.h"

#include <span>
#include <string>

namespace graze::cad {

/// graze-cad demo NAME --out DIR [--seed N] [--PARAMETER X]...
[[nodiscard]] Expected<void> run_demo(std::span<const std::string> words);

}  // namespace graze::cad
