#pragma once

#include "graze/core/expected.h"

#include <string>
#include <vector>

namespace graze::cad {

/// One line on standard error for who started us (io/cad/cad_process.h).
void report_line(const std::string& line);

/// import FILE OUT --key KEY --format step|iges [--name N] [--deflection D] [--threads N]
[[nodiscard]] Expected<void> run_import(const std::vector<std::string>& words);

}  // namespace graze::cad
