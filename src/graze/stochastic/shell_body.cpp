#include "graze/stochastic/shell_body.h"

#include "graze/model/body_model.h"
#include "graze/stochastic/paper_shells.h"

#include <algorithm>
#include <limits>
#include <numbers>

namespace graze::internal {
namespace {

constexpr std::size_t kMostCompared = 4096;  // facets of which each is compared with each

Vec3 middle(const ShellFacet& f) { return {f.centre[0], f.centre[1], f.centre[2]}; }

/// Farthest from all before it, ties to the smaller number.
std::vector<std::uint32_t> farthest_first(const std::vector<ShellFacet>& facets) {
    const auto count = static_cast<std::uint32_t>(facets.size());
    std::vector<std::uint32_t> order;
    std::vector<bool> is_taken(count, false);
    if (count > kMostCompared) {
        for (std::uint64_t i = 0; order.size() < count; ++i) {
            const std::uint32_t facet = far_apart(i, count);
            if (!is_taken[facet]) order.push_back(facet);
            is_taken[facet] = true;
        }
        return order;
    }
    std::vector<double> nearest(count, std::numeric_limits<double>::infinity());
    for (std::uint32_t next = 0; order.size() < count;) {
        order.push_back(next);
        is_taken[next] = true;
        const Vec3 last = middle(facets[next]);
        double most = -1.0;
        for (std::uint32_t i = 0; i < count; ++i) {
            nearest[i] = std::min(nearest[i], (middle(facets[i]) - last).squaredNorm());
            if (!is_taken[i] && !(nearest[i] <= most)) most = nearest[i], next = i;
        }
    }
    return order;
}

}  // namespace

std::uint32_t far_apart(std::uint64_t i, std::uint32_t count) {
    std::uint32_t bits = 0;
    while (std::uint64_t{1} << bits < count) ++bits;
    const std::uint64_t whole = std::uint64_t{1} << bits;
    const std::uint64_t place = i % whole;
    std::uint64_t reversed = 0;
    for (std::uint32_t b = 0; b < bits; ++b) reversed |= (place >> b & 1) << (bits - 1 - b);
    return static_cast<std::uint32_t>(reversed * count >> bits);
}

ShellBody build_shell_body(const Body& body, ShellForm form, const ShellOptions& options) {
    const Mesh& mesh = body.mesh();
    ShellBody of;
    of.shells = build_layered_shells(mesh, body.model().adjacency, options);
    const std::vector<ShellFacet>& disks = of.shells.levels.front().facets;
    double disk_area = 0.0;
    for (const ShellFacet& disk : disks) disk_area += std::numbers::pi * double(disk.radius) * double(disk.radius);
    const std::size_t top = of.shells.levels.size() - 1;
    for (std::uint32_t f = 0; f < of.shells.levels[top].facets.size(); ++f) {
        double area = 0.0;
        const FacetRange below = finest_below(of.shells, top, f);
        for (std::uint32_t t = below.begin; t < below.end; ++t) {
            const auto [p, q, r] = corners(mesh, of.shells.triangles[t]);
            area += 0.5 * (q - p).cross(r - p).norm();
        }
        of.areas.push_back(area);
        of.area += area;
    }
    of.disk_share = of.area > 0.0 ? disk_area / of.area : std::numeric_limits<double>::infinity();
    of.seeds = farthest_first(of.shells.levels.back().facets);
    if (form == ShellForm::Paper) of.shells = paper_form(of.shells, mesh);
    return of;
}

}  // namespace graze::internal
