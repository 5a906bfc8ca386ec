// A plot with logarithmic axes, like [Figueiredo, fig. 7]: time over distance, one line per contestant.
#pragma once

#include <string>
#include <vector>

namespace graze::bench {

struct PlotLine {
    std::string name;
    std::vector<double> y;  // NaN where there is nothing
};

struct Plot {
    std::string title, x_name, y_name;
    std::vector<double> x;
    std::vector<PlotLine> lines;  // the first is drawn stronger
};

/// SVG text.
[[nodiscard]] std::string draw_plot(const Plot& plot);

}  // namespace graze::bench
