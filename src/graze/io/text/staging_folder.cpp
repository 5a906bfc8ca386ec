#include "graze/io/text/staging_folder.h"

#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace graze::internal {

namespace fs = std::filesystem;

Expected<StagingFolder> StagingFolder::create(const fs::path& parent) {
    StagingFolder staging;
    std::error_code failure;
    fs::path missing = parent;
    while (!missing.empty() && !fs::exists(missing, failure)) {
        staging.made_.push_back(missing);
        missing = missing.parent_path();
    }
    fs::create_directories(parent, failure);
    if (!failure)
        fs::create_directory(staging.path_ = parent / fmt::format(".graze-{}.tmp", ::getpid()), failure);
    if (failure)
        return make_error(ErrorCode::CannotWrite, parent.string(), "cannot write: " + failure.message());
    return staging;
}
StagingFolder::StagingFolder(StagingFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), made_(std::exchange(other.made_, {})) {}

StagingFolder::~StagingFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
    for (const fs::path& folder : made_) fs::remove(folder, ignored);  // innermost first; only while empty
}

Expected<void> StagingFolder::move_out(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        std::error_code failure;
        if (fs::is_directory(path_.parent_path() / name, failure))
            return make_error(ErrorCode::CannotWrite, (path_.parent_path() / name).string(),
                              "is a directory, but a file of this name must be written", "move it away");
    }
    for (const std::string& name : names) {
        std::error_code failure;
        const fs::path target = path_.parent_path() / name;
        fs::rename(path_ / name, target, failure);
        if (failure)
            return make_error(ErrorCode::CannotWrite, target.string(), "cannot write: " + failure.message());
    }
    return {};
}

}  // namespace graze::internal
