#include "graze/discrete/bodies/solid_cells-inl.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace graze::internal {
namespace {

Int largest(const Int3& v) { return std::max({Int(abs(v[0])), Int(abs(v[1])), Int(abs(v[2]))}); }

Int floor_quotient(const Int& n, const Int& d) {  // d > 0
    Int q, r;
    divide_qr(n, d, q, r);
    if (r.sign() < 0) --q;
    return q;
}

}  // namespace

Int3 normal_of(const IntTriangle& t) { return cross(t[1] - t[0], t[2] - t[0]); }

TriangleCells::TriangleCells(const IntTriangle& t) : normal_(normal_of(t)), offset_(dot(normal_, t[0])) {
    k_ = 0;
    for (int k = 1; k < 3; ++k)
        if (abs(normal_[k]) > abs(normal_[k_])) k_ = k;
    i_ = (k_ + 1) % 3;
    j_ = (k_ + 2) % 3;
    const std::uint32_t first = line_through(t[0], t[1]);
    (void)line_through(t[1], t[2]);
    (void)line_through(t[2], t[0]);
    cells_.push_back(cell_of({first, first + 1, first + 2}));
}

std::uint32_t TriangleCells::add_line(Int3 exact) {
    const Int scale = largest(exact);
    Line line{std::move(exact), {}};
    for (int k = 0; k < 3 && scale != 0; ++k) line.near[k] = interval_of(line.exact[k], scale, 0);
    lines_.push_back(std::move(line));
    return static_cast<std::uint32_t>(lines_.size() - 1);
}

std::uint32_t TriangleCells::line_through(const Int3& p, const Int3& q) {
    return add_line({Int(p[j_] - q[j_]), Int(q[i_] - p[i_]), Int(p[i_] * q[j_] - p[j_] * q[i_])});
}

/// Where a plane cuts ours: n_k (normal . x - offset) on our plane, written in u and v.
std::uint32_t TriangleCells::line_of_plane(const Int3& normal, const Int& offset) {
    const Int& n = normal_[k_];
    return add_line({Int(n * normal[i_] - normal[k_] * normal_[i_]),
                     Int(n * normal[j_] - normal[k_] * normal_[j_]), Int(normal[k_] * offset_ - n * offset)});
}

int TriangleCells::side_of_point(const Line& line, const Int3& p) const {
    return sign_of(Int(line.exact[0] * p[i_] + line.exact[1] * p[j_] + line.exact[2]));
}

Int3 TriangleCells::corner_exactly(const Cell& cell, std::size_t k) const {
    const std::size_t before = (k + cell.lines.size() - 1) % cell.lines.size();
    Int3 p = cross(lines_[cell.lines[before]].exact, lines_[cell.lines[k]].exact);
    if (p[2].sign() < 0)
        for (Int& x : p) x = -x;
    return p;
}

TriangleCells::Cell TriangleCells::cell_of(std::vector<std::uint32_t> lines) const {
    Cell cell{std::move(lines), {}};
    const std::size_t n = cell.lines.size();
    for (std::size_t k = 0; k < n; ++k) {
        const auto &p = lines_[cell.lines[(k + n - 1) % n]].near, &q = lines_[cell.lines[k]].near;
        Vertex v{{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]}};
        if (certainly_negative(v.near[2])) {
            for (Interval& x : v.near) x = -x;
        } else if (!certainly_positive(v.near[2])) {
            const Int3 exact = corner_exactly(cell, k);
            const Int scale = largest(exact);
            for (int i = 0; i < 3; ++i) v.near[i] = interval_of(exact[i], scale, 0);
        }
        cell.corners.push_back(v);
    }
    return cell;
}

/// Sides of all corners on a line.
std::vector<int> TriangleCells::sides(const Cell& cell, std::uint32_t line) const {
    std::vector<int> result(cell.corners.size());
    const Line& l = lines_[line];
    for (std::size_t k = 0; k < result.size(); ++k) {
        const auto& p = cell.corners[k].near;
        const Interval value = l.near[0] * p[0] + l.near[1] * p[1] + l.near[2] * p[2];
        result[k] = certainly_positive(value)   ? 1
                    : certainly_negative(value) ? -1
                                                : sign_of(dot(l.exact, corner_exactly(cell, k)));
    }
    return result;
}

/// True if no point of the open part is on the inner side of the line.
bool TriangleCells::is_beyond(const Cell& cell, std::uint32_t line, int inside) const {
    const auto at = sides(cell, line);
    return std::none_of(at.begin(), at.end(), [&](int side) { return side == inside; });
}

/// A half keeps the lines that have a corner strictly on its side; the new one joins their ends.
TriangleCells::Halves TriangleCells::split(const Cell& cell, std::uint32_t line) const {
    const auto at = sides(cell, line);
    const std::size_t n = at.size();
    const auto has = [&](int side) { return std::find(at.begin(), at.end(), side) != at.end(); };
    Halves halves;
    if (!has(-1)) return halves.positive.push_back(cell), halves;
    if (!has(1)) return halves.negative.push_back(cell), halves;
    const auto half = [&](int side) {
        std::size_t first = 0;  // the line that comes over to this side
        while (at[first] == side || at[(first + 1) % n] != side) ++first;
        std::vector<std::uint32_t> ring{line, cell.lines[first]};
        for (std::size_t k = first + 1; at[k % n] == side; ++k) ring.push_back(cell.lines[k % n]);
        return cell_of(std::move(ring));
    };
    halves.positive.push_back(half(1));
    halves.negative.push_back(half(-1));
    return halves;
}

