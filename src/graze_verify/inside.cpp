#include "graze_verify/inside.h"

#include <algorithm>
#include <numeric>

namespace graze::verify {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Rays run along (1, slope_y, slope_z). No plane or edge that people draw holds one of these.
struct Slopes {
    double y, z;
};
constexpr Slopes kSlopes[] = {{0.3819660112501051, 0.2360679774997897},
                              {-0.6180339887498949, 0.1458980337503154},
                              {0.0901699437494742, -0.7236067977499789},
                              {-0.2763932022500210, -0.4721359549995793}};
constexpr std::size_t kAttempts = 16;  // rays from a piece, each from another vertex if it has so many

// --- pieces and rims ---

std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
}

void find_pieces(Skin& skin) {
    std::vector<std::uint32_t> parent(skin.vertices.size());
    std::iota(parent.begin(), parent.end(), 0u);
    for (const auto& [a, b, c] : skin.triangles) {
        parent[root_of(parent, b)] = root_of(parent, a);
        parent[root_of(parent, c)] = root_of(parent, a);
    }
    skin.piece_of.assign(skin.vertices.size(), kNoPiece);
    for (const auto& triangle : skin.triangles)
        for (const std::uint32_t v : triangle) {
            std::uint32_t& piece = skin.piece_of[root_of(parent, v)];
            if (piece == kNoPiece) piece = skin.pieces++;
            skin.piece_of[v] = piece;
        }
}

// A side of a triangle, told by its smaller vertex first.
struct Edge {
    std::uint32_t low, high;
    std::int32_t way;  // 1 from low to high, -1 back, 0 if they are the same
};

bool has_no_rim(std::span<const std::array<std::uint32_t, 3>> triangles) {
    std::vector<Edge> edges;
    edges.reserve(3 * triangles.size());
    for (const auto& t : triangles)
        for (int i = 0; i < 3; ++i) {
            const std::uint32_t v = t[i], w = t[(i + 1) % 3];
            edges.push_back({std::min(v, w), std::max(v, w), v < w ? 1 : v > w ? -1 : 0});
        }
    const auto ends = [](const Edge& edge) { return std::pair(edge.low, edge.high); };
    std::ranges::sort(edges, {}, ends);
    std::int64_t balance = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        balance += edges[i].way;
        const bool is_last = i + 1 == edges.size() || ends(edges[i]) != ends(edges[i + 1]);
        if (is_last && balance != 0) return false;
    }
    return true;
}

// --- where points are, seen from another body ---

// A point of a body, or a box of points, carried by a's links and seen from the body that b's links carry.
class View {
  public:
    View(std::span<const PreparedLink> a, std::span<const PreparedLink> b) : a_(a), b_(b) {
        for (const PreparedLink& link : a) at_a_.push_back(placement_at(link, 0.0));
        for (const PreparedLink& link : b) at_b_.push_back(placement_at(link, 0.0));
    }
    BoundVec operator()(BoundVec x) const {
        for (std::size_t i = a_.size(); i-- > 0;)
            x = at_a_[i].rotation * (x - exact(a_[i].pivot)) + at_a_[i].place;
        for (std::size_t i = 0; i < b_.size(); ++i)
            x = transposed_times(at_b_[i].rotation, x - at_b_[i].place) + exact(b_[i].pivot);
        return x;
    }

  private:
    std::span<const PreparedLink> a_, b_;
    std::vector<Placement> at_a_, at_b_;
};

// False for what is not finite.
bool prove_outside(const BoundVec& x, const BoundVec& box) {
    for (int k = 0; k < 3; ++k)
        if (x[k].lo > box[k].hi || x[k].hi < box[k].lo) return true;
    return false;
}

// So that no sum overflows. False for NaN.
bool is_moderate(const BoundVec& x) {
    constexpr double kMost = 1e300;
    return std::ranges::all_of(x, [](const Bound& k) { return k.lo >= -kMost && k.hi <= kMost; });
}

// --- crossings ---

// The sign that all numbers of the bound have, or 0 if it is not known.
int known_sign(const Bound& x) { return x.lo > 0.0 ? 1 : x.hi < 0.0 ? -1 : 0; }

Bound sheared(const Bound& y, const Bound& x, double slope) { return y - exact(slope) * x; }

struct Ray {
    std::uint32_t piece;
    BoundVec from;
    Bound y, z;           // of its line, seen along it
    int winding = 0;      // so far
    bool is_told = true;  // no crossing is in doubt
};

// Adds what a triangle counts for: its way round, if the ray passes through its interior. For the corners v
// seen from the ray's start, s_ij = y_i z_j - z_i y_j along the ray: the line passes inside if all three have
// one sign, and outside if two have different ones. It does so at det(v) / (s_01 + s_12 + s_20).
void cross(Ray& ray, const std::array<BoundVec, 3>& corners, const Slopes& slopes) {
    BoundVec x, y, z, s;
    for (int i = 0; i < 3; ++i) {
        const BoundVec v = corners[i] - ray.from;
        x[i] = v[0], y[i] = sheared(v[1], v[0], slopes.y), z[i] = sheared(v[2], v[0], slopes.z);
    }
    bool has_plus = false, has_minus = false, has_doubt = false;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        s[k] = y[i] * z[j] - z[i] * y[j];  // stands for the corner that the side does not have
        const int sign = known_sign(s[k]);
        has_plus |= sign > 0, has_minus |= sign < 0, has_doubt |= sign == 0;
    }
    if (has_plus && has_minus) return;
    const int side = known_sign(dot(x, s));
    if (has_doubt || side == 0) {
        ray.is_told = false;
        return;
    }
    const int way = has_plus ? 1 : -1;
    if (side == way) ray.winding += way;  // before the start it does not count
}

