#include "soft/rod_plots.h"

#include "markdown.h"
#include "soft/rod_theory.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <vector>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr double kWide = 430.0, kHigh = 330.0, kEdge = 66.0;
constexpr const char* kTheoryColour = "#1f77b4";
constexpr const char* kOursColour = "#c0392b";

/// One panel: a curve of theory, dots of ours.
struct Panel {
    std::string title, x_name, y_name;
    std::vector<std::vector<Vec2>> theory, ours;
    bool is_logarithmic = false;  // both axes
};

std::string tick_text(double value) { return fmt::format("{:.3g}", value); }

/// Where values stand on an axis of a panel.
struct Axis {
    double low = std::numeric_limits<double>::infinity(), high = -low, from = 0.0, to = 1.0;
    bool is_logarithmic = false;
    [[nodiscard]] double of(double v) const { return is_logarithmic ? std::log10(v) : v; }
    void hold(double v) {
        low = std::min(low, of(v));
        high = std::max(high, of(v));
    }
    [[nodiscard]] double at(double v) const { return from + (of(v) - low) / std::max(high - low, 1e-300) * (to - from); }
    [[nodiscard]] double value(double share) const {
        const double v = low + share * (high - low);
        return is_logarithmic ? std::pow(10.0, v) : v;
    }
};

std::string panel_svg(const Panel& panel, double left, double top) {
    Axis x{.from = left + kEdge, .to = left + kWide - 16.0, .is_logarithmic = panel.is_logarithmic};
    Axis y{.from = top + kHigh - kEdge, .to = top + 36.0, .is_logarithmic = panel.is_logarithmic};
    for (const auto* group : {&panel.theory, &panel.ours})
        for (const auto& line : *group)
            for (const Vec2& p : line) x.hold(p.x()), y.hold(p.y());
    std::string svg = fmt::format("<text x='{:.0f}' y='{:.0f}' text-anchor='middle' font-weight='bold'>{}</text>\n", left + 0.5 * kWide, top + 22.0, panel.title);
    for (int k = 0; k <= 4; ++k) {
        const double share = 0.25 * k, vx = x.value(share), vy = y.value(share);
        svg += fmt::format("<path d='M{0:.1f} {1:.1f}V{2:.1f}' stroke='#ddd'/><text x='{0:.1f}' y='{3:.1f}' text-anchor='middle'>{4}</text>\n", x.at(vx), y.to,
                           y.from, y.from + 16.0, tick_text(vx));
        svg += fmt::format("<path d='M{0:.1f} {1:.1f}H{2:.1f}' stroke='#ddd'/><text x='{3:.1f}' y='{4:.1f}' text-anchor='end'>{5}</text>\n", x.from, y.at(vy),
                           x.to, x.from - 6.0, y.at(vy) + 4.0, tick_text(vy));
    }
    svg += fmt::format("<text x='{:.0f}' y='{:.0f}' text-anchor='middle'>{}</text>\n", 0.5 * (x.from + x.to), y.from + 36.0, panel.x_name);
    svg += fmt::format("<text transform='translate({:.0f} {:.0f}) rotate(-90)' text-anchor='middle'>{}</text>\n", left + 10.0, 0.5 * (y.from + y.to), panel.y_name);
    for (const auto& line : panel.theory) {
        std::string path;
        for (const Vec2& p : line) path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x.at(p.x()), y.at(p.y()));
        svg += fmt::format("<path d='{}' fill='none' stroke='{}' stroke-width='1.5'/>\n", path, kTheoryColour);
    }
    for (const auto& line : panel.ours)
        for (const Vec2& p : line) svg += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='2.6' fill='{}'/>\n", x.at(p.x()), y.at(p.y()), kOursColour);
    return svg;
}

bool write_panels(const std::vector<Panel>& panels, const std::string& path) {
    const double wide = 2.0 * kWide, high = kHigh * std::ceil(0.5 * static_cast<double>(panels.size())) + 24.0;
    std::string svg = fmt::format("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}' font-family='sans-serif' font-size='11' "
                                  "fill='#222'>\n<rect width='100%' height='100%' fill='white'/>\n", wide, high);
    for (std::size_t i = 0; i < panels.size(); ++i)
        svg += panel_svg(panels[i], i % 2 == 0 ? 0.0 : kWide, kHigh * static_cast<double>(i / 2));
    svg += fmt::format("<path d='M300 {0}h24' stroke='{1}' stroke-width='1.5'/><text x='330' y='{2}'>theory</text><circle cx='430' cy='{0}' r='2.6' fill='{3}'/>"
                       "<text x='440' y='{2}'>Graze</text>\n</svg>\n", high - 12.0, kTheoryColour, high - 8.0, kOursColour);
    std::ofstream file(path);
    file << svg;
    return file.good();
}

