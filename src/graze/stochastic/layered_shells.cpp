#include "graze/stochastic/layered_shells.h"

#include "graze/core/assert.h"
#include "graze/numeric/interval.h"
#include "graze/stochastic/cluster_facets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace graze::internal {
namespace {

using Ids = std::vector<std::uint32_t>;

SurfaceParts triangles_of(const Mesh& mesh, const Adjacency& adjacency) {
    SurfaceParts parts;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [p, q, r] = corners(mesh, t);
        SurfacePart& part = parts.parts.emplace_back();
        for (const Vec3& x : {p, q, r}) part.box.add(x);
        part.area = (q - p).cross(r - p);
        part.size = part.area.norm();
    }
    for (std::size_t e = 0; e < adjacency.edge_count(); ++e) {
        const auto edge = adjacency.edge(e);
        for (std::size_t i = 1; i < edge.size(); ++i) {
            const std::uint32_t a = triangle_of(edge[i - 1]), b = triangle_of(edge[i]);
            if (a != b) parts.edges.push_back({std::min(a, b), std::max(a, b)});
        }
    }
    std::sort(parts.edges.begin(), parts.edges.end());
    parts.edges.erase(std::unique(parts.edges.begin(), parts.edges.end()), parts.edges.end());
    return parts;
}

/// By level: what is known of its facets, in the numbers of the clustering, and the parents.
struct Hierarchy {
    std::vector<SurfaceParts> levels;
    std::vector<Ids> parents;  // one fewer
};

Hierarchy cluster(SurfaceParts finest, const ShellOptions& options) {
    Hierarchy h;
    h.levels.push_back(std::move(finest));
    while (h.levels.size() < options.most_levels && h.levels.back().parts.size() > options.coarsest) {
        SurfaceParts next = h.levels.back();
        const auto wanted = static_cast<std::size_t>(
            std::ceil(static_cast<double>(next.parts.size()) / options.facets_per_parent));
        if (wanted >= next.parts.size()) break;
        h.parents.push_back(join_parts(next, wanted));
        h.levels.push_back(std::move(next));
    }
    return h;
}

/// Gives the facets of each level new numbers, so that children of one parent follow each other: by level, the
/// new number of each old one.
std::vector<Ids> reorder(const Hierarchy& h) {
    std::vector<Ids> places(h.levels.size());
    Ids& top = places.back();
    top.resize(h.levels.back().parts.size());
    std::iota(top.begin(), top.end(), 0u);
    for (std::size_t level = h.levels.size() - 1; level-- > 0;) {
        const Ids &parent = h.parents[level], &place_above = places[level + 1];
        Ids begin(place_above.size() + 1, 0);
        for (const std::uint32_t p : parent) ++begin[place_above[p] + 1];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        Ids& place = places[level];
        for (const std::uint32_t p : parent) place.push_back(begin[place_above[p]]++);
    }
    return places;
}

void link(LayeredShells& shells, const Hierarchy& h, const std::vector<Ids>& places) {
    for (std::size_t level = 0; level + 1 < h.levels.size(); ++level) {
        ShellLevel &fine = shells.levels[level], &coarse = shells.levels[level + 1];
        fine.parent.resize(h.parents[level].size());
        coarse.first_child.assign(h.levels[level + 1].parts.size() + 1, 0);
        for (std::size_t i = 0; i < h.parents[level].size(); ++i) {
            const std::uint32_t parent = places[level + 1][h.parents[level][i]];
            fine.parent[places[level][i]] = parent;
            ++coarse.first_child[parent + 1];
        }
        std::partial_sum(coarse.first_child.begin(), coarse.first_child.end(), coarse.first_child.begin());
    }
    for (std::size_t level = 0; level < h.levels.size(); ++level) {
        ShellLevel& of = shells.levels[level];
        of.first_neighbour.assign(h.levels[level].parts.size() + 1, 0);
        const auto place = [&](std::uint32_t i) { return places[level][i]; };
        for (const IdPair& e : h.levels[level].edges)
            ++of.first_neighbour[place(e.a) + 1], ++of.first_neighbour[place(e.b) + 1];
        std::partial_sum(of.first_neighbour.begin(), of.first_neighbour.end(), of.first_neighbour.begin());
        Ids next(of.first_neighbour.begin(), of.first_neighbour.end() - 1);
        of.neighbours.resize(of.first_neighbour.back());
        for (const IdPair& e : h.levels[level].edges) {
            of.neighbours[next[place(e.a)]++] = place(e.b);
            of.neighbours[next[place(e.b)]++] = place(e.a);
        }
    }
}

