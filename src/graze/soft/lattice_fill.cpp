#include "graze/soft/lattice_fill.h"

#include <algorithm>
#include <cmath>

namespace graze::soft {
namespace {

constexpr int kColumnsAcross = 4;  // of a piece, in x and in y
constexpr double kColumns = kColumnsAcross;

struct Crossing {
    float z;  // in pieces from the grid's origin
    int turn;
};

/// Columns stand a little differently in each row: their x differ by 1/16 of a piece, and so do their y.
double column_place(int index, int other) { return (index + (other % kColumnsAcross + 0.5) / kColumns) / kColumns; }

/// Twice the area of p, q, at; computed alike for both triangles of an edge, whichever way they go round it.
double side_of(const Vec2& p, const Vec2& q, const Vec2& at) {
    const bool is_ordered = p.x() < q.x() || (p.x() == q.x() && p.y() <= q.y());
    const Vec2 &a = is_ordered ? p : q, &b = is_ordered ? q : p;
    const double area = (b.x() - a.x()) * (at.y() - a.y()) - (b.y() - a.y()) * (at.x() - a.x());
    const double side = area == 0.0 ? 1e-300 : area;  // on the edge: one of both triangles has it
    return is_ordered ? side : -side;
}

class Columns {
  public:
    Columns(const Mesh& mesh, const Grid& grid) : scale_(kPiecesAcross / grid.cell) {
        for (std::size_t k = 0; k < 3; ++k) pieces_[k] = kPiecesAcross * grid.cells[k];
        wide_ = kColumnsAcross * pieces_[0];
        deep_ = kColumnsAcross * pieces_[1];
        begin_.assign(static_cast<std::size_t>(wide_) * static_cast<std::size_t>(deep_) + 1, 0);
        for (const Vec3& v : mesh.vertices) points_.push_back((v - grid.origin) * scale_);
        visit(mesh, [&](std::size_t column, float, int) { ++begin_[column + 1]; });
        for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
        crossings_.resize(begin_.back());
        std::vector<std::uint32_t> at(begin_.begin(), begin_.end() - 1);
        visit(mesh, [&](std::size_t column, float z, int turn) { crossings_[at[column]++] = {z, turn}; });
    }

    GridFill fill() {
        GridFill fill;
        fill.pieces = pieces_;
        fill.of.resize(static_cast<std::size_t>(pieces_[0]) * static_cast<std::size_t>(pieces_[1]) * static_cast<std::size_t>(pieces_[2]));
        for (int j = 0; j < deep_; ++j)
            for (int i = 0; i < wide_; ++i) add_column(fill, i, j);
        for (PieceFill& piece : fill.of)
            if (piece.full > 0.0F)
                for (float& off : piece.off) off /= piece.full;
        return fill;
    }

  private:
    template <class Visit>
    void visit(const Mesh& mesh, const Visit& visit) const {
        for (const Triangle& triangle : mesh.triangles) {
            const Vec3 &p = points_[triangle[0]], &q = points_[triangle[1]], &r = points_[triangle[2]];
            const Vec2 a = p.head<2>(), b = q.head<2>(), c = r.head<2>();
            const double area = side_of(a, b, c);
            if (!(std::abs(area) > 1e-290)) continue;
            const Vec2 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
            const int i0 = clamp(low.x(), wide_), i1 = clamp(high.x() + 1.0 / kColumns, wide_);
            const int j0 = clamp(low.y(), deep_), j1 = clamp(high.y() + 1.0 / kColumns, deep_);
            for (int j = j0; j <= j1; ++j)
                for (int i = i0; i <= i1; ++i) {
                    const Vec2 at(column_place(i, j), column_place(j, i));
                    const double u = side_of(b, c, at), v = side_of(c, a, at), w = side_of(a, b, at);
                    const bool is_in = area > 0.0 ? u > 0.0 && v > 0.0 && w > 0.0 : u < 0.0 && v < 0.0 && w < 0.0;
                    if (!is_in) continue;
                    const double z = (u * p.z() + v * q.z() + w * r.z()) / (u + v + w);
                    visit(static_cast<std::size_t>(j) * static_cast<std::size_t>(wide_) + static_cast<std::size_t>(i), static_cast<float>(z), area > 0.0 ? 1 : -1);
                }
        }
    }

    static int clamp(double place, int count) {
        return std::clamp(static_cast<int>(std::floor(place * kColumns)) - 1, 0, count - 1);
    }

