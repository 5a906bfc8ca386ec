// Coarser lattices: which nodes they have, and how a matrix follows from the finer one's.
#include "graze/soft/lattice_levels.h"

#include "graze/core/assert.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace graze::soft {
namespace {

constexpr std::size_t kFewNodes = 40;  // solved directly
constexpr std::size_t kMostLevels = 12;

struct CoarseCell {
    std::array<int, 3> place{};
    std::array<std::uint32_t, 8> node{};
};

/// A lattice without its mechanics.
struct Skeleton {
    std::vector<CoarseCell> cells;
    std::vector<std::array<int, 3>> grid;  // of nodes
};

std::size_t root_in(std::vector<std::size_t>& parent, std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

void join(std::vector<std::size_t>& parent, std::size_t a, std::size_t b) {
    const std::size_t p = root_in(parent, a), q = root_in(parent, b);
    parent[std::max(p, q)] = std::min(p, q);
}

std::array<int, 3> halved(const std::array<int, 3>& place) { return {place[0] >> 1, place[1] >> 1, place[2] >> 1}; }

std::vector<std::vector<std::size_t>> cells_of_nodes(const Skeleton& fine) {
    std::vector<std::vector<std::size_t>> cells(fine.grid.size());
    for (std::size_t c = 0; c < fine.cells.size(); ++c)
        for (const std::uint32_t n : fine.cells[c].node) cells[n].push_back(c);
    return cells;
}

/// The coarser skeleton, and for each fine cell its coarse one.
struct Coarsened {
    Skeleton skeleton;
    std::vector<std::size_t> cell_of;
};

Coarsened coarsened(const Skeleton& fine) {
    const auto around = cells_of_nodes(fine);
    std::vector<std::size_t> parent(fine.cells.size());
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    for (const auto& cells : around)
        for (std::size_t i = 1; i < cells.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (halved(fine.cells[cells[i]].place) == halved(fine.cells[cells[j]].place)) join(parent, cells[i], cells[j]);
    Coarsened result;
    std::vector<std::size_t> number(fine.cells.size(), 0);
    for (std::size_t c = 0; c < fine.cells.size(); ++c)
        if (root_in(parent, c) == c) {
            number[c] = result.skeleton.cells.size();
            result.skeleton.cells.push_back({halved(fine.cells[c].place), {}});
        }
    for (std::size_t c = 0; c < fine.cells.size(); ++c) result.cell_of.push_back(number[root_in(parent, c)]);

    std::vector<std::size_t> corner(8 * result.skeleton.cells.size());
    std::iota(corner.begin(), corner.end(), std::size_t{0});
    std::set<std::pair<std::size_t, std::size_t>> done;
    for (const auto& cells : around)
        for (std::size_t i = 1; i < cells.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const auto [p, q] = std::minmax(result.cell_of[cells[i]], result.cell_of[cells[j]]);
                if (p == q || !done.emplace(p, q).second) continue;
                const std::array<int, 3>&at = result.skeleton.cells[p].place, &other = result.skeleton.cells[q].place;
                for (std::size_t k = 0; k < 8; ++k) {
                    std::size_t twin = 0;
                    bool is_common = true;
                    for (std::size_t axis = 0; axis < 3; ++axis) {
                        const int high = at[axis] + static_cast<int>(k >> axis & 1) - other[axis];
                        is_common = is_common && (high == 0 || high == 1);
                        if (high == 1) twin |= std::size_t{1} << axis;
                    }
                    if (is_common) join(corner, 8 * p + k, 8 * q + twin);
                }
            }
    std::map<std::size_t, std::uint32_t> node;
    for (std::size_t c = 0; c < result.skeleton.cells.size(); ++c)
        for (std::size_t k = 0; k < 8; ++k) {
            CoarseCell& cell = result.skeleton.cells[c];
            const auto [found, is_new] = node.try_emplace(root_in(corner, 8 * c + k), static_cast<std::uint32_t>(result.skeleton.grid.size()));
            cell.node[k] = found->second;
            if (is_new)
                result.skeleton.grid.push_back({cell.place[0] + static_cast<int>(k & 1), cell.place[1] + static_cast<int>(k >> 1 & 1), cell.place[2] + static_cast<int>(k >> 2 & 1)});
        }
    return result;
}

BlockPattern pattern_of(const Skeleton& skeleton) {
    std::vector<std::vector<std::uint32_t>> rows(skeleton.grid.size());
    for (const CoarseCell& cell : skeleton.cells)
        for (const std::uint32_t a : cell.node) rows[a].insert(rows[a].end(), cell.node.begin(), cell.node.end());
    BlockPattern pattern;
    pattern.begin.push_back(0);
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        std::sort(rows[i].begin(), rows[i].end());
        rows[i].erase(std::unique(rows[i].begin(), rows[i].end()), rows[i].end());
        for (const std::uint32_t j : rows[i]) {
            if (j == i) pattern.diagonal.push_back(static_cast<std::uint32_t>(pattern.column.size()));
            pattern.column.push_back(j);
        }
        pattern.begin.push_back(static_cast<std::uint32_t>(pattern.column.size()));
    }
    return pattern;
}

/// Interpolation: a fine node lies on a corner, an edge, a face or in the middle of a coarse cell.
void add_shares(LevelPlan::Level& level, const Skeleton& fine, const Coarsened& coarse) {
    const auto around = cells_of_nodes(fine);
    level.share_begin.push_back(0);
    for (std::size_t n = 0; n < fine.grid.size(); ++n) {
        const CoarseCell& cell = coarse.skeleton.cells[coarse.cell_of[around[n].front()]];
        Vec3 at;
        for (std::size_t k = 0; k < 3; ++k) at[static_cast<int>(k)] = 0.5 * (fine.grid[n][k] - 2 * cell.place[k]);
        const std::array<double, 8> shares = corner_shares(at);
        for (std::size_t k = 0; k < 8; ++k)
            if (shares[k] > 0.0) level.shares.push_back({cell.node[k], static_cast<float>(shares[k])});
        level.share_begin.push_back(static_cast<std::uint32_t>(level.shares.size()));
    }
}

void add_products(LevelPlan::Level& fine, const BlockPattern& coarse) {
    for (std::uint32_t i = 0; i < fine.pattern.rows(); ++i)
        for (std::uint32_t slot = fine.pattern.begin[i]; slot < fine.pattern.begin[i + 1]; ++slot) {
            const std::uint32_t j = fine.pattern.column[slot];
            for (std::uint32_t a = fine.share_begin[i]; a < fine.share_begin[i + 1]; ++a)
                for (std::uint32_t b = fine.share_begin[j]; b < fine.share_begin[j + 1]; ++b)
                    fine.products.push_back({slot, coarse.slot(fine.shares[a].coarse, fine.shares[b].coarse), fine.shares[a].weight * fine.shares[b].weight});
        }
}

}  // namespace

std::uint32_t BlockPattern::slot(std::uint32_t row, std::uint32_t col) const {
    const auto from = column.begin() + begin[row], to = column.begin() + begin[row + 1];
    const auto found = std::lower_bound(from, to, col);
    GRAZE_ASSERT(found != to && *found == col);
    return static_cast<std::uint32_t>(found - column.begin());
}

LevelPlan plan_levels(const Lattice& lattice) {
    Skeleton skeleton;
    skeleton.grid = lattice.grid;
    for (const LatticeCell& cell : lattice.cells) skeleton.cells.push_back({cell.place, cell.node});
    LevelPlan plan;
    plan.levels.push_back({pattern_of(skeleton), {}, {}, {}});
    for (const LatticeCell& cell : lattice.cells) {
        plan.cell_slots.emplace_back();
        for (std::size_t a = 0; a < 8; ++a)
            for (std::size_t b = 0; b < 8; ++b) plan.cell_slots.back()[8 * a + b] = plan.levels[0].pattern.slot(cell.node[a], cell.node[b]);
    }
    while (skeleton.grid.size() > kFewNodes && plan.levels.size() < kMostLevels) {
        Coarsened coarse = coarsened(skeleton);
        if (coarse.skeleton.grid.size() >= skeleton.grid.size()) break;
        add_shares(plan.levels.back(), skeleton, coarse);
        BlockPattern pattern = pattern_of(coarse.skeleton);
        add_products(plan.levels.back(), pattern);
        plan.levels.push_back({std::move(pattern), {}, {}, {}});
        skeleton = std::move(coarse.skeleton);
    }
    return plan;
}

}  // namespace graze::soft
