// How many cells there are through a body, from its skin straight inwards to the other side.
#include "graze/model/box_tree.h"
#include "graze/soft/lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::soft {
namespace {

constexpr std::size_t kMostPlaces = 4000;
constexpr double kEnough = 3.0;  // cells through a section
constexpr double kTouching = 1e-9;

struct Ray {
    Vec3 from, way;
};

bool may_hit(const Box& box, const Ray& ray, double most) {
    double from = 0.0, to = most;
    for (int k = 0; k < 3; ++k) {
        const double a = (box.min[k] - ray.from[k]) / ray.way[k], b = (box.max[k] - ray.from[k]) / ray.way[k];
        if (std::isnan(a) || std::isnan(b)) continue;  // along a side
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
    }
    return from <= to;
}

/// How far the ray goes until it meets the triangle; infinite if it does not.
double way_to(const std::array<Vec3, 3>& t, const Ray& ray) {
    const Vec3 u = t[1] - t[0], v = t[2] - t[0], across = ray.way.cross(v);
    const double det = u.dot(across);
    const Vec3 s = ray.from - t[0], q = s.cross(u);
    const double a = s.dot(across) / det, b = ray.way.dot(q) / det, way = v.dot(q) / det;
    return a >= 0.0 && b >= 0.0 && a + b <= 1.0 && way > 0.0 ? way : std::numeric_limits<double>::infinity();
}

double way_through(const Mesh& mesh, const internal::BoxTree& tree, const Ray& ray, double least) {
    double best = std::numeric_limits<double>::infinity();
    std::vector<std::pair<std::size_t, std::size_t>> open{{tree.levels.size() - 2, 0}};  // level, node of it
    while (!open.empty()) {
        const auto [level, node] = open.back();
        open.pop_back();
        if (!may_hit(tree.boxes[tree.levels[level] + node], ray, best)) continue;
        if (level > 0) {
            const std::size_t count = tree.levels[level] - tree.levels[level - 1];
            for (std::size_t k = 4 * node; k < std::min(4 * node + 4, count); ++k) open.emplace_back(level - 1, k);
            continue;
        }
        const auto [begin, end] = internal::leaf_of(tree, node);
        for (std::uint32_t i = begin; i < end; ++i) {
            const double way = way_to(corners(mesh, tree.order[i]), ray);
            if (way > least) best = std::min(best, way);
        }
    }
    return best;
}

}  // namespace

SectionSizes section_sizes(const Mesh& mesh, double cell) {
    SectionSizes sizes;
    const internal::BoxTree tree = internal::build_box_tree(mesh.vertices, mesh.triangles);
    const std::size_t step = std::max<std::size_t>(1, mesh.triangles.size() / kMostPlaces);
    const double least = kTouching * size_of(bounds_of(mesh));
    double area = 0.0, thin = 0.0;
    sizes.thinnest = std::numeric_limits<double>::infinity();
    for (std::size_t t = 0; t < mesh.triangles.size(); t += step) {
        const auto [p, q, r] = corners(mesh, static_cast<std::uint32_t>(t));
        const Vec3 across = (q - p).cross(r - p);
        if (!(across.norm() > 0.0)) continue;
        const double through = way_through(mesh, tree, {(p + q + r) / 3.0, -across.normalized()}, least) / cell;
        if (!std::isfinite(through)) continue;
        ++sizes.measured;
        sizes.thinnest = std::min(sizes.thinnest, through);
        area += across.norm();
        if (through < kEnough) thin += across.norm();
    }
    sizes.thin_share = area > 0.0 ? thin / area : 0.0;
    if (sizes.measured == 0) sizes.thinnest = 0.0;
    return sizes;
}

}  // namespace graze::soft
