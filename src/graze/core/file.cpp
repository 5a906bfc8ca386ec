#include "graze/core/file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace graze {
namespace {

Error read_error(const std::filesystem::path& path, int error) {
    const std::string where = path.string();
    switch (error) {
        case ENOENT: return make_error(ErrorCode::NotFound, where, "no such file", "check the path");
        case EISDIR: return make_error(ErrorCode::CannotRead, where, "is a directory, not a file", "name a file in it");
        default: return make_error(ErrorCode::CannotRead, where, std::string("cannot read: ") + std::strerror(error));
    }
}

Error write_error(const std::filesystem::path& path, int error) {
    return make_error(ErrorCode::CannotWrite, path.string(), std::string("cannot write: ") + std::strerror(error),
                      error == ENOENT ? "does the folder exist?" : "");
}

/// Reads everything that is left. The size is only a hint: pipes have none, files may grow.
int read_to_end(int descriptor, std::size_t size_hint, std::string& bytes) {
    std::size_t used = 0;
    bytes.resize(size_hint + 1);  // one more, so that an exact hint meets the end without growing
    for (;;) {
        if (used == bytes.size()) bytes.resize(bytes.size() * 2);
        const ssize_t got = ::read(descriptor, bytes.data() + used, bytes.size() - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno;
        if (got == 0) break;
        used += static_cast<std::size_t>(got);
    }
    bytes.resize(used);
    return 0;
}

}  // namespace

Expected<std::string> read_file(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return read_error(path, errno);
    struct stat status {};
    int error = ::fstat(descriptor, &status) != 0 ? errno : 0;
    if (error == 0 && S_ISDIR(status.st_mode)) error = EISDIR;
    std::string bytes;
    if (error == 0) error = read_to_end(descriptor, S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 65536, bytes);
    ::close(descriptor);
    if (error != 0) return read_error(path, error);
    return bytes;
}

AtomicFile::AtomicFile(std::filesystem::path path, std::string temporary, int descriptor)
    : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      first_errno_(other.first_errno_) {}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Expected<AtomicFile> AtomicFile::create(const std::filesystem::path& path) {
    if (std::filesystem::is_directory(path))
        return make_error(ErrorCode::CannotWrite, path.string(), "is a directory, not a file", "name a file in it");
    std::string temporary = path.string() + ".XXXXXX";
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) return write_error(path, errno);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor, 0666 & ~mask);  // mkostemp makes it private; a user expects the usual rights
    return AtomicFile(path, std::move(temporary), descriptor);
}

void AtomicFile::write(std::string_view bytes) {
    while (!bytes.empty() && first_errno_ == 0) {
        const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) {
            first_errno_ = errno;
        } else {
            bytes.remove_prefix(static_cast<std::size_t>(put));
        }
    }
}

Expected<void> AtomicFile::commit() {
    GRAZE_ASSERT(!temporary_.empty());
    if (first_errno_ == 0 && ::fsync(descriptor_) != 0 && errno != EINVAL) first_errno_ = errno;
    if (::close(std::exchange(descriptor_, -1)) != 0 && first_errno_ == 0) first_errno_ = errno;
    if (first_errno_ == 0 && std::rename(temporary_.c_str(), path_.c_str()) != 0) first_errno_ = errno;
    if (first_errno_ != 0) return write_error(path_, first_errno_);
    temporary_.clear();
    return {};
}

Expected<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
    auto file = AtomicFile::create(path);
    if (!file) return file.error();
    file->write(bytes);
    return file->commit();
}

}  // namespace graze
