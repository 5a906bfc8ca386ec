// Scenes for `graze simulate`: bodies that fall into a tray, rings that hang in each other.
#include "graze/core/random.h"
#include "graze/demo/models.h"
#include "graze/demo/solids.h"
#include "graze/demo/turn.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze::internal {
namespace {

constexpr const char* kFallingBoxesName = "falling-boxes";
constexpr const char* kTwoRingsName = "interlocked-tori";
constexpr const char* kRingChainName = "ring-chain";
constexpr double kDensity = 1e-3;  // per cubic mm: grammes of water

// Rounded turns, so that files say little: any turn will do.
Eigen::Quaterniond any_turn(Rng& rng) {
    const Vec3 axis(rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0), rng.uniform(0.1, 1.0));
    return turned_about(axis, rng.unit());
}

SceneBody movable(const std::string& name, Mesh mesh, const Pose& pose) {
    SceneBody body = make_body(name, std::move(mesh), pose);
    body.physics = {.density = kDensity, .friction = 0.3, .restitution = 0.1};
    return body;
}

TorusShape ring_shape(const DemoValues& values) {
    const double radius = values.number("radius");
    const int around = values.whole("resolution");
    return {radius, radius * values.number("tube"), around, std::max(6, around / 3)};
}

DemoParameter radius_parameter() {
    return {"radius", 50.0, 1.0, 1000.0, "radius of the circle in the middle of a ring's tube in mm"};
}

DemoParameter resolution_parameter() {
    return {"resolution", 48.0, 12.0, 360.0, "facets around a ring", true};
}

}  // namespace

DemoInfo falling_boxes_info() {
    return {kFallingBoxesName,
            "Boxes of all sizes above a tray, for graze simulate: they fall, pile up and come to rest",
            {{"count", 20.0, 1.0, 500.0, "boxes", true},
             {"size", 50.0, 1.0, 1000.0, "mean edge of a box in mm"}}};
}

Expected<Scene> make_falling_boxes(const DemoValues& values) {
    const int count = values.whole("count");
    const double size = values.number("size"), cell = 2.2 * size;  // boxes of any turn fit into a cell
    int across = 1;                                                // and twice as high
    while (2 * across * across * across < count) ++across;
    Rng rng(values.seed);
    Scene scene;
    const double half = 0.55 * cell * across;
    SceneBody tray = make_body("tray", tray_solid({half, half, 2.0 * half, 0.4 * size}));
    tray.physics.friction = 0.3;
    scene.bodies.push_back(std::move(tray));
    for (int i = 0; i < count; ++i) {
        const Vec3 half_edges =
            0.5 * size * Vec3(rng.uniform(0.6, 1.4), rng.uniform(0.6, 1.2), rng.uniform(0.6, 1.0));
        const Vec3 place(i % across, i / across % across, i / (across * across));
        Pose pose;
        pose.translation = cell * (place - Vec3(0.5 * (across - 1), 0.5 * (across - 1), -0.7)) +
                           0.05 * size * Vec3(rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0), 0.0);
        pose.rotation = any_turn(rng);
        scene.bodies.push_back(movable(fmt::format("box-{}", i + 1), box_solid(half_edges), pose));
    }
    return scene;
}

DemoInfo interlocked_tori_info() {
    return {kTwoRingsName,
            "Two rings, one through the other; a path tries to pull them apart, and cannot",
            {radius_parameter(),
             {"tube", 0.2, 0.02, 0.4, "radius of the tube, of the ring's"},
             resolution_parameter()}};
}

Expected<Scene> make_interlocked_tori(const DemoValues& values) {
    const TorusShape shape = ring_shape(values);
    Pose upright;
    upright.translation.x() = shape.radius;
    upright.rotation = turned_about({1.0, 0.0, 0.0}, 0.25);
    Pose away = upright;
    away.translation.x() += 3.0 * shape.radius;
    Scene scene;
    scene.bodies = {make_body("held", torus_solid(shape)), movable("pulled", torus_solid(shape), upright)};
    scene.paths = {{1, InBetween::Screw, {upright, away}, {}}};
    return scene;
}

DemoInfo ring_chain_info() {
    return {kRingChainName,
            "A chain of rings that hang in each other, held by the first, for graze simulate",
            {{"count", 8.0, 2.0, 100.0, "rings", true},
             radius_parameter(),
             {"tube", 0.2, 0.02, 0.3, "radius of the tube, of the ring's"},
             resolution_parameter()}};
}

Expected<Scene> make_ring_chain(const DemoValues& values) {
    const TorusShape shape = ring_shape(values);
    // Taut it would be 2 (radius - tube); a tenth of a tube less, and the circle that hangs is a polygon.
    const double pitch =
        2.0 * (shape.radius * direction_at(0.5 / shape.around).x() - shape.tube) - 0.1 * shape.tube;
    Scene scene;
    const auto mesh = torus_solid(shape);
    for (int i = 0; i < values.whole("count"); ++i) {
        Pose pose;
        pose.translation.z() = -pitch * i;
        pose.rotation = turned_about({0.0, 1.0, 0.0}, 0.25);  // upright, in the plane x = 0
        if (i % 2 == 1) pose.rotation = product(turned_about_z(0.25), pose.rotation);
        scene.bodies.push_back(i == 0 ? make_body("held", mesh, pose)
                                      : movable(fmt::format("ring-{}", i), mesh, pose));
    }
    return scene;
}

}  // namespace graze::internal
