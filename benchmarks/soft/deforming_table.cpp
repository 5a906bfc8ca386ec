// [GuyDebunne04, table 1] in kind, of pairs that deform: trees of boxes that are refitted or built again, layered shells
// that follow, with one to four levels.
//
// Both bodies of a pair are held by a lattice whose nodes wave; that is given, and is not a simulation. What moves the
// vertices is told apart: trees need all of them in each frame, shells those of the triangles that they test.
#include "soft/deforming_table.h"

#include "bench.h"
#include "bounded/shell_scenes.h"
#include "discrete/scenes.h"
#include "markdown.h"
#include "peers/deforming_peer.h"
#include "support/lattice_about.h"

#include "graze/discrete/triangles/box_tree_pairs.h"
#include "graze/model/body_model.h"
#include "graze/stochastic/shell_tracker.h"

#include <cmath>
#include <ctime>

#include <fmt/format.h>

namespace graze::bench {
namespace {

constexpr int kCells = 10;           // along each side of a lattice: 1,331 nodes
constexpr double kAmplitude = 0.02;  // of the size

double deform_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

struct Waving {
    const Body& body;
    internal::SurfaceNodes nodes;
    double phase;
    std::vector<Vec3> positions = {};
    std::vector<Vec3> vertices = {};

    void move_nodes(std::size_t frame) {
        const double size = body.size(), amount = kAmplitude * size, time = 0.15 * static_cast<double>(frame) + phase;
        positions.resize(nodes.rest.size());
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const Vec3& x = nodes.rest[i];
            const Vec3 angle = (6.0 / size) * Vec3(x.y(), x.z(), x.x()) + Vec3(time, 1.3 * time, 0.7 * time);
            positions[i] = x + amount * Vec3(std::sin(angle.x()), std::sin(angle.y()), std::sin(angle.z()));
        }
    }
    void move_vertices() {
        vertices.resize(body.mesh().vertices.size());
        for (std::uint32_t v = 0; v < vertices.size(); ++v) vertices[v] = internal::vertex_at(nodes, positions, v);
    }
    [[nodiscard]] std::span<const double> coordinates() const { return {vertices.front().data(), 3 * vertices.size()}; }
};

PlainMesh plain_mesh(const Mesh& mesh, std::vector<double>& x, std::vector<std::uint32_t>& c) {
    for (const Vec3& v : mesh.vertices) x.insert(x.end(), {v.x(), v.y(), v.z()});
    for (const Triangle& t : mesh.triangles) c.insert(c.end(), t.begin(), t.end());
    return {x, c};
}

/// By frame: do they meet; and what boxes, refitted, take for all pairs.
struct Boxes {
    std::vector<bool> meets;
    std::size_t met = 0;
    double vertices = 0.0, refit = 0.0, pairs = 0.0, build = 0.0;  // ms a frame
};

Boxes play_boxes(Waving& a, Waving& b, const std::vector<Pose>& way) {
    Boxes boxes;
    internal::BoxTree tree_a = internal::build_box_tree(a.body.mesh().vertices, a.body.mesh().triangles),
                      tree_b = internal::build_box_tree(b.body.mesh().vertices, b.body.mesh().triangles);
    internal::BoxTreeSearch search;
    const double per = 1.0 / static_cast<double>(way.size());
    for (std::size_t k = 0; k < way.size(); ++k) {
        a.move_nodes(k);
        b.move_nodes(k);
        const double t0 = deform_ms();
        a.move_vertices();
        b.move_vertices();
        const double t1 = deform_ms();
        internal::refit(tree_a, a.vertices);
        internal::refit(tree_b, b.vertices);
        const double t2 = deform_ms();
        internal::find_pairs({tree_a, a.vertices, {}}, {tree_b, b.vertices, way[k]}, search);
        const double t3 = deform_ms();
        keep(internal::build_box_tree(a.vertices, a.body.mesh().triangles).boxes.size());
        keep(internal::build_box_tree(b.vertices, b.body.mesh().triangles).boxes.size());
        const double t4 = deform_ms();
        boxes.vertices += per * (t1 - t0);
        boxes.refit += per * (t2 - t1);
        boxes.pairs += per * (t3 - t2);
        boxes.build += per * (t4 - t3);
        boxes.meets.push_back(!search.pairs.empty());
        boxes.met += search.pairs.empty() ? 0 : 1;
    }
    return boxes;
}

std::string play_fcl(Waving& a, Waving& b, const std::vector<Pose>& way, TreeUpdate how) {
    std::vector<double> xa, xb;
    std::vector<std::uint32_t> ca, cb;
    const auto fcl = make_fcl_deforming(plain_mesh(a.body.mesh(), xa, ca), plain_mesh(b.body.mesh(), xb, cb));
    if (!fcl) return "-";
    double update = 0.0, query = 0.0;
    const std::size_t frames = how == TreeUpdate::Rebuild ? std::min<std::size_t>(5, way.size()) : way.size();
    for (std::size_t k = 0; k < frames; ++k) {
        a.move_nodes(k);
        b.move_nodes(k);
        a.move_vertices();
        b.move_vertices();
        const double t0 = deform_ms();
        fcl->move(a.coordinates(), b.coordinates(), how);
        const double t1 = deform_ms();
        keep(fcl->meets(plain(way[k])));
        update += t1 - t0;
        query += deform_ms() - t1;
    }
    const auto n = static_cast<double>(frames);
    return fmt::format("{}/{}", figure(update / n), figure(query / n));
}

struct PlayedShells {
    double ms = 0.0, growth = 1.0;
    std::size_t missed = 0, longest = 0;  // contact frames, and in a row
};

PlayedShells play_followers(Waving& a, Waving& b, const std::vector<Pose>& way, const Boxes& truth, const internal::TrackerOptions& options,
                            const TimeBudget& budget) {
    internal::ShellTracker tracker({a.body, b.body}, options);
    internal::DeformingShells of_a(tracker.shells(0).shells, a.body.mesh(), a.nodes), of_b(tracker.shells(1).shells, b.body.mesh(), b.nodes);
    PlayedShells played;
    std::size_t row = 0;
    for (std::size_t k = 0; k < way.size(); ++k) {
        a.move_nodes(k);
        b.move_nodes(k);
        const double began = deform_ms();
        of_a.move(a.positions);
        of_b.move(b.positions);
        tracker.deform(0, &of_a);
        tracker.deform(1, &of_b);
        const bool knows = !tracker.look(std::vector<Pose>{Pose{}, way[k]}, budget).contacts.empty();
        played.ms += (deform_ms() - began) / static_cast<double>(way.size());
        played.growth = std::max({played.growth, of_a.growth(), of_b.growth()});
        row = truth.meets[k] && !knows ? row + 1 : 0;
        played.missed += row > 0 ? 1 : 0;
        played.longest = std::max(played.longest, row);
    }
    return played;
}

}  // namespace

