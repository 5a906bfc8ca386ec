// A hidden folder in which files are made before they are moved into place together.
#pragma once

#include "graze/core/expected.h"
#include "graze/core/internal.h"

#include <filesystem>
#include <string>
#include <vector>

namespace graze::internal {

/// It stands inside the folder that gets the files, which is made if need be. It, and the folders made for it
/// that are still empty, vanish at the end of its life.
class StagingFolder {
  public:
    [[nodiscard]] static Expected<StagingFolder> create(const std::filesystem::path& parent);
    StagingFolder(StagingFolder&& other) noexcept;
    StagingFolder& operator=(StagingFolder&&) = delete;
    ~StagingFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Moves the files into the parent, in this order; what can be foreseen to fail fails before the first.
    [[nodiscard]] Expected<void> move_out(const std::vector<std::string>& names);

  private:
    StagingFolder() = default;
    std::filesystem::path path_;
    std::vector<std::filesystem::path> made_;
};

}  // namespace graze::internal
