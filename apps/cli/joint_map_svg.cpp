#include "joint_map_svg.h"

#include "output.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace graze::cli {
namespace {

constexpr double kSide = 560.0, kLeft = 86.0, kTop = 64.0, kLegend = 190.0, kBottom = 74.0;
constexpr int kTicks = 6;

/// From near to far: readable by most who cannot tell red from green, and in grey.
constexpr std::array<std::array<int, 3>, 5> kScale{{{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};

std::string colour_of(double share) {
    const double at = std::clamp(share, 0.0, 1.0) * (kScale.size() - 1);
    const auto i = std::min<std::size_t>(static_cast<std::size_t>(at), kScale.size() - 2);
    const double s = at - static_cast<double>(i);
    std::array<int, 3> c;
    for (std::size_t k = 0; k < 3; ++k) c[k] = static_cast<int>(std::lround(kScale[i][k] + s * (kScale[i + 1][k] - kScale[i][k])));
    return fmt::format("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]);
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}

std::string label_of(const internal::JointRange& range, const Scene& scene) {
    const auto joint = std::find_if(scene.joints.begin(), scene.joints.end(), [&](const Joint& j) { return j.body == range.body; });
    const bool turns = joint != scene.joints.end() && joint->kind == JointKind::Revolute;
    return fmt::format("{} ({})", escaped(shown(scene.bodies[range.body].name)), turns ? "degrees" : name_of(scene.unit));
}

/// A round step of about this length.
double round_step(double about) {
    const double power = std::pow(10.0, std::floor(std::log10(about)));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= about) return step * power;
    return 10.0 * power;
}

class Drawing {
  public:
    Drawing(const internal::JointMap& map, const Scene& scene) : map_(map), scene_(scene) {
        for (const auto& cell : map.of)
            if (cell.state == internal::CellState::Clear) most_ = std::max(most_, cell.lo);
    }

    std::string text() {
        const double width = kLeft + kSide + kLegend, height = kTop + kSide + kBottom;
        out_ = fmt::format(R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" font-family="system-ui, sans-serif" font-size="13">
<title>Least distance over the ranges of two joints</title>
<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" fill="#c62828"/><path d="M0 0V6" stroke="#fff" stroke-width="2"/></pattern>
<pattern id="dots" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="#bbb"/><circle cx="2" cy="2" r="1.2" fill="#333"/></pattern></defs>
<rect width="{0}" height="{1}" fill="#fff"/>
)svg",
                           width, height);
        out_ += fmt::format("<text x=\"{}\" y=\"26\" font-size=\"17\" font-weight=\"600\">Least distance, proved for every value in each cell</text>\n", kLeft);
        out_ += fmt::format("<text x=\"{}\" y=\"46\" fill=\"#444\">{}</text>\n", kLeft, escaped(summary()));
        cells();
        axes();
        marks();
        legend();
        return out_ + "</svg>\n";
    }

  private:
    [[nodiscard]] double x_of(double value) const { return kLeft + kSide * (value - map_.ranges[0].from) / (map_.ranges[0].to - map_.ranges[0].from); }
    [[nodiscard]] double y_of(double value) const { return kTop + kSide - kSide * (value - map_.ranges[1].from) / (map_.ranges[1].to - map_.ranges[1].from); }

    [[nodiscard]] std::string summary() const {
        std::array<std::size_t, 3> count{};
        for (const auto& cell : map_.of) ++count[static_cast<std::size_t>(cell.state)];
        const auto share = [&](std::size_t n) { return 100.0 * static_cast<double>(n) / static_cast<double>(std::max<std::size_t>(1, map_.of.size())); };
        return fmt::format("{:.1f} % of the cells clear, {:.1f} % with a contact, {:.1f} % not decided", share(count[0]), share(count[1]), share(count[2]));
    }

    void cells() {
        for (int j = 0; j < map_.cells[1]; ++j)
            for (int i = 0; i < map_.cells[0]; ++i) {
                const auto& cell = map_.cell(i, j);
                const auto u = map_.values(0, i), v = map_.values(1, j);
                const std::string fill = cell.state == internal::CellState::Contact ? "url(#hatch)"
                                         : cell.state == internal::CellState::Undecided ? "url(#dots)"
                                                                                        : colour_of(most_ > 0.0 ? cell.lo / most_ : 0.0);
                const std::string distance = cell.state == internal::CellState::Contact ? "contact" : fmt::format("{} to {}", number_text(cell.lo), length_text(cell.hi, scene_.unit));
                out_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"{}><title>{} to {}, {} to {}: {}{}: {}, {}</title></rect>\n",
                                    x_of(u[0]), y_of(v[1]), x_of(u[1]) - x_of(u[0]) + 0.3, y_of(v[0]) - y_of(v[1]) + 0.3, fill,
                                    cell.state == internal::CellState::Clear && !cell.is_reachable ? " opacity=\"0.45\"" : "",
                                    number_text(u[0]), number_text(u[1]), number_text(v[0]), number_text(v[1]), distance,
                                    cell.state == internal::CellState::Clear && !cell.is_reachable ? " (no way there from the drawn position)" : "",
                                    escaped(shown(scene_.bodies[cell.nearest[0]].name)), escaped(shown(scene_.bodies[cell.nearest[1]].name)));
            }
    }

    void axes() {
        out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#222\"/>\n", kLeft, kTop, kSide, kSide);
        for (int k = 0; k < 2; ++k) {
            const auto& range = map_.ranges[k];
            const double step = round_step((range.to - range.from) / kTicks);
            for (double value = std::ceil(range.from / step) * step; value <= range.to + 1e-9 * step; value += step) {
                const std::string label = number_text(std::abs(value) < 1e-9 * step ? 0.0 : value);
                if (k == 0)
                    out_ += fmt::format("<path d=\"M{0:.2f} {1}v6\" stroke=\"#222\"/><text x=\"{0:.2f}\" y=\"{2}\" text-anchor=\"middle\">{3}</text>\n", x_of(value), kTop + kSide, kTop + kSide + 22, label);
                else
                    out_ += fmt::format("<path d=\"M{0} {1:.2f}h-6\" stroke=\"#222\"/><text x=\"{2}\" y=\"{3:.2f}\" text-anchor=\"end\">{4}</text>\n", kLeft, y_of(value), kLeft - 10, y_of(value) + 4.0, label);
            }
        }
        out_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-weight=\"600\">{}</text>\n", kLeft + kSide / 2, kTop + kSide + 52, label_of(map_.ranges[0], scene_));
        out_ += fmt::format("<text transform=\"translate(22 {}) rotate(-90)\" text-anchor=\"middle\" font-weight=\"600\">{}</text>\n", kTop + kSide / 2, label_of(map_.ranges[1], scene_));
    }

