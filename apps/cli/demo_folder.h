// A folder that `graze demo` writes: it remembers its files in demo.json, so that a later run may replace
// them and nothing else.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/function_ref.h"
#include "graze/io/scene/scene_rods.h"
#include "graze/scene/scene.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace graze::cli {

/// What demo.json holds.
struct DemoRecord {
    std::string name;
    std::uint64_t seed = 1;
    std::map<std::string, double> parameters;
    std::map<std::string, std::string> files;  // name -> hash of the bytes, in hexadecimal
};

enum class Overwrite { OwnFilesOnly, Anything };

class DemoFolder {
  public:
    /// Refuses a file, a folder with content but without demo.json, and one whose files were changed, unless
    /// anything may be overwritten. A folder that does not exist yet is fine, and is not made here.
    [[nodiscard]] static Expected<DemoFolder> open(const std::filesystem::path& path, Overwrite overwrite);

    /// Writes the scene, then demo.json, then removes files of the demo before that are not in this one.
    [[nodiscard]] Expected<DemoRecord> write(const Scene& scene, const SceneRods& rods, const SceneDeformables& deformables, DemoRecord record);

    /// The same for files that somebody else makes: `make` fills a hidden folder, whose files are then moved
    /// into place, scene.json last. An error or Ctrl-C leaves what was there.
    [[nodiscard]] Expected<DemoRecord> take_over(
        FunctionRef<Expected<void>(const std::filesystem::path& hidden)> make, DemoRecord record);

  private:
    DemoFolder(std::filesystem::path path, Overwrite overwrite)
        : path_(std::move(path)), overwrite_(overwrite) {}

    [[nodiscard]] Expected<void> may_write(const std::vector<std::string>& names) const;
    [[nodiscard]] Expected<DemoRecord> finish(const std::vector<std::string>& written,
                                              DemoRecord record) const;

    std::filesystem::path path_;
    Overwrite overwrite_;
    std::map<std::string, std::string> own_;  // files that a demo before wrote and nobody changed
};

}  // namespace graze::cli
