#include "graze_verify/sweep.h"

#include "graze/core/interrupt.h"
#include "graze_verify/boxes.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace graze::verify {
namespace {

// Any axis is right; this one leaves few boxes open at a time.
int widest_axis(std::span<const BoundVec> boxes) {
    int widest = 0;
    double most = -1.0;
    for (int k = 0; k < 3; ++k) {
        const auto [least, greatest] = std::minmax_element(
            boxes.begin(), boxes.end(), [&](const auto& p, const auto& q) { return p[k].lo < q[k].lo; });
        const double width = boxes.empty() ? 0.0 : (*greatest)[k].lo - (*least)[k].lo;
        if (width > most) most = width, widest = k;
    }
    return widest;
}

}  // namespace

SweepEnd sweep(std::span<const BoundVec> boxes, std::span<const std::uint32_t> numbers, double distance,
               const std::function<bool(std::uint32_t, std::uint32_t)>& visit) {
    const int axis = widest_axis(boxes);
    std::vector<std::uint32_t> order(boxes.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t p, std::uint32_t q) {
        return boxes[p][axis].lo != boxes[q][axis].lo ? boxes[p][axis].lo < boxes[q][axis].lo : p < q;
    });
    // Boxes that have begun and may not have ended, by number; and which numbers have some.
    std::vector<std::vector<std::uint32_t>> open(boxes.size());
    std::vector<std::uint32_t> active;
    for (const std::uint32_t body : order) {
        if (interrupt_requested()) return SweepEnd::Interrupted;
        const double begin = boxes[body][axis].lo;
        for (std::size_t i = 0; i < active.size();) {
            if (active[i] == numbers[body]) {
                ++i;
                continue;
            }
            // What ends so far behind this beginning does so behind all that follow.
            auto& others = open[active[i]];
            std::erase_if(
                others, [&](std::uint32_t other) { return below(begin - boxes[other][axis].hi) > distance; });
            for (const std::uint32_t other : others)
                if (!prove_apart(boxes[body], boxes[other], distance) &&
                    !visit(std::min(body, other), std::max(body, other)))
                    return SweepEnd::Stopped;
            if (others.empty())
                active[i] = active.back(), active.pop_back();
            else
                ++i;
        }
        if (open[numbers[body]].empty()) active.push_back(numbers[body]);
        open[numbers[body]].push_back(body);
    }
    return SweepEnd::Finished;
}

}  // namespace graze::verify
