#include "graze/io/cad/cad_file.h"

#include "graze/core/file.h"
#include "graze/core/wording.h"
#include "graze/io/cad/cad_cache.h"
#include "graze/io/cad/cad_entry.h"
#include "graze/io/cad/cad_process.h"
#include "graze/io/cad/step_references.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>

namespace graze::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIgesSectionColumn = 72;
constexpr std::size_t kLongestIgesStart = 4096;

/// Whether the text is there from its head to its end; OpenCASCADE sees to what is in between.
Expected<void> check_step_frame(std::string_view bytes, const std::string& where) {
    const auto bad = [&](const char* what, const char* remedy) {
        return make_error(ErrorCode::BadInput, where, what, remedy);
    };
    if (!begins_like_step(bytes))
        return bad("does not begin with ISO-10303-21, as STEP files do", "is it another format?");
    if (bytes.find("HEADER;") == std::string_view::npos || bytes.find("DATA") == std::string_view::npos)
        return bad("has no HEADER or no DATA section", "was it written completely?");
    const std::string_view end = bytes.substr(bytes.size() - std::min<std::size_t>(bytes.size(), 4096));
    if (end.find("END-ISO-10303-21") == std::string_view::npos)
        return bad("does not end with END-ISO-10303-21, as STEP files do", "was it written completely?");
    return {};
}

/// Lines of 80 columns, a letter in column 73; the last one tells how many there are of each section.
Expected<void> check_iges_frame(std::string_view bytes, const std::string& where) {
    constexpr std::string_view kSections = "SGDPT";
    std::array<std::uint64_t, 5> counts{};
    std::string_view last;
    for (std::size_t at = 0, line = 1; at < bytes.size(); ++line) {
        const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
        const std::string_view text = bytes.substr(at, end - at);
        at = end + 1;
        if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const std::size_t section = text.size() > kIgesSectionColumn
                                        ? kSections.find(text[kIgesSectionColumn])
                                        : std::string_view::npos;
        if (section == std::string_view::npos)
            return make_error(ErrorCode::BadInput, fmt::format("{}, line {}", where, line),
                              "column 73 is none of S, G, D, P, T, so this is no line of IGES",
                              "is it another format, or the compressed one?");
        ++counts[section];
        if (section == 4) last = text;
    }
    if (last.empty())
        return make_error(ErrorCode::BadInput, where, "has no last line (T), as IGES files do",
                          "was it written completely?");
    for (std::size_t s = 0; s < 4; ++s) {
        std::uint64_t stated = 0;
        for (const char c : last.substr(8 * s + 1, 7))
            if (c >= '0' && c <= '9') stated = 10 * stated + static_cast<std::uint64_t>(c - '0');
        if (last[8 * s] != kSections[s] || stated != counts[s])
            return make_error(ErrorCode::BadInput, where,
                              fmt::format("has {} lines {}, but its last line says {}", counts[s],
                                          kSections[s], in_quotes(last.substr(8 * s, 8))),
                              "was it cut or edited?");
    }
    return {};
}

/// Without the byte order mark, which no STEP file should have.
std::string_view without_mark(std::string_view bytes) {
    return bytes.starts_with("\xEF\xBB\xBF") ? bytes.substr(3) : bytes;
}