float above(double x) {
    const auto f = static_cast<float>(x);
    return static_cast<double>(f) >= x ? f : std::nextafter(f, std::numeric_limits<float>::infinity());
}

/// A direction across the surface, as floats: of no exact length.
Vec3 normal_of(const SurfacePart& part) {
    Vec3 n = part.area;
    if (!(part.size > 0.0) || !(n.norm() > 1e-6 * part.size)) {
        // Closed, or without area: across the longest side of its box.
        int longest = 0;
        const Vec3 extent = part.box.max - part.box.min;
        for (int k = 1; k < 3; ++k)
            if (extent[k] > extent[longest]) longest = k;
        n = Vec3::Unit((longest + 1) % 3);
    }
    n.stableNormalize();
    if (!n.allFinite()) n = Vec3::UnitZ();
    return stored_normal(n);
}

/// Those of many points that are extreme in sixteen directions of the plane: the circle about them is nearly
/// the one about all.
void keep_extremes(std::span<const Vec3> points, const Vec3& n, std::vector<Vec3>& kept) {
    constexpr int kDirections = 8;
    const Vec3 u = n.unitOrthogonal(), v = n.cross(u);
    std::array<Vec3, 2 * kDirections> extreme;
    std::array<double, 2 * kDirections> most;
    most.fill(-std::numeric_limits<double>::infinity());
    extreme.fill(points.front());
    std::array<Vec3, kDirections> directions;
    for (int i = 0; i < kDirections; ++i) {
        const double angle = std::numbers::pi * i / kDirections;
        directions[i] = std::cos(angle) * u + std::sin(angle) * v;
    }
    for (const Vec3& x : points)
        for (int i = 0; i < kDirections; ++i) {
            const double along = directions[i].dot(x);
            if (along > most[i]) most[i] = along, extreme[i] = x;
            if (-along > most[i + kDirections]) most[i + kDirections] = -along, extreme[i + kDirections] = x;
        }
    kept.assign(extreme.begin(), extreme.end());
}

/// The centre of a circle about points of the plane that is not much larger than the smallest: towards the
/// farthest point, by ever shorter steps [BadoiuClarkson03].
Vec3 middle_of(std::span<const Vec3> points, const Vec3& n, const Vec3& start) {
    constexpr int kSteps = 24;
    Vec3 c = start;
    for (int step = 1; step <= kSteps; ++step) {
        Vec3 farthest = Vec3::Zero();
        double most = -1.0;
        for (const Vec3& x : points) {
            const Vec3 y = x - c, flat = y - n * n.dot(y);
            if (flat.squaredNorm() > most) {
                most = flat.squaredNorm();
                farthest = flat;
            }
        }
        c += farthest / (step + 1.0);
    }
    return c;
}

/// Moved along the normal to the middle of the points.
Vec3 levelled(std::span<const Vec3> points, const Vec3& n, const Vec3& c) {
    double lo = std::numeric_limits<double>::infinity(), hi = -lo;
    for (const Vec3& x : points) {
        lo = std::min(lo, n.dot(x - c));
        hi = std::max(hi, n.dot(x - c));
    }
    return c + n * (0.5 * lo + 0.5 * hi);
}