void add_row(std::vector<TableRow>& table, const std::string& what, int segments, double ours, double theory) {
    table.push_back({what, segments > 0 ? fmt::format("{}", segments) : "-", fmt::format("{:.6g}", ours), fmt::format("{:.6g}", theory),
                     fmt::format("{:+.4f} %", 100.0 * (ours - theory) / theory)});
}

std::vector<Vec2> thinned(const std::vector<Vec2>& curve) {
    std::vector<Vec2> some;
    for (std::size_t i = 0; i < curve.size(); i += 40) some.push_back(curve[i]);
    return some;
}

Panel elastica_panel(std::vector<TableRow>& table, Panel& errors) {
    Panel panel{"Cantilever under a force at its end: P L^2/EI = 0.3, 1, 3, 10", "x / L", "y / L", {}, {}};
    for (const double load : {0.3, 1.0, 3.0, 10.0}) {
        const std::vector<Vec2> exact = test::elastica(load);
        panel.theory.push_back(thinned(exact));
        panel.ours.emplace_back();
        for (const Vec3& node : test::bent_cantilever(load, 20).x) panel.ours.back().emplace_back(node.x(), node.y());
        if (load == 3.0) continue;
        std::vector<Vec2> falls;
        for (const int segments : {10, 20, 50, 100}) {
            const double tip = test::bent_cantilever(load, segments).x.back().y();
            add_row(table, fmt::format("deflection of a cantilever, P L^2/EI = {}", load), segments, tip, exact.back().y());
            falls.emplace_back(segments, std::abs(tip - exact.back().y()) / exact.back().y());
        }
        errors.theory.push_back({{10.0, falls[0].y()}, {100.0, 0.01 * falls[0].y()}});
        errors.ours.push_back(std::move(falls));
    }
    return panel;
}

Panel catenary_panel(std::vector<TableRow>& table) {
    Panel panel{"A limp cable of length 1 over 0.8", "x", "height", {{}}, {{}}};
    for (int i = 0; i <= 80; ++i) panel.theory[0].emplace_back(0.01 * i, test::catenary_at(0.01 * i));
    for (const Vec3& node : test::hung_cable(40).x) panel.ours[0].emplace_back(node.x(), node.z());
    for (const int segments : {20, 50, 100}) {
        double lowest = 0.0;
        for (const Vec3& node : test::hung_cable(segments).x) lowest = std::min(lowest, node.z());
        add_row(table, "sag of a catenary", segments, -lowest, -test::catenary_at(0.4));
    }
    return panel;
}

Panel torsion_panel(std::vector<TableRow>& table) {
    Panel panel{"A round bar that is twisted", "turn, radians", "moment, N m", {{}}, {{}}};
    for (const double turn : {0.5, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0}) {
        const test::TwistedBar bar = test::twisted_bar(turn);
        panel.theory[0].emplace_back(turn, bar.theory);
        panel.ours[0].emplace_back(turn, bar.at_start);
        if (turn == 0.5 || turn == 12.0) add_row(table, fmt::format("moment of torsion at {} radians, N m", turn), 30, bar.at_start, bar.theory);
    }
    return panel;
}

Panel buckling_panel(std::vector<TableRow>& table) {
    Panel panel{"A twisted rod between clamps buckles", "1 / segments^2", "M L / EI", {{}}, {{}}};
    const double theory = test::buckling_theory();
    for (const int segments : {10, 14, 20, 40}) {
        const double found = test::buckling_moment(segments);
        panel.ours[0].emplace_back(1.0 / (segments * segments), found);
        if (segments != 14) add_row(table, "M L/EI at which a twisted rod buckles", segments, found, theory);
    }
    panel.theory[0] = {{0.0, theory}, {0.01, theory}};
    const double coarse = panel.ours[0][2].y(), fine = panel.ours[0][3].y();
    add_row(table, "the same, extrapolated from 20 and 40", 0, (4.0 * fine - coarse) / 3.0, theory);
    return panel;
}

}  // namespace

int validate_rods(const std::string& pictures) {
    std::vector<TableRow> table{{"what", "segments", "Graze", "theory", "off by"}};
    Panel errors{"Error of the deflection; lines: second order", "segments", "relative error", {}, {}, true};
    std::vector<Panel> panels;
    panels.push_back(elastica_panel(table, errors));
    panels.push_back(errors);
    panels.push_back(catenary_panel(table));
    panels.push_back(torsion_panel(table));
    panels.push_back(buckling_panel(table));
    fmt::print("\n## Against theory\n\n");
    print_table(table);
    if (pictures.empty()) return 0;
    const std::string path = pictures + "/soft-validation.svg";
    if (!write_panels(panels, path)) return 1;
    fmt::print("\n![rods against theory](../pictures/soft-validation.svg)\n");
    return 0;
}

}  // namespace graze::bench