void TriangleCells::cut_coplanar(const IntTriangle& other) {
    std::array<std::uint32_t, 3> line;
    std::array<int, 3> inside;
    for (int e = 0; e < 3; ++e) {
        line[e] = line_through(other[e], other[(e + 1) % 3]);
        inside[e] = side_of_point(lines_[line[e]], other[(e + 2) % 3]);
    }
    std::vector<Cell> result;
    for (Cell& cell : cells_) {
        bool apart = false;
        for (int e = 0; e < 3 && !apart; ++e) apart = is_beyond(cell, line[e], inside[e]);
        std::vector<Cell> rest;
        rest.push_back(std::move(cell));
        for (int e = 0; e < 3 && !apart && !rest.empty(); ++e) {
            Halves halves = split(rest.front(), line[e]);
            auto& outer = inside[e] > 0 ? halves.negative : halves.positive;
            rest = std::move(inside[e] > 0 ? halves.positive : halves.negative);
            std::move(outer.begin(), outer.end(), std::back_inserter(result));
        }
        std::move(rest.begin(), rest.end(), std::back_inserter(result));
    }
    cells_ = std::move(result);
}

/// The other plane crosses ours in a line; the other triangle covers the part of it between planes that stand
/// on its edges.
void TriangleCells::cut_across(const IntTriangle& other, const Int3& normal) {
    const std::uint32_t line = line_of_plane(normal, dot(normal, other[0]));
    std::vector<std::pair<std::uint32_t, int>> limits;
    for (int e = 0; e < 3; ++e) {
        const Int3 wall = cross(other[(e + 1) % 3] - other[e], normal);
        const std::uint32_t limit = line_of_plane(wall, dot(wall, other[e]));
        if (lines_[limit].exact[0] == 0 && lines_[limit].exact[1] == 0) continue;  // parallel: limits nothing
        limits.emplace_back(limit, sign_of(dot(wall, other[(e + 2) % 3] - other[e])) * sign_of(normal_[k_]));
    }
    std::vector<Cell> result;
    for (Cell& cell : cells_) {
        const bool apart = std::any_of(limits.begin(), limits.end(), [&](const auto& limit) {
            return is_beyond(cell, limit.first, limit.second);
        });
        if (apart) {
            result.push_back(std::move(cell));
            continue;
        }
        Halves halves = split(cell, line);
        std::move(halves.positive.begin(), halves.positive.end(), std::back_inserter(result));
        std::move(halves.negative.begin(), halves.negative.end(), std::back_inserter(result));
    }
    cells_ = std::move(result);
}

void TriangleCells::cut(const IntTriangle& other) {
    int above = 0, below = 0;
    for (const Int3& p : other) {
        const int side = sign_of(Int(dot(normal_, p) - offset_));
        above += side > 0 ? 1 : 0;
        below += side < 0 ? 1 : 0;
    }
    if (above == 0 && below == 0) return cut_coplanar(other);
    const int on = 3 - above - below;
    const bool is_segment = (above > 0 && below > 0) || on == 2;
    if (is_segment) cut_across(other, normal_of(other));
}

// The average of three corners with whole weights, rounded to a grid that becomes finer until the point is
// strictly inside: few digits, and the end is certain because the average itself is inside.
GridPoint TriangleCells::sample(std::size_t id, int attempt) const {
    const Cell& cell = cells_[id];
    const std::array<Int, 3> weight = {Int(1 + attempt), Int(1 + attempt * attempt), Int(1)};
    const Int total = weight[0] + weight[1] + weight[2];
    std::array<Int3, 3> corner;
    for (std::size_t k = 0; k < 3; ++k) corner[k] = corner_exactly(cell, k);
    Int u = 0, v = 0;  // times w
    const Int w = total * corner[0][2] * corner[1][2] * corner[2][2];
    for (int k = 0; k < 3; ++k) {
        const Int share = weight[k] * corner[(k + 1) % 3][2] * corner[(k + 2) % 3][2];
        u += share * corner[k][0];
        v += share * corner[k][1];
    }
    std::vector<int> inner;  // the side of each line that the average is on
    for (const std::uint32_t line : cell.lines)
        inner.push_back(sign_of(dot(lines_[line].exact, Int3{u, v, w})));
    for (int bits = 0;; bits += 16) {
        const Int grid = Int(1) << static_cast<unsigned>(bits);
        const Int3 rounded = {floor_quotient(u * grid, w), floor_quotient(v * grid, w), grid};
        bool strictly_inside = true;
        for (std::size_t k = 0; k < inner.size() && strictly_inside; ++k)
            strictly_inside = sign_of(dot(lines_[cell.lines[k]].exact, rounded)) == inner[k];
        if (!strictly_inside) continue;
        GridPoint point;
        const int flip = sign_of(normal_[k_]);
        point.numerator[i_] = flip * normal_[k_] * rounded[0];
        point.numerator[j_] = flip * normal_[k_] * rounded[1];
        point.numerator[k_] = flip * (offset_ * grid - normal_[i_] * rounded[0] - normal_[j_] * rounded[1]);
        point.denominator = flip * normal_[k_] * grid;
        return point;
    }
}

int TriangleCells::facing(const IntTriangle& coplanar) const {
    return sign_of(normal_of(coplanar)[k_]) * sign_of(normal_[k_]);
}

}  // namespace graze::internal
