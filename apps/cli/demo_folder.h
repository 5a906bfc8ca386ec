// A folder that `graze demo` writes: it remembers its files in demo.json, so that a later run may replace
// them and nothing else.
#pragma once

#include "graze/core/expected.h"
#include "graze/scene/scene.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

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
    [[nodiscard]] Expected<DemoRecord> write(const Scene& scene, DemoRecord record);

  private:
    DemoFolder(std::filesystem::path path, Overwrite overwrite)
        : path_(std::move(path)), overwrite_(overwrite) {}

    std::filesystem::path path_;
    Overwrite overwrite_;
    std::map<std::string, std::string> own_;  // files that a demo before wrote and nobody changed
};

}  // namespace graze::cli