void fit(LayeredShells& shells, const Mesh& mesh, const Hierarchy& h, const std::vector<Ids>& places) {
    constexpr std::size_t kMany = 16;
    std::vector<Vec3> points, extremes;
    for (std::size_t level = 0; level < h.levels.size(); ++level) {
        const std::vector<SurfacePart>& parts = h.levels[level].parts;
        Ids old(parts.size());
        for (std::uint32_t i = 0; i < parts.size(); ++i) old[places[level][i]] = i;
        std::vector<ShellFacet>& facets = shells.levels[level].facets;
        facets.reserve(parts.size());
        for (std::uint32_t f = 0; f < parts.size(); ++f) {
            points.clear();
            const FacetRange below = finest_below(shells, level, f);
            for (std::uint32_t t = below.begin; t < below.end; ++t)
                for (const Vec3& x : corners(mesh, shells.triangles[t])) points.push_back(x);
            const SurfacePart& part = parts[old[f]];
            const Vec3 n = normal_of(part);
            std::span<const Vec3> rim = points;
            if (points.size() > kMany) {
                keep_extremes(points, n, extremes);
                rim = extremes;
            }
            const Vec3 centre = middle_of(rim, n, part.box.centre());
            facets.push_back(facet_about(points, n, levelled(points, n, centre)));
        }
    }
}

}  // namespace

ShellFacet facet_about(std::span<const Vec3> points, const Vec3& n, const Vec3& centre) {
    const Interval length = sqrt(sqr(exactly(n.x())) + sqr(exactly(n.y())) + sqr(exactly(n.z())));
    double radius = 0.0, thick = 0.0;
    for (const Vec3& x : points) {
        Interval y[3], cross[3];
        for (int k = 0; k < 3; ++k) y[k] = exactly(x[k]) - exactly(centre[k]);
        const auto along = [&](int k) { return exactly(n[k]); };
        for (int k = 0; k < 3; ++k) {
            const int i = (k + 1) % 3, j = (k + 2) % 3;
            cross[k] = y[i] * along(j) - y[j] * along(i);
        }
        const Interval height = abs(y[0] * along(0) + y[1] * along(1) + y[2] * along(2)) / length;
        const Interval out = sqrt(sqr(cross[0]) + sqr(cross[1]) + sqr(cross[2])) / length;
        thick = height.hi <= thick ? thick : height.hi;  // a NaN is taken
        radius = out.hi <= radius ? radius : out.hi;
    }
    const auto bound = [](double x) { return x >= 0.0 ? above(x) : std::numeric_limits<float>::infinity(); };
    return {{centre.x(), centre.y(), centre.z()},
            {static_cast<float>(n.x()), static_cast<float>(n.y()), static_cast<float>(n.z())},
            bound(radius),
            bound(thick)};
}

FacetRange finest_below(const LayeredShells& shells, std::size_t level, std::uint32_t facet) {
    FacetRange range{facet, facet + 1};
    for (; level > 0; --level) {
        const Ids& first = shells.levels[level].first_child;
        range = {first[range.begin], first[range.end]};
    }
    return range;
}

LayeredShells build_layered_shells(const Mesh& mesh, const Adjacency& adjacency,
                                   const ShellOptions& options) {
    GRAZE_ASSERT(!mesh.triangles.empty() && options.facets_per_parent > 1.0 && options.coarsest > 0 &&
                 options.most_levels > 0);
    const Hierarchy h = cluster(triangles_of(mesh, adjacency), options);
    const std::vector<Ids> places = reorder(h);
    LayeredShells shells;
    shells.levels.resize(h.levels.size());
    shells.triangles.resize(mesh.triangles.size());
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) shells.triangles[places[0][t]] = t;
    link(shells, h, places);
    fit(shells, mesh, h, places);
    return shells;
}

std::size_t memory_of(const LayeredShells& shells) {
    std::size_t ids = shells.triangles.size(), facets = 0;
    for (const ShellLevel& level : shells.levels) {
        facets += level.facets.size();
        ids += level.first_child.size() + level.parent.size() + level.first_neighbour.size() +
               level.neighbours.size();
    }
    return facets * sizeof(ShellFacet) + ids * sizeof(std::uint32_t);
}

}  // namespace graze::internal
