// Stretches of time that are proved, beyond the part that is proved from the beginning on.
#pragma once

#include "graze/core/internal.h"

#include <algorithm>
#include <array>

namespace graze::internal {

/// The nearest last. What does not fit is forgotten, which costs time only.
struct TimeIslands {
    struct Times {
        double begin, end;
    };
    std::array<Times, 8> of;
    int count = 0;

    double last = 1.0;  // the end of time

    [[nodiscard]] double next_begin() const { return count > 0 ? of[count - 1].begin : last; }

    /// Where time goes on if `reached` is in the next stretch.
    double passed_from(double reached) {
        while (count > 0 && of[count - 1].begin <= reached) reached = std::max(reached, of[--count].end);
        return reached;
    }
    /// Pre: ends not later than the next begins.
    void add(double begin, double end) {
        if (!(begin < end)) return;
        if (count > 0 && end == next_begin())
            of[count - 1].begin = begin;
        else if (count < static_cast<int>(of.size()))
            of[count++] = {begin, end};
    }
};

}  // namespace graze::internal
