#include "graze/continuous/search/contact_guess.h"

namespace graze {
namespace {

/// True if some triangles are not proved farther apart than `reach`.
bool may_meet(const GuessTask& task, float reach, double t, std::vector<WideEntry>& stack) {
    bool meets = false;
    const auto visit = [](void* found, const WideNode&, const WideNode&, std::uint64_t) {
        *static_cast<bool*>(found) = true;
        return Visit::Stop;
    };
    const WidePlacement placement = moment_at(task.motion, task.a, task.b, t).placement;
    for (const WalkEntry& pair : task.waiting) {
        if (time_of(pair.window.begin) > t || time_of(pair.window.end) < t) continue;
        (void)traverse({task.a, task.b, placement, &reach, {pair.a, pair.b}}, stack, {&meets, visit});
        if (meets) return true;
    }
    return false;
}

}  // namespace

double guess_contact_time(const GuessTask& task, std::vector<WideEntry>& stack) {
    if (const std::size_t size = stack_size(task.a, task.b); stack.size() < size) stack.resize(size);
    const float reach = wide_clearance(task.reach);
    double apart = task.from, meeting = task.until;
    if (!may_meet(task, reach, meeting, stack)) return kInfinity;
    for (int i = 0; i < task.tests; ++i) {
        const double middle = apart + 0.5 * (meeting - apart);
        if (!(middle > apart && middle < meeting)) break;
        (may_meet(task, reach, middle, stack) ? meeting : apart) = middle;
    }
    return meeting;
}

}  // namespace graze