    void marks() {
        if (!map_.drawn) return;
        const double x = x_of(0.0), y = y_of(0.0);
        out_ += fmt::format("<g stroke=\"#fff\" stroke-width=\"5\" fill=\"none\"><path d=\"M{0:.1f} {1:.1f}h18M{2:.1f} {3:.1f}v18\"/></g><g stroke=\"#000\" stroke-width=\"2\" fill=\"none\"><path d=\"M{0:.1f} {1:.1f}h18M{2:.1f} {3:.1f}v18\"/></g>\n",
                            x - 9, y, x, y - 9);
    }

    void legend() {
        const double x = kLeft + kSide + 24.0;
        double y = kTop + 14.0;
        for (int i = 4; i >= 0; --i, y += 26.0)
            out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"22\" height=\"26\" fill=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text>\n", x, y, colour_of(i / 4.0), x + 30, y + 18,
                                i == 4 || i == 0 || i == 2 ? "above " + length_text(most_ * i / 4.0, scene_.unit) : "");
        const auto line = [&](const std::string& fill, const char* words) {
            y += 14.0;
            out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"22\" height=\"22\" fill=\"{}\" stroke=\"#222\" stroke-width=\"0.5\"/><text x=\"{}\" y=\"{}\">{}</text>\n", x, y, fill, x + 30, y + 16, words);
            y += 22.0;
        };
        line("url(#hatch)", "a contact in the cell");
        line("url(#dots)", "not decided");
        y += 14.0;
        out_ += fmt::format("<text x=\"{}\" y=\"{}\">pale: clear, but no</text><text x=\"{}\" y=\"{}\">way there from 0, 0</text>\n", x, y + 14, x, y + 30);
        if (map_.drawn) out_ += fmt::format("<text x=\"{}\" y=\"{}\">+ as drawn: {}</text>\n", x, y + 60, map_.drawn->state == internal::CellState::Clear ? length_text(map_.drawn->lo, scene_.unit) : "contact");
    }

    const internal::JointMap& map_;
    const Scene& scene_;
    double most_ = 0.0;
    std::string out_;
};

}  // namespace

std::string joint_map_svg(const internal::JointMap& map, const Scene& scene) { return Drawing(map, scene).text(); }

}  // namespace graze::cli
