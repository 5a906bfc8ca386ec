// A CAD demo: `graze-cad demo` makes its files, in a process of its own.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/watch.h"
#include "graze/demo/demo.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace graze::cli {

struct CadDemoCounts {
    std::uint64_t parts = 0;   // leaves of the assemblies, each instance counted
    std::uint64_t shapes = 0;  // distinct ones
    std::uint64_t faces = 0;   // of all parts
};

/// Fills a folder that is there with STEP files and scene.json; a progress bar on a terminal.
[[nodiscard]] Expected<CadDemoCounts> make_cad_demo(const std::filesystem::path& folder,
                                                    const std::string& name, const DemoOptions& options,
                                                    const Watch* watch = nullptr);

}  // namespace graze::cli