/// Another build of graze-cad is another program.
std::string identity_of_program(const fs::path& program) {
    struct stat facts {};
    if (::stat(program.c_str(), &facts) != 0) return "unknown";
    return fmt::format("{}-{}.{}", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
}

/// For parts that have no name in the file.
std::string name_of_file(const std::string& where) { return fs::path(where).stem().string(); }

/// What graze-cad reads: the file, and those that it refers to.
struct ImportFiles {
    std::string_view main;
    ReferencedFiles references = {};  // of STEP assemblies

    std::string key() const {
        std::string text;
        for (const ReferencedFile& file : references.files) {
            const auto hash = content_hash(file.bytes);
            text += fmt::format("{} {:016x}{:016x} ", file.name, hash[0], hash[1]);
        }
        for (const std::string& name : references.absent) text += fmt::format("no {} ", name);
        return text;
    }
};

ImportFiles files_of(std::string_view bytes, CadFormat format, const std::string& where) {
    ImportFiles files{without_mark(bytes)};
    if (format != CadFormat::Step || step_references(files.main).empty()) return files;
    files.references = read_step_references(files.main, fs::path(where).parent_path());
    return files;
}

Expected<void> write_files(const ImportFiles& files, const fs::path& main) {
    const bool refers = !files.references.main.empty();
    if (auto written = write_file_atomically(main, refers ? files.references.main : files.main); !written)
        return written;
    for (const ReferencedFile& file : files.references.files)
        if (auto written = write_file_atomically(main.parent_path() / file.name, without_mark(file.bytes));
            !written)
            return written;
    return {};
}

/// Imports by graze-cad: gives the bytes of an entry.
Expected<std::string> import_cad(const ImportFiles& files, CadFormat format, const std::string& where,
                                 const std::string& key, const CadReadOptions& options) {
    const auto limits = cad_limits();
    if (!limits) return limits.error();
    std::error_code failure;
    fs::path parent = fs::temp_directory_path(failure);
    if (failure) parent = "/tmp";
    const auto folder = TemporaryFolder::create(parent);
    if (!folder) return folder.error();
    const fs::path copy = folder->path() / fmt::format("in.{}", name_of(format));
    const fs::path entry = folder->path() / "out.cad";
    if (auto written = write_files(files, copy); !written) return written.error();
    CadRun run{
        .arguments = {"import", copy.string(), entry.string(), "--key", key, "--format", name_of(format),
                      "--name", name_of_file(where), "--threads", std::to_string(options.threads)},
        .where = where,
        .limits = *limits,
        .progress = options.progress,
        .watch = options.watch};
    if (options.deflection) {
        run.arguments.emplace_back("--deflection");
        run.arguments.push_back(fmt::format("{}", *options.deflection));
    }
    if (auto ran = run_cad(run); !ran) return ran.error();
    auto made = read_file(entry);
    if (!made)
        return make_error(ErrorCode::BadInput, where, "graze-cad made nothing of it", "is GRAZE_CAD right?");
    return made;
}

Expected<void> check_frame(std::string_view bytes, CadFormat format, const std::string& where) {
    switch (format) {
        case CadFormat::Step:
            return check_step_frame(bytes, where);
        case CadFormat::Iges:
            return check_iges_frame(bytes, where);
        case CadFormat::Brep:
            break;
    }
    return {};
}

}  // namespace

bool begins_like_step(std::string_view bytes) {
    bytes = without_mark(bytes);
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

bool begins_like_brep(std::string_view bytes) {
    const std::string_view start = bytes.substr(0, 64);
    return start.find("DBRep_DrawableShape") != std::string_view::npos ||
           start.find("CASCADE Topology V") != std::string_view::npos ||
           start.find("Open CASCADE Topology V") != std::string_view::npos;
}

const char* name_of(CadFormat format) {
    constexpr std::array<const char*, 3> kNames{"step", "iges", "brep"};
    return kNames[static_cast<std::size_t>(format)];
}

Expected<CadModel> read_cad(std::string_view bytes, CadFormat format, const std::string& where,
                            const CadReadOptions& options) {
    if (options.deflection && !(*options.deflection > 0.0 && std::isfinite(*options.deflection)))
        return make_error(ErrorCode::BadUsage, where,
                          fmt::format("deflection {} is not a length above 0", *options.deflection),
                          "0.1 mm is usual");
    if (auto whole = check_frame(bytes, format, where); !whole) return whole.error();
    const auto program = find_cad_program();
    if (!program) return Error{program.error().code, where + ": " + program.error().message};
    const ImportFiles files = files_of(bytes, format, where);
    const std::string key = text_of({bytes, name_of(format), identity_of_program(*program),
                                     options.deflection, name_of_file(where), files.key()});
    const auto cache = cad_cache_folder();
    if (cache)
        if (auto known = find_in_cache(*cache, key)) return std::move(*known);
    const auto entry = import_cad(files, format, where, key, options);
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

}  // namespace graze::internal
