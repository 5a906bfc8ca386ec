// A roller chain 08B-1 (ISO 606) of 58 links on two sprockets of 18 teeth, 20 pitches apart (mm, z up; pins
// along y). It runs on by one pitch, top run towards +x.
//
// Pins on a sprocket turn with it. Both sprockets have the same phase, so a run stays level and moves as the
// pin does that is nearest to the top of its sprocket: along its circle, without turning (the chordal
// action). With C the centre distance, p the pitch, R the pitch radius, u the angle turned so far:
//
//     u <= 10 degrees:  pin i at (i p + R sin u, R cos u)                  the pin that left the top leads
//     u >= 10 degrees:  pin i at ((i+1) p + R sin(u - 20), R cos(u - 20))  the pin that comes to it leads (1)
//
// Play: 0.15 or more between pin, bush, roller and sprocket, 0.2 between plates.
#include "graze_cad/models/models.h"

#include "graze_cad/models/shapes.h"

#include <cmath>
#include <numbers>

namespace graze::cad {
namespace {
namespace chain_model {

constexpr int kTeeth = 18, kRun = 20, kLinks = 2 * kRun + kTeeth;
constexpr int kSteps = 20;  // of one degree: between them poses follow (1) within 2 micrometres
constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kPitch = 12.7, kRoller = 4.25, kSeat = 4.45;
constexpr double kDeflection = 0.05;

double pitch_radius() { return 0.5 * kPitch / std::sin(std::numbers::pi / kTeeth); }

Vec2 on_circle(const Vec2& centre, double radius, double degrees) {
    return centre + radius * Vec2(std::cos(degrees * kDegree), std::sin(degrees * kDegree));
}

/// Pin i (see the head of this file) in x and z, `u` degrees after the start.
Vec2 pin_at(int i, double u) {
    const double radius = pitch_radius(), distance = kRun * kPitch;
    if (i < 0) return pin_at(i + kLinks, u);
    if (i >= kLinks) return pin_at(i - kLinks, u);
    const int half = kLinks / 2;
    if (i >= half) {  // the lower half is the upper one, turned about the middle
        const Vec2 above = pin_at(i - half, u);
        return {distance - above.x(), -above.y()};
    }
    if (i >= kRun) return on_circle({distance, 0.0}, radius, 90.0 - 20.0 * (i - kRun) - u);
    if (u <= 10.0) return {i * kPitch + radius * std::sin(u * kDegree), radius * std::cos(u * kDegree)};
    return {(i + 1) * kPitch + radius * std::sin((u - 20.0) * kDegree),
            radius * std::cos((u - 20.0) * kDegree)};
}

Pose pose_about_y(const Vec2& at, double radians) {
    return {Vec3(at.x(), 0.0, at.y()),
            Eigen::Quaterniond(std::cos(0.5 * radians), 0.0, std::sin(0.5 * radians), 0.0)};
}

Pose link_pose(int i, double u) {
    const Vec2 from = pin_at(i, u), along = pin_at(i + 1, u) - from;
    return pose_about_y(from, -std::atan2(along.y(), along.x()));
}

/// From z along the pin to y: links are drawn flat.
TopoDS_Shape upright(const TopoDS_Shape& flat) {
    return placed(flat, {Vec3::Zero(), -Vec3::UnitY(), Vec3::UnitX()});
}

TopoDS_Shape inner_link() {
    Shapes frame{link_plate(kPitch, 5.9, 3.875, 5.475), link_plate(kPitch, 5.9, -5.475, -3.875)};
    Shapes bores, rollers;
    for (const double x : {0.0, kPitch}) {
        frame.push_back(moved(cylinder(3.0, -5.475, 5.475), {x, 0.0, 0.0}));
        bores.push_back(moved(cylinder(2.4, -6.0, 6.0), {x, 0.0, 0.0}));
        rollers.push_back(moved(tube(kRoller, 3.15, -3.675, 3.675), {x, 0.0, 0.0}));
    }
    return upright(compound({cut(fused(frame), bores), rollers[0], rollers[1]}));
}

TopoDS_Shape outer_link() {
    Shapes solids{link_plate(kPitch, 5.6, 5.675, 7.275), link_plate(kPitch, 5.6, -7.275, -5.675)};
    for (const double x : {0.0, kPitch})
        solids.push_back(
            moved(turned({{0.0, -8.2}, {1.9, -8.2}, {2.225, -7.9}, {2.225, 7.9}, {1.9, 8.2}, {0.0, 8.2}}),
                  {x, 0.0, 0.0}));
    return upright(fused(solids));
}

/// One point of two where circles about `a` and `b` meet: to the left of the way from a to b, or right of it.
Vec2 meeting(const Vec2& a, double radius_a, const Vec2& b, double radius_b, double side) {
    const Vec2 way = b - a;
    const double d = way.norm(), along = (d * d + radius_a * radius_a - radius_b * radius_b) / (2.0 * d);
    const double across = std::sqrt(radius_a * radius_a - along * along);
    return a + along / d * way + side * across / d * Vec2(-way.y(), way.x());
}

/// Between two seats a tooth is where both circles about the seats, of radius kPitch - kSeat, overlap: so a
/// roller that swings about its neighbour passes it at the same distance all the way.
TopoDS_Shape sprocket() {
    using Kind = OutlineCurve::Kind;
    constexpr double kTip = 39.4, kFlank = kPitch - kSeat;
    std::vector<OutlineCurve> outline;
    for (int k = 0; k < kTeeth; ++k) {
        const Vec2 zero = Vec2::Zero();
        const Vec2 seat = on_circle(zero, pitch_radius(), 10.0 + 20.0 * k),
                   next = on_circle(zero, pitch_radius(), 30.0 + 20.0 * k);
        const Vec2 before = on_circle(zero, pitch_radius(), -10.0 + 20.0 * k);
        const Vec2 in = seat + kSeat * (before - seat).normalized(),
                   out = seat + kSeat * (next - seat).normalized();
        const Vec2 bottom = (pitch_radius() - kSeat) * seat.normalized();
        const Vec2 tip_1 = meeting(next, kFlank, zero, kTip, 1.0),
                   tip_2 = meeting(seat, kFlank, zero, kTip, -1.0);
        const Vec2 next_in = next + kSeat * (seat - next).normalized();
        const auto middle = [&](const Vec2& centre, double radius, const Vec2& a, const Vec2& b) {
            return Vec2(centre + radius * (0.5 * (a + b) - centre).normalized());
        };
        outline.push_back({Kind::Arc, {in, bottom, out}});
        outline.push_back({Kind::Arc, {out, middle(next, kFlank, out, tip_1), tip_1}});
        outline.push_back({Kind::Arc, {tip_1, middle(zero, kTip, tip_1, tip_2), tip_2}});
        outline.push_back({Kind::Arc, {tip_2, middle(seat, kFlank, tip_2, next_in), next_in}});
    }
    Shapes holes{cylinder(8.0, -20.0, 20.0)};
    for (int k = 0; k < 6; ++k) {
        const Vec2 at = on_circle(Vec2::Zero(), 23.0, 60.0 * k);
        holes.push_back(moved(cylinder(4.5, -20.0, 20.0), {at.x(), at.y(), 0.0}));
    }
    holes.push_back(block({-2.5, 0.0, -20.0}, {2.5, 10.3, 20.0}));  // keyway
    const TopoDS_Shape hub = turned({{0.0, -3.0}, {15.0, -3.0}, {15.0, 15.0}, {14.0, 16.0}, {0.0, 16.0}});
    return upright(cut(fused({prism(outline, -3.5, 3.5), hub}), holes));
}

/// A plate behind the chain with an axle for each sprocket.
TopoDS_Shape frame() {
    const double distance = kRun * kPitch;
    Shapes solids{rounded(link_plate(distance, 30.0, -32.0, -22.0), 3.0,
                          [](const EdgeFacts& edge) { return std::abs(edge.middle.z() + 32.0) < 0.1; })};
    Shapes holes;
    for (const double x : {0.0, distance}) {
        solids.push_back(moved(turned({{0.0, -25.0},
                                       {14.0, -25.0},
                                       {14.0, -18.0},
                                       {7.8, -16.0},
                                       {7.8, 21.0},
                                       {6.8, 22.0},
                                       {0.0, 22.0}}),
                               {x, 0.0, 0.0}));
        for (const double dx : {-20.0, 20.0})
            holes.push_back(moved(cylinder(3.3, -40.0, -20.0), {x + dx, 0.0, 0.0}));
    }
    for (const double x : {0.3, 0.5, 0.7})
        holes.push_back(moved(cylinder(12.0, -40.0, -20.0), {x * distance, 0.0, 0.0}));
    return upright(cut(fused(solids), holes));
}

Part single(const std::string& name, const TopoDS_Shape& shape, const std::array<double, 3>& colour) {
    return {.name = name, .shape = shape, .parts = {}, .location = {}, .colour = colour};
}

}  // namespace chain_model
}  // namespace

Expected<CadDemo> make_chain(const DemoValues&) {
    using namespace chain_model;
    CadDemo demo;
    demo.files = {{"inner-link.step", single("inner-link", inner_link(), {0.62, 0.63, 0.66})},
                  {"outer-link.step", single("outer-link", outer_link(), {0.45, 0.46, 0.5})},
                  {"sprocket.step", single("sprocket", sprocket(), {0.8, 0.66, 0.35})},
                  {"frame.step", single("frame", frame(), {0.35, 0.42, 0.5})}};
    SceneDescription scene;
    const auto add = [&](const std::string& name, const std::string& file, auto pose_of) {
        scene.bodies.push_back({name, file, {}, {}, false, kDeflection});
        PathDescription path{name, InBetween::Screw, {}, {}, {}};
        for (int step = 0; step <= kSteps; ++step) path.poses.push_back(pose_of(static_cast<double>(step)));
        scene.paths.push_back(std::move(path));
    };
    scene.bodies.push_back({"frame", "frame.step", {}, {}, false, kDeflection});
    for (const int k : {0, 1})
        add("sprocket-" + std::to_string(k + 1), "sprocket.step", [&](double u) {
            return pose_about_y({k * kRun * kPitch, 0.0}, u * kDegree);
        });
    for (int i = 0; i < kLinks; ++i)
        add("link-" + std::to_string(i + 1), i % 2 == 0 ? "inner-link.step" : "outer-link.step",
            [&](double u) { return link_pose(i, u); });
    demo.scenes = {{"scene.json", std::move(scene)}};
    return demo;
}

}  // namespace graze::cad
