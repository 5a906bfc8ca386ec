// A shoulder pin and a block with a reamed hole.

#include "graze/demo/build.h"
#include "graze/demo/lathe.h"
#include "graze/demo/models.h"
#include "graze/demo/turn.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze::internal {
namespace {

constexpr const char* kPegName = "peg-in-hole";
constexpr double kLeadInSlope = 0.35;  // radius per height of the lead-in, about 19 degrees

struct PegDimensions {
    double diameter;   // of the hole
    double depth;      // of the hole, which goes through
    double clearance;  // between pin and hole, all round
    int segments;
    int rows;  // of facets along the pin and the hole

    double hole_radius() const { return 0.5 * diameter; }
    double peg_radius() const { return hole_radius() - clearance; }
    double peg_length() const { return 0.9 * depth; }  // from tip to shoulder
    double edge() const { return 0.04 * diameter; }    // of all chamfers but the lead-in
};

struct Wall {
    double radius;
    double from, to;  // heights
    std::uint32_t surface;
    int rows;
};

// The points of a cylinder at rows + 1 heights.
void append_wall(Column& column, const Wall& wall) {
    for (int row = 0; row <= wall.rows; ++row) {
        const double height = wall.from + (wall.to - wall.from) * row / wall.rows;
        column.push_back({static_cast<std::int64_t>(column.size()), wall.radius, height, wall.surface});
    }
}

void append_point(Column& column, double radius, double height, std::uint32_t surface) {
    column.push_back({static_cast<std::int64_t>(column.size()), radius, height, surface});
}

Column peg_column(Mesh& mesh, const PegDimensions& d) {
    const auto on = [&](const char* name) { return surface_named(mesh, name); };
    const double radius = d.peg_radius(), edge = d.edge(), shoulder = d.peg_length();
    const double lead_in = 0.25 * d.diameter, collar = 0.72 * d.diameter, top = shoulder + 0.35 * d.diameter;
    Column column;
    append_point(column, radius - kLeadInSlope * lead_in, 0.0, on("lead-in"));
    append_wall(column, {radius, lead_in, shoulder - edge, on("shank"), d.rows});
    // The relief under the shoulder, as a grinder leaves it.
    column.back().surface = on("relief");
    append_point(column, radius - edge, shoulder - 0.5 * edge, on("relief"));
    append_point(column, radius - edge, shoulder, on("shoulder"));
    append_point(column, collar - edge, shoulder, on("collar-chamfer-lower"));
    append_wall(column, {collar, shoulder + edge, top - edge, on("collar"), 1});
    column.back().surface = on("collar-chamfer-upper");
    append_point(column, collar - edge, top, on("top"));
    return column;
}

// Corners at 1/8, 3/8, ... of a turn.
double square_radius(double half_side, const Vec2& direction) {
    return half_side / std::max(std::abs(direction.x()), std::abs(direction.y()));
}

// The hole's facets lie outside the true cylinder (its vertices stand off), the pin's inside its own.
Column block_column(Mesh& mesh, const PegDimensions& d, int j) {
    const auto on = [&](const char* name) { return surface_named(mesh, name); };
    const Vec2 direction = direction_at(static_cast<double>(j) / d.segments);
    const double outwards = 1.0 / direction_at(0.5 / d.segments).x(), edge = d.edge();
    const double hole = d.hole_radius() * outwards, flared = (d.hole_radius() + 1.5 * edge) * outwards;
    const double side = square_radius(1.2 * d.diameter, direction);
    const double inset = square_radius(1.2 * d.diameter - edge, direction);
    const int quarter = (8 * (j % d.segments) / d.segments + 1) / 2 % 4;
    static constexpr const char* kSides[] = {"side-right", "side-back", "side-left", "side-front"};
    Column column;
    append_point(column, inset, 0.0, on("edge-bottom"));
    append_wall(column, {side, edge, d.depth - edge, on(kSides[quarter]), 2});
    column.back().surface = on("edge-top");
    append_point(column, inset, d.depth, on("face-top"));
    append_point(column, flared, d.depth, on("countersink-top"));
    append_wall(column, {hole, d.depth - 1.5 * edge, 1.5 * edge, on("bore"), d.rows});
    column.back().surface = on("countersink-bottom");
    append_point(column, flared, 0.0, on("face-bottom"));
    return column;
}

Mesh peg_mesh(const PegDimensions& d) {
    Mesh mesh;
    const Column column = peg_column(mesh, d);
    add_lathed(mesh, std::vector<Column>(d.segments + 1, column),
               Caps{surface_named(mesh, "tip"), surface_named(mesh, "top")});
    return mesh;
}

Mesh block_mesh(const PegDimensions& d) {
    Mesh mesh;
    std::vector<Column> columns;
    for (int j = 0; j <= d.segments; ++j) columns.push_back(block_column(mesh, d, j));
    add_lathed(mesh, columns, std::nullopt);
    return mesh;
}

// Turned by half a segment: the pin's vertices face the middle of the hole's facets, where the clearance is
// met. The shoulder stops one clearance above the block.
Pose inserted(const PegDimensions& d) {
    return {{0.0, 0.0, d.depth + d.clearance - d.peg_length()}, turned_about_z(0.5 / d.segments)};
}

Path insertion(const PegDimensions& d) {
    Pose above = inserted(d);
    above.translation.z() += 1.1 * d.depth;
    const Vec3 aside(1.6 * d.diameter, -0.9 * d.diameter, 0.5 * d.diameter);
    const Pose start{above.translation + aside, turned_about({1.0, 1.0, 0.0}, 0.12) * above.rotation};
    return {0, InBetween::Screw, {start, above, inserted(d)}, {}};
}

}  // namespace

DemoInfo peg_in_hole_info() {
    return {
        kPegName,
        "A shoulder pin that comes from aside and goes into its hole",
        {{"diameter", 20.0, 1.0, 200.0, "hole diameter in mm"},
         {"depth", 40.0, 1.0, 1000.0, "length of the hole in mm, 1 to 20 diameters"},
         {"clearance", 0.05, 1e-6, 5.0, "distance between pin and hole in mm, at most 0.05 of the diameter"},
         {"resolution", 64.0, 16.0, 512.0, "segments around, a multiple of 8", true},
         {"rows", 12.0, 1.0, 200.0, "rows of facets along pin and hole", true}}};
}

Expected<Scene> make_peg_in_hole(const DemoValues& values) {
    const PegDimensions d{values.number("diameter"), values.number("depth"), values.number("clearance"),
                          values.whole("resolution"), values.whole("rows")};
    if (d.segments % 8 != 0)
        return bad_combination(kPegName, fmt::format("resolution {} is not a multiple of 8", d.segments),
                               "a square needs its corners");
    if (d.depth < d.diameter || d.depth > 20.0 * d.diameter)
        return bad_combination(
            kPegName, fmt::format("depth {} is outside [{}, {}]", d.depth, d.diameter, 20.0 * d.diameter),
            "give 1 to 20 diameters");
    if (d.clearance > 0.05 * d.diameter)
        return bad_combination(
            kPegName, fmt::format("clearance {} exceeds 0.05 of the diameter {}", d.clearance, d.diameter),
            fmt::format("give at most {}", 0.05 * d.diameter));
    Scene scene;
    scene.bodies = {make_body("peg", peg_mesh(d), inserted(d)), make_body("block", block_mesh(d))};
    scene.paths = {insertion(d)};
    return scene;
}

}  // namespace graze::internal
