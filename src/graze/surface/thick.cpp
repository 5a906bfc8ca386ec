#include "graze/surface/thick.h"

#include "graze/numeric/outward.h"

#include <algorithm>

namespace graze::surface {
namespace {

constexpr int kMostCuts = 4096;  // of one element

}  // namespace

Thick thick_of(const Cover& cover, std::uint32_t face, const Element& element) {
    const Face& own = cover.faces[face];
    Thick thick{element, face, {}, 0.0, 0.0};
    double error = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
        const RoundedPoint p = point(own, element.uv[k]);
        thick.corners[k] = p.at;
        error = larger_bound(error, p.error);
    }
    // The flat triangle of rounded corners is within their error of that of the exact ones.
    const double radius = next_up(thickness_of(own, element).radius + error);
    thick.radius = radius >= 0.0 ? radius : kInfinity;
    thick.error = error;
    return thick;
}

void cut_until(const Cover& cover, const Thick& thick, double most_radius, int most_cuts,
               std::vector<Thick>& to) {
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
        for (const Element& half : cut(face, one.element, how.side, how.at))
            waiting.push_back(thick_of(cover, one.face, half));
    }
}

std::vector<Thick> thick_elements(const Cover& cover, double most_radius) {
    std::vector<Thick> all;
    for (std::uint32_t f = 0; f < cover.faces.size(); ++f)
        for (const Element& element : cover.faces[f].elements)
            cut_until(cover, thick_of(cover, f, element), most_radius, kMostCuts, all);
    return all;
}

}  // namespace graze::surface
