#include "graze/core/progress.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace graze {
namespace {

constexpr std::int64_t kDrawIntervalNs = 100'000'000;
constexpr int kBarCells = 24;

std::string format_count(double count) {
    if (count >= 1e9) return fmt::format("{:.1f} G", count / 1e9);
    if (count >= 1e6) return fmt::format("{:.1f} M", count / 1e6);
    if (count >= 1e3) return fmt::format("{:.1f} k", count / 1e3);
    return fmt::format("{:.0f} ", count);
}

std::string format_seconds(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::min(seconds, 3.6e8));
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

/// At most `width` characters, never half a UTF-8 sequence (titles hold file names).
std::string first_columns(std::string line, int width) {
    int columns = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool continues = (static_cast<unsigned char>(line[i]) & 0xC0) == 0x80;
        if (!continues && columns++ >= width) {
            line.resize(i);
            break;
        }
    }
    return line;
}

/// GRAZE_PROGRESS=lines: for programs that show our progress themselves; `progress DONE TOTAL TITLE`, a line each.
bool draws_lines() {
    static const bool lines = [] {
        const char* wish = std::getenv("GRAZE_PROGRESS");
        return wish != nullptr && std::string_view(wish) == "lines";
    }();
    return lines;
}

int terminal_width() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

}  // namespace

std::string format_progress(const std::string& title, std::uint64_t done, std::uint64_t total, double seconds,
                            int width) {
    std::string line = title;
    const double rate = seconds > 0.0 ? static_cast<double>(done) / seconds : 0.0;
    if (total > 0) {
        const double fraction = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
        const int filled = static_cast<int>(fraction * kBarCells);
        line += fmt::format("  [{}{}] {:3.0f} %", std::string(filled, '#'),
                            std::string(kBarCells - filled, '.'), fraction * 100.0);
    } else {
        line += fmt::format("  {}", format_count(static_cast<double>(done)));
    }
    if (rate > 0.0) line += fmt::format("  {}/s", format_count(rate));
    if (rate > 0.0 && total > done)
        line += fmt::format("  {} left", format_seconds(static_cast<double>(total - done) / rate));
    return first_columns(std::move(line), width);
}

Progress::Progress(std::string title, std::uint64_t total, Draw draw)
    : title_(std::move(title)),
      total_(total),
      draws_(draw == Draw::OnTerminal && (draws_lines() || isatty(STDERR_FILENO) != 0)) {}

Progress::~Progress() {
    if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::advance(std::uint64_t units) noexcept {
    done_.fetch_add(units, std::memory_order_relaxed);
    if (!draws_) return;
    const auto now = Clock::now();
    const std::int64_t since_start =
        std::chrono::duration_cast<std::chrono::nanoseconds>(now - start_).count();
    if (since_start >= next_draw_ns_.load(std::memory_order_relaxed)) draw(now);
}

void Progress::draw(Clock::time_point now) noexcept {
    const std::unique_lock lock(drawing_, std::try_to_lock);
    if (!lock) return;  // somebody else is drawing this very moment
    const std::chrono::duration<double> elapsed = now - start_;
    next_draw_ns_.store(static_cast<std::int64_t>(elapsed.count() * 1e9) + kDrawIntervalNs,
                        std::memory_order_relaxed);
    if (draws_lines()) {
        std::fprintf(stderr, "progress %llu %llu %s\n", static_cast<unsigned long long>(done()),
                     static_cast<unsigned long long>(total_), title_.c_str());
        std::fflush(stderr);
        return;
    }
    try {
        const std::string line =
            format_progress(title_, done(), total_, elapsed.count(), terminal_width() - 1);
        std::fprintf(stderr, "\r%s\033[K", line.c_str());
        std::fflush(stderr);
        drawn_ = true;
    } catch (...) {  // out of memory: a bar is not worth failing the work
    }
}

}  // namespace graze
