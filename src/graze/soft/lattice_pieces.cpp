#include "graze/soft/lattice_pieces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace graze::soft {
namespace {

constexpr float kLeastFull = 1e-4F;    // of a piece: less is rounding
constexpr double kLittle = 0.1;        // of a cell: so little material is given to a neighbour
constexpr int kMostRounds = 4;
constexpr double kMostOutside = 0.35;  // sides of a cell: material farther out of it is not taken in

std::size_t root_of(std::vector<std::size_t>& parent, std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

class Divider {
  public:
    Divider(const GridFill& fill, const Grid& grid) : fill_(fill), grid_(grid) {
        result_.pieces_across = fill.pieces;
        result_.part_of_piece.assign(fill.of.size(), -1);
    }

    CellParts run() {
        for (int z = 0; z < grid_.cells[2]; ++z)
            for (int y = 0; y < grid_.cells[1]; ++y)
                for (int x = 0; x < grid_.cells[0]; ++x) divide_cell({x, y, z});
        find_neighbours();
        give_away();
        join_corners();
        return std::move(result_);
    }

  private:
    [[nodiscard]] bool has_material(std::size_t piece) const { return fill_.of[piece].full > kLeastFull; }

    void divide_cell(const std::array<int, 3>& place) {
        const int x0 = kPiecesAcross * place[0], y0 = kPiecesAcross * place[1], z0 = kPiecesAcross * place[2];
        for (int z = z0; z < z0 + kPiecesAcross; ++z)
            for (int y = y0; y < y0 + kPiecesAcross; ++y)
                for (int x = x0; x < x0 + kPiecesAcross; ++x) {
                    const std::size_t piece = fill_.at(x, y, z);
                    if (!has_material(piece) || result_.part_of_piece[piece] >= 0) continue;
                    flood({x, y, z}, {x0, y0, z0}, place);
                }
    }

    void flood(const std::array<int, 3>& from, const std::array<int, 3>& low, const std::array<int, 3>& place) {
        const auto number = static_cast<std::int32_t>(result_.parts.size());
        CellPart part;
        part.place = place;
        part.owner = result_.parts.size();
        std::vector<std::array<int, 3>> open{from};
        result_.part_of_piece[fill_.at(from[0], from[1], from[2])] = number;
        while (!open.empty()) {
            const std::array<int, 3> at = open.back();
            open.pop_back();
            const PieceFill& piece = fill_.of[fill_.at(at[0], at[1], at[2])];
            const double volume = std::min(1.0, static_cast<double>(piece.full)) / 216.0;
            Vec3 middle;
            for (int k = 0; k < 3; ++k) middle[k] = (at[static_cast<std::size_t>(k)] - low[static_cast<std::size_t>(k)] + 0.5 + static_cast<double>(piece.off[static_cast<std::size_t>(k)])) / kPiecesAcross;
            part.pieces.push_back({middle, volume});
            part.volume += volume;
            for (std::size_t k = 0; k < 3; ++k)
                for (const int step : {-1, 1}) {
                    std::array<int, 3> next = at;
                    next[k] += step;
                    if (next[k] < low[k] || next[k] >= low[k] + kPiecesAcross) continue;
                    const std::size_t id = fill_.at(next[0], next[1], next[2]);
                    if (!has_material(id) || result_.part_of_piece[id] >= 0) continue;
                    result_.part_of_piece[id] = number;
                    open.push_back(next);
                }
        }
        result_.parts.push_back(std::move(part));
    }

    /// Parts whose material meets in the face between their cells.
    void find_neighbours() {
        next_to_.resize(result_.parts.size());
        const std::array<int, 3>& n = fill_.pieces;
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            for (int z = 0; z < n[2] - (axis == 2); ++z)
                for (int y = 0; y < n[1] - (axis == 1); ++y)
                    for (int x = 0; x < n[0] - (axis == 0); ++x) {
                        std::array<int, 3> at{x, y, z};
                        if ((at[a] + 1) % kPiecesAcross != 0) continue;
                        const std::int32_t p = result_.part_of_piece[fill_.at(x, y, z)];
                        ++at[a];
                        const std::int32_t q = result_.part_of_piece[fill_.at(at[0], at[1], at[2])];
                        if (p < 0 || q < 0) continue;
                        next_to_[static_cast<std::size_t>(p)].insert(static_cast<std::size_t>(q));
                        next_to_[static_cast<std::size_t>(q)].insert(static_cast<std::size_t>(p));
                    }
        }
    }

    [[nodiscard]] bool is_little(std::size_t p) const { return result_.parts[p].volume < kLittle; }

    [[nodiscard]] std::vector<std::size_t> great_neighbours(std::size_t p) const {
        std::vector<std::size_t> great;
        for (const std::size_t q : next_to_[p])
            if (!is_little(q)) great.push_back(q);
        return great;
    }

    /// Two parts hang together without p: side by side, or both with one other great part.
    [[nodiscard]] bool hang_together(std::size_t a, std::size_t b, std::size_t p) const {
        if (next_to_[a].contains(b)) return true;
        return std::any_of(next_to_[a].begin(), next_to_[a].end(), [&](std::size_t q) { return q != p && !is_little(q) && next_to_[b].contains(q); });
    }

    [[nodiscard]] bool fits_in(std::size_t p, std::size_t owner) const {
        const CellPart &part = result_.parts[p], &taker = result_.parts[owner];
        for (const MaterialPiece& piece : part.pieces)
            for (int k = 0; k < 3; ++k) {
                const double at = piece.at[k] + part.place[static_cast<std::size_t>(k)] - taker.place[static_cast<std::size_t>(k)];
                if (at < -kMostOutside || at > 1.0 + kMostOutside) return false;
            }
        return true;
    }

    void give_to_greatest(std::size_t p, const std::vector<std::size_t>& takers) {
        double most = 0.0;
        for (const std::size_t q : takers)
            if (result_.parts[q].volume > most && fits_in(p, q)) {
                most = result_.parts[q].volume;
                result_.parts[p].owner = q;
            }
    }

    /// A little rest goes to a neighbour, unless it is what holds its neighbours together.
    void give_away() {
        const std::size_t count = result_.parts.size();
        for (std::size_t p = 0; p < count; ++p) {
            if (!is_little(p)) continue;
            const std::vector<std::size_t> great = great_neighbours(p);
            bool may = true;
            for (std::size_t i = 0; i < great.size(); ++i)
                for (std::size_t j = i + 1; j < great.size(); ++j) may = may && hang_together(great[i], great[j], p);
            if (may) give_to_greatest(p, great);
        }
        // What only has little neighbours (along an edge of the body, in a corner) goes where these went.
        bool goes_on = true;
        for (int round = 0; goes_on && round < kMostRounds; ++round) {
            goes_on = false;
            for (std::size_t p = 0; p < count; ++p) {
                if (!is_little(p) || result_.parts[p].owner != p || !great_neighbours(p).empty()) continue;
                std::vector<std::size_t> takers;
                for (const std::size_t q : next_to_[p])
                    if (!is_little(result_.parts[q].owner)) takers.push_back(result_.parts[q].owner);
                give_to_greatest(p, takers);
                goes_on = goes_on || result_.parts[p].owner != p;
            }
        }
        keep_links();
    }

    /// Corners of two cells can be the same only if the cells touch: who was given away too far for that stays.
    void keep_links() {
        for (bool goes_on = true; goes_on;) {
            goes_on = false;
            for (std::size_t p = 0; p < result_.parts.size(); ++p)
                for (const std::size_t q : next_to_[p]) {
                    const std::array<int, 3>&a = result_.parts[result_.parts[p].owner].place, &b = result_.parts[result_.parts[q].owner].place;
                    if (std::abs(a[0] - b[0]) <= 1 && std::abs(a[1] - b[1]) <= 1 && std::abs(a[2] - b[2]) <= 1) continue;
                    const std::size_t back = result_.parts[p].owner != p ? p : q;
                    result_.parts[back].owner = back;
                    goes_on = true;
                }
        }
    }

    /// Where material passes from cell to cell, their common corners are one.
    void join_corners() {
        std::vector<std::size_t>& parent = result_.classes;
        parent.resize(8 * result_.parts.size());
        std::iota(parent.begin(), parent.end(), std::size_t{0});
        for (std::size_t p = 0; p < result_.parts.size(); ++p)
            for (const std::size_t q : next_to_[p]) {
                const std::size_t a = result_.parts[p].owner, b = result_.parts[q].owner;
                if (a < b) join_common_corners(a, b);
            }
        for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = root_of(parent, i);
    }

    void join_common_corners(std::size_t a, std::size_t b) {
        for (std::size_t k = 0; k < 8; ++k) {
            std::size_t twin = 0;
            bool is_common = true;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const int high = result_.parts[a].place[axis] + static_cast<int>(k >> axis & 1) - result_.parts[b].place[axis];
                is_common = is_common && (high == 0 || high == 1);
                if (high == 1) twin |= std::size_t{1} << axis;
            }
            if (!is_common) continue;
            const std::size_t i = root_of(result_.classes, 8 * a + k), j = root_of(result_.classes, 8 * b + twin);
            result_.classes[std::max(i, j)] = std::min(i, j);
        }
    }

