#include "graze/continuous/search/contact_guess.h"

namespace graze::internal {
namespace {

/// True if some triangles are not proved farther apart than `contact_distance`.
bool may_meet(const GuessTask& task, float clearance, double t, std::vector<WideEntry>& stack) {
    bool meets = false;
    const auto visit = [](void* found, const WideNode&, const WideNode&, std::uint64_t) {
        *static_cast<bool*>(found) = true;
        return Visit::Stop;
    };
    const WidePlacement placement = moment_at(task.motion, task.a, task.b, t).placement;
    for (const WalkEntry& pair : task.waiting) {
        if (time_of(pair.window.begin) > t || time_of(pair.window.end) < t) continue;
        (void)traverse({task.a, task.b, placement, &clearance, {pair.a, pair.b}}, stack, {&meets, visit});
        if (meets) return true;
    }
    return false;
}

}  // namespace

double guess_contact_time(const GuessTask& task, std::vector<WideEntry>& stack) {
    if (const std::size_t size = stack_size(task.a, task.b); stack.size() < size) stack.resize(size);
    const float clearance = wide_clearance(task.contact_distance);
    double clear = task.from, meeting = task.until;
    if (!may_meet(task, clearance, meeting, stack)) return kInfinity;
    for (int i = 0; i < task.tests; ++i) {
        const double middle = clear + 0.5 * (meeting - clear);
        if (!(middle > clear && middle < meeting)) break;
        (may_meet(task, clearance, middle, stack) ? meeting : clear) = middle;
    }
    return meeting;
}

}  // namespace graze::internal
