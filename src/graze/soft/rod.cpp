#include "graze/soft/rod.h"

#include "graze/core/wording.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace graze::soft {
namespace {

// Of the bend at which rings would touch. The rest is for the motion within a step, over which it is proved.
constexpr double kBendShare = 0.7;
constexpr int kSamplesPerSpan = 64;  // of the curve, to measure its length
constexpr int kMostSegments = 5000;

constexpr std::array<RodPreset, 4> kPresets{{
    {"rubber hose", {7e6, 0.48, 1150.0, 1.0, 0.02, 0.6}, 0.6},
    {"pvc cable", {3e8, 0.4, 1900.0, 0.08, 0.02, 0.35}, 0.0},
    {"steel wire", {2e11, 0.3, 7850.0, 1.0, 0.0005, 0.2}, 0.0},
    {"harness bundle", {1e9, 0.4, 2500.0, 0.01, 0.05, 0.4}, 0.0},
}};

// A point of the curve from p1 to p2, knots at the square roots of the distances (no loops, no cusps).
Vec3 point_of_span(const std::array<Vec3, 4>& p, double share) {
    std::array<double, 4> t{0.0, 0.0, 0.0, 0.0};
    for (int i = 1; i < 4; ++i) t[i] = t[i - 1] + std::max(1e-9, std::sqrt((p[i] - p[i - 1]).norm()));
    const double at = t[1] + share * (t[2] - t[1]);
    const auto mix = [&](const Vec3& a, const Vec3& b, double from, double to) {
        return Vec3(((to - at) * a + (at - from) * b) / (to - from));
    };
    const Vec3 a1 = mix(p[0], p[1], t[0], t[1]), a2 = mix(p[1], p[2], t[1], t[2]), a3 = mix(p[2], p[3], t[2], t[3]);
    return mix(mix(a1, a2, t[0], t[2]), mix(a2, a3, t[1], t[3]), t[1], t[2]);
}

std::vector<Vec3> samples_of(const std::vector<Vec3>& points) {
    std::vector<Vec3> samples;
    const auto at = [&](std::size_t i, int step) {
        const auto k = static_cast<std::ptrdiff_t>(i) + step;
        if (k < 0) return Vec3(2.0 * points[0] - points[1]);
        if (k >= static_cast<std::ptrdiff_t>(points.size())) return Vec3(2.0 * points.back() - points[points.size() - 2]);
        return points[static_cast<std::size_t>(k)];
    };
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        for (int k = 0; k < kSamplesPerSpan; ++k)
            samples.push_back(point_of_span({at(i, -1), at(i, 0), at(i, 1), at(i, 2)},
                                            static_cast<double>(k) / kSamplesPerSpan));
    samples.push_back(points.back());
    return samples;
}

bool is_within(double x, double least, double most) { return x >= least && x <= most; }

std::string bad_number(const RodDrawing& d) {
    const RodMaterial& m = d.material;
    if (!is_within(m.young, 1.0, 1e13)) return fmt::format("young is {} Pa, allowed are 1 to 1e13", m.young);
    if (!(m.poisson > -1.0 && m.poisson < 0.5)) return fmt::format("poisson is {}, allowed are -1 to 0.5, both excluded", m.poisson);
    if (!is_within(m.density, 1e-3, 1e6)) return fmt::format("density is {} kg/m^3, allowed are 0.001 to 1e6", m.density);
    if (!is_within(m.bend_share, 1e-6, 1.0)) return fmt::format("bend_share is {}, allowed are 1e-6 to 1", m.bend_share);
    if (!is_within(m.damping, 0.0, 100.0)) return fmt::format("damping is {} s, allowed are 0 to 100", m.damping);
    if (!is_within(m.friction, 0.0, 100.0)) return fmt::format("friction is {}, allowed are 0 to 100", m.friction);
    if (!(d.radius > 0.0 && std::isfinite(d.radius))) return fmt::format("radius is {}, it has to be above 0", d.radius);
    if (!(d.bore >= 0.0 && d.bore < d.radius)) return fmt::format("the bore {} is not below the radius {}", d.bore, d.radius);
    if (d.segments < 2 || d.segments > kMostSegments)
        return fmt::format("{} segments, allowed are 2 to {}", d.segments, kMostSegments);
    return {};
}

}  // namespace

