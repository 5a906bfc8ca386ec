// Runs `graze-cad` as a child: whatever a bad file does to OpenCASCADE happens in a process of its own, with
// limits on memory and time.
//
// The child tells on its standard error, line by line, how far it is ("progress WHAT DONE TOTAL") and what is
// wrong ("error CODE MESSAGE"). Other lines there are OpenCASCADE's and nobody reads them.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"
#include "graze/core/progress.h"
#include "graze/core/watch.h"

#include <filesystem>
#include <string>
#include <vector>

namespace graze::internal {

struct CadLimits {
    std::uint64_t memory_mb = 0;  // of address space (RLIMIT_AS)
    double seconds = 0.0;         // of wall time
};

/// GRAZE_CAD_MEMORY (in MB; default: four fifths of this machine's memory, at least 2,048) and
/// GRAZE_CAD_SECONDS (default 600). Error: a value that is no number above 0.
[[nodiscard]] Expected<CadLimits> cad_limits();

/// Where graze-cad is: GRAZE_CAD if it is set, else beside this program (`graze-cad`, `../cad/graze-cad`),
/// else in PATH. Error: nowhere, and what to do.
[[nodiscard]] Expected<std::filesystem::path> find_cad_program();

struct CadRun {
    std::vector<std::string> arguments;
    std::string where;  // starts messages
    CadLimits limits;
    Progress::Draw progress = Progress::Draw::Never;
    const Watch* watch = nullptr;
};

/// Runs it to its end (core/child_process.h). Guarantee: when this returns the child is gone. Ctrl-C
/// (`interrupt_requested`) ends it, so does whoever watches, and so does the end of this program, however that comes about.
[[nodiscard]] Expected<void> run_cad(const CadRun& run);

/// A folder of its own, gone with all that is in it at the end.
class TemporaryFolder {
  public:
    [[nodiscard]] static Expected<TemporaryFolder> create(const std::filesystem::path& parent);
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
};

}  // namespace graze::internal
