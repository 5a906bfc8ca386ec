// Cables and hoses for `graze simulate`: a hose through a hole, a cable that is let down, a harness at a door.
#include "graze/demo/rod_demos.h"

#include "graze/demo/models.h"
#include "graze/demo/solids.h"
#include "graze/demo/turn.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace graze::internal {
namespace {

constexpr const char* kHoseName = "hose";
constexpr const char* kCableName = "cable";
constexpr const char* kHarnessName = "harness";
constexpr const char* kCoilName = "coil";
constexpr const char* kDragChainName = "drag-chain";

// Of the hose: the panel stands across x at 0, the hose comes from negative x.
constexpr double kPanelHalf = 120.0, kPanelThick = 4.0, kHosePushed = 200.0;
// Of the cable: how high its lower end begins above the table, and the table's size.
constexpr double kAboveTable = 20.0, kTableHalf = 300.0, kLimp = 0.003;  // bends as easily as loose strands
// Of the harness, in mm: the hinge stands at the origin along z; the closed door runs along x.
constexpr double kDoorWide = 500.0, kDoorThick = 25.0, kDoorHigh = 300.0, kClipRing = 12.0, kClipTube = 3.0;

// Of the drag chain, in mm: links of a pitch, their plates a little shorter; the way of the carriage, and the stops of it.
constexpr double kPitch = 40.0, kPlateLong = 32.0, kPlateThick = 3.0, kPlateHigh = 24.0, kLinkWide = 28.0, kBarLong = 8.0, kBarThick = 3.0;
constexpr double kCarriageFrom = 300.0, kCarriageTo = -100.0;
constexpr int kLinks = 16, kChainStops = 40;

/// A plate across x with a round hole.
Mesh holed_panel(double hole, int facets) {
    Mesh mesh;
    const std::uint32_t surface = surface_named(mesh, "panel");
    std::array<VertexIds, 2> inner, outer;  // at both sides
    for (std::size_t side = 0; side < 2; ++side)
        for (int k = 0; k < facets; ++k) {
            const Vec2 d = direction_at(static_cast<double>(k) / facets);
            const double x = side == 0 ? -0.5 * kPanelThick : 0.5 * kPanelThick;
            const Vec2 rim = kPanelHalf / d.cwiseAbs().maxCoeff() * d;
            // Vertices lie outside of the circle, so that the flats between them touch it.
            const Vec2 edge = hole / std::cos(std::numbers::pi / facets) * d;
            inner[side].push_back(add_vertex(mesh, {x, edge.x(), edge.y()}));
            outer[side].push_back(add_vertex(mesh, {x, rim.x(), rim.y()}));
        }
    add_band(mesh, surface, outer[0], outer[1]);
    add_band(mesh, surface, outer[1], inner[1]);
    add_band(mesh, surface, inner[1], inner[0]);
    add_band(mesh, surface, inner[0], outer[0]);
    return mesh;
}

soft::RodDrawing rod_drawing(const std::string& name, const std::string& material, double radius, int segments) {
    const soft::RodPreset* preset = soft::preset_named(material);
    GRAZE_ASSERT(preset != nullptr);
    soft::RodDrawing rod;
    rod.name = name;
    rod.radius = radius;
    rod.bore = preset->bore * radius;
    rod.segments = segments;
    rod.material = preset->material;
    return rod;
}

soft::Hold hold_at(int node, soft::HoldKind kind, std::optional<std::uint32_t> body = {}) {
    soft::Hold hold;
    hold.node = node;
    hold.kind = kind;
    hold.body = body;
    return hold;
}

SceneRods hose_rods(const DemoValues& values) {
    const double length = values.number("length");
    SceneRods all;
    all.rods = {rod_drawing("hose", "rubber hose", values.number("radius"), values.whole("segments"))};
    all.rods[0].points = {Vec3(40.0 - length, 0.0, 0.0), Vec3(40.0, 0.0, 0.0)};
    soft::Hold hand = hold_at(0, soft::HoldKind::Clamp);
    const double stroke = std::min(kHosePushed, 0.5 * length);
    for (int i = 0; i <= 2 * values.whole("strokes"); ++i)
        hand.moves.push_back({static_cast<double>(i), Vec3(i % 2 == 0 ? 0.0 : stroke, 0.0, 0.0), 0.0});
    all.holds = {hand};
    return all;
}

SceneRods cable_rods(const DemoValues& values) {
    const double length = values.number("length"), seconds = values.number("seconds");
    SceneRods all;
    all.rods = {rod_drawing("cable", "pvc cable", values.number("radius"), values.whole("segments"))};
    all.rods[0].material.bend_share = kLimp;
    // Not quite straight: else it would stand on its end until roundings decide.
    all.rods[0].points = {Vec3(0.0, 0.0, kAboveTable + length), Vec3(0.02 * length, 0.01 * length, kAboveTable + 0.5 * length),
                          Vec3(0.0, 0.0, kAboveTable)};
    soft::Hold hand = hold_at(0, soft::HoldKind::Clamp);
    hand.moves = {{0.0, Vec3::Zero(), 0.0}, {seconds, Vec3(0.0, 0.0, -0.9 * length), 0.0}};
    all.holds = {hand};
    return all;
}

/// Where a clip of the harness is: its middle, and the way through it in the plan.
struct Clip {
    const char* name;
    Vec3 middle;
    Vec3 way;
};

std::array<Clip, 3> clips() {
    return {Clip{"clip-1", Vec3(-150.0, -60.0, 0.0), Vec3::UnitX()}, Clip{"clip-2", Vec3(-60.0, -60.0, 0.0), Vec3::UnitX()},
            Clip{"clip-3", Vec3(150.0, -60.0, 0.0), Vec3::UnitX()}};
}

SceneRods harness_rods(const DemoValues& values) {
    SceneRods all;
    const int segments = values.whole("segments");
    all.rods = {rod_drawing("harness", "harness bundle", values.number("radius"), segments)};
    // A loop hangs down between the frame and the door: the way grows when the door opens.
    all.rods[0].points = {Vec3(-260.0, -60.0, 0.0), Vec3(-150.0, -60.0, 0.0), Vec3(-60.0, -60.0, 0.0), Vec3(0.0, -80.0, -100.0),
                          Vec3(70.0, -80.0, -100.0), Vec3(150.0, -60.0, 0.0), Vec3(300.0, -60.0, 0.0)};
    const std::vector<Vec3> nodes = soft::nodes_of(all.rods[0]);
    soft::Hold start = hold_at(0, soft::HoldKind::Clamp, 0), end = hold_at(segments, soft::HoldKind::Clamp, 1);
    all.holds = {start};
    for (std::uint32_t k = 0; k < 3; ++k) {
        int nearest = 0;
        for (int i = 1; i <= segments; ++i)
            if ((nodes[static_cast<std::size_t>(i)] - clips()[k].middle).norm() < (nodes[static_cast<std::size_t>(nearest)] - clips()[k].middle).norm()) nearest = i;
        all.holds.push_back(hold_at(nearest, soft::HoldKind::Hinge, 2 + k));
    }
    all.holds.push_back(end);
    return all;
}

SceneRods coil_rods(const DemoValues& values) {
    const double radius = values.number("radius"), wide = values.number("coil"), turns = values.number("turns");
    const double pitch = 2.0 * radius + values.number("gap");
    SceneRods all;
    all.rods = {rod_drawing("coil", "pvc cable", radius, values.whole("segments"))};
    all.rods[0].is_preformed = true;
    const int points = static_cast<int>(std::ceil(24.0 * turns));
    for (int i = 0; i <= points; ++i) {
        const double turned = turns * i / points, angle = 2.0 * std::numbers::pi * turned;
        all.rods[0].points.emplace_back(wide * std::cos(angle), wide * std::sin(angle), kAboveTable + radius + pitch * turned);
    }
    return all;
}

/// The middle line of a drag chain whose carriage is at x: below from its fixed end at x = 0 to the right, round the bend,
/// and back above.
struct ChainLine {
    double carriage, bend;

