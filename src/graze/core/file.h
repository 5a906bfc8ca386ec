// Whole files in, whole files out. Writing is atomic: a reader sees the old file or the new one.
#pragma once

#include "graze/core/expected.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace graze {

/// The bytes of a file. Directories, missing files and refused reads are told apart in the error.
[[nodiscard]] Expected<std::string> read_file(const std::filesystem::path& path);

/// Collects output under a temporary name beside `path`; `commit` renames it into place. Without a
/// commit (error, interrupt, exception) the temporary is removed and whatever was there stays.
class AtomicFile {
  public:
    [[nodiscard]] static Expected<AtomicFile> create(const std::filesystem::path& path);
    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    /// Buffered by the system only; pass large blocks. A failure is remembered and told by commit.
    void write(std::string_view bytes);
    [[nodiscard]] Expected<void> commit();

  private:
    AtomicFile(std::filesystem::path path, std::string temporary, int descriptor);

    std::filesystem::path path_;
    std::string temporary_;  // empty once committed
    int descriptor_ = -1;
    int first_errno_ = 0;
};

[[nodiscard]] Expected<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

}  // namespace graze
