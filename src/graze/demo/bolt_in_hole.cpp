// A bolt in its hole, head on the plate, with a nut below: all three begin in contact, face on face.

#include "graze/demo/build.h"
#include "graze/demo/lathe.h"
#include "graze/demo/models.h"
#include "graze/demo/turn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace graze::internal {
namespace {

constexpr const char* kBoltName = "bolt-in-hole";

struct BoltDimensions {
    double diameter;   // of shank, hole and nut alike
    double thickness;  // of the plate
    int segments;

    double radius() const { return 0.5 * diameter; }
    double across() const { return 0.8 * diameter; }  // half of what a wrench spans
    double head() const { return 0.6 * diameter; }
    double nut() const { return 0.8 * diameter; }
    double below() const { return 1.2 * diameter; }  // of the shank, below the plate
    double edge() const { return 0.05 * diameter; }
};

// The distance to the side of a regular polygon around a circle of radius `inner`, at that part of a turn. It
// is the corner's exactly where there is one.
double polygon_radius(double inner, int sides, double turns) {
    const double side = turns * sides, off = (side - std::round(side)) / sides;
    return inner / direction_at(off).x();
}

void append(Column& column, double radius, double height, std::uint32_t surface) {
    column.push_back({static_cast<std::int64_t>(column.size()), radius, height, surface});
}

// The plate's top is at height 0, and so is the underside of the head.
Mesh bolt_mesh(const BoltDimensions& d) {
    Mesh mesh;
    const auto on = [&](const char* name) { return surface_named(mesh, name); };
    std::vector<Column> columns;
    for (int j = 0; j <= d.segments; ++j) {
        const double corner = polygon_radius(d.across(), 6, static_cast<double>(j) / d.segments);
        const double tip = -(d.thickness + d.below());
        Column& column = columns.emplace_back();
        append(column, d.radius() - d.edge(), tip, on("tip-chamfer"));
        append(column, d.radius(), tip + d.edge(), on("shank"));
        append(column, d.radius(), 0.0, on("head-underside"));
        append(column, corner, 0.0, on("head-sides"));
        append(column, corner, d.head(), on("head-top"));
    }
    add_lathed(mesh, columns, Caps{on("tip"), on("head-top")});
    return mesh;
}

// Ring-shaped: a hole of the shank's own facets, from `bottom` to `top`, and a regular polygon outside.
Mesh ring_mesh(const BoltDimensions& d, double bottom, double top, double inner, int sides) {
    Mesh mesh;
    const auto on = [&](const char* name) { return surface_named(mesh, name); };
    std::vector<Column> columns;
    for (int j = 0; j <= d.segments; ++j) {
        const double corner = polygon_radius(inner, sides, static_cast<double>(j) / d.segments);
        Column& column = columns.emplace_back();
        append(column, d.radius(), bottom, on("face-bottom"));
        append(column, corner, bottom, on("sides"));
        append(column, corner, top, on("face-top"));
        append(column, d.radius(), top, on("bore"));
    }
    add_lathed(mesh, columns, std::nullopt);
    return mesh;
}

Pose at_height(double height, double aside = 0.0) {
    return {{aside, 0.0, height}, Eigen::Quaterniond::Identity()};
}

}  // namespace

DemoInfo bolt_in_hole_info() {
    return {kBoltName,
            "A bolt without play in its hole, and its nut: the nut leaves, the bolt is pulled out along its "
            "free way",
            {{"diameter", 10.0, 1.0, 100.0, "of shank, hole and nut in mm"},
             {"thickness", 12.0, 0.5, 500.0, "of the plate in mm"},
             {"resolution", 48.0, 24.0, 240.0, "segments around, a multiple of 24", true},
             {"wrong", 0.0, 0.0, 1.0, "pull the bolt the other way, its head into the plate", true, true}}};
}

Expected<Scene> make_bolt_in_hole(const DemoValues& values) {
    const BoltDimensions d{values.number("diameter"), values.number("thickness"), values.whole("resolution")};
    if (d.segments % 24 != 0)
        return bad_combination(kBoltName, fmt::format("resolution {} is not a multiple of 24", d.segments),
                               "hexagons and squares need their corners");
    const double under = -d.thickness;
    Scene scene;
    scene.bodies = {make_body("bolt", bolt_mesh(d)),
                    make_body("plate", ring_mesh(d, under, 0.0, 2.5 * d.diameter, 4)),
                    make_body("nut", ring_mesh(d, under - d.nut(), under, d.across(), 6))};
    const double drop = -(d.below() + 0.5 * d.diameter), aside = 4.0 * d.diameter;
    const double out = values.flag("wrong") ? -0.5 * d.thickness : d.thickness + d.below() + d.diameter;
    scene.paths = {{.body = 0, .poses = {Pose{}, Pose{}, Pose{}, at_height(out)}, .turns = {}},
                   {.body = 2,
                    .poses = {Pose{}, at_height(drop), at_height(drop, aside), at_height(drop, aside)},
                    .turns = {}}};
    return scene;
}

}  // namespace graze::internal
