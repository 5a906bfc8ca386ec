// A lattice of square bars: one closed surface around n x n x n nodes and the bars between neighbours.
//
// Along each axis the body is cut into nodes (`across` cells each) and bars (`along` cells each), so every
// vertex has whole coordinates and is made once. Of a node's 6 sides those without a bar are skin, 6 n^2 in
// all, and of a bar its 4 long sides:
//
//     triangles = 24 n^2 (n - 1) across along + 12 n^2 across^2        8, 6, 6: 414,720

#include "graze/demo/build.h"
#include "graze/demo/models.h"
#include "graze/demo/turn.h"

#include <fmt/format.h>

#include <array>
#include <unordered_map>

namespace graze::internal {
namespace {

constexpr const char* kGridName = "grid";
constexpr double kTurnedRadians = 0.6;
const Vec3 kTurnAxis(1.0, 2.0, 3.0);  // maps no bar direction to another
constexpr double kMaxTriangles = 4e6;

struct Lattice {
    int nodes, across, along;
    double cell, bar;  // mm
    Mat3 turn;
};

double triangle_count(const Lattice& l) {
    const double n = l.nodes;
    return 12.0 * n * n * l.across * (2.0 * (n - 1.0) * l.along + l.across);
}

using Cell = std::array<int, 3>;  // even: a node, odd: the bar after it

class LatticeSkin {
  public:
    explicit LatticeSkin(const Lattice& lattice) : lattice_(lattice) {
        const int blocks = 2 * lattice.nodes - 1;
        const double bar_length = lattice.cell - lattice.bar;
        const double middle = 0.5 * (lattice.cell * (lattice.nodes - 1) + lattice.bar);
        first_.push_back(0);
        positions_.push_back(-middle);
        for (int block = 0; block < blocks; ++block) {
            const int steps = block % 2 == 0 ? lattice.across : lattice.along;
            const double start = lattice.cell * (block / 2) + (block % 2 == 0 ? 0.0 : lattice.bar) - middle;
            const double length = block % 2 == 0 ? lattice.bar : bar_length;
            for (int s = 1; s <= steps; ++s) positions_.push_back(start + length * s / steps);
            first_.push_back(first_.back() + steps);
        }
        const auto count = static_cast<std::size_t>(triangle_count(lattice));
        mesh_.triangles.reserve(count);
        mesh_.surface_of_triangle.reserve(count);
        ids_.reserve(count / 2);
        add_all();
    }

    Mesh take() && { return std::move(mesh_); }

  private:
    bool is_solid(const Cell& cell) const {
        int bars = 0;
        for (const int c : cell) {
            if (c < 0 || c > 2 * (lattice_.nodes - 1)) return false;
            bars += c % 2;
        }
        return bars <= 1;
    }

    void add_all() {
        const int blocks = 2 * lattice_.nodes - 1;
        for (int z = 0; z < blocks; ++z)
            for (int y = 0; y < blocks; ++y)
                for (int x = 0; x < blocks; ++x)
                    if (is_solid({x, y, z})) add_skin_of({x, y, z});
    }

    void add_skin_of(const Cell& cell) {
        const int bar_axis = cell[0] % 2 != 0 ? 0 : cell[1] % 2 != 0 ? 1 : cell[2] % 2 != 0 ? 2 : 3;
        static constexpr const char* kNames[] = {"bars-x", "bars-y", "bars-z", "nodes"};
        const std::uint32_t surface = surface_named(mesh_, kNames[bar_axis]);
        for (int axis = 0; axis < 3; ++axis)
            for (const int side : {-1, 1}) {
                Cell neighbour = cell;
                neighbour[axis] += side;
                if (!is_solid(neighbour)) add_side(surface, cell, axis, side);
            }
    }

    void add_side(std::uint32_t surface, const Cell& cell, int axis, int side) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        Cell at{};
        at[axis] = first_[cell[axis] + (side > 0 ? 1 : 0)];
        for (int j = first_[cell[v]]; j < first_[cell[v] + 1]; ++j)
            for (int i = first_[cell[u]]; i < first_[cell[u] + 1]; ++i) {
                std::array<std::uint32_t, 4> quad{};
                for (int corner = 0; corner < 4; ++corner) {  // counter-clockwise seen from +axis
                    at[u] = i + (corner == 1 || corner == 2 ? 1 : 0);
                    at[v] = j + (corner >= 2 ? 1 : 0);
                    quad[side > 0 ? corner : 3 - corner] = vertex(at);
                }
                add_quad(mesh_, surface, quad);
            }
    }

