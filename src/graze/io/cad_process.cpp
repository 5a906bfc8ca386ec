#include "graze/io/cad_process.h"

#include "graze/core/interrupt.h"
#include "graze/core/wording.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace graze {
namespace {

namespace fs = std::filesystem;
using CadClock = std::chrono::steady_clock;

constexpr int kReportDescriptor = 3;
constexpr int kPollMilliseconds = 50;
constexpr std::uint64_t kLeastMemoryMb = 2048;
constexpr double kDefaultSeconds = 600.0;
constexpr std::size_t kLongestLine = 4096;

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

bool is_program(const fs::path& path) {
    std::error_code failure;
    return fs::is_regular_file(path, failure) && ::access(path.c_str(), X_OK) == 0;
}

ErrorCode code_named(std::string_view name) {
    for (const ErrorCode code :
         {ErrorCode::BadUsage, ErrorCode::BadInput, ErrorCode::NotFound, ErrorCode::CannotRead,
          ErrorCode::CannotWrite, ErrorCode::Unsupported, ErrorCode::Interrupted})
        if (name == name_of(code)) return code;
    return ErrorCode::BadInput;
}

/// What the child has told so far.
class Report {
  public:
    Report(const CadRun& run) : run_(run) {}

    void add(std::string_view bytes) {
        for (const char c : bytes) {
            if (c == '\n') {
                take_line();
                line_.clear();
            } else if (line_.size() < kLongestLine) {
                line_ += c;
            }
        }
    }

    std::optional<Error> error;

  private:
    void take_line() {
        const std::string_view line = line_;
        const auto word_end = [&](std::size_t from) { return std::min(line.find(' ', from), line.size()); };
        const std::size_t first = word_end(0);
        if (line.substr(0, first) == "error" && first < line.size()) {
            const std::size_t second = word_end(first + 1);
            std::string message = run_.where + ": ";
            if (second < line.size()) message += line.substr(second + 1);
            if (!error) error = Error{code_named(line.substr(first + 1, second - first - 1)), message};
        } else if (line.substr(0, first) == "progress" && first < line.size()) {
            const std::size_t second = word_end(first + 1), third = word_end(second + 1);
            const std::string what(line.substr(first + 1, second - first - 1));
            std::uint64_t done = 0, total = 0;
            if (second >= line.size() || third >= line.size()) return;
            std::from_chars(line.data() + second + 1, line.data() + third, done);
            std::from_chars(line.data() + third + 1, line.data() + line.size(), total);
            show(what, done, total);
        }
    }

    void show(const std::string& what, std::uint64_t done, std::uint64_t total) {
        if (run_.progress == Progress::Draw::Never) return;
        if (!bar_ || what != what_) {
            bar_.reset();
            bar_ = std::make_unique<Progress>(what + " " + fs::path(run_.where).filename().string(), total,
                                              run_.progress);
            what_ = what;
        }
        if (done > bar_->done()) bar_->advance(done - bar_->done());
    }

    const CadRun& run_;
    std::string line_, what_;
    std::unique_ptr<Progress> bar_;
};

/// The program, started; its report comes out of `report`.
struct Child {
    pid_t pid = -1;
    int report = -1;
};

/// Only what is safe between fork and exec in a program with threads.
[[noreturn]] void become(const char* program, char* const* arguments, int report, pid_t parent,
                         const CadLimits& limits) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    const int nowhere = ::open("/dev/null", O_RDWR);
    ::dup2(nowhere, 0);
    ::dup2(nowhere, 1);
    ::dup2(nowhere, 2);
    if (report == kReportDescriptor)
        ::fcntl(report, F_SETFD, 0);
    else
        ::dup2(report, kReportDescriptor);
    const rlimit memory{limits.memory_mb << 20, limits.memory_mb << 20}, none{0, 0};
    ::setrlimit(RLIMIT_AS, &memory);
    ::setrlimit(RLIMIT_CORE, &none);
    ::signal(SIGINT, SIG_DFL);
    ::signal(SIGTERM, SIG_DFL);
    ::signal(SIGPIPE, SIG_DFL);
    ::execv(program, arguments);
    ::_exit(127);
}

