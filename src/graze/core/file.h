// Whole files in, whole files out. Writing is atomic: a reader sees the old file or the new one.
#pragma once

#include "graze/core/expected.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace graze {

/// The bytes of a file, or of a pipe until it ends. Directories, missing files, refused reads and files
/// larger than the memory of this machine are told apart in the error; Ctrl-C ends waiting for a pipe.
[[nodiscard]] Expected<std::string> read_file(const std::filesystem::path& path);

/// Collects output under a temporary name beside `path`; `commit` renames it into place. Without a
/// commit (error, interrupt, exception) the temporary is removed and whatever was there stays.
/// A replaced file keeps its permissions, a link keeps pointing at it, and one that is read-only is not
/// replaced. Devices and pipes (/dev/stdout) are written directly: they must never be renamed over.
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
    AtomicFile(std::filesystem::path path, std::filesystem::path target, std::string temporary,
               int descriptor);

    std::filesystem::path path_;    // as the caller wrote it, for messages
    std::filesystem::path target_;  // with links followed
    std::string temporary_;         // empty once committed, and for devices
    int descriptor_ = -1;
    int first_errno_ = 0;
};

[[nodiscard]] Expected<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

}  // namespace graze
