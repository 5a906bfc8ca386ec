#include "graze/io/cad/cad_cache.h"

#include "graze/core/file.h"
#include "graze/io/cad/cad_entry.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

namespace graze::internal {
namespace {

namespace fs = std::filesystem;

/// Changes whenever entries are laid out or meant differently.
constexpr int kImporterVersion = 3;
constexpr const char* kEntryEnding = ".cad";
constexpr std::uint64_t kDefaultCacheMb = 2048;

std::uint64_t most_bytes() {
    const char* text = std::getenv("GRAZE_CACHE_MB");
    char* end = nullptr;
    const unsigned long long value = text == nullptr ? 0 : std::strtoull(text, &end, 10);
    const bool is_given =
        text != nullptr && *text >= '0' && *text <= '9' && *end == '\0' && value < (1u << 30);
    return (is_given ? value : kDefaultCacheMb) << 20;
}

/// Removes the entries that were not used for the longest time, until the rest fits.
void trim(const fs::path& folder) {
    struct Entry {
        fs::file_time_type used;
        fs::path path;
        std::uint64_t bytes;
    };
    std::vector<Entry> entries;
    std::uint64_t total = 0;
    std::error_code failure;
    for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure)) {
        if (at->path().extension() != kEntryEnding) continue;
        std::error_code gone;  // by somebody else, just now
        const auto used = at->last_write_time(gone);
        if (gone) continue;
        const std::uint64_t bytes = at->file_size(gone);
        if (gone) continue;
        entries.push_back({used, at->path(), bytes});
        total += bytes;
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
    for (const Entry& entry : entries) {
        if (total <= most_bytes()) return;
        std::error_code ignored;
        fs::remove(entry.path, ignored);
        total -= entry.bytes;
    }
}

}  // namespace

std::string text_of(const CadImportKey& key) {
    const auto hash = content_hash(key.bytes);
    return fmt::format("graze-cad {} {}; {} {} bytes {:016x}{:016x}; deflection {}; {}{}", kImporterVersion,
                       key.program, key.format, key.bytes.size(), hash[0], hash[1],
                       key.deflection ? fmt::format("{}", *key.deflection) : "by size", key.name,
                       key.references.empty() ? "" : "; with " + key.references);
}

std::optional<fs::path> cad_cache_folder() {
    const auto set = [](const char* name) -> std::string {
        const char* value = std::getenv(name);
        return value == nullptr ? "" : value;
    };
    if (const std::string own = set("GRAZE_CACHE"); own == "off")
        return std::nullopt;
    else if (!own.empty())
        return fs::path(own);
    if (const std::string xdg = set("XDG_CACHE_HOME"); xdg.starts_with('/')) return fs::path(xdg) / "graze";
    if (const std::string home = set("HOME"); home.starts_with('/'))
        return fs::path(home) / ".cache" / "graze";
    return std::nullopt;
}

std::string cache_file_name(std::string_view key) {
    const auto hash = content_hash(key);
    return fmt::format("{:016x}{:016x}{}", hash[0], hash[1], kEntryEnding);
}

std::optional<CadModel> find_in_cache(const fs::path& folder, std::string_view key) {
    const fs::path path = folder / cache_file_name(key);
    std::error_code failure;
    if (!fs::is_regular_file(path, failure)) return std::nullopt;
    const auto bytes = read_file(path);
    if (!bytes) return std::nullopt;
    auto model = parse_cad_entry(*bytes, key, path.string());
    if (!model) return std::nullopt;
    fs::last_write_time(path, fs::file_time_type::clock::now(), failure);
    return std::move(*model);
}

void keep_in_cache(const fs::path& folder, std::string_view key, std::string_view entry) {
    if (entry.size() > most_bytes()) return;
    if (const auto written = write_file_atomically(folder / cache_file_name(key), entry)) trim(folder);
}

}  // namespace graze::internal