    void add_column(GridFill& fill, int i, int j) {
        const std::size_t column = static_cast<std::size_t>(j) * static_cast<std::size_t>(wide_) + static_cast<std::size_t>(i);
        const auto begin = crossings_.begin() + begin_[column], end = crossings_.begin() + begin_[column + 1];
        std::sort(begin, end, [](const Crossing& a, const Crossing& b) { return a.z < b.z || (a.z == b.z && a.turn < b.turn); });
        int winding = 0;
        for (auto at = begin; at != end; ++at) {
            winding += at->turn;
            if (winding != 0 && at + 1 != end) add_length(fill, i, j, at->z, (at + 1)->z);
        }
    }

    void add_length(GridFill& fill, int i, int j, double from, double to) const {
        const int x = i / kColumnsAcross, y = j / kColumnsAcross;
        const double dx = column_place(i, j) - (x + 0.5), dy = column_place(j, i) - (y + 0.5);
        const int last = std::min(pieces_[2] - 1, static_cast<int>(std::floor(to)));
        for (int z = std::max(0, static_cast<int>(std::floor(from))); z <= last; ++z) {
            const double low = std::max(from, static_cast<double>(z)), high = std::min(to, z + 1.0);
            if (!(high > low)) continue;
            const double volume = (high - low) / (kColumns * kColumns);
            PieceFill& piece = fill.of[fill.at(x, y, z)];
            piece.full += static_cast<float>(volume);
            piece.off[0] += static_cast<float>(volume * dx);
            piece.off[1] += static_cast<float>(volume * dy);
            piece.off[2] += static_cast<float>(volume * (0.5 * (low + high) - (z + 0.5)));
        }
    }

    double scale_;
    std::array<int, 3> pieces_{};
    int wide_ = 0, deep_ = 0;
    std::vector<Vec3> points_;
    std::vector<std::uint32_t> begin_;
    std::vector<Crossing> crossings_;
};

}  // namespace

GridFill fill_of_solid(const Mesh& mesh, const Grid& grid) { return Columns(mesh, grid).fill(); }

GridFill fill_of_soup(const Mesh& mesh, const Grid& grid) {
    GridFill fill;
    for (std::size_t k = 0; k < 3; ++k) fill.pieces[k] = kPiecesAcross * grid.cells[k];
    fill.of.resize(static_cast<std::size_t>(fill.pieces[0]) * static_cast<std::size_t>(fill.pieces[1]) * static_cast<std::size_t>(fill.pieces[2]));
    std::vector<bool> is_met(grid.count(), false);
    const auto mark = [&](const Vec3& point) {
        std::array<int, 3> at{};
        for (int k = 0; k < 3; ++k)
            at[static_cast<std::size_t>(k)] = std::clamp(static_cast<int>(std::floor((point[k] - grid.origin[k]) / grid.cell)), 0, grid.cells[static_cast<std::size_t>(k)] - 1);
        is_met[(static_cast<std::size_t>(at[2]) * static_cast<std::size_t>(grid.cells[1]) + static_cast<std::size_t>(at[1])) * static_cast<std::size_t>(grid.cells[0]) + static_cast<std::size_t>(at[0])] = true;
    };
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto [p, q, r] = corners(mesh, t);
        const double longest = std::max({(q - p).norm(), (r - q).norm(), (p - r).norm()});
        const int steps = 1 + static_cast<int>(std::min(1000.0, std::ceil(8.0 * longest / grid.cell)));
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; i + j <= steps; ++j) mark(p + (q - p) * (static_cast<double>(i) / steps) + (r - p) * (static_cast<double>(j) / steps));
    }
    for (int z = 0; z < fill.pieces[2]; ++z)
        for (int y = 0; y < fill.pieces[1]; ++y)
            for (int x = 0; x < fill.pieces[0]; ++x) {
                const std::size_t cell = (static_cast<std::size_t>(z / kPiecesAcross) * static_cast<std::size_t>(grid.cells[1]) + static_cast<std::size_t>(y / kPiecesAcross)) *
                                             static_cast<std::size_t>(grid.cells[0]) +
                                         static_cast<std::size_t>(x / kPiecesAcross);
                if (is_met[cell]) fill.of[fill.at(x, y, z)].full = 1.0F;
            }
    return fill;
}

}  // namespace graze::soft
