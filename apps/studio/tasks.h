// Long work beside the simulation: in threads of their own, told about, and to be cancelled.
#pragma once

#include "graze/core/expected.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace graze::studio {

/// Seen by the work while it runs.
struct TaskControl {
    std::atomic<bool> cancelled{false};
    std::atomic<double> done{-1.0};  // 0 to 1; below 0: not known
};

struct TaskView {
    std::uint32_t task;
    std::string what, state;  // "running", "cancelling", "done", "cancelled", "failed"
    double done;
};

class Tasks {
  public:
    /// `post` hands a function to the studio's thread.
    using Post = std::function<void(std::function<void()>)>;
    Tasks(Post post, std::function<void(const TaskView&)> tell) : post_(std::move(post)), tell_(std::move(tell)) {}
    /// Cancels all and waits for them.
    ~Tasks();

    /// Runs `work` in a thread; what it returns is called in the studio's thread, unless it was cancelled: then `cancelled` is.
    /// What is returned by `work` is an error text, or empty, and a function to call.
    struct Outcome {
        bool failed = false;
        std::function<void()> then;
    };
    std::uint32_t start(std::string what, std::function<Outcome(TaskControl&)> work, std::function<void()> cancelled);
    /// False: there is no such task.
    bool cancel(std::uint32_t task);
    void tell_all() const;
    /// Tells of those that got on by a percent or more since they were told.
    void tell_progress();

  private:
    struct Running {
        TaskView view;
        std::shared_ptr<TaskControl> control;
        std::thread thread;
    };
    void finish(std::uint32_t task, const Outcome& outcome, const std::function<void()>& cancelled);

    Post post_;
    std::function<void(const TaskView&)> tell_;
    std::list<Running> running_;
    std::uint32_t next_ = 1;
};

}  // namespace graze::studio
