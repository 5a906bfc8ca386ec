#include "graze/core/byte_source.h"

#include "graze/core/file.h"

#include <cerrno>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace graze {

ByteSource source_of(std::string_view bytes) {
    return {bytes.size(), [bytes](std::uint64_t at, char* to, std::size_t count) {
                if (at > bytes.size() || count > bytes.size() - at) return false;
                if (count > 0) std::memcpy(to, bytes.data() + at, count);
                return true;
            }};
}

Expected<ByteSource> open_source(const std::filesystem::path& path) {
    struct stat about = {};
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const std::shared_ptr<void> closed_at_last(nullptr, [descriptor](void*) {
        if (descriptor >= 0) ::close(descriptor);
    });
    if (descriptor < 0 || ::fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
        auto bytes = read_file(path);  // tells what is wrong, or reads a pipe
        if (!bytes) return bytes.error();
        const auto kept = std::make_shared<const std::string>(*std::move(bytes));
        return ByteSource{kept->size(),
                          [kept, all = source_of(*kept)](std::uint64_t at, char* to, std::size_t count) {
                              return all.read(at, to, count);
                          }};
    }
    return ByteSource{static_cast<std::uint64_t>(about.st_size),
                      [descriptor, closed_at_last](std::uint64_t at, char* to, std::size_t count) {
                          while (count > 0) {
                              const ::ssize_t got = ::pread(descriptor, to, count, static_cast<::off_t>(at));
                              if (got < 0 && errno == EINTR) continue;
                              if (got <= 0) return false;
                              to += got, at += static_cast<std::uint64_t>(got);
                              count -= static_cast<std::size_t>(got);
                          }
                          return true;
                      }};
}

}  // namespace graze