void print_deforming_table(bool quick) {
    std::printf("## Pairs that deform\n\nThe thread's milliseconds a frame. Both bodies wave by %g of their size on lattices of %d nodes, given and not simulated, while the second goes about the "
                "first. Vertices: to move all of them, which trees need and shells do not. Boxes: refit of both, then all pairs of triangles, exactly. FCL: oriented boxes, update / first pair. Shells: "
                "4 seeds a frame, no limit; in brackets contact frames missed, the longest row of these, and how much the disks grew. The paper's figures are of 2004: AABB, OBB, shells.\n\n",
                kAmplitude, (kCells + 1) * (kCells + 1) * (kCells + 1));
    std::vector<TableRow> table{{"scene", "frames", "in contact", "vertices", "box refit + pairs", "box build", "FCL refit", "FCL rebuild", "1 level", "2", "3", "4", "4, at most 1 ms", "paper, ms"}};
    for (const ShellScene& scene : shell_scenes(quick, "")) {
        if (!scene.is_even) continue;
        const std::vector<Pose> way = ways_of(scene, 1, quick ? 20 : 150).front();
        Waving a{scene.a, test::lattice_about(scene.a.mesh(), kCells), 0.0}, b{scene.b, test::lattice_about(scene.b.mesh(), kCells), 1.0};
        const Boxes boxes = play_boxes(a, b, way);
        TableRow row{scene.name, std::to_string(way.size()), std::to_string(boxes.met), figure(boxes.vertices),
                     fmt::format("{} + {}", figure(boxes.refit), figure(boxes.pairs)), figure(boxes.build), play_fcl(a, b, way, TreeUpdate::Refit),
                     play_fcl(a, b, way, TreeUpdate::Rebuild)};
        const auto add = [&](const internal::TrackerOptions& options, const TimeBudget& budget) {
            const PlayedShells played = play_followers(a, b, way, boxes, options, budget);
            row.push_back(fmt::format("{} ({}, {}, {:.2f})", figure(played.ms), played.missed, played.longest, played.growth));
        };
        for (const std::size_t levels : {1, 2, 3, 4}) add({.most_levels = levels, .most_seeds = 4}, {.cpu = std::chrono::hours(1)});
        add({.most_levels = 4}, {.cpu = std::chrono::milliseconds(1)});
        row.push_back(scene.paper);
        table.push_back(std::move(row));
    }
    print_table(table);
    std::printf("\n");
}

}  // namespace graze::bench