// The triangles of a skin, seen along the slopes, cross all rays.
class Crossings {
  public:
    Crossings(const Skin& skin, const Slopes& slopes) : skin_(skin), slopes_(slopes) {
        // Two roundings of at most 2^-53 (|y| + |x|) each, slopes being below 1; and room for this sum.
        Point reach;
        for (int k = 0; k < 3; ++k) reach[k] = std::max(std::abs(skin.box[k].lo), std::abs(skin.box[k].hi));
        error_y_ = above(0x1p-51 * above(reach[0] + reach[1])),
        error_z_ = above(0x1p-51 * above(reach[0] + reach[2]));
    }

    void count(std::span<Ray> rays) const {
        double widest = 0.0;
        for (Ray& ray : rays) {
            ray.y = sheared(ray.from[1], ray.from[0], slopes_.y);
            ray.z = sheared(ray.from[2], ray.from[0], slopes_.z);
            ray.winding = 0, ray.is_told = true;
            widest = std::max(widest, above(ray.y.hi - ray.y.lo));
        }
        std::ranges::sort(rays, {}, [](const Ray& ray) { return ray.y.lo; });
        for (const auto& triangle : skin_.triangles) {
            const Bound y = span_of(triangle, 1, slopes_.y, error_y_);
            const auto first = std::ranges::lower_bound(rays, below(y.lo - widest), {},
                                                        [](const Ray& ray) { return ray.y.lo; });
            for (auto ray = first; ray != rays.end() && ray->y.lo <= y.hi; ++ray) meet(*ray, triangle);
        }
    }

  private:
    // Where the corners are along a sheared axis; plain sums, widened.
    Bound span_of(const std::array<std::uint32_t, 3>& triangle, int axis, double slope, double error) const {
        Bound span{kInfinity, -kInfinity};
        for (const std::uint32_t v : triangle) {
            const Point& x = skin_.vertices[v];
            const double at = x[axis] - slope * x[0];
            span = {std::min(span.lo, at), std::max(span.hi, at)};
        }
        return {below(span.lo - error), above(span.hi + error)};
    }

    void meet(Ray& ray, const std::array<std::uint32_t, 3>& triangle) const {
        const Bound z = span_of(triangle, 2, slopes_.z, error_z_);
        if (z.lo > ray.z.hi || z.hi < ray.z.lo) return;
        std::array<BoundVec, 3> corners;
        for (int i = 0; i < 3; ++i) corners[i] = exact(skin_.vertices[triangle[i]]);
        cross(ray, corners, slopes_);
    }

    const Skin& skin_;
    Slopes slopes_;
    double error_y_, error_z_;
};

// --- pieces inside ---

// Some vertices of each piece that may be inside the box, seen from the other skin; none if one is outside it.
std::vector<std::vector<BoundVec>> points_in_box(const Skin& skin, const View& view, const BoundVec& box) {
    std::vector<std::vector<BoundVec>> points(skin.pieces);
    std::vector<bool> is_outside(skin.pieces, false);
    for (std::size_t v = 0; v < skin.vertices.size(); ++v) {
        const std::uint32_t piece = skin.piece_of[v];
        if (piece == kNoPiece || is_outside[piece]) continue;
        const BoundVec x = view(exact(skin.vertices[v]));
        if (prove_outside(x, box))
            is_outside[piece] = true, points[piece].clear();
        else if (points[piece].size() < kAttempts)
            points[piece].push_back(x);
    }
    return points;
}

Inside pieces_inside(const StandingSkin& pieces, const StandingSkin& solid) {
    if (!solid.skin.is_solid) return Inside::None;
    const auto points = points_in_box(pieces.skin, View(pieces.links, solid.links), solid.skin.box);
    std::vector<Ray> open;
    for (std::uint32_t piece = 0; piece < points.size(); ++piece)
        if (!points[piece].empty()) open.push_back({.piece = piece, .from = {}, .y = {}, .z = {}});
    if (!open.empty() && !is_moderate(solid.skin.box)) return Inside::Unknown;
    for (std::size_t attempt = 0; attempt < kAttempts && !open.empty(); ++attempt) {
        for (Ray& ray : open) {
            ray.from = points[ray.piece][attempt % points[ray.piece].size()];
            if (!is_moderate(ray.from)) return Inside::Unknown;
        }
        Crossings(solid.skin, kSlopes[attempt % std::size(kSlopes)]).count(open);
        for (const Ray& ray : open)
            if (ray.is_told && ray.winding != 0) return Inside::Some;
        std::erase_if(open, [](const Ray& ray) { return ray.is_told; });
    }
    return open.empty() ? Inside::None : Inside::Unknown;
}

}  // namespace

Skin skin_of(std::span<const Point> vertices, std::span<const std::array<std::uint32_t, 3>> triangles) {
    Skin skin{.vertices = vertices, .triangles = triangles};
    skin.box.fill({kInfinity, -kInfinity});
    for (const Point& x : vertices)
        for (int k = 0; k < 3; ++k)
            skin.box[k] = {std::min(skin.box[k].lo, x[k]), std::max(skin.box[k].hi, x[k])};
    skin.is_solid = has_no_rim(triangles);
    find_pieces(skin);
    return skin;
}

bool boxes_may_meet(const BoundVec& box_a, std::span<const PreparedLink> links_a, const BoundVec& box_b,
                    std::span<const PreparedLink> links_b) {
    return !prove_outside(View(links_a, links_b)(box_a), box_b);
}

Inside some_piece_inside(const StandingSkin& a, const StandingSkin& b) {
    const Inside first = pieces_inside(a, b);
    return first == Inside::None ? pieces_inside(b, a) : first;
}

}  // namespace graze::verify
