#include "graze/discrete/bodies/penetration.h"

#include "graze/core/assert.h"
#include "graze/discrete/bodies/depth_solid.h"
#include "graze/discrete/bodies/skin_depth.h"
#include "graze/discrete/triangles/outward_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <queue>

namespace graze::internal {
namespace {

using namespace depth;

constexpr double kBelowSkin[] = {0x1p-6, 0x1p-12,
                                 0x1p-20};  // below the deepest point of a skin, per its depth
constexpr std::uint64_t kSkinPieces = 100;  // of each skin, for a place to begin
constexpr std::size_t kSeeds = 64;          // triangles of each body, on which points are tried first
constexpr double kSeedDepth = 0x1p-4;       // how far below such a triangle, per its depth in the other body
constexpr double kContactDepths[] = {0x1p-6, 0x1p-12, 0x1p-20};  // below crossings, per size: first the deep
constexpr int kAscentSteps = 48;         // points tried on the way up from a better one
constexpr double kLeastStep = 0x1p-7;    // of the depth: the last step of a way up
constexpr double kMiddle = 0.9;          // of half a wall: taken for its middle
constexpr double kMostStretched = 8.0;   // sides of a cell, before the longest is cut whatever the bound says
constexpr std::size_t kMostParted = 96;  // triangles of a body around a cell that a plane may part
constexpr double kBallOfCell = 1.5;      // the ball around a cell, per its radius
constexpr std::size_t kMostBeside = 160;  // triangles beside a cell, for the same
constexpr double kThin = 2.0;             // margins beside a cell, per depth of the skins
constexpr double kLeastThin = 0x1p-6;     // and per radius of the cell
constexpr double kLeastMargin = 0x1p-30;  // per coordinate: far more than points above a cell are rounded by
constexpr double kAcross = 0.9;           // cosine
constexpr double kWaist = 2.0;            // of long cells: they are so many times longer than thick

bool contains(const Box& box, const Vec3& x) {
    return (x.array() >= box.min.array()).all() && (x.array() <= box.max.array()).all();
}

struct Cell {
    Vec3 centre, half;
    double bound;                       // no point inside both is deeper, within the cell
    std::array<std::uint32_t, 2> near;  // triangles that are near: guesses
    std::array<bool, 2> is_inside;      // the whole cell is inside this body
    Vec3 up;               // a direction that nearly parted the bodies around this cell, or zero: a guess
    int cut;               // the axis along which to cut it
    std::uint64_t number;  // ties are broken by this
};

struct LessBound {
    bool operator()(const Cell& p, const Cell& q) const {
        return p.bound != q.bound ? p.bound < q.bound : p.number > q.number;
    }
};

/// The search. Cells are boxes in a frame of their own, from the double nearest to centre - half to the one
/// nearest to centre + half; a cell is cut at its centre, a double.
class DepthSearch {
  public:
    DepthSearch(const PosedModel& a, const PosedModel& b, const Pose& cells,
                const PenetrationOptions& options)
        : solids_{DepthSolid(a, cells, options.slack), DepthSolid(b, cells, options.slack)},
          cells_(cells),
          options_(options) {}

    Penetration run(const Box& common) {
        search_skins();
        try_contacts();
        try_seeds(common);
        add(cell_of(common), kInfinity);
        while (!is_done()) {
            const Cell cell = queue_.top();
            queue_.pop();
            for (const bool upper : {false, true}) add(half_of(cell, upper), cell.bound);
        }
        result_.hi = std::max(result_.lo, queue_.empty() ? 0.0 : queue_.top().bound);
        measure_walls();
        return result_;
    }

  private:
    void search_skins();
    void try_contacts();
    void try_seeds(const Box& common);
    [[nodiscard]] bool is_enough() const { return options_.enough && result_.lo > *options_.enough; }
    [[nodiscard]] bool is_done() const {
        if (queue_.empty() || is_enough() || result_.cells >= options_.most_cells) return true;
        const double bound = queue_.top().bound;
        return bound <= result_.lo * (1.0 + options_.relative_gap) ||
               (options_.enough && bound <= *options_.enough);
    }

    static Cell cell_of(const Box& box) {
        Cell cell{};
        cell.up = Vec3::Zero();
        cell.centre = box.centre();
        // Rounded up, so that the cell holds the box.
        for (int k = 0; k < 3; ++k) {
            const double half = std::max(box.max[k] - cell.centre[k], cell.centre[k] - box.min[k]);
            cell.half[k] = next_up(half);
        }
        return cell;
    }

