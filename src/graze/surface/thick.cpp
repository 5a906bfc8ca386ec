#include "graze/surface/thick.h"

#include "graze/numeric/outward.h"

#include <algorithm>

namespace graze::surface {
namespace {

constexpr int kMostCuts = 4096;  // of one element
/// What a checker's intervals may add to a radius (docs/certificates.md, 4.10): relative, and of coordinates.
constexpr double kSpareRadius = 0x1p-20, kSpareSize = 0x1p-36;

}  // namespace

CutForest uncut(const Cover& cover) {
    std::size_t count = 0;
    for (const Face& face : cover.faces) count += face.elements.size();
    return {std::vector<CutForest::Node>(count)};
}

Thick thick_of(const Cover& cover, std::uint32_t face, const Element& element) {
    const Face& own = cover.faces[face];
    Thick thick{element, face, {}, 0.0, 0.0};
    double error = 0.0, size = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
        const RoundedPoint p = point(own, element.uv[k]);
        thick.corners[k] = p.at;
        error = larger_bound(error, p.error);
        size = std::max(size, p.at.cwiseAbs().maxCoeff());
    }
    // The flat triangle of rounded corners is within their error of that of the exact ones.
    const double needed = thickness_of(own, element).radius + error;
    const double radius = next_up(needed * (1.0 + kSpareRadius) + kSpareSize * size);
    thick.radius = radius >= 0.0 ? radius : kInfinity;
    thick.error = error;
    return thick;
}

void cut_until(const Cover& cover, const Thick& thick, double most_radius, int most_cuts,
               std::vector<Thick>& to, CutForest& forest) {
    std::vector<Thick> waiting{thick};
    for (int cuts = 0; !waiting.empty();) {
        const Thick one = waiting.back();
        waiting.pop_back();
        if (one.radius <= most_radius || cuts >= most_cuts) {
            to.push_back(one);
            continue;
        }
        ++cuts;
        const Face& face = cover.faces[one.face];
        const Thickness how = thickness_of(face, one.element);
        const auto first = static_cast<std::uint32_t>(forest.nodes.size());
        forest.nodes[one.node] = {how.side, how.at, {first, first + 1}};
        forest.nodes.resize(forest.nodes.size() + 2);
        const auto halves = cut(face, one.element, how.side, how.at);
        for (std::uint32_t k = 0; k < 2; ++k) {
            waiting.push_back(thick_of(cover, one.face, halves[k]));
            waiting.back().node = first + k;
        }
    }
}

std::vector<Thick> thick_elements(const Cover& cover, double most_radius, CutForest& forest) {
    std::vector<Thick> all;
    std::uint32_t node = 0;
    for (std::uint32_t f = 0; f < cover.faces.size(); ++f)
        for (const Element& element : cover.faces[f].elements) {
            Thick thick = thick_of(cover, f, element);
            thick.node = node++;
            cut_until(cover, thick, most_radius, kMostCuts, all, forest);
        }
    return all;
}

std::vector<Thick> thick_elements(const Cover& cover, double most_radius) {
    CutForest forest = uncut(cover);
    return thick_elements(cover, most_radius, forest);
}

}  // namespace graze::surface