Expected<Child> start(const fs::path& program, const CadRun& run) {
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), run.arguments.begin(), run.arguments.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return make_error(ErrorCode::CannotRead, run.where, std::strerror(errno), "close some files");
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid == 0) become(program.c_str(), arguments.data(), ends[1], parent, run.limits);
    const int failure = errno;
    ::close(ends[1]);
    if (pid < 0) {
        ::close(ends[0]);
        return make_error(ErrorCode::CannotRead, run.where,
                          fmt::format("graze-cad cannot be started: {}", std::strerror(failure)),
                          "is there enough memory?");
    }
    ::setpgid(pid, pid);  // whoever comes first
    return Child{pid, ends[0]};
}

enum class CadEnd { Ended, TimedOut, Interrupted };

/// Reads the report until the child ends; ends it if it takes too long or the user asks for it.
CadEnd listen(const Child& child, const CadRun& run, Report& report, int& status) {
    const auto deadline = CadClock::now() + std::chrono::duration<double>(run.limits.seconds);
    CadEnd end = CadEnd::Ended;
    char buffer[4096];
    bool is_open = true;
    while (is_open && end == CadEnd::Ended) {
        pollfd waiting{child.report, POLLIN, 0};
        ::poll(&waiting, 1, kPollMilliseconds);
        if (waiting.revents != 0) {
            const ssize_t count = ::read(child.report, buffer, sizeof buffer);
            if (count > 0) report.add({buffer, static_cast<std::size_t>(count)});
            if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) is_open = false;
        }
        if (interrupt_requested()) end = CadEnd::Interrupted;
        if (CadClock::now() > deadline) end = CadEnd::TimedOut;
    }
    if (end != CadEnd::Ended) ::kill(-child.pid, SIGKILL);
    // It closed its report, so it is about to end. If it is not, it has no business to live on.
    const auto patience = CadClock::now() + std::chrono::seconds(5);
    pid_t gone = 0;
    while ((gone = ::waitpid(child.pid, &status, WNOHANG)) == 0 || (gone < 0 && errno == EINTR)) {
        if (CadClock::now() > patience) ::kill(-child.pid, SIGKILL);
        ::usleep(500);
    }
    ::kill(-child.pid, SIGKILL);  // what it may have started
    ::close(child.report);
    return end;
}

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
    const char* named = std::getenv("GRAZE_CAD");
    if (named != nullptr && *named != '\0') {
        if (is_program(named)) return fs::path(named);
        return make_error(ErrorCode::NotFound, "GRAZE_CAD", fmt::format("{} is no program", in_quotes(named)),
                          "name graze-cad, or unset it");
    }
    std::error_code failure;
    const fs::path own = fs::read_symlink("/proc/self/exe", failure);
    if (!failure)
        for (const char* beside : {"graze-cad", "../cad/graze-cad"})
            if (const fs::path path = own.parent_path() / beside; is_program(path)) return path;
    const char* folders = std::getenv("PATH");
    std::string_view rest = folders == nullptr ? "" : folders;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (const fs::path path = fs::path(rest.substr(0, end)) / "graze-cad"; end > 0 && is_program(path))
            return path;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return make_error(
        ErrorCode::Unsupported, "graze-cad",
        "not found beside graze nor in PATH; it reads and makes CAD files",
        "build Graze with GRAZE_BUILD_CAD=ON (it needs libocct-data-exchange-dev), or set GRAZE_CAD");
}

Expected<void> run_cad(const CadRun& run) {
    const auto program = find_cad_program();
    if (!program) return program.error();
    const auto child = start(*program, run);
    if (!child) return child.error();
    Report report(run);
    int status = 0;
    const CadEnd end = listen(*child, run, report, status);
    if (end == CadEnd::Interrupted)
        return make_error(ErrorCode::Interrupted, run.where, "interrupted while reading it");
    if (end == CadEnd::TimedOut)
        return make_error(ErrorCode::Unsupported, run.where,
                          fmt::format("OpenCASCADE did not finish it within {} s", run.limits.seconds),
                          "is it damaged? GRAZE_CAD_SECONDS allows more, --deflection makes it coarser");
    if (report.error) return *report.error;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return make_error(ErrorCode::Unsupported, program->string(), "cannot be run",
                          "is OpenCASCADE (libocct-data-exchange-dev) installed?");
    const std::string how = WIFSIGNALED(status) ? ::strsignal(WTERMSIG(status))
                                                : fmt::format("exit code {}", WEXITSTATUS(status));
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

}  // namespace graze