    [[nodiscard]] double straight_below() const { return 0.5 * (kLinks * kPitch - std::numbers::pi * bend + carriage); }
    [[nodiscard]] Vec3 at(double s) const {
        const double below = straight_below(), round = std::numbers::pi * bend;
        if (s <= below) return {s, 0.0, 0.0};
        if (s >= below + round) return {below - (s - below - round), 0.0, 2.0 * bend};
        const double angle = (s - below) / bend;
        return {below + bend * std::sin(angle), 0.0, bend * (1.0 - std::cos(angle))};
    }
    [[nodiscard]] Pose link(int i) const {
        const Vec3 from = at(kPitch * i), to = at(kPitch * (i + 1)), along = to - from;
        return {0.5 * (from + to), Eigen::Quaterniond(Eigen::AngleAxisd(-std::atan2(along.z(), along.x()), Vec3::UnitY()))};
    }
};

/// Two plates and two bars between them; the cable runs through along x.
Mesh chain_link() {
    Mesh mesh;
    const std::uint32_t surface = surface_named(mesh, "link");
    const auto add = [&](const Vec3& half, const Vec3& at) {
        const Mesh box = box_solid(half);
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        for (const Vec3& v : box.vertices) mesh.vertices.push_back(v + at);
        for (const Triangle& t : box.triangles) {
            mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
            mesh.surface_of_triangle.push_back(surface);
        }
    };
    const double beside = 0.5 * (kLinkWide - kPlateThick), above = 0.5 * (kPlateHigh - kBarThick);
    for (const double side : {-1.0, 1.0}) add({0.5 * kPlateLong, 0.5 * kPlateThick, 0.5 * kPlateHigh}, {0.0, side * beside, 0.0});
    for (const double side : {-1.0, 1.0}) add({0.5 * kBarLong, 0.5 * kLinkWide - kPlateThick - 0.1, 0.5 * kBarThick}, {0.0, 0.0, side * above});
    return mesh;
}

SceneRods drag_chain_rods(const DemoValues& values) {
    SceneRods all;
    const int segments = values.whole("segments");
    all.rods = {rod_drawing("cable", "pvc cable", values.number("radius"), segments)};
    const ChainLine line{kCarriageFrom, values.number("bend")};
    for (int i = 0; i <= 4 * kLinks; ++i) all.rods[0].points.push_back(line.at(0.25 * kPitch * i));
    all.holds = {hold_at(0, soft::HoldKind::Clamp, 0), hold_at(segments, soft::HoldKind::Clamp, kLinks - 1)};
    return all;
}

DemoParameter segments_parameter(double count) { return {"segments", count, 10.0, 1000.0, "segments of the rod", true}; }

}  // namespace

