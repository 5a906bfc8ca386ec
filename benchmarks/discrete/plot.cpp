#include "discrete/plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr double kWidth = 720, kHeight = 440, kLeft = 74, kRight = 190, kTop = 44, kBottom = 56;
constexpr const char* kColours[] = {"#c0392b", "#1f77b4", "#2ca02c", "#9467bd",
                                    "#8c564b", "#7f7f7f", "#17becf", "#bcbd22"};

/// Decades that hold all values.
struct Decades {
    int low = 99, high = -99;
    void hold(double value) {
        if (!(value > 0.0)) return;
        low = std::min(low, static_cast<int>(std::floor(std::log10(value))));
        high = std::max(high, static_cast<int>(std::ceil(std::log10(value))));
    }
    [[nodiscard]] double part(double value) const { return (std::log10(value) - low) / (high - low); }
};

struct Frame {
    Decades x, y;
    [[nodiscard]] double at_x(double value) const {
        return kLeft + x.part(value) * (kWidth - kLeft - kRight);
    }
    [[nodiscard]] double at_y(double value) const {
        return kHeight - kBottom - y.part(value) * (kHeight - kTop - kBottom);
    }
};

std::string decade_text(int decade) {
    return decade < 0 ? fmt::format("{:g}", std::pow(10.0, decade))
                      : fmt::format("{:.0f}", std::pow(10.0, decade));
}

std::string axes(const Plot& plot, const Frame& frame) {
    std::string svg;
    for (int d = frame.x.low; d <= frame.x.high; ++d) {
        const double x = frame.at_x(std::pow(10.0, d));
        svg += fmt::format(
            "<path d='M{0:.1f} {1}V{2}' stroke='#ddd'/><text x='{0:.1f}' y='{3}' "
            "text-anchor='middle'>{4}</text>\n",
            x, kTop, kHeight - kBottom, kHeight - kBottom + 18, decade_text(d));
    }
    for (int d = frame.y.low; d <= frame.y.high; ++d) {
        const double y = frame.at_y(std::pow(10.0, d));
        svg += fmt::format(
            "<path d='M{0} {1:.1f}H{2}' stroke='#ddd'/><text x='{3}' y='{4:.1f}' "
            "text-anchor='end'>{5}</text>\n",
            kLeft, y, kWidth - kRight, kLeft - 8, y + 4, decade_text(d));
    }
    const double middle_x = (kLeft + kWidth - kRight) / 2, middle_y = (kTop + kHeight - kBottom) / 2;
    svg += fmt::format("<text x='{}' y='24' text-anchor='middle' font-weight='bold'>{}</text>\n", middle_x,
                       plot.title);
    svg += fmt::format("<text x='{}' y='{}' text-anchor='middle'>{}</text>\n", middle_x, kHeight - 14,
                       plot.x_name);
    svg += fmt::format("<text transform='translate(18 {}) rotate(-90)' text-anchor='middle'>{}</text>\n",
                       middle_y, plot.y_name);
    return svg;
}

std::string line(const Plot& plot, const Frame& frame, std::size_t index, double label_y) {
    const PlotLine& l = plot.lines[index];
    const char* colour = kColours[index % std::size(kColours)];
    std::string path, dots;
    for (std::size_t i = 0; i < l.y.size(); ++i) {
        if (!(l.y[i] > 0.0)) continue;
        const double x = frame.at_x(plot.x[i]), y = frame.at_y(l.y[i]);
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
        dots += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='3' fill='{}'/>", x, y, colour);
    }
    return fmt::format("<path d='{}' fill='none' stroke='{}' stroke-width='{}'/>{}\n", path, colour,
                       index == 0 ? 3 : 1.5, dots) +
           fmt::format(
               "<path d='M{0} {1}h22' stroke='{2}' stroke-width='{3}'/><text x='{4}' y='{5}'>{6}</text>\n",
               kWidth - kRight + 14, label_y, colour, index == 0 ? 3 : 1.5, kWidth - kRight + 42, label_y + 4,
               l.name);
}

}  // namespace

std::string draw_plot(const Plot& plot) {
    Frame frame;
    for (const double x : plot.x) frame.x.hold(x);
    for (const PlotLine& l : plot.lines)
        for (const double y : l.y) frame.y.hold(y);
    std::string svg = fmt::format(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}' "
        "font-family='sans-serif' font-size='12' fill='#222'>\n"
        "<rect width='100%' height='100%' fill='white'/>\n",
        kWidth, kHeight);
    svg += axes(plot, frame);
    for (std::size_t i = plot.lines.size(); i-- > 0;)
        svg += line(plot, frame, i, kTop + 10 + 20.0 * static_cast<double>(i));
    return svg + "</svg>\n";
}

}  // namespace graze::bench