    /// No point of the cell is farther from its centre.
    static double radius_of(const Cell& cell) {
        const Vec3 above = (cell.centre + cell.half) - cell.centre,
                   below = cell.centre - (cell.centre - cell.half);
        return above.cwiseMax(below).norm() * kRoundUp + kTiny;
    }

    static Cell half_of(const Cell& cell, bool upper) {
        Cell part = cell;
        const int k = cell.cut;
        Box box{cell.centre - cell.half, cell.centre + cell.half};
        (upper ? box.min : box.max)[k] = cell.centre[k];
        const Cell fitting = cell_of(box);
        part.centre[k] = fitting.centre[k];
        part.half[k] = fitting.half[k];
        return part;
    }

    static std::array<Vec3, 8> corners_of(const Cell& cell);
    [[nodiscard]] bool has_no_skin(const Cell& cell, std::size_t side, const Seen& seen);
    void add(Cell cell, double bound_above);
    [[nodiscard]] double parted_by(const std::array<Seen, 2>& seen, const Cell& cell, const Vec3& up,
                                   double radius);
    [[nodiscard]] double parted_beside(const Cell& cell, const Vec3& up, double margin);
    [[nodiscard]] double parted(const std::array<Seen, 2>& seen, Cell& cell, double radius);
    [[nodiscard]] int cut_of(const Cell& cell, std::size_t side, double bound) const;
    bool offer(const Vec3& x, std::array<std::uint32_t, 2> guess, bool then_ascend);
    void note(const Vec3& x, std::size_t side, double depth);
    template <class MayGo>
    double climb(Vec3& x, std::size_t side, const MayGo& may_go);
    void ascend(Vec3 x, std::size_t side);
    void measure_walls();

