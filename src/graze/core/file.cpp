#include "graze/core/file.h"

#include "graze/core/interrupt.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace graze {
namespace {

Error read_error(const std::filesystem::path& path, int error) {
    const std::string where = path.string();
    switch (error) {
        case ENOENT:
            return make_error(ErrorCode::NotFound, where, "no such file", "check the path");
        case EISDIR:
            return make_error(ErrorCode::CannotRead, where, "is a directory, not a file",
                              "name a file in it");
        case EINTR:
            return make_error(ErrorCode::Interrupted, where, "interrupted while reading");
        case ENOMEM:
            return make_error(ErrorCode::CannotRead, where, "is larger than the memory of this machine",
                              "is it really the file you meant?");
        default:
            return make_error(ErrorCode::CannotRead, where,
                              std::string("cannot read: ") + std::strerror(error));
    }
}

Error write_error(const std::filesystem::path& path, int error) {
    return make_error(ErrorCode::CannotWrite, path.string(),
                      std::string("cannot write: ") + std::strerror(error),
                      error == ENOENT ? "does the folder exist?" : "");
}

std::size_t memory_of_machine() {
    return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Reads everything that is left; returns an errno, 0 for success. The size is only a hint: pipes have
/// none, files may grow.
int read_to_end(int descriptor, std::size_t size_hint, std::string& bytes) {
    const std::size_t limit = memory_of_machine();
    if (size_hint > limit) return ENOMEM;
    std::size_t used = 0;
    bytes.resize(size_hint + 1);  // one more, so that an exact hint meets the end without growing
    for (;;) {
        if (used == bytes.size()) {
            if (used > limit / 2) return ENOMEM;
            bytes.resize(bytes.size() * 2);
        }
        const ssize_t got = ::read(descriptor, bytes.data() + used, bytes.size() - used);
        if (got < 0 && errno == EINTR && !interrupt_requested()) continue;
        if (got < 0) return errno;
        if (got == 0) break;
        used += static_cast<std::size_t>(got);
    }
    bytes.resize(used);
    return 0;
}

struct Temporary {
    std::string path;
    int descriptor;  // -1: errno tells why
};

/// A new file beside `target`. Made by open, not mkstemp, so that the user's umask applies.
Temporary create_temporary(const std::filesystem::path& target) {
    static std::atomic<unsigned> serial{0};
    for (;;) {
        const std::string name =
            ".graze-" + std::to_string(::getpid()) + "-" + std::to_string(serial++) + ".tmp";
        std::string path = (target.parent_path() / name).string();
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST) return {std::move(path), descriptor};
    }
}

}  // namespace

Expected<std::string> read_file(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return read_error(path, errno);
    struct stat status {};
    int error = ::fstat(descriptor, &status) != 0 ? errno : 0;
    if (error == 0 && S_ISDIR(status.st_mode)) error = EISDIR;
    std::string bytes;
    try {
        const std::size_t hint = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 65536;
        if (error == 0) error = read_to_end(descriptor, hint, bytes);
    } catch (const std::bad_alloc&) {
        error = ENOMEM;
    } catch (const std::length_error&) {
        error = ENOMEM;
    }
    ::close(descriptor);
    if (error != 0) return read_error(path, error);
    return bytes;
}

AtomicFile::AtomicFile(std::filesystem::path path, std::filesystem::path target, std::string temporary,
                       int descriptor)
    : path_(std::move(path)),
      target_(std::move(target)),
      temporary_(std::move(temporary)),
      descriptor_(descriptor) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)),
      first_errno_(other.first_errno_) {}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Expected<AtomicFile> AtomicFile::create(const std::filesystem::path& path) {
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) return write_error(path, errno);
    if (exists && S_ISDIR(status.st_mode))
        return make_error(ErrorCode::CannotWrite, path.string(), "is a directory, not a file",
                          "name a file in it");
    if (exists && !S_ISREG(status.st_mode)) {
        const int device = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (device < 0) return write_error(path, errno);
        return AtomicFile(path, path, {}, device);
    }

    std::filesystem::path target = path;
    if (exists) {
        std::error_code failure;
        target = std::filesystem::canonical(path, failure);
        if (failure) return write_error(path, failure.value());
        if (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) return write_error(path, errno);
    }
    Temporary temporary = create_temporary(target);
    if (temporary.descriptor < 0) return write_error(path, errno);
    if (exists) ::fchmod(temporary.descriptor, status.st_mode & 07777);
    return AtomicFile(path, std::move(target), std::move(temporary.path), temporary.descriptor);
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
    GRAZE_ASSERT(descriptor_ >= 0);
    while (first_errno_ == 0 && ::fsync(descriptor_) != 0 && errno != EINVAL)  // EINVAL: a device cannot sync
        if (errno != EINTR) first_errno_ = errno;
    if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR && first_errno_ == 0)
        first_errno_ = errno;
    if (first_errno_ == 0 && !temporary_.empty() && std::rename(temporary_.c_str(), target_.c_str()) != 0)
        first_errno_ = errno;
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
