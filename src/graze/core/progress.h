// A progress bar for long work: on standard error, on a terminal only, with rate and time left.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace graze {

/// One line of progress, at most `width` columns:
/// `reading part.stl  [########........]  52 %  1.2 M/s  0:03 left`. A total of 0 means "not known".
[[nodiscard]] std::string format_progress(const std::string& title, std::uint64_t done, std::uint64_t total,
                                          double seconds, int width);

/// Counts finished units and draws the bar at most ten times a second; the destructor wipes it. With
/// GRAZE_PROGRESS=lines in the environment it is no bar but a line each, on a terminal or not.
/// `advance` may be called from any thread and costs one relaxed atomic addition when not drawing.
class Progress {
  public:
    enum class Draw { OnTerminal, Never };

    Progress(std::string title, std::uint64_t total, Draw draw = Draw::OnTerminal);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void advance(std::uint64_t units = 1) noexcept;
    [[nodiscard]] std::uint64_t done() const noexcept { return done_.load(std::memory_order_relaxed); }

  private:
    using Clock = std::chrono::steady_clock;

    void draw(Clock::time_point now) noexcept;

    const std::string title_;
    const std::uint64_t total_;
    const bool draws_;
    const Clock::time_point start_ = Clock::now();
    std::atomic<std::uint64_t> done_{0};
    std::atomic<std::int64_t> next_draw_ns_{0};  // since start_
    std::mutex drawing_;
    bool drawn_ = false;
};

}  // namespace graze
