// Who was fastest in a cell, and how answers that are wrong are shown.
#pragma once

#include "discrete/contest.h"
#include "markdown.h"

#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace graze::bench {

/// Remembers our figure and the best of the packages in it.
class Race {
  public:
    Race(std::string name, double wanted) : cell_{std::move(name), kNothing, kNothing, "", wanted} {}
    void add(const Entry& entry, double figure) {
        if (entry.name == "Graze") cell_.ours = figure;
        if (entry.from_debian && !(figure >= cell_.best)) cell_.best = figure, cell_.peer = entry.name;
    }
    [[nodiscard]] const TargetCell& cell() const { return cell_; }

  private:
    static constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
    TargetCell cell_;
};

inline std::string with_wrong(double figure_us, std::size_t wrong) {
    return figure(figure_us) + (wrong == 0 ? "" : fmt::format(" ({} wrong)", wrong));
}

}  // namespace graze::bench
