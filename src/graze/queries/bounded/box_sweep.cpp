#include "graze/queries/bounded/box_sweep.h"

#include "graze/queries/broad/broad_phase.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace graze::internal {
namespace {

/// Where centres spread most. Infinite boxes make it any axis.
int widest_axis(const std::vector<Box>& boxes) {
    std::array<double, 3> sum{}, squares{};
    for (const Box& box : boxes)
        for (int k = 0; k < 3; ++k) {
            const double c = 0.5 * box.min[k] + 0.5 * box.max[k];
            sum[k] += c;
            squares[k] += c * c;
        }
    int axis = 0;
    double most = -1.0;
    for (int k = 0; k < 3; ++k) {
        const double spread = squares[k] - sum[k] * sum[k] / static_cast<double>(boxes.size());
        if (spread > most) {
            most = spread;
            axis = k;
        }
    }
    return axis;
}

/// By insertion, as long as little has changed: false if it is not worth it.
template <class Less>
bool sort_what_is_nearly_sorted(std::vector<std::uint32_t>& order, Less&& less) {
    std::size_t moves = 4 * order.size();
    for (std::size_t i = 1; i < order.size(); ++i)
        for (std::size_t j = i; j > 0 && less(order[j], order[j - 1]); --j) {
            if (moves-- == 0) return false;
            std::swap(order[j], order[j - 1]);
        }
    return true;
}

}  // namespace

BoxSweep::BoxSweep(std::size_t boxes) : boxes_(boxes), order_(boxes) {
    std::iota(order_.begin(), order_.end(), 0u);
}

void BoxSweep::begin() {
    const int axis = widest_axis(boxes_);
    const auto less = [&](std::uint32_t i, std::uint32_t j) {
        const double p = boxes_[i].min[axis], q = boxes_[j].min[axis];
        return p != q ? p < q : i < j;
    };
    if (axis != axis_ || !sort_what_is_nearly_sorted(order_, less))
        std::sort(order_.begin(), order_.end(), less);
    axis_ = axis;
    first_ = 0;
    second_ = 1;
}

bool BoxSweep::go_on(std::uint64_t most, FunctionRef<void(std::uint32_t, std::uint32_t)> near) {
    for (; first_ + 1 < order_.size(); ++first_, second_ = first_ + 1)
        for (; second_ < order_.size(); ++second_) {
            const std::uint32_t i = order_[first_], j = order_[second_];
            if (most-- == 0) return false;
            if (boxes_[j].min[axis_] > boxes_[i].max[axis_]) break;  // and so are all after it
            if (may_be_within(boxes_[i], boxes_[j], 0.0)) near(std::min(i, j), std::max(i, j));
        }
    return true;
}

}  // namespace graze::internal
