#include "graze/io/cad_file.h"

#include "graze/core/file.h"
#include "graze/io/cad_cache.h"
#include "graze/io/cad_entry.h"
#include "graze/io/cad_process.h"

#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>

namespace graze {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIgesSectionColumn = 72;
constexpr std::size_t kLongestIgesStart = 4096;

/// Another build of graze-cad is another program.
std::string identity_of_program(const fs::path& program) {
    struct stat facts {};
    if (::stat(program.c_str(), &facts) != 0) return "unknown";
    return fmt::format("{}-{}.{}", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
}

/// Imports by graze-cad: gives the bytes of an entry.
Expected<std::string> import_cad(std::string_view bytes, CadFormat format, const std::string& where,
                                 const std::string& key, const CadReadOptions& options) {
    const auto limits = cad_limits();
    if (!limits) return limits.error();
    std::error_code failure;
    fs::path parent = fs::temp_directory_path(failure);
    if (failure) parent = "/tmp";
    const auto folder = TemporaryFolder::create(parent);
    if (!folder) return folder.error();
    const fs::path copy = folder->path() / (format == CadFormat::Step ? "in.step" : "in.iges");
    const fs::path entry = folder->path() / "out.cad";
    if (auto written = write_file_atomically(copy, bytes); !written) return written.error();
    CadRun run{.arguments = {"import", copy.string(), entry.string(), "--key", key, "--format",
                             format == CadFormat::Step ? "step" : "iges", "--name",
                             fs::path(where).stem().string(), "--threads", std::to_string(options.threads)},
               .where = where,
               .limits = *limits,
               .progress = options.progress};
    if (options.deflection) {
        run.arguments.emplace_back("--deflection");
        run.arguments.push_back(fmt::format("{}", *options.deflection));
    }
    if (auto ran = run_cad(run); !ran) return ran.error();
    return read_file(entry);
}

}  // namespace

bool begins_like_step(std::string_view bytes) {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && bytes.substr(first).starts_with("ISO-10303-21");
}

bool begins_like_iges(std::string_view bytes) {
    const std::string_view start = bytes.substr(0, kLongestIgesStart);
    if (start.size() <= kIgesSectionColumn || start[kIgesSectionColumn] != 'S') return false;
    for (const char c : start.substr(0, kIgesSectionColumn))
        if (c == '\n' || c == '\0') return false;
    const std::string_view number = start.substr(kIgesSectionColumn + 1, 7);
    return number.find_first_not_of(" 0123456789") == std::string_view::npos &&
           number.find('1') != std::string_view::npos;
}

Expected<CadModel> read_cad(std::string_view bytes, CadFormat format, const std::string& where,
                            const CadReadOptions& options) {
    if (options.deflection && !(*options.deflection > 0.0 && std::isfinite(*options.deflection)))
        return make_error(ErrorCode::BadUsage, where,
                          fmt::format("deflection {} is not a length above 0", *options.deflection),
                          "0.1 mm is usual");
    const auto program = find_cad_program();
    if (!program) return Error{program.error().code, where + ": " + program.error().message};
    const std::string key = text_of({bytes, format == CadFormat::Step ? "step" : "iges",
                                     identity_of_program(*program), options.deflection});
    const auto cache = cad_cache_folder();
    if (cache)
        if (auto known = find_in_cache(*cache, key)) return std::move(*known);
    const auto entry = import_cad(bytes, format, where, key, options);
    if (!entry) return entry.error();
    auto model = parse_cad_entry(*entry, key, where);
    if (!model) return model.error();
    if (cache) {
        std::error_code failure;
        if (fs::create_directories(*cache, failure)) fs::permissions(*cache, fs::perms::owner_all, failure);
        keep_in_cache(*cache, key, *entry);
    }
    return model;
}

}  // namespace graze
