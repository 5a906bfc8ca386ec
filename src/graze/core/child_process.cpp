#include "graze/core/child_process.h"

#include "graze/core/interrupt.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace graze::internal {
namespace {

constexpr int kWakeMilliseconds = 100;
constexpr int kWakeAfterEnd = 10;  // standard error is closed: only the end is waited for
constexpr std::size_t kMostMessages = 64 * 1024;
constexpr int kCannotStart = 127;

class Descriptor {
  public:
    explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    void close() {
        if (descriptor_ >= 0) ::close(descriptor_);
        descriptor_ = -1;
    }
    [[nodiscard]] int get() const { return descriptor_; }

  private:
    int descriptor_;
};

struct Pipe {
    Descriptor read, write;
};

std::optional<Pipe> make_pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// What the child needs between fork and exec, where nothing may be allocated.
struct Start {
    const char* program;
    char* const* words;
    int null, output, errors, failure;
    pid_t parent;
    std::optional<rlim_t> memory;
};

/// Only calls that are safe after a fork of a program with threads.
[[noreturn]] void become(const Start& start) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != start.parent) ::_exit(kCannotStart);  // it died before that line
    std::signal(SIGPIPE, SIG_DFL);  // exec resets handlers, but keeps what is ignored
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    bool ready = ::dup2(start.null, STDIN_FILENO) >= 0 && ::dup2(start.output, STDOUT_FILENO) >= 0 &&
                 ::dup2(start.errors, STDERR_FILENO) >= 0;
    if (ready && start.memory) {
        const rlimit limit{*start.memory, *start.memory};
        ready = ::setrlimit(RLIMIT_AS, &limit) == 0;
    }
    if (ready) ::execv(start.program, start.words);
    const int reason = errno;
    (void)!::write(start.failure, &reason, sizeof reason);
    ::_exit(kCannotStart);
}

/// Cuts what arrives into lines, and keeps those that nobody takes.
struct Lines {
    ChildLine on_line;
    std::string messages;
    std::string begun;  // a line whose end has not come yet

    void end_line() {
        if (!on_line(begun)) messages.append(begun).push_back('\n');
        begun.clear();
        if (messages.size() > 2 * kMostMessages) messages.erase(0, messages.size() - kMostMessages);
    }
    void add(std::string_view bytes) {
        for (const char c : bytes) {
            if (c == '\n' || begun.size() >= kMostMessages) end_line();
            if (c != '\n') begun.push_back(c);
        }
    }
    std::string finish() {
        if (!begun.empty()) end_line();
        if (messages.size() > kMostMessages) messages.erase(0, messages.size() - kMostMessages);
        return std::move(messages);
    }
};

/// Waits until there is something to read, at most so long; false once the pipe has ended.
bool read_some(int pipe, int milliseconds, Lines& lines) {
    pollfd wanted{pipe, POLLIN, 0};
    if (::poll(&wanted, 1, milliseconds) <= 0) return true;  // nothing yet, or a signal
    char bytes[4096];
    const ssize_t got = ::read(pipe, bytes, sizeof bytes);
    if (got > 0) lines.add({bytes, static_cast<std::size_t>(got)});
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

/// What is in the pipe already. A grandchild may hold it open for ever: this does not wait for it.
void read_rest(int pipe, Lines& lines) {
    pollfd wanted{pipe, POLLIN, 0};
    while (::poll(&wanted, 1, 0) > 0)
        if (!read_some(pipe, 0, lines)) return;
}

struct Waiting {
    pid_t child;
    int pipe;
    std::optional<double> seconds;
    const std::atomic<bool>* cancel;
};

ChildResult wait_for(const Waiting& waiting, Lines& lines) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    ChildResult result;
    bool open = true, killed = false;
    int status = 0;
    rusage usage{};
    for (;;) {
        if (open)
            open = read_some(waiting.pipe, kWakeMilliseconds, lines);
        else
            ::poll(nullptr, 0, kWakeAfterEnd);
        if (::wait4(waiting.child, &status, WNOHANG, &usage) == waiting.child) break;
        const bool late = waiting.seconds && !(elapsed() <= *waiting.seconds);  // NaN: at once
        const bool unwanted = interrupt_requested() || (waiting.cancel != nullptr && *waiting.cancel);
        if (killed || !(late || unwanted)) continue;
        killed = true;
        result.end = unwanted ? ChildEnd::Interrupted : ChildEnd::TimedOut;
        ::kill(waiting.child, SIGKILL);
    }
    if (open) read_rest(waiting.pipe, lines);
    result.messages = lines.finish();
    result.wall_seconds = elapsed();
    result.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    if (killed) return result;
    result.end = WIFEXITED(status) ? ChildEnd::Exited : ChildEnd::Signalled;
    // Ctrl-C reaches the child too, and it may be gone before we look.
    if (result.end == ChildEnd::Signalled && interrupt_requested()) result.end = ChildEnd::Interrupted;
    return result;
}

