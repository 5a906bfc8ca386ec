#include "graze/io/cad/cad_process.h"

#include "graze/core/child_process.h"
#include "graze/core/wording.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

namespace graze::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLeastMemoryMb = 2048;
constexpr double kDefaultSeconds = 600.0;

Expected<double> positive_from_environment(const char* name, double otherwise) {
    const char* text = std::getenv(name);
    if (text == nullptr || *text == '\0') return otherwise;
    double value = 0.0;
    const char* end = text + std::strlen(text);
    const auto [stop, failure] = std::from_chars(text, end, value);
    if (failure != std::errc() || stop != end || !(value > 0.0 && value < 1e12))
        return make_error(ErrorCode::BadUsage, name,
                          fmt::format("{} is not a number above 0", in_quotes(text)),
                          "unset it, or give a number");
    return value;
}

ErrorCode code_named(std::string_view name) {
    for (const ErrorCode code :
         {ErrorCode::BadUsage, ErrorCode::BadInput, ErrorCode::NotFound, ErrorCode::CannotRead,
          ErrorCode::CannotWrite, ErrorCode::Unsupported, ErrorCode::Interrupted})
        if (name == name_of(code)) return code;
    return ErrorCode::BadInput;
}

/// The first word of a text, which loses it.
std::string_view take_word(std::string_view& text) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

std::uint64_t count_of_word(std::string_view word) {
    std::uint64_t count = 0;
    std::from_chars(word.data(), word.data() + word.size(), count);
    return count;
}

/// What the child has told so far.
class CadReport {
  public:
    explicit CadReport(const CadRun& run) : run_(run) {}

    /// False for lines that are not ours: OpenCASCADE's own.
    bool take(std::string_view line) {
        const std::string_view what = take_word(line);
        if (what == "error") {
            const ErrorCode code = code_named(take_word(line));
            if (!error) error = Error{code, run_.where + ": " + std::string(line)};
        } else if (what == "progress") {
            const std::string title(take_word(line));
            const std::uint64_t done = count_of_word(take_word(line)), total = count_of_word(line);
            tell(run_.watch, title + " " + fs::path(run_.where).filename().string(), done, total);
            show(title, done, total);
        } else {
            return false;
        }
        return true;
    }

    std::optional<Error> error;

  private:
    void show(const std::string& title, std::uint64_t done, std::uint64_t total) {
        if (run_.progress == Progress::Draw::Never) return;
        if (!bar_ || title != title_) {
            bar_.reset();
            bar_ = std::make_unique<Progress>(title + " " + fs::path(run_.where).filename().string(), total,
                                              run_.progress);
            title_ = title;
        }
        if (done > bar_->done()) bar_->advance(done - bar_->done());
    }

    const CadRun& run_;
    std::string title_;
    std::unique_ptr<Progress> bar_;
};

}  // namespace

Expected<CadLimits> cad_limits() {
    const double pages = static_cast<double>(::sysconf(_SC_PHYS_PAGES));
    const double machine_mb = pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1048576.0;
    const auto memory = positive_from_environment(
        "GRAZE_CAD_MEMORY", std::max(static_cast<double>(kLeastMemoryMb), 0.8 * machine_mb));
    if (!memory) return memory.error();
    const auto seconds = positive_from_environment("GRAZE_CAD_SECONDS", kDefaultSeconds);
    if (!seconds) return seconds.error();
    return CadLimits{static_cast<std::uint64_t>(*memory), *seconds};
}

Expected<fs::path> find_cad_program() {
    if (const auto program = find_helper({"graze-cad", "GRAZE_CAD", {"../cad"}})) return *program;
    return make_error(ErrorCode::Unsupported, "graze-cad",
                      "not found beside graze nor in PATH; it reads CAD files",
                      "build Graze with GRAZE_BUILD_CAD=ON (it needs libocct-data-exchange-dev), or set "
                      "GRAZE_CAD to it");
}

Expected<void> run_cad(const CadRun& run) {
    const auto program = find_cad_program();
    if (!program) return Error{program.error().code, run.where + ": " + program.error().message};
    CadReport report(run);
    const auto result =
        run_child(*program, run.arguments, [&](std::string_view line) { return report.take(line); },
                  {.memory_bytes = run.limits.memory_mb << 20,
                   .wall_seconds = run.limits.seconds,
                   .cancel = run.watch != nullptr ? run.watch->cancelled : nullptr});
    if (!result)
        return make_error(result.error().code, run.where, result.error().message,
                          "correct GRAZE_CAD, or unset it");
    if (result->end == ChildEnd::Interrupted)
        return make_error(ErrorCode::Interrupted, run.where, "interrupted while reading it");
    if (result->end == ChildEnd::TimedOut)
        return make_error(ErrorCode::Unsupported, run.where,
                          fmt::format("OpenCASCADE did not finish it within {} s", run.limits.seconds),
                          "is it damaged? GRAZE_CAD_SECONDS allows more, --deflection makes it coarser");
    if (report.error) return *report.error;
    if (result->end == ChildEnd::Exited && result->status == 0) return {};
    const std::string how = result->end == ChildEnd::Signalled ? ::strsignal(result->status)
                                                               : fmt::format("exit code {}", result->status);
    return make_error(
        ErrorCode::BadInput, run.where,
        fmt::format("OpenCASCADE broke down on it ({}, at most {} MB allowed)", how, run.limits.memory_mb),
        "is it damaged? GRAZE_CAD_MEMORY allows more memory");
}

Expected<TemporaryFolder> TemporaryFolder::create(const fs::path& parent) {
    std::string name = (parent / ".graze-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        return make_error(ErrorCode::CannotWrite, parent.string(),
                          fmt::format("cannot make a folder: {}", std::strerror(errno)),
                          "is it writable? TMPDIR names another");
    return TemporaryFolder(name);
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, fs::path())) {}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace graze::internal