    std::array<DepthSolid, 2> solids_;
    Pose cells_;
    PenetrationOptions options_;
    std::priority_queue<Cell, std::vector<Cell>, LessBound> queue_;
    Penetration result_;
    std::array<Vec3, 2> deepest_ = {Vec3::Zero(), Vec3::Zero()};  // as cells see them
};

std::array<Vec3, 8> DepthSearch::corners_of(const Cell& cell) {
    std::array<Vec3, 8> corners;
    for (unsigned i = 0; i < 8; ++i)
        for (int k = 0; k < 3; ++k)
            corners[i][k] =
                (i >> k & 1U) != 0 ? cell.centre[k] + cell.half[k] : cell.centre[k] - cell.half[k];
    return corners;
}

/// True for a long cell beside a skin that a ball around it would meet: no triangle reaches into the cell.
bool DepthSearch::has_no_skin(const Cell& cell, std::size_t side, const Seen& seen) {
    int longest = 0, shortest = 0;
    const double most = cell.half.maxCoeff(&longest);
    (void)cell.half.minCoeff(&shortest);
    const double waist = std::sqrt(std::max(0.0, cell.half.squaredNorm() - most * most));
    if (!(kWaist * waist < most && seen.lo > waist) || shortest == longest) return false;
    const auto corners = corners_of(cell);
    return solids_[side]
        .highest_beside(
            {corners, Vec3::Unit(longest), cell.centre, Vec3::Unit(shortest), 0.0, -kInfinity, kMostBeside})
        .has_value();
}

/// Drops a cell that is outside of one of the bodies, or without a point deeper than what is known.
void DepthSearch::add(Cell cell, double bound_above) {
    cell.number = ++result_.cells;
    const double radius = radius_of(cell);
    std::array<double, 2> depth{}, bound{};
    std::array<Seen, 2> both;
    for (const std::size_t side : {0u, 1u}) {
        const Seen seen = both[side] = solids_[side].see(cell.centre, cell.near[side]);
        cell.near[side] = seen.gap.triangle;
        depth[side] = seen.lo;
        if (!cell.is_inside[side] && (seen.lo > radius || has_no_skin(cell, side, seen))) {
            if (solids_[side].is_outside(seen)) return;
            cell.is_inside[side] = solids_[side].is_inside(seen);
        }
        bound[side] = std::min(solids_[side].most_in_cell(cell.centre, cell.half, seen.gap.triangle),
                               just_above(seen.hi + radius));
    }
    const std::size_t deeper = bound[1] > bound[0] ? 1 : 0;
    // (26): a point is deeper in the one than in the other by no more than skins are.
    cell.bound = std::min({bound_above, bound[deeper], just_above(bound[1 - deeper] + result_.skin_hi)});
    if (std::max(depth[0], depth[1]) > result_.lo) offer(cell.centre, cell.near, true);
    if (cell.bound <= result_.lo) return;
    if (!cell.is_inside[0] && !cell.is_inside[1]) {
        cell.bound = std::min(cell.bound, parted(both, cell, radius));
        if (cell.bound <= result_.lo) return;
    }
    cell.cut = cut_of(cell, deeper, bound[deeper]);
    queue_.push(cell);
}

/// Within a ball around the cell, let no skin of b be above height h_b along a direction and none of a below
/// h_a. If the top of the ball is outside of b, b is below h_b there; if its bottom is outside of a, a is above
/// h_a. Then a point in both is at most h_b - h_a from either skin: that far up, or down, it is outside.
double DepthSearch::parted_by(const std::array<Seen, 2>& seen, const Cell& cell, const Vec3& up,
                              double radius) {
    const double ball = kBallOfCell * radius, top = ball * (1.0 - 0x1p-20);
    const auto of_b = solids_[1].highest(seen[1], up, ball, kMostParted);
    if (!of_b || !(*of_b < top)) return kInfinity;
    const auto of_a = solids_[0].highest(seen[0], -up, ball, kMostParted);
    if (!of_a || !(*of_a < top)) return kInfinity;
    const double width = (*of_b + *of_a) * kRoundUp;
    if (!(width <= (kBallOfCell - 1.0) * radius * (1.0 - 0x1p-20))) return kInfinity;
    if (!solids_[1].is_outside(solids_[1].see(cell.centre + top * up, cell.near[1]))) return kInfinity;
    if (!solids_[0].is_outside(solids_[0].see(cell.centre - top * up, cell.near[0]))) return kInfinity;
    return width > 0.0 ? width : 0.0;
}

/// The same for all points within a margin of the cell, which may be long and flat: like skins that lie on each
/// other along a cylinder.
double DepthSearch::parted_beside(const Cell& cell, const Vec3& up, double margin) {
    const auto corners = corners_of(cell);
    if (!(margin > kLeastMargin * (cell.centre.cwiseAbs() + cell.half).maxCoeff())) return kInfinity;
    Vec3 along = Vec3::Zero();  // the longest way across `up`
    for (int k = 0; k < 3; ++k)
        if (std::abs(up[k]) < kAcross && cell.half[k] > along.norm()) along = cell.half[k] * Vec3::Unit(k);
    const double rise = margin * (1.0 - 0x1p-20);
    std::array<double, 2> height{};  // of b's skin along up, of a's along -up, from the middle of the cell
    for (const std::size_t side : {1u, 0u}) {
        const Vec3 way = side == 1 ? up : Vec3(-up);
        Vec3 top = corners[0];
        for (const Vec3& corner : corners)
            if (way.dot(corner - cell.centre) > way.dot(top - cell.centre)) top = corner;
        const double above = (way.dot(top - cell.centre) + rise) * (1.0 - 0x1p-20);
        const auto highest =
            solids_[side].highest_beside({corners, along, cell.centre, way, margin, above, kMostBeside});
        if (!highest || !(*highest < above)) return kInfinity;
        if (!solids_[side].is_outside(solids_[side].see(top + rise * way, cell.near[side]))) return kInfinity;
        height[side] = *highest;
    }
    const double width = (height[0] + height[1]) * kRoundUp;
    if (!(width <= margin * (1.0 - 0x1p-20))) return kInfinity;
    return width > 0.0 ? width : 0.0;
}

/// The least bound of some directions that may part the bodies here; the best is kept for the cell's parts.
double DepthSearch::parted(const std::array<Seen, 2>& seen, Cell& cell, double radius) {
    double least = kInfinity;
    Vec3 best = cell.up, last = Vec3::Zero();
    for (const Vec3& up :
         {cell.up, solids_[1].outward(cell.near[1]), Vec3(-solids_[0].outward(cell.near[0]))}) {
        if (up == last || !(std::abs(up.norm() - 1.0) < 0x1p-45)) continue;
        last = up;
        double width = parted_by(seen, cell, up, radius);
        const double thin = std::max(kThin * std::max(result_.lo, result_.skin_hi), kLeastThin * radius);
        if (thin < radius && width > result_.skin_hi) width = std::min(width, parted_beside(cell, up, thin));
        if (width < least) least = width, best = up;
        if (least <= result_.lo) break;
    }
    cell.up = best;
    return least;
}

/// The axis along which the bound shrinks most if the cell does; the longest if it is far longer.
int DepthSearch::cut_of(const Cell& cell, std::size_t side, double bound) const {
    int longest = 0, best = 0;
    double most = -1.0;
    for (int k = 0; k < 3; ++k) {
        if (cell.half[k] > cell.half[longest]) longest = k;
        Vec3 flat = cell.half;
        flat[k] = 0.0;
        const double gain = bound - solids_[side].most_in_cell(cell.centre, flat, cell.near[side]);
        if (gain > most) most = gain, best = k;
    }
    return cell.half[longest] > kMostStretched * cell.half[best] ? longest : best;
}

/// Takes the point if it is proved inside both and deeper in one of them than what is known; then looks
/// around.
bool DepthSearch::offer(const Vec3& x, std::array<std::uint32_t, 2> guess, bool then_ascend) {
    std::array<Seen, 2> seen;
    for (const std::size_t side : {0u, 1u}) seen[side] = solids_[side].see(x, guess[side]);
    const auto is_deeper = [&](std::size_t side) { return seen[side].lo > result_.in[side].lo; };
    if (!is_deeper(0) && !is_deeper(1)) return false;
    if (!solids_[0].is_inside(seen[0]) || !solids_[1].is_inside(seen[1])) return false;
    for (const std::size_t side : {0u, 1u})
        if (is_deeper(side)) note(x, side, seen[side].lo);
    if (!then_ascend) return true;
    for (const std::size_t side : {0u, 1u}) ascend(x, side);
    return true;
}

void DepthSearch::note(const Vec3& x, std::size_t side, double depth) {
    result_.in[side].lo = depth;
    result_.in[side].at = apply(cells_, x);
    deepest_[side] = x;
    if (depth <= result_.lo) return;
    result_.lo = depth;
    result_.deep_in = side == 0 ? Side::A : Side::B;
}

/// From a point inside to a deeper one in this body: away from its skin, else along the axes, with longer and
/// longer steps, then shorter and shorter ones. `may_go` says whether the point is allowed.
template <class MayGo>
double DepthSearch::climb(Vec3& x, std::size_t side, const MayGo& may_go) {
    DepthSolid& solid = solids_[side];
    Seen at = solid.see(x, 0);
    double step = 0.5 * at.lo;
    for (int tried = 0; tried < kAscentSteps && step > kLeastStep * at.lo && !is_enough();) {
        bool is_better = false;
        for (int way = 0; way < 7 && !is_better; ++way, ++tried) {
            Vec3 direction = Vec3::Zero();
            if (way == 0)
                direction = solid.way_up(at).normalized();
            else
                direction[(way - 1) / 2] = way % 2 == 0 ? 1.0 : -1.0;
            const Vec3 y = x + step * direction;
            if (!y.allFinite()) continue;
            const Seen there = solid.see(y, at.gap.triangle);
            if (!(there.lo > at.lo) || !solid.is_inside(there) || !may_go(y)) continue;
            is_better = true;
            x = y;
            at = there;
        }
        step *= is_better ? 2.0 : 0.5;
    }
    return at.lo;
}

/// To a deeper point in one of the bodies that stays inside both.
void DepthSearch::ascend(Vec3 x, std::size_t side) {
    DepthSolid& other = solids_[1 - side];
    climb(x, side, [&](const Vec3& y) { return other.is_inside(other.see(y, 0)); });
    offer(x, {0, 0}, false);
}

/// How deep a body is near its deepest point, wherever the other one ends.
void DepthSearch::measure_walls() {
    for (const std::size_t side : {0u, 1u})
        if (result_.in[side].lo > 0.0) {
            Vec3 x = deepest_[side];
            result_.in[side].wall = climb(x, side, [](const Vec3&) { return true; });
        }
}

/// How deep each skin is in the other body; points just below the deepest places.
void DepthSearch::search_skins() {
    for (const std::size_t side : {0u, 1u}) {
        const SkinDepth found =
            depth_of_skin(solids_[side], solids_[1 - side],
                          {options_.decide, options_.decide ? options_.most_pieces : kSkinPieces});
        result_.skin_hi = std::max(result_.skin_hi, found.hi);
        result_.pieces += found.pieces;
        if (!(found.lo > result_.in[1 - side].lo)) continue;
        const Vec3 inward = solids_[side].under(found.triangle).inward;
        std::array<std::uint32_t, 2> near{};
        near[side] = found.triangle;
        for (const double share : kBelowSkin)
            if (offer(found.at + share * found.lo * inward, near, true)) break;
    }
}

/// Points just below places where two triangles cross, on the inner side of both: on the line between their
/// planes that is as far from the one as from the other.
void DepthSearch::try_contacts() {
    const std::size_t stride = options_.contacts.size() / kSeeds + 1;
    for (std::size_t i = 0; i < options_.contacts.size() && !is_enough(); i += stride) {
        const IdPair& ids = options_.contacts[i];
        const Under a = solids_[0].under(ids.a), b = solids_[1].under(ids.b);
        const auto shared = common_outline(solids_[0].in_cells(ids.a), solids_[1].in_cells(ids.b));
        if (shared.empty()) continue;
        const Vec3 middle =
            std::accumulate(shared.begin(), shared.end(), Vec3(Vec3::Zero())) / double(shared.size());
        const Vec3 way = (a.inward + b.inward).stableNormalized();
        const double size = std::min(solids_[0].model().size, solids_[1].model().size);
        for (const double share : kContactDepths)
            if (offer(middle + share * size * way, {ids.a, ids.b}, true)) break;
    }
}

/// Points just below triangles of both bodies, deepest first.
void DepthSearch::try_seeds(const Box& common) {
    struct Seed {
        double depth;
        Vec3 x;
        std::size_t side;  // the body that it is that deep in
        std::size_t number;
    };
    std::vector<Seed> seeds;
    for (const std::size_t side : {0u, 1u}) {
        const BodyModel& model = solids_[side].model();
        const std::size_t count = model.tree.order.size(), stride = count / kSeeds + 1;
        for (std::size_t i = 0; i < count; i += stride) {
            const Under under = solids_[side].under(model.tree.order[i]);
            if (!contains(common, under.middle)) continue;
            const double depth = solids_[1 - side].see(under.middle, 0).lo;
            seeds.push_back(
                {depth, under.middle + kSeedDepth * depth * under.inward, 1 - side, seeds.size()});
        }
    }
    std::sort(seeds.begin(), seeds.end(), [](const Seed& p, const Seed& q) {
        return p.depth != q.depth ? p.depth > q.depth : p.number < q.number;
    });
    for (const Seed& seed : seeds)
        if (seed.depth > result_.in[seed.side].lo && !is_enough()) offer(seed.x, {0, 0}, true);
}

Vec3 middle_of(const Corners& t) { return (t[0] + t[1] + t[2]) / 3.0; }

Box widened(Box box, double by) {
    for (int k = 0; k < 3; ++k) {
        box.min[k] = next_down(box.min[k] - by);
        box.max[k] = next_up(box.max[k] + by);
    }
    return box;
}

}  // namespace

Penetration penetration(const PosedModel& a, const PosedModel& b, const PenetrationOptions& options) {
    GRAZE_ASSERT(a.model.is_solid && b.model.is_solid && options.relative_gap > 0.0 && options.slack >= 0.0);
    const Box common =
        intersection_of(widened(a.model.bounds, options.slack),
                        widened(cover_of(placement_of(b.pose, a.pose), b.model.bounds), options.slack));
    if (common.is_empty()) return {};
    return DepthSearch(a, b, a.pose, options).run(common);
}

double sunk_depth(const PosedModel& a, const PosedModel& b, double limit) {
    GRAZE_ASSERT(a.model.is_solid && b.model.is_solid && limit >= 0.0);
    for (const bool swapped : {false, true}) {
        const PosedModel &skin = swapped ? b : a, &in = swapped ? a : b;
        // A point that is so deep is as far from the sides of the box.
        Box box = widened(in.model.bounds, -limit);
        if (!(box.min.array() <= box.max.array()).all()) continue;
        const Box beside = cover_of(placement_of(skin.pose, in.pose), skin.model.bounds);
        if (intersection_of(box, beside).is_empty()) continue;
        DepthSolid of_skin(skin, in.pose, 0.0), solid(in, in.pose, 0.0);
        for (std::uint32_t id = 0; id < skin.model.mesh->triangles.size(); ++id) {
            const Vec3 middle = of_skin.under(id).middle;
            if (!contains(box, middle)) continue;
            const Seen seen = solid.see(middle, 0);
            const double error = of_skin.error_in_cells(middle, middle_of(corners(*skin.model.mesh, id)));
            if (seen.lo - error > limit && solid.is_inside(seen)) return seen.lo - error;
        }
    }
    return 0.0;
}

bool reaches_middle(const Penetration& found) {
    return std::any_of(found.in.begin(), found.in.end(),
                       [](const DepthIn& in) { return in.lo > 0.0 && in.lo >= kMiddle * in.wall; });
}

}  // namespace graze::internal