DemoInfo hose_info() {
    return {kHoseName,
            "A rubber hose that is pushed to and fro through a hole in a panel, for graze simulate",
            {{"radius", 8.0, 1.0, 50.0, "radius of the hose in mm"},
             {"hole", 12.5, 1.5, 100.0, "radius of the hole in mm"},
             {"length", 500.0, 100.0, 2000.0, "length of the hose in mm"},
             {"strokes", 2.0, 1.0, 10000.0, "times it is pushed and pulled, two seconds each", true},
             segments_parameter(100.0)}};
}

Expected<Scene> make_hose(const DemoValues& values) {
    if (!(values.number("hole") > 1.05 * values.number("radius")))
        return bad_combination(kHoseName, "the hole is less than 5 % wider than the hose", "make the hole larger");
    Scene scene;
    scene.bodies = {make_body("panel", holed_panel(values.number("hole"), 48))};
    return scene;
}

DemoInfo cable_info() {
    return {kCableName,
            "A limp cable that is let down onto a table and lies down in loops, for graze simulate",
            {{"radius", 3.0, 0.5, 50.0, "radius of the cable in mm"},
             {"length", 900.0, 50.0, 5000.0, "length of the cable in mm"},
             {"seconds", 5.0, 0.5, 60.0, "how long it is let down"},
             segments_parameter(180.0)}};
}

Expected<Scene> make_cable(const DemoValues&) {
    Scene scene;
    Pose low;
    low.translation = Vec3(0.0, 0.0, -10.0);
    scene.bodies = {make_body("table", box_solid({kTableHalf, kTableHalf, 10.0}), low)};
    return scene;
}