bool is_program(const std::filesystem::path& path) {
    std::error_code failure;
    return std::filesystem::is_regular_file(path, failure) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

Expected<ChildResult> run_child(const std::filesystem::path& program, std::span<const std::string> arguments,
                                ChildLine on_line, const ChildLimits& limits) {
    const auto cannot = [&](int reason) {
        return make_error(reason == ENOENT ? ErrorCode::NotFound : ErrorCode::Unsupported, program.string(),
                          std::string("cannot be started: ") + std::strerror(reason));
    };
    const std::string name = program.string();
    std::vector<std::string> copies(arguments.begin(), arguments.end());
    std::vector<char*> words{const_cast<char*>(name.c_str())};
    for (std::string& copy : copies) words.push_back(copy.data());
    words.push_back(nullptr);

    auto errors = make_pipe(), failure = make_pipe();
    Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (!errors || !failure || null.get() < 0) return cannot(errno);
    Descriptor output;
    if (!limits.output.empty()) {
        output = Descriptor(::open(limits.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        if (output.get() < 0)
            return make_error(ErrorCode::CannotWrite, limits.output.string(), std::string("cannot be written: ") + std::strerror(errno));
    }
    const Start start{.program = name.c_str(), .words = words.data(), .null = null.get(), .output = output.get() < 0 ? null.get() : output.get(),
                      .errors = errors->write.get(), .failure = failure->write.get(), .parent = ::getpid(), .memory = {limits.memory_bytes}};
    const pid_t child = ::fork();
    if (child < 0) return cannot(errno);
    if (child == 0) become(start);
    errors->write.close();
    failure->write.close();

    int reason = 0;  // written if exec failed; exec itself closes the pipe
    ssize_t got;
    do got = ::read(failure->read.get(), &reason, sizeof reason);
    while (got < 0 && errno == EINTR);
    if (got == sizeof reason) {
        while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
        return cannot(reason);
    }
    Lines lines{on_line, {}, {}};
    return wait_for({child, errors->read.get(), limits.wall_seconds, limits.cancel}, lines);
}

std::optional<std::filesystem::path> find_helper(const HelperProgram& helper) {
    if (const char* named = std::getenv(helper.variable.c_str()); named && *named) return named;
    std::error_code failure;
    const auto own = std::filesystem::read_symlink("/proc/self/exe", failure).parent_path();
    if (!failure) {
        if (is_program(own / helper.name)) return own / helper.name;
        for (const std::string& folder : helper.folders)
            if (const auto path = (own / folder / helper.name).lexically_normal(); is_program(path))
                return path;
    }
    const char* folders = std::getenv("PATH");
    for (std::string_view rest = folders ? folders : ""; !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::filesystem::path path = std::filesystem::path(rest.substr(0, end)) / helper.name;
        if (end > 0 && is_program(path)) return path;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
}

}  // namespace graze::internal