    std::uint32_t vertex(const Cell& at) {
        const auto size = static_cast<std::uint64_t>(positions_.size());
        const std::uint64_t key = (at[2] * size + at[1]) * size + at[0];
        const auto [entry, is_new] = ids_.try_emplace(key, static_cast<std::uint32_t>(mesh_.vertices.size()));
        if (is_new)
            add_vertex(mesh_, lattice_.turn * Vec3(positions_[at[0]], positions_[at[1]], positions_[at[2]]));
        return entry->second;
    }

    Lattice lattice_;
    std::vector<int> first_;         // where each block begins, in cells
    std::vector<double> positions_;  // of the planes between cells, the same along each axis
    std::unordered_map<std::uint64_t, std::uint32_t> ids_;
    Mesh mesh_;
};

// Two lattices, the second half a cell aside in all three directions, and a stroll of it that keeps clear.
Scene threaded(const std::shared_ptr<const Mesh>& mesh, const Lattice& lattice) {
    const double play = 0.5 * lattice.cell - lattice.bar;
    const auto aside = [&](const Vec3& more, double turns) {
        return Pose{lattice.turn * (Vec3::Constant(0.5 * lattice.cell) + more),
                    turned_about({1.0, 2.0, 3.0}, turns)};
    };
    const double tip =
        0.2 * play / (lattice.cell * lattice.nodes * kTau);  // far corners move by less than 0.2 play
    Scene scene;
    scene.bodies = {{"first", mesh, {}}, {"second", mesh, aside(Vec3::Zero(), 0.0)}};
    scene.paths = {{1,
                    InBetween::Screw,
                    {aside(Vec3::Zero(), 0.0), aside(Vec3(0.6, -0.5, 0.4) * play, tip),
                     aside(Vec3(-0.5, 0.6, 0.5) * play, -tip)},
                    {}}};
    return scene;
}

}  // namespace

DemoInfo grid_info() {
    return {kGridName,
            "A watertight lattice of bars, 414,720 triangles; turned in its own frame, or two of them "
            "interlocked",
            {{"nodes", 8.0, 2.0, 24.0, "nodes along each edge", true},
             {"across", 6.0, 1.0, 64.0, "cells across a bar", true},
             {"along", 6.0, 1.0, 256.0, "cells along a bar, between its nodes", true},
             {"cell", 10.0, 0.1, 1000.0, "distance of nodes in mm"},
             {"bar", 2.5, 0.01, 900.0,
              "width of a bar in mm, at most 0.9 of the cell; interlocked: less than half"},
             {"turned", 0.0, 0.0, 1.0, "turn by 0.6 rad in its own frame", true, true},
             {"threaded", 0.0, 0.0, 1.0, "two lattices, half a cell apart, without touching", true, true}}};
}

Expected<Scene> make_grid(const DemoValues& values) {
    const Lattice lattice{
        values.whole("nodes"),
        values.whole("across"),
        values.whole("along"),
        values.number("cell"),
        values.number("bar"),
        values.flag("turned") ? rotation_about(kTurnAxis, kTurnedRadians / kTau) : Mat3::Identity()};
    const double most = values.flag("threaded") ? 0.49 : 0.9;
    if (lattice.bar > most * lattice.cell)
        return bad_combination(
            kGridName, fmt::format("bar {} exceeds {} of the cell {}", lattice.bar, most, lattice.cell),
            fmt::format("give at most {}", most * lattice.cell));
    if (triangle_count(lattice) > kMaxTriangles)
        return bad_combination(
            kGridName, fmt::format("{:.0f} triangles exceed {:.0f}", triangle_count(lattice), kMaxTriangles),
            "lower nodes, across or along");
    const auto mesh = make_body("lattice", LatticeSkin(lattice).take()).mesh;
    if (values.flag("threaded")) return threaded(mesh, lattice);
    Scene scene;
    scene.bodies = {{"lattice", mesh, {}}};
    return scene;
}

}  // namespace graze::internal