DemoInfo harness_info() {
    return {kHarnessName,
            "A wiring harness through three clips, from a frame to a door that opens, for graze simulate",
            {{"radius", 6.0, 1.0, 8.0, "radius of the bundle in mm"},
             {"angle", 60.0, 0.0, 100.0, "how far the door opens in degrees"},
             segments_parameter(90.0)}};
}

Expected<Scene> make_harness(const DemoValues& values) {
    Scene scene;
    Pose frame, door;
    frame.translation = Vec3(-0.5 * kDoorWide - 10.0, 0.0, 0.0);
    door.translation = Vec3(0.5 * kDoorWide + 10.0, 0.0, 0.0);
    const Vec3 half(0.5 * kDoorWide, 0.5 * kDoorThick, 0.5 * kDoorHigh);
    scene.bodies = {make_body("frame", box_solid(half), frame), make_body("door", box_solid(half), door)};
    for (const Clip& clip : clips()) {
        Pose pose{clip.middle, Eigen::Quaterniond(0.5, 0.5, 0.5, 0.5)};  // its axis along x
        scene.bodies.push_back(make_body(clip.name, torus_solid({kClipRing, kClipTube, 32, 12}), pose));
    }
    scene.joints = {{1, std::nullopt, JointKind::Revolute, Vec3::UnitZ(), Vec3::Zero(), std::array{-5.0, 100.0}},
                    {4, 1, JointKind::Fixed}};
    scene.paths = {{1, InBetween::Screw, {}, {}, {0.0, values.number("angle"), 0.0}}};
    return scene;
}

DemoInfo coil_info() {
    return {kCoilName,
            "A coiled cable that falls onto a table and lies turn on turn, for graze simulate",
            {{"radius", 3.0, 0.5, 20.0, "radius of the cable in mm"},
             {"coil", 45.0, 10.0, 500.0, "radius of the coil in mm"},
             {"turns", 4.0, 1.0, 20.0, "number of turns"},
             {"gap", 4.0, 0.5, 50.0, "between turns at the start, in mm"},
             segments_parameter(300.0)}};
}

Expected<Scene> make_coil(const DemoValues& values) {
    if (!(values.number("coil") > 4.0 * values.number("radius")))
        return bad_combination(kCoilName, "the coil is less than four times as wide as the cable", "make the coil wider");
    return make_cable(values);
}

DemoInfo drag_chain_info() {
    return {kDragChainName,
            "A cable in a drag chain whose carriage goes there and back, for graze simulate",
            {{"radius", 5.0, 1.0, 7.0, "radius of the cable in mm"},
             {"bend", 75.0, 60.0, 100.0, "radius of the chain's bend in mm"},
             segments_parameter(160.0)}};
}

Expected<Scene> make_drag_chain(const DemoValues& values) {
    Scene scene;
    const auto link = std::make_shared<const Mesh>(chain_link());
    for (int i = 0; i < kLinks; ++i) {
        Path path{static_cast<std::uint32_t>(i), InBetween::Slerp, {}, {}};
        for (int stop = 0; stop <= 2 * kChainStops; ++stop) {
            const double share = static_cast<double>(stop <= kChainStops ? stop : 2 * kChainStops - stop) / kChainStops;
            path.poses.push_back(ChainLine{kCarriageFrom + share * (kCarriageTo - kCarriageFrom), values.number("bend")}.link(i));
        }
        scene.bodies.push_back({fmt::format("link-{}", i + 1), link, path.poses.front()});
        scene.paths.push_back(std::move(path));
    }
    return scene;
}

Expected<SceneRods> make_demo_rods(const std::string& name, const DemoOptions& options) {
    const auto info = demo_named(name);
    if (!info) return info.error();
    const auto numbers = demo_parameters(*info, options);
    if (!numbers) return numbers.error();
    const DemoValues values{options.seed, *numbers};
    if (name == kHoseName) return hose_rods(values);
    if (name == kCableName) return cable_rods(values);
    if (name == kHarnessName) return harness_rods(values);
    if (name == kCoilName) return coil_rods(values);
    if (name == kDragChainName) return drag_chain_rods(values);
    return SceneRods{};
}

}  // namespace graze::internal