std::span<const RodPreset> rod_presets() { return kPresets; }

const RodPreset* preset_named(std::string_view name) {
    const auto found = std::find_if(kPresets.begin(), kPresets.end(), [&](const RodPreset& p) { return p.name == name; });
    return found == kPresets.end() ? nullptr : &*found;
}

Expected<void> validate(const RodDrawing& drawing, const std::string& where) {
    if (const std::string bad = bad_number(drawing); !bad.empty())
        return make_error(ErrorCode::BadInput, where, bad, "write a number in that range");
    if (drawing.points.size() < 2)
        return make_error(ErrorCode::BadInput, where, fmt::format("{} points", drawing.points.size()), "a rod goes through at least two");
    for (std::size_t i = 0; i < drawing.points.size(); ++i) {
        if (!drawing.points[i].allFinite())
            return make_error(ErrorCode::BadInput, where, fmt::format("point {} is not finite", i), "write three numbers");
        if (i > 0 && !((drawing.points[i] - drawing.points[i - 1]).norm() > 1e-6 * drawing.radius))
            return make_error(ErrorCode::BadInput, where, fmt::format("points {} and {} are the same", i - 1, i), "leave one out");
    }
    return {};
}

std::vector<Vec3> nodes_of(const RodDrawing& drawing) {
    const std::vector<Vec3> samples = samples_of(drawing.points);
    std::vector<double> along{0.0};
    for (std::size_t i = 1; i < samples.size(); ++i) along.push_back(along.back() + (samples[i] - samples[i - 1]).norm());
    std::vector<Vec3> nodes{samples.front()};
    std::size_t at = 0;
    for (int k = 1; k < drawing.segments; ++k) {
        const double wanted = along.back() * k / drawing.segments;
        while (along[at + 1] < wanted) ++at;
        const double share = (wanted - along[at]) / (along[at + 1] - along[at]);
        nodes.push_back(samples[at] + share * (samples[at + 1] - samples[at]));
    }
    nodes.push_back(samples.back());
    return nodes;
}

double least_bend_cosine(double radius, double least_length) {
    const double tangent = kBendShare * least_length / (2.0 * radius);  // of half the angle
    return (1.0 - tangent * tangent) / (1.0 + tangent * tangent);
}

Rod rod_of(const RodDrawing& drawing, std::span<const Vec3> nodes, double per_metre) {
    const RodMaterial& m = drawing.material;
    const double r2 = drawing.radius * drawing.radius, b2 = drawing.bore * drawing.bore;
    const double area = std::numbers::pi * (r2 - b2), second = 0.25 * std::numbers::pi * (r2 * r2 - b2 * b2);
    const double young = m.young / per_metre, density = m.density / (per_metre * per_metre * per_metre);
    Rod rod;
    rod.name = drawing.name;
    rod.radius = drawing.radius;
    rod.friction = m.friction;
    rod.damping = m.damping;
    rod.stretch = young * area;
    rod.bend = young * second * m.bend_share;
    rod.twist = young / (2.0 * (1.0 + m.poisson)) * 2.0 * second * m.bend_share;
    rod.mass.assign(nodes.size(), 0.0);
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
        const double length = (nodes[i + 1] - nodes[i]).norm();
        rod.length.push_back(length);
        rod.mass[i] += 0.5 * density * area * length;
        rod.mass[i + 1] += 0.5 * density * area * length;
        rod.spin_inertia.push_back(2.0 * density * second * length);
    }
    rod.natural.assign(nodes.size(), {0.0, 0.0, 0.0});
    rod.least_bend_cosine = least_bend_cosine(drawing.radius, *std::min_element(rod.length.begin(), rod.length.end()));
    return rod;
}

}  // namespace graze::soft
