#include "studio/tasks.h"

#include <algorithm>

namespace graze::studio {

Tasks::~Tasks() {
    for (Running& one : running_) one.control->cancelled = true;
    for (Running& one : running_) one.thread.join();
}

std::uint32_t Tasks::start(std::string what, std::function<Outcome(TaskControl&)> work, std::function<void()> cancelled) {
    const std::uint32_t task = next_++;
    auto control = std::make_shared<TaskControl>();
    running_.push_back({{task, std::move(what), "running", -1.0}, control, {}});
    tell_(running_.back().view);
    running_.back().thread = std::thread([this, task, control, work = std::move(work), cancelled = std::move(cancelled)] {
        Outcome outcome = work(*control);
        post_([this, task, outcome = std::move(outcome), cancelled] { finish(task, outcome, cancelled); });
    });
    return task;
}

void Tasks::finish(std::uint32_t task, const Outcome& outcome, const std::function<void()>& cancelled) {
    const auto at = std::find_if(running_.begin(), running_.end(), [&](const Running& one) { return one.view.task == task; });
    if (at == running_.end()) return;
    at->thread.join();
    const bool was_cancelled = at->control->cancelled;
    TaskView view = at->view;
    running_.erase(at);
    view.state = was_cancelled ? "cancelled" : outcome.failed ? "failed" : "done";
    view.done = was_cancelled || outcome.failed ? view.done : 1.0;
    tell_(view);
    if (was_cancelled)
        cancelled();
    else if (outcome.then)
        outcome.then();
}

bool Tasks::cancel(std::uint32_t task) {
    for (Running& one : running_) {
        if (one.view.task != task) continue;
        one.control->cancelled = true;
        one.view.state = "cancelling";
        tell_(one.view);
        return true;
    }
    return false;
}

void Tasks::tell_progress() {
    for (Running& one : running_) {
        const double done = one.control->done;
        if (done < one.view.done + 0.01) continue;
        one.view.done = done;
        tell_(one.view);
    }
}

void Tasks::tell_all() const {
    for (const Running& one : running_) {
        TaskView view = one.view;
        view.done = one.control->done;
        tell_(view);
    }
}

}  // namespace graze::studio