    const GridFill& fill_;
    Grid grid_;
    CellParts result_;
    std::vector<std::set<std::size_t>> next_to_;
};

}  // namespace

std::size_t CellParts::corner_class(std::size_t part, std::size_t corner) const { return classes[8 * part + corner]; }

std::size_t CellParts::part_near(const Vec3& at) const {
    std::array<int, 3> middle{};
    for (std::size_t k = 0; k < 3; ++k)
        middle[k] = std::clamp(static_cast<int>(std::floor(kPiecesAcross * at[static_cast<int>(k)])), 0, pieces_across[k] - 1);
    const int most = std::max({pieces_across[0], pieces_across[1], pieces_across[2]});
    for (int reach = 0; reach <= most; reach = std::max(1, 2 * reach)) {
        double nearest = std::numeric_limits<double>::infinity();
        std::size_t best = parts.size();
        for (int z = std::max(0, middle[2] - reach); z <= std::min(pieces_across[2] - 1, middle[2] + reach); ++z)
            for (int y = std::max(0, middle[1] - reach); y <= std::min(pieces_across[1] - 1, middle[1] + reach); ++y)
                for (int x = std::max(0, middle[0] - reach); x <= std::min(pieces_across[0] - 1, middle[0] + reach); ++x) {
                    const std::int32_t part = part_of_piece[(static_cast<std::size_t>(z) * static_cast<std::size_t>(pieces_across[1]) + static_cast<std::size_t>(y)) * static_cast<std::size_t>(pieces_across[0]) + static_cast<std::size_t>(x)];
                    if (part < 0) continue;
                    const double distance = (Vec3(x + 0.5, y + 0.5, z + 0.5) - kPiecesAcross * at).squaredNorm();
                    if (distance < nearest) {
                        nearest = distance;
                        best = static_cast<std::size_t>(part);
                    }
                }
        if (best < parts.size()) return best;
    }
    return 0;
}

CellParts divide(const GridFill& fill, const Grid& grid) { return Divider(fill, grid).run(); }

}  // namespace graze::soft
